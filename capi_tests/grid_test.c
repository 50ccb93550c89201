/* Grids: which points they have, and what a cross-validation tells of them by name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cross_validated.h"
#include "training.h"

/* The options of a point, as they are written. */
static void check_options(const coppice_solver* solver, int64_t index, const char* expected) {
  char found[256];
  int64_t needed = 0;
  check_ok(coppice_solver_grid_point(solver, index, found, sizeof found, &needed));
  assert_string_equal(found, expected);
  assert_int_equal(needed, (int64_t)strlen(expected) + 1);
}

static int64_t points_of(const coppice_solver* solver) {
  int64_t points = -1;
  check_ok(coppice_solver_grid_size(solver, &points));
  return points;
}

static void points_are_all_combinations(void** state) {
  (void)state;
  coppice_solver* solver = solver_with("C=0.2");
  assert_int_equal(points_of(solver), 1);
  check_options(solver, 0, "{}");
  check_ok(coppice_solver_set_grid(solver, "loss", "hinge,least-squares,squared-hinge"));
  check_ok(coppice_solver_set_grid(solver, "learners", "5,10,15,20")); /* followed in one fit */
  check_ok(coppice_solver_set_grid(solver, "C", "1e-2,2.50"));
  check_ok(coppice_solver_set_grid(solver, "max_bins", "16")); /* the pool's */
  assert_int_equal(points_of(solver), 6);
  check_options(solver, 0, "{\"loss\":\"hinge\",\"C\":0.01,\"max_bins\":16}");
  check_options(solver, 1, "{\"loss\":\"hinge\",\"C\":2.5,\"max_bins\":16}");
  check_options(solver, 4, "{\"loss\":\"squared-hinge\",\"C\":0.01,\"max_bins\":16}");
  check_options(solver, 5, "{\"loss\":\"squared-hinge\",\"C\":2.5,\"max_bins\":16}");

  char text[64] = "as it was";
  int64_t needed = -7;
  check_error(coppice_solver_grid_point(solver, 6, text, sizeof text, &needed),
              COPPICE_INVALID_ARGUMENT, "index is 6|expected 0 to 5");
  check_error(coppice_solver_grid_point(solver, -1, text, sizeof text, &needed),
              COPPICE_INVALID_ARGUMENT, "index is -1|expected 0 to 5");
  assert_int_equal(needed, -7);
  check_error(coppice_solver_grid_point(solver, 0, text, 8, &needed), COPPICE_BUFFER_TOO_SMALL,
              "capacity 8|needs 40");
  assert_int_equal(needed, 40);
  assert_string_equal(text, "as it was");

  check_ok(coppice_solver_set_grid(solver, "learners", NULL));
  check_ok(coppice_solver_set_grid(solver, "loss", ""));
  assert_int_equal(points_of(solver), 2);
  check_options(solver, 1, "{\"C\":2.5,\"max_bins\":16}");
  coppice_solver_free(solver);
}

static void a_grid_may_have_too_many_points(void** state) {
  (void)state;
  static const char* const names[] = {"C", "bias_scale", "epsilon", "tolerance"};
  char values[512] = "1";
  for (int k = 1; k < 250; ++k) strcat(values, ",1");
  coppice_solver* solver = solver_with("");
  for (int k = 0; k < 4; ++k) check_ok(coppice_solver_set_grid(solver, names[k], values));
  int64_t points = -7, best = -7; /* 250 to the 4th is 3.9e9 */
  char text[64];
  table* t = noisy_table(30, 5);
  coppice_dataset* data = table_dataset(t);
  check_error(coppice_solver_grid_size(solver, &points), COPPICE_INVALID_STATE,
              "more than 2^31 points|expected fewer");
  check_error(coppice_solver_grid_point(solver, 0, text, sizeof text, NULL), COPPICE_INVALID_STATE,
              "more than 2^31 points");
  check_error(coppice_solver_cross_validate(solver, data, 3, &best), COPPICE_INVALID_STATE,
              "more than 2^31 points");
  assert_int_equal(points, -7);
  assert_int_equal(best, -7);
  check_ok(coppice_solver_set_grid(solver, "epsilon", NULL));
  assert_int_equal(points_of(solver), 250 * 250 * 250);
  coppice_dataset_free(data);
  coppice_solver_free(solver);
  table_free(t);
}

static void check_same_point(const cross_validated* a, const cross_validated* b) {
  assert_true(a->criterion[0] == b->criterion[0]);
  assert_true(a->standard_error[0] == b->standard_error[0]);
  assert_true(a->path[0] == b->path[0]);
  assert_memory_equal(a->fold_criterion, b->fold_criterion, 3 * sizeof(double));
}

