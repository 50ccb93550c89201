/* Files of kernel machines whose parts do not fit together are refused by the name of the part, and
 * what loads although it was changed can be used. */
#include <string.h>

#include "golden_models.h"

enum { ROOM = 4096 };

static char* golden(const char* format, size_t* size) {
  return golden_bytes("kernel-machine", format, ROOM, size);
}

static void parts_that_do_not_fit_are_named(void** state) {
  (void)state;
  static const struct {
    const char *old, *new, *fragments;
  } cases[] = {
      {"\"rows\":4,\"ends\"", "\"rows\":5,\"ends\"", "rows|5|0 to 4"},
      {"\"rows\":4,\"ends\"", "\"rows\":-1,\"ends\"", "rows|-1|0 to 4"},
      {"\"rows\":4,\"ends\"", "\"rows\":1e18,\"ends\"", "rows|whole number"},
      {"[0,1,2,4]", "[0,2,1,4]", "support vectors are incomplete"},
      {"[0,1,2,4]", "[0,1,2,5]", "ends|5|0 to 4"},
      {"[0,1,2,4]", "[0,1,2,3]", "support vectors are incomplete"},
      {"[0,1,2,4]", "[-1,1,2,4]", "ends|-1|0 to 4"},
      {"\"features\":[0,1,0,1]", "\"features\":[0,1,1,0]", "support vectors are incomplete"},
      {"\"features\":[0,1,0,1]", "\"features\":[0,1,0,2]", "features|2|0 to 1"},
      {"\"features\":[0,1,0,1]", "\"features\":[0,1,0]", "support vectors are incomplete"},
      {"\"values\":[1,1,1,1]", "\"values\":[1,1,1,null]", "values|not finite"},
      {"\"values\":[1,1,1,1]", "\"values\":[1,1,1]", "ends|4|0 to 3"},
      {"\"least\":[0,0]", "\"least\":[0]", "range|features|fit"},
      {"\"least\":[0,0]", "\"least\":[0,2]", "range|features|fit"},
      {"\"most\":[1,1]", "\"must\":[1,1]", "most|missing"},
      {"\"radius\":1.4", "\"radius\":-1.4", "radius|not a length"},
      {"gaussian(gamma=0.5)\",\"extent", "gaussian(gamma=-1)\",\"extent",
       "gamma|gaussian|-1|0 <= gamma"},
      {"gaussian(gamma=0.5)\",\"extent", "parabolic\",\"extent",
       "parabolic|expected one of|gaussian"},
      {"\"extent\":{}", "\"extent\":{\"features\":[2]}", "features|2|0 to 1"},
      {"\"extent\":{}", "\"extent\":[]", "extent|is a list|expected an object"},
      {"\"extent\":{}", "\"extent\":null", "extent|is null|expected an object"},
      {"{\"kernel\":\"product\",\"members\"", "{\"kernel\":\"product\",\"numbers\"",
       "product|no members|two or more"},
      {"\"coefficients\":[-", "\"coefficients\":[1,-", "4 support vectors|5 coefficients"},
      {"\"bias\":[", "\"bias\":[0,", "4 support vectors|2 biases"},
      {"\"kind\":\"kernel-expansion\"", "\"kind\":\"kernel-explosion\"",
       "kernel-explosion|kernel-expansion"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
    size_t size = 0;
    char* bytes = golden("json", &size);
    replace_bytes(bytes, &size, cases[k].old, cases[k].new);
    expect_refused(bytes, size, cases[k].fragments);
    free(bytes);
  }
}

/* Members within members, more than anyone would write. */
static void depth_is_bounded(void** state) {
  (void)state;
  enum { depth = 400 };
  static const char opening[] = "{\"kernel\":\"sum\",\"members\":[";
  size_t size = 0;
  char* bytes = golden("json", &size);
  bytes = realloc(bytes, size + depth * sizeof opening + ROOM);
  assert_non_null(bytes);
  char* at = find_bytes(bytes, size, opening, strlen(opening));
  assert_non_null(at);
  for (int k = 0; k < depth; ++k) splice_bytes(bytes, &size, at, 0, opening, strlen(opening));
  expect_refused(bytes, size, "model|nested too deeply");
  free(bytes);
}

static void changed_bytes_are_refused_or_can_be_used(void** state) {
  (void)state;
  check_changed_bytes("kernel-machine");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(parts_that_do_not_fit_are_named),
                                     cmocka_unit_test(depth_is_bounded),
                                     cmocka_unit_test(changed_bytes_are_refused_or_can_be_used)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
