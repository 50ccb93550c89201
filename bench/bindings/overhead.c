/* What the bindings are measured against: overhead FOLDER, with spam.train.svm in it. Every
 * language has this program and prints the same line: the least of some runs of a fit of 60 stumps
 * and of one of 500, in milliseconds; of a thousand single rows, in nanoseconds a row; of a batch
 * of 10,000 rows that lie row after row, and column after column, in microseconds. */
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

enum { FEATURES = 57, BATCH = 10000, SINGLE = 1000, FITS = 15, LONG_FITS = 5, REPEATS = 100 };

static double least(double best, double start) {
  const double seconds = wall_seconds() - start;
  return seconds < best ? seconds : best;
}

/* The least seconds, and the last model. */
static double fits(const char* options, int times, coppice_dataset* mails, coppice_model** model) {
  coppice_solver* solver = cgens(options);
  double best = 1e9;
  for (int k = 0; k < times; ++k) {
    coppice_model_free(*model);
    const double start = wall_seconds();
    *model = fit(solver, mails);
    best = least(best, start);
  }
  coppice_solver_free(solver);
  return best;
}

static double batch(const coppice_model* model, const double* x, int64_t row_stride,
                    int64_t column_stride) {
  static double out[BATCH];
  double best = 1e9;
  for (int k = 0; k < REPEATS; ++k) {
    const double start = wall_seconds();
    must(coppice_model_predict(model, COPPICE_DECISION, x, BATCH * FEATURES, BATCH, FEATURES,
                               row_stride, column_stride, 1, out, BATCH));
    best = least(best, start);
  }
  return 1e6 * best;
}

int main(int count, char** arguments) {
  char path[4096];
  snprintf(path, sizeof path, "%s/spam.train.svm", count > 1 ? arguments[1] : "capi_tests/data");
  coppice_dataset* mails = NULL;
  must(coppice_dataset_read_svmlight(path, 0, &mails));
  coppice_model* model = NULL;
  const double of_many = fits("C=0.01 learners=500", LONG_FITS, mails, &model);
  const double fitted = fits("C=0.01 learners=60", FITS, mails, &model);
  double* rows = allocate(BATCH * FEATURES, sizeof *rows);
  double* columns = allocate(BATCH * FEATURES, sizeof *columns);
  for (int64_t i = 0; i < BATCH; ++i)
    for (int64_t d = 0; d < FEATURES; ++d)
      columns[d * BATCH + i] = rows[i * FEATURES + d] =
          (double)((i * FEATURES + d) * 7919 % 1009) / 100;
  double single = 1e9;
  for (int k = 0; k < REPEATS; ++k) {
    double value = 0;
    const double start = wall_seconds();
    for (int64_t i = 0; i < SINGLE; ++i)
      must(coppice_model_predict_row(model, COPPICE_DECISION, rows + i * FEATURES, FEATURES, &value,
                                     1));
    single = least(single, start);
  }
  printf("fit %.2f long %.2f row %.1f rows %.1f columns %.1f\n", 1e3 * fitted, 1e3 * of_many,
         1e9 * single / SINGLE, batch(model, rows, FEATURES, 1), batch(model, columns, 1, BATCH));
  free(rows);
  free(columns);
  coppice_model_free(model);
  coppice_dataset_free(mails);
  return 0;
}
