/* What every method that learns row by row does alike, whichever methods there are: rows, sparse
 * rows and blocks are learned alike, what a model says of the next row is what the stream says of
 * it, a stream that was saved goes on as if it had never stopped, and a fit is a stream. All bit
 * for bit. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "samples.h"
#include "streams.h"

enum { ROWS = 900, FEATURES = 9, MOST_CLASSES = 3 };

typedef struct learner {
  const char* method;
  const char* options;
} learner;

/* Those that allow for more than one state are named; the others are found. */
static const learner further[] = {
    {"online", "cutoff=40 prune_below=0.2 prune_after=60 max_learners=9 rate_floor=0.1"},
    {"online", "cutoff=40 cutoff_by=error output=tanh cutoff_growth=0.1"},
    {"pegasos", "kernel=gaussian(gamma=0.05)"},
    {"pegasos", "lambda=1e-4 projection=no rate_floor=0.5"},
    {"norma", "kernel=laplacian(gamma=0.05) max_terms=77 nu=0.2"},
    {"norma", "kernel=sum(gaussian(gamma=0.1),linear) eta=0.05"},
};

/* Calls each(learner, classes) for every method and the further ones. */
static void for_each_learner(void (*each)(const learner* by, int64_t classes)) {
  int64_t methods = 0, found = 0;
  check_ok(coppice_catalogue_size(COPPICE_METHODS, &methods));
  for (int64_t m = 0; m < methods; ++m) {
    learner by = {NULL, ""};
    const char* streams = NULL;
    check_ok(coppice_catalogue_name(COPPICE_METHODS, m, &by.method));
    check_ok(coppice_catalogue_attribute(COPPICE_METHODS, m, "streams", &streams));
    assert_true(strcmp(streams, "yes") == 0 || strcmp(streams, "no") == 0);
    if (strcmp(streams, "yes") != 0) continue;
    ++found;
    each(&by, 2);
    each(&by, 3);
  }
  assert_true(found >= 3);
  for (size_t k = 0; k < sizeof further / sizeof *further; ++k) {
    each(&further[k], 2);
    each(&further[k], 3);
  }
}

/* Rows with many zeros, weights of which some are 0, classes 0 .. classes - 1. */
static sample draw_sample(int64_t classes) {
  sample of = sample_random(ROWS, FEATURES, 7, classes, 21);
  table_draw_weights(of.t, 22);
  for (int64_t i = 0; i < ROWS; ++i) {
    if (i % 11 == 3) of.t->weights[i] = 0;
    for (int64_t d = 0; d < FEATURES; ++d)
      if ((i * 7 + d * 5) % 3 == 0) of.t->x[i * FEATURES + d] = 0;
  }
  return of;
}

static coppice_solver* begin(const learner* by, int64_t classes) {
  return stream_of_method(by->method, by->options, classes, FEATURES);
}

static void learn_rows(coppice_solver* stream, const sample* of, int64_t first, int64_t last,
                       double* out) {
  const int64_t scores = of->K == 2 ? 1 : of->K;
  for (int64_t i = first; i < last; ++i)
    check_ok(coppice_solver_learn_row(stream, of->t->x + i * FEATURES, FEATURES, of->classes[i],
                                      of->t->weights[i], out == NULL ? NULL : out + i * scores,
                                      out == NULL ? 0 : scores));
}

static coppice_dataset* sparse_dataset(const sample* of) {
  int64_t indptr[ROWS + 1] = {0}, entries = 0;
  int32_t* indices = malloc(ROWS * FEATURES * sizeof *indices);
  double* values = malloc(ROWS * FEATURES * sizeof *values);
  double labels[ROWS];
  coppice_dataset* data = NULL;
  assert_non_null(indices);
  assert_non_null(values);
  for (int64_t i = 0; i < ROWS; ++i) {
    for (int32_t d = 0; d < FEATURES; ++d) {
      if (of->t->x[i * FEATURES + d] == 0) continue;
      indices[entries] = d;
      values[entries++] = of->t->x[i * FEATURES + d];
    }
    indptr[i + 1] = entries;
    labels[i] = (double)of->classes[i];
  }
  check_ok(coppice_dataset_create_csr(indptr, ROWS + 1, indices, values, entries, FEATURES, &data));
  check_ok(coppice_dataset_set_labels(data, labels, ROWS));
  check_ok(coppice_dataset_set_weights(data, of->t->weights, ROWS));
  free(indices);
  free(values);
  return data;
}

