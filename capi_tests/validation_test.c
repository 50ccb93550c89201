/* The validation set: what is watched is what prediction gives, and the model is the best round. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_bytes.h"
#include "synthetic.h"

enum { FEATURES = 6, LEARNERS = 60 };

static coppice_dataset* train;
static coppice_dataset* held_out;

static int make_data(void** state) {
  (void)state;
  train = noisy_examples(150, FEATURES, 1);
  held_out = noisy_examples(220, FEATURES, 2);
  return 0;
}

static int free_data(void** state) {
  (void)state;
  coppice_dataset_free(train);
  coppice_dataset_free(held_out);
  return 0;
}

/* A solver that overfits: an error that rises again. */
static coppice_solver* watching(coppice_dataset* validation) {
  coppice_solver* solver = solver_of(LEARNERS);
  check_ok(coppice_solver_set_double(solver, "C", 5));
  check_ok(coppice_solver_set_string(solver, "keep_stages", "yes"));
  check_ok(coppice_solver_set_validation(solver, validation));
  return solver;
}

static coppice_model* fitted(coppice_solver* solver, coppice_dataset* data) {
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  return model;
}

/* The error on `data` after every stage of a model that kept its stages, by its predictions. */
static double* staged_errors(const coppice_model* model, const coppice_dataset* data) {
  const int64_t rows = rows_of(data);
  const int64_t stages = count_of(model, "stages");
  double* values = malloc((size_t)(rows * stages) * sizeof *values);
  double* errors = calloc((size_t)stages, sizeof *errors);
  int64_t* labels = malloc((size_t)rows * sizeof *labels);
  assert_non_null(values);
  assert_non_null(errors);
  assert_non_null(labels);
  check_ok(coppice_dataset_copy_labels(data, labels, rows));
  check_ok(coppice_model_predict_dataset(model, COPPICE_STAGED, data, 1, values, rows * stages));
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t s = 0; s < stages; ++s)
      errors[s] += (values[i * stages + s] >= 0) != (labels[i] == 1);
  for (int64_t s = 0; s < stages; ++s) errors[s] /= (double)rows;
  free(labels);
  free(values);
  return errors;
}

static int64_t first_smallest(const double* values, int64_t size) {
  int64_t best = 0;
  for (int64_t k = 1; k < size; ++k)
    if (values[k] < values[best]) best = k;
  return best;
}

/* Fitted without a validation set, every stage is there to be predicted with. */
static void the_curve_is_the_error_of_the_stages(void** state) {
  (void)state;
  coppice_solver* plain = watching(NULL);
  coppice_solver* solver = watching(held_out);
  coppice_model* whole = fitted(plain, train);
  coppice_model* best = fitted(solver, train);
  int64_t size = 0;
  double* errors = staged_errors(whole, held_out);
  double* curve = array_of(best, "curve.validation_error", &size);
  double* unwatched = array_of(whole, "curve.validation_error", NULL);
  assert_int_equal(size, LEARNERS);
  for (int64_t k = 0; k < LEARNERS; ++k) {
    assert_true(curve[k] == errors[k]);
    assert_true(isnan(unwatched[k]));
  }
  free(errors);
  free(curve);
  free(unwatched);
  coppice_model_free(whole);
  coppice_model_free(best);
  coppice_solver_free(plain);
  coppice_solver_free(solver);
}

/* A test set is watched in the same way, and chooses nothing. */
static void a_test_set_is_watched_without_choosing(void** state) {
  (void)state;
  coppice_dataset* others = noisy_examples(180, FEATURES, 3);
  coppice_solver* plain = watching(NULL);
  coppice_solver* solver = watching(NULL);
  check_ok(coppice_solver_set_test(solver, others));
  coppice_model* whole = fitted(plain, train);
  coppice_model* watched = fitted(solver, train);
  double* errors = staged_errors(whole, others);
  double* curve = array_of(watched, "curve.test_error", NULL);
  double* unwatched = array_of(whole, "curve.test_error", NULL);
  assert_int_equal(count_of(watched, "learners"), LEARNERS);
  for (int64_t k = 0; k < LEARNERS; ++k) {
    assert_true(curve[k] == errors[k]);
    assert_true(isnan(unwatched[k]));
  }
  free(curve);
  coppice_model_free(watched);

  check_ok(coppice_solver_set_validation(solver, held_out));
  check_ok(coppice_solver_set_validation(plain, held_out));
  coppice_model* chosen = fitted(plain, train);
  watched = fitted(solver, train);
  assert_true(count_of(chosen, "learners") < LEARNERS);
  assert_int_equal(count_of(watched, "learners"), count_of(chosen, "learners"));
  curve = array_of(watched, "curve.test_error", NULL);
  for (int64_t k = 0; k < LEARNERS; ++k) assert_true(curve[k] == errors[k]);
  free(errors);
  free(curve);
  free(unwatched);
  coppice_model_free(whole);
  coppice_model_free(chosen);
  coppice_model_free(watched);
  coppice_solver_free(plain);
  coppice_solver_free(solver);
  coppice_dataset_free(others);
}

