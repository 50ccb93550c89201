/* A column of a paper's table: a method, and what cross-validation on the training part chooses. */
#ifndef COPPICE_BENCH_RIVAL_H
#define COPPICE_BENCH_RIVAL_H

#include "protocol.h"

typedef struct rival {
  const char* method;
  const char* pool;   /* its weak learners */
  const char* option; /* to choose beside the learners; NULL for none */
  const char* values; /* of it, numbers separated by commas */
  const char*
      learners; /* numbers of learners to choose among; with one there is nothing to choose */
} rival;

/* The test error in percent of a rival with `options` on a split, its choice by k-fold
 * cross-validation put at the end of `note`. Everything random is drawn by `seed`. */
double error_of_rival(const rival* r, const char* options, split* s, int folds, int64_t seed,
                      char* note, size_t size);

#endif