/* A dense dataset whose labels are those declared. */
static coppice_dataset* dense_dataset(const sample* of) {
  double labels[ROWS];
  coppice_dataset* data = NULL;
  check_ok(
      coppice_dataset_create_dense(of->t->x, ROWS * FEATURES, ROWS, FEATURES, FEATURES, 1, &data));
  for (int64_t i = 0; i < ROWS; ++i) labels[i] = (double)of->classes[i];
  check_ok(coppice_dataset_set_labels(data, labels, ROWS));
  check_ok(coppice_dataset_set_weights(data, of->t->weights, ROWS));
  return data;
}

static void rows_and_blocks(const learner* by, int64_t classes) {
  const int64_t scores = classes == 2 ? 1 : classes;
  sample of = draw_sample(classes);
  coppice_solver* rows = begin(by, classes);
  coppice_solver* sparse = begin(by, classes);
  double *expected = calloc(ROWS * MOST_CLASSES, sizeof *expected),
         *got = calloc(ROWS * MOST_CLASSES, sizeof *got);
  assert_non_null(expected);
  assert_non_null(got);
  learn_rows(rows, &of, 0, ROWS, expected);
  for (int64_t i = 0; i < ROWS; ++i) {
    int32_t indices[FEATURES];
    double values[FEATURES];
    int64_t entries = 0;
    for (int32_t d = 0; d < FEATURES; ++d) {
      /* A zero may be listed. */
      if (of.t->x[i * FEATURES + d] == 0 && (i + d) % 4 != 0) continue;
      indices[entries] = d;
      values[entries++] = of.t->x[i * FEATURES + d];
    }
    check_ok(coppice_solver_learn_sparse_row(sparse, indices, values, entries, of.classes[i],
                                             of.t->weights[i], got + i * scores, scores));
  }
  assert_memory_equal(expected, got, (size_t)(ROWS * scores) * sizeof *got);
  check_same_stream(rows, sparse);
  coppice_solver_free(sparse);

  coppice_dataset* blocks[] = {dense_dataset(&of), sparse_dataset(&of)};
  for (int k = 0; k < 2; ++k) {
    coppice_solver* block = begin(by, classes);
    memset(got, 0, ROWS * MOST_CLASSES * sizeof *got);
    check_ok(coppice_solver_learn(block, blocks[k], got, ROWS * scores));
    assert_memory_equal(expected, got, (size_t)(ROWS * scores) * sizeof *got);
    check_same_stream(rows, block);
    coppice_solver_free(block);
    coppice_dataset_free(blocks[k]);
  }
  free(expected);
  free(got);
  coppice_solver_free(rows);
  sample_free(of);
}

static void snapshots_say_what_streams_say(const learner* by, int64_t classes) {
  const int64_t scores = classes == 2 ? 1 : classes;
  sample of = draw_sample(classes);
  coppice_solver* stream = begin(by, classes);
  int64_t learned = 0;
  double wrong = 0, weights = 0;
  coppice_model* model = snapshot_of(stream);
  assert_int_equal(count_of(model, "rows"), 0);
  for (int64_t i = 0; i < ROWS; ++i) {
    double said[MOST_CLASSES], decided = -1, expected[MOST_CLASSES];
    const double* x = of.t->x + i * FEATURES;
    if (i % 50 < 3) {
      coppice_model_free(model);
      model = snapshot_of(stream);
      assert_int_equal(count_of(model, "rows"), learned);
    }
    check_ok(coppice_model_predict_row(model, COPPICE_DECISION, x, FEATURES, expected, scores));
    check_ok(coppice_model_predict_row(model, COPPICE_CLASS, x, FEATURES, &decided, 1));
    check_ok(coppice_solver_learn_row(stream, x, FEATURES, of.classes[i], of.t->weights[i], said,
                                      scores));
    learned += of.t->weights[i] > 0;
    weights += of.t->weights[i];
    if (i % 50 < 3)
      for (int64_t s = 0; s < scores; ++s) check_close(said[s], expected[s], 1e-12);
    int64_t best = 0;
    for (int64_t s = 1; s < scores; ++s)
      if (said[s] > said[best]) best = s;
    if (scores == 1) best = said[0] >= 0;
    if (best != of.classes[i]) wrong += of.t->weights[i];
  }
  coppice_model_free(model);
  check_close(stream_error(stream), wrong / weights, 1e-12);
  assert_int_equal(stream_count(stream, "stream.rows"), learned);
  assert_int_equal(stream_count(stream, "stream.features"), FEATURES);
  assert_int_equal(stream_count(stream, "stream.scores"), scores);
  model = snapshot_of(stream);
  check_close(quantity_of(model, "prequential_error"), wrong / weights, 1e-12);
  assert_true(isnan(quantity_of(model, "train_error")));
  check_text(model, "method", by->method);
  char* name = NULL;
  int64_t needed = 0;
  assert_int_equal(coppice_model_class_name(model, classes - 1, NULL, 0, &needed),
                   COPPICE_BUFFER_TOO_SMALL);
  name = malloc((size_t)needed);
  check_ok(coppice_model_class_name(model, classes - 1, name, needed, NULL));
  assert_string_equal(name, classes == 2 ? "1" : "2");
  free(name);
  for (int k = 0; k < 2; ++k) { /* a snapshot is a model like others */
    const char* format = k == 0 ? "json" : "cbor";
    coppice_model* loaded = NULL;
    int64_t size = 0;
    assert_int_equal(coppice_model_save_buffer(model, format, NULL, 0, &size),
                     COPPICE_BUFFER_TOO_SMALL);
    void* bytes = malloc((size_t)size);
    check_ok(coppice_model_save_buffer(model, format, bytes, size, NULL));
    check_ok(coppice_model_load_buffer(bytes, size, &loaded));
    double *a = decisions_of(model, of.t), *b = decisions_of(loaded, of.t);
    assert_memory_equal(a, b, (size_t)(ROWS * scores) * sizeof *a);
    check_close(quantity_of(loaded, "prequential_error"), wrong / weights, 0);
    free(a);
    free(b);
    free(bytes);
    coppice_model_free(loaded);
  }
  coppice_model_free(model);
  coppice_solver_free(stream);
  sample_free(of);
}

