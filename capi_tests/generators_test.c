/* Generated data are what their definitions say: class shares, means, variances and covariances,
 * and the errors of the best possible rules, which are known. Bounds are five standard errors. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

enum { ROWS = 20000, WIDTH = 20, WAVES = 21 };

typedef struct sample {
  int64_t rows, features;
  double* x;
  int64_t* classes; /* indices in the order of the labels */
} sample;

static sample draw(const char* name, int64_t rows, int64_t features, double noise, uint64_t seed) {
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_generate(name, rows, features, noise, seed, &data));
  sample s = {rows, features_of(data), NULL, NULL};
  assert_int_equal(rows_of(data), rows);
  s.x = allocate(rows * s.features, sizeof *s.x);
  s.classes = allocate(rows, sizeof *s.classes);
  for (int64_t i = 0; i < rows; ++i)
    check_ok(coppice_dataset_copy_row(data, i, s.x + i * s.features, s.features));
  check_ok(coppice_dataset_copy_labels(data, s.classes, rows));
  coppice_dataset_free(data);
  return s;
}

static void discard(sample s) {
  free(s.x);
  free(s.classes);
}

static void check_within(double value, double expected, double standard_error) {
  if (fabs(value - expected) > 5 * standard_error)
    fail_msg("%g is not %g within 5 * %g", value, expected, standard_error);
}

/* The share of class `k`, and its first two moments: mean[d] and covariance[d * features + e]. */
static void check_class(sample s, int64_t k, double share, const double* mean,
                        const double* covariance) {
  const int64_t D = s.features;
  double* sums = allocate(D, sizeof *sums);
  double* products = allocate(D * D, sizeof *products);
  double n = 0;
  for (int64_t i = 0; i < s.rows; ++i) {
    if (s.classes[i] != k) continue;
    const double* x = s.x + i * D;
    n += 1;
    for (int64_t d = 0; d < D; ++d) {
      sums[d] += x[d];
      for (int64_t e = 0; e < D; ++e) products[d * D + e] += (x[d] - mean[d]) * (x[e] - mean[e]);
    }
  }
  check_within(n / (double)s.rows, share, sqrt(share * (1 - share) / (double)s.rows));
  for (int64_t d = 0; d < D; ++d) {
    check_within(sums[d] / n, mean[d], sqrt(covariance[d * D + d] / n));
    for (int64_t e = 0; e < D; ++e) {
      /* The variance of a product of two normal variables; mixtures here have lighter tails. */
      const double both = covariance[d * D + e];
      const double spread = covariance[d * D + d] * covariance[e * D + e] + both * both;
      check_within(products[d * D + e] / n, both, sqrt(spread / n));
    }
  }
  free(sums);
  free(products);
}

/* mean[d] = odd or even, and a covariance of `variance` on the diagonal and `together` beside. */
static void check_simple_class(sample s, int64_t k, double even, double odd, double variance,
                               double together) {
  double mean[WIDTH], covariance[WIDTH * WIDTH];
  const int64_t D = s.features;
  for (int64_t d = 0; d < D; ++d) {
    mean[d] = d % 2 == 0 ? even : odd;
    for (int64_t e = 0; e < D; ++e) covariance[d * D + e] = d == e ? variance : together;
  }
  check_class(s, k, 0.5, mean, covariance);
}

static double normal_below(double z) {
  return erfc(-z / sqrt(2)) / 2;
}

static double error_of_rule(sample s, int64_t (*rule)(const double* x, int64_t features)) {
  double wrong = 0;
  for (int64_t i = 0; i < s.rows; ++i)
    wrong += rule(s.x + i * s.features, s.features) != s.classes[i];
  return wrong / (double)s.rows;
}

static void check_best_error(sample s, int64_t (*rule)(const double* x, int64_t features),
                             double expected) {
  check_within(error_of_rule(s, rule), expected, sqrt(expected * (1 - expected) / (double)s.rows));
}

