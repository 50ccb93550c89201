/* Weak learners of one's own: h(x) = +1 where a feature is between two numbers, else -1. The fit
 * tries all bands between quartiles of each feature.
 *
 *     custom_learner FOLDER */
#include <string.h>

#include "example.h"

enum { PARAMETERS = 3, BOUNDS = 5 }; /* feature, lower and upper bound */

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double output(const double* band, const double* row) {
  const double value = row[(int64_t)band[0]];
  return value > band[1] && value <= band[2] ? 1 : -1;
}

static coppice_action evaluate(void* user, const double* band, int64_t count, const double* x,
                               int64_t rows, int64_t features, double* outputs) {
  (void)user, (void)count;
  for (int64_t i = 0; i < rows; ++i) outputs[i] = output(band, x + i * features);
  return COPPICE_CONTINUE;
}

static int is_chosen(const double* band, const double* chosen, int64_t learners) {
  for (int64_t j = 0; j < learners; ++j)
    if (memcmp(band, chosen + j * PARAMETERS, PARAMETERS * sizeof *band) == 0) return 1;
  return 0;
}

/* The band whose outputs are closest to the residuals of the rows, of those not chosen yet. */
static coppice_action fit(void* user, const double* x, int64_t rows, int64_t features,
                          const double* residual, int64_t scores, const double* chosen,
                          int64_t learners, double* parameters, int64_t count) {
  double best = -1;
  double* column = malloc((size_t)rows * sizeof *column);
  (void)user, (void)scores;
  if (column == NULL) return COPPICE_CANCEL;
  for (int64_t d = 0; d < features; ++d) {
    double bounds[BOUNDS];
    for (int64_t i = 0; i < rows; ++i) column[i] = x[i * features + d];
    qsort(column, (size_t)rows, sizeof *column, compare);
    bounds[0] = column[0] - 1;
    for (int q = 1; q < BOUNDS; ++q) bounds[q] = column[q * (rows - 1) / (BOUNDS - 1)];
    for (int a = 0; a < BOUNDS; ++a)
      for (int b = a + 1; b < BOUNDS; ++b) {
        const double band[PARAMETERS] = {(double)d, bounds[a], bounds[b]};
        double sum = 0;
        if (is_chosen(band, chosen, learners)) continue;
        for (int64_t i = 0; i < rows; ++i) sum += residual[i] * output(band, x + i * features);
        if (sum * sum <= best * (1 + 1e-9)) continue;
        best = sum * sum;
        memcpy(parameters, band, (size_t)count * sizeof *band);
      }
  }
  free(column);
  return best > 0 ? COPPICE_CONTINUE : COPPICE_STOP;
}

int main(int argc, char** argv) {
  coppice_dataset* echoes = read_set(argc > 1 ? argv[1] : "capi_tests/data", "ionosphere.svm");
  coppice_pool* bands = NULL;
  coppice_solver* solver = NULL;
  coppice_model* model = NULL;
  int64_t learners;
  double error, weights[12];

  must(coppice_pool_create_custom("band", PARAMETERS, fit, evaluate, NULL, NULL, &bands));
  must(coppice_solver_create("cgens", &solver));
  must(coppice_solver_set_pool(solver, bands));
  must(coppice_solver_set_double(solver, "C", 0.1));
  must(coppice_solver_set_int(solver, "learners", 12));
  must(coppice_solver_fit(solver, echoes, &model));

  must(coppice_model_get_int(model, "learners", &learners));
  must(coppice_model_get_double(model, "train_error", &error));
  must(coppice_model_get_array(model, "weights", weights, 12, NULL));
  printf("%d bands, training error %.2f %%\n", (int)learners, 100 * error);
  printf("the first weighs %.3f\n", weights[0]);

  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_pool_free(bands);
  coppice_dataset_free(echoes);
  return 0;
}
