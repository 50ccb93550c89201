/* Boosting against its definitions. After every round the weights of the rows are computed anew
 * from the decision values of that stage; the next learner must be the best of all stumps by them,
 * and its weights, its step of the bias and the loss must be what the method says. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rounds.h"
#include "training.h"

static void adaboost_is_what_it_says(void** state) {
  (void)state;
  sample of = sample_random(90, 3, 20, 2, 5);
  table_draw_weights(of.t, 2);
  const int64_t n = of.t->rows;
  rounds r = learn_rounds(&of, "adaboost", "learners=40");
  double* u = allocate(n, sizeof *u);
  double total = 0, bound = 0;
  assert_int_equal(r.learners, 40);
  for (int64_t i = 0; i < n; ++i) total += of.t->weights[i];
  bound = total;
  for (int64_t round = 0; round <= r.learners; ++round) {
    double loss = 0;
    for (int64_t i = 0; i < n; ++i) {
      u[i] = of.t->weights[i] * exp(-sign_of(&of, i, 0) * f_at(&r, round, i, 0));
      loss += u[i];
    }
    if (round > 0) {
      check_close(r.objectives[round - 1] / loss, 1, 1e-10);
      check_close(loss / bound, 1, 1e-10); /* the product of 2 sqrt(e (1 - e)) */
      assert_true(r.errors[round - 1] <= bound / total);
    }
    for (int64_t i = 0; i < n; ++i) u[i] *= sign_of(&of, i, 0) / loss;
    const double most = best_merit(&r, u, 1);
    if (round > 0) check_close(r.merits[round - 1], most, 1e-10);
    if (round == r.learners) break;
    const double score = score_of(&r, round, u, 1, 0);
    check_close(fabs(score), most, 1e-10);
    const double e = (1 - score) / 2;
    check_close(r.weights[round], log((1 - e) / e) / 2, 1e-10);
    bound *= 2 * sqrt(e * (1 - e));
  }
  check_errors(&r);
  free(u);
  rounds_free(r);
  sample_free(of);
}

/* Takes the sample over. */
static void check_adaboost_mh(sample of, int64_t learners) {
  char options[40];
  snprintf(options, sizeof options, "learners=%d", (int)learners);
  table_draw_weights(of.t, 4);
  const int64_t n = of.t->rows, K = of.K;
  rounds r = learn_rounds(&of, "adaboost-mh", options);
  double* u = allocate(n * K, sizeof *u);
  double bound = 0;
  for (int64_t i = 0; i < n; ++i) bound += (double)K * of.t->weights[i];
  assert_int_equal(r.learners, learners);
  for (int64_t round = 0; round <= r.learners; ++round) {
    double loss = 0;
    for (int64_t i = 0; i < n; ++i)
      for (int64_t l = 0; l < K; ++l) {
        u[i * K + l] = of.t->weights[i] * exp(-sign_of(&of, i, l) * f_at(&r, round, i, l));
        loss += u[i * K + l];
      }
    for (int64_t i = 0; i < n; ++i)
      for (int64_t l = 0; l < K; ++l) u[i * K + l] *= sign_of(&of, i, l) / loss;
    const double most = best_merit(&r, u, K);
    if (round > 0) {
      check_close(r.objectives[round - 1] / loss, 1, 1e-10);
      check_close(loss / bound, 1, 1e-10); /* for outputs of -1 and +1 the bound is reached */
      check_close(r.merits[round - 1], most, 1e-10);
    }
    if (round == r.learners) break;
    double s = 0;
    for (int64_t l = 0; l < K; ++l) s += fabs(score_of(&r, round, u, K, l));
    check_close(s, most, 1e-10);
    for (int64_t l = 0; l < K; ++l)
      check_close(r.weights[round * K + l],
                  copysign(log((1 + s) / (1 - s)) / 2, score_of(&r, round, u, K, l)), 1e-10);
    bound *= sqrt(1 - s * s);
  }
  check_errors(&r);
  free(u);
  rounds_free(r);
  sample_free(of);
}

static void adaboost_mh_is_what_it_says(void** state) {
  (void)state;
  check_adaboost_mh(sample_random(80, 4, 15, 4, 9), 30);
}

/* Many rows are summed up block by block, in several columns at once and for up to eight classes;
 * a column of many values has few rows a bin, and columns that are mostly zero list the other rows
 * only. */
static void of_many_rows_and_classes_too(void** state) {
  (void)state;
  for (int64_t K = 3; K <= 15; K += 6) {
    sample of = sample_random(9001, 11, 4, K, 10);
    for (int64_t i = 0; i < of.t->rows; ++i) {
      of.t->x[i * 11 + 1] += 4 * (double)(i % 200);
      for (int64_t d = 2; d < 11; d += 2)
        if (i % (d + 1) != 0) of.t->x[i * 11 + d] = 0;
    }
    check_adaboost_mh(of, 3);
  }
}

