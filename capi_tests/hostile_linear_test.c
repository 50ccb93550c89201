/* Files of linear models whose parts do not fit together, and files with findings that are not
 * such, are refused by name, and what loads although it was changed can be used. */
#include <string.h>

#include "golden_models.h"

static void parts_that_do_not_fit_are_named(void** state) {
  (void)state;
  static const struct {
    const char *old, *new, *fragments;
  } cases[] = {
      {"\"weights\":[2.", "\"weights\":[1,2.", "2 features|1 scores|3 weights"},
      {"\"bias\":[-1.", "\"bias\":[0,-1.", "2 features|2 weights|2 biases"},
      {"\"weights\":[2.", "\"weights\":[null,2.", "weights|not finite"},
      {"\"weights\":", "\"waits\":", "weights|missing"},
      {"\"feature\":[0,1]", "\"feature\":[0,2]", "feature|2|0 to 1"},
      {"\"kind\":\"linear\",\"method\"", "\"kind\":\"linier\",\"method\"", "linier|linear"},
      {"\"component_loss\":", "\"objective\":", "finding has the name of another"},
      {"\"component_loss\":", "\"exclusivity\":", "exclusivity"},
      {"\"component_loss\":", "\"a loss\":", "a loss|not the name of a finding"},
      {"\"component_loss\":", "\"\":", "not the name of a finding"},
      {"\"ensemble_loss\":0.0", "\"ensemble_loss\":\"none\"", "ensemble_loss|numbers"},
      {"\"findings\":{", "\"findings\":[],\"losses\":{", "findings|object"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
    size_t size = 0;
    char* bytes = golden_bytes("linear", "json", 256, &size);
    replace_bytes(bytes, &size, cases[k].old, cases[k].new);
    expect_refused(bytes, size, cases[k].fragments);
    free(bytes);
  }
}

static void changed_bytes_are_refused_or_can_be_used(void** state) {
  (void)state;
  check_changed_bytes("linear");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(parts_that_do_not_fit_are_named),
                                     cmocka_unit_test(changed_bytes_are_refused_or_can_be_used)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