static void a_bad_test_set_is_refused_by_name(void** state) {
  (void)state;
  const double x[14] = {0};
  coppice_dataset* wide = NULL;
  coppice_model* none = NULL;
  coppice_solver* solver = watching(NULL);
  check_ok(coppice_dataset_create_dense(x, 14, 2, 7, 7, 1, &wide));
  check_ok(coppice_solver_set_test(solver, wide));
  check_error(coppice_solver_fit(solver, train, &none), COPPICE_INVALID_STATE,
              "test set has no labels");
  check_ok(coppice_dataset_set_labels(wide, x, 2));
  check_error(coppice_solver_fit(solver, train, &none), COPPICE_INVALID_DATA,
              "test set has 7 features|trained on 6");
  assert_null(none);
  check_ok(coppice_solver_set_test(solver, NULL));
  coppice_model_free(fitted(solver, train));
  coppice_solver_free(solver);
  coppice_dataset_free(wide);
}

static void the_model_is_the_best_round(void** state) {
  (void)state;
  coppice_solver* solver = watching(held_out);
  coppice_model* best = fitted(solver, train);
  int64_t size = 0;
  double* curve = array_of(best, "curve.validation_error", &size);
  const int64_t kept = first_smallest(curve, size) + 1;
  assert_in_range(kept, 2, LEARNERS - 1); /* or this test shows nothing */
  assert_int_equal(count_of(best, "iterations"), LEARNERS);
  assert_int_equal(count_of(best, "best_iteration"), kept);
  assert_int_equal(count_of(best, "learners"), kept);
  assert_int_equal(count_of(best, "stages"), kept);
  check_text(best, "stop_reason", "learners");
  double error = NAN;
  check_ok(coppice_model_error_rate(best, held_out, 1, &error));
  assert_true(error == curve[kept - 1]);
  check_ok(coppice_model_error_rate(best, train, 1, &error));
  assert_true(error == quantity_of(best, "train_error"));

  /* It is the model of a fit that ended there. */
  coppice_solver* plain = watching(NULL);
  check_ok(coppice_solver_set_int(plain, "learners", kept));
  coppice_model* ended = fitted(plain, train);
  assert_int_equal(count_of(ended, "best_iteration"), kept);
  const char* const doubles[] = {"objective", "dual_objective", "gap", "train_error"};
  for (int k = 0; k < 4; ++k)
    assert_true(quantity_of(best, doubles[k]) == quantity_of(ended, doubles[k]));
  const char* const arrays[] = {"weights", "bias", "feature_weights"};
  for (int k = 0; k < 3; ++k) {
    int64_t size_a = 0, size_b = 0;
    double* a = array_of(best, arrays[k], &size_a);
    double* b = array_of(ended, arrays[k], &size_b);
    assert_int_equal(size_a, size_b);
    assert_memory_equal(a, b, (size_t)size_a * sizeof *a);
    free(a);
    free(b);
  }
  free(curve);
  coppice_model_free(best);
  coppice_model_free(ended);
  coppice_solver_free(solver);
  coppice_solver_free(plain);
}

