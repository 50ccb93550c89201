/* How many rows a second are learned, one by one and in blocks, beside a plain loop of the same
 * arithmetic in C; how that depends on what a sparse row lists; and a soak of very many rows, whose
 * memory must stay as it is and whose numbers must stay finite.
 *
 *     bench_streams [--rows 200000] [--repeat 7] [--soak 0] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { D = 50, BLOCK = 1000, WIDE = 123, LISTED = 14, MOST_J = 60, MOST_REPEATS = 31 };

typedef struct rows {
  int64_t count;
  double* x;       /* count x D */
  double* labels;  /* 0 or 1 */
  int32_t* listed; /* count x LISTED features, ascending */
  double* values;
} rows;

/* Inside or outside a sphere: no line tells them, so that weak learners keep being trained. */
static rows draw(int64_t count) {
  uint64_t seed = 1;
  rows made = {count, allocate(count * D, sizeof(double)), allocate(count, sizeof(double)),
               allocate(count * LISTED, sizeof(int32_t)), allocate(count * LISTED, sizeof(double))};
  for (int64_t i = 0; i < count; ++i) {
    double norm = 0;
    for (int64_t d = 0; d < D; ++d) {
      const double value = random_normal(&seed);
      made.x[i * D + d] = value;
      norm += value * value;
    }
    made.labels[i] = norm > D;
    for (int64_t k = 0; k < LISTED; ++k) {
      const int64_t first = k * WIDE / LISTED, next = (k + 1) * WIDE / LISTED;
      made.listed[i * LISTED + k] =
          (int32_t)(first + (int64_t)(random_unit(&seed) * (double)(next - first)));
      made.values[i * LISTED + k] = 1;
    }
  }
  return made;
}

static coppice_solver* begin(const char* method, const char* options, int64_t features) {
  static const double classes[] = {0, 1};
  coppice_solver* solver = NULL;
  must(coppice_solver_create(method, &solver));
  set_options(solver, options);
  must(coppice_solver_set_classes(solver, classes, 2));
  must(coppice_solver_begin(solver, features));
  return solver;
}

/* Pegasos as anybody would write it; the label is 0 or 1. */
typedef struct plain_weights {
  double w[WIDE + 1];
  double scale, squares;
  int64_t step;
} plain_weights;

static void plain_step(plain_weights* of, const double* x, int64_t n, double y, double value,
                       double squared_norm, double weight, double lambda) {
  const double t = (double)++of->step;
  const double factor = (t - 1) / t;
  if (factor == 0) {
    memset(of->w, 0, sizeof of->w);
    of->scale = 1;
    of->squares = 0;
  } else {
    of->scale *= factor;
    of->squares *= factor * factor;
  }
  if (y * value < 1 && weight > 0) {
    const double amount = y * weight / (lambda * t), scaled = amount / of->scale;
    for (int64_t d = 0; d < n; ++d) of->w[d] += scaled * x[d];
    of->w[n] += scaled;
    of->squares += amount * (2 * factor * value + amount * squared_norm);
  }
  if (of->squares * lambda > 1) {
    of->scale /= sqrt(of->squares * lambda);
    of->squares = 1 / lambda;
  }
}

static double plain_dot(const double* a, const double* b, int64_t n) {
  double sums[8] = {0}, sum = 0;
  int64_t d = 0;
  for (; d + 8 <= n; d += 8)
    for (int k = 0; k < 8; ++k) sums[k] += a[d + k] * b[d + k];
  for (; d < n; ++d) sums[d % 8] += a[d] * b[d];
  for (int k = 0; k < 8; ++k) sum += sums[k];
  return sum;
}

static double plain_pegasos(const rows* of) {
  plain_weights w = {.scale = 1};
  double wrong = 0;
  for (int64_t i = 0; i < of->count; ++i) {
    const double* x = of->x + i * D;
    const double y = of->labels[i] > 0 ? 1 : -1;
    const double value = w.scale * (plain_dot(w.w, x, D) + w.w[D]);
    wrong += (value >= 0) != (y > 0);
    plain_step(&w, x, D, y, value, plain_dot(x, x, D) + 1, 1, 0.01);
  }
  return wrong / (double)of->count;
}

/* Two-phase boosting whose J weak learners are all there; those that are frozen lie side by side
 * for each feature. */
