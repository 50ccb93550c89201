/* Cross-validation in one line, with all that the solver tells of it. */
#ifndef COPPICE_TESTS_CROSS_VALIDATED_H
#define COPPICE_TESTS_CROSS_VALIDATED_H

#include <string.h>

#include "table.h"

enum { MOST_POINTS = 16, MOST_FOLDS = 5 };

/* One number a point each, of the path 0 where the method has none; fold_criterion is points x
 * folds. */
typedef struct cross_validated {
  int64_t points, folds, best;
  double criterion[MOST_POINTS], standard_error[MOST_POINTS], path[MOST_POINTS];
  double fold_criterion[MOST_POINTS * MOST_FOLDS];
} cross_validated;

static inline cross_validated results_of(const coppice_solver* solver) {
  cross_validated found;
  int64_t needed = 0;
  char path_name[64] = "";
  memset(&found, 0, sizeof found); /* so that two can be compared as bytes */
  check_ok(coppice_solver_grid_size(solver, &found.points));
  assert_true(found.points >= 1 && found.points <= MOST_POINTS);
  check_ok(coppice_solver_get_array(solver, "cv.criterion", found.criterion, MOST_POINTS, &needed));
  assert_int_equal(needed, found.points);
  check_ok(coppice_solver_get_array(solver, "cv.standard_error", found.standard_error, MOST_POINTS,
                                    &needed));
  assert_int_equal(needed, found.points);
  check_ok(coppice_solver_get_array(solver, "cv.path", found.path, MOST_POINTS, &needed));
  check_ok(coppice_solver_get_string(solver, "cv.path_name", path_name, sizeof path_name, NULL));
  assert_int_equal(needed, path_name[0] != 0 ? found.points : 0);
  check_ok(coppice_solver_get_array(solver, "cv.fold_criterion", found.fold_criterion,
                                    MOST_POINTS * MOST_FOLDS, &needed));
  assert_int_equal(needed % found.points, 0);
  found.folds = needed / found.points;
  return found;
}

static inline cross_validated cross_validate(coppice_solver* solver, const table* t,
                                             int64_t folds) {
  int64_t best = -1;
  coppice_dataset* data = table_dataset(t);
  check_ok(coppice_solver_cross_validate(solver, data, folds, &best));
  coppice_dataset_free(data);
  cross_validated found = results_of(solver);
  assert_int_equal(found.folds, folds);
  found.best = best;
  return found;
}

/* Random rows of 4 features, every sixth label turned. */
static inline table* noisy_table(int64_t rows, uint32_t seed) {
  table* t = table_random(rows, 4, 12, seed);
  for (int64_t i = 0; i < rows; i += 6) t->labels[i] = -t->labels[i];
  return t;
}

#endif