static int64_t twonorm_rule(const double* x, int64_t features) {
  double sum = 0;
  for (int64_t d = 0; d < features; ++d) sum += x[d];
  return sum > 0;
}

static void twonorm(void** state) {
  (void)state;
  const int64_t widths[] = {0, 20, 5, 2};
  for (int k = 0; k < 4; ++k) {
    const sample s = draw("twonorm", ROWS, widths[k], 0, 7 + (uint64_t)k);
    assert_int_equal(s.features, widths[k] == 0 ? 20 : widths[k]);
    const double a = 2 / sqrt((double)s.features);
    check_simple_class(s, 1, a, a, 1, 0);
    check_simple_class(s, 0, -a, -a, 1, 0);
    check_best_error(s, twonorm_rule, normal_below(-2)); /* 2.275 %, whatever the width */
    discard(s);
  }
}

/* Along e = (1, 1, ..) / sqrt(D) and o = (1, -1, ..) / sqrt(D), orthogonal for even D, class -1 is
 * normal around (0, 2) and +1 around (2, 0) or (-2, 0): -1 is likelier where e^(2o) > cosh(2e). */
static double log_cosh(double x) {
  return fabs(x) + log1p(exp(-2 * fabs(x))) - log(2);
}

static int64_t threenorm_rule(const double* x, int64_t features) {
  double even = 0, odd = 0;
  for (int64_t d = 0; d < features; ++d) {
    even += x[d];
    odd += d % 2 == 0 ? x[d] : -x[d];
  }
  const double scale = sqrt((double)features);
  return 2 * odd / scale <= log_cosh(2 * even / scale);
}

static double threenorm_error(void) {
  const double step = 1e-3;
  double error = 0;
  for (double e = -12; e < 14; e += step) {
    const double edge = log_cosh(2 * e) / 2;
    error += exp(-e * e / 2) * normal_below(edge - 2) / 2;
    error += exp(-(e - 2) * (e - 2) / 2) * normal_below(-edge) / 2;
  }
  return error * step / sqrt(2 * acos(-1));
}

static void threenorm(void** state) {
  (void)state;
  const sample s = draw("threenorm", ROWS, 0, 0, 1);
  const double a = 2 / sqrt(20);
  check_simple_class(s, 1, 0, 0, 1 + a * a, a * a);
  check_simple_class(s, 0, a, -a, 1, 0);
  check_best_error(s, threenorm_rule, threenorm_error());
  discard(s);
}

/* -1, the narrow one around a, is likelier where |x - a|^2 < |x|^2 / 4 + D log 4. With |a| = 1 that
 * is a ball: |x - 4a/3|^2 < 4/3 (D log 4 + 1/3), whose probability is a noncentral chi-squared
 * one, for even D a Poisson mixture of sums of exponentials. */
static int64_t ringnorm_rule(const double* x, int64_t features) {
  const double a = 1 / sqrt((double)features);
  double narrow = 0, wide = 0;
  for (int64_t d = 0; d < features; ++d) {
    narrow += (x[d] - a) * (x[d] - a);
    wide += x[d] * x[d] / 4;
  }
  return narrow >= wide + (double)features * log(4);
}

static double chi_squared_below(double t, int half_degrees) {
  double term = 1, sum = 0;
  for (int k = 0; k < half_degrees; ++k) {
    sum += term;
    term *= t / 2 / (k + 1);
  }
  return 1 - exp(-t / 2) * sum;
}

static double noncentral_below(double t, int degrees, double centre) {
  double chance = exp(-centre / 2), sum = 0;
  for (int k = 0; k < 50; ++k) {
    sum += chance * chi_squared_below(t, degrees / 2 + k);
    chance *= centre / 2 / (k + 1);
  }
  return sum;
}

