/* What a stream refuses, by a message that names it, and stays as it was: rows, labels and blocks;
 * calls that come too early or too late; options and kernels that do not go together; files that
 * are not saved streams. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "streams.h"

enum { FEATURES = 4 };

typedef struct learner {
  const char* method;
  const char* options;
} learner;

static const learner learners[] = {{"online", "cutoff=5"},
                                   {"pegasos", ""},
                                   {"pegasos", "kernel=gaussian(gamma=0.5)"},
                                   {"norma", ""},
                                   {"norma", "kernel=gaussian(gamma=0.5) max_terms=8"}};
enum { LEARNERS = sizeof learners / sizeof *learners };

static coppice_solver* begun(const learner* by) {
  coppice_solver* stream = stream_of_method(by->method, by->options, 3, FEATURES);
  uint64_t state = 4;
  for (int i = 0; i < 23; ++i) {
    double x[FEATURES];
    for (int d = 0; d < FEATURES; ++d) x[d] = draw_normal(&state);
    check_ok(coppice_solver_learn_row(stream, x, FEATURES, i % 3, 1, NULL, 0));
  }
  return stream;
}

static void check_row(coppice_solver* stream, const double* x, int64_t length, int64_t label,
                      double weight, coppice_status status, const char* fragments) {
  double out[3] = {7, 7, 7};
  check_error(coppice_solver_learn_row(stream, x, length, label, weight, out, 3), status,
              fragments);
  for (int s = 0; s < 3; ++s) assert_true(out[s] == 7);
}

static void check_sparse(coppice_solver* stream, const int32_t* indices, const double* values,
                         int64_t entries, coppice_status status, const char* fragments) {
  double out[3] = {7, 7, 7};
  check_error(coppice_solver_learn_sparse_row(stream, indices, values, entries, 0, 1, out, 3),
              status, fragments);
  assert_true(out[0] == 7);
}

static void bad_rows(void** state) {
  (void)state;
  static const double good[] = {1, 2, 3, 4}, missing[] = {1, 2, NAN, 4},
                      infinite[] = {1, -INFINITY, 3, 4}, long_row[] = {1, 2e50, 3, 4};
  static const int32_t there[] = {0, 3}, beyond[] = {0, 4}, before[] = {-1, 2}, twice[] = {2, 2},
                       descending[] = {3, 1};
  for (int k = 0; k < LEARNERS; ++k) {
    coppice_solver* stream = begun(&learners[k]);
    coppice_solver* untouched = begun(&learners[k]);
    double out[3] = {7, 7, 7};
    check_row(stream, good, 3, 0, 1, COPPICE_INVALID_DATA, "has 3 features|begun with 4");
    check_row(stream, good, 0, 0, 1, COPPICE_INVALID_DATA, "has 0 features|begun with 4");
    check_row(stream, good, -1, 0, 1, COPPICE_INVALID_ARGUMENT, "-1");
    check_row(stream, NULL, 4, 0, 1, COPPICE_INVALID_ARGUMENT, "x is NULL");
    check_row(stream, missing, 4, 0, 1, COPPICE_INVALID_DATA,
              "x[row 0, feature 2] is nan|missing values");
    check_row(stream, infinite, 4, 0, 1, COPPICE_INVALID_DATA, "x[row 0, feature 1] is -inf");
    check_row(stream, long_row, 4, 0, 1, COPPICE_INVALID_DATA,
              "squares of row 0 sum up to 4.|1e+100 at most");
    check_row(stream, good, 4, -1, 1, COPPICE_INVALID_DATA, "label of row 0 is -1|0 to 2");
    check_row(stream, good, 4, 3, 1, COPPICE_INVALID_DATA, "label of row 0 is 3|0 to 2");
    check_row(stream, good, 4, INT64_MIN, 1, COPPICE_INVALID_DATA, "label of row 0");
    check_row(stream, good, 4, 0, -1, COPPICE_INVALID_DATA, "weights[row 0] is -1");
    check_row(stream, good, 4, 0, NAN, COPPICE_INVALID_DATA, "weights[row 0] is nan");
    check_row(stream, good, 4, 0, 1e51, COPPICE_INVALID_DATA, "weights[row 0] is 1e+51");
    check_row(stream, missing, 4, 0, 0, COPPICE_INVALID_DATA, "feature 2");
    check_error(coppice_solver_learn_row(stream, good, 4, 0, 1, out, 2), COPPICE_BUFFER_TOO_SMALL,
                "2|3");
    check_error(coppice_solver_learn_row(stream, good, 4, 0, 1, NULL, 3), COPPICE_INVALID_ARGUMENT,
                "out");
    check_error(coppice_solver_learn_row(stream, good, 4, 0, 1, out, -1), COPPICE_INVALID_ARGUMENT,
                "capacity");
    check_sparse(stream, beyond, good, 2, COPPICE_INVALID_DATA, "indices[1]|is 4|0 to 3");
    check_sparse(stream, before, good, 2, COPPICE_INVALID_DATA, "indices[0]|is -1|0 to 3");
    check_sparse(stream, twice, good, 2, COPPICE_INVALID_DATA, "indices[1]|is 2 after 2");
    check_sparse(stream, descending, good, 2, COPPICE_INVALID_DATA, "indices[1]|is 1 after 3");
    check_sparse(stream, there, missing + 1, 2, COPPICE_INVALID_DATA, "feature 3] is nan");
    check_sparse(stream, NULL, good, 2, COPPICE_INVALID_ARGUMENT, "indices is NULL");
    check_sparse(stream, there, NULL, 2, COPPICE_INVALID_ARGUMENT, "values is NULL");
    check_sparse(stream, there, good, -1, COPPICE_INVALID_ARGUMENT, "-1");
    check_same_stream(stream, untouched);
    /* A row without values is a row of zeros. */
    static const double zeros[FEATURES] = {0};
    check_ok(coppice_solver_learn_sparse_row(stream, NULL, NULL, 0, 1, 1, out, 3));
    check_ok(coppice_solver_learn_row(untouched, zeros, FEATURES, 1, 1, NULL, 0));
    check_same_stream(stream, untouched);
    coppice_solver_free(stream);
    coppice_solver_free(untouched);
  }
}

