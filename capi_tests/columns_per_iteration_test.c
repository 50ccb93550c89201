/* Several learners an iteration: the same optimum in the end, an honest account on the way. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cross_validated.h"
#include "open_stumps.h"
#include "pools.h"
#include "samples.h"
#include "stumps.h"
#include "training.h"

/* With every stump of a small pool in it, the problem is the same, whatever the order. */
static void the_whole_pool_has_one_optimum(void** state) {
  (void)state;
  table* t = table_random(150, 5, 6, 41);
  table_draw_weights(t, 42);
  coppice_model* one = train(t,
                             "C=0.1 epsilon=0 tolerance=1e-9 learners=1000 "
                             "columns_per_iteration=1");
  coppice_model* four = train(t,
                              "C=0.1 epsilon=0 tolerance=1e-9 learners=1000 "
                              "columns_per_iteration=4");
  check_text(one, "stop_reason", "exhausted");
  check_text(four, "stop_reason", "exhausted");
  assert_int_equal(learners_of(one), learners_of(four));
  assert_true(count_of(four, "iterations") < count_of(one, "iterations"));
  check_close(quantity_of(one, "objective"), quantity_of(four, "objective"), 1e-8);
  assert_true(fabs(quantity_of(four, "gap")) <= 1e-8);
  coppice_model_free(four);
  coppice_model_free(one);
  table_free(t);
}

/* Few learners on many features, so that those of one iteration look at different ones; the
 * objective never rises; the bound stays below the optimum. */
static void every_iteration_adds_unlike_learners(void** state) {
  (void)state;
  table* t = table_load("sonar.svm", "-1", "1");
  coppice_model* model = train(t, "C=0.05 learners=42 columns_per_iteration=5");
  coppice_model* optimum = train(t, "C=0.05 epsilon=0 learners=400");
  assert_int_equal(learners_of(model), 42);
  assert_int_equal(count_of(model, "iterations"), 9);
  int64_t size = 0;
  double* learners = array_of(model, "curve.learners", &size);
  double* objective = array_of(model, "curve.objective", NULL);
  double* bound = array_of(model, "curve.dual_objective", NULL);
  assert_int_equal(size, 9);
  for (int64_t k = 0; k < 9; ++k) {
    assert_true(learners[k] == (k < 8 ? 5.0 * (double)(k + 1) : 42));
    assert_true(k == 0 || objective[k] <= objective[k - 1]);
    assert_true(bound[k] <= quantity_of(optimum, "objective"));
  }
  for (int64_t j = 0; j < 42; ++j) {
    int64_t feature = 0;
    double threshold = 0;
    learner_of(model, j, &feature, &threshold);
    for (int64_t other = j - j % 5; other < j; ++other) {
      int64_t taken = 0;
      learner_of(model, other, &taken, &threshold);
      assert_true(feature != taken);
    }
  }
  check_close(quantity_of(model, "objective"), objective_of(model, t, 0.05, 0), 1e-12);
  free(bound);
  free(objective);
  free(learners);
  coppice_model_free(optimum);
  coppice_model_free(model);
  table_free(t);
}

/* How many more an iteration may take: one of every run of open stumps. */
static int64_t open_runs(const open_stumps* of) {
  int64_t runs = 0;
  for (int64_t j = 0; j < of->pool->count; ++j)
    runs += of->open[j] &&
            (j == 0 || !of->open[j - 1] || of->pool->features[j] != of->pool->features[j - 1]);
  return runs;
}

/* An iteration takes one stump of each feature, and more where the stumps chosen before divide it,
 * until it has as many as it wants or no other is left. */
static void check_divided(const char* method, table* t, const char* options, int64_t columns) {
  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = solver_of_method(method, options);
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_int(solver, "columns_per_iteration", columns));
  check_ok(coppice_solver_fit(solver, data, &model));
  int64_t size = 0, count = 0, beyond = 0;
  double* learners = array_of(model, "curve.learners", &size);
  open_stumps left = open_stumps_of(t);
  for (int64_t k = 0; k < size; ++k) {
    const int64_t before = count;
    open_stumps_begin(&left);
    while (count < (int64_t)learners[k]) {
      int64_t feature = 0;
      double threshold = 0;
      learner_of(model, count++, &feature, &threshold);
      open_stumps_take(&left, stumps_find(left.pool, feature, threshold));
    }
    assert_true(count - before == columns || k == size - 1 || open_runs(&left) == 0);
    if (k == 0) assert_int_equal(count, t->features);
    beyond += count - before > t->features;
  }
  assert_true(beyond > 0);
  open_stumps_free(&left);
  free(learners);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
}