static void check_adaboost_ecc(int64_t K) {
  sample of = sample_random(80, 4, 15, K, 11);
  table_draw_weights(of.t, 5);
  const int64_t n = of.t->rows;
  rounds r = learn_rounds(&of, "adaboost-ecc", "learners=30 seed=3");
  double* d = allocate(n, sizeof *d);
  double bound = 0;
  int changed = 0;
  for (int64_t i = 0; i < n; ++i) bound += (double)(K - 1) * of.t->weights[i];
  for (int64_t round = 0; round < r.learners; ++round) {
    const double* w = &r.weights[round * K];
    int64_t painted = 0;
    for (int64_t l = 0; l < K; ++l) {
      painted += w[l] > 0;
      check_close(fabs(w[l]), fabs(w[0]), 1e-15);
      changed += round > 0 && (w[l] > 0) != (w[l - K] > 0);
    }
    assert_true(painted == K / 2 || painted == K - K / 2);
    double loss = 0, apart = 0;
    for (int64_t i = 0; i < n; ++i) {
      d[i] = 0;
      for (int64_t l = 0; l < K; ++l) {
        if (l == of.classes[i]) continue;
        const double weight =
            of.t->weights[i] * exp((f_at(&r, round, i, l) - f_at(&r, round, i, of.classes[i])) / 2);
        loss += weight;
        if ((w[l] > 0) != (w[of.classes[i]] > 0)) d[i] += weight;
      }
      apart += d[i];
    }
    check_close(loss / bound, 1, 1e-10);
    if (round > 0) check_close(r.objectives[round - 1] / loss, 1, 1e-10);
    for (int64_t i = 0; i < n; ++i) d[i] *= (w[of.classes[i]] > 0 ? 1 : -1) / apart;
    const double most = best_merit(&r, d, 1);
    if (round > 0) check_close(r.merits[round - 1], most, 1e-10);
    const double score = score_of(&r, round, d, 1, 0);
    check_close(score, most, 1e-10); /* the colours are those of w: it answers them right */
    check_close(fabs(w[0]), log((1 + score) / (1 - score)) / 2, 1e-10);
    const double u = apart / loss, e = (1 - score) / 2;
    bound *= 1 - u + 2 * u * sqrt(e * (1 - e));
  }
  assert_true(changed > 0);
  check_errors(&r);
  free(d);
  rounds_free(r);
  sample_free(of);
}

static void adaboost_ecc_is_what_it_says(void** state) {
  (void)state;
  check_adaboost_ecc(4);
  check_adaboost_ecc(5);
}

/* Of two classes there is one colouring, and one question. */
static void of_two_classes_they_are_adaboost(void** state) {
  (void)state;
  static const char* const methods[] = {"adaboost-mh", "adaboost-ecc"};
  sample of = sample_random(90, 3, 20, 2, 15);
  table_draw_weights(of.t, 6);
  coppice_model* expected = learn(&of, "adaboost", "learners=30");
  double* f = decisions_of(expected, of.t);
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = learn(&of, methods[k], "learners=30");
    check_same_curves(model, expected, "curve.score", 1e-9);
    double* g = decisions_of(model, of.t);
    for (int64_t i = 0; i < of.t->rows; ++i) check_close(f[i], g[i], 1e-9);
    free(g);
    coppice_model_free(model);
  }
  free(f);
  coppice_model_free(expected);
  sample_free(of);
}

/* Thirty rows of class 1 for ten of every other class, and no feature that tells them apart: what
 * has no bias weighs the constant, by half the log odds in AdaBoost. */
static void the_constant_is_the_bias(void** state) {
  (void)state;
  static const char* const methods[] = {"adaboost", "adaboost-mh", "adaboost-mo", "adaboost-ecc",
                                        "multiboost"};
  for (int k = 0; k < 5; ++k) {
    const int64_t K = k == 0 ? 2 : 4;
    sample of = sample_of(table_create(30 + 10 * (K - 1), 2), K);
    for (int64_t i = 0; i < of.t->rows; ++i) {
      of.t->x[2 * i] = of.t->x[2 * i + 1] = 7;
      of.classes[i] = i < 30 ? 1 : i % K == 1 ? 0 : i % K;
    }
    coppice_model* model = learn(&of, methods[k], "");
    double* predicted = predictions_of(model, COPPICE_CLASS, of.t);
    for (int64_t i = 0; i < of.t->rows; ++i) assert_true(predicted[i] == 1);
    if (k == 0) {
      assert_int_equal(learners_of(model), 1);
      double* f = decisions_of(model, of.t);
      check_close(f[0], log(3) / 2, 1e-15);
      free(f);
    }
    free(predicted);
    coppice_model_free(model);
    sample_free(of);
  }
}

/* Every learner has one vote, and is the best stump on its sample: on many rows that are easily
 * told apart this is the best of all, or one beside it. */
