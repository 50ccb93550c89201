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
  int64_t feature; /* -1 for none */
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
  double cases; /* in a unit of A: as many as rows in all */
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

static double entropy(double share) {
  return share <= 0 || share >= 1 ? 0 : -share * log2(share) - (1 - share) * log2(1 - share);
}

/* Of the signs of the residuals. */
static double entropy_of(sums of) {
  return entropy((of.A + of.S) / (2 * of.A));
}

/* What a cut gains, and by what cuts of different features are compared. */
typedef struct merits {
  double gain, worth;
} merits;

/* |S_below - S_above|; by Gini, sum of S^2 / A over the sides less that of both; of C4.5, what the
 * entropy falls by, and its ratio to the entropy of the sides. */
static merits merits_of(const growth* g, const char* in, cut at, int by_score) {
  sums side[2] = {{0, 0}, {0, 0}};
  for (int64_t i = 0; i < g->t->rows; ++i) {
    if (!in[i]) continue;
    const int above = is_above(g, i, at);
    side[above].S += g->u[i];
    side[above].A += fabs(g->u[i]);
  }
  const merits none = {0, 0};
  if (side[0].A == 0 || side[1].A == 0) return none;
  if (by_score) return (merits){fabs(side[0].S - side[1].S), fabs(side[0].S - side[1].S)};
  const sums both = {side[0].S + side[1].S, side[0].A + side[1].A};
  if (g->by.gain_ratio) {
    if (fmin(side[0].A, side[1].A) * g->cases < 2 - 1e-9) return none;
    const double share = side[0].A / both.A;
    const double gain =
        entropy_of(both) - share * entropy_of(side[0]) - (1 - share) * entropy_of(side[1]);
    return (merits){both.A * gain, gain / entropy(share)};
  }
  const double gain = side[0].S * side[0].S / side[0].A + side[1].S * side[1].S / side[1].A -
                      both.S * both.S / both.A;
  return (merits){gain, gain};
}

/* Of one feature, by the gain; of no feature where nothing is gained. */
static cut best_cut_of(const growth* g, const char* in, int64_t d, int by_score, merits* of) {
  cut best = {-1, 0, 0};
  *of = (merits){1e-12 / g->cases * (double)g->t->rows, 0};
  for (int64_t i = 0; i <= g->t->rows; ++i)
    for (int missing_above = 0; missing_above < 2; ++missing_above) {
      if (i < g->t->rows && !in[i]) continue;
      const cut at = {d, i < g->t->rows ? g->t->x[i * g->t->features + d] : INFINITY,
                      missing_above};
      if (isnan(at.value)) continue;
      const merits found = merits_of(g, in, at, by_score);
      if (found.gain <= of->gain * (1 + 1e-12)) continue;
      *of = found;
      best = at;
    }
  return best;
}

/* By C4.5 of the features that gain no less than the average one. */
static cut best_cut(const growth* g, const char* in, int by_score) {
  cut best = {-1, 0, 0};
  double average = 0, most = 0;
  int64_t count = 0;
  merits of = {0, 0};
  for (int64_t d = 0; d < g->t->features && g->by.gain_ratio && !by_score; ++d) {
    if (best_cut_of(g, in, d, by_score, &of).feature < 0) continue;
    average += of.gain;
    ++count;
  }
  if (count > 0) average /= (double)count;
  for (int64_t d = 0; d < g->t->features; ++d) {
    const cut found = best_cut_of(g, in, d, by_score, &of);
    if (found.feature < 0 || of.gain < average * (1 - 1e-12)) continue;
    if (of.worth <= most * (1 + 1e-12)) continue;
    most = of.worth;
    best = found;
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

double tree_error_limit(double confidence, double errors, double cases) {
  static const double tail[] = {0, 0.001, 0.005, 0.01, 0.05, 0.1, 0.2, 0.4, 1};
  static const double deviation[] = {4, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0};
  const double of_none = 1 - pow(confidence, 1 / cases);
  if (errors < 1e-6) return of_none;
  if (errors < 0.9999) return of_none + errors * (tree_error_limit(confidence, 1, cases) - of_none);
  if (errors + 0.5 >= cases) return (0.33 * errors + 0.67 * cases) / cases;
  int k = 0;
  while (tail[k + 1] < confidence) ++k;
  const double z = deviation[k] - (deviation[k] - deviation[k + 1]) * (confidence - tail[k]) /
                                      (tail[k + 1] - tail[k]);
  const double f = (errors + 0.5) / cases, share = z * z / cases;
  return (f + share / 2 + sqrt(share * (f * (1 - f) + share / 4))) / (1 + share);
}

/* Makes a leaf of every branch that is expected to make no fewer errors than a leaf, but for a
 * tenth of one; returns how many are expected of what is left. */
static double prune(const growth* g, node* of, int is_root) {
  const double cases = of->of.A * g->cases, errors = (of->of.A - fabs(of->of.S)) / 2 * g->cases;
  const double of_leaf = cases * tree_error_limit(g->by.confidence, errors, cases);
  if (of->branch[0] == NULL) return of_leaf;
  const double of_branches = prune(g, of->branch[0], 0) + prune(g, of->branch[1], 0);
  if (is_root || of_leaf > of_branches + 0.1) return of_branches;
  for (int above = 0; above < 2; ++above) {
    free_node(of->branch[above]);
    of->branch[above] = NULL;
  }
  return of_leaf;
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
  growth g = {t, u, by, 0};
  char* all = allocate(t->rows, 1);
  double* stump = allocate(t->rows, sizeof *stump);
  memset(all, 1, (size_t)t->rows);
  g.cases = (double)t->rows / sums_of(&g, all).A;
  const double of_stump = grow_stump(&g, all, stump);
  double score = 0;
  if (by.depth > 1 || by.gain_ratio) {
    node* root = new_node(&g, all, by.depth, 0);
    if (by.confidence > 0) prune(&g, root, 1);
    say(&g, root, 0, 0, says);
    score = score_of(&g, says);
    if (score == 0) say(&g, root, root->of.S / root->of.A, 0, says);
    if (score == 0 && score_of(&g, says) >= of_stump) score = score_of(&g, says);
    free_node(root);
  }
  if (score == 0) memcpy(says, stump, (size_t)t->rows * sizeof *says);
  free(stump);
  free(all);
  return score == 0 ? of_stump : score;
}
