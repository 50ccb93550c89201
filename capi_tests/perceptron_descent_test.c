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
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_error_never_rises),
                                     cmocka_unit_test(a_plane_is_found),
                                     cmocka_unit_test(it_goes_with_all_else)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
