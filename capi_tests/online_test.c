/* Two-phase online boosting equals its definition, written here plainly (Yugov & Kumazawa,
 * algorithms 1 and 2): weights are kept as they are, norms are summed up anew in every step. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "streams.h"

enum { MOST_FEATURES = 12, MOST_LEARNERS = 128, STEPS = 10000 };

typedef struct plain_options {
  int64_t features;
  double lambda1, lambda2, floor;
  int64_t cutoff;
  double growth;
  int by_error;
  char output; /* sign, clipped or tanh */
  int64_t most;
  double prune_below;
  int64_t prune_after;
} plain_options;

/* One strong classifier. Weights have the constant's behind the others. */
typedef struct plain_booster {
  double w[MOST_LEARNERS][MOST_FEATURES + 1];
  double beta[MOST_LEARNERS + 1];
  int64_t below[MOST_LEARNERS];
  int64_t J, t, m, since;
  double wrong, weighed, error_before;
} plain_booster;

static double product(const double* a, const double* b, int64_t n) {
  double sum = 0;
  for (int64_t k = 0; k < n; ++k) sum += a[k] * b[k];
  return sum;
}

static void plain_step(double* w, const double* x, int64_t n, double y, double omega, int64_t t,
                       double lambda, double floor) {
  const double value = product(w, x, n);
  const double eta = fmax(1 / (lambda * (double)t), floor);
  for (int64_t k = 0; k < n; ++k) {
    w[k] *= 1 - eta * lambda;
    if (y * value < 1) w[k] += eta * omega * y * x[k];
  }
  const double norm = sqrt(product(w, w, n));
  const double radius = 1 / sqrt(lambda);
  if (norm > radius)
    for (int64_t k = 0; k < n; ++k) w[k] *= radius / norm;
}

static void plain_erase(plain_booster* b, int64_t j) {
  memmove(b->w[j], b->w[j + 1], (size_t)(b->J - j - 1) * sizeof b->w[0]);
  memmove(&b->beta[j], &b->beta[j + 1], (size_t)(b->J - j) * sizeof b->beta[0]);
  memmove(&b->below[j], &b->below[j + 1], (size_t)(b->J - j - 1) * sizeof b->below[0]);
  --b->J;
}

static double plain_output(const plain_options* o, double f) {
  if (o->output == 's') return f > 0 ? 1 : f < 0 ? -1 : 0;
  return (double)(float)(o->output == 'c' ? fmax(-1, fmin(1, f)) : tanh(f));
}

static int plain_is_trained(const plain_options* o, plain_booster* b) {
  if ((double)++b->since < (double)o->cutoff * (1 + o->growth * (double)(b->J - 1))) return 0;
  b->since = 0;
  if (!o->by_error) return 1;
  const double error = b->weighed > 0 ? b->wrong / b->weighed : 0;
  const int falls = error < b->error_before;
  b->error_before = error;
  b->wrong = b->weighed = 0;
  return !falls;
}

static void plain_freeze(const plain_options* o, plain_booster* b) {
  if (b->J == o->most && b->J == 1) return;
  if (b->J == o->most) {
    int64_t least = 0;
    for (int64_t j = 1; j < b->J - 1; ++j)
      if (fabs(b->beta[j]) < fabs(b->beta[least])) least = j;
    plain_erase(b, least);
  }
  assert_true(b->J + 1 < MOST_LEARNERS);
  b->below[b->J - 1] = 0;
  b->beta[b->J + 1] = b->beta[b->J];
  b->beta[b->J] = 0;
  memset(b->w[b->J], 0, sizeof b->w[0]);
  ++b->J;
  b->m = b->since = 0;
  b->wrong = b->weighed = 0;
  b->error_before = 1;
}

/* Learns a row that has its 1 behind the others; the decision value is that from before. */
static double plain_learn(const plain_options* o, plain_booster* b, const double* x, double y,
                          double weight) {
  const int64_t n = o->features + 1;
  double h[MOST_LEARNERS + 1];
  for (int64_t j = 0; j < b->J; ++j) h[j] = plain_output(o, product(b->w[j], x, n));
  h[b->J] = 1;
  const double f = product(b->beta, h, b->J + 1);
  if (weight == 0) return f;
  const double omega = fmax(0, 1 - y * f) * weight;
  b->weighed += omega;
  if (y * product(b->w[b->J - 1], x, n) <= 0) b->wrong += omega;
  plain_step(b->w[b->J - 1], x, n, y, omega, ++b->m, o->lambda1, o->floor);
  plain_step(b->beta, h, b->J + 1, y, weight, ++b->t, o->lambda2, o->floor);
  for (int64_t j = b->J - 2; j >= 0 && o->prune_below > 0; --j) {
    b->below[j] = fabs(b->beta[j]) < o->prune_below ? b->below[j] + 1 : 0;
    if (b->below[j] >= o->prune_after) plain_erase(b, j);
  }
  if (plain_is_trained(o, b)) plain_freeze(o, b);
  return f;
}

