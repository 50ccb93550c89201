/* Trees grown from their definition, by trying every cut of every node: above a value x_d of some
 * row is what is larger, with missing values (NaN) on either side, or nothing but missing values. A
 * tree says -1 or +1 of every row. */
#ifndef COPPICE_TESTS_TREES_H
#define COPPICE_TESTS_TREES_H

#include "table.h"

typedef struct tree_rules {
  int64_t depth;
} tree_rules;

/* Writes what the tree grown to the residuals u says of every row, and returns its score
 * |sum u_i says_i|; 0 where there is no tree but a constant. */
double tree_grow(const table* t, const double* u, tree_rules by, double* says);

#endif
