/* The smooth losses: their problem is convex and differentiable, so a model is at its optimum if
 * and only if it is stationary, which is computed here from its outputs alone:
 *
 *     w_j = sum_i y_i alpha_i h_j(x_i),  sum_i y_i alpha_i = 0 (free bias) or b / scale^2
 * (penalised),
 *
 * alpha_i = 2 C c_i max(0, 1 - y_i f_i) for the squared hinge, C c_i (1 - y_i f_i) for least
 * squares. The two sides of the duality gap are computed here too. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "elimination.h"
#include "training.h"

static const char* const losses[] = {"squared-hinge", "least-squares"};
static const char* const biases[] = {"free", "penalised", "none"};
static const double costs[] = {1e-3, 1e-2, 0.1, 1, 10};
static const double bias_scale = 2;

/* Loss and dual variable of a row at slack s = 1 - y f and cost c; what the dual pays for it. */
static double loss_at(int squared_hinge, double c, double s) {
  if (squared_hinge) return c * pow(fmax(0, s), 2);
  return c * s * s / 2;
}
static double dual_at(int squared_hinge, double c, double s) {
  return squared_hinge ? 2 * c * fmax(0, s) : c * s;
}
static double conjugate_at(int squared_hinge, double c, double a) {
  return squared_hinge ? a * a / (4 * c) : a * a / (2 * c);
}

static void check_stationary(const table* t, const coppice_model* model, double C,
                             int squared_hinge, char bias_kind) {
  int64_t count = 0;
  double* w = array_of(model, "weights", &count);
  double* bias = array_of(model, "bias", NULL);
  double* f = decisions_of(model, t);
  double* h = predictions_of(model, COPPICE_LEARNERS, t);
  double* expected = allocate(count, sizeof *expected);
  double objective = 0, dual = 0, balance = 0, total = 0, wrong = 0, weight = 0;
  for (int64_t j = 0; j < count; ++j) expected[j] = 0;
  for (int64_t i = 0; i < t->rows; ++i) {
    const double y = t->labels[i], c = C * t->weights[i], s = 1 - y * f[i];
    const double a = dual_at(squared_hinge, c, s);
    objective += loss_at(squared_hinge, c, s);
    dual += a - conjugate_at(squared_hinge, c, a);
    if ((f[i] >= 0) != (y > 0)) wrong += t->weights[i];
    weight += t->weights[i];
    balance += y * a;
    total += fabs(a);
    for (int64_t j = 0; j < count; ++j) expected[j] += y * a * h[i * count + j];
  }
  double distance = 0, norm = 0, expected_norm = 0;
  for (int64_t j = 0; j < count; ++j) {
    distance += pow(w[j] - expected[j], 2);
    norm += w[j] * w[j];
    expected_norm += expected[j] * expected[j];
  }
  objective += norm / 2;
  dual -= expected_norm / 2;
  if (bias_kind == 'p') {
    objective += pow(bias[0] / bias_scale, 2) / 2;
    dual -= pow(balance * bias_scale, 2) / 2;
    check_close(bias[0], bias_scale * bias_scale * balance, 1e-5);
  } else if (bias_kind == 'f') {
    assert_true(fabs(balance) <= 1e-6 * (1e-3 + total));
  } else {
    assert_true(bias[0] == 0);
  }
  assert_true(sqrt(distance) <= 1e-5 * (1e-3 + sqrt(norm)));
  assert_true(objective - dual <= 1e-8 * objective);
  check_close(quantity_of(model, "objective"), objective, 1e-11);
  check_close(quantity_of(model, "train_error"), wrong / weight, 1e-12);
  free(expected);
  free(h);
  free(f);
  free(bias);
  free(w);
}

/* Least squares has a closed form: with a last column of ones for the bias, penalised by
 * 1 / scale^2 or not at all, (P + Phi' K Phi) (w, b) = Phi' K y, K the costs of the rows. */
static void check_normal_equations(const table* t, const coppice_model* model, double C,
                                   char bias_kind) {
  int64_t count = 0;
  double* w = array_of(model, "weights", &count);
  double* bias = array_of(model, "bias", NULL);
  double* h = predictions_of(model, COPPICE_LEARNERS, t);
  const int64_t n = count + (bias_kind == 'n' ? 0 : 1);
  double* a = allocate(n * n, sizeof *a);
  double* x = allocate(n, sizeof *x);
  for (int64_t k = 0; k < n * n; ++k) a[k] = 0;
  for (int64_t j = 0; j < n; ++j) {
    x[j] = 0;
    a[j * n + j] = j < count ? 1 : bias_kind == 'p' ? 1 / (bias_scale * bias_scale) : 0;
  }
  for (int64_t i = 0; i < t->rows; ++i)
    for (int64_t j = 0; j < n; ++j) {
      const double left = C * t->weights[i] * (j < count ? h[i * count + j] : 1);
      x[j] += left * t->labels[i];
      for (int64_t k = 0; k < n; ++k) a[j * n + k] += left * (k < count ? h[i * count + k] : 1);
    }
  eliminate(a, x, n);
  for (int64_t j = 0; j < count; ++j) check_close(w[j], x[j], 1e-5);
  if (bias_kind != 'n') check_close(bias[0], x[count], 1e-5);
  free(x);
  free(a);
  free(h);
  free(bias);
  free(w);
}

