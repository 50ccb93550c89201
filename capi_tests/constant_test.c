/* The constant in a union with stumps: AdaBoost takes it wherever it is the best of all, a CGEns
 * without a bias that has it is a CGEns with a penalised one, and files hold it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model_bytes.h"
#include "pools.h"
#include "samples.h"
#include "stumps.h"

static const char with_constant[] = "union(stump, constant)";

/* Two classes, one of which is rare. */
static sample sample_of_a_rare_class(void) {
  sample of = sample_random(80, 3, 12, 2, 15);
  table_draw_weights(of.t, 16);
  for (int64_t i = 0; i < of.t->rows; ++i)
    if (of.classes[i] == 1) of.t->weights[i] /= 9;
  return of;
}

/* |sum_i u_i h(x_i)| of the best stump. */
static double best_of_stumps(const stump_pool* pool, const double* u, int64_t rows) {
  double most = 0;
  for (int64_t j = 0; j < pool->count; ++j) {
    double sum = 0;
    for (int64_t i = 0; i < rows; ++i) sum += u[i] * pool->outputs[j * rows + i];
    most = fmax(most, fabs(sum));
  }
  return most;
}

static void adaboost_takes_it_where_it_is_best(void** state) {
  (void)state;
  enum { LEARNERS = 40 };
  sample of = sample_of_a_rare_class();
  const int64_t n = of.t->rows;
  coppice_dataset* data = sample_dataset(&of);
  coppice_model* model =
      train_pool_by("adaboost", data, with_constant, "learners=40 keep_stages=yes");
  stump_pool* pool = stumps_enumerate(of.t);
  double* staged = predictions_of(model, COPPICE_STAGED, of.t);
  double* h = predictions_of(model, COPPICE_LEARNERS, of.t);
  double* u = allocate(n, sizeof *u);
  int64_t constants = 0;
  /* Learners are listed pool after pool: how many constants there are tells, not which. */
  for (int64_t j = 0; j < LEARNERS; ++j) {
    int64_t ones = 0;
    for (int64_t i = 0; i < n; ++i) ones += h[i * LEARNERS + j] == 1;
    constants += ones == n;
  }
  int64_t best = 0;
  for (int64_t round = 0; round < LEARNERS; ++round) {
    double loss = 0, constant = 0;
    for (int64_t i = 0; i < n; ++i) {
      const double y = of.classes[i] == 1 ? 1 : -1;
      const double f = round == 0 ? 0 : staged[i * LEARNERS + round - 1];
      u[i] = y * of.t->weights[i] * exp(-y * f);
      loss += fabs(u[i]);
      constant += u[i];
    }
    const double stumps = best_of_stumps(pool, u, n) / loss;
    constant = fabs(constant) / loss;
    best += constant > stumps;
    const double edge = fmax(constant, stumps), step = log((1 + edge) / (1 - edge)) / 2;
    for (int64_t i = 0; i < n; ++i) {
      const double before = round == 0 ? 0 : staged[i * LEARNERS + round - 1];
      check_close(fabs(staged[i * LEARNERS + round] - before), step, 1e-9);
    }
  }
  assert_int_equal(constants, best);
  assert_in_range(constants, 2, LEARNERS / 2);
  free(u);
  free(h);
  free(staged);
  stumps_free(pool);
  coppice_model_free(model);
  coppice_dataset_free(data);
  sample_free(of);
}

/* Both weigh it as a learner, 1/2 w^2. */
static void its_weight_is_a_penalised_bias(void** state) {
  (void)state;
  sample of = sample_of_a_rare_class();
  table_lose(of.t, 0.1, 3);
  coppice_dataset* data = sample_dataset(&of);
  coppice_model* constant =
      train_pool(data, with_constant, "bias=none C=0.3 epsilon=0 tolerance=1e-10 learners=5000");
  coppice_model* penalised =
      train_pool(data, "stump", "bias=penalised C=0.3 epsilon=0 tolerance=1e-10 learners=5000");
  double* f = decisions_of(constant, of.t);
  double* g = decisions_of(penalised, of.t);
  check_close(quantity_of(constant, "objective") / quantity_of(penalised, "objective"), 1, 1e-8);
  for (int64_t i = 0; i < of.t->rows; ++i) check_close(f[i], g[i], 1e-3);
  double* bias = array_of(penalised, "bias", NULL);
  assert_true(fabs(*bias) > 0.01);
  free(bias);
  assert_int_equal(learners_of(constant), learners_of(penalised) + 1);
  free(f);
  free(g);
  coppice_model_free(constant);
  coppice_model_free(penalised);
  coppice_dataset_free(data);
  sample_free(of);
}

static void files_hold_it(void** state) {
  (void)state;
  static const char* const formats[] = {"json", "cbor"};
  sample of = sample_of_a_rare_class();
  coppice_dataset* data = sample_dataset(&of);
  coppice_model* model = train_pool_by("adaboost", data, with_constant, "learners=20");
  for (int k = 0; k < 2; ++k) {
    coppice_model* again = reloaded(model, formats[k]);
    check_equal_models(model, again, data);
    coppice_model_free(again);
  }
  size_t size = 0;
  char* json = saved_bytes(model, "json", 64, &size);
  char count[32] = "\"count\":";
  const char* const at = find_bytes(json, size, count, strlen(count));
  assert_non_null(at);
  snprintf(count, sizeof count, "\"count\":%ld", strtol(at + strlen(count), NULL, 10));
  replace_bytes(json, &size, count, "\"count\":900000000000");
  expect_refused(json, size, "weights");
  replace_bytes(json, &size, "\"count\":900000000000", "\"count\":-1");
  expect_refused(json, size, "count");
  free(json);
  coppice_model_free(model);
  coppice_dataset_free(data);
  sample_free(of);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(adaboost_takes_it_where_it_is_best),
                                     cmocka_unit_test(its_weight_is_a_penalised_bias),
                                     cmocka_unit_test(files_hold_it)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
