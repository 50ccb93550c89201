/* Training on subsets: values are shared and bins derived from those of the whole, and every model
 * has the bits of one trained on a dataset created from the same rows. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "cross_validated.h"
#include "folds.h"
#include "pools.h"

enum { ROWS = 60, NUMBERS = 15, FEATURES = 18, LEVELS = 9, FORMS = 3, POOLS = 3, CHOICES = 5 };

static const char* const every_stump = "epsilon=0 learners=1000 C=0.5";
static const char* const pools[POOLS] = {"stump", "stump:max_bins=3", "stump:max_bins=20"};

/* Features that could tell the ways of binning apart, each for a reason. */
static table* awkward(uint32_t seed) {
  table* t = table_create(ROWS, FEATURES);
  for (int64_t i = 0; i < ROWS; ++i) {
    double* x = t->x + i * FEATURES;
    const double unit = random_next(&seed);
    const int level = (int)(5 * random_next(&seed));
    x[0] = i % 8 != 0 ? 0 : level;   /* mostly zeros */
    x[1] = i % 10 != 0 ? 7 : level;  /* mostly something else */
    x[2] = unit - 0.5;               /* all distinct */
    x[3] = i < ROWS / 2 ? 3 : level; /* constant in the first half */
    x[4] = (i % 2 != 0 ? -0.0 : 0.0) + (i % 5 != 0 ? 0 : level - 2);
    x[4] = i % 4 == 1 ? -0.0 : x[4]; /* two zeros that are equal */
    x[5] = 1;                        /* neighbours, between which midpoints round */
    for (int k = 0; k < level; ++k) x[5] = nextafter(x[5], 2);
    x[6] = (level - 2) * 5e-324;                              /* neighbours around zero */
    x[7] = level < 2 ? -DBL_MAX : level < 4 ? DBL_MAX : unit; /* further apart than a number goes */
    x[8] = i == 11 ? -4 : i == ROWS - 3 ? 5 : 0;              /* absent from many subsets */
    x[9] = level;
    x[10] = i % 6 == 1 ? NAN : unit > 0.7 ? unit : 0;   /* missing here and there */
    x[11] = i < ROWS / 2 ? level : NAN;                 /* in one half only */
    x[12] = i % 8 != 0 ? NAN : level;                   /* mostly */
    x[13] = i % 5 == 0 ? NAN : 4;                       /* else always the same */
    x[14] = i != 11 && i != 14 ? NAN : level + 0.1 * i; /* in all rows of many subsets */
    x[15] = i % 6 == 2 ? NAN : 2 * level; /* categories: levels without rows, missing ones, */
    x[16] = i % 8 != 0 ? 2 : level;       /* mostly one level, */
    x[17] = i < ROWS / 2 ? NAN : level;   /* missing in one half */
    t->labels[i] = random_next(&seed) < 0.3 + 0.1 * level ? 1 : -1;
  }
  table_draw_weights(t, seed);
  return t;
}

/* Makes the values such that floats hold them. */
static void round_to_floats(table* t) {
  for (int64_t k = 0; k < t->rows * t->features; ++k) {
    if (isnan(t->x[k])) continue; /* fmin and fmax take the other number */
    const double limited = fmax(-FLT_MAX, fmin(FLT_MAX, t->x[k]));
    t->x[k] = (double)(float)limited;
  }
}

/* A dataset of dense doubles, dense floats or sparse rows. */
static coppice_dataset* dataset_in_form(const table* t, int form) {
  const int64_t size = t->rows * t->features;
  static const char* const names[LEVELS] = {"0", "1", "2", "3", "4", "5", "6", "7", "8"};
  coppice_dataset* data = NULL;
  if (form == 0) {
    check_ok(coppice_dataset_create_dense(t->x, size, t->rows, t->features, t->features, 1, &data));
  } else if (form == 1) {
    float* x = allocate(size, sizeof *x);
    for (int64_t k = 0; k < size; ++k) x[k] = (float)t->x[k];
    check_ok(
        coppice_dataset_create_dense_float(x, size, t->rows, t->features, t->features, 1, &data));
    free(x);
  } else {
    double* values = allocate(size, sizeof *values);
    int32_t* features = allocate(size, sizeof *features);
    int64_t* starts = allocate(t->rows + 1, sizeof *starts);
    int64_t entries = 0;
    for (int64_t k = 0; k < size; ++k) {
      if (t->x[k] != 0) {
        values[entries] = t->x[k];
        features[entries++] = (int32_t)(k % t->features);
      }
      starts[k / t->features + 1] = entries;
    }
    check_ok(coppice_dataset_create_csr(starts, t->rows + 1, features, values, entries, t->features,
                                        &data));
    free(values);
    free(features);
    free(starts);
  }
  check_ok(coppice_dataset_set_labels(data, t->labels, t->rows));
  check_ok(coppice_dataset_set_weights(data, t->weights, t->rows));
  for (int64_t d = NUMBERS; d < FEATURES; ++d)
    check_ok(coppice_dataset_set_levels(data, d, names, LEVELS));
  return data;
}

