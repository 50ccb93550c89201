/* Learners that are chosen together: against a quadratic model of the objective that is eliminated
 * here, and by what they gain over learners chosen by their scores. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mixed.h"
#include "open_stumps.h"
#include "pools.h"
#include "training.h"

enum { MOST = 160 }; /* columns of a model: fitted, offered and the bias */

typedef struct {
  int columns;
  double h[MOST][MOST];
  double slopes[MOST];
} quadratic;

/* Lets the weight of column k follow. */
static void eliminate(quadratic* q, int k) {
  double row[MOST];
  memcpy(row, q->h[k], sizeof row);
  const double slope = q->slopes[k], pivot = row[k];
  for (int a = 0; a < q->columns; ++a) {
    q->slopes[a] -= slope * row[a] / pivot;
    for (int b = 0; b < q->columns; ++b) q->h[a][b] -= row[a] * row[b] / pivot;
  }
}

typedef struct {
  const char* options;
  double cost;
  double factor; /* of the cost: the curvature of a row that has one */
  int one_sided;
  int has_bias;
  double bias_curvature;
} problem;

/* Without a learner the bias b is best: sum_i (y_i - b) times the curvature is what it costs. */
static double* decisions_of_bias(const problem* of, const table* t) {
  double* f = allocate(t->rows, sizeof *f);
  double sum = 0;
  for (int64_t i = 0; i < t->rows; ++i) sum += t->labels[i];
  const double curvature = of->factor * of->cost;
  const double bias = curvature * sum / (curvature * (double)t->rows + of->bias_curvature);
  for (int64_t i = 0; of->has_bias && i < t->rows; ++i) f[i] = bias;
  return f;
}

/* The model of the whole objective at `at`, over its own columns, those offered, and the bias; and
 * the residual there. */
static void make_quadratic(const problem* of, const table* t, const stump_pool* pool,
                           const coppice_model* at, const int64_t* columns, int count, quadratic* q,
                           double* residual) {
  double* f = at == NULL ? decisions_of_bias(of, t) : decisions_of(at, t);
  memset(q, 0, sizeof *q);
  q->columns = count + of->has_bias;
  for (int k = 0; k < count; ++k) q->h[k][k] = 1;
  if (of->has_bias) q->h[count][count] = of->bias_curvature;
  for (int64_t i = 0; i < t->rows; ++i) {
    const double slack = 1 - t->labels[i] * f[i];
    const double curvature = of->one_sided && !(slack > 0) ? 0 : of->factor * of->cost;
    residual[i] = t->labels[i] * curvature * slack;
    double z[MOST];
    for (int k = 0; k < count; ++k) z[k] = pool->outputs[columns[k] * t->rows + i];
    z[count] = 1;
    for (int a = 0; a < q->columns; ++a)
      for (int b = 0; b < q->columns; ++b) q->h[a][b] += curvature * z[a] * z[b];
  }
  free(f);
}

/* Of the offered columns, those behind the fitted ones, the best `wanted` in turn. */
static void choose_in_turn(quadratic* q, int fitted, int offered, int wanted, int* chosen) {
  char is_chosen[MOST] = {0};
  for (int c = 0; c < wanted; ++c) {
    int best = -1;
    double most = 0;
    for (int k = fitted; k < fitted + offered; ++k) {
      const double gain = q->slopes[k] * q->slopes[k] / q->h[k][k];
      if (is_chosen[k] || (best >= 0 && !(gain > (1 + 1e-9) * most))) continue;
      best = k;
      most = gain;
    }
    is_chosen[best] = 1;
    chosen[c] = best;
    eliminate(q, best);
  }
}

/* As many as lower the objective by 3 percent, five and a fifth of those there are at most. */
static int wanted_of(const double* learners, const double* objective, int64_t k) {
  const int most = 5 + (k == 0 ? 0 : (int)learners[k - 1]) / 5;
  if (k < 2) return most;
  const double fall = (objective[k - 2] - objective[k - 1]) / (learners[k - 1] - learners[k - 2]);
  const double enough = round(0.03 * objective[k - 1] / fall);
  return enough >= most ? most : enough < 1 ? 1 : (int)enough;
}

