/* Calls that must be refused: a handle of every kind to refuse with, a place for results, and
 * checks that a refused call says why and touches nothing. For one test program each. */
#ifndef COPPICE_TESTS_REFUSAL_H
#define COPPICE_TESTS_REFUSAL_H

#include <stdio.h>
#include <string.h>

#include "synthetic.h"

enum { NOTHING, DATASET, CSV_COLUMNS, POOL, SOLVER, MODEL, EVALUATION, KINDS };
static const char* const kind_names[] = {"",       "dataset", "columns",   "pool",
                                         "solver", "model",   "evaluation"};
static const char* const type_names[] = {"",       "dataset", "csv_columns", "pool",
                                         "solver", "model",   "evaluation"};
static void* handles[KINDS];
static coppice_dataset* data;
static coppice_csv_columns* csv_columns;
static coppice_pool* pool;
static coppice_solver* solver;
static coppice_model* model;
static coppice_evaluation* evaluation;

/* Where all calls below put their results. */
static struct {
  int64_t count, needed, counts[8];
  double value, values[8];
  char text[64];
  const char* name;
  coppice_dataset *dataset, *second;
  coppice_pool* pool;
  coppice_solver* solver;
  coppice_model* model;
  coppice_evaluation* evaluation;
} out;
static const double x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static const float xf[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static const int64_t rows[2] = {0, 1};

static inline int is_untouched(void) {
  const unsigned char* bytes = (const unsigned char*)&out;
  for (size_t k = 0; k < sizeof out; ++k)
    if (bytes[k] != 0x5a) return 0;
  return 1;
}

/* The call fails as check_error says, and writes nothing to `out`. */
#define refuses(call, status, fragments)  \
  do {                                    \
    memset(&out, 0x5a, sizeof out);       \
    check_error(call, status, fragments); \
    assert_true(is_untouched());          \
  } while (0)
#define refuses_value(call, fragments) refuses(call, COPPICE_INVALID_ARGUMENT, fragments)

/* The call, made with `handle` NULL and with a handle of every other kind, says so. */
#define refuses_handles(kind, type, call)                               \
  for (int other = NOTHING; other < KINDS; ++other) {                   \
    if (other == (kind)) continue;                                      \
    type* handle = handles[other];                                      \
    refuses(call, COPPICE_INVALID_HANDLE, handle_message(kind, other)); \
  }

static inline const char* handle_message(int expected, int given) {
  static char message[128];
  if (given == NOTHING)
    snprintf(message, sizeof message, "%s is NULL|expected a handle", kind_names[expected]);
  else
    snprintf(message, sizeof message, "%s is not a handle|coppice_%s", kind_names[expected],
             type_names[expected]);
  return message;
}

static inline int make_handles(void** state) {
  (void)state;
  coppice_dataset* trained = noisy_examples(40, 2, 1);
  data = noisy_examples(4, 2, 2);
  model = fit_model(trained, 3, "no");
  evaluation = evaluate(model, data);
  solver = solver_of(3);
  coppice_dataset_free(trained);
  if (coppice_pool_create("stump", &pool) || coppice_csv_columns_create(&csv_columns)) return -1;
  handles[DATASET] = data;
  handles[CSV_COLUMNS] = csv_columns;
  handles[POOL] = pool;
  handles[SOLVER] = solver;
  handles[MODEL] = model;
  handles[EVALUATION] = evaluation;
  return 0;
}

static inline int free_handles(void** state) {
  (void)state;
  coppice_dataset_free(data);
  coppice_csv_columns_free(csv_columns);
  coppice_pool_free(pool);
  coppice_solver_free(solver);
  coppice_model_free(model);
  coppice_evaluation_free(evaluation);
  return 0;
}

#endif
