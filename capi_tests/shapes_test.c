/* Additive models: the intercept and what the features contribute are the decision value, and the
 * points of every shape function give what its feature contributes, wherever x is. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mixed.h"
#include "model_bytes.h"
#include "pools.h"
#include "samples.h"
#include "training.h"

typedef struct shape {
  double* points; /* count x width: x, and one number a score */
  int64_t count, width;
} shape;

static shape shape_of(const coppice_model* model, int64_t feature) {
  shape of = {NULL, 0, 1 + count_of(model, "scores")};
  int64_t needed = 0;
  coppice_model_shape_function(model, feature, NULL, 0, &needed);
  of.points = allocate(needed + 1, sizeof *of.points);
  check_ok(coppice_model_shape_function(model, feature, of.points, needed, NULL));
  assert_int_equal(needed % of.width, 0);
  of.count = needed / of.width;
  return of;
}

/* As the header says it is read. */
static double value_at(const shape* of, double x, int64_t score, int is_category) {
  if (of->count == 0) return 0;
  const int64_t last = of->count - 1, w = of->width;
  const double* p = of->points + 1 + score;
  int64_t k = 0;
  if (is_category) {
    while (k < last && of->points[k * w] != x) ++k;
    return p[k * w];
  }
  if (isnan(x)) return p[last * w];
  while (k < last && of->points[k * w] < x) ++k;
  if (k < last && of->points[k * w] == x) return p[k * w];
  if (k == last) --k; /* behind the last: the line through the two before it */
  if (k == 0 && last > 1) k = 1;
  if (k == 0) return p[0];
  const double from = of->points[(k - 1) * w], to = of->points[k * w];
  if (from == to) return x < from ? p[(k - 1) * w] : p[k * w];
  return p[(k - 1) * w] + (x - from) / (to - from) * (p[k * w] - p[(k - 1) * w]);
}

static void check_points(const shape* of, int64_t levels) {
  if (of->count == 0) return;
  const int64_t last = of->count - 1;
  assert_true(isnan(of->points[last * of->width]));
  if (levels > 0) assert_int_equal(last, levels);
  for (int64_t k = 0; k < last; ++k) {
    const double x = of->points[k * of->width];
    if (levels > 0)
      assert_true(x == (double)k);
    else if (k > 0)
      assert_true(x >= of->points[(k - 1) * of->width]);
  }
}

/* Rows at every point of feature d, beyond them, and without a value where the model takes that;
 * else those of `t`. */
static table* rows_at_points(const table* t, int64_t d, const shape* of, int64_t levels) {
  table* at = table_create(of->count + 3, t->features);
  for (int64_t i = 0; i < at->rows; ++i) {
    double* x = at->x + i * t->features;
    memcpy(x, t->x + i % t->rows * t->features, (size_t)t->features * sizeof *x);
    const double* point = of->points + i * of->width;
    if (i < of->count && !isnan(point[1])) x[d] = point[0];
    if (i >= of->count && levels == 0) x[d] = (double)(i - of->count - 1) * 1e300;
  }
  return at;
}

static void check_rows(const coppice_model* model, const table* t, const shape* shapes,
                       const int64_t* levels) {
  const int64_t D = t->features;
  int64_t S = 0, width = 0;
  double* intercept = array_of(model, "intercept", &S);
  check_ok(coppice_model_output_width(model, COPPICE_CONTRIBUTIONS, &width));
  assert_int_equal(S, count_of(model, "scores"));
  assert_int_equal(width, S * D);
  double* f = decisions_of(model, t);
  double* parts = predictions_of(model, COPPICE_CONTRIBUTIONS, t);
  double* row = allocate(width, sizeof *row);
  for (int64_t i = 0; i < t->rows; ++i) {
    const double* x = t->x + i * D;
    for (int64_t s = 0; s < S; ++s) {
      double sum = intercept[s];
      for (int64_t d = 0; d < D; ++d) {
        const double part = parts[(i * S + s) * D + d];
        check_close(value_at(&shapes[d], x[d], s, levels[d] > 0), part, 1e-12);
        sum += part;
      }
      check_close(sum, f[i * S + s], 1e-12);
    }
    check_ok(coppice_model_predict_row(model, COPPICE_CONTRIBUTIONS, x, D, row, width));
    assert_memory_equal(row, parts + i * width, (size_t)width * sizeof *row);
  }
  free(row);
  free(parts);
  free(f);
  free(intercept);
}