static void saved_streams_go_on(const learner* by, int64_t classes) {
  static const char* const paths[] = {"stream.json", "stream.cbor"};
  const int64_t scores = classes == 2 ? 1 : classes;
  static const int64_t stops[] = {0, 1, 39, 40, 500, 701, ROWS};
  sample of = draw_sample(classes);
  coppice_solver* whole = begin(by, classes);
  coppice_solver* parts = begin(by, classes);
  double *expected = calloc(ROWS * MOST_CLASSES, sizeof *expected),
         *got = calloc(ROWS * MOST_CLASSES, sizeof *got);
  learn_rows(whole, &of, 0, ROWS, expected);
  for (size_t k = 0; k + 1 < sizeof stops / sizeof *stops; ++k) {
    const char* path = paths[k % 2];
    coppice_solver* again = NULL;
    learn_rows(parts, &of, stops[k], stops[k + 1], got);
    check_ok(coppice_solver_save(parts, path));
    check_ok(coppice_solver_load(path, &again));
    check_same_stream(parts, again);
    check_close(stream_error(again), stream_error(parts), 0);
    coppice_solver_free(parts);
    parts = again;
    remove(path);
  }
  assert_memory_equal(expected, got, (size_t)(ROWS * scores) * sizeof *got);
  check_same_stream(whole, parts);
  coppice_model *a = snapshot_of(whole), *b = snapshot_of(parts);
  double *f = decisions_of(a, of.t), *g = decisions_of(b, of.t);
  assert_memory_equal(f, g, (size_t)(ROWS * scores) * sizeof *f);
  free(f);
  free(g);
  free(expected);
  free(got);
  coppice_model_free(a);
  coppice_model_free(b);
  coppice_solver_free(whole);
  coppice_solver_free(parts);
  sample_free(of);
}

