/* Trees grown from their definition, by trying every cut of every node: above a value x_d of some
 * row is what is larger, with missing values (NaN) on either side, or nothing but missing values. A
 * tree says -1 or +1 of every row. */
#ifndef COPPICE_TESTS_TREES_H
#define COPPICE_TESTS_TREES_H

#include "table.h"

typedef struct tree_rules {
  int64_t depth;
  int gain_ratio;    /* cuts are chosen as by C4.5, else by the Gini index */
  double confidence; /* of pessimistic pruning; 0 for none */
} tree_rules;

/* Writes what the tree grown to the residuals u says of every row, and returns its score
 * |sum u_i says_i|; 0 where there is no tree but a constant. */
double tree_grow(const table* t, const double* u, tree_rules by, double* says);

/* Quinlan's U(errors, cases): the upper limit of the error rate. */
double tree_error_limit(double confidence, double errors, double cases);

#endif