static double ringnorm_error(int features) {
  const double ball = 4.0 / 3 * (features * log(4) + 1.0 / 3);
  const double wide_inside = noncentral_below(ball / 4, features, 16.0 / 9 / 4);
  const double narrow_outside = 1 - noncentral_below(ball, features, 1.0 / 9);
  return (wide_inside + narrow_outside) / 2;
}

static void ringnorm(void** state) {
  (void)state;
  const int64_t widths[] = {20, 8};
  for (int k = 0; k < 2; ++k) {
    const sample s = draw("ringnorm", ROWS, widths[k], 0, 3);
    const double a = 1 / sqrt((double)widths[k]);
    check_simple_class(s, 1, 0, 0, 4, 0);
    check_simple_class(s, 0, a, a, 1, 0);
    check_best_error(s, ringnorm_rule, ringnorm_error((int)widths[k]));
    discard(s);
  }
}

/* Height of wave 1, 2 or 3 at i = 1 .. 21, and the two waves of a class. */
static double wave(int which, int i) {
  const int shifted = which == 1 ? i : which == 2 ? i - 4 : i + 4;
  return fmax(6 - abs(shifted - 11), 0);
}

static const int waves_of[3][2] = {{1, 2}, {1, 3}, {2, 3}};

/* How likely x is in class k: the integral over u of the normal density, up to a factor. */
static double waveform_density(const double* x, int k) {
  const int steps = 100;
  double sum = 0;
  for (int t = 0; t < steps; ++t) {
    const double u = (t + 0.5) / steps;
    double square = 0;
    for (int i = 1; i <= WAVES; ++i) {
      const double centre = u * wave(waves_of[k][0], i) + (1 - u) * wave(waves_of[k][1], i);
      square += (x[i - 1] - centre) * (x[i - 1] - centre);
    }
    sum += exp(-square / 2);
  }
  return sum;
}

static void waveform(void** state) {
  (void)state;
  const sample s = draw("waveform", ROWS, 0, 0, 2);
  assert_int_equal(s.features, WAVES);
  for (int k = 0; k < 3; ++k) { /* u has mean 1/2 and variance 1/12 */
    double mean[WAVES], covariance[WAVES * WAVES];
    for (int d = 0; d < WAVES; ++d) {
      const double rise = wave(waves_of[k][0], d + 1) - wave(waves_of[k][1], d + 1);
      mean[d] = (wave(waves_of[k][0], d + 1) + wave(waves_of[k][1], d + 1)) / 2;
      for (int e = 0; e < WAVES; ++e) {
        const double other = wave(waves_of[k][0], e + 1) - wave(waves_of[k][1], e + 1);
        covariance[d * WAVES + e] = rise * other / 12 + (d == e);
      }
    }
    check_class(s, k, 1.0 / 3, mean, covariance);
  }
  discard(s);
}

/* The best rule errs as often as its own posterior says, and on 14 % of the rows (Breiman et al.,
 * Classification and Regression Trees, 2.6.2). */
static void waveform_has_its_best_error(void** state) {
  (void)state;
  const sample s = draw("waveform", 4000, 0, 0, 4);
  double wrong = 0, expected = 0, variance = 0;
  for (int64_t i = 0; i < s.rows; ++i) {
    double density[3], all = 0;
    int best = 0;
    for (int k = 0; k < 3; ++k) {
      all += density[k] = waveform_density(s.x + i * WAVES, k);
      if (density[k] > density[best]) best = k;
    }
    const double chance = 1 - density[best] / all;
    wrong += best != s.classes[i];
    expected += chance;
    variance += chance * (1 - chance);
  }
  check_within(wrong, expected, sqrt(variance));
  check_within(wrong / 4000, 0.14, 0.005 / 5 + sqrt(variance) / 4000); /* 14 % is rounded */
  discard(s);
}