/* Numbers as large and as small as are taken leave a stream that goes on. */
static void extreme_rows(void** state) {
  (void)state;
  static const double large[] = {4.9e49, -4.9e49, 4.9e49, 4.9e49},
                      small[] = {1e-300, 0, -1e-320, 5e-324}, usual[] = {1, -2, 0.5, 0};
  for (int k = 0; k < LEARNERS; ++k) {
    coppice_solver* stream = begun(&learners[k]);
    for (int i = 0; i < 60; ++i) {
      const double* x = i % 3 == 0 ? large : i % 3 == 1 ? small : usual;
      double out[3];
      check_ok(coppice_solver_learn_row(stream, x, FEATURES, (i / 2) % 3, i % 5 == 0 ? 1e50 : 1e-50,
                                        out, 3));
      for (int s = 0; s < 3; ++s) assert_true(isfinite(out[s]));
    }
    coppice_model* model = snapshot_of(stream);
    double f[3];
    check_ok(coppice_model_predict_row(model, COPPICE_DECISION, usual, FEATURES, f, 3));
    for (int s = 0; s < 3; ++s) assert_true(isfinite(f[s]));
    coppice_model_free(model);
    coppice_solver_free(stream);
  }
}

static coppice_dataset* block_of(const double* x, int64_t rows, int64_t features,
                                 const double* labels) {
  coppice_dataset* block = NULL;
  check_ok(coppice_dataset_create_dense(x, rows * features, rows, features, features, 1, &block));
  if (labels != NULL) check_ok(coppice_dataset_set_labels(block, labels, rows));
  return block;
}

