/* kernel-alignment: its weights are those of explicit matrices, where they are all positive and
 * where the best kernel leaves views out; its map is the views, weighed. */
#include "gram.h"

enum { VIEWS = 5, SIZE = 3 };

typedef struct fitted_kernel {
  sample train;
  coppice_model* model;
  double* target;
  double* kernels[VIEWS]; /* of the views, centred */
  double* gamma;
} fitted_kernel;

static fitted_kernel fit_kernel(uint32_t seed, int with_copy, int is_weighted) {
  fitted_kernel made;
  made.train = centres(3, 14, VIEWS * SIZE, 0.5, seed, seed + 50);
  table* t = made.train.t;
  const int64_t wide = t->features;
  for (int64_t i = 0; i < t->rows; ++i)
    for (int d = 0; d < SIZE; ++d) {
      /* Whole multiples of 2^-10, which floats have, as the learners' outputs are floats. */
      for (int v = 0; v < VIEWS; ++v) {
        double* value = &t->x[i * wide + v * SIZE + d];
        *value = round(*value * 1024) / 1024;
      }
      if (with_copy) t->x[i * wide + SIZE + d] = t->x[i * wide + d];
    }
  if (is_weighted) table_draw_weights(t, seed);
  coppice_dataset* data = sample_dataset(&made.train);
  cut_into_views(data, wide, SIZE);
  coppice_solver* solver = solver_of_method("kernel-alignment", "");
  check_ok(coppice_solver_fit(solver, data, &made.model));
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  made.target = class_target(made.train.classes, 3, t->weights, t->rows);
  for (int v = 0; v < VIEWS; ++v)
    made.kernels[v] =
        centred_kernel(t->x, NULL, wide, v * SIZE, (v + 1) * SIZE, t->weights, t->rows);
  int64_t size = 0;
  made.gamma = array_of(made.model, "kernel_weights", &size);
  assert_int_equal(size, VIEWS);
  return made;
}

static void free_kernel(fitted_kernel made) {
  for (int v = 0; v < VIEWS; ++v) free(made.kernels[v]);
  free(made.gamma);
  free(made.target);
  coppice_model_free(made.model);
  sample_free(made.train);
}

/* gamma is the minimum of gamma'M gamma - 2 a'gamma, gamma >= 0, where the gradient M gamma - a is
 * 0 for positive weights and not negative for those that are 0. */
static void weights_are_the_best(void** state) {
  (void)state;
  int on_boundary = 0, inside = 0;
  for (uint32_t seed = 1; seed <= 30; ++seed) {
    fitted_kernel made = fit_kernel(seed, seed % 5 == 0, seed % 3 == 0);
    const int64_t rows = made.train.t->rows;
    int zeros = 0;
    double* sum = allocate(rows * rows, sizeof *sum);
    for (int64_t k = 0; k < rows * rows; ++k) {
      sum[k] = 0;
      for (int v = 0; v < VIEWS; ++v) sum[k] += made.gamma[v] * made.kernels[v][k];
    }
    for (int v = 0; v < VIEWS; ++v) {
      const double a = inner(made.kernels[v], made.target, rows);
      const double gradient = inner(made.kernels[v], sum, rows) - a;
      assert_true(made.gamma[v] >= 0);
      if (made.gamma[v] > 0)
        check_close(gradient / a, 0, 1e-8);
      else
        assert_true(gradient > -1e-8 * a);
      zeros += made.gamma[v] == 0;
    }
    check_close(quantity_of(made.model, "alignment"), explicit_alignment(sum, made.target, rows),
                1e-9);
    on_boundary += zeros > 0;
    inside += zeros == 0;
    free(sum);
    free_kernel(made);
  }
  assert_true(on_boundary > 0 && inside > 0); /* or one of the two ways was not gone */
}

/* The products of the map are the kernel, up to its scale, and its alignment is what is told. */
static void the_map_is_the_views_weighed(void** state) {
  (void)state;
  fitted_kernel made = fit_kernel(3, 0, 1);
  const table* t = made.train.t;
  double* map = predictions_of(made.model, COPPICE_MAP, t);
  double* kernel = centred_kernel(map, NULL, t->features, 0, t->features, t->weights, t->rows);
  check_close(quantity_of(made.model, "alignment"),
              explicit_alignment(kernel, made.target, t->rows), 1e-9);
  double total = 0;
  for (int64_t i = 0; i < t->rows; ++i) total += t->weights[i];
  for (int64_t i = 0; i < t->rows; ++i)
    for (int64_t j = 0; j < t->features; ++j)
      check_close(map[i * t->features + j],
                  sqrt(total * made.gamma[j / SIZE]) * t->x[i * t->features + j], 1e-12);
  double *shares = array_of(made.model, "pool_weights", NULL),
         *counts = array_of(made.model, "pool_learners", NULL), trace = 0;
  for (int64_t i = 0; i < t->rows; ++i) trace += kernel[i * t->rows + i] / total;
  for (int v = 0; v < VIEWS; ++v) {
    double of_view = 0;
    for (int64_t i = 0; i < t->rows; ++i)
      of_view += made.gamma[v] * made.kernels[v][i * t->rows + i];
    check_close(shares[v], of_view / trace, 1e-9);
    assert_true(counts[v] == SIZE);
  }
  free(counts);
  free(shares);
  free(kernel);
  free(map);
  free_kernel(made);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(weights_are_the_best),
                                     cmocka_unit_test(the_map_is_the_views_weighed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
