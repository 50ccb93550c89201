/* Kernels of rows that may have several labels: labels that follow from others are left out of the
 * target, wherever they stand, and noted; what cannot be learned is refused by name. */
#include <stdio.h>

#include "gram.h"

enum { ROWS = 60, FEATURES = 8 };

/* Labels that depend on the first features; `labels` of them, -1 or +1. */
static void draw(double* x, double* targets, int64_t labels, uint32_t seed) {
  for (int64_t i = 0; i < ROWS; ++i) {
    for (int d = 0; d < FEATURES; ++d) x[i * FEATURES + d] = 2 * random_next(&seed) - 1;
    for (int64_t s = 0; s < labels; ++s)
      targets[i * labels + s] = x[i * FEATURES + s] + 0.4 * (random_next(&seed) - 0.5) > 0 ? 1 : -1;
  }
}

static coppice_dataset* dataset_of(const double* x, const double* targets, int64_t labels) {
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_dense(x, ROWS * FEATURES, ROWS, FEATURES, FEATURES, 1, &data));
  check_ok(coppice_dataset_set_targets(data, targets, ROWS * labels, labels));
  cut_into_views(data, FEATURES, 2);
  return data;
}

static coppice_model* learn_labels(const char* method, const double* x, const double* targets,
                                   int64_t labels, const char* options) {
  coppice_model* model = NULL;
  coppice_dataset* data = dataset_of(x, targets, labels);
  coppice_solver* solver = solver_of_method(method, options);
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  return model;
}

static void labels_are_predicted_one_by_one(void** state) {
  (void)state;
  double x[ROWS * FEATURES], targets[ROWS * 3], zeros[ROWS * 3];
  draw(x, targets, 3, 1);
  for (int k = 0; k < ROWS * 3; ++k) zeros[k] = targets[k] > 0;
  table* t = table_of(x, targets, ROWS, FEATURES);
  static const char* const methods[] = {"kernel-boost", "kernel-boost", "kernel-alignment"};
  static const char* const options[] = {"C=10", "classifier=knn neighbours=3", "C=10"};
  for (int k = 0; k < 3; ++k) {
    coppice_model* model = learn_labels(methods[k], x, targets, 3, options[k]);
    coppice_model* same = learn_labels(methods[k], x, zeros, 3, options[k]);
    check_text(model, "warnings", "");
    assert_int_equal(count_of(model, "scores"), 3);
    double *f = decisions_of(model, t), *g = decisions_of(same, t);
    int64_t wrong = 0;
    for (int j = 0; j < ROWS * 3; ++j) wrong += (f[j] > 0) != (targets[j] > 0);
    assert_true(wrong <= ROWS * 3 / 6);
    assert_memory_equal(f, g, sizeof targets);
    free(f);
    free(g);
    coppice_model_free(model);
    coppice_model_free(same);
  }
  table_free(t);
}

/* A label that is another, and one that is another's opposite, change nothing but for the note:
 * where they stand behind those that they follow from, the directions of the target are the same,
 * and so is the kernel; elsewhere the directions are others of the same space. */
static void labels_that_follow_from_others_are_left_out(void** state) {
  (void)state;
  double x[ROWS * FEATURES], two[ROWS * 2], more[ROWS * 4], behind[ROWS * 4];
  draw(x, two, 2, 2);
  for (int i = 0; i < ROWS; ++i) {
    more[4 * i] = -two[2 * i];
    more[4 * i + 1] = two[2 * i];
    more[4 * i + 2] = two[2 * i + 1];
    more[4 * i + 3] = two[2 * i + 1];
    behind[4 * i] = two[2 * i];
    behind[4 * i + 1] = two[2 * i + 1];
    behind[4 * i + 2] = -two[2 * i];
    behind[4 * i + 3] = two[2 * i + 1];
  }
  coppice_model* plain = learn_labels("kernel-boost", x, two, 2, "learners=12");
  coppice_model* padded = learn_labels("kernel-boost", x, more, 4, "learners=12");
  char* warnings = text_of(padded, "warnings");
  int lines = warnings[0] != '\0';
  for (const char* at = warnings; *at != '\0'; ++at) lines += *at == '\n';
  assert_int_equal(lines, 2);
  assert_non_null(strstr(warnings, "is a linear combination of the others"));
  free(warnings);
  /* Pivots may differ in which axis is first, and the order of functions with them. */
  check_close(quantity_of(plain, "alignment"), quantity_of(padded, "alignment"), 0.02);
  coppice_model_free(padded);
  padded = learn_labels("kernel-boost", x, behind, 4, "learners=12");
  table* t = table_of(x, two, ROWS, FEATURES);
  double *map = predictions_of(plain, COPPICE_MAP, t),
         *same = predictions_of(padded, COPPICE_MAP, t);
  assert_int_equal(learners_of(plain), learners_of(padded));
  assert_memory_equal(map, same, (size_t)(ROWS * learners_of(plain)) * sizeof *map);
  assert_true(quantity_of(plain, "alignment") == quantity_of(padded, "alignment"));
  free(map);
  free(same);
  table_free(t);
  coppice_model_free(plain);
  coppice_model_free(padded);
}

