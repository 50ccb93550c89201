/* The folds that the library draws, by the published definition of its random numbers. */
#ifndef COPPICE_TESTS_FOLDS_H
#define COPPICE_TESTS_FOLDS_H

#include "synthetic.h"
#include "table.h"

/* xoshiro256** by Blackman & Vigna, seeded by splitmix64; and a number below a bound without bias.
 * These are the random numbers of the library by definition. */
struct xoshiro {
  uint64_t s[4];
};

static inline struct xoshiro xoshiro_of(uint64_t seed) {
  struct xoshiro made;
  for (int k = 0; k < 4; ++k) made.s[k] = random_word(&seed);
  return made;
}

static inline uint64_t rotated(uint64_t value, int by) {
  return (value << by) | (value >> (64 - by));
}

static inline uint64_t xoshiro_next(struct xoshiro* from) {
  uint64_t* s = from->s;
  const uint64_t result = rotated(s[1] * 5, 7) * 9;
  const uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotated(s[3], 45);
  return result;
}

static inline uint64_t xoshiro_below(struct xoshiro* from, uint64_t bound) {
  const uint64_t reject = (0 - bound) % bound;
  uint64_t value = xoshiro_next(from);
  while (value < reject) value = xoshiro_next(from);
  return value % bound;
}

/* The fold of every row, -1 for rows of weight 0: the rows of the first class, then of the second,
 * shuffled and dealt out in turn. */
static inline int64_t* folds_of(const table* t, int64_t folds, uint64_t seed) {
  int64_t* fold = allocate(t->rows, sizeof *fold);
  int64_t* rows = allocate(t->rows, sizeof *rows);
  struct xoshiro random = xoshiro_of(seed);
  int64_t dealt = 0;
  for (int64_t i = 0; i < t->rows; ++i) fold[i] = -1;
  for (int label = -1; label <= 1; label += 2) {
    int64_t count = 0;
    for (int64_t i = 0; i < t->rows; ++i)
      if (t->labels[i] == label && t->weights[i] > 0) rows[count++] = i;
    for (; count > 0; --count) {
      const int64_t k = (int64_t)xoshiro_below(&random, (uint64_t)count);
      const int64_t chosen = rows[k];
      rows[k] = rows[count - 1];
      rows[count - 1] = chosen;
      fold[chosen] = dealt++ % folds;
    }
  }
  free(rows);
  return fold;
}

/* The rows of one fold, or all the others. */
static inline table* part_of(const table* t, const int64_t* fold, int64_t which, int inside) {
  int64_t* rows = allocate(t->rows, sizeof *rows);
  int64_t count = 0;
  for (int64_t i = 0; i < t->rows; ++i)
    if (fold[i] >= 0 && (fold[i] == which) == inside) rows[count++] = i;
  table* part = table_rows(t, rows, count);
  free(rows);
  return part;
}

#endif