static plain_booster* plain_new(void) {
  plain_booster* b = calloc(1, sizeof *b);
  assert_non_null(b);
  b->J = 1;
  b->error_before = 1;
  return b;
}

/* Rows of which the first are inside a sphere: no linear classifier tells them. */
static int64_t draw_row(uint64_t* state, double* x, int64_t features, int64_t classes) {
  double norm = 0;
  for (int64_t d = 0; d < features; ++d) {
    x[d] = draw_uniform(state) < 0.2 ? 0 : draw_normal(state);
    norm += x[d] * x[d];
  }
  x[features] = 1;
  if (draw_uniform(state) < 0.05) return (int64_t)(draw_uniform(state) * (double)classes);
  const int64_t shell = (int64_t)(norm / (double)features * 0.55 * (double)classes);
  return shell < classes ? shell : classes - 1;
}

static void check_snapshot(const plain_options* o, plain_booster* const* plain, int64_t scores,
                           const coppice_solver* stream) {
  coppice_model* model = snapshot_of(stream);
  int64_t learners = 0, count = 0, first = 0;
  double* weights = array_of(model, "weights", &count);
  double* bias = array_of(model, "bias", NULL);
  for (int64_t s = 0; s < scores; ++s) learners += plain[s]->J;
  check_text(model, "kind", "ensemble");
  assert_int_equal(learners_of(model), learners);
  assert_int_equal(stream_count(stream, "stream.learners"), learners);
  assert_int_equal(count, learners * scores);
  for (int64_t s = 0; s < scores; first += plain[s++]->J) {
    double norm = 0;
    for (int64_t j = 0; j < plain[s]->J; ++j)
      for (int64_t r = 0; r < scores; ++r) {
        const double weight = weights[(first + j) * scores + r];
        check_close(weight, r == s ? plain[s]->beta[j] : 0, 1e-12);
        norm += weight * weight;
      }
    check_close(bias[s], plain[s]->beta[plain[s]->J], 1e-12);
    assert_true(sqrt(norm + bias[s] * bias[s]) <= (1 + 1e-12) / sqrt(o->lambda2));
  }
  free(weights);
  free(bias);
  coppice_model_free(model);
}

static void check_against_plain(const char* options, const plain_options* o, int64_t classes) {
  const int64_t scores = classes == 2 ? 1 : classes;
  coppice_solver* stream = stream_of_method("online", options, classes, o->features);
  plain_booster* plain[4];
  for (int64_t s = 0; s < scores; ++s) plain[s] = plain_new();
  uint64_t state = 3;
  double wrong = 0, weights = 0, largest = 0;
  for (int64_t i = 0; i < STEPS; ++i) {
    double x[MOST_FEATURES + 1], decisions[4], expected[4];
    const int64_t label = draw_row(&state, x, o->features, classes);
    const double weight = i % 5 == 0 ? 0.25 * (double)(i % 4) : 1;
    int64_t decided = 0;
    check_ok(coppice_solver_learn_row(stream, x, o->features, label, weight, decisions, scores));
    for (int64_t s = 0; s < scores; ++s) {
      const double y = (scores == 1 ? label == 1 : label == s) ? 1 : -1;
      expected[s] = plain_learn(o, plain[s], x, y, weight);
      check_close(decisions[s], expected[s], 1e-12);
      if (expected[s] > expected[decided]) decided = s;
      if (plain[s]->J > (int64_t)largest) largest = (double)plain[s]->J;
    }
    if (scores == 1) decided = expected[0] >= 0;
    weights += weight;
    wrong += decided != label ? weight : 0;
    if (i % 1000 == 999) check_snapshot(o, plain, scores, stream);
  }
  print_message("%s: %lld classifiers, %.4f wrong\n", options, (long long)plain[0]->J,
                wrong / weights);
  check_close(stream_error(stream), wrong / weights, 1e-12);
  assert_true(largest > 1);
  for (int64_t s = 0; s < scores; ++s) free(plain[s]);
  coppice_solver_free(stream);
}

