#include "rounds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "pools.h"

rounds learn_rounds(const sample* of, const char* method, const char* options) {
  char all[200];
  snprintf(all, sizeof all, "keep_stages=yes %s", options);
  coppice_dataset* data = sample_dataset(of);
  rounds r = {.of = of,
              .model = train_pool_by(method, data, "stump", all),
              .pool = stumps_enumerate(of->t)};
  coppice_dataset_free(data);
  r.scores = of->K == 2 ? 1 : of->K;
  r.learners = learners_of(r.model);
  r.staged = predictions_of(r.model, COPPICE_STAGED, of->t);
  r.outputs = predictions_of(r.model, COPPICE_LEARNERS, of->t);
  r.weights = array_of(r.model, "weights", NULL);
  r.objectives = array_of(r.model, "curve.objective", NULL);
  r.merits = array_of(r.model, "curve.score", NULL);
  r.errors = array_of(r.model, "curve.train_error", NULL);
  return r;
}

void rounds_free(rounds r) {
  coppice_model_free(r.model);
  stumps_free(r.pool);
  free(r.staged);
  free(r.outputs);
  free(r.weights);
  free(r.objectives);
  free(r.merits);
  free(r.errors);
}

double f_at(const rounds* r, int64_t round, int64_t row, int64_t s) {
  return round == 0 ? 0 : r->staged[(row * r->learners + round - 1) * r->scores + s];
}

double sign_of(const sample* of, int64_t row, int64_t s) {
  return of->classes[row] == (of->K == 2 ? 1 : s) ? 1 : -1;
}

double best_merit(const rounds* r, const double* u, int64_t scores) {
  double most = 0;
  for (int64_t j = 0; j < r->pool->count; ++j) {
    double merit = 0;
    for (int64_t s = 0; s < scores; ++s) {
      double sum = 0;
      for (int64_t i = 0; i < r->of->t->rows; ++i)
        sum += u[i * scores + s] * r->pool->outputs[j * r->of->t->rows + i];
      merit += fabs(sum);
    }
    most = fmax(most, merit);
  }
  return most;
}

double score_of(const rounds* r, int64_t round, const double* u, int64_t scores, int64_t s) {
  double sum = 0;
  for (int64_t i = 0; i < r->of->t->rows; ++i)
    sum += u[i * scores + s] * r->outputs[i * r->learners + round];
  return sum;
}

void check_errors(const rounds* r) {
  const table* t = r->of->t;
  for (int64_t round = 1; round <= r->learners; ++round) {
    double wrong = 0, all = 0;
    for (int64_t i = 0; i < t->rows; ++i) {
      int64_t best = 0;
      for (int64_t s = 0; s < r->scores; ++s)
        if (f_at(r, round, i, s) > f_at(r, round, i, best)) best = s;
      if (r->scores == 1) best = f_at(r, round, i, 0) >= 0;
      all += t->weights[i];
      if (best != r->of->classes[i]) wrong += t->weights[i];
    }
    check_close(r->errors[round - 1], wrong / all, 1e-12);
  }
}