static void check_choices(const problem* of, const table* t) {
  enum { LEARNERS = 70 };
  char options[200];
  snprintf(options, sizeof options, "%s learners=%d", of->options, LEARNERS);
  coppice_model* model = train(t, options);
  open_stumps left = open_stumps_of(t);
  const stump_pool* pool = left.pool;
  double* scores = allocate(pool->count, sizeof *scores);
  double* residual = allocate(t->rows, sizeof *residual);
  quadratic* q = allocate(1, sizeof *q);
  int64_t size = 0, columns[MOST];
  double* learners = array_of(model, "curve.learners", &size);
  double* objective = array_of(model, "curve.objective", NULL);
  int fitted = 0, together = 0, not_by_score = 0;
  for (int64_t k = 0; k + 1 < size; ++k) { /* the last may be cut */
    coppice_model* before = NULL;
    if (k > 0) {
      snprintf(options, sizeof options, "%s learners=%d", of->options, fitted);
      before = train(t, options);
    }
    make_quadratic(of, t, pool, before, columns, fitted, q, residual);
    for (int64_t j = 0; j < pool->count; ++j) scores[j] = fabs(stumps_score(pool, j, residual));
    int wanted = wanted_of(learners, objective, k);
    const int most = wanted == 1 ? 1 : 2 * wanted;
    int offered = 0, chosen[MOST] = {fitted};
    open_stumps_begin(&left);
    for (; offered < most; ++offered) {
      const int64_t next = open_stumps_best(&left, scores);
      if (next < 0) break;
      open_stumps_take(&left, next);
      columns[fitted + offered] = next;
    }
    if (wanted > offered) wanted = offered;
    for (int c = 0; c < offered; ++c) left.chosen[columns[fitted + c]] = 0;
    make_quadratic(of, t, pool, before, columns, fitted + offered, q, residual);
    if (of->has_bias) eliminate(q, q->columns - 1);
    for (int c = 0; c < fitted; ++c) eliminate(q, c);
    for (int c = 0; c < offered; ++c)
      q->slopes[fitted + c] = stumps_score(pool, columns[fitted + c], residual);
    if (wanted > 1) choose_in_turn(q, fitted, offered, wanted, chosen);
    assert_int_equal((int)learners[k], fitted + wanted);
    int64_t taken[MOST];
    for (int c = 0; c < wanted; ++c) {
      int64_t feature = 0;
      double threshold = 0;
      learner_of(model, fitted + c, &feature, &threshold);
      taken[c] = columns[chosen[c]];
      assert_int_equal(stumps_find(pool, feature, threshold), taken[c]);
      left.chosen[taken[c]] = 1;
      not_by_score += chosen[c] - fitted >= wanted;
    }
    for (int c = 0; c < wanted; ++c) columns[fitted++] = taken[c];
    together += wanted > 1;
    coppice_model_free(before);
  }
  assert_true(together >= 3 && not_by_score >= 5);
  free(objective);
  free(learners);
  free(q);
  free(residual);
  free(scores);
  open_stumps_free(&left);
  coppice_model_free(model);
}

static void each_lowers_the_quadratic_model_most(void** state) {
  (void)state;
  static const problem problems[] = {
      {"C=0.02 tolerance=1e-10 epsilon=0 loss=least-squares bias=none", 0.02, 1, 0, 0, 0},
      {"C=0.02 tolerance=1e-10 epsilon=0 loss=squared-hinge bias=none", 0.02, 2, 1, 0, 0},
      {"C=0.02 tolerance=1e-10 epsilon=0 loss=squared-hinge bias=free", 0.02, 2, 1, 1, 0},
      {"C=0.02 tolerance=1e-10 epsilon=0 loss=least-squares bias=penalised bias_scale=2", 0.02, 1,
       0, 1, 0.25}};
  table* t = table_random(150, 9, 12, 91);
  for (int k = 0; k < 4; ++k) check_choices(&problems[k], t);
  table_free(t);
}

/* Gram matrices of many rows are kept from one choice to the next, where columns that were only
 * offered must leave no trace. */
static void the_same_with_many_rows(void** state) {
  (void)state;
  static const problem smooth = {
      "C=0.0005 tolerance=1e-10 epsilon=0 loss=squared-hinge bias=free", 0.0005, 2, 1, 1, 0};
  table* t = table_random(6000, 9, 12, 92);
  check_choices(&smooth, t);
  table_free(t);
}

