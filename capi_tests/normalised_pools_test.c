/* Fourier features whose kernel has a variance of 1 over the rows, whatever gamma is: the amplitude
 * is that of the formula, a union of bandwidths chooses smooth ones, and files keep it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_bytes.h"
#include "pools.h"

enum { FEATURES = 3 };

/* Rows of normal-like numbers, of which the first tells the class, but for one in eight. */
static table* smooth_classes(int64_t rows, uint32_t seed) {
  table* t = table_create(rows, FEATURES);
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t d = 0; d < FEATURES; ++d)
      for (int k = 0; k < 4; ++k) t->x[i * FEATURES + d] += random_next(&seed) - 0.5;
    const double right = t->x[i * FEATURES] > 0 ? 1 : -1;
    t->labels[i] = random_next(&seed) < 0.125 ? -right : right;
  }
  t->labels[0] = -1;
  t->labels[1] = 1;
  return t;
}

/* 1 / sqrt(sum of p_i p_j (1 - exp(-gamma |x_i - x_j|^2))). */
static double expected_amplitude(const table* t, double gamma) {
  double sum = 0, total = 0;
  for (int64_t i = 0; i < t->rows; ++i) {
    total += t->weights[i];
    for (int64_t j = 0; j < t->rows; ++j) {
      double squared = 0;
      for (int64_t d = 0; d < FEATURES; ++d)
        squared += pow(t->x[i * FEATURES + d] - t->x[j * FEATURES + d], 2);
      sum += t->weights[i] * t->weights[j] * (1 - exp(-gamma * squared));
    }
  }
  return total / sqrt(sum);
}

static coppice_model* normalised(coppice_dataset* data, double gamma, const char* options) {
  char pool[96];
  snprintf(pool, sizeof pool, "fourier:normalise=yes,scale=none,candidates=1,gamma=%g", gamma);
  return train_pool(data, pool, options);
}

static double amplitude_of(const coppice_model* model, int64_t j) {
  double amplitude = 0;
  assert_int_equal(learner_numbers(model, j, "amplitude", &amplitude, 1), 1);
  return amplitude;
}

