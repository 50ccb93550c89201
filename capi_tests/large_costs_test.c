/* Costs from 1e4 to 1e50. On rows that the pool separates the optimum is that of the hard margin as
 * soon as C is above all of its multipliers; it is solved here by sequential minimal optimisation,
 * which says by its own gap how far it got. On rows that it cannot separate the optimum is C times
 * the least loss, which a pool on one feature of four values makes a closed form of. Either way a
 * model is within its tolerance of the optimum, or has a warning that tells its last excess. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stumps.h"
#include "training.h"

static const double costs[] = {1e4, 1e6, 1e8, 1e10, 1e12, 1e20, 1e50};
enum { cost_count = sizeof costs / sizeof *costs };
static const char* const losses[] = {"hinge", "squared-hinge", "least-squares"};
static const char* const biases[] = {"free", "penalised", "none"};
static const double tolerance = 1e-6;

static coppice_model* train_at(const table* t, double C, const char* loss, const char* bias) {
  char options[200];
  snprintf(options, sizeof options,
           "C=%.17g loss=%s bias=%s tolerance=%.17g learners=%d epsilon=1e-9", C, loss, bias,
           tolerance, strcmp(loss, "least-squares") == 0 ? 20 : 100000);
  return train(t, options);
}

/* A warning names the last master whose gap is above the tolerance, and tells this gap; without one
 * there is no warning. True when the very last master is such a one. */
static int check_warnings(const coppice_model* model) {
  char warnings[1024];
  check_ok(coppice_model_get_string(model, "warnings", warnings, sizeof warnings, NULL));
  int64_t size = 0;
  double* gaps = array_of(model, "curve.master_gap", &size);
  int64_t last = size;
  while (last > 0 && !(gaps[last - 1] > tolerance)) --last;
  const double gap = last > 0 ? gaps[last - 1] : 0;
  free(gaps);
  const char* said = strstr(warnings, "the restricted master of iteration ");
  assert_true((said != NULL) == (last > 0));
  if (said == NULL) return 0;
  char* end = NULL;
  const int64_t iteration = strtoll(said + strlen("the restricted master of iteration "), &end, 10);
  assert_memory_equal(end, " stopped at a relative gap of ", 30);
  const double told = strtod(end + 30, NULL);
  assert_int_equal(iteration, last);
  check_close(told, gap, 1e-12);
  return last == size;
}

/* 140 rows of three features; the label is the sign of their sum, which stumps at every midpoint
 * can add up to. */
static table* separable(void) {
  table* t = table_create(140, 3);
  uint32_t state = 7;
  for (int64_t i = 0; i < t->rows; ++i) {
    double sum = -1.5;
    for (int64_t d = 0; d < 3; ++d) sum += t->x[3 * i + d] = random_next(&state);
    t->labels[i] = sum > 0 ? 1 : -1;
  }
  return t;
}

typedef struct bounds {
  double primal;
  double dual;
} bounds;

/* Both sides of the gap at a >= 0, g = K (y a): where (w, b) divided by the least margin is
 * feasible, and where a is. */
static bounds bounds_at(const table* t, const double* a, const double* g, int free_bias) {
  double norm = 0;
  double sum = 0;
  double above = INFINITY; /* least g of +1, largest of -1 */
  double below = -INFINITY;
  double margin = INFINITY;
  for (int64_t i = 0; i < t->rows; ++i) {
    sum += a[i];
    norm += a[i] * t->labels[i] * g[i];
    margin = fmin(margin, t->labels[i] * g[i]);
    if (t->labels[i] > 0)
      above = fmin(above, g[i]);
    else
      below = fmax(below, g[i]);
  }
  if (free_bias) margin = (above - below) / 2;
  return (bounds){margin > 0 ? norm / (margin * margin) / 2 : INFINITY, sum - norm / 2};
}

/* The hard margin with kernel K, rows x rows: max sum a - (y a)'K(y a) / 2 over a >= 0, and y'a = 0
 * where the bias is free. One row or the most violating pair of rows a step. */
