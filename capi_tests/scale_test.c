/* The option "scale" of pools that draw projections: what they draw on standardised features is
 * what they draw on features as they are, in other units; weights count as copies; units do not
 * matter. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pools.h"

enum { FEATURES = 3, DRAWS = 40 };
static const double two_pi = 6.283185307179586;
static const char* const kinds[] = {"perceptron", "fourier"};
/* One candidate, of which any is of use: the learners are the draws, whatever the rows say. */
static const char* const as_drawn =
    "learners=40 columns_per_iteration=1 epsilon=0 loss=least-squares C=0.01 seed=5";

/* Features of different means and spreads, multiples of 2^-20, which sums and small shifts of them
 * do not round; labels on the sum of the standardised ones. */
static table* uneven(int64_t rows, uint32_t seed) {
  table* t = table_create(rows, FEATURES);
  for (int64_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (int64_t d = 0; d < FEATURES; ++d) {
      const double uniform = ldexp(floor(ldexp(random_next(&seed), 10)), -10) - 0.5;
      t->x[i * FEATURES + d] = (double)d + ldexp(uniform, (int)(3 * d) - 4);
      sum += uniform;
    }
    t->labels[i] = sum + 0.2 * random_next(&seed) > 0.1 ? 1 : -1;
  }
  t->labels[0] = -1;
  t->labels[1] = 1;
  return t;
}

/* Mean, standard deviation and the largest distance from the mean on that scale, rows counting by
 * their weights. */
typedef struct statistics {
  double mean[FEATURES], deviation[FEATURES], radius, raw_radius;
} statistics;

static statistics statistics_of(const table* t) {
  statistics s = {{0}, {0}, 0, 0};
  double total = 0;
  for (int64_t i = 0; i < t->rows; ++i) total += t->weights[i];
  for (int d = 0; d < FEATURES; ++d) {
    for (int64_t i = 0; i < t->rows; ++i)
      s.mean[d] += t->weights[i] * t->x[i * FEATURES + d] / total;
    for (int64_t i = 0; i < t->rows; ++i)
      s.deviation[d] += t->weights[i] * pow(t->x[i * FEATURES + d] - s.mean[d], 2) / total;
    s.deviation[d] = sqrt(s.deviation[d]);
  }
  for (int64_t i = 0; i < t->rows; ++i) {
    double scaled = 0, raw = 0;
    for (int d = 0; d < FEATURES; ++d) {
      const double from_mean = t->x[i * FEATURES + d] - s.mean[d];
      scaled += pow(from_mean / s.deviation[d], 2);
      raw += from_mean * from_mean;
    }
    s.radius = fmax(s.radius, sqrt(scaled));
    s.raw_radius = fmax(s.raw_radius, sqrt(raw));
  }
  return s;
}

static coppice_model* draws(const table* t, const char* kind, const char* options) {
  char pool[96];
  snprintf(pool, sizeof pool, "%s:candidates=1%s", kind, options);
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = train_pool(data, pool, as_drawn);
  assert_int_equal(learners_of(model), DRAWS);
  coppice_dataset_free(data);
  return model;
}

/* theta and theta . mean - kappa of draw j. */
static double draw_of(const coppice_model* model, int64_t j, const double* mean, double* theta) {
  double kappa = 0;
  assert_int_equal(learner_numbers(model, j, "theta", theta, FEATURES), FEATURES);
  assert_int_equal(learner_numbers(model, j, "kappa", &kappa, 1), 1);
  for (int d = 0; d < FEATURES; ++d) kappa -= theta[d] * mean[d];
  return -kappa;
}

/* Equal up to whole turns. */
static void check_phase(double a, double b, double tolerance) {
  const double turns = (a - b) / two_pi;
  assert_true(fabs(turns - round(turns)) < tolerance);
}

static double gamma_of(const coppice_model* model) {
  int64_t size = 0;
  coppice_model_save_buffer(model, "json", NULL, 0, &size);
  char* json = allocate(size + 1, 1);
  check_ok(coppice_model_save_buffer(model, "json", json, size, &size));
  const char* at = strstr(json, "\"gamma\":");
  assert_non_null(at);
  const double gamma = strtod(at + strlen("\"gamma\":"), NULL);
  free(json);
  return gamma;
}

