/* What ERM makes of classes, maps, views, sparse and wide data, weights and threads; how it may be
 * stopped; and what it refuses, in words that say what was expected. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "erm_fits.h"
#include "samples.h"

static void check_near_array(const coppice_model* a, const coppice_model* b, const char* name,
                             double tolerance) {
  int64_t size = 0, other_size = 0;
  double* one = array_of(a, name, &size);
  double* other = array_of(b, name, &other_size);
  assert_int_equal(size, other_size);
  assert_true(size > 0);
  for (int64_t k = 0; k < size; ++k) check_close(one[k], other[k], tolerance);
  free(one);
  free(other);
}

/* Every class against the rest: the scores are the decision values of as many fits of two. */
static void classes_one_against_the_rest(void** state) {
  (void)state;
  static const char* const options[] = {"tolerance=1e-9", "start=random seed=3 tolerance=1e-5",
                                        "schedule=paper"};
  sample of = sample_load("iris.svm", 1);
  scale_features(of.t);
  for (int k = 0; k < 3; ++k) {
    coppice_model* all = learn(&of, "erm", options[k]);
    assert_int_equal(count_of(all, "scores"), 3);
    check_text(all, "kind", "linear");
    double* f = decisions_of(all, of.t);
    double objective = 0, loss = 0;
    for (int64_t c = 0; c < 3; ++c) {
      if (k == 1 && c > 0) break; /* each class has a random start of its own */
      for (int64_t i = 0; i < of.t->rows; ++i) of.t->labels[i] = of.classes[i] == c ? 1 : -1;
      coppice_model* two = fit_erm(of.t, options[k]);
      double* own = decisions_of(two, of.t);
      for (int64_t i = 0; i < of.t->rows; ++i) check_close(f[i * 3 + c], own[i], 1e-12);
      objective += quantity_of(two, "objective");
      loss += quantity_of(two, "ensemble_loss");
      free(own);
      coppice_model_free(two);
    }
    if (k != 1) check_close(quantity_of(all, "objective"), objective, 1e-12);
    if (k != 1) check_close(quantity_of(all, "ensemble_loss"), loss, 1e-12);
    assert_true(quantity_of(all, "train_error") < 0.3);
    free(f);
    coppice_model_free(all);
  }
  sample_free(of);
}

static coppice_model* fit_pool(const table* t, const char* pool_text, const char* options) {
  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = solver_of_method("erm", options);
  coppice_pool* pool = NULL;
  coppice_model* model = NULL;
  const int64_t low[] = {2, 3, 4, 5};
  check_ok(coppice_dataset_add_view(data, "low", low, 4));
  check_ok(coppice_pool_create(pool_text, &pool));
  check_ok(coppice_solver_set_pool(solver, pool));
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_pool_free(pool);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  return model;
}

static table* some_rows(int64_t step, int64_t features) {
  table* whole = table_load("sonar.svm", "-1", "1");
  table* t = table_thinned(whole, step, features);
  table_free(whole);
  scale_features(t);
  return t;
}

/* Rows mapped by weak learners that are drawn: the model is an ensemble of these, and the SVM on
 * their outputs, which a linear fit to the outputs finds too. */
static void maps_by_pools(void** state) {
  (void)state;
  static const char* const pools[] = {"fourier(gamma=0.02)", "perceptron", "stump"};
  table* t = some_rows(2, 20);
  for (int k = 0; k < 3; ++k) {
    coppice_model* mapped = fit_pool(t, pools[k], "learners=15 lambda=20 seed=4 tolerance=1e-9");
    check_text(mapped, "kind", "ensemble");
    assert_int_equal(learners_of(mapped), 15);
    double* outputs = predictions_of(mapped, COPPICE_LEARNERS, t);
    table* of_outputs = table_of(outputs, t->labels, t->rows, 15);
    coppice_model* linear = fit_erm(of_outputs, "lambda=20 tolerance=1e-9");
    check_close(quantity_of(mapped, "objective"), quantity_of(linear, "objective"), 1e-8);
    check_close(quantity_of(mapped, "exclusivity"), quantity_of(linear, "exclusivity"), 1e-6);
    assert_true(quantity_of(mapped, "train_error") < 0.35);
    free(outputs);
    table_free(of_outputs);
    coppice_model_free(linear);
    coppice_model_free(mapped);
  }
  table_free(t);
}