static bounds hard_margin(const table* t, const double* kernel, int free_bias) {
  const int64_t n = t->rows;
  double* a = allocate(n, sizeof *a);
  double* g = allocate(n, sizeof *g);
  for (int64_t i = 0; i < n; ++i) a[i] = g[i] = 0;
  bounds result = {INFINITY, 0};
  for (int64_t step = 0; step < 4000000 && !(result.primal - result.dual <= 1e-9 * result.dual);
       ++step) {
    int64_t up = -1; /* y a of this row rises, that of the other falls by as much */
    int64_t down = -1;
    double most = 0;
    for (int64_t i = 0; i < n; ++i) {
      const double rise = t->labels[i] - g[i]; /* the slope of y a */
      if (free_bias) {
        if ((t->labels[i] > 0 || a[i] > 0) && (up < 0 || rise > t->labels[up] - g[up])) up = i;
        if ((t->labels[i] < 0 || a[i] > 0) && (down < 0 || rise < t->labels[down] - g[down]))
          down = i;
      } else if ((a[i] > 0 || t->labels[i] * rise > 0) && fabs(rise) > most) {
        most = fabs(rise);
        up = i;
      }
    }
    double slope = t->labels[up] - g[up];
    double curvature = kernel[up * n + up];
    if (free_bias) {
      slope -= t->labels[down] - g[down];
      curvature += kernel[down * n + down] - 2 * kernel[up * n + down];
    }
    double move = slope / curvature;
    if (t->labels[up] * move < -a[up]) move = -t->labels[up] * a[up];
    if (free_bias && t->labels[down] * move > a[down]) move = t->labels[down] * a[down];
    a[up] += t->labels[up] * move;
    if (free_bias) a[down] -= t->labels[down] * move;
    for (int64_t i = 0; i < n; ++i)
      g[i] += move * (kernel[up * n + i] - (free_bias ? kernel[down * n + i] : 0));
    if (step % 1000 == 0) result = bounds_at(t, a, g, free_bias);
  }
  free(a);
  free(g);
  assert_true(result.primal - result.dual <= 1e-9 * result.dual);
  return result;
}

/* Hinge: the hard margin from the first cost on. Squared hinge: its a lose at most their squares
 * over 4 C, and with sum a = 2 P these are no more than P^2 / C. Least squares makes no margin
 * hard: only what is claimed is checked. */
static void check_separable(const table* t, const bounds* expected, int l, const char* bias) {
  double highest_bound = 0;
  for (int c = 0; c < cost_count; ++c) {
    coppice_model* model = train_at(t, costs[c], losses[l], bias);
    const double objective = quantity_of(model, "objective");
    const double bound = quantity_of(model, "dual_objective");
    const int excess = check_warnings(model);
    print_message("%s, bias %s, C %g: objective %.10g, bound %.10g, hard margin %.10g\n", losses[l],
                  bias, costs[c], objective, bound, expected->primal);
    /* The optimum grows with C. */
    highest_bound = fmax(highest_bound, bound);
    assert_true(highest_bound <= objective * (1 + 1e-12));
    if (l < 2) {
      assert_false(excess);
      const double least = expected->dual - (l == 1 ? pow(expected->primal, 2) / costs[c] : 0);
      assert_true(objective >= least * (1 - 1e-12));
      assert_true(objective <= expected->primal * (1 + 2 * tolerance));
      assert_true(bound <= expected->primal * (1 + 1e-12));
      assert_true(quantity_of(model, "train_error") == 0);
      double* f = decisions_of(model, t);
      for (int64_t i = 0; i < t->rows; ++i) assert_true(t->labels[i] * f[i] >= 1 - 1e-3);
      free(f);
    }
    coppice_model_free(model);
  }
}

static void rows_that_are_separable(void** state) {
  (void)state;
  table* t = separable();
  stump_pool* pool = stumps_enumerate(t);
  double* kernel = stumps_kernel(pool);
  for (int b = 0; b < 3; ++b) {
    const int penalised = b == 1; /* a column of ones more */
    for (int64_t k = 0; k < t->rows * t->rows; ++k) kernel[k] += penalised;
    const bounds expected = hard_margin(t, kernel, b == 0);
    for (int64_t k = 0; k < t->rows * t->rows; ++k) kernel[k] -= penalised;
    for (int l = 0; l < 3; ++l) check_separable(t, &expected, l, biases[b]);
  }
  free(kernel);
  stumps_free(pool);
  table_free(t);
}

/* One feature of four values: three stumps and a bias make any four values of f. With p rows of +1
 * and q of -1 a value loses at least 2 min(p, q), 4 p q / (p + q), or half of that; f is within
 * [-1, 1], the three weights within as much, the bias too. */