static void patience_ends_the_fit(void** state) {
  (void)state;
  coppice_solver* solver = watching(held_out);
  coppice_model* whole = fitted(solver, train);
  double* curve = array_of(whole, "curve.validation_error", NULL);
  const int64_t patiences[] = {1, 3, 10, LEARNERS};
  for (int k = 0; k < 4; ++k) {
    /* By definition: the first iteration that is so far behind the best before it. */
    int64_t end = 1;
    while (end < LEARNERS && end - (first_smallest(curve, end) + 1) < patiences[k]) ++end;
    coppice_solver* patient = watching(held_out);
    check_ok(coppice_solver_set_int(patient, "validation_patience", patiences[k]));
    coppice_model* model = fitted(patient, train);
    assert_int_equal(count_of(model, "iterations"), end);
    assert_int_equal(count_of(model, "learners"), first_smallest(curve, end) + 1);
    check_text(model, "stop_reason", end < LEARNERS ? "patience" : "learners");
    coppice_model_free(model);
    coppice_solver_free(patient);
  }
  /* Without a validation set there is nothing to wait for. */
  coppice_solver* blind = watching(NULL);
  check_ok(coppice_solver_set_int(blind, "validation_patience", 1));
  coppice_model* model = fitted(blind, train);
  assert_int_equal(count_of(model, "learners"), LEARNERS);
  coppice_model_free(model);
  coppice_solver_free(blind);
  free(curve);
  coppice_model_free(whole);
  coppice_solver_free(solver);
}

static coppice_action note_validation(void* user, const coppice_progress_info* info) {
  ((double*)user)[told_int(info, "iteration")] = told_double(info, "validation_error");
  return COPPICE_CONTINUE;
}

static void the_callback_is_told(void** state) {
  (void)state;
  double told[LEARNERS + 1];
  coppice_solver* solver = watching(held_out);
  check_ok(coppice_solver_set_progress(solver, note_validation, told));
  coppice_model* model = fitted(solver, train);
  double* curve = array_of(model, "curve.validation_error", NULL);
  assert_memory_equal(told + 1, curve, LEARNERS * sizeof *curve);
  free(curve);
  coppice_model_free(model);
  coppice_solver_free(solver);
}

/* Read from text the widths are open; labels are compared as text, and unknown ones are wrong. */
static void labels_and_widths_are_those_of_prediction(void** state) {
  (void)state;
  const char narrow[] = "1 1:0.9\n-1 2:0.1 3:0.2\n7 1:0.3\n1 3:0.4\n-1 1:0.1 2:0.8\n2 2:0.7\n";
  coppice_dataset* few = NULL;
  check_ok(coppice_dataset_parse_svmlight(narrow, sizeof narrow - 1, 0, &few));
  coppice_solver* solver = watching(few);
  coppice_model* model = fitted(solver, train);
  double* curve = array_of(model, "curve.validation_error", NULL);
  double error = NAN;
  check_ok(coppice_model_error_rate(model, few, 1, &error));
  assert_true(error == curve[count_of(model, "best_iteration") - 1]);
  assert_true(error >= 2.0 / 6);
  coppice_model_free(model);
  free(curve);

  coppice_model* none = NULL;
  const double x[14] = {0};
  coppice_dataset* other = NULL;
  check_ok(coppice_dataset_create_dense(x, 14, 2, 7, 7, 1, &other));
  check_ok(coppice_solver_set_validation(solver, other));
  check_error(coppice_solver_fit(solver, train, &none), COPPICE_INVALID_STATE,
              "validation set has no labels");
  check_ok(coppice_dataset_set_labels(other, x, 2));
  check_error(coppice_solver_fit(solver, train, &none), COPPICE_INVALID_DATA,
              "validation set has 7 features|trained on 6");
  coppice_dataset_free(other);
  check_ok(coppice_dataset_create_dense(x, 10, 2, 5, 5, 1, &other));
  check_ok(coppice_dataset_set_labels(other, x, 2));
  check_ok(coppice_solver_set_validation(solver, other));
  check_error(coppice_solver_fit(solver, train, &none), COPPICE_INVALID_DATA,
              "validation set has 5 features|trained on 6");
  assert_null(none);
  /* What was refused may still be mended; what was used may not. */
  check_ok(coppice_dataset_set_labels(other, x, 2));
  check_error(coppice_dataset_set_labels(few, x, 6), COPPICE_INVALID_STATE, "labels cannot be set");
  coppice_dataset_free(other);
  coppice_dataset_free(few);
  coppice_solver_free(solver);
}

static void the_solver_keeps_it_alive_until_it_is_taken_away(void** state) {
  (void)state;
  coppice_dataset* own = noisy_examples(220, FEATURES, 2);
  coppice_solver* solver = watching(own);
  coppice_dataset_free(own);
  coppice_model* model = fitted(solver, train);
  assert_true(learners_of(model) < LEARNERS);
  coppice_model_free(model);
  check_ok(coppice_solver_set_validation(solver, NULL));
  model = fitted(solver, train);
  assert_int_equal(learners_of(model), LEARNERS);
  coppice_model_free(model);
  coppice_solver_free(solver);
}