static void the_grid_can_be_changed(void** state) {
  (void)state;
  table* t = noisy_table(60, 12);
  coppice_solver* solver = solver_with("learners=5 C=0.2");
  coppice_solver* single = solver_with("learners=5 C=0.2");
  const cross_validated one = cross_validate(single, t, 3);
  assert_int_equal(one.points, 1);
  check_ok(coppice_solver_set_grid(solver, "C", "0.1,1"));
  check_ok(coppice_solver_set_grid(solver, "bias", "free,none"));
  check_ok(coppice_solver_set_grid(solver, "C", "0.2,0.5,5")); /* replaced, and now set last */
  const cross_validated found = cross_validate(solver, t, 3);
  assert_int_equal(found.points, 6);
  check_same_point(&found, &one);
  check_ok(coppice_solver_set_grid(solver, "C", NULL));
  check_ok(coppice_solver_set_grid(solver, "bias", ""));
  check_ok(coppice_solver_set_grid(solver, "bias", "")); /* which is not there */
  assert_int_equal(cross_validate(solver, t, 3).points, 1);

  /* What a pool had and the next one has not is refused, and can be taken out. */
  coppice_pool* pool = NULL;
  coppice_dataset* data = table_dataset(t);
  check_ok(coppice_solver_set_grid(solver, "max_bins", "2,3"));
  check_ok(coppice_pool_create("perceptron:candidates=10", &pool));
  check_ok(coppice_solver_set_pool(solver, pool));
  check_error(coppice_solver_cross_validate(solver, data, 3, NULL), COPPICE_UNKNOWN_NAME,
              "neither method cgens nor its pool|\"max_bins\"");
  check_error(coppice_solver_set_grid(solver, "max_bins", "2"), COPPICE_UNKNOWN_NAME, "max_bins");
  check_options(solver, 1, "{\"max_bins\":3}");
  check_ok(coppice_solver_set_grid(solver, "max_bins", NULL));
  check_error(coppice_solver_set_grid(solver, "max_bins", NULL), COPPICE_UNKNOWN_NAME, "max_bins");
  assert_int_equal(cross_validate(solver, t, 3).points, 1);
  coppice_dataset_free(data);
  coppice_pool_free(pool);
  coppice_solver_free(solver);
  coppice_solver_free(single);
  table_free(t);
}

static void values_are_checked(void** state) {
  (void)state;
  coppice_solver* solver = solver_with("learners=5");
  check_ok(coppice_solver_set_grid(solver, "C", "0.1,1"));
  check_ok(coppice_solver_set_grid(solver, "learners", "4"));
  check_error(coppice_solver_set_grid(solver, "cost", "1"), COPPICE_UNKNOWN_NAME,
              "neither method cgens nor its pool has an option \"cost\"");
  check_error(coppice_solver_set_grid(solver, "cost", ""), COPPICE_UNKNOWN_NAME, "\"cost\"");
  check_error(coppice_solver_set_grid(solver, "C", "0.1,-1"), COPPICE_INVALID_OPTION,
              "option C|-1|1e-50 <= C");
  check_error(coppice_solver_set_grid(solver, "C", "0.1,,1"), COPPICE_INVALID_OPTION,
              "option C|\"\"");
  check_error(coppice_solver_set_grid(solver, "C", "0.1,"), COPPICE_INVALID_OPTION,
              "option C|\"\"");
  check_error(coppice_solver_set_grid(solver, "loss", "hinge,log"), COPPICE_INVALID_OPTION,
              "option loss|\"log\"|squared-hinge");
  check_error(coppice_solver_set_grid(solver, "learners", "10,0"), COPPICE_INVALID_OPTION,
              "option learners|0|learners >= 1");
  /* What was refused changed nothing. */
  check_options(solver, 0, "{\"C\":0.1}");
  check_options(solver, 1, "{\"C\":1.0}");
  table* t = noisy_table(30, 15);
  const cross_validated found = cross_validate(solver, t, 3);
  assert_int_equal(found.points, 2);
  assert_true(found.path[0] == 4 && found.path[1] == 4);
  coppice_solver_free(solver);
  table_free(t);
}

static const char* const arrays[] = {"cv.criterion", "cv.standard_error", "cv.path",
                                     "cv.fold_criterion"};
static const char* const texts[] = {"cv.criterion_name", "cv.path_name"};

static void check_text_of(const coppice_solver* solver, const char* name, const char* expected) {
  char found[32] = "";
  int64_t needed = 0;
  check_ok(coppice_solver_get_string(solver, name, found, sizeof found, &needed));
  assert_string_equal(found, expected);
  assert_int_equal(needed, (int64_t)strlen(expected) + 1);
}

