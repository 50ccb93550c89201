/* kernel-boost: what it computes from small matrices is what the explicit ones give, weights of
 * rank-one kernels are the best, and the centres of the classes go to the corners of a simplex. */
#include <stdio.h>

#include "gram.h"

static coppice_model* boost(const sample* of, int64_t view_size, const char* options,
                            const sample* validation, const sample* test) {
  coppice_dataset* data = sample_dataset(of);
  coppice_dataset* held_out = validation == NULL ? NULL : sample_dataset(validation);
  coppice_dataset* further = test == NULL ? NULL : sample_dataset(test);
  coppice_model* model = NULL;
  cut_into_views(data, of->t->features, view_size);
  coppice_solver* solver = solver_of_method("kernel-boost", options);
  check_ok(coppice_solver_set_validation(solver, held_out));
  check_ok(coppice_solver_set_test(solver, further));
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_solver_free(solver);
  coppice_dataset_free(held_out);
  coppice_dataset_free(further);
  coppice_dataset_free(data);
  return model;
}

/* The alignments of the first 1, 2, .. columns of the map are those of the curve, and never fall.
 */
static void check_curve(const coppice_model* model, const char* column, const sample* on) {
  char name[64];
  int64_t points = 0;
  const int64_t rows = on->t->rows, width = learners_of(model);
  snprintf(name, sizeof name, "curve.%s", column);
  double* curve = array_of(model, name, &points);
  assert_int_equal(points, width);
  double* map = predictions_of(model, COPPICE_MAP, on->t);
  double* target = class_target(on->classes, on->K, on->t->weights, rows);
  double* kernel = centred_kernel(map, NULL, width, 0, 0, on->t->weights, rows);
  for (int64_t t = 0; t < width; ++t) {
    double* step = centred_kernel(map, NULL, width, t, t + 1, on->t->weights, rows);
    for (int64_t k = 0; k < rows * rows; ++k) kernel[k] += step[k];
    check_close(curve[t], explicit_alignment(kernel, target, rows), 1e-9);
    free(step);
  }
  assert_true(quantity_of(model, column) == curve[points - 1]);
  free(kernel);
  free(target);
  free(map);
  free(curve);
}

static void alignments_are_those_of_explicit_matrices(void** state) {
  (void)state;
  for (int64_t K = 2; K <= 5; ++K) {
    sample train = centres(K, 12, 12, 0.5, (uint32_t)K, 7);
    sample validation = centres(K, 9, 12, 0.5, (uint32_t)K, 8);
    sample test = centres(K, 7, 12, 0.5, (uint32_t)K, 9);
    if (K == 5) table_draw_weights(train.t, 5), table_draw_weights(validation.t, 6);
    coppice_model* model = boost(&train, 3, "learners=25", &validation, &test);
    assert_true(learners_of(model) >= (K == 2 ? 2 : 6));
    check_curve(model, "alignment", &train);
    check_curve(model, "validation_alignment", &validation);
    check_curve(model, "test_alignment", &test);
    int64_t points = 0;
    double* alignments = array_of(model, "curve.alignment", &points);
    for (int64_t t = 1; t < points; ++t) assert_true(alignments[t] > alignments[t - 1]);
    free(alignments);
    coppice_model_free(model);
    sample_free(train);
    sample_free(validation);
    sample_free(test);
  }
}

/* The alignment of kernel + beta step. */
static double aligned_with(const double* kernel, const double* step, double beta,
                           const double* target, int64_t rows) {
  double* sum = allocate(rows * rows, sizeof *sum);
  for (int64_t k = 0; k < rows * rows; ++k) sum[k] = kernel[k] + beta * step[k];
  const double found = explicit_alignment(sum, target, rows);
  free(sum);
  return found;
}

/* Where the alignment of kernel + beta step with the target is stationary, by halving: the sign of
 * its derivative, from sums over the explicit matrices. */
static double stationary_beta(const double* kernel, const double* step, const double* target,
                              int64_t rows, double low, double high) {
  const double a = inner(kernel, target, rows), b = inner(step, target, rows);
  const double c = inner(kernel, kernel, rows), d = inner(kernel, step, rows);
  const double e = inner(step, step, rows);
  while (high - low > 1e-12 * high) {
    const double beta = (low + high) / 2;
    const double rises = b * (c + beta * (2 * d + beta * e)) - (a + beta * b) * (d + beta * e);
    *(rises > 0 ? &low : &high) = beta;
  }
  return (low + high) / 2;
}

