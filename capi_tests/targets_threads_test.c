/* Classes are worked out when they are first asked for. Parts of one dataset share them: threads
 * that ask at the same time, each of a part of its own, get the same. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "synthetic.h"

enum { ROWS = 30000, THREADS = 4, ROUNDS = 5 };

struct worker {
  pthread_t thread;
  pthread_barrier_t* start;
  const coppice_dataset* part; /* row r of it is row first + r * step of the whole */
  int64_t first, step, rows;
  int failures;
};

/* Label i is i * 7 % ROWS - 100, all different, so that class i * 7 % ROWS is that of row i. */
static void* ask(void* argument) {
  struct worker* self = argument;
  int64_t* labels = malloc(ROWS * sizeof *labels);
  int64_t classes = 0;
  char name[32];
  pthread_barrier_wait(self->start);
  if (labels == NULL || coppice_dataset_copy_labels(self->part, labels, ROWS) != COPPICE_OK ||
      coppice_dataset_classes(self->part, &classes) != COPPICE_OK ||
      coppice_dataset_class_name(self->part, 105, name, sizeof name, NULL) != COPPICE_OK) {
    ++self->failures;
  } else {
    self->failures += classes != ROWS || strcmp(name, "5") != 0;
    for (int64_t r = 0; r < self->rows; ++r)
      self->failures += labels[r] != (self->first + r * self->step) * 7 % ROWS;
  }
  free(labels);
  return NULL;
}

static coppice_dataset* whole(void) {
  double* x = random_matrix(ROWS, 1, 1);
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_dense(x, ROWS, ROWS, 1, 1, 1, &data));
  for (int64_t i = 0; i < ROWS; ++i) x[i] = (double)(i * 7 % ROWS) - 100;
  check_ok(coppice_dataset_set_targets(data, x, ROWS, 1));
  free(x);
  return data;
}

static coppice_dataset* part_of(const coppice_dataset* data, int64_t first, int64_t step) {
  int64_t* rows = malloc(ROWS * sizeof *rows);
  int64_t count = 0;
  coppice_dataset* part = NULL;
  assert_non_null(rows);
  for (int64_t i = first; i < ROWS; i += step) rows[count++] = i;
  check_ok(coppice_dataset_subset(data, rows, count, &part));
  free(rows);
  return part;
}

static void parts_share_classes_that_threads_ask_for(void** state) {
  (void)state;
  for (int round = 0; round < ROUNDS; ++round) {
    coppice_dataset *data = whole(), *parts[THREADS];
    struct worker workers[THREADS];
    pthread_barrier_t start;
    assert_int_equal(pthread_barrier_init(&start, NULL, THREADS), 0);
    for (int t = 0; t < THREADS; ++t) {
      parts[t] = part_of(data, t, THREADS);
      workers[t] = (struct worker){.start = &start, .part = parts[t], .first = t, .step = THREADS};
      workers[t].rows = rows_of(parts[t]);
    }
    workers[0].part = data; /* one of them asks the whole */
    workers[0].step = 1;
    workers[0].rows = ROWS;
    for (int t = 0; t < THREADS; ++t)
      assert_int_equal(pthread_create(&workers[t].thread, NULL, ask, &workers[t]), 0);
    for (int t = 0; t < THREADS; ++t) assert_int_equal(pthread_join(workers[t].thread, NULL), 0);
    for (int t = 0; t < THREADS; ++t) assert_int_equal(workers[t].failures, 0);
    pthread_barrier_destroy(&start);
    for (int t = 0; t < THREADS; ++t) coppice_dataset_free(parts[t]);
    coppice_dataset_free(data);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parts_share_classes_that_threads_ask_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
