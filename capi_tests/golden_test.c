/* Model files that earlier versions wrote are read for good, and score as docs/model-format.md
 * says. data/golden/version-V.json and .cbor are one model of votes.svm each, in format version V.
 */
#include <stdio.h>
#include <stdlib.h>

#include "training.h"

static coppice_model* golden(int version, const char* format) {
  char file[64];
  coppice_model* model = NULL;
  snprintf(file, sizeof file, "golden/version-%d.%s", version, format);
  check_ok(coppice_model_load(data_path(file), &model));
  return model;
}

static void old_files_are_read(void** state) {
  (void)state;
  const char* const formats[] = {"json", "cbor"};
  const int64_t features[] = {3, 3, 2, 10};
  const double thresholds[] = {0.5, -0.5, -0.5, 0.5};
  const double weights[] = {0.5439866948077229, 0.4439866948077229, -0.012053777658151927,
                            -0.011932917199998266};
  table* votes = table_load("votes.svm", "-1", "1");
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = golden(1, formats[k]);
    assert_int_equal(learners_of(model), 4);
    double* f = decisions_of(model, votes);
    int64_t wrong = 0;
    for (int64_t i = 0; i < votes->rows; ++i) {
      double expected = -0.011927771968975709;
      for (int j = 0; j < 4; ++j)
        expected +=
            votes->x[i * votes->features + features[j]] > thresholds[j] ? weights[j] : -weights[j];
      assert_true(f[i] == expected);
      wrong += (f[i] >= 0) != (votes->labels[i] > 0);
    }
    assert_true(quantity_of(model, "train_error") == (double)wrong / (double)votes->rows);
    char text[16];
    check_ok(coppice_model_feature_name(model, 15, text, sizeof text, NULL));
    assert_string_equal(text, ""); /* its features have no names */
    check_ok(coppice_model_class_name(model, 1, text, sizeof text, NULL));
    assert_string_equal(text, "1");
    free(f);
    coppice_model_free(model);
  }
  table_free(votes);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(old_files_are_read)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
