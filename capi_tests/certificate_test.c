/* What the learning curve claims is so: the objective falls, by no more than the score allows, the
 * certificate rises and stays below the optimum, and both are what the test computes itself from
 * the model or, for the first learner and for costs so small that every row is a support vector,
 * from closed forms over the enumerated pool. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "stumps.h"
#include "training.h"

typedef struct curve {
  int64_t length;
  double* iteration;
  double* learners;
  double* objective;
  double* dual_objective;
  double* master_gap;
  double* score;
  double* train_error;
} curve;

static curve curve_of(const coppice_model* model) {
  curve c;
  c.iteration = array_of(model, "curve.iteration", &c.length);
  c.learners = array_of(model, "curve.learners", NULL);
  c.objective = array_of(model, "curve.objective", NULL);
  c.dual_objective = array_of(model, "curve.dual_objective", NULL);
  c.master_gap = array_of(model, "curve.master_gap", NULL);
  c.score = array_of(model, "curve.score", NULL);
  c.train_error = array_of(model, "curve.train_error", NULL);
  return c;
}

static void curve_free(curve* c) {
  free(c->iteration);
  free(c->learners);
  free(c->objective);
  free(c->dual_objective);
  free(c->master_gap);
  free(c->score);
  free(c->train_error);
}

static void check_curve(const curve* c, double tolerance, double optimum_below,
                        double optimum_above) {
  for (int64_t k = 0; k < c->length; ++k) {
    const double objective = c->objective[k];
    assert_true(c->iteration[k] == (double)(k + 1));
    assert_true(c->learners[k] == (double)(k + 1));
    assert_true(c->score[k] >= 0);
    assert_true(c->master_gap[k] >= -1e-13);
    assert_true(c->master_gap[k] <= tolerance);
    assert_true(objective >= optimum_below * (1 - 1e-13));
    assert_true(c->dual_objective[k] <= optimum_above * (1 + 1e-13));
    assert_true(c->dual_objective[k] <= objective * (1 + 1e-13));
    if (k == 0) continue;
    const double before = c->objective[k - 1];
    const double most = c->score[k - 1] * c->score[k - 1] / 2 + c->master_gap[k - 1] * before;
    assert_true(objective <= before);
    assert_true(before - objective <= most + 1e-13 * before);
    assert_true(c->dual_objective[k] >= c->dual_objective[k - 1]);
  }
}

/* Every stage's training error, recounted from its decision values. */
static void check_stages(const coppice_model* model, const curve* c, const table* t) {
  double* staged = predictions_of(model, COPPICE_STAGED, t);
  double* stage = allocate(t->rows, sizeof *stage);
  for (int64_t k = 0; k < c->length; ++k) {
    for (int64_t i = 0; i < t->rows; ++i) stage[i] = staged[i * c->length + k];
    assert_true(error_of(stage, t) == c->train_error[k]);
  }
  free(stage);
  free(staged);
}

static void check_last(const coppice_model* model, const curve* c, const table* t, double C,
                       double bias_scale) {
  const int64_t last = c->length - 1;
  const double objective = quantity_of(model, "objective");
  const double dual = quantity_of(model, "dual_objective");
  assert_int_equal(c->length, learners_of(model));
  assert_true(c->objective[last] == objective);
  assert_true(c->dual_objective[last] == dual);
  assert_true(c->train_error[last] == quantity_of(model, "train_error"));
  assert_true(fabs(objective_of(model, t, C, bias_scale) - objective) <= 1e-12 * objective);
  assert_true(fabs(quantity_of(model, "gap") - (objective - dual) / objective) <= 1e-15);
  double* decisions = decisions_of(model, t);
  assert_true(error_of(decisions, t) == quantity_of(model, "train_error"));
  free(decisions);
  coppice_dataset* data = table_dataset(t);
  double error = -1;
  check_ok(coppice_model_error_rate(model, data, 1, &error));
  assert_true(error == quantity_of(model, "train_error"));
  coppice_dataset_free(data);
  check_text(model, "gap_scope", "pool");
}