/* A learner that is offered and not chosen is offered again: in the end all are chosen. */
static void what_is_left_out_comes_later(void** state) {
  (void)state;
  static const char* const pools[] = {"stump", "stump(levels=subset)", "union(stump, stump)"};
  const level_counts few = {4, 5, 5, 3, 2, 0, 0};
  table* t = mixed_rows(150, 93);
  for (int64_t i = 0; i < t->rows; ++i) {
    t->weights[i] = 1;
    for (int64_t d = 0; d < 3; ++d) t->x[i * COLUMNS + d] = fmod(t->x[i * COLUMNS + d], 4);
  }
  coppice_dataset* data = dataset_of(t, few, 0);
  for (int k = 0; k < 3; ++k) {
    static const char options[] = "C=0.1 epsilon=0 learners=2000 tolerance=1e-9";
    coppice_model* together = train_pool(data, pools[k], options);
    char one_by_one[100];
    snprintf(one_by_one, sizeof one_by_one, "%s columns_per_iteration=1", options);
    coppice_model* alone = train_pool(data, pools[k], one_by_one);
    check_text(together, "stop_reason", "exhausted");
    check_text(alone, "stop_reason", "exhausted");
    assert_int_equal(learners_of(together), learners_of(alone));
    assert_true(2 * count_of(together, "iterations") < learners_of(together));
    check_close(quantity_of(together, "objective"), quantity_of(alone, "objective"), 1e-8);
    coppice_model_free(alone);
    coppice_model_free(together);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* Where every feature is there twice, two stumps of the same outputs score alike; as long as all
 * rows are curved, the second one has next to nothing left to gain. */
static void no_learner_comes_with_its_like(void** state) {
  (void)state;
  static const char* const losses[] = {"squared-hinge", "least-squares"};
  table* t = table_load("ionosphere.svm", "-1", "1");
  table* twice = table_create(t->rows, 2 * t->features);
  for (int64_t i = 0; i < t->rows; ++i) {
    twice->labels[i] = t->labels[i];
    twice->weights[i] = 1;
    for (int64_t d = 0; d < 2 * t->features; ++d)
      twice->x[i * 2 * t->features + d] = t->x[i * t->features + d / 2];
  }
  for (int k = 0; k < 2; ++k) {
    char options[100];
    snprintf(options, sizeof options, "C=0.1 learners=60 loss=%s", losses[k]);
    coppice_model* model = train(twice, options);
    double* learners = array_of(model, "curve.learners", NULL);
    assert_true(learners[0] == 5);
    for (int64_t j = 0; j < 5; ++j) {
      int64_t feature = 0, other = 0;
      double threshold = 0, its = 0;
      learner_of(model, j, &feature, &threshold);
      for (int64_t before = 0; before < j; ++before) {
        learner_of(model, before, &other, &its);
        assert_false(feature / 2 == other / 2 && threshold == its);
      }
    }
    free(learners);
    coppice_model_free(model);
  }
  table_free(twice);
  table_free(t);
}

/* A feature and its mirror image have the same stumps, which gain the same but for the order of
 * additions: each stump is taken from the feature itself before it is taken from the image. */
static void the_first_of_equal_gains_is_taken(void** state) {
  (void)state;
  enum { LEARNERS = 80 };
  static const char* const losses[] = {"hinge", "squared-hinge"};
  table* t = table_random(400, 2, 60, 13);
  for (int64_t i = 0; i < t->rows; ++i) t->x[2 * i + 1] = -t->x[2 * i];
  for (int k = 0; k < 2; ++k) {
    char options[100];
    snprintf(options, sizeof options, "C=0.1 learners=%d loss=%s", LEARNERS, losses[k]);
    coppice_model* model = train(t, options);
    assert_int_equal(learners_of(model), LEARNERS);
    assert_true(count_of(model, "iterations") < LEARNERS);
    int64_t feature[LEARNERS] = {0};
    double threshold[LEARNERS];
    for (int64_t j = 0; j < LEARNERS; ++j) {
      int64_t twin = 0;
      learner_of(model, j, &feature[j], &threshold[j]);
      while (twin < j && (feature[twin] == 1 || threshold[twin] != -threshold[j])) ++twin;
      assert_true(feature[j] == 0 || twin < j);
    }
    coppice_model_free(model);
  }
  table_free(t);
}

/* As good an ensemble as one whose learners come one by one. */
static void together_they_gain_as_much(void** state) {
  (void)state;
  static const char* const files[] = {"sonar.svm", "ionosphere.svm"};
  static const char* const losses[] = {"hinge", "squared-hinge"};
  for (int k = 0; k < 4; ++k) {
    table* t = table_load(files[k / 2], "-1", "1");
    char options[100];
    snprintf(options, sizeof options, "C=0.1 learners=150 loss=%s columns_per_iteration=0",
             losses[k % 2]);
    coppice_model* together = train(t, options);
    options[strlen(options) - 1] = '1';
    coppice_model* alone = train(t, options);
    assert_true(count_of(together, "iterations") < count_of(alone, "iterations"));
    assert_true(quantity_of(together, "objective") <= 1.003 * quantity_of(alone, "objective"));
    coppice_model_free(alone);
    coppice_model_free(together);
    table_free(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_lowers_the_quadratic_model_most),
      cmocka_unit_test(the_same_with_many_rows),
      cmocka_unit_test(what_is_left_out_comes_later),
      cmocka_unit_test(no_learner_comes_with_its_like),
      cmocka_unit_test(the_first_of_equal_gains_is_taken),
      cmocka_unit_test(together_they_gain_as_much),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