static void bagged_learners_vote(void** state) {
  (void)state;
  sample of = sample_random(150, 2, 20, 2, 21);
  coppice_model* one = learn(&of, "bagging", "learners=40 seed=1");
  coppice_model* same = learn(&of, "bagging", "learners=40 seed=1");
  coppice_model* other = learn(&of, "bagging", "learners=40 seed=2");
  double* weights = array_of(one, "weights", NULL);
  assert_int_equal(learners_of(one), 40);
  for (int64_t k = 0; k < 40; ++k) check_close(fabs(weights[k]), 1.0 / 40, 1e-15);
  check_same_model(one, same, of.t);
  int64_t differ = 0;
  for (int64_t j = 0; j < 40; ++j) {
    int64_t feature[2];
    double threshold[2];
    learner_of(one, j, &feature[0], &threshold[0]);
    learner_of(other, j, &feature[1], &threshold[1]);
    differ += feature[0] != feature[1] || threshold[0] != threshold[1];
  }
  assert_true(differ > 0);
  assert_true(isnan(quantity_of(one, "objective")));
  assert_true(isnan(quantity_of(one, "gap")));
  check_text(one, "gap_scope", "");
  free(weights);
  coppice_model_free(one);
  coppice_model_free(same);
  coppice_model_free(other);
  sample_free(of);
}

/* A learner that errs nowhere is the last, and its weight is finite. */
static void a_learner_without_error_ends_it(void** state) {
  (void)state;
  static const double x[] = {0, 1, 2, 3};
  static const double labels[] = {-1, -1, 1, 1};
  static const char* const methods[] = {"adaboost", "adaboost-mh", "adaboost-ecc"};
  table* t = table_of(x, labels, 4, 1);
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 3; ++k) {
    coppice_solver* solver = solver_of_method(methods[k], "");
    coppice_model* model = NULL;
    check_ok(coppice_solver_fit(solver, data, &model));
    assert_int_equal(learners_of(model), 1);
    check_text(model, "stop_reason", "epsilon");
    double* weights = array_of(model, "weights", NULL);
    check_close(fabs(weights[0]), log(7) / 2, 1e-12); /* an error of half a row of four */
    assert_true(quantity_of(model, "train_error") == 0);
    free(weights);
    coppice_model_free(model);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* Where no learner is better than chance there is none, and a warning says so. */
static void chance_ends_it(void** state) {
  (void)state;
  static const double x[] = {0, 0, 0, 1, 1, 0, 1, 1};
  static const double labels[] = {-1, 1, 1, -1};
  static const char* const methods[] = {"adaboost", "logitboost", "adaboost-mh", "adaboost-ecc"};
  table* t = table_of(x, labels, 4, 2);
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 4; ++k) {
    coppice_solver* solver = solver_of_method(methods[k], "");
    coppice_model* model = NULL;
    check_ok(coppice_solver_fit(solver, data, &model));
    assert_int_equal(learners_of(model), 0);
    char* warnings = text_of(model, "warnings");
    assert_non_null(strstr(warnings, "no weak learner"));
    free(warnings);
    coppice_model_free(model);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* Rows that contradict one another for thousands of rounds: numbers stay numbers. */
static void long_runs_stay_finite(void** state) {
  (void)state;
  static const char* const methods[] = {
      "adaboost",   "adaboost variant=real", "adaboost variant=gentle",
      "logitboost", "adaboost-mh",           "adaboost-ecc"};
  sample of = sample_random(40, 2, 30, 2, 31);
  for (int k = 0; k < 6; ++k) {
    char method[64], options[64] = "learners=3000";
    strcpy(method, methods[k]);
    char* space = strchr(method, ' ');
    if (space != NULL) {
      *space = '\0';
      snprintf(options, sizeof options, "learners=3000 %s", space + 1);
    }
    coppice_model* model = learn(&of, method, options);
    double* f = decisions_of(model, of.t);
    for (int64_t i = 0; i < of.t->rows; ++i) assert_true(isfinite(f[i]));
    assert_true(isfinite(quantity_of(model, "objective")));
    free(f);
    coppice_model_free(model);
  }
  sample_free(of);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(adaboost_is_what_it_says),
                                     cmocka_unit_test(adaboost_mh_is_what_it_says),
                                     cmocka_unit_test(of_many_rows_and_classes_too),
                                     cmocka_unit_test(adaboost_ecc_is_what_it_says),
                                     cmocka_unit_test(of_two_classes_they_are_adaboost),
                                     cmocka_unit_test(the_constant_is_the_bias),
                                     cmocka_unit_test(bagged_learners_vote),
                                     cmocka_unit_test(a_learner_without_error_ends_it),
                                     cmocka_unit_test(chance_ends_it),
                                     cmocka_unit_test(long_runs_stay_finite)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}