/* The features of a view alone: the others have no weight. */
static void views(void** state) {
  (void)state;
  table* t = some_rows(2, 9);
  table* low = table_create(t->rows, 4);
  for (int64_t i = 0; i < t->rows; ++i) {
    low->labels[i] = t->labels[i];
    memcpy(&low->x[i * 4], &t->x[i * 9 + 2], 4 * sizeof *t->x);
  }
  coppice_model* viewed = fit_pool(t, "linear@low", "tolerance=1e-9");
  coppice_model* alone = fit_erm(low, "tolerance=1e-9");
  double* w = array_of(viewed, "weights", NULL);
  double* own = array_of(alone, "weights", NULL);
  assert_int_equal(count_of(viewed, "nonzero_features"), 4);
  for (int64_t d = 0; d < 9; ++d) assert_true(w[d] == (d >= 2 && d < 6 ? own[d - 2] : 0));
  free(w);
  free(own);
  coppice_model_free(viewed);
  coppice_model_free(alone);
  table_free(low);
  table_free(t);
}

static coppice_dataset* sparse_dataset(const table* t) {
  int64_t* starts = allocate(t->rows + 1, sizeof *starts);
  int32_t* features = allocate(t->rows * t->features, sizeof *features);
  double* values = allocate(t->rows * t->features, sizeof *values);
  for (int64_t i = 0; i < t->rows; ++i) {
    starts[i + 1] = starts[i];
    for (int64_t d = 0; d < t->features; ++d) {
      if (t->x[i * t->features + d] == 0) continue;
      features[starts[i + 1]] = (int32_t)d;
      values[starts[i + 1]++] = t->x[i * t->features + d];
    }
  }
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_csr(starts, t->rows + 1, features, values, starts[t->rows],
                                      t->features, &data));
  check_ok(coppice_dataset_set_labels(data, t->labels, t->rows));
  free(starts);
  free(features);
  free(values);
  return data;
}

/* Sparse rows and dense ones, with more rows than features and with fewer, by Newton's method and
 * by multipliers. */
static void sparse_and_wide(void** state) {
  (void)state;
  for (int wide = 0; wide < 2; ++wide) {
    table* t = some_rows(wide ? 8 : 1, wide ? 60 : 8);
    for (int64_t k = 0; k < t->rows * t->features; ++k)
      if (fabs(t->x[k]) < 0.4) t->x[k] = 0;
    coppice_dataset* data = sparse_dataset(t);
    static const char* const options[] = {"tolerance=1e-10", "p=2 tolerance=1e-10",
                                          "p=1.5 tolerance=1e-7",
                                          "start=random components=3 seed=2 tolerance=1e-6",
                                          "schedule=paper start=random components=3"};
    for (int k = 0; k < 5; ++k) {
      coppice_model* dense = fit_erm(t, options[k]);
      coppice_model* sparse = fit_erm_dataset(data, options[k]);
      check_close(quantity_of(dense, "objective"), quantity_of(sparse, "objective"),
                  k < 2 ? 1e-9 : 2e-6);
      if (k == 4) check_near_array(dense, sparse, "component_weights", 1e-9);
      coppice_model* optimum = k == 3 ? fit_erm(t, "components=3 tolerance=1e-9") : NULL;
      if (k == 3)
        check_close(quantity_of(dense, "objective"), quantity_of(optimum, "objective"), 2e-6);
      coppice_model_free(optimum);
      coppice_model_free(dense);
      coppice_model_free(sparse);
    }
    coppice_dataset_free(data);
    table_free(t);
  }
}

/* A weight of k is k copies; threads change no bit; a file keeps everything. */
static void weights_threads_and_files(void** state) {
  (void)state;
  static const char* const options[] = {"tolerance=1e-11",
                                        "start=random seed=5 components=4 tolerance=1e-5"};
  table* t = some_rows(1, 20);
  table* copies = table_weigh_as_copies(t);
  for (int k = 0; k < 2; ++k) {
    char threaded[128];
    snprintf(threaded, sizeof threaded, "%s threads=3", options[k]);
    coppice_model* weighed = fit_erm(t, options[k]);
    coppice_model* copied = fit_erm(copies, options[k]);
    coppice_model* by_three = fit_erm(t, threaded);
    check_close(quantity_of(weighed, "objective"), quantity_of(copied, "objective"),
                k == 0 ? 1e-10 : 2e-5);
    check_same_array(weighed, by_three, "weights");
    check_same_array(weighed, by_three, "bias");
    check_same_array(weighed, by_three, "component_weights");
    check_same_array(weighed, by_three, "curve.objective");
    for (int format = 0; format < 2; ++format) {
      int64_t size = 0;
      coppice_model* loaded = NULL;
      const char* name = format == 0 ? "json" : "cbor";
      coppice_model_save_buffer(weighed, name, NULL, 0, &size);
      char* bytes = allocate(size, 1);
      check_ok(coppice_model_save_buffer(weighed, name, bytes, size, &size));
      check_ok(coppice_model_load_buffer(bytes, size, &loaded));
      check_text(loaded, "kind", "linear");
      static const char* const lists[] = {"weights",
                                          "bias",
                                          "component_weights",
                                          "component_bias",
                                          "pairwise_exclusivity",
                                          "component_losses",
                                          "feature_importance"};
      for (size_t l = 0; l < sizeof lists / sizeof *lists; ++l)
        check_same_array(weighed, loaded, lists[l]);
      assert_true(quantity_of(loaded, "exclusivity") == quantity_of(weighed, "exclusivity"));
      check_close(quantity_of(loaded, "gap"), quantity_of(weighed, "gap"), 0);
      free(bytes);
      coppice_model_free(loaded);
    }
    coppice_model_free(weighed);
    coppice_model_free(copied);
    coppice_model_free(by_three);
  }
  table_free(t);
  table_free(copies);
}