static void waveform_binary_is_the_first_class(void** state) {
  (void)state;
  const sample all = draw("waveform", 500, 21, 0, 9);
  const sample binary = draw("waveform-binary", 500, 0, 0, 9);
  assert_memory_equal(all.x, binary.x, 500 * WAVES * sizeof *all.x);
  for (int i = 0; i < 500; ++i) assert_int_equal(binary.classes[i] == 1, all.classes[i] == 0);
  discard(all);
  discard(binary);
}

static void labels_have_names(void** state) {
  (void)state;
  const struct {
    const char *generator, *labels[4];
  } expected[] = {{"twonorm", {"-1", "1"}},         {"threenorm", {"-1", "1"}},
                  {"ringnorm", {"-1", "1"}},        {"waveform", {"1", "2", "3"}},
                  {"waveform-binary", {"-1", "1"}}, {"linear", {"-1", "1"}},
                  {"mixture", {"-1", "1"}},         {"drifting", {"-1", "1"}},
                  {"switching", {"-1", "1"}},       {"circle", {"-1", "1"}}};
  int64_t entries = 0, count = 0;
  check_ok(coppice_catalogue_size(COPPICE_GENERATORS, &entries));
  assert_int_equal(entries, 10);
  for (int64_t k = 0; k < entries; ++k) {
    const char *name = NULL, *help = NULL;
    coppice_dataset* data = NULL;
    check_ok(coppice_catalogue_name(COPPICE_GENERATORS, k, &name));
    check_ok(coppice_catalogue_help(COPPICE_GENERATORS, k, &help));
    check_ok(coppice_option_count(COPPICE_GENERATORS, name, &count));
    assert_string_equal(name, expected[k].generator);
    assert_true(strlen(help) > 20);
    assert_int_equal(count, 0);
    check_ok(coppice_dataset_generate(name, 100, 0, 0, 0, &data));
    check_ok(coppice_dataset_classes(data, &count));
    for (int64_t c = 0; c < count; ++c) {
      char label[8];
      check_ok(coppice_dataset_class_name(data, c, label, sizeof label, NULL));
      assert_string_equal(label, expected[k].labels[c]);
    }
    assert_null(expected[k].labels[count]);
    coppice_dataset_free(data);
  }
}

/* The label turns with the given probability, into each other label alike; the rows stay, and what
 * is turned at some noise is turned at more. */
static void noise_turns_labels(void** state) {
  (void)state;
  const struct {
    const char* name;
    int64_t classes;
  } cases[] = {{"ringnorm", 2}, {"waveform", 3}};
  for (int c = 0; c < 2; ++c) {
    const sample clean = draw(cases[c].name, ROWS, 0, 0, 5);
    sample less = draw(cases[c].name, ROWS, 0, 0, 5);
    const double shares[] = {0.1, 0.35, 1};
    for (int k = 0; k < 3; ++k) {
      const sample noisy = draw(cases[c].name, ROWS, 0, shares[k], 5);
      double turned = 0, by_one = 0;
      assert_memory_equal(clean.x, noisy.x, (size_t)(ROWS * clean.features) * sizeof *clean.x);
      for (int64_t i = 0; i < ROWS; ++i) {
        if (noisy.classes[i] != clean.classes[i]) turned += 1;
        if (noisy.classes[i] == (clean.classes[i] + 1) % cases[c].classes) by_one += 1;
        if (less.classes[i] != clean.classes[i])
          assert_int_equal(noisy.classes[i], less.classes[i]);
      }
      check_within(turned / ROWS, shares[k], sqrt(shares[k] * (1 - shares[k]) / ROWS));
      const double share = 1.0 / (double)(cases[c].classes - 1);
      check_within(by_one / turned, share, sqrt(share * (1 - share) / turned));
      discard(less);
      less = noisy;
    }
    discard(less);
    discard(clean);
  }
}