/* The same seed draws the same directions: on standardised features theta_d is that of features as
 * they are, divided by sd_d, and the distance from the mean is as large a part of the radius. */
static void draws_are_those_of_standardised_features(void** state) {
  (void)state;
  table* t = uneven(200, 1);
  for (int weighted = 0; weighted < 2; ++weighted) {
    if (weighted) table_draw_weights(t, 3);
    const statistics s = statistics_of(t);
    for (int k = 0; k < 2; ++k) {
      coppice_model* standard = draws(t, kinds[k], k == 1 ? ",gamma=0.3" : "");
      coppice_model* none = draws(t, kinds[k], k == 1 ? ",gamma=0.3,scale=none" : ",scale=none");
      for (int64_t j = 0; j < DRAWS; ++j) {
        double scaled[FEATURES], raw[FEATURES];
        const double from_mean = draw_of(standard, j, s.mean, scaled);
        const double from_raw_mean = draw_of(none, j, s.mean, raw);
        for (int d = 0; d < FEATURES; ++d) {
          const double expected = raw[d] / s.deviation[d];
          assert_true(fabs(scaled[d] - expected) <= 2e-7 * fabs(expected));
        }
        if (k == 0)
          check_close(from_mean / s.radius, from_raw_mean / s.raw_radius, 1e-6);
        else
          check_phase(from_mean, from_raw_mean, 1e-6);
      }
      coppice_model_free(standard);
      coppice_model_free(none);
    }
  }
  table_free(t);
}

