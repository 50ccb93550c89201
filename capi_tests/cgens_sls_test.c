/* CGEns-SLS against the formulas of the paper, which keep an N x N matrix: problem (10) over the
 * chosen learners is solved by S = Phi Phi' + diag(1 / c), its inverse updated by a rank-one term
 * for every learner (20), and
 *
 *     b = (1'S^-1 L / 1'S^-1 1)',    U = S^-1 (L - 1 b'),    W = Phi'U,                        (11)
 *
 * which gives decision values, objectives and the merits of all stumps outside. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "samples.h"
#include "stumps.h"
#include "training.h"

/* C_2 = [1 -1], C_{k+1} = [1 -1/k .. -1/k; 0 sqrt(1 - 1/k^2) C_k]. */
static double* simplex_code(int64_t K) {
  double* code = allocate(K * (K - 1), sizeof *code);
  double* smaller = NULL;
  if (K == 2) {
    code[0] = 1;
    code[1] = -1;
    return code;
  }
  const double k = (double)(K - 1);
  smaller = simplex_code(K - 1);
  for (int64_t y = 0; y < K; ++y)
    for (int64_t s = 0; s < K - 1; ++s) {
      double* entry = &code[y * (K - 1) + s];
      if (s == 0)
        *entry = y == 0 ? 1 : -1 / k;
      else
        *entry = y == 0 ? 0 : sqrt(1 - 1 / (k * k)) * smaller[(y - 1) * (K - 2) + s - 1];
    }
  free(smaller);
  return code;
}

/* The solution over some learners, and S^-1. */
typedef struct solution {
  const sample* of;
  double* code; /* K x (K - 1): the columns of C_K */
  double C;
  double* inverse; /* rows x rows */
  double* U;       /* rows x (K - 1) */
  double* f;       /* rows x (K - 1) */
  double objective;
} solution;

/* S = diag(1 / c) + Phi Phi', one column after the other, by (20). */
static void take_in(solution* s, const double* h) {
  const int64_t n = s->of->t->rows;
  double* Sh = allocate(n, sizeof *Sh);
  double curvature = 1;
  for (int64_t i = 0; i < n; ++i) {
    Sh[i] = 0;
    for (int64_t k = 0; k < n; ++k) Sh[i] += s->inverse[i * n + k] * h[k];
  }
  for (int64_t i = 0; i < n; ++i) curvature += h[i] * Sh[i];
  for (int64_t i = 0; i < n; ++i)
    for (int64_t k = 0; k < n; ++k) s->inverse[i * n + k] -= Sh[i] * Sh[k] / curvature;
  free(Sh);
}

/* (11): f = L - U / c. The objective is 1/2 sum of U (L - 1 b') at the optimum. */
static void solve(solution* s) {
  const int64_t n = s->of->t->rows, l = s->of->K - 1;
  s->objective = 0;
  for (int64_t tau = 0; tau < l; ++tau) {
    double ones = 0, b = 0;
    for (int64_t i = 0; i < n; ++i)
      for (int64_t k = 0; k < n; ++k) {
        ones += s->inverse[i * n + k];
        b += s->inverse[i * n + k] * s->code[s->of->classes[k] * l + tau];
      }
    b /= ones;
    for (int64_t i = 0; i < n; ++i) {
      const double target = s->code[s->of->classes[i] * l + tau];
      double u = 0;
      for (int64_t k = 0; k < n; ++k)
        u += s->inverse[i * n + k] * (s->code[s->of->classes[k] * l + tau] - b);
      s->U[i * l + tau] = u;
      s->f[i * l + tau] = target - u / (s->C * s->of->t->weights[i]);
      s->objective += u * (target - b) / 2;
    }
  }
}

static solution solution_at_start(const sample* of, double C) {
  const int64_t n = of->t->rows, l = of->K - 1;
  solution s = {of,
                simplex_code(of->K),
                C,
                allocate(n * n, sizeof *s.inverse),
                allocate(n * l, sizeof *s.U),
                allocate(n * l, sizeof *s.f),
                0};
  for (int64_t i = 0; i < n * n; ++i) s.inverse[i] = 0;
  for (int64_t i = 0; i < n; ++i) s.inverse[i * n + i] = C * of->t->weights[i];
  solve(&s);
  return s;
}

static void solution_free(solution s) {
  free(s.code);
  free(s.inverse);
  free(s.U);
  free(s.f);
}

/* <f, c_y> of a row; two classes have one score, that of the later. */
static double score_of(const solution* s, int64_t row, int64_t y) {
  const int64_t l = s->of->K - 1;
  double sum = 0;
  for (int64_t tau = 0; tau < l; ++tau) sum += s->f[row * l + tau] * s->code[y * l + tau];
  return sum;
}

