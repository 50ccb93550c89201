/* See protocol.h. */
#include "protocol.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void split_free(split* s) {
  coppice_dataset_free(s->train);
  coppice_dataset_free(s->test);
}

/* Marks the rows that line `run` names; false when there is no folder or no such file. */
static int mark_original(const char* folder, const char* name, int64_t run, char* in_train,
                         int64_t rows) {
  char path[4096];
  if (folder == NULL) return 0;
  snprintf(path, sizeof path, "%s/raetsch_splits/%s.train.txt", folder, name);
  FILE* file = fopen(path, "r");
  if (file == NULL) return 0;
  int64_t line = 0;
  long row = 0;
  int next = 0;
  while (line < run && (next = fgetc(file)) != EOF) line += next == '\n';
  while (fscanf(file, "%ld", &row) == 1) {
    if (row < 1 || row > rows) fail("%s: row %ld of %ld", path, row, (long)rows);
    in_train[row - 1] = 1;
    next = fgetc(file);
    if (next == '\n') break;
  }
  fclose(file);
  return 1;
}

split split_of(const char* folder, const char* name, const coppice_dataset* data,
               int64_t train_rows, int64_t test_rows, int64_t run) {
  const int64_t rows = rows_of(data);
  if (train_rows + test_rows > rows)
    fail("%s has %ld rows; expected %ld", name, (long)rows, (long)(train_rows + test_rows));
  char* in_train = allocate(rows, 1);
  int64_t* order = allocate(rows, sizeof *order);
  uint64_t seed = (uint64_t)run + 1;
  random_order(order, rows, &seed);
  if (!mark_original(folder, name, run, in_train, rows))
    for (int64_t k = 0; k < train_rows; ++k) in_train[order[k]] = 1;
  int64_t* parts[2] = {allocate(rows, sizeof **parts), allocate(rows, sizeof **parts)};
  int64_t counts[2] = {0, 0};
  for (int64_t k = 0; k < rows; ++k) {
    const int part = in_train[order[k]] ? 0 : 1;
    parts[part][counts[part]++] = order[k];
  }
  if (counts[0] != train_rows)
    fail("%s, run %ld: %ld training rows; expected %ld", name, (long)run, (long)counts[0],
         (long)train_rows);
  const split result = {chosen_rows(data, parts[0], counts[0]),
                        chosen_rows(data, parts[1], test_rows)};
  free(parts[0]);
  free(parts[1]);
  free(order);
  free(in_train);
  return result;
}

/* The values, row after row, and the labels, which must be numbers. */
static void copy_out(const coppice_dataset* data, double* x, double* labels) {
  const int64_t rows = rows_of(data);
  const int64_t features = features_of(data);
  int64_t* classes = allocate(rows, sizeof *classes);
  must(coppice_dataset_copy_labels(data, classes, rows));
  for (int64_t i = 0; i < rows; ++i) {
    char text[64];
    must(coppice_dataset_class_name(data, classes[i], text, sizeof text, NULL));
    labels[i] = strtod(text, NULL);
    must(coppice_dataset_copy_row(data, i, x + i * features, features));
  }
  free(classes);
}

void standardise(split* s) {
  coppice_dataset** parts[2] = {&s->train, &s->test};
  const int64_t features = features_of(s->train);
  double* mean = allocate(features, sizeof *mean);
  double* scale = allocate(features, sizeof *scale);
  for (int k = 0; k < 2; ++k) {
    const int64_t rows = rows_of(*parts[k]);
    double* x = allocate(rows * features, sizeof *x);
    double* labels = allocate(rows, sizeof *labels);
    copy_out(*parts[k], x, labels);
    for (int64_t d = 0; d < features; ++d) {
      double squares = 0;
      for (int64_t i = 0; k == 0 && i < rows; ++i) mean[d] += x[i * features + d] / (double)rows;
      for (int64_t i = 0; k == 0 && i < rows; ++i) squares += pow(x[i * features + d] - mean[d], 2);
      if (k == 0) scale[d] = squares > 0 ? sqrt((double)rows / squares) : 0;
      for (int64_t i = 0; i < rows; ++i)
        x[i * features + d] = (x[i * features + d] - mean[d]) * scale[d];
    }
    coppice_dataset_free(*parts[k]);
    *parts[k] = made_of(x, labels, rows, features);
    free(labels);
    free(x);
  }
  free(scale);
  free(mean);
}