/* Beta is where the alignment of explicit matrices is largest. */
static void betas_are_the_best(void** state) {
  (void)state;
  sample train = centres(4, 10, 8, 0.4, 3, 4);
  coppice_model* model = boost(&train, 2, "learners=12", NULL, NULL);
  const int64_t rows = train.t->rows, width = learners_of(model);
  double* f = predictions_of(model, COPPICE_LEARNERS, train.t);
  double* beta = array_of(model, "kernel_weights", NULL);
  double* target = class_target(train.classes, 4, train.t->weights, rows);
  assert_int_equal(width, 12);
  assert_true(beta[0] == 1);
  for (int64_t t = 1; t < width; ++t) {
    double* kernel = centred_kernel(f, beta, width, 0, t, train.t->weights, rows);
    double* step = centred_kernel(f, NULL, width, t, t + 1, train.t->weights, rows);
    const double expected = stationary_beta(kernel, step, target, rows, beta[t] / 20, 20 * beta[t]);
    check_close(beta[t] / expected, 1, 1e-7);
    const double here = aligned_with(kernel, step, beta[t], target, rows);
    for (double factor = 0.05; factor < 20; factor *= 1.1)
      assert_true(here >= aligned_with(kernel, step, factor * beta[t], target, rows) - 1e-14);
    assert_true(here > aligned_with(kernel, step, 0, target, rows));
    free(kernel);
    free(step);
  }
  free(target);
  free(beta);
  free(f);
  coppice_model_free(model);
  sample_free(train);
}

/* The squared sides of the triangle of the class centres in the map, of 20 rows each. */
static void sides_of_centres(const coppice_model* model, const sample* of, double* sides) {
  const int64_t width = learners_of(model);
  double* map = predictions_of(model, COPPICE_MAP, of->t);
  double* centre = allocate(3 * width, sizeof *centre);
  for (int64_t k = 0; k < 3 * width; ++k) centre[k] = 0;
  for (int64_t i = 0; i < of->t->rows; ++i)
    for (int64_t j = 0; j < width; ++j)
      centre[of->classes[i] * width + j] += map[i * width + j] / 20;
  for (int k = 0; k < 3; ++k) sides[k] = 0;
  for (int64_t j = 0; j < width; ++j)
    for (int k = 0; k < 3; ++k)
      sides[k] += pow(centre[k * width + j] - centre[(k + 1) % 3 * width + j], 2);
  free(centre);
  free(map);
}

/* Sides lie between twice the eigenvalues l of GG' over the rows of a class, and alignment A says
 * how far these are apart: ((l_1 - l_2) / (l_1 + l_2))^2 <= 1 / A^2 - 1. Where each view has more
 * features than there are rows, A comes to 1. */
static void centres_become_a_regular_simplex(void** state) {
  (void)state;
  static const struct {
    int64_t features, view;
    const char* options;
    double least, apart;
  } tried[] = {{60, 12, "learners=2", 0, 1},
               {60, 12, "learners=60", 0.97, 0.01},
               {128, 64, "learners=60 ridge=1e-9", 1 - 1e-9, 1e-6}};
  for (int k = 0; k < 3; ++k) {
    sample train = centres(3, 20, tried[k].features, 0.15, 9, 10);
    coppice_model* model = boost(&train, tried[k].view, tried[k].options, NULL, NULL);
    const double alignment = quantity_of(model, "alignment");
    const double apart = sqrt(1 / (alignment * alignment) - 1) + 1e-7;
    double sides[3];
    sides_of_centres(model, &train, sides);
    assert_true(alignment > tried[k].least);
    for (int s = 0; s < 3; ++s) {
      check_close(sides[s] / sides[(s + 1) % 3], 1, tried[k].apart);
      assert_true(sides[s] <= sides[(s + 1) % 3] * (1 + apart) / (1 - apart));
      assert_true(sides[s] >= sides[(s + 1) % 3] * (1 - apart) / (1 + apart));
    }
    coppice_model_free(model);
    sample_free(train);
  }
}

/* Toy 2 of the paper: 10 classes x 60, 25 views of 16 features, half for training. */
static void alignments_are_those_of_the_paper(void** state) {
  (void)state;
  for (uint32_t draw = 1; draw <= 3; ++draw) {
    sample train = centres(10, 30, 400, 0.5, draw, 100 + draw);
    sample test = centres(10, 30, 400, 0.5, draw, 200 + draw);
    coppice_dataset* data = sample_dataset(&train);
    coppice_dataset* held_out = sample_dataset(&test);
    coppice_model *boosted = NULL, *rival = NULL;
    cut_into_views(data, 400, 16);
    coppice_solver* solver = solver_of_method("kernel-boost", "learners=180 classifier=knn");
    check_ok(coppice_solver_set_validation(solver, held_out));
    check_ok(coppice_solver_fit(solver, data, &boosted));
    coppice_solver_free(solver);
    solver = solver_of_method("kernel-alignment", "classifier=knn");
    check_ok(coppice_solver_set_validation(solver, held_out));
    check_ok(coppice_solver_fit(solver, data, &rival));
    const double ours = quantity_of(boosted, "alignment");
    const double ours_on_test = quantity_of(boosted, "validation_alignment");
    assert_true(ours >= 0.851 && ours_on_test >= 0.803);
    assert_true(ours > quantity_of(rival, "alignment"));
    assert_true(ours_on_test > quantity_of(rival, "validation_alignment"));
    assert_true(criterion_on(boosted, held_out, "error") == 0);
    coppice_solver_free(solver);
    coppice_model_free(boosted);
    coppice_model_free(rival);
    coppice_dataset_free(data);
    coppice_dataset_free(held_out);
    sample_free(train);
    sample_free(test);
  }
}