/* The largest merit of a stump that is not taken. */
static double most_merit(const solution* s, const stump_pool* pool, const char* taken, int of_sum) {
  const int64_t n = s->of->t->rows, l = s->of->K - 1;
  double most = 0;
  for (int64_t j = 0; j < pool->count; ++j) {
    double squares = 0, largest = 0;
    if (taken[j]) continue;
    for (int64_t tau = 0; tau < l; ++tau) {
      double score = 0;
      for (int64_t i = 0; i < n; ++i) score += s->U[i * l + tau] * pool->outputs[j * n + i];
      squares += score * score;
      largest = fmax(largest, fabs(score));
    }
    most = fmax(most, of_sum ? sqrt(squares) : largest);
  }
  return most;
}

/* Stage for stage, what was learned is the solution over the learners so far, and every learner
 * that was taken had the largest merit of those outside. */
static void check_stages(const sample* of, double C, int64_t learners, int64_t a_time, int of_sum) {
  const int64_t n = of->t->rows;
  char options[200];
  snprintf(options, sizeof options,
           "C=%.17g learners=%d columns_per_iteration=%d pricing=%s keep_stages=yes epsilon=0", C,
           (int)learners, (int)a_time, of_sum ? "sum" : "max");
  coppice_model* model = learn(of, "cgens-sls", options);
  stump_pool* pool = stumps_enumerate(of->t);
  char* taken = allocate(pool->count, 1);
  memset(taken, 0, (size_t)pool->count);
  int64_t points = 0;
  double* counts = array_of(model, "curve.learners", &points);
  double* scores = array_of(model, "curve.score", NULL);
  double* objectives = array_of(model, "curve.objective", NULL);
  double* errors = array_of(model, "curve.train_error", NULL);
  double* staged = predictions_of(model, COPPICE_STAGED, of->t);
  double* outputs = predictions_of(model, COPPICE_LEARNERS, of->t);
  const int64_t total = learners_of(model);
  double* h = allocate(n, sizeof *h);
  solution s = solution_at_start(of, C);
  assert_int_equal(total, learners);
  assert_true(points >= (learners + a_time - 1) / a_time && (a_time == 1 || points < learners));
  int64_t j = 0;
  for (int64_t p = 0; p < points; ++p) {
    for (; j < (int64_t)counts[p]; ++j) {
      int64_t feature = 0;
      double threshold = 0;
      learner_of(model, j, &feature, &threshold);
      taken[stumps_find(pool, feature, threshold)] = 1;
      for (int64_t i = 0; i < n; ++i) h[i] = outputs[i * total + j];
      take_in(&s, h);
    }
    solve(&s);
    check_close(objectives[p] / s.objective, 1, 1e-9);
    /* After an iteration that `learners` cut short nothing is priced. */
    if (isnan(scores[p]))
      assert_true(p > 0 && p == points - 1 && counts[p] - counts[p - 1] < (double)a_time);
    else
      check_close(scores[p], most_merit(&s, pool, taken, of_sum), 1e-8);
    double wrong = 0, all = 0;
    const int64_t width = of->K == 2 ? 1 : of->K;
    for (int64_t i = 0; i < n; ++i) {
      int64_t best = 0;
      const double* row = &staged[(i * points + p) * width];
      for (int64_t y = 0; y < width; ++y) {
        check_close(row[y], score_of(&s, i, of->K == 2 ? 1 : y), 1e-8);
        if (row[y] > row[best]) best = y;
      }
      if (of->K == 2) best = row[0] >= 0;
      all += of->t->weights[i];
      wrong += best == of->classes[i] ? 0 : of->t->weights[i];
    }
    check_close(errors[p], wrong / all, 1e-12);
  }
  solution_free(s);
  free(h);
  free(outputs);
  free(staged);
  free(errors);
  free(objectives);
  free(scores);
  free(counts);
  free(taken);
  stumps_free(pool);
  coppice_model_free(model);
}

static void formulas_of_the_paper(void** state) {
  (void)state;
  sample flowers = sample_load("iris.svm", 3);
  check_stages(&flowers, 2, 75, 1, 1);
  check_stages(&flowers, 0.05, 20, 1, 0);
  table_draw_weights(flowers.t, 4);
  check_stages(&flowers, 0.3, 30, 1, 0);
  sample_free(flowers);
  sample seven = sample_random(60, 4, 12, 7, 3);
  check_stages(&seven, 0.5, 20, 1, 1);
  check_stages(&seven, 0.5, 20, 3, 1); /* three directions a solve, six residuals */
  check_stages(&seven, 0.5, 20, 8, 0); /* more directions than residuals */
  sample_free(seven);
  sample two = sample_random(40, 3, 9, 2, 8);
  check_stages(&two, 0.2, 12, 1, 1);
  sample_free(two);
}

