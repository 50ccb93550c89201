/* Numbers are read, and models trained, as rounding to nearest gives them, whatever the mode of the
 * calling thread, which stays as it is. What is nearest says strtod, whose results are. */
#include <fenv.h>

#include "model_bytes.h"
#include "small_model.h"

static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
enum { MODES = 4, NUMBERS = 16 };

/* As many as four learners have weights, several times: each list has a number that is not whole.
 */
static const char* const numbers[NUMBERS] = {
    "0.1",     "-0.1",      "1.4088",           "3.3e-5",               /* one division */
    "1e22",    "123456.7",  "9007199254740993", "-9007199254740995",    /* ties between doubles */
    "4.9e-30", "5e-324",    "0.30000000000004", "18446744073709551615", /* more than an int64_t */
    "-1e-15",  "7.0000001", "-2.5e-9",          "1152921504606846977"};

static void expect_nearest(const double* got, int first, int count, int mode) {
  assert_int_equal(fegetround(), modes[mode]);
  fesetround(FE_TONEAREST);
  for (int k = 0; k < count; ++k) {
    const double expected = strtod(numbers[first + k], NULL);
    if (memcmp(&got[k], &expected, sizeof expected) != 0)
      fail_msg("%s in rounding mode %d is %.17g, expected %.17g", numbers[first + k], mode, got[k],
               expected);
  }
}

static void a_dataset_s_numbers_are_the_nearest(void** state) {
  (void)state;
  char csv[1024] = "", svmlight[1024] = "1";
  for (int k = 0; k < NUMBERS; ++k) {
    const size_t end = strlen(csv), svmlight_end = strlen(svmlight);
    snprintf(csv + end, sizeof csv - end, "%s%s", k > 0 ? "," : "", numbers[k]);
    snprintf(svmlight + svmlight_end, sizeof svmlight - svmlight_end, " %d:%s", k + 1, numbers[k]);
  }
  for (int m = 0; m < MODES; ++m)
    for (int format = 0; format < 2; ++format) {
      coppice_dataset* data = NULL;
      double row[NUMBERS];
      fesetround(modes[m]);
      if (format == 0)
        check_ok(parse_csv(csv, (int64_t)strlen(csv), "", &data));
      else
        check_ok(coppice_dataset_parse_svmlight(svmlight, (int64_t)strlen(svmlight), 0, &data));
      check_ok(coppice_dataset_copy_row(data, 0, row, NUMBERS));
      expect_nearest(row, 0, NUMBERS, m);
      coppice_dataset_free(data);
    }
}

/* The model's JSON with four of the numbers as its weights; free() it. */
static char* with_weights(int first, size_t* size) {
  char list[256];
  char* json = saved_bytes(model, "json", sizeof list, size);
  char* from = find_bytes(json, *size, "\"weights\":[", 11);
  assert_non_null(from);
  from += 11;
  const size_t length =
      (size_t)snprintf(list, sizeof list, "%s,%s,%s,%s", numbers[first], numbers[first + 1],
                       numbers[first + 2], numbers[first + 3]);
  splice_bytes(json, size, from, strcspn(from, "]"), list, length);
  return json;
}

static void a_model_s_numbers_are_the_nearest(void** state) {
  (void)state;
  for (int first = 0; first < NUMBERS; first += LEARNERS) {
    size_t size = 0;
    char* json = with_weights(first, &size);
    for (int m = 0; m < MODES; ++m) {
      coppice_model* read = NULL;
      double weights[LEARNERS];
      int64_t count = 0;
      fesetround(modes[m]);
      check_ok(coppice_model_load_buffer(json, (int64_t)size, &read));
      check_ok(coppice_model_get_array(read, "weights", weights, LEARNERS, &count));
      expect_nearest(weights, first, LEARNERS, m);
      coppice_model_free(read);
    }
    free(json);
  }
}

static void an_option_s_number_is_the_nearest(void** state) {
  (void)state;
  for (int m = 0; m < MODES; ++m) {
    coppice_solver* solver = solver_of(1);
    double value = 0;
    fesetround(modes[m]);
    check_ok(coppice_solver_set_string(solver, "C", numbers[2]));
    check_ok(coppice_solver_get_double(solver, "C", &value));
    expect_nearest(&value, 2, 1, m);
    coppice_solver_free(solver);
  }
}

/* Training and prediction too, on every thread. */
static void models_are_the_same_in_every_mode(void** state) {
  (void)state;
  enum { ROWS = 8000 };
  static double expected[ROWS], decisions[ROWS];
  for (int m = 0; m < MODES; ++m) {
    coppice_dataset* data = noisy_examples(ROWS, 20, 5);
    coppice_solver* solver = solver_of(30);
    coppice_model* fitted = NULL;
    check_ok(coppice_solver_set_int(solver, "threads", 2));
    fesetround(modes[m]);
    check_ok(coppice_solver_fit(solver, data, &fitted));
    check_ok(coppice_model_predict_dataset(fitted, COPPICE_DECISION, data, 2,
                                           m == 0 ? expected : decisions, ROWS));
    assert_int_equal(fegetround(), modes[m]);
    fesetround(FE_TONEAREST);
    if (m > 0) assert_memory_equal(decisions, expected, sizeof expected);
    coppice_model_free(fitted);
    coppice_solver_free(solver);
    coppice_dataset_free(data);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_dataset_s_numbers_are_the_nearest),
      cmocka_unit_test(a_model_s_numbers_are_the_nearest),
      cmocka_unit_test(an_option_s_number_is_the_nearest),
      cmocka_unit_test(models_are_the_same_in_every_mode),
  };
  return cmocka_run_group_tests(tests, make_model, free_model);
}