/* Learners that look at one feature of a sparse set, at one of a dense set, and the same sets. */
static void sparse_and_dense_sets_are_watched_alike(void** state) {
  (void)state;
  const int64_t rows = rows_of(held_out);
  char* text = malloc((size_t)rows * 256);
  assert_non_null(text);
  int64_t* labels = malloc((size_t)rows * sizeof *labels);
  assert_non_null(labels);
  check_ok(coppice_dataset_copy_labels(held_out, labels, rows));
  size_t size = 0;
  for (int64_t i = 0; i < rows; ++i) {
    double row[FEATURES];
    check_ok(coppice_dataset_copy_row(held_out, i, row, FEATURES));
    size += (size_t)sprintf(text + size, "%d", labels[i] == 1 ? 1 : -1);
    for (int d = 0; d < FEATURES; ++d)
      size += (size_t)sprintf(text + size, " %d:%.17g", d + 1, row[d]);
    text[size++] = '\n';
  }
  coppice_dataset* sparse = NULL;
  check_ok(coppice_dataset_parse_svmlight(text, (int64_t)size, 0, &sparse));
  coppice_solver* dense_solver = watching(held_out);
  coppice_solver* sparse_solver = watching(sparse);
  coppice_model* a = fitted(dense_solver, train);
  coppice_model* b = fitted(sparse_solver, train);
  double* curve_a = array_of(a, "curve.validation_error", NULL);
  double* curve_b = array_of(b, "curve.validation_error", NULL);
  assert_memory_equal(curve_a, curve_b, LEARNERS * sizeof *curve_a);
  free(curve_a);
  free(curve_b);
  free(labels);
  free(text);
  coppice_model_free(a);
  coppice_model_free(b);
  coppice_solver_free(dense_solver);
  coppice_solver_free(sparse_solver);
  coppice_dataset_free(sparse);
}

/* Learners that look at all features, and members of a union, are watched as they predict. */
static void learners_of_every_pool_are_watched(void** state) {
  (void)state;
  coppice_pool* pool = NULL;
  check_ok(coppice_pool_create("fourier:candidates=40;stump;perceptron:candidates=40", &pool));
  coppice_solver* solver = watching(held_out);
  check_ok(coppice_solver_set_pool(solver, pool));
  coppice_model* model = fitted(solver, train);
  double* curve = array_of(model, "curve.validation_error", NULL);
  double* errors = staged_errors(model, held_out);
  for (int64_t k = 0; k < learners_of(model); ++k) assert_true(curve[k] == errors[k]);
  free(curve);
  free(errors);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_pool_free(pool);
}

static void a_truncated_model_survives_a_file(void** state) {
  (void)state;
  coppice_solver* solver = watching(held_out);
  coppice_model* model = fitted(solver, train);
  const char* const formats[] = {"json", "cbor"};
  for (int k = 0; k < 2; ++k) {
    coppice_model* again = reloaded(model, formats[k]);
    assert_int_equal(count_of(again, "best_iteration"), count_of(model, "best_iteration"));
    assert_int_equal(count_of(again, "iterations"), LEARNERS);
    assert_int_equal(count_of(again, "stages"), learners_of(model));
    coppice_model_free(again);
  }
  coppice_model_free(model);
  coppice_solver_free(solver);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_curve_is_the_error_of_the_stages),
      cmocka_unit_test(a_test_set_is_watched_without_choosing),
      cmocka_unit_test(a_bad_test_set_is_refused_by_name),
      cmocka_unit_test(the_model_is_the_best_round),
      cmocka_unit_test(patience_ends_the_fit),
      cmocka_unit_test(the_callback_is_told),
      cmocka_unit_test(labels_and_widths_are_those_of_prediction),
      cmocka_unit_test(the_solver_keeps_it_alive_until_it_is_taken_away),
      cmocka_unit_test(sparse_and_dense_sets_are_watched_alike),
      cmocka_unit_test(learners_of_every_pool_are_watched),
      cmocka_unit_test(a_truncated_model_survives_a_file),
  };
  return cmocka_run_group_tests(tests, make_data, free_data);
}