static void outputs_have_the_amplitude_of_the_formula(void** state) {
  (void)state;
  const double gammas[] = {0.02, 1.5};
  table* t = smooth_classes(90, 3);
  table_draw_weights(t, 4);
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = normalised(data, gammas[k], "learners=6");
    const double expected = expected_amplitude(t, gammas[k]);
    const int64_t learners = learners_of(model);
    assert_int_equal(learners, 6);
    double* outputs = predictions_of(model, COPPICE_LEARNERS, t);
    for (int64_t j = 0; j < learners; ++j) {
      double theta[FEATURES], kappa = 0;
      check_close(amplitude_of(model, j), expected, 1e-12);
      assert_int_equal(learner_numbers(model, j, "theta", theta, FEATURES), FEATURES);
      assert_int_equal(learner_numbers(model, j, "kappa", &kappa, 1), 1);
      for (int64_t i = 0; i < t->rows; ++i) {
        double along = -kappa;
        for (int64_t d = 0; d < FEATURES; ++d) along += theta[d] * t->x[i * FEATURES + d];
        assert_true(fabs(outputs[i * learners + j] - expected * cos(along)) <= 1e-6 * expected);
      }
    }
    free(outputs);
    coppice_model_free(model);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* Half of it: the kernel is E[2 h(x) h(x')]. */
static void learners_of_every_bandwidth_have_the_same_variance(void** state) {
  (void)state;
  enum { LEARNERS = 3000 };
  const double gammas[] = {1e-6, 0.1, 20};
  table* t = smooth_classes(40, 5);
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 3; ++k) {
    char pool[96];
    snprintf(pool, sizeof pool, "fourier:normalise=yes,scale=none,gamma=%g", gammas[k]);
    coppice_model* model = train_pool_by("random-features", data, pool, "learners=3000");
    assert_int_equal(learners_of(model), LEARNERS);
    double* outputs = predictions_of(model, COPPICE_LEARNERS, t);
    double variance = 0;
    for (int64_t j = 0; j < LEARNERS; ++j) {
      double sum = 0, squares = 0;
      for (int64_t i = 0; i < t->rows; ++i) {
        const double output = outputs[i * LEARNERS + j];
        sum += output;
        squares += output * output;
      }
      const double mean = sum / (double)t->rows;
      variance += (squares / (double)t->rows - mean * mean) / LEARNERS;
    }
    assert_true(fabs(variance - 0.5) < 0.075);
    free(outputs);
    coppice_model_free(model);
  }
  coppice_dataset_free(data);
  table_free(t);
}

static void a_weight_of_three_is_three_rows(void** state) {
  (void)state;
  table* t = smooth_classes(50, 6);
  table* copies = table_create(52, FEATURES);
  for (int64_t i = 0; i < 52; ++i) {
    const int64_t from = i < 50 ? i : 7;
    memcpy(copies->x + i * FEATURES, t->x + from * FEATURES, FEATURES * sizeof *t->x);
    copies->labels[i] = t->labels[from];
  }
  t->weights[7] = 3;
  coppice_dataset *weighted = table_dataset(t), *repeated = table_dataset(copies);
  coppice_model* of_weights = normalised(weighted, 0.5, "learners=2");
  coppice_model* of_copies = normalised(repeated, 0.5, "learners=2");
  check_close(amplitude_of(of_weights, 1), amplitude_of(of_copies, 1), 1e-12);
  coppice_model_free(of_weights);
  coppice_model_free(of_copies);
  coppice_dataset_free(weighted);
  coppice_dataset_free(repeated);
  table_free(t);
  table_free(copies);
}

/* Learners of the first member among the first 20 of a union. */
static int64_t smooth_learners(coppice_dataset* data, const char* normalise) {
  char pool[192];
  snprintf(pool, sizeof pool,
           "union(fourier(gamma=0.05,candidates=40,normalise=%s),"
           "fourier(gamma=4,candidates=40,normalise=%s))",
           normalise, normalise);
  coppice_model* model = train_pool(data, pool, "learners=20 C=0.1");
  int64_t members = 0;
  double* counts = array_of(model, "pool_learners", &members);
  assert_int_equal(members, 2);
  const int64_t smooth = (int64_t)counts[0];
  free(counts);
  coppice_model_free(model);
  return smooth;
}

static void unions_choose_smooth_learners_where_the_classes_are_smooth(void** state) {
  (void)state;
  table* t = smooth_classes(400, 7);
  coppice_dataset* data = table_dataset(t);
  assert_true(smooth_learners(data, "yes") > smooth_learners(data, "no"));
  coppice_dataset_free(data);
  table_free(t);
}

static void files_keep_the_amplitude(void** state) {
  (void)state;
  const struct {
    const char *list, *fragments;
  } damaged[] = {
      {"[1]", "2 learners|\"fourier\"|1 numbers in \"amplitude\"|expected 2 above 0"},
      {"[1,0]", "2 numbers in \"amplitude\"|expected 2 above 0"},
      {"[1,-1]", "expected 2 above 0 that a float holds"},
      {"[1,1e39]", "expected 2 above 0 that a float holds"},
      {"[1,null]", "\"amplitude\"|not finite"},
      {"[1,\"2\"]", "\"amplitude\"|expected a list of numbers"},
  };
  table* t = smooth_classes(60, 8);
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = normalised(data, 0.3, "learners=2");
  coppice_model* plain = train_pool(data, "fourier:gamma=0.3,candidates=1", "learners=2");
  const char* const formats[] = {"json", "cbor"};
  size_t size = 0;
  for (int k = 0; k < 2; ++k) {
    coppice_model* again = reloaded(model, formats[k]);
    check_equal_models(model, again, data);
    assert_true(amplitude_of(again, 1) == amplitude_of(model, 1));
    coppice_model_free(again);
    char* bytes = saved_bytes(plain, formats[k], 0, &size);
    assert_null(find_bytes(bytes, size, "amplitude", 9));
    free(bytes);
  }
  for (size_t k = 0; k < sizeof damaged / sizeof *damaged; ++k) {
    char* json = saved_bytes(model, "json", 64, &size);
    replace_list(json, &size, "amplitude", damaged[k].list);
    expect_refused(json, size, damaged[k].fragments);
    free(json);
  }
  coppice_model_free(model);
  coppice_model_free(plain);
  coppice_dataset_free(data);
  table_free(t);
}

/* Many rows are compared by some of them; a kernel that is all the same is refused. */
static void many_rows_and_vanishing_kernels(void** state) {
  (void)state;
  table* t = smooth_classes(1200, 9);
  coppice_dataset* data = table_dataset(t);
  coppice_model* one = normalised(data, 0.2, "learners=3 threads=1");
  coppice_model* two = normalised(data, 0.2, "learners=3 threads=2");
  check_equal_models(one, two, data);
  check_close(amplitude_of(one, 0), expected_amplitude(t, 0.2), 0.02);
  coppice_model_free(one);
  coppice_model_free(two);

  coppice_model* none = NULL;
  coppice_solver* solver = pool_solver("fourier:normalise=yes,gamma=1e-45", "learners=2");
  check_error(coppice_solver_fit(solver, data, &none), COPPICE_INVALID_DATA,
              "gamma=1e-45|pool fourier|variance of|expected at least 1e-30|normalise=yes");
  assert_null(none);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(outputs_have_the_amplitude_of_the_formula),
      cmocka_unit_test(learners_of_every_bandwidth_have_the_same_variance),
      cmocka_unit_test(a_weight_of_three_is_three_rows),
      cmocka_unit_test(unions_choose_smooth_learners_where_the_classes_are_smooth),
      cmocka_unit_test(files_keep_the_amplitude),
      cmocka_unit_test(many_rows_and_vanishing_kernels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