/* Features whose mean is 0 and whose deviation is 1 need no scale: the same bits. */
static void none_is_what_standardised_features_need(void** state) {
  (void)state;
  enum { ROWS = 64 };
  table* t = table_create(ROWS, FEATURES);
  uint32_t seed = 9;
  for (int64_t i = 0; i < ROWS; ++i) {
    for (int64_t d = 0; d < FEATURES; ++d) t->x[i * FEATURES + d] = (i >> d) % 2 == 0 ? -1 : 1;
    t->labels[i] = random_next(&seed) < 0.5 ? -1 : 1;
  }
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 2; ++k) {
    char pool[64];
    snprintf(pool, sizeof pool, "%s:scale=none", kinds[k]);
    coppice_model* standard = train_pool(data, kinds[k], "learners=8");
    coppice_model* none = train_pool(data, pool, "learners=8");
    assert_true(learners_of(none) > 0);
    check_equal_models(standard, none, data);
    coppice_model_free(standard);
    coppice_model_free(none);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* A weight of k is the same as k copies, on either scale. */
static void weights_are_copies(void** state) {
  (void)state;
  enum { ROWS = 60 };
  table* weighted = uneven(ROWS, 4);
  int64_t rows[ROWS * 3], count = 0;
  for (int64_t i = 0; i < ROWS; ++i) {
    const int64_t copies = i % 7 == 0 ? 3 : i % 2;
    weighted->weights[i] = (double)copies;
    for (int64_t k = 0; k < copies; ++k) rows[count++] = i;
  }
  table* copied = table_rows(weighted, rows, count);
  for (int64_t i = 0; i < count; ++i) copied->weights[i] = 1;
  const char* const scales[] = {",scale=standard", ",scale=none"};
  const statistics s = statistics_of(copied);
  for (int k = 0; k < 4; ++k) {
    coppice_model* of_weights = draws(weighted, kinds[k % 2], scales[k / 2]);
    coppice_model* of_copies = draws(copied, kinds[k % 2], scales[k / 2]);
    if (k % 2 == 1) check_close(gamma_of(of_weights) / gamma_of(of_copies), 1, 1e-12);
    for (int64_t j = 0; j < DRAWS; ++j) {
      double a[FEATURES], b[FEATURES];
      const double from_mean = draw_of(of_weights, j, s.mean, a);
      const double from_other = draw_of(of_copies, j, s.mean, b);
      for (int d = 0; d < FEATURES; ++d) assert_true(fabs(a[d] - b[d]) <= 2e-7 * fabs(b[d]));
      if (k % 2 == 0)
        check_close(from_mean, from_other, 1e-6);
      else
        check_phase(from_mean, from_other, 1e-6);
    }
    coppice_model_free(of_weights);
    coppice_model_free(of_copies);
  }
  table_free(copied);
  table_free(weighted);
}

/* Powers of two change no digit of what is drawn, scored or predicted. Where theta is outside the
 * range of floats, its digits are a double's and the outputs those of floats up to rounding. */
static void units_do_not_matter(void** state) {
  (void)state;
  static const int exponents[][FEATURES] = {
      {-40, 0, 33}, {7, 20, -20}, {-997, 2, 1}, {0, 490, 3}, {-1000, -300, 490}};
  table* t = uneven(150, 6);
  const int64_t size = t->rows * FEATURES;
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = train_pool(data, kinds[k], "learners=12 C=1 tolerance=1e-8 seed=2");
    double* f = decisions_of(model, t);
    double* h = predictions_of(model, COPPICE_LEARNERS, t);
    for (int units = 0; units < 5; ++units) {
      table* other = table_of(t->x, t->labels, t->rows, FEATURES);
      for (int64_t at = 0; at < size; ++at)
        other->x[at] = ldexp(t->x[at], exponents[units][at % FEATURES]);
      coppice_dataset* changed = table_dataset(other);
      coppice_model* in_units =
          train_pool(changed, kinds[k], "learners=12 C=1 tolerance=1e-8 seed=2");
      coppice_model* reread = NULL;
      char* json = allocate(1 << 16, 1);
      int64_t bytes = 0;
      check_ok(coppice_model_save_buffer(in_units, "json", json, 1 << 16, &bytes));
      check_ok(coppice_model_load_buffer(json, bytes, &reread));
      double* f_in_units = decisions_of(reread, other);
      double* h_in_units = predictions_of(in_units, COPPICE_LEARNERS, other);
      assert_int_equal(learners_of(in_units), 12);
      if (units < 2) {
        assert_memory_equal(f, f_in_units, (size_t)t->rows * sizeof *f);
      } else {
        for (int64_t at = 0; at < 12 * t->rows; ++at)
          check_close(h[at], h_in_units[at], k == 0 ? 0 : 1e-5);
        for (int64_t i = 0; i < t->rows; ++i) check_close(f[i], f_in_units[i], 1e-3);
      }
      free(json);
      free(f_in_units);
      free(h_in_units);
      coppice_model_free(reread);
      coppice_model_free(in_units);
      coppice_dataset_free(changed);
      table_free(other);
    }
    free(f);
    free(h);
    coppice_model_free(model);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* Nor does it matter what features are measured from: theta is the same, up to its rounding. */
static void zeros_do_not_matter(void** state) {
  (void)state;
  table* t = uneven(100, 7);
  const statistics s = statistics_of(t);
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = draws(t, kinds[k], "");
    table* other = table_of(t->x, t->labels, t->rows, FEATURES);
    for (int64_t at = 0; at < t->rows * FEATURES; ++at)
      other->x[at] += at % FEATURES == 1 ? 64 : -8;
    const statistics s_other = statistics_of(other);
    coppice_model* shifted = draws(other, kinds[k], "");
    for (int64_t j = 0; j < DRAWS; ++j) {
      double a[FEATURES], b[FEATURES];
      const double from_mean = draw_of(model, j, s.mean, a);
      const double from_other = draw_of(shifted, j, s_other.mean, b);
      for (int d = 0; d < FEATURES; ++d) assert_true(fabs(a[d] - b[d]) <= 2e-7 * fabs(b[d]));
      if (k == 0)
        check_close(from_mean, from_other, 1e-6);
      else
        check_phase(from_mean, from_other, 1e-6);
    }
    coppice_model_free(model);
    coppice_model_free(shifted);
    table_free(other);
  }
  table_free(t);
}

/* A feature of one value, also of one that sums round, or of values that only rounding tells apart,
 * has theta 0 and no part in gamma; a huge one does no harm. */
static void constant_features_are_left_out(void** state) {
  (void)state;
  static const double values[] = {0, 0.1, -7e200, 1e9, 3e-310};
  table* narrow = uneven(300, 8);
  for (int v = 0; v < 5; ++v) {
    table* wide = table_create(narrow->rows, FEATURES + 1);
    for (int64_t i = 0; i < narrow->rows; ++i) {
      memcpy(wide->x + i * (FEATURES + 1), narrow->x + i * FEATURES, FEATURES * sizeof(double));
      wide->x[i * (FEATURES + 1) + FEATURES] = values[v];
      wide->labels[i] = narrow->labels[i];
    }
    if (v == 3) wide->x[FEATURES] = nextafter(values[v], 0);
    if (v == 4) wide->x[FEATURES] = 0;
    coppice_dataset* data = table_dataset(wide);
    for (int k = 0; k < 2; ++k) {
      coppice_model* model = train_pool(data, kinds[k], "learners=10 C=1");
      double* f = decisions_of(model, wide);
      if (k == 1) check_close(gamma_of(model), 1.0 / FEATURES, 1e-12);
      for (int64_t j = 0; j < 10; ++j) {
        double theta[FEATURES + 1];
        assert_int_equal(learner_numbers(model, j, "theta", theta, FEATURES + 1), FEATURES + 1);
        assert_true(theta[FEATURES] == 0);
        for (int d = 0; d < FEATURES; ++d) assert_true(theta[d] != 0);
      }
      assert_true(error_of(f, wide) < 0.2);
      free(f);
      coppice_model_free(model);
    }
    coppice_dataset_free(data);
    table_free(wide);
  }
  table_free(narrow);
}

/* A feature that tells the classes apart, in a unit that makes it small beside one of noise. */
static void small_units_do_not_hide_features(void** state) {
  (void)state;
  enum { ROWS = 400 };
  uint32_t seed = 11;
  table* t = table_create(ROWS, 2);
  for (int64_t i = 0; i < ROWS; ++i) {
    t->x[2 * i] = 1e-3 * (random_next(&seed) - 0.5);
    t->x[2 * i + 1] = 1e3 * (random_next(&seed) - 0.5);
    t->labels[i] = t->x[2 * i] > 0 ? 1 : -1;
  }
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 2; ++k) {
    char pool[64];
    snprintf(pool, sizeof pool, "%s:scale=none,candidates=200", kinds[k]);
    coppice_model* none = train_pool(data, pool, "learners=20 C=1");
    snprintf(pool, sizeof pool, "%s:candidates=200", kinds[k]);
    coppice_model* standard = train_pool(data, pool, "learners=20 C=1");
    double *f = decisions_of(standard, t), *f_none = decisions_of(none, t);
    assert_true(error_of(f, t) < 0.05);
    assert_true(error_of(f_none, t) > 0.2);
    free(f);
    free(f_none);
    coppice_model_free(standard);
    coppice_model_free(none);
  }
  coppice_dataset_free(data);
  table_free(t);
}