static void results_have_names(void** state) {
  (void)state;
  double numbers[MOST_POINTS * MOST_FOLDS] = {-7};
  char text[32] = "as it was";
  int64_t needed = -7;
  table* t = noisy_table(60, 16);
  coppice_solver* solver = solver_with("learners=6");
  check_ok(coppice_solver_set_grid(solver, "C", "0.1,1,10"));
  for (int k = 0; k < 4; ++k)
    check_error(coppice_solver_get_array(solver, arrays[k], numbers, 15, &needed),
                COPPICE_INVALID_STATE, "expected a cross-validation");
  for (int k = 0; k < 2; ++k)
    check_error(coppice_solver_get_string(solver, texts[k], text, sizeof text, &needed),
                COPPICE_INVALID_STATE, "expected a cross-validation");

  /* Before a cross-validation as after it. */
  for (int after = 0; after < 2; ++after) {
    if (after) cross_validate(solver, t, 5);
    check_error(coppice_solver_get_array(solver, "cv.criterio", numbers, 15, &needed),
                COPPICE_UNKNOWN_NAME, "\"cv.criterio\"|did you mean \"cv.criterion\"");
    check_error(coppice_solver_get_array(solver, "weights", numbers, 15, &needed),
                COPPICE_UNKNOWN_NAME, "\"weights\"|cv.criterion, cv.standard_error");
    check_error(coppice_solver_get_array(solver, "", numbers, 15, &needed), COPPICE_UNKNOWN_NAME,
                "no result \"\"");
    check_error(coppice_solver_get_string(solver, "cv.path_nam", text, sizeof text, &needed),
                COPPICE_UNKNOWN_NAME, "did you mean \"cv.path_name\"");
  }
  assert_true(numbers[0] == -7 && needed == -7);
  assert_string_equal(text, "as it was");

  for (int k = 0; k < 4; ++k) {
    const int64_t size = k < 3 ? 3 : 15;
    check_error(coppice_solver_get_array(solver, arrays[k], numbers, size - 1, &needed),
                COPPICE_BUFFER_TOO_SMALL, k < 3 ? "capacity 2|needs 3" : "capacity 14|needs 15");
    assert_int_equal(needed, size);
    check_error(coppice_solver_get_array(solver, arrays[k], NULL, size, NULL),
                COPPICE_INVALID_ARGUMENT, "out is NULL");
    check_error(coppice_solver_get_array(solver, arrays[k], numbers, -1, NULL),
                COPPICE_INVALID_ARGUMENT, "capacity is -1");
  }
  assert_true(numbers[0] == -7);
  check_text_of(solver, "cv.criterion_name", "error");
  check_text_of(solver, "cv.path_name", "learners");
  check_error(coppice_solver_get_string(solver, "cv.criterion_name", text, 5, &needed),
              COPPICE_BUFFER_TOO_SMALL, "capacity 5|needs 6");
  assert_int_equal(needed, 6);
  coppice_solver_free(solver);
  table_free(t);
}

/* Neither a cross-validation that fails nor a fit nor another grid takes the results away; the next
 * cross-validation replaces them all. */
static void results_stay(void** state) {
  (void)state;
  table* t = noisy_table(60, 17);
  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = solver_with("learners=6");
  check_ok(coppice_solver_set_grid(solver, "C", "0.1,1,10"));
  const cross_validated first = cross_validate(solver, t, 5);
  int64_t best = -7;
  coppice_model* model = NULL;
  check_error(coppice_solver_cross_validate(solver, data, 61, &best), COPPICE_INVALID_ARGUMENT,
              "folds is 61");
  assert_int_equal(best, -7);
  check_ok(coppice_solver_fit(solver, data, &model));
  assert_true((double)learners_of(model) == first.path[first.best]);
  cross_validated now = results_of(solver);
  now.best = first.best;
  assert_memory_equal(&now, &first, sizeof now);

  check_ok(coppice_solver_set_grid(solver, "C", "0.1"));
  double numbers[MOST_POINTS];
  int64_t size = 0;
  check_ok(coppice_solver_get_array(solver, "cv.criterion", numbers, MOST_POINTS, &size));
  assert_int_equal(size, 3);
  check_ok(coppice_solver_cross_validate(solver, data, 4, NULL));
  check_ok(coppice_solver_get_array(solver, "cv.criterion", numbers, MOST_POINTS, &size));
  assert_int_equal(size, 1);
  check_ok(coppice_solver_get_array(solver, "cv.fold_criterion", numbers, MOST_POINTS, &size));
  assert_int_equal(size, 4);
  coppice_model_free(model);
  coppice_dataset_free(data);
  coppice_solver_free(solver);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_are_all_combinations),
      cmocka_unit_test(a_grid_may_have_too_many_points),
      cmocka_unit_test(the_grid_can_be_changed),
      cmocka_unit_test(values_are_checked),
      cmocka_unit_test(results_have_names),
      cmocka_unit_test(results_stay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