/* The model is additive: contributions and shapes are w_d x_d, importances |w_d| times the spread.
 */
static void contributions_of_features(void** state) {
  (void)state;
  table* t = some_rows(2, 6);
  table_draw_weights(t, 2);
  coppice_model* model = fit_erm(t, "");
  double* w = array_of(model, "weights", NULL);
  double* b = array_of(model, "bias", NULL);
  double* importance = array_of(model, "feature_importance", NULL);
  double* parts = predictions_of(model, COPPICE_CONTRIBUTIONS, t);
  double* f = decisions_of(model, t);
  for (int64_t i = 0; i < t->rows; ++i) {
    double sum = b[0];
    for (int64_t d = 0; d < 6; ++d) {
      assert_true(parts[i * 6 + d] == w[d] * t->x[i * 6 + d]);
      sum += parts[i * 6 + d];
    }
    check_close(sum, f[i], 1e-13);
  }
  for (int64_t d = 0; d < 6; ++d) {
    double all = 0, mean = 0, square = 0, points[16];
    int64_t needed = 0;
    for (int64_t i = 0; i < t->rows; ++i) all += t->weights[i];
    for (int64_t i = 0; i < t->rows; ++i) mean += t->weights[i] * t->x[i * 6 + d] / all;
    for (int64_t i = 0; i < t->rows; ++i)
      square += t->weights[i] * pow(t->x[i * 6 + d] - mean, 2) / all;
    check_close(importance[d], fabs(w[d]) * sqrt(square), 1e-12);
    check_ok(coppice_model_shape_function(model, d, points, 16, &needed));
    assert_int_equal(needed, 6);
    assert_true(points[1] == points[0] * w[d] && points[3] == points[2] * w[d]);
    assert_true(points[0] < points[2] && isnan(points[4]) && isnan(points[5]));
  }
  free(w);
  free(b);
  free(importance);
  free(parts);
  free(f);
  coppice_model_free(model);
  table_free(t);
}

struct ending {
  int64_t at;
  coppice_action answer;
};

static coppice_action end_at(void* user, const coppice_progress_info* info) {
  const struct ending* ending = user;
  return told_int(info, "iteration") >= ending->at ? ending->answer : COPPICE_CONTINUE;
}

