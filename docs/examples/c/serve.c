/* Save a model, load it again, and serve predictions from many threads at once: a model is
 * immutable, and needs no lock.
 *
 *     serve FOLDER */
#include <math.h>
#include <pthread.h>

#include "example.h"

enum { THREADS = 8, FEATURES = 57 };

typedef struct request {
  const coppice_model* model;
  const double* rows;
  int64_t count;
  double sum; /* of the magnitudes of all decision values */
} request;

static void* answer(void* argument) {
  request* asked = argument;
  for (int64_t i = 0; i < asked->count; ++i) {
    double value;
    must(coppice_model_predict_row(asked->model, COPPICE_DECISION, asked->rows + i * FEATURES,
                                   FEATURES, &value, 1));
    asked->sum += fabs(value);
  }
  return NULL;
}

int main(int argc, char** argv) {
  const char* folder = argc > 1 ? argv[1] : "capi_tests/data";
  coppice_dataset* mails = read_set(folder, "spam.train.svm");
  coppice_dataset* others = read_set(folder, "spam.test.svm");
  coppice_solver* solver = NULL;
  coppice_model *trained = NULL, *model = NULL;
  request requests[THREADS];
  pthread_t threads[THREADS];
  int64_t rows;
  int equal = 1;

  must(coppice_solver_create("cgens", &solver));
  must(coppice_solver_set_int(solver, "learners", 60));
  must(coppice_solver_fit(solver, mails, &trained));
  must(coppice_model_save(trained, "serve-c.cbor"));
  must(coppice_model_load("serve-c.cbor", &model));
  remove("serve-c.cbor");

  must(coppice_dataset_rows(others, &rows));
  double* values = malloc((size_t)(rows * FEATURES) * sizeof *values);
  if (values == NULL) return 1;
  for (int64_t i = 0; i < rows; ++i)
    must(coppice_dataset_copy_row(others, i, values + i * FEATURES, FEATURES));

  for (int k = 0; k < THREADS; ++k) {
    requests[k] = (request){model, values, rows, 0};
    if (pthread_create(&threads[k], NULL, answer, &requests[k]) != 0) return 1;
  }
  for (int k = 0; k < THREADS; ++k) {
    pthread_join(threads[k], NULL);
    equal = equal && requests[k].sum == requests[0].sum;
  }
  printf("%d threads, %d mails each: %s\n", THREADS, (int)rows, equal ? "equal" : "different");
  printf("the mean magnitude of a score is %.4f\n", requests[0].sum / (double)rows);

  free(values);
  coppice_model_free(model);
  coppice_model_free(trained);
  coppice_solver_free(solver);
  coppice_dataset_free(others);
  coppice_dataset_free(mails);
  return equal ? 0 : 1;
}
