/* Random features: the SVM on columns that are drawn, whatever they are worth. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "samples.h"
#include "training.h"

static coppice_model* draw_and_fit(const table* t, const char* pool, const char* options) {
  coppice_dataset* data = table_dataset(t);
  coppice_pool* from = NULL;
  coppice_model* model = NULL;
  coppice_solver* solver = solver_of_method("random-features", options);
  check_ok(coppice_pool_create(pool, &from));
  check_ok(coppice_solver_set_pool(solver, from));
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_pool_free(from);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  return model;
}

/* It is CGEns run to its end on the columns as features: J of them, each scaled by the root of
 * 1 / J, which is C / J. */
static void it_is_the_svm_on_its_columns(void** state) {
  (void)state;
  enum { J = 30 };
  static const char* const losses[] = {"hinge", "squared-hinge"};
  table* t = table_random(90, 4, 20, 3);
  table_draw_weights(t, 4);
  for (int k = 0; k < 2; ++k) {
    char options[128];
    snprintf(options, sizeof options, "C=2 loss=%s learners=%d tolerance=1e-9", losses[k], J);
    coppice_model* model = draw_and_fit(t, "stump", options);
    double* h = predictions_of(model, COPPICE_LEARNERS, t);
    assert_int_equal(learners_of(model), J);
    check_text(model, "stop_reason", "learners");
    table* columns = table_of(h, t->labels, t->rows, J);
    for (int64_t i = 0; i < t->rows; ++i) columns->weights[i] = t->weights[i];
    snprintf(options, sizeof options, "C=%.17g loss=%s learners=1000 epsilon=0 tolerance=1e-9",
             2.0 / J, losses[k]);
    coppice_model* expected = train(columns, options);
    check_close(quantity_of(model, "objective") / quantity_of(expected, "objective"), 1, 1e-7);
    coppice_model_free(expected);
    coppice_model_free(model);
    table_free(columns);
    free(h);
  }
  table_free(t);
}

/* The products of scaled cosines come near the Gaussian kernel, by 1 / sqrt(J) or so. */
static void cosines_approach_the_gaussian_kernel(void** state) {
  (void)state;
  enum { J = 4000 };
  const double gamma = 0.3;
  table* t = table_random(25, 3, 100, 6);
  for (int64_t k = 0; k < t->rows * t->features; ++k) t->x[k] /= 40;
  coppice_model* model = draw_and_fit(t, "fourier(gamma=0.3, scale=none)", "learners=4000 seed=2");
  double* h = predictions_of(model, COPPICE_LEARNERS, t);
  double worst = 0;
  for (int64_t a = 0; a < t->rows; ++a)
    for (int64_t b = 0; b < t->rows; ++b) {
      double squares = 0, product = 0;
      for (int64_t d = 0; d < t->features; ++d)
        squares += pow(t->x[a * t->features + d] - t->x[b * t->features + d], 2);
      for (int64_t j = 0; j < J; ++j) product += h[a * J + j] * h[b * J + j] * 2 / J;
      worst = fmax(worst, fabs(product - exp(-gamma * squares)));
    }
  print_message("at most %.3f from the kernel\n", worst);
  assert_true(worst < 0.1);
  free(h);
  coppice_model_free(model);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_is_the_svm_on_its_columns),
                                     cmocka_unit_test(cosines_approach_the_gaussian_kernel)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