/* The map and the decision values on `of` are the same, bit for bit or nearly. */
static void check_same_map(const coppice_model* a, const coppice_model* b, const sample* of,
                           double tolerance) {
  assert_int_equal(learners_of(a), learners_of(b));
  for (int k = 0; k < 2; ++k) {
    const coppice_output output = k == 0 ? COPPICE_MAP : COPPICE_DECISION;
    int64_t width = 0;
    check_ok(coppice_model_output_width(a, output, &width));
    double *one = predictions_of(a, output, of->t), *other = predictions_of(b, output, of->t);
    for (int64_t i = 0; i < of->t->rows * width; ++i)
      if (tolerance == 0)
        assert_true(one[i] == other[i]);
      else
        check_close(one[i], other[i], tolerance);
    free(one);
    free(other);
  }
}

static void models_are_the_same_on_every_number_of_threads(void** state) {
  (void)state;
  sample train = centres(3, 500, 24, 0.6, 5, 6);
  static const char* const options[][2] = {
      {"learners=30", "learners=30 threads=3"},
      {"learners=9 classifier=knn", "learners=9 classifier=knn threads=4"}};
  for (int k = 0; k < 2; ++k) {
    coppice_model* serial = boost(&train, 4, options[k][0], &train, NULL);
    coppice_model* parallel = boost(&train, 4, options[k][1], &train, NULL);
    check_same_map(serial, parallel, &train, 0);
    coppice_model_free(serial);
    coppice_model_free(parallel);
  }
  sample_free(train);
}

/* A row of weight k is k rows. */
static void a_row_weighs_as_so_many(void** state) {
  (void)state;
  sample train = centres(3, 15, 9, 0.5, 11, 12);
  table* copies = table_weigh_as_copies(train.t);
  sample repeated = sample_of(copies, 3);
  for (int64_t i = 0, next = 0; i < train.t->rows; ++i)
    for (int64_t k = 0; k < i % 3 + 1; ++k) repeated.classes[next++] = train.classes[i];
  for (int k = 0; k < 2; ++k) {
    const char* options =
        k == 0 ? "learners=10 tolerance=1e-10" : "learners=4 classifier=knn neighbours=1";
    coppice_model* weighted = boost(&train, 3, options, NULL, NULL);
    coppice_model* plain = boost(&repeated, 3, options, NULL, NULL);
    check_same_map(weighted, plain, &train, 1e-3);
    check_close(quantity_of(weighted, "alignment"), quantity_of(plain, "alignment"), 1e-6);
    coppice_model_free(weighted);
    coppice_model_free(plain);
  }
  sample_free(train);
  sample_free(repeated);
}

/* Votes of the nearest rows of the training set, whose classes are counted here. */
static void neighbours_vote(void** state) {
  (void)state;
  sample train = centres(3, 25, 6, 0.6, 13, 14);
  sample test = centres(3, 10, 6, 0.6, 13, 15);
  for (int64_t k = 1; k <= 7; k += 3) {
    char options[64];
    snprintf(options, sizeof options, "learners=6 classifier=knn neighbours=%d", (int)k);
    coppice_model* model = boost(&train, 2, options, NULL, NULL);
    const int64_t width = learners_of(model);
    double *rows = predictions_of(model, COPPICE_MAP, train.t),
           *queries = predictions_of(model, COPPICE_MAP, test.t), *f = decisions_of(model, test.t);
    for (int64_t i = 0; i < test.t->rows; ++i) {
      double distance[75], votes[3] = {0, 0, 0};
      for (int64_t j = 0; j < 75; ++j) {
        distance[j] = 0;
        for (int64_t d = 0; d < width; ++d)
          distance[j] += pow(queries[i * width + d] - rows[j * width + d], 2);
      }
      for (int64_t found = 0; found < k; ++found) {
        int64_t nearest = 0;
        for (int64_t j = 1; j < 75; ++j)
          if (distance[j] < distance[nearest]) nearest = j;
        votes[train.classes[nearest]] += 1.0 / (double)k;
        distance[nearest] = INFINITY;
      }
      for (int s = 0; s < 3; ++s) check_close(f[3 * i + s], 2 * votes[s] - 1, 1e-12);
    }
    free(f);
    free(queries);
    free(rows);
    coppice_model_free(model);
  }
  sample_free(train);
  sample_free(test);
}