/* Every stump taken, it is ridge regression on all of them, and no bound was above its optimum. */
static void exhausted_it_is_ridge_regression(void** state) {
  (void)state;
  for (int64_t K = 2; K <= 6; K += 2) {
    sample of = sample_random(50, 3, 7, K, (uint32_t)K);
    stump_pool* pool = stumps_enumerate(of.t);
    solution s = solution_at_start(&of, 0.7);
    for (int64_t j = 0; j < pool->count; ++j) take_in(&s, &pool->outputs[j * of.t->rows]);
    solve(&s);
    coppice_model* model = learn(&of, "cgens-sls", "C=0.7 learners=1000 epsilon=0");
    check_text(model, "stop_reason", "exhausted");
    check_text(model, "gap_scope", "pool");
    assert_int_equal(learners_of(model), pool->count);
    check_close(quantity_of(model, "objective") / s.objective, 1, 1e-9);
    check_close(quantity_of(model, "gap"), 0, 1e-9);
    int64_t points = 0;
    double* bounds = array_of(model, "curve.dual_objective", &points);
    for (int64_t p = 0; p < points; ++p) assert_true(bounds[p] <= s.objective * (1 + 1e-9));
    free(bounds);
    double* f = decisions_of(model, of.t);
    for (int64_t i = 0; i < of.t->rows; ++i)
      check_close(K == 2 ? f[i] : f[i * K + 1], score_of(&s, i, 1), 1e-8);
    free(f);
    coppice_model_free(model);
    solution_free(s);
    stumps_free(pool);
    sample_free(of);
  }
}

/* Two classes are the least squares SVM. */
static void two_classes_are_least_squares(void** state) {
  (void)state;
  sample of = sample_random(120, 4, 30, 2, 5);
  coppice_dataset* data = sample_dataset(&of);
  coppice_model* binary = train_dataset(data,
                                        "loss=least-squares C=0.05 learners=40 tolerance=1e-12 "
                                        "columns_per_iteration=1");
  coppice_model* model = learn(&of, "cgens-sls", "C=0.05 learners=40 columns_per_iteration=1");
  check_close(quantity_of(model, "objective") / quantity_of(binary, "objective"), 1, 1e-9);
  check_same_curves(model, binary, "curve.score", 1e-7);
  check_same_curves(model, binary, "curve.dual_objective", 1e-7);
  double* ours = decisions_of(model, of.t);
  double* theirs = decisions_of(binary, of.t);
  for (int64_t i = 0; i < of.t->rows; ++i) check_close(ours[i], theirs[i], 1e-7);
  free(ours);
  free(theirs);
  coppice_model_free(model);
  coppice_model_free(binary);
  coppice_dataset_free(data);
  sample_free(of);
}

/* With pricing=sum the order of the classes turns the code, and nothing else. */
static void the_order_of_classes_does_not_matter(void** state) {
  (void)state;
  sample of = sample_random(80, 4, 25, 5, 9);
  table_draw_weights(of.t, 6);
  coppice_model* one = learn(&of, "cgens-sls", "C=0.2 learners=30");
  for (int64_t i = 0; i < of.t->rows; ++i) of.classes[i] = (2 * of.classes[i] + 3) % 5;
  coppice_model* other = learn(&of, "cgens-sls", "C=0.2 learners=30");
  check_same_curves(one, other, "curve.score", 1e-9);
  check_same_curves(one, other, "curve.objective", 1e-9);
  double* ours = decisions_of(one, of.t);
  double* theirs = decisions_of(other, of.t);
  for (int64_t i = 0; i < of.t->rows; ++i)
    for (int64_t y = 0; y < 5; ++y)
      check_close(ours[i * 5 + y], theirs[i * 5 + (2 * y + 3) % 5], 1e-9);
  free(ours);
  free(theirs);
  coppice_model_free(one);
  coppice_model_free(other);
  sample_free(of);
}