static void check_certificates(const table* t, double C, const char* bias, double bias_scale,
                               double tolerance, const char* start) {
  char options[256];
  snprintf(options, sizeof options,
           "C=%.17g bias=%s bias_scale=%.17g learners=100000 epsilon=1e-7 tolerance=1e-9", C, bias,
           bias_scale > 0 ? bias_scale : 1);
  coppice_model* whole = train(t, options);
  const double optimum_above = quantity_of(whole, "objective");
  const double optimum_below = quantity_of(whole, "dual_objective");
  coppice_model_free(whole);

  snprintf(options, sizeof options,
           "C=%.17g bias=%s bias_scale=%.17g learners=40 tolerance=%g start=%s keep_stages=yes "
           "columns_per_iteration=1",
           C, bias, bias_scale > 0 ? bias_scale : 1, tolerance, start);
  coppice_model* model = train(t, options);
  curve c = curve_of(model);
  assert_true(c.length > 1);
  check_curve(&c, tolerance, optimum_below, optimum_above);
  check_last(model, &c, t, C, bias_scale);
  check_stages(model, &c, t);
  curve_free(&c);
  coppice_model_free(model);
}

static void check_all_certificates(table* t) {
  static const double costs[] = {1e-3, 1e-2, 0.1, 1};
  static const double tolerances[] = {1e-2, 1e-4, 1e-9};
  for (int k = 0; k < 4; ++k)
    for (int s = 0; s < 3; ++s) {
      check_certificates(t, costs[k], "free", 0, tolerances[s], "optimal");
      check_certificates(t, costs[k], "penalised", 2, tolerances[s], "optimal");
      check_certificates(t, costs[k], "none", 0, tolerances[s], "constant");
    }
  table_free(t);
}

static void certificates_on_votes(void** state) {
  (void)state;
  check_all_certificates(table_load("votes.svm", "-1", "1"));
}

static void certificates_on_breast_cancer(void** state) {
  (void)state;
  table* all = table_load("breast-cancer-original.svm", "-1", "1");
  check_all_certificates(table_thinned(all, 2, 9));
  table_free(all);
}

static void certificates_on_weighted_iris(void** state) {
  (void)state;
  table* t = table_load("iris.svm", "2", "3");
  table_draw_weights(t, 3);
  check_all_certificates(t);
}

/* y alpha of the first pricing: the empty master's optimum C c_i min(S+, S-) / S_{y_i}, or the
 * paper's C c_i. Divided by C. */
static double* first_residual(const table* t, int optimal) {
  double positive = 0, negative = 0;
  for (int64_t i = 0; i < t->rows; ++i)
    *(t->labels[i] > 0 ? &positive : &negative) += t->weights[i];
  double* u = allocate(t->rows, sizeof *u);
  for (int64_t i = 0; i < t->rows; ++i) {
    u[i] = t->labels[i] * t->weights[i];
    if (optimal) u[i] *= fmin(positive, negative) / (t->labels[i] > 0 ? positive : negative);
  }
  return u;
}

typedef struct first_report {
  int seen;
  double objective;
  double gap;
} first_report;

static coppice_action remember_first(void* user, const coppice_progress_info* info) {
  first_report* report = user;
  const double gap = told_double(info, "gap");
  if (told_int(info, "iteration") > 0 || isnan(gap)) return COPPICE_CONTINUE;
  report->seen = 1;
  report->objective = told_double(info, "objective");
  report->gap = gap;
  return COPPICE_CONTINUE;
}

/* The first learner has the largest |score|, so that adding any other loses the dual value
 * sum alpha - 1/2 score^2 of the extended master no less. The empty master's gap over the pool is
 * half the sum of all squared scores, but for the bound 0 that needs none: at most 1. */
static void check_first_learner(const table* t, double C, int optimal) {
  stump_pool* pool = stumps_enumerate(t);
  double* u = first_residual(t, optimal);
  double best = 0;
  for (int64_t j = 0; j < pool->count; ++j) best = fmax(best, fabs(stumps_score(pool, j, u)));

  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = NULL;
  coppice_model* model = NULL;
  first_report report = {0, 0, 0};
  check_ok(coppice_solver_create("cgens", &solver));
  check_ok(coppice_solver_set_double(solver, "C", C));
  check_ok(coppice_solver_set_int(solver, "learners", 1));
  check_ok(coppice_solver_set_int(solver, "columns_per_iteration", 1));
  check_ok(coppice_solver_set_string(solver, "start", optimal ? "optimal" : "constant"));
  check_ok(coppice_solver_set_progress(solver, remember_first, &report));
  check_ok(coppice_solver_fit(solver, data, &model));
  int64_t feature = 0;
  double threshold = 0;
  learner_of(model, 0, &feature, &threshold);
  const double score = fabs(stumps_score(pool, stumps_find(pool, feature, threshold), u));
  assert_true(score >= best * (1 - 1e-12)); /* equal scores may be told apart by rounding only */
  int64_t better = 0;
  for (int64_t j = 0; j < pool->count; ++j)
    if (fabs(stumps_score(pool, j, u)) > best * (1 - 1e-9)) ++better;
  if (better == 1) assert_true(score == best);

  free(u);
  u = first_residual(t, 1);
  double dual = 0, squares = 0;
  for (int64_t i = 0; i < t->rows; ++i) dual += C * fabs(u[i]);
  for (int64_t j = 0; j < pool->count; ++j) squares += pow(C * stumps_score(pool, j, u), 2);
  assert_true(report.seen);
  assert_true(fabs(report.objective - dual) <= 1e-12 * dual);
  const double gap = fmin(squares / 2 / dual, 1);
  assert_true(fabs(report.gap - gap) <= 1e-11 * gap);
  if (C < 1e-5) assert_true(gap < 1);

  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  free(u);
  stumps_free(pool);
}