coppice_dataset* scaled(const coppice_dataset* data) {
  const int64_t features = features_of(data);
  const int64_t rows = rows_of(data);
  double* x = allocate(rows * features, sizeof *x);
  double* labels = allocate(rows, sizeof *labels);
  copy_out(data, x, labels);
  for (int64_t d = 0; d < features; ++d) {
    double least = INFINITY, most = -INFINITY;
    for (int64_t i = 0; i < rows; ++i) {
      least = fmin(least, x[i * features + d]);
      most = fmax(most, x[i * features + d]);
    }
    const double half = (most - least) / 2;
    for (int64_t i = 0; i < rows; ++i)
      x[i * features + d] = half > 0 ? (x[i * features + d] - least) / half - 1 : 0;
  }
  coppice_dataset* result = made_of(x, labels, rows, features);
  free(labels);
  free(x);
  return result;
}

coppice_dataset* joined(const coppice_dataset* a, const coppice_dataset* b) {
  const int64_t features = features_of(a);
  const int64_t rows = rows_of(a) + rows_of(b);
  double* x = allocate(rows * features, sizeof *x);
  double* labels = allocate(rows, sizeof *labels);
  copy_out(a, x, labels);
  copy_out(b, x + rows_of(a) * features, labels + rows_of(a));
  coppice_dataset* result = made_of(x, labels, rows, features);
  free(labels);
  free(x);
  return result;
}

choice cross_validate(coppice_solver* solver, coppice_dataset* train, const char* option,
                      const char* values, const char* learners, int folds, int64_t seed) {
  choice chosen = {0, 0};
  must(coppice_solver_set_int(solver, "seed", seed));
  if (option != NULL) must(coppice_solver_set_grid(solver, option, values));
  must(coppice_solver_set_grid(solver, "learners", learners));
  must(coppice_solver_cross_validate(solver, train, folds, NULL));
  if (option != NULL) must(coppice_solver_get_double(solver, option, &chosen.value));
  must(coppice_solver_get_int(solver, "learners", &chosen.learners));
  return chosen;
}

void note_choice(char* note, size_t size, const char* chosen) {
  static const char dots[] = ", ..";
  const size_t used = strlen(note);
  if (used + 2 + strlen(chosen) + sizeof dots <= size)
    snprintf(note + used, size - used, "%s%s", used > 0 ? ", " : "", chosen);
  else if (used < sizeof dots || strcmp(note + used - (sizeof dots - 1), dots) != 0)
    snprintf(note + used, size - used, "%s", dots);
}

percent summary(const double* percentages, int64_t runs) {
  percent r = {0, 0};
  for (int64_t k = 0; k < runs; ++k) r.mean += percentages[k] / (double)runs;
  for (int64_t k = 0; k < runs; ++k) r.sd += pow(percentages[k] - r.mean, 2);
  r.sd = runs > 1 ? sqrt(r.sd / (double)(runs - 1)) : 0;
  return r;
}

void print_comparison_head(const char* note) {
  printf(
      "| | paper, %% | coppice, %% | difference / standard error | within spread? | %s |\n"
      "|---|---|---|---|---|---|\n",
      note);
}

int print_comparison(const char* name, percent paper, int64_t paper_runs, percent ours,
                     int64_t runs, const char* note) {
  const double error =
      sqrt(paper.sd * paper.sd / (double)paper_runs + ours.sd * ours.sd / (double)runs);
  const double difference = (ours.mean - paper.mean) / error;
  const int within = fabs(difference) <= 3;
  printf("| %s | %.2f ± %.2f | %.2f ± %.2f | %+.1f | %s | %s |\n", name, paper.mean, paper.sd,
         ours.mean, ours.sd, difference,
         within ? "yes" : (difference < 0 ? "no, better" : "no, worse"), note);
  fflush(stdout);
  return within;
}
