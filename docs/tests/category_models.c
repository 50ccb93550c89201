/* Models of categories, for score_model.sh: trains them on made-up rows of numbers and levels with
 * missing values, and leaves in the folder WORK for each pool POOL and format FORMAT
 * categories-POOL.FORMAT, in categories.svm the rows, with the codes of levels (some that no model
 * knows), and in categories-POOL.expected their decision values.
 *
 *     category_models WORK */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <coppice/coppice.h>

#define must(condition)                                                                 \
  do {                                                                                  \
    if (!(condition)) {                                                                 \
      fprintf(stderr, "line %d: %s: %s\n", __LINE__, #condition, coppice_last_error()); \
      exit(1);                                                                          \
    }                                                                                   \
  } while (0)
#define ok(call) must((call) == COPPICE_OK)

enum { ROWS = 400, FEATURES = 4, LEVELS = 150 };
static const int levels[FEATURES] = {LEVELS, 0, 5, 2};
static double x[ROWS * FEATURES], labels[ROWS];

static double next_random(void) {
  static uint32_t state = 1;
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / 16777216.0;
}

static void make_rows(void) {
  for (int i = 0; i < ROWS; ++i) {
    double sum = 0;
    for (int d = 0; d < FEATURES; ++d) {
      const double value = floor(next_random() * (levels[d] > 0 ? levels[d] : 20));
      sum += fmod(value * 7, 5) - 2;
      x[i * FEATURES + d] = next_random() < 0.1 && d != 3 ? NAN : value;
    }
    labels[i] = sum + 3 * next_random() > 1.5 ? 1 : -1;
  }
}

static coppice_dataset* dataset(void) {
  static char text[LEVELS][8];
  static const char* names[LEVELS];
  coppice_dataset* data = NULL;
  ok(coppice_dataset_create_dense(x, ROWS * FEATURES, ROWS, FEATURES, FEATURES, 1, &data));
  ok(coppice_dataset_set_labels(data, labels, ROWS));
  for (int k = 0; k < LEVELS; ++k) {
    snprintf(text[k], sizeof text[k], "l%d", k);
    names[k] = text[k];
  }
  for (int d = 0; d < FEATURES; ++d)
    if (levels[d] > 0) ok(coppice_dataset_set_levels(data, d, names, levels[d]));
  return data;
}

static FILE* open_file(const char* folder, const char* name) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE* file = fopen(path, "w");
  must(file != NULL);
  return file;
}

static void train(const char* folder, const char* pool_name) {
  coppice_dataset* data = dataset();
  coppice_solver* solver = NULL;
  coppice_pool* pool = NULL;
  coppice_model* model = NULL;
  char text[512];
  snprintf(text, sizeof text, "stump(levels=%s)", pool_name);
  ok(coppice_solver_create("cgens", &solver));
  ok(coppice_pool_create(text, &pool));
  ok(coppice_solver_set_pool(solver, pool));
  ok(coppice_solver_set_double(solver, "C", 0.05));
  ok(coppice_solver_set_int(solver, "learners", 60));
  ok(coppice_solver_fit(solver, data, &model));
  for (int k = 0; k < 2; ++k) {
    snprintf(text, sizeof text, "%s/categories-%s.%s", folder, pool_name, k == 0 ? "json" : "cbor");
    ok(coppice_model_save(model, text));
  }
  static double rows[ROWS * FEATURES], decisions[ROWS];
  for (int k = 0; k < ROWS * FEATURES; ++k)
    rows[k] = k % 23 == 0 && levels[k % FEATURES] > 0 ? LEVELS + k : x[k]; /* unknown levels */
  ok(coppice_model_predict(model, COPPICE_DECISION, rows, ROWS * FEATURES, ROWS, FEATURES, FEATURES,
                           1, 1, decisions, ROWS));
  FILE* file = open_file(folder, "categories.svm");
  for (int i = 0; i < ROWS; ++i) {
    fprintf(file, "%g", labels[i]);
    for (int d = 0; d < FEATURES; ++d) {
      const double value = rows[i * FEATURES + d];
      if (isnan(value))
        fprintf(file, " %d:NA", d + 1);
      else
        fprintf(file, " %d:%.17g", d + 1, value);
    }
    fprintf(file, "\n");
  }
  must(fclose(file) == 0);
  snprintf(text, sizeof text, "categories-%s.expected", pool_name);
  file = open_file(folder, text);
  for (int i = 0; i < ROWS; ++i) fprintf(file, "%.17g\n", decisions[i]);
  must(fclose(file) == 0);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_pool_free(pool);
  coppice_dataset_free(data);
}

int main(int argc, char** argv) {
  must(argc == 2);
  make_rows();
  train(argv[1], "one");
  train(argv[1], "subset");
  return 0;
}