static table* awkward_in_form(int form) {
  table* t = awkward(17);
  if (form == 1) round_to_floats(t);
  return t;
}

/* Rows of `t`, chosen in several ways; returns how many. */
static int64_t choose_rows(int choice, int64_t* rows) {
  uint32_t seed = 23;
  int64_t count = 0;
  for (int64_t i = 0; i < ROWS; ++i) {
    if (choice == 0 && i % 5 != 2) rows[count++] = i;                 /* as a fold does */
    if (choice == 1) rows[count++] = ROWS - 1 - i, rows[count++] = i; /* each twice, in no order */
    if (choice == 2 && i < ROWS / 2) rows[count++] = i;
    if (choice == 3) rows[count++] = (int64_t)(ROWS * random_next(&seed));
    if (choice == 4 && i % 10 == 3) rows[count++] = i; /* few */
  }
  return count;
}

/* Bins of the whole that are there when a subset needs its own. */
static void bin_whole(coppice_dataset* data, int bins) {
  if (bins == 0) return;
  coppice_model_free(train_pool(data, bins == 1 ? "stump" : "stump:max_bins=3", "learners=1"));
}

/* A model of the table's rows, of every stump there is. */
static coppice_model* trained_on_copy(const table* rows, int form, const char* pool) {
  coppice_dataset* copy = dataset_in_form(rows, form);
  coppice_model* model = train_pool(copy, pool, every_stump);
  check_text(model, "stop_reason", "exhausted");
  coppice_dataset_free(copy);
  return model;
}

/* The model of `part` is the one expected. Frees `part`. */
static void check_trains(coppice_dataset* part, const char* pool, const coppice_model* expected) {
  coppice_model* found = train_pool(part, pool, every_stump);
  check_text(found, "stop_reason", "exhausted");
  check_equal_models(found, expected, part);
  coppice_model_free(found);
  coppice_dataset_free(part);
}

static void a_subset_trains_like_a_copy(void** state) {
  (void)state;
  int64_t rows[2 * ROWS];
  for (int form = 0; form < FORMS; ++form) {
    table* t = awkward_in_form(form);
    coppice_dataset* data[3];
    for (int bins = 0; bins < 3; ++bins) {
      data[bins] = dataset_in_form(t, form);
      bin_whole(data[bins], bins);
    }
    for (int choice = 0; choice < CHOICES; ++choice) {
      table* chosen = table_rows(t, rows, choose_rows(choice, rows));
      for (int k = 0; k < POOLS; ++k) {
        coppice_model* expected = trained_on_copy(chosen, form, pools[k]);
        for (int bins = 0; bins < 3; ++bins)
          check_trains(subset_of(data[bins], rows, chosen->rows), pools[k], expected);
        coppice_model_free(expected);
      }
      table_free(chosen);
    }
    for (int bins = 0; bins < 3; ++bins) coppice_dataset_free(data[bins]);
    table_free(t);
  }
}

/* Of three datasets, each a subset of the one before, any may have bins, and any may be gone. */
static void a_subset_of_a_subset_does_too(void** state) {
  (void)state;
  int64_t outer[2 * ROWS], inner[2 * ROWS];
  for (int form = 0; form < FORMS; ++form) {
    table* t = awkward_in_form(form);
    table* middle = table_rows(t, outer, choose_rows(1, outer));
    table* last = table_rows(middle, inner, choose_rows(0, inner));
    coppice_model* expected = trained_on_copy(last, form, pools[form]);
    for (int k = 0; k < 8; ++k) {
      coppice_dataset* data = dataset_in_form(t, form);
      bin_whole(data, k % 2);
      coppice_dataset* part = subset_of(data, outer, middle->rows);
      if (k / 4 == 0) coppice_dataset_free(data);
      bin_whole(part, k / 2 % 2);
      coppice_dataset* part_of_part = subset_of(part, inner, last->rows);
      coppice_dataset_free(part);
      check_trains(part_of_part, pools[form], expected);
      if (k / 4 == 1) coppice_dataset_free(data);
    }
    coppice_model_free(expected);
    table_free(last);
    table_free(middle);
    table_free(t);
  }
}