static double plain_online(const rows* of, int64_t cutoff) {
  static double frozen[(D + 1) * MOST_J];
  static plain_weights newest, beta;
  double wrong = 0;
  int64_t J = 1;
  memset(frozen, 0, sizeof frozen);
  memset(&newest, 0, sizeof newest);
  memset(&beta, 0, sizeof beta);
  newest.scale = beta.scale = 1;
  for (int64_t i = 0; i < of->count; ++i) {
    const double* x = of->x + i * D;
    const double y = of->labels[i] > 0 ? 1 : -1;
    double h[MOST_J + 1] = {0}, sums[MOST_J];
    memcpy(sums, frozen + D * MOST_J, sizeof sums);
    for (int64_t d = 0; d < D; ++d)
      for (int64_t j = 0; j < J - 1; ++j) sums[j] += x[d] * frozen[d * MOST_J + j];
    for (int64_t j = 0; j < J - 1; ++j) h[j] = sums[j] > 0 ? 1 : sums[j] < 0 ? -1 : 0;
    const double value = newest.scale * (plain_dot(newest.w, x, D) + newest.w[D]);
    h[J - 1] = value > 0 ? 1 : value < 0 ? -1 : 0;
    const double f = beta.scale * (plain_dot(beta.w, h, J) + beta.w[J]);
    const double loss = fmax(0, 1 - y * f);
    wrong += (f >= 0) != (y > 0);
    plain_step(&newest, x, D, y, value, plain_dot(x, x, D) + 1, loss, 0.01);
    plain_step(&beta, h, J, y, f, plain_dot(h, h, J) + 1, 1, 0.01);
    if (newest.step == cutoff && J < MOST_J) {
      for (int64_t d = 0; d <= D; ++d) frozen[d * MOST_J + J - 1] = newest.scale * newest.w[d];
      memset(&newest, 0, sizeof newest);
      newest.scale = 1;
      beta.w[J + 1] = beta.w[J];
      beta.w[J] = 0;
      ++J;
    }
  }
  return wrong / (double)of->count;
}

static double learn_rows(const rows* of, coppice_solver* stream) {
  for (int64_t i = 0; i < of->count; ++i) {
    double f;
    must(coppice_solver_learn_row(stream, of->x + i * D, D, (int64_t)of->labels[i], 1, &f, 1));
  }
  return 0;
}

static double learn_sparse(const rows* of, coppice_solver* stream) {
  for (int64_t i = 0; i < of->count; ++i) {
    double f;
    must(coppice_solver_learn_sparse_row(stream, of->listed + i * LISTED, of->values + i * LISTED,
                                         LISTED, (int64_t)of->labels[i], 1, &f, 1));
  }
  return 0;
}

/* The same rows with all their zeros. */
static double learn_padded(const rows* of, coppice_solver* stream) {
  double x[WIDE];
  for (int64_t i = 0; i < of->count; ++i) {
    double f;
    memset(x, 0, sizeof x);
    for (int64_t k = 0; k < LISTED; ++k) x[of->listed[i * LISTED + k]] = 1;
    must(coppice_solver_learn_row(stream, x, WIDE, (int64_t)of->labels[i], 1, &f, 1));
  }
  return 0;
}

/* With the copies that datasets are. */
static double learn_blocks(const rows* of, coppice_solver* stream) {
  for (int64_t i = 0; i + BLOCK <= of->count; i += BLOCK) {
    coppice_dataset* block = made_of(of->x + i * D, of->labels + i, BLOCK, D);
    must(coppice_solver_learn(stream, block, NULL, 0));
    coppice_dataset_free(block);
  }
  return 0;
}

typedef double (*learning)(const rows* of, coppice_solver* stream);

/* Rows a second, the median of runs from the beginning. */
static double speed_of(const rows* of, learning learn, const char* method, const char* options,
                       int64_t features, int64_t repeats) {
  double times[MOST_REPEATS];
  for (int64_t r = 0; r < repeats; ++r) {
    coppice_solver* stream = begin(method, options, features);
    const double start = cpu_seconds();
    learn(of, stream);
    times[r] = cpu_seconds() - start;
    coppice_solver_free(stream);
  }
  return (double)of->count / median(times, repeats);
}

