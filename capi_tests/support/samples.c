/* See samples.h. */
#include "samples.h"

#include <stdlib.h>

#include "training.h"

sample sample_of(table* t, int64_t K) {
  sample of = {t, allocate(t->rows, sizeof *of.classes), K};
  return of;
}

void sample_free(sample of) {
  table_free(of.t);
  free(of.classes);
}

sample sample_random(int64_t rows, int64_t features, int64_t levels, int64_t K, uint32_t seed) {
  sample of = sample_of(table_random(rows, features, levels, seed), K);
  for (int64_t i = 0; i < rows; ++i) {
    const double* x = of.t->x + i * features;
    const double place = (x[0] + 0.5 * x[1]) / (1.5 * (double)levels); /* within [0, 1) */
    const double noise = 0.6 * random_next(&seed);
    of.classes[i] = i < K ? i : (int64_t)((place + noise) * (double)K) % K;
  }
  return of;
}

sample sample_load(const char* file, int64_t step) {
  coppice_dataset* data = load_data(file);
  const int64_t all = rows_of(data);
  int64_t K = 0;
  int64_t* classes = allocate(all, sizeof *classes);
  check_ok(coppice_dataset_classes(data, &K));
  check_ok(coppice_dataset_copy_labels(data, classes, all));
  sample of = sample_of(table_create((all + step - 1) / step, features_of(data)), K);
  for (int64_t i = 0; i < of.t->rows; ++i) {
    of.classes[i] = classes[i * step];
    check_ok(
        coppice_dataset_copy_row(data, i * step, of.t->x + i * of.t->features, of.t->features));
  }
  free(classes);
  coppice_dataset_free(data);
  return of;
}

coppice_dataset* sample_dataset(const sample* of) {
  coppice_dataset* data = NULL;
  const table* t = of->t;
  double* labels = allocate(t->rows, sizeof *labels);
  for (int64_t i = 0; i < t->rows; ++i) labels[i] = (double)of->classes[i];
  check_ok(coppice_dataset_create_dense(t->x, t->rows * t->features, t->rows, t->features,
                                        t->features, 1, &data));
  check_ok(coppice_dataset_set_labels(data, labels, t->rows));
  check_ok(coppice_dataset_set_weights(data, t->weights, t->rows));
  free(labels);
  return data;
}

coppice_model* learn(const sample* of, const char* method, const char* options) {
  coppice_dataset* data = sample_dataset(of);
  coppice_solver* solver = solver_of_method(method, options);
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  return model;
}