/* Functions of learners drawn from a pool, which are not linear in the features: classes as the
 * squares of a chessboard have no linear function. */
static void any_pool_makes_functions(void** state) {
  (void)state;
  table* t = table_create(240, 2);
  uint32_t seed = 4;
  for (int64_t i = 0; i < 240; ++i) {
    for (int d = 0; d < 2; ++d) t->x[2 * i + d] = 2 * random_next(&seed) - 1;
    t->labels[i] = t->x[2 * i] * t->x[2 * i + 1] > 0 ? 1 : -1;
  }
  coppice_dataset* data = table_dataset(t);
  static const char* const pools[] = {"linear", "fourier(gamma=1)", "union(tree,linear)"};
  for (int k = 0; k < 3; ++k) {
    coppice_pool* pool = NULL;
    coppice_model *model = NULL, *loaded = NULL;
    coppice_solver* solver = solver_of_method("kernel-boost", "learners=20 terms=60");
    check_ok(coppice_pool_create(pools[k], &pool));
    check_ok(coppice_solver_set_pool(solver, pool));
    check_ok(coppice_solver_fit(solver, data, &model));
    const double error = quantity_of(model, "train_error");
    assert_true(k == 0 ? error > 0.3 : error < 0.1);
    int64_t size = 0;
    double* shares = array_of(model, "pool_weights", &size);
    assert_int_equal(size, k == 2 ? 2 : 1);
    check_close(k == 2 ? shares[0] + shares[1] : shares[0], 1, 1e-12);
    free(shares);
    char bytes[1 << 19];
    check_ok(coppice_model_save_buffer(model, "cbor", bytes, sizeof bytes, &size));
    check_ok(coppice_model_load_buffer(bytes, size, &loaded));
    for (int output = 0; output < 2; ++output) {
      const coppice_output of = output == 0 ? COPPICE_MAP : COPPICE_DECISION;
      int64_t width = 0;
      check_ok(coppice_model_output_width(model, of, &width));
      double *before = predictions_of(model, of, t), *after = predictions_of(loaded, of, t);
      assert_memory_equal(before, after, (size_t)(240 * width) * sizeof *before);
      free(before);
      free(after);
    }
    coppice_model_free(loaded);
    coppice_model_free(model);
    coppice_solver_free(solver);
    coppice_pool_free(pool);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* Three rows of class 1 for each of class 0 on the corners of a square, whose diagonals are the
 * classes: no linear function tells them apart, and none is learned. */
static void where_no_function_helps_the_larger_class_is_predicted(void** state) {
  (void)state;
  sample corners = sample_of(table_create(16, 2), 2);
  for (int64_t i = 0; i < 16; ++i) {
    corners.t->x[2 * i] = i % 2 ? 1 : -1;
    corners.t->x[2 * i + 1] = i / 2 % 2 ? 1 : -1;
    corners.classes[i] = corners.t->x[2 * i] == corners.t->x[2 * i + 1];
    corners.t->weights[i] = corners.classes[i] ? 3 : 1;
  }
  static const char* const options[] = {"", "classifier=knn"};
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = boost(&corners, 1, options[k], NULL, NULL);
    assert_int_equal(learners_of(model), 0);
    char* warnings = text_of(model, "warnings");
    assert_non_null(strstr(warnings, "no function of a view raises the alignment"));
    free(warnings);
    double* f = decisions_of(model, corners.t);
    for (int i = 0; i < 16; ++i) assert_true(f[i] == 0.5);
    free(f);
    coppice_model* loaded = NULL;
    char bytes[4096];
    int64_t size = 0;
    check_ok(coppice_model_save_buffer(model, "cbor", bytes, sizeof bytes, &size));
    check_ok(coppice_model_load_buffer(bytes, size, &loaded));
    check_same_map(model, loaded, &corners, 0);
    coppice_model_free(loaded);
    coppice_model_free(model);
  }
  sample_free(corners);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(alignments_are_those_of_explicit_matrices),
      cmocka_unit_test(betas_are_the_best),
      cmocka_unit_test(centres_become_a_regular_simplex),
      cmocka_unit_test(alignments_are_those_of_the_paper),
      cmocka_unit_test(models_are_the_same_on_every_number_of_threads),
      cmocka_unit_test(a_row_weighs_as_so_many),
      cmocka_unit_test(neighbours_vote),
      cmocka_unit_test(any_pool_makes_functions),
      cmocka_unit_test(where_no_function_helps_the_larger_class_is_predicted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