static void expect_refused(const char* method, coppice_dataset* data, const char* options,
                           coppice_status status, const char* fragments) {
  coppice_model* model = NULL;
  coppice_solver* solver = solver_of_method(method, options);
  check_error(coppice_solver_fit(solver, data, &model), status, fragments);
  assert_null(model);
  coppice_solver_free(solver);
}

static void what_cannot_be_learned_is_refused(void** state) {
  (void)state;
  double x[ROWS * FEATURES], targets[ROWS * 2];
  static const char* const methods[] = {"kernel-boost", "kernel-alignment"};
  for (int k = 0; k < 2; ++k) {
    draw(x, targets, 2, 3);
    for (int i = 0; i < ROWS; ++i) targets[2 * i + 1] = -1;
    coppice_dataset* data = dataset_of(x, targets, 2);
    expect_refused(methods[k], data, "", COPPICE_INVALID_DATA,
                   "target 1 is not 1 in every row|rows that have the label");
    coppice_dataset_free(data);

    targets[9] = 0.5;
    data = dataset_of(x, targets, 2);
    expect_refused(methods[k], data, "", COPPICE_INVALID_DATA,
                   "target 1 of row 4 is 0.5|-1 and 1|0 and 1");
    coppice_dataset_free(data);

    targets[9] = 0;
    data = dataset_of(x, targets, 2);
    expect_refused(methods[k], data, "", COPPICE_INVALID_DATA, "target 1 of row 4 is 0|-1 and 1");
    coppice_dataset_free(data);

    draw(x, targets, 2, 3); /* a view without variance */
    for (int i = 0; i < ROWS; ++i) x[i * FEATURES + 4] = 3, x[i * FEATURES + 5] = 0.1;
    data = dataset_of(x, targets, 2);
    expect_refused(methods[k], data, "", COPPICE_INVALID_DATA,
                   "pool \"linear@3\" tells no rows apart|same value|varies");
    coppice_dataset_free(data);

    draw(x, targets, 2, 3); /* differences that floats do not have */
    for (int i = 0; i < ROWS; ++i) x[i * FEATURES + 4] *= 1e100, x[i * FEATURES + 5] *= 1e100;
    data = dataset_of(x, targets, 2);
    expect_refused(methods[k], data, "", COPPICE_INVALID_DATA,
                   "pool \"linear@3\" looks at differs by|e+|scaled|1e-37 to 1e+37");
    coppice_dataset_free(data);
    for (int i = 0; i < ROWS; ++i) x[i * FEATURES + 4] *= 1e-300, x[i * FEATURES + 5] *= 1e-300;
    data = dataset_of(x, targets, 2);
    expect_refused(methods[k], data, "", COPPICE_INVALID_DATA,
                   k == 0 ? "pool \"linear@3\" looks at differs by|e-200|scaled"
                          : "pool \"linear@3\" tells no rows apart");
    coppice_dataset_free(data);

    draw(x, targets, 2, 3); /* a missing value */
    x[7 * FEATURES + 2] = NAN;
    data = dataset_of(x, targets, 2);
    expect_refused(methods[k], data, "", COPPICE_INVALID_DATA,
                   "row 7, feature 2|nan|pool linear cannot take missing values");
    coppice_dataset_free(data);

    draw(x, targets, 2, 3); /* a validation set of other labels */
    data = dataset_of(x, targets, 2);
    coppice_dataset* other = dataset_of(x, targets, 1);
    coppice_solver* solver = solver_of_method(methods[k], "");
    coppice_model* model = NULL;
    check_ok(coppice_solver_set_validation(solver, other));
    check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_STATE, "validation|2");
    coppice_solver_free(solver);
    coppice_dataset_free(other);
    solver = solver_of_method(methods[k], ""); /* which alone was at fault */
    check_ok(coppice_solver_fit(solver, data, &model));
    coppice_model_free(model);
    coppice_solver_free(solver);
    coppice_dataset_free(data);
  }
}

/* A view one of whose features is constant is a view all the same. */
static void a_constant_feature_among_others_counts_nothing(void** state) {
  (void)state;
  double x[ROWS * FEATURES], targets[ROWS * 2];
  draw(x, targets, 2, 4);
  for (int i = 0; i < ROWS; ++i) x[i * FEATURES + 1] = 0.3;
  coppice_model* model = learn_labels("kernel-boost", x, targets, 2, "learners=5");
  table* t = table_of(x, targets, ROWS, FEATURES);
  double* before = predictions_of(model, COPPICE_MAP, t);
  for (int i = 0; i < ROWS; ++i) t->x[i * FEATURES + 1] = 1e6;
  double* after = predictions_of(model, COPPICE_MAP, t);
  assert_memory_equal(before, after, (size_t)(ROWS * learners_of(model)) * sizeof *before);
  free(before);
  free(after);
  table_free(t);
  coppice_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(labels_are_predicted_one_by_one),
      cmocka_unit_test(labels_that_follow_from_others_are_left_out),
      cmocka_unit_test(what_cannot_be_learned_is_refused),
      cmocka_unit_test(a_constant_feature_among_others_counts_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
