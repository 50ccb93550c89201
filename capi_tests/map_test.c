/* The learned map: its dot products are the model's kernel, of which every pool has the share that
 * "pool_weights" tells. */
#include <math.h>
#include <stdlib.h>

#include "model_bytes.h"
#include "training.h"

/* sum_j |w_j|^2 h_j(x) h_j(x') over the learners from `first` on, from the outputs of learners. */
static double kernel_of(const double* weights, int64_t scores, const double* h, const double* other,
                        int64_t first, int64_t last) {
  double sum = 0;
  for (int64_t j = first; j < last; ++j)
    for (int64_t s = 0; s < scores; ++s)
      sum += weights[j * scores + s] * weights[j * scores + s] * h[j] * other[j];
  return sum;
}

static double dot(const double* a, const double* b, int64_t first, int64_t last) {
  double sum = 0;
  for (int64_t j = first; j < last; ++j) sum += a[j] * b[j];
  return sum;
}

/* Every F_j has the sign of h_j, and all pairs of rows have the kernel as their product. */
static void check_map(const coppice_model* model, const table* t, int64_t rows) {
  int64_t width = -1;
  const int64_t learners = learners_of(model), scores = count_of(model, "scores");
  check_ok(coppice_model_output_width(model, COPPICE_MAP, &width));
  assert_int_equal(width, learners);
  double* map = predictions_of(model, COPPICE_MAP, t);
  double* h = predictions_of(model, COPPICE_LEARNERS, t);
  double* weights = array_of(model, "weights", NULL);
  for (int64_t i = 0; i < rows; ++i) {
    const double *F = map + i * learners, *of_row = h + i * learners;
    for (int64_t j = 0; j < learners; ++j) {
      assert_true(F[j] * of_row[j] >= 0);
      if (scores == 1) assert_true(F[j] == fabs(weights[j]) * of_row[j]);
    }
    for (int64_t k = 0; k <= i; ++k)
      check_close(dot(F, map + k * learners, 0, learners),
                  kernel_of(weights, scores, of_row, h + k * learners, 0, learners), 1e-12);
  }
  free(weights);
  free(h);
  free(map);
}

static void products_of_the_map_are_the_kernel(void** state) {
  (void)state;
  table* t = table_random(40, 3, 9, 5);
  const char* const pools[] = {"stump", "perceptron:candidates=20",
                               "fourier:candidates=20,gamma=1"};
  for (int k = 0; k < 3; ++k) {
    coppice_pool* pool = NULL;
    coppice_model* model = NULL;
    coppice_dataset* data = table_dataset(t);
    coppice_solver* solver = solver_with("learners=12 C=0.1");
    check_ok(coppice_pool_create(pools[k], &pool));
    check_ok(coppice_solver_set_pool(solver, pool));
    check_ok(coppice_solver_fit(solver, data, &model));
    check_map(model, t, t->rows);
    coppice_model_free(model);
    coppice_solver_free(solver);
    coppice_dataset_free(data);
    coppice_pool_free(pool);
  }
  table_free(t);
}

/* Learners of -1 and +1 have h^2 = 1: a row's product with itself, over the learners of a pool, is
 * the pool's weight. The pools' learners come by turns; each is known by what it looks at. */
static void every_pool_has_its_share(void** state) {
  (void)state;
  table* t = table_random(60, 4, 9, 6);
  const int64_t low[] = {0, 1}, high[] = {2, 3};
  coppice_dataset* data = table_dataset(t);
  coppice_pool *both = NULL, *stumps = NULL;
  coppice_model* model = NULL;
  coppice_solver* solver = solver_with("learners=20 C=0.1");
  check_ok(coppice_dataset_add_view(data, "low", low, 2));
  check_ok(coppice_dataset_add_view(data, "high", high, 2));
  check_ok(coppice_pool_create("stump", &stumps));
  check_ok(coppice_pool_create("union", &both));
  check_ok(coppice_pool_add(both, stumps, "low"));
  check_ok(coppice_pool_add(both, stumps, "high"));
  check_ok(coppice_solver_set_pool(solver, both));
  check_ok(coppice_solver_fit(solver, data, &model));
  int64_t pools = 0;
  double* pool_weights = array_of(model, "pool_weights", &pools);
  double* map = predictions_of(model, COPPICE_MAP, t);
  const int64_t learners = learners_of(model);
  assert_int_equal(pools, 2);
  for (int64_t i = 0; i < t->rows; ++i) {
    double share[2] = {0, 0};
    for (int64_t j = 0; j < learners; ++j) {
      int64_t feature = -1;
      double threshold = NAN;
      learner_of(model, j, &feature, &threshold);
      share[feature >= 2] += pow(map[i * learners + j], 2);
    }
    check_close(share[0], pool_weights[0], 1e-12);
    check_close(share[1], pool_weights[1], 1e-12);
  }
  assert_true(pool_weights[0] > 0 && pool_weights[1] > 0); /* or this test shows nothing */
  free(map);
  free(pool_weights);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_pool_free(both);
  coppice_pool_free(stumps);
  coppice_dataset_free(data);
  table_free(t);
}

/* With several scores, the weights of a learner count together: 3 and 4 make 5. */
static void a_learner_weighs_with_all_its_scores(void** state) {
  (void)state;
  table* t = table_random(30, 2, 9, 7);
  coppice_model* two = train(t, "learners=3");
  coppice_model* model = NULL;
  size_t size = 0;
  char* json = saved_bytes(two, "json", 400, &size);
  assert_int_equal(learners_of(two), 3);
  replace_list(json, &size, "classes", "[\"a\",\"b\",\"c\"]");
  replace_list(json, &size, "weights", "[3,-4,0, 0,0,0, 1e300,-1e300,1e300]");
  replace_list(json, &size, "bias", "[0,0,0]");
  check_ok(coppice_model_load_buffer(json, (int64_t)size, &model));
  double* map = predictions_of(model, COPPICE_MAP, t);
  double* h = predictions_of(model, COPPICE_LEARNERS, t);
  for (int64_t i = 0; i < t->rows; ++i) {
    check_close(map[3 * i], 5 * h[3 * i], 1e-15);
    assert_true(map[3 * i + 1] == 0);
    check_close(map[3 * i + 2] / 1e300, sqrt(3) * h[3 * i + 2], 1e-15);
  }
  free(map);
  free(h);

  replace_list(json, &size, "weights", "[0.5,-1,2, 0.25,0,1, -3,1,0.125]");
  coppice_model_free(model);
  check_ok(coppice_model_load_buffer(json, (int64_t)size, &model));
  check_map(model, t, t->rows);
  free(json);
  coppice_model_free(model);
  coppice_model_free(two);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products_of_the_map_are_the_kernel),
      cmocka_unit_test(every_pool_has_its_share),
      cmocka_unit_test(a_learner_weighs_with_all_its_scores),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