static void chosen_stumps_divide_a_feature(void** state) {
  (void)state;
  table* t = table_random(120, 3, 30, 43);
  check_divided("cgens", t, "C=0.1 learners=40", 7);
  check_divided("cgens", t, "C=0.1 learners=40", 40);
  for (int64_t i = 0; i < t->rows; ++i) t->labels[i] = (double)(i % 3); /* several residuals */
  check_divided("cgens-sls", t, "C=1 learners=40 epsilon=0", 7);
  table_free(t);
}

/* Of values that are missing, the two stumps that differ only by where these go are one choice. */
static void missing_values_are_no_second_choice(void** state) {
  (void)state;
  table* t = table_random(150, 3, 20, 46);
  table_lose(t, 0.1, 47);
  coppice_model* model = train(t, "C=0.1 learners=30 columns_per_iteration=30");
  int64_t size = 0;
  double* learners = array_of(model, "curve.learners", &size);
  assert_true(size > 1 && learners[0] == 3);
  for (int64_t k = 0, count = 0; k < size; ++k) {
    const int64_t before = count;
    for (; count < (int64_t)learners[k]; ++count) {
      int64_t feature = 0, other_feature = 0;
      double threshold = 0, other = 0;
      learner_of(model, count, &feature, &threshold);
      for (int64_t j = before; j < count; ++j) {
        learner_of(model, j, &other_feature, &other);
        assert_false(feature == other_feature && threshold == other);
      }
    }
  }
  free(learners);
  coppice_model_free(model);
  table_free(t);
}

/* With 0 and a master that does not compare learners, the best stump and others that score seven
 * tenths of it, five and a tenth of those before in all. No row reaches the margin here, so that
 * scores never change and the objective hardly does: which come when is counted by hand. */
static void as_many_as_score_nearly_as_much(void** state) {
  (void)state;
  enum { LEARNERS = 200 };
  int of_size[26] = {0};
  for (int f = 0; f < 2; ++f) {
    table* t = table_load(f == 0 ? "sonar.svm" : "ionosphere.svm", "-1", "1");
    coppice_model* model = train(
        t, "C=1e-6 bias=none master=liblinear epsilon=0 learners=200 columns_per_iteration=0");
    open_stumps left = open_stumps_of(t);
    double* scores = allocate(left.pool->count, sizeof *scores);
    for (int64_t j = 0; j < left.pool->count; ++j)
      scores[j] = fabs(stumps_score(left.pool, j, t->labels));
    int64_t size = 0;
    double* learners = array_of(model, "curve.learners", &size);
    int64_t count = 0;
    for (int64_t k = 0; k < size; ++k) {
      open_stumps_begin(&left);
      const int64_t first = open_stumps_best(&left, scores);
      int64_t next = first;
      const int64_t before = count;
      while (count < LEARNERS && count < before + 5 + before / 10 && next >= 0 &&
             scores[next] >= 0.7 * scores[first]) {
        int64_t feature = 0;
        double threshold = 0;
        learner_of(model, count++, &feature, &threshold);
        const int64_t found = stumps_find(left.pool, feature, threshold);
        assert_true(scores[found] == scores[next]); /* or one that is as good */
        open_stumps_take(&left, found);
        next = open_stumps_best(&left, scores);
      }
      assert_true(learners[k] == (double)count);
      ++of_size[count - before];
    }
    assert_int_equal(count, LEARNERS);
    free(learners);
    free(scores);
    open_stumps_free(&left);
    coppice_model_free(model);
    table_free(t);
  }
  int sizes = 0;
  for (int k = 0; k < 26; ++k) sizes += of_size[k] > 0;
  assert_true(sizes >= 8 && of_size[5] > 0);
}

/* With 0, an iteration has no more learners than lower the objective by 3 percent at the rate of
 * those before it: one where each gains that much, many where none does. */