static void stops(void** state) {
  (void)state;
  static const char* const options[] = {"start=random tolerance=1e-9", "schedule=paper",
                                        "tolerance=1e-9"};
  table* t = some_rows(1, 60);
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 3; ++k) {
    for (int64_t at = 0; at <= 20; at += 20) {
      if (k == 2 && at > 0) continue; /* Newton's method has one iteration */
      struct ending ending = {at, COPPICE_STOP};
      coppice_solver* solver = solver_of_method("erm", options[k]);
      coppice_model* model = NULL;
      check_ok(coppice_solver_set_progress(solver, end_at, &ending));
      check_ok(coppice_solver_fit(solver, data, &model));
      if (at > 0) {
        check_text(model, "stop_reason", "stopped");
        assert_int_equal(count_of(model, "iterations"), 20);
        assert_true(quantity_of(model, "objective") > 0);
        assert_true(count_of(model, "nonzero_features") > 0);
      }
      coppice_model_free(model);
      model = NULL;
      ending.answer = COPPICE_CANCEL;
      check_error(coppice_solver_fit(solver, data, &model), COPPICE_CANCELLED, "cancelled");
      assert_null(model);
      coppice_solver_free(solver);
    }
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* As many iterations as are allowed, with a warning that tells the gap. */
static void too_few_iterations(void** state) {
  (void)state;
  table* t = some_rows(2, 30);
  coppice_model* model = fit_erm(t, "start=random iterations=10 tolerance=1e-9");
  char* warnings = text_of(model, "warnings");
  check_text(model, "stop_reason", "iterations");
  assert_int_equal(count_of(model, "iterations"), 10);
  assert_true(quantity_of(model, "gap") > 1e-9);
  assert_non_null(strstr(warnings, "relative gap"));
  free(warnings);
  coppice_model_free(model);
  table_free(t);
}

/* Before the first iteration of components that are to differ, the optimum is known with equal
 * ones: that of a fit whose components are equal. */
static void no_iterations(void** state) {
  (void)state;
  table* t = some_rows(3, 60);
  coppice_model* equal = fit_erm(t, "tolerance=1e-6");
  coppice_model* model = fit_erm(t, "start=random tolerance=1e-6 iterations=0");
  check_text(model, "stop_reason", "iterations");
  assert_true(quantity_of(model, "gap") <= 1e-6);
  check_text(model, "warnings", "");
  const double objective = quantity_of(equal, "objective");
  assert_true(fabs(quantity_of(model, "objective") - objective) <= 1e-6 * objective);
  double* expected = decisions_of(equal, t);
  double* found = decisions_of(model, t);
  for (int64_t i = 0; i < t->rows; ++i) assert_true(fabs(found[i] - expected[i]) <= 1e-2);
  free(expected);
  free(found);
  coppice_model_free(equal);
  coppice_model_free(model);
  table_free(t);
}

static void refuses(coppice_dataset* data, const char* options, coppice_status status,
                    const char* fragments) {
  coppice_solver* solver = solver_of_method("erm", options);
  coppice_model* none = NULL;
  check_error(coppice_solver_fit(solver, data, &none), status, fragments);
  assert_null(none);
  coppice_solver_free(solver);
}

static void refused(void** state) {
  (void)state;
  static const struct {
    const char *name, *value, *fragments;
  } options[] = {
      {"lambda", "0", "lambda|0|1e-50 <= lambda"},
      {"lambda", "-1", "lambda|-1|1e-50 <= lambda"},
      {"lambda", "nan", "lambda|nan"},
      {"p", "0.9", "p|0.9|1 <= p"},
      {"components", "0", "components|0|1 <= comp"},
      {"beta", "-1", "beta|-1|0 <= beta"},
      {"schedule", "fast", "schedule|fast|exact"},
      {"start", "zeros", "start|zeros|ones"},
  };
  coppice_solver* solver = solver_of_method("erm", "");
  for (size_t k = 0; k < sizeof options / sizeof *options; ++k)
    check_error(coppice_solver_set_string(solver, options[k].name, options[k].value),
                COPPICE_INVALID_OPTION, options[k].fragments);
  coppice_solver_free(solver);

  table* t = some_rows(4, 5);
  t->x[3 * 5 + 2] = NAN;
  coppice_dataset* data = table_dataset(t);
  refuses(data, "", COPPICE_INVALID_DATA, "row 3|feature 2|pool linear cannot take missing");
  coppice_dataset_free(data);
  t->x[3 * 5 + 2] = 0;
  for (int64_t i = 0; i < t->rows; ++i) t->labels[i] = 1;
  data = table_dataset(t);
  refuses(data, "", COPPICE_INVALID_DATA, "every label of the dataset is \"1\"");
  coppice_dataset_free(data);
  table_free(t);
}

/* A matrix of the smaller of rows and features squared would not fit into memory. */
static void too_many_rows_and_features(void** state) {
  (void)state;
  enum { MANY = 20001 };
  int64_t* starts = allocate(MANY + 1, sizeof *starts);
  int32_t* features = allocate(MANY, sizeof *features);
  double* ones = allocate(MANY, sizeof *ones);
  for (int64_t i = 0; i < MANY; ++i) {
    starts[i + 1] = i + 1;
    features[i] = (int32_t)i;
    ones[i] = i % 2 == 0 ? 1 : -1;
  }
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_csr(starts, MANY + 1, features, ones, MANY, MANY, &data));
  check_ok(coppice_dataset_set_labels(data, ones, MANY));
  refuses(data, "", COPPICE_INVALID_DATA, "20001 rows and 20001 features|at most 20000");
  coppice_dataset_free(data);
  free(starts);
  free(features);
  free(ones);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(classes_one_against_the_rest),
                                     cmocka_unit_test(maps_by_pools),
                                     cmocka_unit_test(views),
                                     cmocka_unit_test(sparse_and_wide),
                                     cmocka_unit_test(weights_threads_and_files),
                                     cmocka_unit_test(contributions_of_features),
                                     cmocka_unit_test(stops),
                                     cmocka_unit_test(no_iterations),
                                     cmocka_unit_test(too_few_iterations),
                                     cmocka_unit_test(refused),
                                     cmocka_unit_test(too_many_rows_and_features)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