static const int64_t no_levels[64];

/* The model is freed. */
static void check_model(coppice_model* model, const table* t, const int64_t* levels) {
  shape* shapes = allocate(t->features, sizeof *shapes);
  coppice_model* again = reloaded(model, "cbor");
  for (int64_t d = 0; d < t->features; ++d) {
    shapes[d] = shape_of(model, d);
    check_points(&shapes[d], levels[d]);
    const shape of_loaded = shape_of(again, d);
    assert_int_equal(of_loaded.count, shapes[d].count);
    assert_memory_equal(of_loaded.points, shapes[d].points,
                        (size_t)(of_loaded.count * of_loaded.width) * sizeof(double));
    free(of_loaded.points);
  }
  check_rows(model, t, shapes, levels);
  for (int64_t d = 0; d < t->features; ++d) {
    table* at = rows_at_points(t, d, &shapes[d], levels[d]);
    check_rows(model, at, shapes, levels);
    table_free(at);
  }
  for (int64_t d = 0; d < t->features; ++d) free(shapes[d].points);
  free(shapes);
  coppice_model_free(again);
  coppice_model_free(model);
}

static void of_numbers_and_categories(void** state) {
  (void)state;
  static const char* const fits[][3] = {
      {"cgens", "stump", "C=0.1 learners=60"},
      {"cgens", "stump(levels=subset)", "C=0.1 learners=40"},
      {"adaboost", "union(stump, constant)", "learners=60"},
      {"logitboost", "stump", "learners=60"},
      {"bagging", "stump", "learners=20"},
  };
  table* t = mixed_rows(300, 1);
  coppice_dataset* data = dataset_of(t, mixed, 0);
  for (int k = 0; k < 5; ++k)
    check_model(train_pool_by(fits[k][0], data, fits[k][1], fits[k][2]), t, mixed);
  coppice_dataset_free(data);
  table_free(t);
}

static void of_kernel_machines(void** state) {
  (void)state;
  static const char* const kernels[] = {"stump",
                                        "middle-stump",
                                        "histogram-intersection",
                                        "linear",
                                        "sum(stump,linear@first,middle-stump)",
                                        "sum(histogram-intersection@first,middle-stump@first)"};
  static const int64_t first[] = {3, 1};
  table* two = table_load("digits.svm", "3", "8");
  sample three = sample_random(150, 5, 12, 3, 7);
  for (int64_t k = 0; k < three.t->rows * 5; ++k) three.t->x[k] -= k % 5 == 1 ? 3 : 6.5;
  for (int k = 0; k < 6; ++k)
    for (int classes = 2; classes <= 3; ++classes) {
      const table* t = classes == 2 ? two : three.t;
      coppice_dataset* data = classes == 2 ? table_dataset(t) : sample_dataset(&three);
      check_ok(coppice_dataset_add_view(data, "first", first, 2));
      coppice_solver* solver = solver_of_method("svm", "C=0.1");
      check_ok(coppice_solver_set_string(solver, "kernel", kernels[k]));
      coppice_model* model = NULL;
      check_ok(coppice_solver_fit(solver, data, &model));
      check_model(model, t, no_levels);
      coppice_solver_free(solver);
      coppice_dataset_free(data);
    }
  sample_free(three);
  table_free(two);
}

