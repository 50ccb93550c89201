/* A boosted model with its stages, on the rows it was trained on. */
#ifndef COPPICE_TESTS_ROUNDS_H
#define COPPICE_TESTS_ROUNDS_H

#include "samples.h"
#include "stumps.h"

typedef struct rounds {
  const sample* of;
  coppice_model* model;
  stump_pool* pool;
  int64_t scores, learners;
  double* staged;  /* rows x learners x scores */
  double* outputs; /* rows x learners */
  double* weights; /* learners x scores */
  double* objectives;
  double* merits; /* of the best stump after each round */
  double* errors;
} rounds;

/* By a method, with options given as text, and stumps. */
rounds learn_rounds(const sample* of, const char* method, const char* options);
void rounds_free(rounds r);

/* Decision value number `s` of a row after so many rounds. */
double f_at(const rounds* r, int64_t round, int64_t row, int64_t s);

/* +1 where the row is of the class of score `s`, else -1. */
double sign_of(const sample* of, int64_t row, int64_t s);

/* The largest sum over s of |sum_i u_is h(x_i)| of any stump. */
double best_merit(const rounds* r, const double* u, int64_t scores);

/* The score of the learner of round `round`, counted from 0. */
double score_of(const rounds* r, int64_t round, const double* u, int64_t scores, int64_t s);

/* The training errors of the curve are those of the stages. */
void check_errors(const rounds* r);

#endif