static void seeds_and_rows(void** state) {
  (void)state;
  const char* const names[] = {"twonorm", "threenorm", "ringnorm", "waveform", "waveform-binary"};
  for (int k = 0; k < 5; ++k) { /* an odd number of normal variables is drawn, too */
    const sample s = draw(names[k], 300, k < 3 ? 7 : 0, 0.2, UINT64_MAX);
    const sample again = draw(names[k], 300, k < 3 ? 7 : 0, 0.2, UINT64_MAX);
    const sample first = draw(names[k], 101, k < 3 ? 7 : 0, 0.2, UINT64_MAX);
    const sample other = draw(names[k], 300, k < 3 ? 7 : 0, 0.2, 1);
    const size_t width = (size_t)s.features * sizeof *s.x;
    assert_memory_equal(s.x, again.x, 300 * width);
    assert_memory_equal(s.classes, again.classes, 300 * sizeof *s.classes);
    assert_memory_equal(s.x, first.x, 101 * width);
    assert_memory_equal(s.classes, first.classes, 101 * sizeof *s.classes);
    for (int64_t i = 0; i < 300 * s.features; ++i) assert_true(s.x[i] != other.x[i]);
    discard(s);
    discard(again);
    discard(first);
    discard(other);
  }
}

static double norm_of(const double* x) {
  return sqrt(x[0] * x[0] + x[1] * x[1]);
}

static void circle(void** state) {
  (void)state;
  const sample s = draw("circle", ROWS, 0, 0, 3);
  double inside = 0, mean = 0;
  assert_int_equal(s.features, 2);
  for (int64_t i = 0; i < ROWS; ++i) {
    const double* x = s.x + 2 * i;
    assert_true(fabs(x[0]) <= 1.5 && fabs(x[1]) <= 1.5);
    assert_int_equal(s.classes[i], norm_of(x) < 1);
    inside += (double)s.classes[i];
    mean += s.classes[i] == 1 ? norm_of(x) : 0;
  }
  check_within(inside / ROWS, 0.5, 0.5 / sqrt(ROWS));
  check_within(mean / inside, 2.0 / 3, sqrt(1.0 / 18 / inside)); /* of a uniform disc */
  discard(s);
}

/* A linear SVM finds the direction that rows were drawn along; on either side of it they are
 * half-normal from 1/2 on, and across it normal. */
static void linear(void** state) {
  (void)state;
  enum { FEW = 6000, MOST = 50 };
  for (int64_t features = 10; features <= MOST; features += 40) {
    coppice_dataset* data = NULL;
    coppice_solver* solver = NULL;
    coppice_model* model = NULL;
    double w[MOST], along[FEW], mean = 0, squares = 0, least = 1e9;
    const int64_t width = features == MOST ? 0 : features;
    check_ok(coppice_dataset_generate("linear", FEW, width, 0, 5, &data));
    check_ok(coppice_solver_create("svm", &solver));
    check_ok(coppice_solver_set_string(solver, "kernel", "linear"));
    check_ok(coppice_solver_set_double(solver, "C", 1e4));
    check_ok(coppice_solver_fit(solver, data, &model));
    assert_true(criterion_on(model, data, "error") == 0);
    double zeros[MOST] = {0}, bias = 0, norm = 0;
    check_ok(coppice_model_predict_row(model, COPPICE_DECISION, zeros, features, &bias, 1));
    for (int64_t d = 0; d < features; ++d) {
      zeros[d] = 1;
      check_ok(coppice_model_predict_row(model, COPPICE_DECISION, zeros, features, &w[d], 1));
      zeros[d] = 0;
      w[d] -= bias;
      norm += w[d] * w[d];
    }
    const sample s = draw("linear", FEW, width, 0, 5);
    assert_int_equal(s.features, features);
    for (int64_t i = 0; i < FEW; ++i) {
      along[i] = 0;
      for (int64_t d = 0; d < features; ++d) along[i] += s.x[i * features + d] * w[d] / sqrt(norm);
      mean += along[i] / FEW;
      squares += along[i] * along[i] / FEW;
      least = fmin(least, fabs(along[i]));
    }
    /* E[t^2 | |t| > a] = 1 + a phi(a) / Q(a) */
    const double a = 0.5, phi = exp(-a * a / 2) / sqrt(2 * acos(-1)), Q = normal_below(-a);
    check_within(mean, 0, sqrt(squares / FEW));
    check_within(squares, 1 + a * phi / Q, 2.5 / sqrt(FEW));
    assert_true(least > 0.3); /* 1/2 but for the direction's own error */
    discard(s);
    coppice_model_free(model);
    coppice_solver_free(solver);
    coppice_dataset_free(data);
  }
}