/* The rows before a bad one are learned, the others are not touched. */
static void bad_blocks(void** state) {
  (void)state;
  double x[6 * FEATURES], labels[] = {0, 2, 1, 0, 1, 2};
  uint64_t numbers = 8;
  for (int k = 0; k < 6 * FEATURES; ++k) x[k] = draw_normal(&numbers);
  for (int k = 0; k < LEARNERS; ++k)
    for (int wrong = 0; wrong < 3; ++wrong) {
      coppice_solver* stream = begun(&learners[k]);
      coppice_solver* rows = begun(&learners[k]);
      double out[18], expected[18];
      for (int i = 0; i < 18; ++i) out[i] = expected[i] = 7;
      const double value = x[3 * FEATURES + 1], label = labels[3];
      if (wrong == 0) x[3 * FEATURES + 1] = NAN;
      if (wrong == 1) x[3 * FEATURES + 1] = 1e51;
      if (wrong == 2) labels[3] = 3;
      coppice_dataset* block = block_of(x, 6, FEATURES, labels);
      check_error(coppice_solver_learn(stream, block, out, 18), COPPICE_INVALID_DATA,
                  wrong == 0   ? "x[row 3, feature 1] is nan"
                  : wrong == 1 ? "squares of row 3"
                               : "label of row 3 is \"3\"|declared");
      for (int i = 0; i < 3; ++i)
        check_ok(coppice_solver_learn_row(rows, x + i * FEATURES, FEATURES, (int64_t)labels[i], 1,
                                          expected + 3 * i, 3));
      assert_memory_equal(out, expected, sizeof out);
      check_same_stream(stream, rows);
      assert_int_equal(stream_count(stream, "stream.rows"), 26);
      x[3 * FEATURES + 1] = value;
      labels[3] = label;
      coppice_dataset_free(block);
      coppice_solver_free(stream);
      coppice_solver_free(rows);
    }

  static const char* const levels[] = {"a", "b"};
  static const double codes[2 * FEATURES] = {0, 1, 1, 0, 1, 0, 0, 0};
  double out[18];
  coppice_solver *stream = begun(&learners[0]), *untouched = begun(&learners[0]);
  coppice_dataset *narrow = block_of(x, 6, 3, labels), *unlabelled = block_of(x, 6, FEATURES, NULL),
                  *good = block_of(x, 6, FEATURES, labels),
                  *categories = block_of(codes, 2, FEATURES, labels);
  check_ok(coppice_dataset_set_levels(categories, 2, levels, 2));
  check_error(coppice_solver_learn(stream, narrow, out, 18), COPPICE_INVALID_DATA,
              "block has 3 features|begun with 4");
  check_error(coppice_solver_learn(stream, unlabelled, out, 18), COPPICE_INVALID_STATE, "labels");
  check_error(coppice_solver_learn(stream, categories, out, 18), COPPICE_INVALID_DATA,
              "feature 2|category");
  check_error(coppice_solver_learn(stream, good, out, 17), COPPICE_BUFFER_TOO_SMALL, "17|18");
  check_error(coppice_solver_learn(stream, NULL, out, 18), COPPICE_INVALID_HANDLE, "block");
  check_error(coppice_solver_learn(NULL, good, out, 18), COPPICE_INVALID_HANDLE, "solver");
  check_same_stream(stream, untouched);
  coppice_dataset_free(narrow);
  coppice_dataset_free(unlabelled);
  coppice_dataset_free(categories);
  coppice_dataset_free(good);
  coppice_solver_free(stream);
  coppice_solver_free(untouched);
}

