/* See training.h. */
#include "training.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

coppice_model* train_kernel(const char* method, coppice_dataset* data, const char* kernel,
                            const char* options) {
  coppice_solver* solver = solver_of_method(method, options);
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_string(solver, "kernel", kernel));
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_solver_free(solver);
  return model;
}

coppice_solver* solver_with(const char* options) {
  return solver_of_method("cgens", options);
}

coppice_solver* solver_of_method(const char* method, const char* options) {
  coppice_solver* solver = NULL;
  char text[512];
  assert_true(strlen(options) < sizeof text);
  strcpy(text, options);
  check_ok(coppice_solver_create(method, &solver));
  for (char* option = strtok(text, " "); option != NULL; option = strtok(NULL, " ")) {
    char* value = strchr(option, '=');
    assert_non_null(value);
    *value++ = '\0';
    check_ok(coppice_solver_set_string(solver, option, value));
  }
  return solver;
}

coppice_model* train_dataset(coppice_dataset* data, const char* options) {
  coppice_solver* solver = solver_with(options);
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_solver_free(solver);
  return model;
}

coppice_model* train(const table* t, const char* options) {
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = train_dataset(data, options);
  coppice_dataset_free(data);
  return model;
}

coppice_status load_with_pool(const char* bytes, size_t size, const coppice_pool* pool,
                              coppice_model** out) {
  coppice_solver* solver = solver_with("");
  check_ok(coppice_solver_set_pool(solver, pool));
  const coppice_status status = coppice_model_load_buffer_custom(bytes, (int64_t)size, solver, out);
  coppice_solver_free(solver);
  return status;
}

double* predictions_of(const coppice_model* model, coppice_output output, const table* t) {
  int64_t width = 0;
  check_ok(coppice_model_output_width(model, output, &width));
  double* values = allocate(t->rows * width, sizeof *values);
  check_ok(coppice_model_predict(model, output, t->x, t->rows * t->features, t->rows, t->features,
                                 t->features, 1, 1, values, t->rows * width));
  return values;
}

double* decisions_of(const coppice_model* model, const table* t) {
  return predictions_of(model, COPPICE_DECISION, t);
}

static double number_after(const char* text, const char* key) {
  const char* at = strstr(text, key);
  assert_non_null(at);
  return strtod(at + strlen(key), NULL);
}

void learner_of(const coppice_model* model, int64_t j, int64_t* feature, double* threshold) {
  char text[256];
  check_ok(coppice_model_learner(model, j, text, sizeof text, NULL));
  assert_non_null(strstr(text, "\"kind\":\"stump\""));
  *feature = (int64_t)number_after(text, "\"feature\":");
  *threshold = number_after(text, "\"threshold\":");
}

double objective_of(const coppice_model* model, const table* t, double C, double bias_scale) {
  int64_t learners = 0;
  double* weights = array_of(model, "weights", &learners);
  double* bias = array_of(model, "bias", NULL);
  double* f = decisions_of(model, t);
  double norm = 0;
  for (int64_t j = 0; j < learners; ++j) norm += weights[j] * weights[j];
  if (bias_scale > 0) norm += bias[0] * bias[0] / (bias_scale * bias_scale);
  double loss = 0;
  for (int64_t i = 0; i < t->rows; ++i) loss += t->weights[i] * fmax(0, 1 - t->labels[i] * f[i]);
  free(weights);
  free(bias);
  free(f);
  return norm / 2 + C * loss;
}

void check_same_model(const coppice_model* a, const coppice_model* b, const table* t) {
  const int64_t learners = learners_of(a);
  assert_int_equal(learners_of(b), learners);
  for (int64_t j = 0; j < learners; ++j) {
    int64_t feature_a = 0, feature_b = 0;
    double threshold_a = 0, threshold_b = 0;
    learner_of(a, j, &feature_a, &threshold_a);
    learner_of(b, j, &feature_b, &threshold_b);
    assert_int_equal(feature_a, feature_b);
    assert_memory_equal(&threshold_a, &threshold_b, sizeof threshold_a);
  }
  check_same_array(a, b, "weights");
  check_same_array(a, b, "bias");
  double* values_a = decisions_of(a, t);
  double* values_b = decisions_of(b, t);
  assert_memory_equal(values_a, values_b, (size_t)t->rows * sizeof *values_a);
  free(values_a);
  free(values_b);
}

double error_of(const double* decisions, const table* t) {
  double wrong = 0, all = 0;
  for (int64_t i = 0; i < t->rows; ++i) {
    all += t->weights[i];
    if ((decisions[i] >= 0) != (t->labels[i] > 0)) wrong += t->weights[i];
  }
  return wrong / all;
}

double seconds_now(void) {
  return (double)clock() / CLOCKS_PER_SEC;
}
