/* Learn from a stream, save it and go on, and take models of it meanwhile: other threads predict
 * with each, whose predictions never change while the stream learns.
 *
 *     learn_stream */
#include <pthread.h>

#include "example.h"

enum { SNAPSHOTS = 10, BLOCK = 500, FEATURES = 2, PROBES = 200, TIMES = 20 };

static const char* const path = "learn_stream-c.cbor";
static double probes[PROBES * FEATURES];

typedef struct snapshot {
  coppice_model* model;
  double decisions[PROBES]; /* when it was taken */
  int equal;
} snapshot;

static void predict(const coppice_model* model, double* decisions) {
  must(coppice_model_predict(model, COPPICE_DECISION, probes, (int64_t)PROBES * FEATURES, PROBES,
                             FEATURES, FEATURES, 1, 1, decisions, PROBES));
}

static void* predict_often(void* argument) {
  snapshot* of = argument;
  double decisions[PROBES];
  of->equal = 1;
  for (int k = 0; k < TIMES; ++k) {
    predict(of->model, decisions);
    for (int i = 0; i < PROBES; ++i) of->equal = of->equal && decisions[i] == of->decisions[i];
  }
  return NULL;
}

static coppice_dataset* block(const coppice_dataset* data, int64_t k) {
  int64_t rows[BLOCK];
  coppice_dataset* part = NULL;
  for (int64_t i = 0; i < BLOCK; ++i) rows[i] = k * BLOCK + i;
  must(coppice_dataset_subset(data, rows, BLOCK, &part));
  return part;
}

/* Two classes that move every 1,000 rows, and a machine that forgets. */
static coppice_solver* begin(void) {
  const double classes[] = {-1, 1};
  coppice_solver* stream = NULL;
  must(coppice_solver_create("norma", &stream));
  must(coppice_solver_set_string(stream, "kernel", "gaussian(gamma=1)"));
  must(coppice_solver_set_int(stream, "max_terms", 200));
  must(coppice_solver_set_double(stream, "rate_floor", 0.1));
  must(coppice_solver_set_classes(stream, classes, 2));
  must(coppice_solver_begin(stream, FEATURES));
  return stream;
}

/* The program might end between the two. */
static coppice_solver* save_and_go_on(coppice_solver* stream) {
  int64_t rows;
  must(coppice_solver_save(stream, path));
  coppice_solver_free(stream);
  must(coppice_solver_load(path, &stream));
  remove(path);
  must(coppice_solver_get_int(stream, "stream.rows", &rows));
  printf("saved, and gone on at row %d\n", (int)rows);
  return stream;
}

int main(void) {
  static snapshot snapshots[SNAPSHOTS];
  pthread_t threads[SNAPSHOTS];
  coppice_dataset* data = NULL;
  coppice_solver* stream = begin();
  int equal = 1;

  must(coppice_dataset_generate("switching", (int64_t)(SNAPSHOTS + 1) * BLOCK, 0, 0, 1, &data));
  for (int64_t i = 0; i < PROBES; ++i)
    must(coppice_dataset_copy_row(data, i, probes + i * FEATURES, FEATURES));

  for (int k = 0; k < SNAPSHOTS; ++k) {
    coppice_dataset *rows = block(data, k), *next = block(data, k + 1);
    int64_t learned;
    double so_far, error;
    must(coppice_solver_learn(stream, rows, NULL, 0));
    must(coppice_solver_snapshot(stream, &snapshots[k].model));
    predict(snapshots[k].model, snapshots[k].decisions);
    if (pthread_create(&threads[k], NULL, predict_often, &snapshots[k]) != 0) return 1;
    must(coppice_solver_get_int(stream, "stream.rows", &learned));
    must(coppice_solver_get_double(stream, "stream.prequential_error", &so_far));
    must(coppice_model_error_rate(snapshots[k].model, next, 1, &error));
    printf("%d rows: error so far %.3f, of the snapshot on the next %d %.3f\n", (int)learned,
           so_far, BLOCK, error);
    coppice_dataset_free(rows);
    coppice_dataset_free(next);
    if (k == SNAPSHOTS / 2 - 1) stream = save_and_go_on(stream);
  }
  for (int k = 0; k < SNAPSHOTS; ++k) {
    pthread_join(threads[k], NULL);
    equal = equal && snapshots[k].equal;
    coppice_model_free(snapshots[k].model);
  }
  printf("%d snapshots, each predicted %d times beside the stream: %s\n", SNAPSHOTS, TIMES,
         equal ? "equal" : "different");

  coppice_solver_free(stream);
  coppice_dataset_free(data);
  return equal ? 0 : 1;
}