static void too_early_and_too_late(void** state) {
  (void)state;
  static const double x[] = {1, 2, 3, 4}, labels[] = {0, 1, 2};
  static const char* const names[] = {"a", "b"};
  coppice_solver* solver = solver_of_method("online", "");
  coppice_model* model = NULL;
  coppice_pool* pool = NULL;
  int64_t count = -1, size = -1;
  double error = -1;
  check_error(coppice_solver_learn_row(solver, x, 4, 0, 1, NULL, 0), COPPICE_INVALID_STATE,
              "begun no stream|coppice_solver_begin");
  check_error(coppice_solver_snapshot(solver, &model), COPPICE_INVALID_STATE, "begun no stream");
  check_error(coppice_solver_save(solver, "stream.cbor"), COPPICE_INVALID_STATE, "begun no stream");
  check_error(coppice_solver_save_buffer(solver, "cbor", NULL, 0, &size), COPPICE_INVALID_STATE,
              "begun no stream");
  check_error(coppice_solver_get_int(solver, "stream.rows", &count), COPPICE_INVALID_STATE,
              "begun no stream");
  check_error(coppice_solver_begin(solver, 4), COPPICE_INVALID_STATE,
              "classes|coppice_solver_set_classes");
  check_ok(coppice_solver_set_classes(solver, labels, 3));
  check_error(coppice_solver_begin(solver, 0), COPPICE_INVALID_ARGUMENT, "features is 0");
  check_error(coppice_solver_begin(solver, -3), COPPICE_INVALID_ARGUMENT, "features is -3");
  check_error(coppice_solver_begin(solver, (1 << 25) + 1), COPPICE_INVALID_ARGUMENT,
              "features is 33554433");
  check_ok(coppice_solver_begin(solver, 4));
  check_ok(coppice_solver_get_double(solver, "stream.prequential_error", &error));
  assert_true(isnan(error));
  check_error(coppice_solver_get_int(solver, "stream.row", &count), COPPICE_UNKNOWN_NAME,
              "stream.rows");
  check_error(coppice_solver_get_double(solver, "stream.rows", &error), COPPICE_UNKNOWN_NAME,
              "stream.prequential_error");

  coppice_dataset* data = block_of(x, 4, 1, x);
  static const char fixed[] = "begun a stream|settings";
  check_error(coppice_solver_begin(solver, 4), COPPICE_INVALID_STATE, fixed);
  check_error(coppice_solver_set_classes(solver, labels, 3), COPPICE_INVALID_STATE, fixed);
  check_error(coppice_solver_set_class_names(solver, names, 2), COPPICE_INVALID_STATE, fixed);
  check_error(coppice_solver_set_double(solver, "lambda1", 1), COPPICE_INVALID_STATE, fixed);
  check_error(coppice_solver_set_int(solver, "cutoff", 1), COPPICE_INVALID_STATE, fixed);
  check_error(coppice_solver_set_string(solver, "output", "tanh"), COPPICE_INVALID_STATE, fixed);
  check_error(coppice_solver_set_validation(solver, data), COPPICE_INVALID_STATE, fixed);
  check_error(coppice_solver_set_grid(solver, "lambda1", "1,2"), COPPICE_INVALID_STATE, fixed);
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_STATE, fixed);
  check_error(coppice_solver_cross_validate(solver, data, 2, NULL), COPPICE_INVALID_STATE, fixed);
  check_ok(coppice_pool_create("stump", &pool));
  check_error(coppice_solver_set_pool(solver, pool), COPPICE_INVALID_STATE, fixed);
  assert_null(model);
  coppice_pool_free(pool);
  coppice_dataset_free(data);
  coppice_solver_free(solver);
}

static void bad_classes(void** state) {
  (void)state;
  static const double good[] = {0, 1}, same[] = {0, 0}, falling[] = {0, 2, 1}, not_one[] = {0, NAN},
                      infinite[] = {0, INFINITY};
  static const char *const falling_names[] = {"b", "a"}, *const none[] = {"a", NULL},
                           *const not_text[] = {"a", "\xff"}, *const same_names[] = {"a", "b", "b"};
  coppice_solver* solver = solver_of_method("pegasos", "");
  check_error(coppice_solver_set_classes(solver, good, 1), COPPICE_INVALID_ARGUMENT,
              "length is 1|two classes");
  check_error(coppice_solver_set_classes(solver, good, -1), COPPICE_INVALID_ARGUMENT, "length");
  check_error(coppice_solver_set_classes(solver, NULL, 2), COPPICE_INVALID_ARGUMENT, "labels");
  check_error(coppice_solver_set_classes(solver, same, 2), COPPICE_INVALID_ARGUMENT,
              "labels[1] is 0 after 0|ascending");
  check_error(coppice_solver_set_classes(solver, falling, 3), COPPICE_INVALID_ARGUMENT,
              "labels[2] is 1 after 2|ascending");
  check_error(coppice_solver_set_classes(solver, not_one, 2), COPPICE_INVALID_ARGUMENT,
              "labels[1] is nan");
  check_error(coppice_solver_set_classes(solver, infinite, 2), COPPICE_INVALID_ARGUMENT,
              "labels[1] is inf");
  check_error(coppice_solver_set_class_names(solver, falling_names, 2), COPPICE_INVALID_ARGUMENT,
              "labels[1] is \"a\" after \"b\"|ascending");
  check_error(coppice_solver_set_class_names(solver, same_names, 3), COPPICE_INVALID_ARGUMENT,
              "labels[2] is \"b\" after \"b\"");
  check_error(coppice_solver_set_class_names(solver, none, 2), COPPICE_INVALID_DATA,
              "labels[1] is NULL");
  check_error(coppice_solver_set_class_names(solver, not_text, 2), COPPICE_INVALID_DATA,
              "labels[1]|UTF-8");
  check_error(coppice_solver_set_class_names(solver, NULL, 2), COPPICE_INVALID_ARGUMENT, "labels");
  check_error(coppice_solver_begin(solver, 2), COPPICE_INVALID_STATE, "classes"); /* none was set */
  coppice_solver_free(solver);
}