static void the_first_learner_is_the_best(void** state) {
  (void)state;
  table* tables[6];
  tables[0] = table_load("votes.svm", "-1", "1");
  tables[1] = table_load("breast-cancer-original.svm", "-1", "1");
  tables[2] = table_load("wine.svm", "1", "3");
  tables[3] = table_load("wine.svm", "2", "3");
  tables[4] = table_load("sonar.svm", "-1", "1");
  tables[5] = table_load("ionosphere.svm", "-1", "1");
  for (int k = 0; k < 6; ++k) {
    for (int weighted = 0; weighted < 2; ++weighted) {
      if (weighted) table_draw_weights(tables[k], (uint32_t)k);
      for (int optimal = 0; optimal < 2; ++optimal) {
        check_first_learner(tables[k], 1e-6, optimal);
        check_first_learner(tables[k], 1e-3, optimal);
        check_first_learner(tables[k], 3, optimal);
      }
    }
    table_free(tables[k]);
  }
}

static int descending(const void* a, const void* b) {
  const double x = *(const double*)a;
  const double y = *(const double*)b;
  return (x < y) - (x > y);
}

/* With C so small that no row ever reaches the margin, u_i = C c_i y_i whatever was chosen: stumps
 * come in the order of their |score|, w_j is the score, and each lowers the objective by half its
 * square. bias=none, so that nothing couples the rows. */
static void at_tiny_cost_learners_come_by_score(void** state) {
  (void)state;
  const double C = 1.0 / 65536;
  table* t = table_load("wine.svm", "1", "2");
  for (int64_t i = 0; i < t->rows; ++i) t->weights[i] = (double)(i % 4 + 1) / 2;
  stump_pool* pool = stumps_enumerate(t);
  double* u = first_residual(t, 0);
  double* scores = allocate(pool->count, sizeof *scores);
  double total = 0;
  for (int64_t j = 0; j < pool->count; ++j) scores[j] = C * fabs(stumps_score(pool, j, u));
  for (int64_t i = 0; i < t->rows; ++i) total += C * fabs(u[i]);
  qsort(scores, (size_t)pool->count, sizeof *scores, descending);

  coppice_model* model = train(t,
                               "C=1.52587890625e-05 bias=none learners=200 tolerance=1e-12 "
                               "columns_per_iteration=1");
  curve c = curve_of(model);
  double* weights = array_of(model, "weights", NULL);
  assert_int_equal(c.length, 200);
  double expected = total;
  for (int64_t j = 0; j < c.length; ++j) {
    int64_t feature = 0;
    double threshold = 0;
    learner_of(model, j, &feature, &threshold);
    const double score = C * stumps_score(pool, stumps_find(pool, feature, threshold), u);
    assert_true(fabs(score) == scores[j]);
    /* half the squared distance to the optimal weights is at most the gap */
    assert_true(fabs(weights[j] - score) <= sqrt(2e-12 * total));
    assert_true(fabs(c.score[j] - scores[j + 1]) <= 1e-9 * scores[0]);
    expected -= score * score / 2;
    assert_true(fabs(c.objective[j] - expected) <= 2e-12 * expected);
  }
  free(weights);
  curve_free(&c);
  coppice_model_free(model);
  free(scores);
  free(u);
  stumps_free(pool);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(certificates_on_votes),
                                     cmocka_unit_test(certificates_on_breast_cancer),
                                     cmocka_unit_test(certificates_on_weighted_iris),
                                     cmocka_unit_test(the_first_learner_is_the_best),
                                     cmocka_unit_test(at_tiny_cost_learners_come_by_score)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