static void of_several_scores(void** state) {
  (void)state;
  static const char* const fits[][2] = {{"cgens-sls", "learners=30 C=0.1"},
                                        {"adaboost-mh", "learners=30"},
                                        {"adaboost-ecc", "learners=30"},
                                        {"cgens", "learners=10 multiclass=one-against-rest"}};
  sample of = sample_random(150, 4, 12, 3, 7);
  table_lose(of.t, 0.1, 8);
  for (int k = 0; k < 4; ++k) check_model(learn(&of, fits[k][0], fits[k][1]), of.t, no_levels);
  double* numbers = allocate(of.t->rows * 2, sizeof *numbers);
  for (int64_t k = 0; k < of.t->rows * 2; ++k) numbers[k] = sin((double)k);
  coppice_dataset* data = sample_dataset(&of);
  check_ok(coppice_dataset_set_targets(data, numbers, of.t->rows * 2, 2));
  check_model(train_pool_by("cgens-regression", data, "stump", "learners=30"), of.t, no_levels);
  coppice_dataset_free(data);
  free(numbers);
  sample_free(of);
}

/* A tree that looks at one feature only has as many steps as it needs. */
static void of_trees_of_one_feature(void** state) {
  (void)state;
  table* t = table_random(200, 3, 20, 9);
  table_lose(t, 0.1, 10);
  coppice_dataset* data = table_dataset(t);
  check_model(train_pool(data, "tree(depth=1)", "learners=20"), t, no_levels);
  coppice_dataset_free(data);
  table* narrow = table_thinned(t, 1, 1);
  data = table_dataset(narrow);
  check_model(train_pool_by("adaboost", data, "tree(depth=4)", "learners=10"), narrow, no_levels);
  coppice_dataset_free(data);
  table_free(narrow);
  table_free(t);
}

/* One stump, by hand: the sum of w h with h = -1 up to the threshold. */
static void by_hand(void** state) {
  (void)state;
  static const double x[] = {1, 5, 2, 5, 3, 5, 4, 5};
  static const double labels[] = {-1, -1, 1, 1};
  table* t = table_of(x, labels, 4, 2);
  coppice_model* model = train(t, "learners=1 C=10");
  double* w = array_of(model, "weights", NULL);
  double points[6];
  int64_t needed = -1;
  check_ok(coppice_model_shape_function(model, 0, points, 6, &needed));
  assert_int_equal(needed, 6);
  assert_true(points[0] == 2.5 && points[2] == 2.5 && isnan(points[4]));
  check_close(points[1], -w[0], 1e-15);
  check_close(points[3], w[0], 1e-15);
  assert_true(fabs(points[5]) == fabs(w[0]));
  check_ok(coppice_model_shape_function(model, 1, NULL, 0, &needed)); /* the same in every row */
  assert_int_equal(needed, 0);
  check_error(coppice_model_shape_function(model, 0, points, 5, &needed), COPPICE_BUFFER_TOO_SMALL,
              "capacity 5|needs 6");
  free(w);
  coppice_model_free(model);
  table_free(t);
}

static void refuses(const coppice_model* model, const char* why) {
  int64_t size = -1;
  check_error(coppice_model_shape_function(model, 0, NULL, 0, &size), COPPICE_UNAVAILABLE, why);
  check_error(coppice_model_output_width(model, COPPICE_CONTRIBUTIONS, &size), COPPICE_UNAVAILABLE,
              why);
  assert_int_equal(size, -1);
  free(array_of(model, "intercept", &size));
  assert_int_equal(size, 0);
}