static double speed_of_plain(const rows* of, int online, int64_t cutoff, int64_t repeats) {
  double times[MOST_REPEATS], checked = 0;
  for (int64_t r = 0; r < repeats; ++r) {
    const double start = cpu_seconds();
    checked += online ? plain_online(of, cutoff) : plain_pegasos(of);
    times[r] = cpu_seconds() - start;
  }
  if (!(checked > 0)) fail("the plain loop learned nothing");
  return (double)of->count / median(times, repeats);
}

static void print_pair(const char* what, double ours, double plain) {
  printf("| %s | %.0f | %.0f | %.2f |\n", what, ours, plain, plain / ours);
}

static void print_one(const char* what, double ours) {
  printf("| %s | %.0f | | |\n", what, ours);
}

static void soak(const rows* of, int64_t count, const char* method, const char* options) {
  coppice_solver* stream = begin(method, options, D);
  double before = 0;
  for (int64_t i = 0; i < count; ++i) {
    double f;
    const int64_t k = i % of->count;
    must(coppice_solver_learn_row(stream, of->x + k * D, D, (int64_t)of->labels[k], 1, &f, 1));
    if (!isfinite(f)) fail("%s: the decision value of row %lld is %g", method, (long long)i, f);
    if (i == count / 10) before = resident_megabytes();
  }
  double error = 0;
  int64_t learners = 0;
  must(coppice_solver_get_double(stream, "stream.prequential_error", &error));
  must(coppice_solver_get_int(stream, "stream.learners", &learners));
  printf("| %s %s | %lld | %lld | %.4f | %.2f | %.2f |\n", method, options, (long long)count,
         (long long)learners, error, before, resident_megabytes());
  fflush(stdout);
  coppice_solver_free(stream);
}

int main(int argc, char** argv) {
  const int64_t count = whole_argument(argc, argv, "rows", 200000);
  const int64_t repeats = whole_argument(argc, argv, "repeat", 7);
  const int64_t soaked = whole_argument(argc, argv, "soak", 0);
  no_more_arguments(argc, argv);
  if (count < BLOCK) fail("--rows: expected at least %d", BLOCK);
  if (repeats < 1 || repeats > MOST_REPEATS) fail("--repeat: expected 1 to %d", MOST_REPEATS);
  const rows of = draw(count);
  char options[64];
  const int64_t cutoff = count / MOST_J + 1; /* 60 weak learners at the end */
  snprintf(options, sizeof options, "cutoff=%lld", (long long)cutoff);
  print_machine();
  printf("\n%lld rows, %d features; median of %lld runs, seconds of processor, one thread.\n\n",
         (long long)count, D, (long long)repeats);
  printf("| | rows a second | the same in plain C | ratio |\n|---|---|---|---|\n");
  print_pair("pegasos, row by row", speed_of(&of, learn_rows, "pegasos", "", D, repeats),
             speed_of_plain(&of, 0, 0, repeats));
  print_one("pegasos, blocks of 1,000", speed_of(&of, learn_blocks, "pegasos", "", D, repeats));
  print_one("norma, row by row", speed_of(&of, learn_rows, "norma", "eta=0.1", D, repeats));
  print_pair("online, 1 to 60 weak learners, row by row",
             speed_of(&of, learn_rows, "online", options, D, repeats),
             speed_of_plain(&of, 1, cutoff, repeats));
  print_one("pegasos, 14 of 123 features listed",
            speed_of(&of, learn_sparse, "pegasos", "", WIDE, repeats));
  print_one("pegasos, all 123 given", speed_of(&of, learn_padded, "pegasos", "", WIDE, repeats));
  print_one("online, 14 of 123 features listed",
            speed_of(&of, learn_sparse, "online", options, WIDE, repeats));
  print_one("online, all 123 given", speed_of(&of, learn_padded, "online", options, WIDE, repeats));
  if (soaked > 0) {
    printf(
        "\n| soak | rows | learners | error | MB after a tenth | MB at the end |\n"
        "|---|---|---|---|---|---|\n");
    soak(&of, soaked, "pegasos", "");
    soak(&of, soaked, "online", "max_learners=20 rate_floor=0.01");
    soak(&of, soaked / 100, "norma", "kernel=gaussian(gamma=0.02) max_terms=200");
  }
  return 0;
}