static void check_everywhere(const table* t, int learners) {
  for (int l = 0; l < 2; ++l)
    for (int b = 0; b < 3; ++b)
      for (int k = 0; k < 5; ++k) {
        char options[160];
        snprintf(options, sizeof options,
                 "C=%g loss=%s bias=%s bias_scale=%g tolerance=1e-11 learners=%d", costs[k],
                 losses[l], biases[b], bias_scale, learners);
        coppice_model* model = train(t, options);
        check_stationary(t, model, costs[k], l == 0, biases[b][0]);
        if (l == 1) check_normal_equations(t, model, costs[k], biases[b][0]);
        int64_t size = 0;
        double* objective = array_of(model, "curve.objective", &size);
        double* bound = array_of(model, "curve.dual_objective", NULL);
        for (int64_t j = 1; j < size; ++j) {
          assert_true(objective[j] <= objective[j - 1]);
          assert_true(bound[j] >= bound[j - 1]);
        }
        free(bound);
        free(objective);
        coppice_model_free(model);
      }
}

static void check_set(const char* file, const char* negative, const char* positive, int64_t step) {
  table* whole = table_load(file, negative, positive);
  table* t = table_thinned(whole, step, whole->features);
  table_draw_weights(t, 17);
  check_everywhere(t, 30);
  table_free(t);
  table_free(whole);
}

static void votes(void** state) {
  (void)state;
  check_set("votes.svm", "-1", "1", 1);
}
static void breast_cancer(void** state) {
  (void)state;
  check_set("breast-cancer-original.svm", "-1", "1", 1);
}
static void breast_cancer_diagnostic(void** state) {
  (void)state;
  check_set("breast-cancer-diagnostic.svm", "-1", "1", 3);
}
static void iris(void** state) {
  (void)state;
  check_set("iris.svm", "2", "3", 1);
}
static void wine(void** state) {
  (void)state;
  check_set("wine.svm", "1", "2", 1);
}
static void digits(void** state) {
  (void)state;
  check_set("digits.svm", "3", "8", 1);
}
static void sonar(void** state) {
  (void)state;
  check_set("sonar.svm", "-1", "1", 1);
}
static void ionosphere(void** state) {
  (void)state;
  check_set("ionosphere.svm", "-1", "1", 1);
}

/* Of many rows with few weights the Gram matrix of the columns is kept from one Newton step to the
 * next, and so are sums over rows: what is kept must be what would be computed. At the smaller cost
 * all rows have slack, at the larger ones they come and go. */
static void many_rows(void** state) {
  (void)state;
  static const struct {
    int loss;
    int bias;
    double C;
    double weight; /* of every third row */
  } cases[] = {{0, 0, 1e-4, 1}, {0, 0, 0.3, 1}, {0, 1, 0.01, 1}, {0, 2, 0.01, 2}, {1, 0, 0.01, 1}};
  table* t = table_random(6000, 8, 40, 5);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
    char options[200];
    snprintf(options, sizeof options,
             "C=%g loss=%s bias=%s bias_scale=%g tolerance=1e-12 learners=80 "
             "columns_per_iteration=0",
             cases[k].C, losses[cases[k].loss], biases[cases[k].bias], bias_scale);
    for (int64_t i = 0; i < t->rows; i += 3) t->weights[i] = cases[k].weight;
    coppice_model* model = train(t, options);
    assert_int_equal(learners_of(model), 80);
    check_stationary(t, model, cases[k].C, cases[k].loss == 0, biases[cases[k].bias][0]);
    coppice_model_free(model);
  }
  table_free(t);
}

/* Over the whole pool, run to its end, the gap is gone. */
static void to_the_end(void** state) {
  (void)state;
  table* t = table_load("votes.svm", "-1", "1");
  coppice_model* model = train(t, "loss=squared-hinge C=0.1 learners=100 tolerance=1e-10");
  check_text(model, "stop_reason", "exhausted");
  assert_true(quantity_of(model, "gap") <= 1e-9);
  coppice_model_free(model);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(votes),     cmocka_unit_test(breast_cancer),
      cmocka_unit_test(iris),      cmocka_unit_test(breast_cancer_diagnostic),
      cmocka_unit_test(wine),      cmocka_unit_test(digits),
      cmocka_unit_test(sonar),     cmocka_unit_test(ionosphere),
      cmocka_unit_test(many_rows), cmocka_unit_test(to_the_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
