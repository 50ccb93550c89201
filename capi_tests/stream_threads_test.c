/* One thread learns a stream and takes models of it; others predict meanwhile with those that were
 * taken before, each of which says the same for as long as it lives. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "streams.h"

enum { FEATURES = 6, PREDICTORS = 3, SNAPSHOTS = 40, ROWS_BETWEEN = 60, PROBES = 16 };

static double probes[PROBES * FEATURES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t taken = PTHREAD_COND_INITIALIZER;
static coppice_model* models[SNAPSHOTS];
static double expected[SNAPSHOTS][PROBES];
static int count;

static void* predict(void* result) {
  int* agreed = result;
  for (int k = 0; k < SNAPSHOTS; ++k) {
    pthread_mutex_lock(&lock);
    while (count <= k) pthread_cond_wait(&taken, &lock);
    pthread_mutex_unlock(&lock);
    for (int earlier = 0; earlier <= k; ++earlier) {
      double out[PROBES];
      if (coppice_model_predict(models[earlier], COPPICE_DECISION, probes, PROBES * FEATURES,
                                PROBES, FEATURES, FEATURES, 1, 1, out, PROBES) != COPPICE_OK)
        return NULL;
      if (memcmp(out, expected[earlier], sizeof out) != 0) return NULL;
      ++*agreed;
    }
  }
  return NULL;
}

static void learn_and_predict(const char* method, const char* options) {
  pthread_t threads[PREDICTORS];
  int agreed[PREDICTORS] = {0};
  uint64_t numbers = 31;
  coppice_solver* stream = stream_of_method(method, options, 2, FEATURES);
  count = 0;
  for (int k = 0; k < PROBES * FEATURES; ++k) probes[k] = draw_normal(&numbers);
  for (int t = 0; t < PREDICTORS; ++t)
    assert_int_equal(pthread_create(&threads[t], NULL, predict, &agreed[t]), 0);
  for (int k = 0; k < SNAPSHOTS; ++k) {
    for (int i = 0; i < ROWS_BETWEEN; ++i) {
      double x[FEATURES], norm = 0;
      for (int d = 0; d < FEATURES; ++d) {
        x[d] = draw_normal(&numbers);
        norm += x[d] * x[d];
      }
      check_ok(coppice_solver_learn_row(stream, x, FEATURES, norm > FEATURES, 1, NULL, 0));
    }
    coppice_model* model = snapshot_of(stream);
    check_ok(coppice_model_predict(model, COPPICE_DECISION, probes, PROBES * FEATURES, PROBES,
                                   FEATURES, FEATURES, 1, 1, expected[k], PROBES));
    pthread_mutex_lock(&lock);
    models[k] = model;
    count = k + 1;
    pthread_cond_broadcast(&taken);
    pthread_mutex_unlock(&lock);
  }
  coppice_solver_free(stream); /* models need nothing of it */
  for (int t = 0; t < PREDICTORS; ++t) {
    assert_int_equal(pthread_join(threads[t], NULL), 0);
    assert_int_equal(agreed[t], SNAPSHOTS * (SNAPSHOTS + 1) / 2);
  }
  for (int k = 0; k < SNAPSHOTS; ++k) coppice_model_free(models[k]);
}

static void snapshots_while_others_predict(void** state) {
  (void)state;
  learn_and_predict("online", "cutoff=25 max_learners=20");
  learn_and_predict("pegasos", "");
  learn_and_predict("pegasos", "kernel=gaussian(gamma=0.1)");
  learn_and_predict("norma", "kernel=gaussian(gamma=0.1) max_terms=100");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(snapshots_while_others_predict)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
