/* See pools.h. */
#include "pools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static coppice_solver* drawing_from(const char* pool, coppice_solver* solver) {
  coppice_pool* drawn = NULL;
  check_ok(coppice_pool_create(pool, &drawn));
  check_ok(coppice_solver_set_pool(solver, drawn));
  coppice_pool_free(drawn);
  return solver;
}

coppice_solver* pool_solver(const char* pool, const char* options) {
  return drawing_from(pool, solver_with(options));
}

coppice_model* train_pool(coppice_dataset* data, const char* pool, const char* options) {
  return train_pool_by("cgens", data, pool, options);
}

coppice_model* train_pool_by(const char* method, coppice_dataset* data, const char* pool,
                             const char* options) {
  coppice_solver* solver = drawing_from(pool, solver_of_method(method, options));
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_solver_free(solver);
  return model;
}

static char* learner_text(const coppice_model* model, int64_t j) {
  int64_t needed = 0;
  coppice_model_learner(model, j, NULL, 0, &needed);
  char* text = allocate(needed, 1);
  check_ok(coppice_model_learner(model, j, text, needed, NULL));
  return text;
}

int64_t learner_numbers(const coppice_model* model, int64_t j, const char* name, double* out,
                        int64_t most) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":", name);
  char* text = learner_text(model, j);
  char* at = strstr(text, key);
  int64_t count = 0;
  if (at != NULL) {
    at += strlen(key);
    if (*at == '[') ++at;
    for (char* end = at; *at != '\0'; at = end + (*end == ',')) {
      const double value = strtod(at, &end);
      if (end == at) break;
      if (count < most) out[count] = value;
      ++count;
      if (*end != ',') break;
    }
  }
  free(text);
  return count;
}

void check_equal_models(const coppice_model* a, const coppice_model* b,
                        const coppice_dataset* data) {
  assert_int_equal(learners_of(a), learners_of(b));
  for (int64_t j = 0; j < learners_of(a); ++j) {
    char* text_a = learner_text(a, j);
    char* text_b = learner_text(b, j);
    assert_string_equal(text_a, text_b);
    free(text_a);
    free(text_b);
  }
  check_same_array(a, b, "weights");
  check_same_array(a, b, "bias");
  int64_t width = 0;
  check_ok(coppice_model_output_width(a, COPPICE_DECISION, &width));
  const int64_t size = rows_of(data) * width;
  double* values_a = allocate(size, sizeof *values_a);
  double* values_b = allocate(size, sizeof *values_b);
  check_ok(coppice_model_predict_dataset(a, COPPICE_DECISION, data, 1, values_a, size));
  check_ok(coppice_model_predict_dataset(b, COPPICE_DECISION, data, 2, values_b, size));
  assert_memory_equal(values_a, values_b, (size_t)size * sizeof *values_a);
  free(values_a);
  free(values_b);
}

static coppice_action note_first(void* first, const coppice_progress_info* info) {
  int64_t iteration = 0;
  check_ok(coppice_progress_get_int(info, "iteration", &iteration));
  if (*(int64_t*)first < 0) *(int64_t*)first = iteration;
  return COPPICE_CONTINUE;
}

void check_goes_on_within(const char* method, const char* options, coppice_dataset* data) {
  coppice_solver* whole = solver_of_method(method, options);
  coppice_model* expected = NULL;
  check_ok(coppice_solver_set_int(whole, "columns_per_iteration", 5));
  check_ok(coppice_solver_set_int(whole, "learners", 20));
  check_ok(coppice_solver_fit(whole, data, &expected));
  for (int learners = 11; learners <= 14; ++learners) {
    coppice_solver* solver = solver_of_method(method, options);
    coppice_model* model = NULL;
    int64_t first = -1, iterations = 0;
    check_ok(coppice_solver_set_int(solver, "columns_per_iteration", 5));
    check_ok(coppice_solver_set_int(solver, "learners", learners));
    check_ok(coppice_solver_fit(solver, data, &model));
    assert_int_equal(learners_of(model), learners);
    double* gaps = array_of(model, "curve.master_gap", &iterations);
    assert_int_equal(iterations, 3);
    assert_true(gaps[2] <= 1e-4);
    free(gaps);
    coppice_model_free(model);
    check_ok(coppice_solver_set_int(solver, "learners", 20));
    check_ok(coppice_solver_set_progress(solver, note_first, &first));
    check_ok(coppice_solver_fit(solver, data, &model));
    assert_int_equal(first, 2);
    check_equal_models(model, expected, data);
    coppice_model_free(model);
    coppice_solver_free(solver);
  }
  coppice_model_free(expected);
  coppice_solver_free(whole);
}

table* exclusive_or(int64_t rows, uint32_t seed) {
  table* t = table_create(rows, 2);
  for (int64_t i = 0; i < rows; ++i) {
    const int right = random_next(&seed) < 0.5;
    const int upper = random_next(&seed) < 0.5;
    t->x[2 * i] = (right ? 1 : -1) + 0.8 * (random_next(&seed) - 0.5);
    t->x[2 * i + 1] = (upper ? 1 : -1) + 0.8 * (random_next(&seed) - 0.5);
    t->labels[i] = right == upper ? 1 : -1;
  }
  return t;
}