static void check_not_begun(const char* method, const char* options, coppice_status status,
                            const char* fragments) {
  static const double classes[] = {0, 1};
  coppice_solver* solver = solver_of_method(method, options);
  check_ok(coppice_solver_set_classes(solver, classes, 2));
  check_error(coppice_solver_begin(solver, 2), status, fragments);
  /* Nothing has begun, and options can be mended. */
  check_ok(coppice_solver_set_classes(solver, classes, 2));
  coppice_solver_free(solver);
}

static void bad_options(void** state) {
  (void)state;
  check_not_begun("cgens", "", COPPICE_UNAVAILABLE, "method cgens|whole datasets");
  check_not_begun("svm", "", COPPICE_UNAVAILABLE, "method svm|whole datasets");
  check_not_begun("pegasos", "kernel=stump", COPPICE_UNAVAILABLE, "kernel stump|row by row");
  check_not_begun("pegasos", "kernel=precomputed", COPPICE_UNAVAILABLE, "kernel precomputed");
  check_not_begun("norma", "kernel=sum(linear,perceptron)", COPPICE_UNAVAILABLE,
                  "kernel perceptron");
  check_not_begun("norma", "kernel=gaussian", COPPICE_UNAVAILABLE,
                  "kernel gaussian|gamma=0|gaussian(gamma=0.1)");
  check_not_begun("pegasos", "kernel=product(linear,laplacian)", COPPICE_UNAVAILABLE,
                  "kernel laplacian|gamma=0");
  check_not_begun("pegasos", "kernel=linear@low", COPPICE_UNKNOWN_NAME, "low");
  check_not_begun("pegasos", "lambda=0.5 rate_floor=2", COPPICE_INVALID_OPTION,
                  "rate_floor is 2|lambda is 0.5|1 / lambda");
  check_not_begun("online", "lambda2=4 rate_floor=0.3", COPPICE_INVALID_OPTION,
                  "rate_floor is 0.3|lambda2 is 4");
  check_not_begun("norma", "lambda=0.5 eta=2", COPPICE_INVALID_OPTION, "eta is 2|1 / lambda");
  check_not_begun("norma", "lambda=0.5 rate_floor=2", COPPICE_INVALID_OPTION, "rate_floor is 2");
}

/* gamma=0 is settled on the rows of a fit, which are there. */
static void kernels_of_fits(void** state) {
  (void)state;
  coppice_dataset* data = load_data("iris.svm");
  coppice_model* model = NULL;
  coppice_solver* solver = solver_of_method("pegasos", "kernel=gaussian iterations=5 order=random");
  check_ok(coppice_solver_fit(solver, data, &model));
  char* kernel = text_of(model, "kernel");
  assert_non_null(strstr(kernel, "gaussian(gamma="));
  assert_true(criterion_on(model, data, "error") < 0.1);
  free(kernel);
  coppice_model_free(model);
  coppice_solver_free(solver);
  solver = solver_of_method("pegasos", "kernel=stump");
  model = NULL;
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_UNAVAILABLE, "kernel stump");
  assert_null(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
}

static void check_refused(const void* bytes, int64_t size, const char* fragments) {
  coppice_solver* loaded = NULL;
  check_error(coppice_solver_load_buffer(bytes, size, &loaded), COPPICE_MODEL_ERROR, fragments);
  assert_null(loaded);
}