static void few_where_each_gains_much(void** state) {
  (void)state;
  table* t = table_load("ionosphere.svm", "-1", "1");
  coppice_model* model = train(t, "C=0.1 learners=120 columns_per_iteration=0");
  coppice_model* one = train(t, "C=0.1 learners=120");
  int64_t size = 0;
  double* learners = array_of(model, "curve.learners", &size);
  double* objective = array_of(model, "curve.objective", NULL);
  int alone = 0, several = 0;
  for (int64_t k = 2; k < size; ++k) {
    const double fall = (objective[k - 2] - objective[k - 1]) / (learners[k - 1] - learners[k - 2]);
    const double taken = learners[k] - learners[k - 1];
    assert_true(taken == 1 || (taken - 0.5) * fall <= 0.03 * objective[k - 1]);
    alone += taken == 1;
    several += taken > 1;
  }
  assert_true(alone > 0 && several > 0);
  assert_true(quantity_of(model, "objective") <= 1.02 * quantity_of(one, "objective"));
  free(objective);
  free(learners);
  coppice_model_free(one);
  coppice_model_free(model);
  table_free(t);
}

/* With 0, learners that are grown by the residual come one by one: two by the same one are alike.
 */
static void trees_come_one_by_one(void** state) {
  (void)state;
  static const char* const pools[] = {"tree(depth=3)", "union(stump, tree(depth=3))"};
  table* t = table_load("ionosphere.svm", "-1", "1");
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = train_pool(data, pools[k], "C=1e-3 learners=20 columns_per_iteration=0");
    coppice_model* one = train_pool(data, pools[k], "C=1e-3 learners=20 columns_per_iteration=1");
    assert_int_equal(count_of(model, "iterations"), 20);
    int64_t size = 0;
    double* weights = array_of(model, "weights", &size);
    double* expected = array_of(one, "weights", NULL);
    assert_int_equal(size, 20);
    assert_memory_equal(weights, expected, (size_t)size * sizeof *weights);
    free(expected);
    free(weights);
    coppice_model_free(one);
    coppice_model_free(model);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* From the first report on, progress says how many iterations there will be; where merits decide,
 * at the end it does. */
static coppice_action take_iterations(void* last, const coppice_progress_info* info) {
  check_ok(coppice_progress_get_int(info, "iterations", last));
  return COPPICE_CONTINUE;
}

static void progress_knows_how_many_iterations(void** state) {
  (void)state;
  static const char* const options[] = {"learners=60 columns_per_iteration=1",
                                        "learners=7 columns_per_iteration=3",
                                        "learners=60 columns_per_iteration=0"};
  table* t = table_load("ionosphere.svm", "-1", "1");
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 3; ++k) {
    coppice_solver* solver = solver_with(options[k]);
    int64_t told = 0;
    coppice_model* model = NULL;
    check_ok(coppice_solver_set_progress(solver, take_iterations, &told));
    check_ok(coppice_solver_fit(solver, data, &model));
    assert_int_equal(told, count_of(model, "iterations"));
    assert_int_equal(k == 2 ? told < 60 : told, k == 0 ? 60 : k == 1 ? 3 : 1);
    coppice_model_free(model);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* Fitting on, also from the middle of an iteration, gives what one fit gives. */
static void goes_on_where_it_was(void** state) {
  (void)state;
  table* t = table_random(200, 12, 7, 44);
  coppice_dataset* data = table_dataset(t);
  for (int columns = 0; columns <= 5; columns += 5) {
    char options[64];
    snprintf(options, sizeof options, "C=0.1 columns_per_iteration=%d keep_stages=yes", columns);
    coppice_solver* whole = solver_with(options);
    coppice_model* expected = NULL;
    check_ok(coppice_solver_set_int(whole, "learners", 23));
    check_ok(coppice_solver_fit(whole, data, &expected));
    if (columns == 5) assert_int_equal(count_of(expected, "stages"), 5);
    assert_in_range(count_of(expected, "stages"), 5, 22);
    for (int first = 4; first <= 15; ++first) {
      coppice_solver* solver = solver_with(options);
      coppice_model* model = NULL;
      check_ok(coppice_solver_set_int(solver, "learners", first));
      check_ok(coppice_solver_fit(solver, data, &model));
      assert_int_equal(learners_of(model), first);
      coppice_model_free(model);
      check_ok(coppice_solver_set_int(solver, "learners", 23));
      check_ok(coppice_solver_fit(solver, data, &model));
      check_same_model(model, expected, t);
      coppice_model_free(model);
      coppice_solver_free(solver);
    }
    coppice_model_free(expected);
    coppice_solver_free(whole);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* So does every method that has the option. */
static void every_method_goes_on(void** state) {
  (void)state;
  sample two = sample_random(200, 12, 7, 2, 44), three = sample_random(200, 12, 7, 3, 44);
  coppice_dataset *of_two = sample_dataset(&two), *of_three = sample_dataset(&three);
  check_goes_on_within("cgens", "C=0.1 keep_stages=yes", of_two);
  check_goes_on_within("cgens", "C=0.1 master=liblinear bias=none", of_two);
  check_goes_on_within("cgens-sls", "C=0.1 keep_stages=yes", of_three);
  check_goes_on_within("cgens-sls", "C=0.1 pricing=max", of_two);
  check_goes_on_within("lpboost", "C=0.1 epsilon=0", of_two);
  check_goes_on_within("multiboost", "theta=0.5 keep_stages=yes", of_three);
  coppice_dataset_free(of_two);
  coppice_dataset_free(of_three);
  sample_free(two);
  sample_free(three);
}

/* A model whose last iteration was to have more learners is the optimum of those it has, and says
 * of itself what its predictions say. */
static void an_iteration_cut_short_is_solved(void** state) {
  (void)state;
  static const char* const pools[] = {"stump", "fourier(candidates=40)",
                                      "union(stump, fourier(candidates=40), constant)"};
  table* t = table_random(150, 6, 9, 47);
  table_draw_weights(t, 48);
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 3; ++k)
    for (int large = 0; large < 2; ++large) {
      char options[96];
      snprintf(options, sizeof options, "C=%s tolerance=1e-7 learners=13 columns_per_iteration=5",
               large ? "1e8" : "0.1");
      coppice_model* model = train_pool(data, pools[k], options);
      int64_t iterations = 0;
      double* scores = array_of(model, "curve.score", &iterations);
      double* gaps = array_of(model, "curve.master_gap", NULL);
      assert_int_equal(learners_of(model), 13);
      assert_true(isnan(scores[iterations - 1]));
      assert_true(gaps[iterations - 1] <= 1e-7 && gaps[iterations - 1] > -1e-9);
      check_close(objective_of(model, t, large ? 1e8 : 0.1, 0) / quantity_of(model, "objective"), 1,
                  1e-9);
      double* f = decisions_of(model, t);
      assert_true(error_of(f, t) == quantity_of(model, "train_error"));
      free(f);
      free(gaps);
      free(scores);
      coppice_model_free(model);
    }
  coppice_dataset_free(data);
  table_free(t);
}

/* What cross-validation finds is what a fit with that many learners is measured at. */
static void cross_validation_counts_learners(void** state) {
  (void)state;
  table* t = table_random(180, 8, 6, 45);
  for (int64_t i = 0; i < t->rows; i += 5) t->labels[i] = -t->labels[i];
  coppice_solver* solver = solver_with("learners=24 columns_per_iteration=4");
  const cross_validated found = cross_validate(solver, t, 3);
  assert_true(fmod(found.path[0], 4) == 0);
  coppice_solver* fixed = solver_with("columns_per_iteration=4");
  char learners[16];
  snprintf(learners, sizeof learners, "%d", (int)found.path[0]);
  check_ok(coppice_solver_set_grid(fixed, "learners", learners));
  const cross_validated again = cross_validate(fixed, t, 3);
  assert_memory_equal(&found, &again, sizeof found);
  coppice_solver_free(fixed);
  coppice_solver_free(solver);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_whole_pool_has_one_optimum),
                                     cmocka_unit_test(every_iteration_adds_unlike_learners),
                                     cmocka_unit_test(as_many_as_score_nearly_as_much),
                                     cmocka_unit_test(progress_knows_how_many_iterations),
                                     cmocka_unit_test(chosen_stumps_divide_a_feature),
                                     cmocka_unit_test(missing_values_are_no_second_choice),
                                     cmocka_unit_test(few_where_each_gains_much),
                                     cmocka_unit_test(trees_come_one_by_one),
                                     cmocka_unit_test(goes_on_where_it_was),
                                     cmocka_unit_test(every_method_goes_on),
                                     cmocka_unit_test(an_iteration_cut_short_is_solved),
                                     cmocka_unit_test(cross_validation_counts_learners)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