/* Drifting mixtures are the same rows, turned, and switching ones the same for the first 1,000. */
static void mixtures(void** state) {
  (void)state;
  const double pi = acos(-1);
  for (int64_t features = 2; features <= 5; features += 3) {
    const sample still = draw("mixture", ROWS, features, 0, 9);
    const sample turned = draw("drifting", ROWS, features, 0, 9);
    const sample switched = draw("switching", ROWS, features, 0, 9);
    double classes = 0;
    for (int64_t i = 0; i < ROWS; ++i) {
      const double angle = 2 * pi * (double)i / 10000, c = cos(angle), s = sin(angle);
      const double *x = still.x + features * i, *y = turned.x + features * i;
      assert_int_equal(still.classes[i], turned.classes[i]);
      for (int64_t d = 0; d + 1 < features; d += 2) {
        check_close(c * x[d] - s * x[d + 1], y[d], 1e-9);
        check_close(s * x[d] + c * x[d + 1], y[d + 1], 1e-9);
      }
      if (features % 2 == 1) assert_true(x[features - 1] == y[features - 1]);
      classes += (double)still.classes[i];
    }
    check_within(classes / ROWS, 0.5, 0.5 / sqrt(ROWS));
    assert_memory_equal(still.x, switched.x, (size_t)(1000 * features) * sizeof *still.x);
    assert_memory_not_equal(still.x + 1000 * features, switched.x + 1000 * features,
                            (size_t)features * sizeof *still.x);
    discard(still);
    discard(turned);
    discard(switched);
  }
}

static double svm_error(const char* kernel, double C) {
  coppice_dataset *data = NULL, *train = NULL, *test = NULL;
  coppice_solver* solver = NULL;
  coppice_model* model = NULL;
  check_ok(coppice_dataset_generate("mixture", 2000, 0, 0, 7, &data));
  check_ok(coppice_dataset_split(data, 0.5, 1, &train, &test));
  check_ok(coppice_solver_create("svm", &solver));
  check_ok(coppice_solver_set_string(solver, "kernel", kernel));
  check_ok(coppice_solver_set_double(solver, "C", C));
  check_ok(coppice_solver_fit(solver, train, &model));
  const double error = criterion_on(model, test, "error");
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(train);
  coppice_dataset_free(test);
  coppice_dataset_free(data);
  return error;
}

/* A kernel as wide as the distributions tells mixtures apart, a straight line does not. */
static void mixtures_are_not_linear(void** state) {
  (void)state;
  assert_true(svm_error("gaussian(gamma=2)", 10) < 0.04);
  assert_true(svm_error("linear", 1) > 0.12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(linear),
      cmocka_unit_test(circle),
      cmocka_unit_test(mixtures),
      cmocka_unit_test(mixtures_are_not_linear),
      cmocka_unit_test(twonorm),
      cmocka_unit_test(threenorm),
      cmocka_unit_test(ringnorm),
      cmocka_unit_test(waveform),
      cmocka_unit_test(waveform_has_its_best_error),
      cmocka_unit_test(waveform_binary_is_the_first_class),
      cmocka_unit_test(labels_have_names),
      cmocka_unit_test(noise_turns_labels),
      cmocka_unit_test(seeds_and_rows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