static void rows_that_are_not(void** state) {
  (void)state;
  static const int counts[4][2] = {{30, 8}, {5, 40}, {50, 20}, {11, 36}};
  table* t = table_create(200, 1);
  double least[3] = {0, 0, 0};
  int64_t row = 0;
  for (int v = 0; v < 4; ++v) {
    const double p = counts[v][0];
    const double q = counts[v][1];
    for (int k = 0; k < counts[v][0] + counts[v][1]; ++k, ++row) {
      t->x[row] = v;
      t->labels[row] = k < counts[v][0] ? 1 : -1;
    }
    least[0] += 2 * fmin(p, q);
    least[1] += 4 * p * q / (p + q);
    least[2] += 2 * p * q / (p + q);
  }
  assert_int_equal(row, t->rows);
  for (int l = 0; l < 3; ++l)
    for (int b = 0; b < 2; ++b)
      for (int c = 0; c < cost_count; ++c) {
        coppice_model* model = train_at(t, costs[c], losses[l], biases[b]);
        const double objective = quantity_of(model, "objective");
        const double bound = quantity_of(model, "dual_objective");
        print_message("%s, bias %s, C %g: objective %.10g, bound %.10g, least loss %.10g\n",
                      losses[l], biases[b], costs[c], objective, bound, costs[c] * least[l]);
        const int excess = check_warnings(model);
        if (costs[c] <= 1e12) assert_false(excess);
        const double most = costs[c] * least[l] + 2;
        assert_true(objective >= costs[c] * least[l] * (1 - 1e-12));
        assert_true(objective <= most * (1 + tolerance));
        assert_true(bound <= most * (1 + 1e-12));
        coppice_model_free(model);
      }
  table_free(t);
}

/* Costs that differ by a factor of 1e40 within a set: the light rows contradict one another, the
 * heavy ones are separable. The optimum is that of light costs with a hard margin for the others:
 * f is -1 and +1 at the heavy rows' values 0 and 2, so that w^2 / 2 = 1/4 with two stumps of weight
 * 1/2, and the light pair at value 1 loses 2 c wherever f is between -1 and 1. */
static void heavy_and_light_rows(void** state) {
  (void)state;
  static const double x[] = {0, 1, 1, 2};
  static const double labels[] = {-1, -1, 1, 1};
  table* t = table_of(x, labels, 4, 1);
  t->weights[0] = t->weights[3] = 1e30;
  t->weights[1] = t->weights[2] = 1e-10;
  for (int l = 0; l < 2; ++l) {
    coppice_model* model = train_at(t, 1e10, losses[l], "free");
    assert_false(check_warnings(model));
    check_close(quantity_of(model, "objective"), 0.25 + 2, 2 * tolerance);
    coppice_model_free(model);
  }
  table_free(t);
}

/* Whatever rounding does, no bound is above an objective: that of the same master, or that of the
 * whole pool at a larger cost. */
static void bounds_are_bounds(void** state) {
  (void)state;
  uint32_t seed = 3;
  for (int k = 0; k < 6; ++k) {
    table* t = table_random(20 + 15 * k, 1 + k % 4, 40, (uint32_t)(50 + k));
    for (int64_t i = 0; i < t->rows && k % 2 == 1; ++i)
      t->weights[i] = pow(10, 12 * random_next(&seed) - 6);
    for (int l = 0; l < 2; ++l)
      for (int b = 0; b < 3; ++b) {
        double highest_bound = 0;
        for (double C = 1e2; C < 1e40; C *= 3e5) {
          char options[160];
          snprintf(options, sizeof options, "C=%.17g loss=%s bias=%s tolerance=1e-7 learners=20", C,
                   losses[l], biases[b]);
          coppice_model* model = train(t, options);
          const double objective = quantity_of(model, "objective");
          highest_bound = fmax(highest_bound, quantity_of(model, "dual_objective"));
          assert_true(highest_bound <= objective * (1 + 1e-11));
          int64_t size = 0;
          double* gaps = array_of(model, "curve.master_gap", &size);
          for (int64_t j = 0; j < size; ++j) assert_true(gaps[j] >= -1e-11);
          free(gaps);
          coppice_model_free(model);
        }
      }
    table_free(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_that_are_separable), cmocka_unit_test(rows_that_are_not),
      cmocka_unit_test(heavy_and_light_rows), cmocka_unit_test(bounds_are_bounds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
