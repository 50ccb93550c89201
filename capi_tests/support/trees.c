/* See trees.h. */
#include "trees.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* S = sum u_i, A = sum |u_i|. */
typedef struct sums {
  double S, A;
} sums;

typedef struct cut {
  double gain;
  int64_t feature;
  double value;
  int missing_above;
} cut;

/* A node with the rows that are in it; a leaf has no branches. */
typedef struct node {
  char* in;
  sums of;
  struct node* branch[2];
} node;

typedef struct growth {
  const table* t;
  const double* u;
  tree_rules by;
} growth;

static int is_above(const growth* g, int64_t row, cut at) {
  const double value = g->t->x[row * g->t->features + at.feature];
  return isnan(value) ? at.missing_above : value > at.value;
}

static sums sums_of(const growth* g, const char* in) {
  sums of = {0, 0};
  for (int64_t i = 0; i < g->t->rows; ++i) {
    if (!in[i]) continue;
    of.S += g->u[i];
    of.A += fabs(g->u[i]);
  }
  return of;
}

/* sum of S^2 / A over the sides of a cut, less that of both; or |S_below - S_above|. */
static double gain_of(const growth* g, const char* in, cut at, int by_score) {
  sums side[2] = {{0, 0}, {0, 0}};
  for (int64_t i = 0; i < g->t->rows; ++i) {
    if (!in[i]) continue;
    const int above = is_above(g, i, at);
    side[above].S += g->u[i];
    side[above].A += fabs(g->u[i]);
  }
  if (side[0].A == 0 || side[1].A == 0) return 0;
  if (by_score) return fabs(side[0].S - side[1].S);
  const double S = side[0].S + side[1].S, A = side[0].A + side[1].A;
  return side[0].S * side[0].S / side[0].A + side[1].S * side[1].S / side[1].A - S * S / A;
}

static cut best_cut(const growth* g, const char* in, int by_score) {
  cut best = {1e-12 * sums_of(g, in).A, -1, 0, 0};
  for (int64_t d = 0; d < g->t->features; ++d)
    for (int64_t i = 0; i <= g->t->rows; ++i)
      for (int missing_above = 0; missing_above < 2; ++missing_above) {
        if (i < g->t->rows && !in[i]) continue;
        cut at = {0, d, i < g->t->rows ? g->t->x[i * g->t->features + d] : INFINITY, missing_above};
        if (isnan(at.value)) continue;
        at.gain = gain_of(g, in, at, by_score);
        if (at.gain > best.gain * (1 + 1e-12)) best = at;
      }
  return best;
}

static node* new_node(const growth* g, const char* in, int64_t depth, int by_score) {
  const size_t rows = (size_t)g->t->rows;
  node* of = allocate(1, sizeof *of);
  *of = (node){allocate(g->t->rows, 1), sums_of(g, in), {NULL, NULL}};
  memcpy(of->in, in, rows);
  if (depth == 0) return of;
  const cut best = best_cut(g, in, by_score);
  if (best.feature < 0) return of;
  char* side = allocate(g->t->rows, 1);
  for (int above = 0; above < 2; ++above) {
    for (int64_t i = 0; i < g->t->rows; ++i)
      side[i] = (char)(in[i] && is_above(g, i, best) == above);
    of->branch[above] = new_node(g, side, depth - 1, by_score);
  }
  free(side);
  return of;
}

static void free_node(node* of) {
  if (of == NULL) return;
  free_node(of->branch[0]);
  free_node(of->branch[1]);
  free(of->in);
  free(of);
}

/* Every leaf says the sign of S - lean A - offset. */
static void say(const growth* g, const node* of, double lean, double offset, double* says) {
  if (of->branch[0] != NULL) {
    say(g, of->branch[0], lean, offset, says);
    say(g, of->branch[1], lean, offset, says);
    return;
  }
  for (int64_t i = 0; i < g->t->rows; ++i)
    if (of->in[i]) says[i] = of->of.S - lean * of->of.A - offset >= 0 ? 1 : -1;
}

/* 0 of a constant. */
static double score_of(const growth* g, const double* says) {
  double score = 0;
  int differ = 0;
  for (int64_t i = 0; i < g->t->rows; ++i) {
    score += g->u[i] * says[i];
    differ |= says[i] != says[0];
  }
  return differ ? fabs(score) : 0;
}

static double grow_stump(const growth* g, const char* all, double* says) {
  node* root = new_node(g, all, 1, 1);
  say(g, root, 0, root->of.S / 2, says);
  free_node(root);
  return score_of(g, says);
}

double tree_grow(const table* t, const double* u, tree_rules by, double* says) {
  const growth g = {t, u, by};
  char* all = allocate(t->rows, 1);
  double* stump = allocate(t->rows, sizeof *stump);
  memset(all, 1, (size_t)t->rows);
  double score = grow_stump(&g, all, by.depth == 1 ? says : stump);
  if (by.depth > 1) {
    const double of_stump = score;
    node* root = new_node(&g, all, by.depth, 0);
    say(&g, root, 0, 0, says);
    score = score_of(&g, says);
    if (score == 0) {
      say(&g, root, root->of.S / root->of.A, 0, says);
      score = score_of(&g, says);
      if (of_stump > score) memcpy(says, stump, (size_t)t->rows * sizeof *says);
      score = fmax(score, of_stump);
    }
    free_node(root);
  }
  free(stump);
  free(all);
  return score;
}