static void other_models_say_why_not(void** state) {
  (void)state;
  table* t = table_random(100, 3, 20, 12);
  coppice_dataset* data = table_dataset(t);
  const int64_t first = 0;
  check_ok(coppice_dataset_add_view(data, "first", &first, 1));
  coppice_model* model = train_pool(data, "union(stump, fourier)", "learners=30");
  refuses(model, "not a sum of functions of one feature|(fourier) looks at 3 features");
  coppice_model_free(model);
  model = train_pool(data, "tree(depth=2)", "learners=5");
  refuses(model, "weak learner 0 (tree) looks at 2 features");
  coppice_model_free(model);

  /* Contributions are what they are; a wave has no points. */
  model = train_pool(data, "fourier@first", "learners=5");
  int64_t width = 0;
  check_ok(coppice_model_output_width(model, COPPICE_CONTRIBUTIONS, &width));
  double* parts = predictions_of(model, COPPICE_CONTRIBUTIONS, t);
  double* bias = array_of(model, "intercept", NULL);
  double* f = decisions_of(model, t);
  for (int64_t i = 0; i < t->rows; ++i) {
    check_close(bias[0] + parts[i * 3], f[i], 1e-12);
    assert_true(parts[i * 3 + 1] == 0 && parts[i * 3 + 2] == 0);
  }
  free(f);
  free(bias);
  free(parts);
  check_error(coppice_model_shape_function(model, 0, NULL, 0, &width), COPPICE_UNAVAILABLE,
              "feature 0 has no points|weak learner 0 (fourier) is not made of steps");
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);

  t = table_load("iris.svm", "2", "3");
  data = table_dataset(t);
  coppice_solver* solver = solver_of_method("svm", "kernel=perceptron");
  check_ok(coppice_solver_fit(solver, data, &model));
  refuses(model, "not a sum of functions of one feature|kernel perceptron is not additive");
  coppice_model_free(model);

  /* A file may have coefficients that do not sum up to 0: its support vectors are compared. */
  check_ok(coppice_solver_set_string(solver, "kernel", "stump"));
  check_ok(coppice_solver_fit(solver, data, &model));
  size_t size = 0;
  char* json = saved_bytes(model, "json", 100, &size);
  double* coefficients = array_of(model, "coefficients", NULL);
  const int64_t count = count_of(model, "support_vectors");
  char* list = allocate(32 * count + 3, 1);
  size_t end = 0;
  for (int64_t j = 0; j < count; ++j)
    end += (size_t)sprintf(list + end, "%c%.17g", j == 0 ? '[' : ',',
                           coefficients[j] + (j == 0 ? 0.125 : 0));
  json = realloc(json, size + 100 + end);
  assert_non_null(json);
  sprintf(list + end, "]");
  replace_list(json, &size, "coefficients", list);
  coppice_model* changed = NULL;
  check_ok(coppice_model_load_buffer(json, (int64_t)size, &changed));
  refuses(changed, "its coefficients do not sum up to 0");
  double* of_file = decisions_of(model, t);
  double* of_changed = decisions_of(changed, t);
  const char* values = strstr(json, "\"values\":[");
  assert_non_null(values);
  values += strlen("\"values\":[");
  double z[4];
  for (int d = 0; d < 4; ++d) z[d] = strtod(values, (char**)&values), ++values;
  for (int64_t i = 0; i < t->rows; ++i) {
    double distance = 0;
    for (int d = 0; d < 4; ++d) distance += fabs(t->x[4 * i + d] - z[d]);
    check_close(of_changed[i], of_file[i] - 0.125 * distance, 1e-12);
  }
  free(of_changed);
  free(of_file);
  free(list);
  free(coefficients);
  free(json);
  coppice_model_free(changed);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);

  sample of = sample_random(100, 3, 10, 4, 13);
  model = learn(&of, "adaboost-mo", "learners=5");
  refuses(model, "its scores are decoded from an output code");
  coppice_model_free(model);
  sample_free(of);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(of_kernel_machines),
                                     cmocka_unit_test(of_numbers_and_categories),
                                     cmocka_unit_test(of_several_scores),
                                     cmocka_unit_test(of_trees_of_one_feature),
                                     cmocka_unit_test(by_hand),
                                     cmocka_unit_test(other_models_say_why_not)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