/* Every byte counts. */
static void damaged_files(void** state) {
  (void)state;
  static const char* const formats[] = {"json", "cbor"};
  for (int k = 0; k < LEARNERS; ++k)
    for (int f = 0; f < 2; ++f) {
      coppice_solver* stream = begun(&learners[k]);
      int64_t size = 0;
      char* bytes = stream_bytes(stream, formats[f], &size);
      coppice_model* model = NULL;
      check_error(coppice_model_load_buffer(bytes, size, &model), COPPICE_MODEL_ERROR,
                  "not a coppice model");
      for (int64_t cut = 0; cut < size; cut += 1 + size / 40)
        check_refused(bytes, cut, cut < 26 ? "not a coppice stream" : "damaged");
      for (int64_t place = 0; place < size; place += 1 + size / 90) {
        bytes[place] = (char)(bytes[place] ^ 1);
        coppice_solver* loaded = NULL;
        assert_int_equal(coppice_solver_load_buffer(bytes, size, &loaded), COPPICE_MODEL_ERROR);
        assert_null(loaded);
        bytes[place] = (char)(bytes[place] ^ 1);
      }
      free(bytes);
      coppice_solver_free(stream);
    }
  coppice_solver* loaded = NULL;
  check_refused("", 0, "not a coppice stream");
  check_refused("hello", 5, "not a coppice stream|hello");
  check_error(coppice_solver_load_buffer(NULL, 0, &loaded), COPPICE_INVALID_ARGUMENT, "bytes");
  check_error(coppice_solver_load("no/such/stream.cbor", &loaded), COPPICE_FILE_ERROR,
              "no/such/stream.cbor");
  coppice_solver* stream = begun(&learners[0]);
  check_error(coppice_solver_save(stream, "stream.txt"), COPPICE_UNKNOWN_NAME,
              "stream.txt|stream's format|.json or .cbor");
  check_error(coppice_solver_save(stream, "no/such/stream.cbor"), COPPICE_FILE_ERROR,
              "no/such/stream.cbor");
  check_error(coppice_solver_save_buffer(stream, "xml", NULL, 0, NULL), COPPICE_UNKNOWN_NAME,
              "xml");
  /* What cannot be written leaves the file that was there. */
  check_ok(coppice_solver_save(stream, "kept.cbor"));
  int64_t size = 0;
  char* bytes = stream_bytes(stream, "cbor", &size);
  struct stat before;
  assert_int_equal(stat("kept.cbor", &before), 0);
  assert_int_equal(before.st_size, size);
  free(bytes);
  remove("kept.cbor");
  coppice_solver_free(stream);
}

static coppice_action cancel_late(void* user, const coppice_progress_info* info) {
  coppice_solver* stream = *(coppice_solver**)user;
  coppice_model* model = NULL;
  (void)info;
  check_error(coppice_solver_snapshot(stream, &model), COPPICE_INVALID_STATE, "at work");
  return COPPICE_STOP;
}

/* A block of many rows is left in its midst; what was learned by then stays. */
static void blocks_are_interrupted(void** state) {
  (void)state;
  enum { ROWS = 400000 };
  double* x = malloc(ROWS * FEATURES * sizeof *x);
  double* labels = malloc(ROWS * sizeof *labels);
  uint64_t numbers = 9;
  for (int k = 0; k < ROWS * FEATURES; ++k) x[k] = draw_uniform(&numbers);
  for (int i = 0; i < ROWS; ++i) labels[i] = i % 3;
  coppice_dataset* block = block_of(x, ROWS, FEATURES, labels);
  /* Finding the classes may be interrupted too, but learns nothing: it is done before. */
  int64_t* places = malloc(ROWS * sizeof *places);
  check_ok(coppice_dataset_copy_labels(block, places, ROWS));
  free(places);
  coppice_solver* stream = begun(&learners[0]);
  check_ok(coppice_solver_set_progress(stream, cancel_late, &stream));
  check_error(coppice_solver_learn(stream, block, NULL, 0), COPPICE_CANCELLED, "cancelled");
  const int64_t learned = stream_count(stream, "stream.rows") - 23;
  assert_in_range(learned, 1, ROWS - 1);
  coppice_solver* rows = begun(&learners[0]);
  for (int64_t i = 0; i < learned; ++i)
    check_ok(coppice_solver_learn_row(rows, x + i * FEATURES, FEATURES, i % 3, 1, NULL, 0));
  check_same_stream(stream, rows);
  coppice_dataset_free(block);
  coppice_solver_free(stream);
  coppice_solver_free(rows);
  free(x);
  free(labels);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bad_rows),
                                     cmocka_unit_test(extreme_rows),
                                     cmocka_unit_test(bad_blocks),
                                     cmocka_unit_test(too_early_and_too_late),
                                     cmocka_unit_test(bad_classes),
                                     cmocka_unit_test(bad_options),
                                     cmocka_unit_test(kernels_of_fits),
                                     cmocka_unit_test(damaged_files),
                                     cmocka_unit_test(blocks_are_interrupted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
