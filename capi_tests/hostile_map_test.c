/* Files of learned maps whose parts do not fit together are refused by name, and what loads
 * although it was changed can be used. */
#include <string.h>

#include "golden_models.h"

typedef struct damage {
  const char *old, *new, *fragments;
} damage;

static void check_damages(const char* name, const damage* cases, size_t count) {
  for (size_t k = 0; k < count; ++k) {
    size_t size = 0;
    char* bytes = golden_bytes(name, "json", 256, &size);
    replace_bytes(bytes, &size, cases[k].old, cases[k].new);
    expect_refused(bytes, size, cases[k].fragments);
    free(bytes);
  }
}

static void parts_that_do_not_fit_are_named(void** state) {
  (void)state;
  static const damage of_learners[] = {
      {"\"terms\":[{\"features\":[0]", "\"terms\":[{\"features\":[2]", "features|2|0 to 1"},
      {"\"terms\":[{\"features\":[0]", "\"terms\":[{\"features\":[]", "terms|no features"},
      {"\"terms\":[{\"features\":[0]", "\"terms\":[{\"features\":[0,1]",
       "1 combinations|1 weights|expected 2"},
      {"\"terms\":[{\"features\":[0]", "\"terms\":[{\"traits\":[0]", "learners|missing"},
      {"\"terms\":[{\"features\":[0]",
       "\"terms\":[{\"learners\":[{\"kind\":\"combination\",\"terms\":[]}]",
       "terms of its combinations are combinations"},
      {"\"terms\":[{\"features\":[0]", "\"terms\":[{\"learners\":[{\"kind\":\"oak\"}]", "oak"},
      {"\"of\":[0]", "\"of\":[1]", "of|1|0 to 0"},
      {"\"of\":[0]", "\"of\":[0,0]", "2 combinations"},
      {"\"scales\":[1]", "\"scales\":[1,1]", "1 learners|2 scales"},
      {"\"scales\":[1]", "\"scales\":[-1]", "scale is -1|none below 0"},
      {"\"scales\":[1]", "\"scales\":[null]", "scales|not finite"},
      {"\"classifier\":{\"kind\":\"linear\"", "\"classifier\":{\"kind\":\"oracle\"",
       "classifier|oracle|linear or neighbours"},
      {"\"classifier\":{\"kind\":\"linear\",\"weights\":[",
       "\"classifier\":{\"kind\":\"linear\",\"weights\":[1.0,",
       "map of 1 numbers|1 scores|2 weights"},
      {"\"classifier\":{", "\"decider\":{", "classifier|missing"},
  };
  static const damage of_neighbours[] = {
      {"\"neighbours\":1,\"mapped\"", "\"neighbours\":0,\"mapped\"", "neighbours|0|1 to 4"},
      {"\"neighbours\":1,\"mapped\"", "\"neighbours\":5,\"mapped\"", "neighbours|5|1 to 4"},
      {"\"mapped\":[", "\"mapped\":[1.0,", "map of 1 numbers|5 numbers of its mapped rows"},
      {"\"expected\":[-1", "\"expected\":[-2", "expected to be -2|-1 or 1"},
      {"\"expected\":[-1", "\"expected\":[1,-1", "4 numbers of its mapped rows and 5"},
      {"\"row_weights\":[1,", "\"row_weights\":[0,", "row_weights|positive"},
      {"\"row_weights\":[1,", "\"row_weights\":[1,1,", "5 row_weights|expected 4"},
  };
  check_damages("learned-map", of_learners, sizeof of_learners / sizeof *of_learners);
  check_damages("neighbours", of_neighbours, sizeof of_neighbours / sizeof *of_neighbours);
}

static void changed_bytes_are_refused_or_can_be_used(void** state) {
  (void)state;
  check_changed_bytes("learned-map");
  check_changed_bytes("neighbours");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(parts_that_do_not_fit_are_named),
                                     cmocka_unit_test(changed_bytes_are_refused_or_can_be_used)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
