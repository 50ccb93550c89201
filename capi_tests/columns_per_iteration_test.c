/* Several learners an iteration: the same optimum in the end, an honest account on the way. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cross_validated.h"
#include "stumps.h"
#include "training.h"

/* With every stump of a small pool in it, the problem is the same, whatever the order. */
static void the_whole_pool_has_one_optimum(void** state) {
  (void)state;
  table* t = table_random(150, 5, 6, 41);
  table_draw_weights(t, 42);
  coppice_model* one = train(t, "C=0.1 epsilon=0 tolerance=1e-9 learners=1000");
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

/* Learners of one iteration look at different features; the objective never rises; the bound stays
 * below the optimum. */
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

/* More than there are features: an iteration takes one stump of each. */
static void one_of_each_feature_at_most(void** state) {
  (void)state;
  table* t = table_random(120, 3, 9, 43);
  coppice_model* model = train(t, "C=0.1 learners=9 columns_per_iteration=7");
  assert_int_equal(learners_of(model), 9);
  assert_int_equal(count_of(model, "iterations"), 3);
  coppice_model_free(model);
  table_free(t);
}

/* The best |score| of a stump that is not chosen, of a feature that is not taken; -1 without one.
 */
static int64_t best_left(const stump_pool* pool, const double* scores, const char* chosen,
                         const char* taken) {
  int64_t best = -1;
  for (int64_t j = 0; j < pool->count; ++j)
    if (!chosen[j] && !taken[pool->features[j]] && (best < 0 || scores[j] > scores[best])) best = j;
  return best;
}

/* With 0, the best stump and those of other features that score nine tenths of it, five in all. No
 * row reaches the margin here, so that scores never change: which come when is counted by hand. */
static void as_many_as_score_nearly_as_much(void** state) {
  (void)state;
  enum { LEARNERS = 200 };
  int of_size[6] = {0};
  for (int f = 0; f < 2; ++f) {
    table* t = table_load(f == 0 ? "sonar.svm" : "ionosphere.svm", "-1", "1");
    coppice_model* model =
        train(t, "C=1e-6 bias=none epsilon=0 learners=200 columns_per_iteration=0");
    stump_pool* pool = stumps_enumerate(t);
    double* scores = allocate(pool->count, sizeof *scores);
    char* chosen = allocate(pool->count, 1);
    for (int64_t j = 0; j < pool->count; ++j) scores[j] = fabs(stumps_score(pool, j, t->labels));
    int64_t size = 0;
    double* learners = array_of(model, "curve.learners", &size);
    int64_t count = 0;
    for (int64_t k = 0; k < size; ++k) {
      char* taken = allocate(t->features, 1);
      const int64_t first = best_left(pool, scores, chosen, taken);
      int64_t next = first;
      const int64_t before = count;
      while (count < LEARNERS && count < before + 5 && scores[next] >= 0.9 * scores[first]) {
        int64_t feature = 0;
        double threshold = 0;
        learner_of(model, count++, &feature, &threshold);
        const int64_t found = stumps_find(pool, feature, threshold);
        assert_false(taken[feature]);
        assert_true(scores[found] == scores[next]); /* or one that is as good */
        chosen[found] = taken[feature] = 1;
        next = best_left(pool, scores, chosen, taken);
      }
      assert_true(learners[k] == (double)count);
      ++of_size[count - before];
      free(taken);
    }
    assert_int_equal(count, LEARNERS);
    free(learners);
    free(chosen);
    free(scores);
    stumps_free(pool);
    coppice_model_free(model);
    table_free(t);
  }
  assert_true(of_size[2] > 0 && of_size[3] > 0 && of_size[4] > 0 && of_size[5] > 0);
}

/* From the first report on, progress says how many iterations there will be; where merits decide,
 * at the end it does. */
static coppice_action take_iterations(void* last, const coppice_progress_info* info) {
  check_ok(coppice_progress_get_int(info, "iterations", last));
  return COPPICE_CONTINUE;
}

static void progress_knows_how_many_iterations(void** state) {
  (void)state;
  static const char* const options[] = {"learners=60", "learners=7 columns_per_iteration=3",
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
                                     cmocka_unit_test(one_of_each_feature_at_most),
                                     cmocka_unit_test(goes_on_where_it_was),
                                     cmocka_unit_test(cross_validation_counts_learners)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
