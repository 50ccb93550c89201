/* Perceptrons by random coordinate descent: every step along a line goes to where the weighted
 * error is least on it, so that more steps never make the first learner of AdaBoost worse. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "samples.h"
#include "training.h"

static coppice_model* descended(coppice_dataset* data, const char* method, const char* pool,
                                const char* options) {
  coppice_pool* from = NULL;
  coppice_model* model = NULL;
  coppice_solver* solver = solver_of_method(method, options);
  check_ok(coppice_pool_create(pool, &from));
  check_ok(coppice_solver_set_pool(solver, from));
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_pool_free(from);
  coppice_solver_free(solver);
  return model;
}

static void the_error_never_rises(void** state) {
  (void)state;
  static const int updates[] = {1, 2, 3, 5, 10, 20, 50, 100, 200};
  for (uint32_t seed = 1; seed <= 4; ++seed) {
    sample of = sample_random(120, 3, 40, 2, seed);
    table_draw_weights(of.t, seed);
    coppice_dataset* data = sample_dataset(&of);
    double last = 1, first = -1;
    for (size_t k = 0; k < sizeof updates / sizeof *updates; ++k) {
      char pool[64], options[64];
      snprintf(pool, sizeof pool, "perceptron-descent(updates=%d)", updates[k]);
      snprintf(options, sizeof options, "learners=1 seed=%d", (int)seed);
      coppice_model* model = descended(data, "adaboost", pool, options);
      if (learners_of(model) == 1) {
        const double error = quantity_of(model, "train_error");
        assert_true(error <= last + 1e-9);
        last = error;
        if (first < 0) first = error;
      }
      coppice_model_free(model);
    }
    assert_true(last < first);
    coppice_dataset_free(data);
    sample_free(of);
  }
}

/* Labels by the side of a plane: 200 steps find one that is nearly it. */
static void a_plane_is_found(void** state) {
  (void)state;
  uint32_t seed = 5;
  table* t = table_create(200, 4);
  for (int64_t i = 0; i < t->rows; ++i) {
    for (int64_t d = 0; d < 4; ++d) t->x[4 * i + d] = random_next(&seed);
    const double* x = t->x + 4 * i;
    t->labels[i] = x[0] - 2 * x[1] + x[2] > 0.1 ? 1 : -1;
  }
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = descended(data, "adaboost", "perceptron-descent", "learners=1");
  assert_true(quantity_of(model, "train_error") < 0.05);
  double* h = predictions_of(model, COPPICE_LEARNERS, t);
  double wrong = 0;
  for (int64_t i = 0; i < t->rows; ++i) wrong += h[i] != t->labels[i];
  check_close(wrong / (double)t->rows, quantity_of(model, "train_error"), 1e-12);
  free(h);
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

/* One corner of a square is negative: most of the weight is on the other side of a plane that does
 * not go through zero. */
static void a_corner_is_found(void** state) {
  (void)state;
  uint32_t seed = 7;
  table* t = table_create(300, 2);
  for (int64_t i = 0; i < t->rows; ++i) {
    for (int64_t d = 0; d < 2; ++d) t->x[2 * i + d] = 2 * random_next(&seed) - 1;
    t->labels[i] = t->x[2 * i] + t->x[2 * i + 1] > 1 ? -1 : 1;
  }
  coppice_dataset* data = table_dataset(t);
  coppice_model* model =
      descended(data, "adaboost", "perceptron-descent(scale=none)", "learners=1");
  assert_true(quantity_of(model, "train_error") < 0.01);
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

/* Where no feature tells anything the best perceptron is a constant, whose weight in AdaBoost is
 * half the log odds; a bias that is free leaves it nothing to do. */
static void a_constant_is_a_perceptron(void** state) {
  (void)state;
  table* t = table_create(40, 2);
  for (int64_t i = 0; i < t->rows; ++i) {
    t->x[2 * i] = t->x[2 * i + 1] = 7;
    t->labels[i] = i < 10 ? -1 : 1;
  }
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = descended(data, "adaboost", "perceptron-descent", "learners=20");
  double* f = decisions_of(model, t);
  check_close(f[0], log(3) / 2, 1e-12);
  free(f);
  coppice_model_free(model);
  model = descended(data, "cgens", "perceptron-descent", "learners=20");
  assert_int_equal(learners_of(model), 0);
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

/* Several residuals, a union, a view, and threads. */
static void it_goes_with_all_else(void** state) {
  (void)state;
  static const int64_t features[] = {0, 2};
  sample of = sample_random(150, 3, 30, 4, 6);
  coppice_dataset* data = sample_dataset(&of);
  check_ok(coppice_dataset_add_view(data, "two", features, 2));
  coppice_model* models[2];
  for (int k = 0; k < 2; ++k)
    models[k] = descended(data, "cgens-sls", "union(stump, perceptron-descent(updates=30)@two)",
                          k == 0 ? "learners=20 C=1 threads=1" : "learners=20 C=1 threads=3");
  check_same_array(models[0], models[1], "weights");
  check_same_array(models[0], models[1], "curve.score");
  assert_true(quantity_of(models[0], "train_error") < 0.6);
  coppice_model_free(models[0]);
  coppice_model_free(models[1]);
  coppice_dataset_free(data);
  sample_free(of);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_error_never_rises), cmocka_unit_test(a_plane_is_found),
      cmocka_unit_test(a_corner_is_found), cmocka_unit_test(a_constant_is_a_perceptron),
      cmocka_unit_test(it_goes_with_all_else)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
