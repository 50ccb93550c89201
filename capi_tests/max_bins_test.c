/* Fewer bins than values (option max_bins of pool stump): which cuts are left follows from the
 * definition, and enough bins are the same as no limit. */
#include <stdio.h>
#include <stdlib.h>

#include "pools.h"

static coppice_model* train_binned(const table* t, const char* pool_text, int learners) {
  char options[64];
  snprintf(options, sizeof options, "epsilon=0 learners=%d", learners);
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = train_pool(data, pool_text, options);
  coppice_dataset_free(data);
  return model;
}

static int ascending(const void* a, const void* b) {
  const double left = *(const double*)a;
  const double right = *(const double*)b;
  return (left > right) - (left < right);
}

/* The thresholds of all stumps there are, ascending. */
static int64_t all_cuts(const table* t, const char* pool_text, double* out) {
  coppice_model* model = train_binned(t, pool_text, 1000);
  check_text(model, "stop_reason", "exhausted");
  const int64_t count = learners_of(model);
  for (int64_t j = 0; j < count; ++j) {
    int64_t feature = 0;
    learner_of(model, j, &feature, &out[j]);
  }
  qsort(out, (size_t)count, sizeof *out, ascending);
  coppice_model_free(model);
  return count;
}

/* The values 0 to 99, one row each, in four bins: 25 rows a bin. */
static void bins_hold_equally_many_rows(void** state) {
  (void)state;
  table* t = table_create(100, 1);
  uint32_t seed = 5;
  for (int64_t i = 0; i < 100; ++i) {
    t->x[i] = (double)(i * 37 % 100);
    t->labels[i] = random_next(&seed) < 0.5 ? -1 : 1;
  }
  table_draw_weights(t, 6);
  double cuts[100];
  assert_int_equal(all_cuts(t, "stump:max_bins=4", cuts), 3);
  assert_true(cuts[0] == 24.5 && cuts[1] == 49.5 && cuts[2] == 74.5);
  assert_int_equal(all_cuts(t, "stump:max_bins=2", cuts), 1);
  assert_true(cuts[0] == 49.5);
  assert_int_equal(all_cuts(t, "stump:max_bins=100", cuts), 99);
  assert_int_equal(all_cuts(t, "stump", cuts), 99);
  table_free(t);
}

/* A value that half of the rows have fills a bin alone; the others share what is left: of 40 zeros
 * and the values 1 to 40, the bins are {0}, {1 .. 20}, {21 .. 40}. */
static void a_common_value_has_a_bin(void** state) {
  (void)state;
  table* t = table_create(80, 1);
  uint32_t seed = 7;
  for (int64_t i = 0; i < 80; ++i) {
    t->x[i] = i < 40 ? 0 : (double)(i - 39);
    t->labels[i] = random_next(&seed) < 0.5 ? -1 : 1;
  }
  table_draw_weights(t, 8);
  double cuts[100];
  assert_int_equal(all_cuts(t, "stump:max_bins=3", cuts), 2);
  assert_true(cuts[0] == 0.5 && cuts[1] == 20.5);
  table_free(t);
}

static void enough_bins_are_exact(void** state) {
  (void)state;
  table* t = table_load("sonar.svm", "-1", "1");
  coppice_model* exact = train_binned(t, "stump", 40);
  coppice_model* limited = train_binned(t, "stump:max_bins=208", 40);
  coppice_model* coarse = train_binned(t, "stump:max_bins=3", 40);
  check_same_model(exact, limited, t);
  /* Its pool is a subset: no smaller optimum, and what it chose is its own. */
  check_text(coarse, "stop_reason", "learners");
  assert_true(quantity_of(coarse, "gap") > 0);
  coppice_model_free(coarse);
  coppice_model_free(limited);
  coppice_model_free(exact);
  table_free(t);
}

static void one_bin_is_refused(void** state) {
  (void)state;
  table* t = table_random(30, 2, 5, 9);
  coppice_dataset* data = table_dataset(t);
  coppice_pool* pool = NULL;
  coppice_solver* solver = NULL;
  coppice_model* model = NULL;
  check_ok(coppice_pool_create("stump:max_bins=1", &pool));
  check_ok(coppice_solver_create("cgens", &solver));
  check_ok(coppice_solver_set_pool(solver, pool));
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_OPTION,
              "max_bins|stump|1|expected 0");
  check_error(coppice_pool_set_int(pool, "max_bins", -1), COPPICE_INVALID_OPTION, "max_bins|-1");
  coppice_solver_free(solver);
  coppice_pool_free(pool);
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bins_hold_equally_many_rows), cmocka_unit_test(a_common_value_has_a_bin),
      cmocka_unit_test(enough_bins_are_exact), cmocka_unit_test(one_bin_is_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