/* Rows of weight 0 do not count: a subset that gives some the weight 0 is as if it had named the
 * others. Its weights are its own. */
static void rows_of_weight_zero_go(void** state) {
  (void)state;
  int64_t rows[2 * ROWS], left[2 * ROWS];
  double weights[2 * ROWS];
  for (int form = 0; form < FORMS; ++form) {
    table* t = awkward_in_form(form);
    coppice_dataset* data = dataset_in_form(t, form);
    bin_whole(data, form % 2);
    const int64_t count = choose_rows(0, rows);
    int64_t kept = 0;
    for (int64_t k = 0; k < count; ++k) {
      weights[k] = k % 3 == 0 ? 0 : t->weights[rows[k]];
      if (weights[k] > 0) left[kept++] = rows[k];
    }
    table* chosen = table_rows(t, left, kept);
    for (int k = 0; k < POOLS; ++k) {
      coppice_dataset* part = subset_of(data, rows, count);
      check_ok(coppice_dataset_set_weights(part, weights, count));
      coppice_model* expected = trained_on_copy(chosen, form, pools[k]);
      check_trains(part, pools[k], expected);
      coppice_model_free(expected);
    }
    check_ok(coppice_dataset_copy_weights(data, weights, ROWS));
    assert_memory_equal(weights, t->weights, sizeof(double) * ROWS);
    table_free(chosen);
    coppice_dataset_free(data);
    table_free(t);
  }
}

/* What `learners` learners, trained on datasets created for each fold, get wrong in the mean. */
static double error_by_hand(const table* t, int form, const char* pool, int64_t folds,
                            const char* options) {
  int64_t* fold = folds_of(t, folds, 0);
  double sum = 0;
  for (int64_t f = 0; f < folds; ++f) {
    table* training = part_of(t, fold, f, 0);
    table* held_out = part_of(t, fold, f, 1);
    coppice_dataset* data = dataset_in_form(training, form);
    coppice_model* model = train_pool(data, pool, options);
    double* decisions = decisions_of(model, held_out);
    sum += error_of(decisions, held_out);
    free(decisions);
    coppice_model_free(model);
    coppice_dataset_free(data);
    table_free(held_out);
    table_free(training);
  }
  free(fold);
  return sum / (double)folds;
}

static double error_by_folds(coppice_dataset* data, const char* pool, int64_t folds,
                             const char* options) {
  coppice_pool* stumps = NULL;
  coppice_solver* solver = solver_with(options);
  check_ok(coppice_pool_create(pool, &stumps));
  check_ok(coppice_solver_set_pool(solver, stumps));
  check_ok(coppice_solver_set_grid(solver, "learners", "12"));
  check_ok(coppice_solver_cross_validate(solver, data, folds, NULL));
  const cross_validated found = results_of(solver);
  assert_int_equal(found.points, 1);
  coppice_pool_free(stumps);
  coppice_solver_free(solver);
  return found.criterion[0];
}

static void folds_are_like_copies(void** state) {
  (void)state;
  const char* const options = "learners=12 C=0.5";
  int64_t rows[2 * ROWS];
  for (int form = 0; form < FORMS; ++form) {
    table* t = awkward_in_form(form);
    for (int64_t i = 4; i < ROWS; i += 9) t->weights[i] = 0;
    table* chosen = table_rows(t, rows, choose_rows(3, rows));
    for (int k = 0; k < POOLS; ++k) {
      for (int bins = 0; bins < 2; ++bins) {
        coppice_dataset* data = dataset_in_form(t, form);
        coppice_dataset* part = subset_of(data, rows, chosen->rows);
        bin_whole(data, bins);
        check_close(error_by_folds(data, pools[k], 4, options),
                    error_by_hand(t, form, pools[k], 4, options), 1e-12);
        check_close(error_by_folds(part, pools[k], 3, options),
                    error_by_hand(chosen, form, pools[k], 3, options), 1e-12);
        coppice_dataset_free(part);
        coppice_dataset_free(data);
      }
    }
    table_free(chosen);
    table_free(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_subset_trains_like_a_copy),
      cmocka_unit_test(a_subset_of_a_subset_does_too),
      cmocka_unit_test(rows_of_weight_zero_go),
      cmocka_unit_test(folds_are_like_copies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