static void steps_are_those_of_the_definition(void** state) {
  (void)state;
  const plain_options usual = {
      .features = 6, .lambda1 = 0.01, .lambda2 = 0.01, .cutoff = 150, .output = 's'};
  check_against_plain("", &usual, 2);
  plain_options o = usual;
  o.lambda1 = 0.1;
  o.lambda2 = 0.002;
  o.cutoff = 400;
  check_against_plain("lambda1=0.1 lambda2=0.002 cutoff=400", &o, 4);
  o = usual;
  o.output = 'c';
  check_against_plain("output=clipped", &o, 2);
  o.output = 't';
  o.features = 12;
  check_against_plain("output=tanh", &o, 3);
}

static void extensions_are_those_of_the_definition(void** state) {
  (void)state;
  const plain_options usual = {
      .features = 5, .lambda1 = 0.01, .lambda2 = 0.01, .cutoff = 150, .output = 's'};
  plain_options o = usual;
  o.floor = 0.2;
  check_against_plain("rate_floor=0.2", &o, 2);
  o = usual;
  o.growth = 0.2;
  check_against_plain("cutoff_growth=0.2", &o, 2);
  o = usual;
  o.by_error = 1;
  o.cutoff = 100;
  check_against_plain("cutoff_by=error cutoff=100", &o, 2);
  o = usual;
  o.most = 7;
  check_against_plain("max_learners=7", &o, 2);
  o = usual;
  o.prune_below = 0.1;
  o.prune_after = 400;
  check_against_plain("prune_below=0.1 prune_after=400", &o, 3);
  o.most = 9;
  o.floor = 0.5;
  check_against_plain("prune_below=0.1 prune_after=400 max_learners=9 rate_floor=0.5", &o, 2);
}

/* 10,000 rows with M = 150 leave 67 weak classifiers, as the paper says. */
static void classifiers_of_the_paper(void** state) {
  (void)state;
  coppice_solver* stream = stream_of_method("online", "", 2, 3);
  uint64_t numbers = 5;
  for (int i = 0; i < STEPS; ++i) {
    double x[MOST_FEATURES + 1];
    const int64_t label = draw_row(&numbers, x, 3, 2);
    check_ok(coppice_solver_learn_row(stream, x, 3, label, 1, NULL, 0));
  }
  assert_int_equal(stream_count(stream, "stream.learners"), 67);
  coppice_solver_free(stream);
}

/* The first rows, by hand: lambda1 = lambda2 = 1, one feature. */
static void first_steps_by_hand(void** state) {
  (void)state;
  coppice_solver* stream = stream_of_method("online", "lambda1=1 lambda2=1 cutoff=100", 2, 1);
  double x = 3, f = -1;
  /* Nothing is known: f = 0, l = 1. The weak one becomes (3, 1) and is cut to length 1; beta has
   * the outputs (0, 1) and becomes (0, 1). */
  check_ok(coppice_solver_learn_row(stream, &x, 1, 1, 1, &f, 1));
  assert_true(f == 0);
  /* h = sign(3 * 3 + 1) = 1, f = 1: nothing to learn, both halve. */
  check_ok(coppice_solver_learn_row(stream, &x, 1, 1, 1, &f, 1));
  check_close(f, 1, 1e-15);
  coppice_model* model = snapshot_of(stream);
  double* weights = array_of(model, "weights", NULL);
  double* bias = array_of(model, "bias", NULL);
  assert_true(weights[0] == 0);
  check_close(bias[0], 0.5, 1e-15);
  free(weights);
  free(bias);
  coppice_model_free(model);
  /* y = -1, x = -3: h = sign(1/2 (-9 + 1) / sqrt(10)) = -1, f = 1/2, l = 3/2. With the rate 1/3
   * beta becomes 2/3 (0, 1/2) - 1/3 (-1, 1) = (1/3, 0). */
  x = -3;
  check_ok(coppice_solver_learn_row(stream, &x, 1, 0, 1, &f, 1));
  check_close(f, 0.5, 1e-15);
  /* The weak one was (3, 1) / sqrt(10) / 2 and right by more than 1: it only shrinks to 2/3 of
   * that, and says +1 at 0. A row of weight 0 is decided and not learned. */
  x = 0;
  check_ok(coppice_solver_learn_row(stream, &x, 1, 1, 0, &f, 1));
  check_close(f, 1.0 / 3, 1e-15);
  assert_int_equal(stream_count(stream, "stream.rows"), 3);
  check_close(stream_error(stream), 1.0 / 3, 1e-15);
  coppice_solver_free(stream);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(first_steps_by_hand),
                                     cmocka_unit_test(steps_are_those_of_the_definition),
                                     cmocka_unit_test(extensions_are_those_of_the_definition),
                                     cmocka_unit_test(classifiers_of_the_paper)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