static void what_is_too_far_is_named(void** state) {
  (void)state;
  table* t = uneven(50, 12);
  const char* const fragments[] = {"feature 2 is 1e+200|farther from the mean|smaller scale",
                                   "feature 2 is -1e+308|farther from the mean|smaller scale"};
  for (int k = 0; k < 4; ++k) {
    t->x[7 * FEATURES + 2] = k < 2 ? 1e200 : -1e308;
    t->x[8 * FEATURES + 2] = k < 2 ? 0 : 9e307;
    coppice_dataset* data = table_dataset(t);
    coppice_solver* solver = solver_with("learners=2");
    coppice_pool* pool = NULL;
    coppice_model* model = NULL;
    check_ok(coppice_pool_create(kinds[k % 2], &pool));
    check_ok(coppice_solver_set_pool(solver, pool));
    check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_DATA, fragments[k / 2]);
    assert_null(model);
    coppice_pool_free(pool);
    coppice_solver_free(solver);
    coppice_dataset_free(data);
  }
  coppice_pool* pool = NULL;
  check_error(coppice_pool_create("perceptron:scale=unit", &pool), COPPICE_INVALID_OPTION,
              "scale|pool perceptron|standard|none");
  assert_null(pool);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(draws_are_those_of_standardised_features),
      cmocka_unit_test(none_is_what_standardised_features_need),
      cmocka_unit_test(weights_are_copies),
      cmocka_unit_test(units_do_not_matter),
      cmocka_unit_test(zeros_do_not_matter),
      cmocka_unit_test(constant_features_are_left_out),
      cmocka_unit_test(small_units_do_not_hide_features),
      cmocka_unit_test(what_is_too_far_is_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