/* Passes over the rows, whose weights may be 0. */
static void fits_are_streams(const learner* by, int64_t classes) {
  const int64_t scores = classes == 2 ? 1 : classes;
  sample of = draw_sample(classes);
  coppice_dataset* data = dense_dataset(&of);
  coppice_solver* stream = begin(by, classes);
  for (int64_t passes = 1; passes <= 3; ++passes) {
    coppice_model *fitted = NULL, *snapshot = NULL;
    coppice_solver* solver = solver_of_method(by->method, by->options);
    check_ok(coppice_solver_set_int(solver, "iterations", passes));
    check_ok(coppice_solver_fit(solver, data, &fitted));
    learn_rows(stream, &of, 0, ROWS, NULL);
    snapshot = snapshot_of(stream);
    double *f = decisions_of(fitted, of.t), *g = decisions_of(snapshot, of.t);
    assert_memory_equal(f, g, (size_t)(ROWS * scores) * sizeof *f);
    int64_t points = 0;
    double* errors = array_of(fitted, "curve.train_error", &points);
    assert_int_equal(points, passes);
    check_close(errors[points - 1], criterion_on(fitted, data, "error"), 1e-12);
    check_close(quantity_of(fitted, "train_error"), errors[points - 1], 0);
    check_close(quantity_of(fitted, "prequential_error"), stream_error(stream), 1e-12);
    assert_int_equal(count_of(fitted, "iterations"), passes);
    assert_true(count_of(fitted, "rows") < ROWS);
    check_text(fitted, "stop_reason", "iterations");
    free(errors);
    free(f);
    free(g);
    coppice_model_free(fitted);
    coppice_model_free(snapshot);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(data);
  coppice_solver_free(stream);
  sample_free(of);
}

/* Drawn orders depend on the seed and on nothing else; the best pass on rows held out is kept. */
static void fits_draw_and_watch(const learner* by, int64_t classes) {
  sample of = draw_sample(classes);
  coppice_dataset *data = dense_dataset(&of), *train = NULL, *held_out = NULL;
  coppice_model* models[3] = {NULL};
  check_ok(coppice_dataset_split(data, 0.6, 2, &train, &held_out));
  for (int k = 0; k < 3; ++k) {
    coppice_solver* solver = solver_of_method(by->method, by->options);
    check_ok(coppice_solver_set_string(solver, "order", "random"));
    check_ok(coppice_solver_set_int(solver, "seed", k == 2 ? 8 : 7));
    check_ok(coppice_solver_set_int(solver, "iterations", 4));
    check_ok(coppice_solver_set_validation(solver, held_out));
    check_ok(coppice_solver_fit(solver, train, &models[k]));
    coppice_solver_free(solver);
  }
  const size_t size = (size_t)ROWS * (size_t)(classes == 2 ? 1 : classes) * sizeof(double);
  double *f = decisions_of(models[0], of.t), *g = decisions_of(models[1], of.t),
         *h = decisions_of(models[2], of.t);
  assert_memory_equal(f, g, size);
  assert_memory_not_equal(f, h, size);
  int64_t points = 0;
  double* watched = array_of(models[0], "curve.validation_criterion", &points);
  const int64_t best = count_of(models[0], "best_iteration");
  assert_int_equal(points, 4);
  assert_in_range(best, 1, 4);
  for (int64_t p = 0; p < points; ++p) {
    if (p < best - 1) assert_true(watched[p] > watched[best - 1]);
    assert_true(watched[p] >= watched[best - 1]);
  }
  check_close(watched[best - 1], criterion_on(models[0], held_out, "error"), 1e-12);
  free(watched);
  free(f);
  free(g);
  free(h);
  for (int k = 0; k < 3; ++k) coppice_model_free(models[k]);
  coppice_dataset_free(data);
  coppice_dataset_free(train);
  coppice_dataset_free(held_out);
  sample_free(of);
}

static void rows_and_blocks_alike(void** state) {
  (void)state;
  for_each_learner(rows_and_blocks);
}

static void snapshots(void** state) {
  (void)state;
  for_each_learner(snapshots_say_what_streams_say);
}

static void saved_streams(void** state) {
  (void)state;
  for_each_learner(saved_streams_go_on);
}

static void fits(void** state) {
  (void)state;
  for_each_learner(fits_are_streams);
  for_each_learner(fits_draw_and_watch);
}

/* Classes by name; the label of a block is found by its text. */
static void named_classes(void** state) {
  (void)state;
  static const char* const classes[] = {"never", "often", "seldom"};
  static const char* const labels[] = {"seldom", "never", "seldom"};
  static const double x[] = {1, 2, 3, 4, 5, 6};
  coppice_solver* stream = solver_of_method("pegasos", "");
  coppice_dataset* block = NULL;
  double decisions[9];
  char name[16];
  check_ok(coppice_solver_set_class_names(stream, classes, 3));
  check_ok(coppice_solver_begin(stream, 2));
  check_ok(coppice_dataset_create_dense(x, 6, 3, 2, 2, 1, &block));
  check_ok(coppice_dataset_set_label_names(block, labels, 3));
  check_ok(coppice_solver_learn(stream, block, decisions, 9));
  coppice_model* model = snapshot_of(stream);
  double decided = -1;
  check_ok(coppice_model_predict_row(model, COPPICE_CLASS, x + 4, 2, &decided, 1));
  assert_true(decided == 2);
  check_ok(coppice_model_class_name(model, 2, name, sizeof name, NULL));
  assert_string_equal(name, "seldom");
  coppice_model_free(model);
  coppice_dataset_free(block);
  coppice_solver_free(stream);
}

/* As many features as a row of text does not tell: svmlight lines that end early are padded. */
static void open_blocks(void** state) {
  (void)state;
  static const char text[] = "1 1:2\n0 3:1\n";
  coppice_solver* stream = stream_of_method("pegasos", "", 2, 5);
  coppice_dataset* block = NULL;
  check_ok(coppice_dataset_parse_svmlight(text, (int64_t)strlen(text), 0, &block));
  check_ok(coppice_solver_learn(stream, block, NULL, 0));
  assert_int_equal(stream_count(stream, "stream.rows"), 2);
  coppice_dataset_free(block);
  coppice_solver_free(stream);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_and_blocks_alike), cmocka_unit_test(snapshots),
      cmocka_unit_test(saved_streams),         cmocka_unit_test(fits),
      cmocka_unit_test(named_classes),         cmocka_unit_test(open_blocks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