/* However large the costs, the gap is closed, and the objective never rises. */
static void large_costs_are_solved(void** state) {
  (void)state;
  sample of = sample_random(70, 3, 40, 4, 12);
  for (double C = 1e-6; C <= 1e10; C *= 1e4) {
    char options[100];
    snprintf(options, sizeof options, "C=%g learners=150 epsilon=0", C);
    coppice_model* model = learn(&of, "cgens-sls", options);
    int64_t points = 0;
    double* gaps = array_of(model, "curve.master_gap", &points);
    double* objectives = array_of(model, "curve.objective", NULL);
    check_text(model, "warnings", "");
    for (int64_t p = 0; p < points; ++p) {
      assert_true(gaps[p] >= 0 && gaps[p] <= (C < 1e5 ? 1e-9 : 1e-6));
      assert_true(p == 0 || objectives[p] <= objectives[p - 1] * (1 + 1e-9));
    }
    free(gaps);
    free(objectives);
    coppice_model_free(model);
  }
  sample_free(of);
}

/* Also with more rows than one block of sums, and with learners whose outputs are not signs. */
static void threads_do_not_matter(void** state) {
  (void)state;
  static const char* const pools[] = {"stump", "union(stump, fourier(candidates=50))"};
  sample of = sample_random(9000, 5, 60, 6, 14);
  coppice_dataset* data = sample_dataset(&of);
  for (int k = 0; k < 2; ++k) {
    coppice_model* models[2] = {NULL, NULL};
    for (int threads = 0; threads < 2; ++threads) {
      coppice_solver* solver =
          solver_of_method("cgens-sls", threads ? "learners=70 threads=3" : "learners=70");
      coppice_pool* pool = NULL;
      check_ok(coppice_pool_create(pools[k], &pool));
      check_ok(coppice_solver_set_pool(solver, pool));
      check_ok(coppice_solver_fit(solver, data, &models[threads]));
      coppice_pool_free(pool);
      coppice_solver_free(solver);
    }
    check_same_array(models[0], models[1], "weights");
    check_same_array(models[0], models[1], "bias");
    check_same_array(models[0], models[1], "curve.dual_objective");
    coppice_model_free(models[0]);
    coppice_model_free(models[1]);
  }
  coppice_dataset_free(data);
  sample_free(of);
}

/* A hundred classes of one row each, and names for labels. */
static void classes_of_one_row(void** state) {
  (void)state;
  enum { ROWS = 100 };
  static char texts[ROWS][8];
  const char* names[ROWS];
  double x[ROWS];
  coppice_dataset* data = NULL;
  coppice_model* model = NULL;
  for (int i = 0; i < ROWS; ++i) {
    x[i] = i;
    snprintf(texts[i], sizeof texts[i], "c%02d", i);
    names[i] = texts[i];
  }
  check_ok(coppice_dataset_create_dense(x, ROWS, ROWS, 1, 1, 1, &data));
  check_ok(coppice_dataset_set_label_names(data, names, ROWS));
  coppice_solver* solver = solver_of_method("cgens-sls", "C=100");
  check_ok(coppice_solver_fit(solver, data, &model));
  assert_int_equal(learners_of(model), ROWS - 1);
  double error = 1;
  check_ok(coppice_model_error_rate(model, data, 1, &error));
  assert_true(error == 0);
  assert_true(quantity_of(model, "train_error") == 0);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
}

static void bad_input_is_refused(void** state) {
  (void)state;
  sample of = sample_random(20, 2, 5, 3, 2);
  coppice_dataset* data = sample_dataset(&of);
  coppice_solver* solver = solver_of_method("cgens-sls", "");
  coppice_model* model = NULL;
  check_error(coppice_solver_set_double(solver, "C", 0), COPPICE_INVALID_OPTION, "C|1e-50");
  check_error(coppice_solver_set_string(solver, "pricing", "most"), COPPICE_INVALID_OPTION,
              "pricing|sum|max");
  check_error(coppice_solver_set_string(solver, "loss", "hinge"), COPPICE_UNKNOWN_NAME, "loss");
  double* numbers = allocate(of.t->rows, sizeof *numbers);
  for (int64_t i = 0; i < of.t->rows; ++i) numbers[i] = 0.5;
  check_ok(coppice_dataset_set_labels(data, numbers, of.t->rows));
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_DATA,
              "every label of the dataset|method cgens-sls takes two or more classes");
  assert_null(model);
  free(numbers);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  sample_free(of);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(formulas_of_the_paper),
                                     cmocka_unit_test(exhausted_it_is_ridge_regression),
                                     cmocka_unit_test(two_classes_are_least_squares),
                                     cmocka_unit_test(the_order_of_classes_does_not_matter),
                                     cmocka_unit_test(large_costs_are_solved),
                                     cmocka_unit_test(threads_do_not_matter),
                                     cmocka_unit_test(classes_of_one_row),
                                     cmocka_unit_test(bad_input_is_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
