/* Every allocation may fail: the whole way from text to predictions is walked again and again, with
 * one allocation more granted each time, until it is walked to its end. Each call must succeed or
 * say that memory ran out, leave its results alone when it fails, and leak nothing. The same with
 * threads that the system will not start.
 *
 * malloc, free and their kin are interposed here for the whole process, C++ and zlib included. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* Written where the program runs, and removed at its end. */
static const char* const model_file = "memory_test_model.cbor";
static const char* const stream_file = "memory_test_stream.json";

extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* block, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void* block);

static long live;         /* blocks given and not yet freed */
static long live_bytes;   /* in them */
static long most_bytes;   /* ever in them, roughly: threads may miss each other */
static long granted = -1; /* allocations still granted; negative: all of them */
static long refused;      /* how many were not */
static bool refuse_once;  /* only the first after the granted ones fails */
static bool refuse_threads;

static long read_now(const long* value) {
  return __atomic_load_n(value, __ATOMIC_SEQ_CST);
}
static void add(long* value, long amount) {
  __atomic_fetch_add(value, amount, __ATOMIC_SEQ_CST);
}
static void set(long* value, long to) {
  __atomic_store_n(value, to, __ATOMIC_SEQ_CST);
}

static void add_bytes(long amount) {
  add(&live_bytes, amount);
  const long now = read_now(&live_bytes);
  if (now > read_now(&most_bytes)) set(&most_bytes, now);
}

static int refuses(void) {
  const long before = read_now(&granted);
  if (before < 0) return 0;
  if (before > 0) {
    add(&granted, -1);
    return 0;
  }
  add(&refused, 1);
  if (refuse_once) set(&granted, -1);
  errno = ENOMEM;
  return 1;
}

static void* count(void* block) {
  if (block == NULL) return NULL;
  add(&live, 1);
  add_bytes((long)malloc_usable_size(block));
  return block;
}

void* malloc(size_t size) {
  return refuses() ? NULL : count(__libc_malloc(size));
}
void* calloc(size_t number, size_t size) {
  return refuses() ? NULL : count(__libc_calloc(number, size));
}
void* realloc(void* block, size_t size) {
  if (block == NULL) return malloc(size);
  if (refuses()) return NULL;
  const long before = (long)malloc_usable_size(block);
  void* moved = __libc_realloc(block, size);
  if (moved != NULL) add_bytes((long)malloc_usable_size(moved) - before);
  return moved;
}
void* memalign(size_t alignment, size_t size) {
  return refuses() ? NULL : count(__libc_memalign(alignment, size));
}
void* aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}
int posix_memalign(void** out, size_t alignment, size_t size) {
  void* block = memalign(alignment, size);
  if (block == NULL) return ENOMEM;
  *out = block;
  return 0;
}
void free(void* block) {
  if (block != NULL) {
    add(&live, -1);
    add(&live_bytes, -(long)malloc_usable_size(block));
  }
  __libc_free(block);
}

static int (*start_thread)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) {
  if (refuse_threads) return EAGAIN;
  return start_thread(thread, attributes, start, argument);
}

static char text[8192]; /* the training set, read before anything is refused */
static int64_t text_size;

static int failed(coppice_status status) {
  if (status == COPPICE_OK) return 0;
  if (status != COPPICE_OUT_OF_MEMORY)
    print_error("%s: %s\n", coppice_status_name(status), coppice_last_error());
  assert_int_equal(status, COPPICE_OUT_OF_MEMORY);
  assert_non_null(strstr(coppice_last_error(), "out of memory"));
  return 1;
}

/* The same of what not every model has. */
static int failed_if_there(coppice_status status) {
  return status != COPPICE_UNAVAILABLE && failed(status);
}

/* Custom learners without memory of their own: learner k is feature k, in the order of features. */
static coppice_action next_feature(void* user, const double* x, int64_t rows, int64_t features,
                                   const double* residual, int64_t scores, const double* chosen,
                                   int64_t learners, double* parameters, int64_t count) {
  (void)user, (void)x, (void)rows, (void)residual, (void)scores, (void)chosen, (void)count;
  parameters[0] = (double)learners;
  return learners < features ? COPPICE_CONTINUE : COPPICE_STOP;
}

static coppice_action value_of_feature(void* user, const double* parameters, int64_t count,
                                       const double* x, int64_t rows, int64_t features,
                                       double* outputs) {
  (void)user, (void)count;
  for (int64_t i = 0; i < rows; ++i) outputs[i] = x[i * features + (int64_t)parameters[0]];
  return COPPICE_CONTINUE;
}

static void count_release(void* user) {
  ++*(int*)user;
}

/* Reads everything as if memory had run out: reading needs none. */
static coppice_action read_progress(void* user, const coppice_progress_info* info) {
  (void)user;
  int64_t iteration = -1, iterations = -1;
  double values[4];
  const long granted_before = read_now(&granted);
  const long refused_before = read_now(&refused);
  set(&granted, 0);
  const int read = coppice_progress_get_int(info, "iteration", &iteration) == COPPICE_OK &&
                   coppice_progress_get_int(info, "iterations", &iterations) == COPPICE_OK &&
                   coppice_progress_get_double(info, "objective", &values[0]) == COPPICE_OK &&
                   coppice_progress_get_double(info, "gap", &values[1]) == COPPICE_OK &&
                   coppice_progress_get_double(info, "train_error", &values[2]) == COPPICE_OK &&
                   coppice_progress_get_double(info, "validation_error", &values[3]) == COPPICE_OK;
  set(&granted, granted_before);
  assert_true(read);
  assert_int_equal(read_now(&refused), refused_before);
  assert_in_range(iteration, 0, iterations);
  return COPPICE_CONTINUE;
}

/* From text to predictions; 1 when memory ran out on the way. Nothing here but the library
 * allocates. */
static int walk(int64_t threads) {
  static char bytes[1 << 16];
  static double values[400];
  static const char* const names[] = {"length", "width", "petal length", "petal width"};
  static const char table[] =
      "height,\"a \"\"b\"\"\",c\n1,a name that is long,a level that is long\n3,b,green\n";
  coppice_dataset *data = NULL, *first = NULL, *second = NULL, *drawn = NULL, *read = NULL,
                  *part = NULL;
  static const int64_t petal[] = {2, 3}, row[] = {1};
  static const double numbers[] = {1, 2, 3, 4};
  coppice_csv_columns* columns = NULL;
  coppice_pool *pool = NULL, *member = NULL, *custom = NULL, *drawn_from = NULL;
  coppice_solver* solver = NULL;
  coppice_model *less = NULL, *model = NULL, *loaded = NULL;
  coppice_evaluation* evaluation = NULL;
  int64_t size = 0, rows = 0;
  int releases = 0;
  const int stopped =
      failed(coppice_dataset_parse_svmlight(text, text_size, 0, &data)) ||
      failed(coppice_dataset_rows(data, &rows)) ||
      failed(coppice_dataset_set_feature_names(data, names, 4)) ||
      failed(coppice_dataset_generate("waveform", 3, 0, 0.5, 1, &drawn)) ||
      failed(coppice_csv_columns_create(&columns)) ||
      failed(coppice_csv_columns_set(columns, "a \"b\"", "label")) ||
      failed(coppice_dataset_parse_csv(table, sizeof table - 1, columns, &read)) ||
      failed(coppice_dataset_set_levels(read, 0, names, 4)) ||
      failed(coppice_csv_columns_match_dataset(columns, read)) ||
      failed(coppice_dataset_split(data, 0.5, 1, &first, &second)) ||
      failed(coppice_dataset_set_targets(read, numbers, 4, 2)) ||
      failed(coppice_dataset_subset(read, row, 1, &part)) ||
      failed(coppice_dataset_add_view(first, "petal", petal, 2)) ||
      failed(coppice_pool_create("union(stump, fourier(candidates=40)@petal)", &pool)) ||
      failed(coppice_pool_create("perceptron:candidates=40", &member)) ||
      failed(coppice_pool_add(pool, member, "petal")) ||
      failed(coppice_pool_set_int(pool, "candidates", 20)) ||
      failed(coppice_pool_create_custom("feature", 1, next_feature, value_of_feature, count_release,
                                        &releases, &custom)) ||
      failed(coppice_pool_add(pool, custom, "petal")) ||
      failed(coppice_pool_describe(pool, bytes, sizeof bytes, &size)) ||
      failed(coppice_pool_get_string(pool, "candidates", bytes, sizeof bytes, &size)) ||
      failed(coppice_solver_create("cgens", &solver)) ||
      failed(coppice_solver_set_string(solver, "keep_stages", "yes")) ||
      failed(coppice_solver_set_int(solver, "learners", 3)) || /* within the second iteration */
      failed(coppice_solver_set_int(solver, "columns_per_iteration", 2)) ||
      failed(coppice_solver_set_int(solver, "threads", threads)) ||
      failed(coppice_solver_set_pool(solver, pool)) ||
      failed(coppice_solver_get_pool(solver, &drawn_from)) ||
      failed(coppice_solver_set_validation(solver, second)) ||
      failed(coppice_solver_set_string(solver, "criterion", "auc")) ||
      failed(coppice_solver_set_progress(solver, read_progress, NULL)) ||
      failed(coppice_solver_fit(solver, first, &less)) ||
      failed(coppice_solver_set_int(solver, "learners", 5)) ||
      failed(coppice_solver_set_string(solver, "calibration", "platt")) ||
      failed(coppice_solver_fit(solver, first, &model)) ||
      failed(coppice_model_save_buffer(model, "json", bytes, sizeof bytes, &size)) ||
      failed(coppice_model_load_buffer_custom(bytes, size, solver, &loaded)) ||
      failed(coppice_model_save_buffer(model, "cbor", bytes, sizeof bytes, &size)) ||
      failed(coppice_model_save(model, model_file)) ||
      failed(coppice_model_predict_dataset(loaded, COPPICE_PROBABILITY, data, threads, values,
                                           2 * rows)) ||
      failed(coppice_model_evaluate(loaded, second, threads, &evaluation)) ||
      failed(coppice_evaluation_criterion(evaluation, "auc", values)) ||
      failed(coppice_evaluation_criterion(evaluation, "brier", values)) ||
      failed(coppice_evaluation_confusion(evaluation, values, 6, NULL)) ||
      failed(coppice_model_get_array(loaded, "feature_counts", values, 400, &size));
  if (model == NULL && loaded != NULL) fail_msg("a model was loaded from nothing");
  const int created = custom != NULL;
  assert_int_equal(releases, 0);
  coppice_evaluation_free(evaluation);
  coppice_model_free(loaded);
  coppice_model_free(model);
  coppice_model_free(less);
  coppice_solver_free(solver);
  coppice_pool_free(pool);
  coppice_dataset_free(drawn);
  coppice_dataset_free(read);
  coppice_csv_columns_free(columns);
  coppice_dataset_free(part);
  coppice_pool_free(member);
  coppice_pool_free(custom);
  coppice_pool_free(drawn_from);
  coppice_dataset_free(second);
  coppice_dataset_free(first);
  coppice_dataset_free(data);
  assert_int_equal(releases, created);
  return stopped;
}

static const char* chosen_by = "cgens";
static double megabytes = 0.001; /* for a kernel's matrix: two rows, so that rows rest */

/* The same for cross-validation by that method. */
static int choose(int64_t threads) {
  static double values[6];
  static char text_of_point[64];
  int64_t best = 0;
  coppice_dataset* data = NULL;
  coppice_solver* solver = NULL;
  const int stopped =
      failed(coppice_dataset_parse_svmlight(text, text_size, 0, &data)) ||
      failed(coppice_solver_create(chosen_by, &solver)) ||
      failed(strcmp(chosen_by, "cgens") == 0
                 ? coppice_solver_set_int(solver, "learners", 2)
                 : coppice_solver_set_double(solver, "cache", megabytes)) ||
      (strcmp(chosen_by, "svm") == 0 && megabytes > 1 &&
       failed(coppice_solver_set_string(solver, "kernel", "perceptron"))) ||
      failed(coppice_solver_set_int(solver, "threads", threads)) ||
      failed(coppice_solver_set_grid(solver, "C", "0.1,1")) ||
      failed(coppice_solver_cross_validate(solver, data, 2, &best)) ||
      failed(coppice_solver_get_array(solver, "cv.fold_criterion", values, 6, NULL)) ||
      failed(coppice_solver_get_string(solver, "cv.path_name", text_of_point, 64, NULL)) ||
      failed(coppice_solver_grid_point(solver, best, text_of_point, 64, NULL));
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  return stopped;
}

static const double values_of_rows[] = {1, 5, 2, 3, 4, 4, 1, 7, 3, 1, 5, 2,
                                        0, 6, 2, 2, 6, 3, 2, 8, 3, 0, 5, 5};
static const int64_t every_second_row[] = {0, 2, 4, 5, 7, 9};
static const char* taught; /* the method that learn() tries */

static coppice_action products(void* user, const double* x, int64_t rows, const double* z,
                               int64_t others, int64_t features, double* out) {
  (void)user;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < others; ++j) out[i * others + j] = x[i * features] * z[j * features];
  return COPPICE_CONTINUE;
}

/* An attribute of the method that is tried. */
static const char* attribute_of_taught(const char* name) {
  int64_t methods = 0;
  const char *method = NULL, *value = NULL;
  check_ok(coppice_catalogue_size(COPPICE_METHODS, &methods));
  for (int64_t m = 0; m < methods; ++m) {
    check_ok(coppice_catalogue_name(COPPICE_METHODS, m, &method));
    if (strcmp(method, taught) != 0) continue;
    check_ok(coppice_catalogue_attribute(COPPICE_METHODS, m, name, &value));
  }
  return value;
}

/* What the method's models are made of: few weak learners of several kinds, or a kernel of several.
 * `owned` becomes 1 where a kernel has `releases`. */
static int failed_to_choose(coppice_solver* solver, const coppice_pool* pool, int* releases,
                            int* owned) {
  if (strcmp(attribute_of_taught("takes"), "") == 0) return 0;
  const coppice_status drawn = coppice_solver_set_int(solver, "terms", 2);
  if (drawn != COPPICE_UNKNOWN_NAME && failed(drawn)) return 1;
  const coppice_status status = coppice_solver_set_int(solver, "learners", 2);
  if (status != COPPICE_UNKNOWN_NAME)
    return failed(status) || failed(coppice_solver_set_pool(solver, pool));
  if (failed(coppice_solver_set_kernel(solver, "products", products, count_release, releases)))
    return 1;
  *owned = 1;
  const int by_rows = strcmp(attribute_of_taught("streams"), "yes") == 0;
  return failed(coppice_solver_set_string(
      solver, "kernel",
      by_rows ? "product(gaussian(gamma=0.1),sum(laplacian,linear,custom(name=products)))"
              : "product(middle-stump,sum(tree,linear,custom(name=products)))"));
}

/* The same for any method: with a validation set, and problems of two classes for those that know
 * no more. */
static int learn(int64_t threads) {
  static char bytes[1 << 14];
  static double values[400];
  static const double three[] = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2};
  static const double two[] = {0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1};
  const int of_two = strcmp(attribute_of_taught("tasks"), "two-classes") == 0;
  const double* const classes = of_two ? two : three;
  coppice_dataset *data = NULL, *held_out = NULL;
  coppice_pool* pool = NULL;
  coppice_solver* solver = NULL;
  coppice_model *model = NULL, *loaded = NULL;
  int64_t size = 0;
  int releases = 0, owned = 0;
  const int stopped =
      failed(coppice_dataset_create_dense(values_of_rows, 24, 12, 2, 2, 1, &data)) ||
      failed(coppice_dataset_set_labels(data, classes, 12)) ||
      failed(coppice_dataset_subset(data, every_second_row, 6, &held_out)) ||
      failed(coppice_pool_create("union(stump, tree(split=gain-ratio, pruning=pessimistic))",
                                 &pool)) ||
      failed(coppice_solver_create(taught, &solver)) ||
      failed_to_choose(solver, pool, &releases, &owned) ||
      failed(coppice_solver_set_int(solver, "threads", threads)) ||
      failed(coppice_solver_set_validation(solver, held_out)) ||
      failed(coppice_solver_fit(solver, data, &model)) ||
      failed(coppice_model_save_buffer(model, "cbor", bytes, sizeof bytes, &size)) ||
      failed(coppice_model_load_buffer_custom(bytes, size, solver, &loaded)) ||
      failed(coppice_model_predict_dataset(loaded, COPPICE_DECISION, data, threads, values, 36)) ||
      failed_if_there(coppice_model_shape_function(loaded, 1, values, 400, &size)) ||
      failed_if_there(
          coppice_model_predict_dataset(loaded, COPPICE_CONTRIBUTIONS, data, threads, values, 72));
  assert_int_equal(releases, 0);
  coppice_model_free(loaded);
  coppice_model_free(model);
  coppice_solver_free(solver);
  assert_int_equal(releases, owned);
  coppice_pool_free(pool);
  coppice_dataset_free(held_out);
  coppice_dataset_free(data);
  return stopped;
}

static const char* streamed; /* the options of the method that stream() tries */

/* The same for a stream, which is saved and goes on. */
static int stream(int64_t threads) {
  static char bytes[1 << 15];
  static const double classes[] = {0, 1, 2};
  static const double labels[] = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2};
  static double values[36];
  const int has_kernel = strstr(streamed, "kernel=") != NULL;
  coppice_dataset* block = NULL;
  coppice_solver *solver = NULL, *again = NULL;
  coppice_model* model = NULL;
  int64_t size = 0, before = -1, after = -1;
  int releases = 0, owned = 0;
  (void)threads;
  int stopped = failed(coppice_dataset_create_dense(values_of_rows, 24, 12, 2, 2, 1, &block)) ||
                failed(coppice_dataset_set_labels(block, labels, 12)) ||
                failed(coppice_solver_create(taught, &solver));
  if (!stopped && has_kernel) {
    stopped =
        failed(coppice_solver_set_kernel(solver, "products", products, count_release, &releases));
    owned = !stopped;
    stopped = stopped || failed(coppice_solver_set_string(solver, "kernel", streamed + 7));
  } else if (!stopped && streamed[0] != '\0') {
    stopped = failed(coppice_solver_set_int(solver, streamed, 3));
  }
  stopped = stopped || failed(coppice_solver_set_classes(solver, classes, 3)) ||
            failed(coppice_solver_begin(solver, 2));
  for (int i = 0; i < 12 && !stopped; ++i) {
    check_ok(coppice_solver_get_int(solver, "stream.rows", &before));
    stopped =
        failed(coppice_solver_learn_row(solver, values_of_rows + 2 * i, 2, i % 3, 1, values, 3));
    check_ok(coppice_solver_get_int(solver, "stream.rows", &after));
    assert_int_equal(after, before + !stopped);
  }
  stopped = stopped || failed(coppice_solver_learn(solver, block, values, 36)) ||
            failed(coppice_solver_snapshot(solver, &model)) ||
            failed(coppice_solver_save_buffer(solver, "cbor", bytes, sizeof bytes, &size)) ||
            failed(coppice_solver_save(solver, stream_file)) ||
            failed(coppice_solver_load_buffer_custom(bytes, size, solver, &again)) ||
            failed(coppice_solver_learn(again, block, values, 36));
  assert_int_equal(releases, 0);
  coppice_model_free(model);
  coppice_solver_free(again);
  coppice_solver_free(solver);
  assert_int_equal(releases, owned);
  coppice_dataset_free(block);
  return stopped;
}

static int read_text(void** state) {
  (void)state;
  FILE* file = fopen(data_path("iris.svm"), "r");
  assert_non_null(file);
  char line[256];
  while (fgets(line, sizeof line, file) != NULL) {
    if (line[0] == '1') continue;
    strcpy(text + text_size, line);
    text_size += (int64_t)strlen(line);
  }
  fclose(file);
  int64_t rows = 0; /* this thread's first message needs room, which it keeps */
  assert_int_equal(coppice_dataset_rows(NULL, &rows), COPPICE_INVALID_HANDLE);
  assert_int_equal(walk(1), 0); /* what is made once and kept, such as tables, is made here */
  return 0;
}

static void with_ever_more_memory(int (*walk_of)(int64_t), bool once) {
  long steps = 0;
  refuse_once = once;
  for (bool went_short = true; went_short; ++steps) {
    const long live_before = read_now(&live);
    const long refused_before = read_now(&refused);
    set(&granted, steps);
    const int stopped = walk_of(1);
    set(&granted, -1);
    assert_int_equal(read_now(&live), live_before);
    went_short = read_now(&refused) > refused_before;
    /* One failed allocation may be outlived; all of them from some point on may not. */
    if (went_short && !once) assert_true(stopped);
    if (!went_short) assert_false(stopped);
  }
  print_message("the walk takes %ld allocations\n", steps - 1);
  assert_true(steps > 100);
}

/* A fit to so many rows that the Gram matrix is kept from one Newton step to the next. */
static int fit_many_rows(int64_t threads) {
  enum { ROWS = 4200, FEATURES = 2 };
  static double x[ROWS * FEATURES], labels[ROWS];
  for (int64_t i = 0; i < ROWS; ++i) {
    x[2 * i] = (double)(i * i % 11);
    x[2 * i + 1] = (double)(i % 13);
    labels[i] = (i * i % 11 + i % 13 + i % 7) > 12 ? 1 : -1;
  }
  coppice_dataset* data = NULL;
  coppice_solver* solver = NULL;
  coppice_model* model = NULL;
  const int stopped =
      failed(
          coppice_dataset_create_dense(x, ROWS * FEATURES, ROWS, FEATURES, FEATURES, 1, &data)) ||
      failed(coppice_dataset_set_labels(data, labels, ROWS)) ||
      failed(coppice_solver_create("cgens", &solver)) ||
      failed(coppice_solver_set_string(solver, "loss", "squared-hinge")) ||
      failed(coppice_solver_set_double(solver, "C", 1e-5)) || /* all rows have slack */
      failed(coppice_solver_set_int(solver, "learners", 4)) ||
      failed(coppice_solver_set_int(solver, "threads", threads)) ||
      failed(coppice_solver_fit(solver, data, &model));
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  return stopped;
}

static void memory_runs_out_for_good(void** state) {
  (void)state;
  with_ever_more_memory(walk, false);
  with_ever_more_memory(choose, false);
}

static void one_allocation_fails(void** state) {
  (void)state;
  with_ever_more_memory(walk, true);
  with_ever_more_memory(choose, true);
  with_ever_more_memory(fit_many_rows, true);
  chosen_by = "svm";
  assert_int_equal(choose(1), 0); /* keeps what is made once */
  with_ever_more_memory(choose, true);
  megabytes = 200; /* for the matrix that the folds have in common */
  assert_int_equal(choose(1), 0);
  with_ever_more_memory(choose, true);
  megabytes = 0.001;
  chosen_by = "cgens";
}

/* All methods of the catalogue; once is enough, as what fails on the way is alike in all. */
static void one_allocation_of_any_method_fails(void** state) {
  (void)state;
  int64_t methods = 0;
  check_ok(coppice_catalogue_size(COPPICE_METHODS, &methods));
  for (int64_t m = 0; m < methods; ++m) {
    check_ok(coppice_catalogue_name(COPPICE_METHODS, m, &taught));
    print_message("%s: ", taught);
    assert_int_equal(learn(1), 0);
    with_ever_more_memory(learn, true);
  }
}

static void allocations_of_streams_fail(void** state) {
  (void)state;
  static const char* const tried[][2] = {
      {"online", "cutoff"},
      {"pegasos", ""},
      {"pegasos", "kernel=sum(gaussian(gamma=0.5),custom(name=products))"},
      {"norma", "kernel=product(gaussian(gamma=0.1),custom(name=products))"},
      {"norma", "max_terms"}};
  for (size_t k = 0; k < sizeof tried / sizeof *tried; ++k) {
    taught = tried[k][0];
    streamed = tried[k][1];
    print_message("%s %s: ", taught, streamed);
    assert_int_equal(stream(1), 0);
    with_ever_more_memory(stream, true);
    with_ever_more_memory(stream, false);
  }
}

/* A row needs no memory but where a weak learner, or a term, is added, and what a stream holds does
 * not grow with the rows. */
static void rows_are_learned_without_memory(void** state) {
  (void)state;
  static const char* const tried[][2] = {{"pegasos", "lambda"},
                                         {"norma", "lambda"},
                                         {"online", "max_learners"},
                                         {"norma", "max_terms"}};
  static const double classes[] = {0, 1, 2};
  static const int32_t both[] = {0, 1};
  enum { ROWS = 20000, CAP = 4 };
  for (size_t k = 0; k < sizeof tried / sizeof *tried; ++k) {
    coppice_solver* solver = NULL;
    double values[3];
    long refusals = 0, half = 0;
    check_ok(coppice_solver_create(tried[k][0], &solver));
    if (strcmp(tried[k][1], "lambda") != 0)
      check_ok(coppice_solver_set_int(solver, tried[k][1], CAP));
    check_ok(coppice_solver_set_classes(solver, classes, 3));
    check_ok(coppice_solver_begin(solver, 2));
    const int has_terms = strcmp(tried[k][1], "max_terms") == 0;
    for (int i = 0; i < ROWS; ++i) {
      const double* x = values_of_rows + 2 * (i % 12);
      if (i == ROWS / 2) half = read_now(&live_bytes);
      const long refused_before = read_now(&refused);
      if (i >= 1000 && !has_terms) set(&granted, 0); /* by then all weak learners are there */
      const coppice_status status =
          i % 2 == 0 ? coppice_solver_learn_row(solver, x, 2, i % 3, 1, values, 3)
                     : coppice_solver_learn_sparse_row(solver, both, x, 2, i % 3, 1, values, 3);
      set(&granted, -1);
      assert_int_equal(status, COPPICE_OK);
      refusals += read_now(&refused) - refused_before;
    }
    assert_int_equal(refusals, 0);
    assert_true(read_now(&live_bytes) - half < 4096);
    coppice_solver_free(solver);
  }
}

static void threads_do_not_start(void** state) {
  (void)state;
  refuse_threads = true;
  const int stopped = walk(4) + choose(4);
  refuse_threads = false;
  assert_int_equal(stopped, 0);
}

/* A million different numbers are a million numbers, 8 bytes each, until somebody asks for classes:
 * these are then a million numbers more. The class of each row, 4 bytes, is asked for by itself. */
static void numbers_become_classes_when_asked(void** state) {
  (void)state;
  enum { ROWS = 1000000, SLACK = 65536 };
  float* x = calloc(ROWS, sizeof *x);
  double* numbers = malloc(ROWS * sizeof *numbers);
  int64_t* labels = malloc(ROWS * sizeof *labels);
  assert_true(x != NULL && numbers != NULL && labels != NULL);
  for (int i = 0; i < ROWS; ++i) numbers[i] = (double)(ROWS - i) / 3;
  coppice_dataset* data = NULL;
  int64_t classes = 0;
  check_ok(coppice_dataset_create_dense_float(x, ROWS, ROWS, 1, 1, 1, &data));
  const long empty = read_now(&live_bytes);
  check_ok(coppice_dataset_set_targets(data, numbers, ROWS, 1));
  assert_true(read_now(&live_bytes) - empty < 8L * ROWS + SLACK);
  check_ok(coppice_dataset_classes(data, &classes));
  assert_int_equal(classes, ROWS);
  assert_true(read_now(&live_bytes) - empty < 16L * ROWS + SLACK);
  check_ok(coppice_dataset_copy_labels(data, labels, ROWS));
  assert_int_equal(labels[0], ROWS - 1);
  assert_true(read_now(&live_bytes) - empty < 20L * ROWS + SLACK);
  check_ok(coppice_dataset_set_targets(data, numbers, ROWS, 1));
  assert_true(read_now(&live_bytes) - empty < 8L * ROWS + SLACK);
  coppice_dataset_free(data);
  free(labels);
  free(numbers);
  free(x);
}

/* A subset of a tenth of the rows does not keep the others in memory: not of the whole, and not of
 * a subset that shares its values. One of half of the rows does: its values are shared. */
static void few_rows_do_not_keep_all_of_them(void** state) {
  (void)state;
  enum { ROWS = 20000, WIDE = 50, SLACK = 65536 };
  const long values = 8L * ROWS * WIDE;
  int64_t* rows = malloc(ROWS * sizeof *rows);
  double* x = malloc((size_t)ROWS * WIDE * sizeof *x);
  assert_true(x != NULL && rows != NULL);
  for (int k = 0; k < ROWS * WIDE; ++k) x[k] = 0.5; /* not a byte */
  for (int i = 0; i < ROWS; ++i) rows[i] = ROWS - 1 - i;
  const long empty = read_now(&live_bytes);
  coppice_dataset *data = NULL, *half = NULL, *few = NULL, *fewer = NULL;
  check_ok(coppice_dataset_create_dense(x, (int64_t)ROWS * WIDE, ROWS, WIDE, WIDE, 1, &data));
  check_ok(coppice_dataset_subset(data, rows, ROWS / 2, &half));
  check_ok(coppice_dataset_subset(data, rows, ROWS / 10, &few));
  check_ok(coppice_dataset_subset(half, rows + ROWS / 2, ROWS / 10, &fewer));
  const long most = values + values / 5 + 8L * ROWS + SLACK;
  assert_true(read_now(&live_bytes) - empty < most);
  coppice_dataset_free(data);
  assert_true(read_now(&live_bytes) - empty >= values);
  coppice_dataset_free(half);
  assert_true(read_now(&live_bytes) - empty < values / 5 + 8L * ROWS + SLACK);
  coppice_dataset_free(fewer);
  coppice_dataset_free(few);
  assert_int_equal(read_now(&live_bytes), empty);
  free(x);
  free(rows);
}

/* Whole numbers from 0 to 255 take a byte each, whatever they came as; one other number, and all
 * take what they came as. */
static void small_whole_numbers_take_a_byte_each(void** state) {
  (void)state;
  enum { ROWS = 2000, WIDE = 50, VALUES = ROWS * WIDE, SLACK = 4096 };
  double* x = malloc(VALUES * sizeof *x);
  float* xf = malloc(VALUES * sizeof *xf);
  assert_true(x != NULL && xf != NULL);
  for (int of_bytes = 0; of_bytes < 2; ++of_bytes) {
    for (int k = 0; k < VALUES; ++k) x[k] = k % 256;
    if (!of_bytes) x[VALUES - 1] = 256;
    for (int k = 0; k < VALUES; ++k) xf[k] = (float)x[k];
    for (int by_columns = 0; by_columns < 2; ++by_columns) {
      const int64_t row_stride = by_columns ? 1 : WIDE;
      const int64_t column_stride = by_columns ? ROWS : 1;
      const long empty = read_now(&live_bytes);
      coppice_dataset *doubles = NULL, *floats = NULL;
      check_ok(
          coppice_dataset_create_dense(x, VALUES, ROWS, WIDE, row_stride, column_stride, &doubles));
      const long of_doubles = read_now(&live_bytes) - empty;
      check_ok(coppice_dataset_create_dense_float(xf, VALUES, ROWS, WIDE, row_stride, column_stride,
                                                  &floats));
      const long of_floats = read_now(&live_bytes) - empty - of_doubles;
      assert_true(of_doubles < (of_bytes ? 1L : 8L) * VALUES + SLACK);
      assert_true(of_floats < (of_bytes ? 1L : 4L) * VALUES + SLACK);
      assert_true(of_bytes || (of_doubles >= 8L * VALUES && of_floats >= 4L * VALUES));
      coppice_dataset_free(doubles);
      coppice_dataset_free(floats);
      assert_int_equal(read_now(&live_bytes), empty);
    }
  }
  free(xf);
  free(x);
}

/* So do those of a table in a file, which have been read as doubles. */
static void tables_of_small_whole_numbers_take_a_byte_each(void** state) {
  (void)state;
  enum { ROWS = 2000, WIDE = 50, VALUES = ROWS * WIDE, SLACK = 64 * ROWS };
  const char* const path = "memory_test.table.csv";
  for (int of_bytes = 0; of_bytes < 2; ++of_bytes) {
    FILE* file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < ROWS; ++i) {
      for (int d = 0; d < WIDE; ++d) fprintf(file, "%d,", (WIDE * i + d) % 256);
      fprintf(file, "%s\n", of_bytes || i > 0 ? "9" : "0.5");
    }
    assert_int_equal(fclose(file), 0);
    const long empty = read_now(&live_bytes);
    coppice_dataset* data = NULL;
    check_ok(coppice_dataset_read_csv(path, NULL, &data));
    const long taken = read_now(&live_bytes) - empty;
    assert_true(of_bytes ? taken < VALUES + SLACK : taken >= 8L * VALUES);
    coppice_dataset_free(data);
  }
  remove(path);
}

/* Bins of 32 limits take no more memory than those of the last of them. */
static void bins_of_former_limits_are_not_kept(void** state) {
  (void)state;
  enum { ROWS = 20000, WIDE = 10, LIMITS = 32 };
  const long bins = (long)ROWS * WIDE; /* a byte each */
  double* x = malloc((size_t)ROWS * WIDE * sizeof *x);
  double* labels = malloc(ROWS * sizeof *labels);
  assert_true(x != NULL && labels != NULL);
  for (int64_t k = 0; k < (int64_t)ROWS * WIDE; ++k) x[k] = (double)(k * 7919 % 1009);
  for (int i = 0; i < ROWS; ++i) labels[i] = x[i * WIDE] < 500 ? -1 : 1;
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_dense(x, (int64_t)ROWS * WIDE, ROWS, WIDE, WIDE, 1, &data));
  check_ok(coppice_dataset_set_labels(data, labels, ROWS));
  long of_first = 0;
  const long before = read_now(&live_bytes);
  for (int limit = 2; limit < 2 + LIMITS; ++limit) {
    coppice_solver* solver = NULL;
    coppice_pool* pool = NULL;
    coppice_model* model = NULL;
    check_ok(coppice_solver_create("cgens", &solver));
    check_ok(coppice_solver_set_int(solver, "learners", 1));
    check_ok(coppice_pool_create("stump", &pool));
    check_ok(coppice_pool_set_int(pool, "max_bins", limit));
    check_ok(coppice_solver_set_pool(solver, pool));
    check_ok(coppice_solver_fit(solver, data, &model));
    coppice_model_free(model);
    coppice_pool_free(pool);
    coppice_solver_free(solver);
    if (limit == 2) of_first = read_now(&live_bytes) - before;
  }
  assert_true(of_first >= bins); /* kept for the next fit */
  assert_true(read_now(&live_bytes) - before < of_first + bins / 2);
  coppice_dataset_free(data);
  free(labels);
  free(x);
}

/* A tree of thousands of leaves on different numbers takes memory by its rows: sums of every leaf
 * and every number would be 128 megabytes and more. */
static void deep_trees_take_little_memory(void** state) {
  (void)state;
  enum { ROWS = 4000, WIDE = 3 };
  double* x = malloc((size_t)ROWS * WIDE * sizeof *x);
  double* labels = malloc(ROWS * sizeof *labels);
  assert_true(x != NULL && labels != NULL);
  for (int64_t k = 0; k < (int64_t)ROWS * WIDE; ++k) x[k] = (double)(k * 7919 % 12007);
  for (int64_t i = 0; i < ROWS; ++i) labels[i] = i * i % 11 % 2 == 0 ? -1 : 1;
  coppice_dataset* data = NULL;
  coppice_solver* solver = NULL;
  coppice_pool* pool = NULL;
  coppice_model* model = NULL;
  check_ok(coppice_dataset_create_dense(x, (int64_t)ROWS * WIDE, ROWS, WIDE, WIDE, 1, &data));
  check_ok(coppice_dataset_set_labels(data, labels, ROWS));
  check_ok(coppice_pool_create("tree(depth=30)", &pool));
  check_ok(coppice_solver_create("adaboost", &solver));
  check_ok(coppice_solver_set_pool(solver, pool));
  check_ok(coppice_solver_set_int(solver, "learners", 2));
  set(&most_bytes, 0);
  const long before = read_now(&live_bytes);
  check_ok(coppice_solver_fit(solver, data, &model));
  const long most = read_now(&most_bytes) - before;
  print_message("at most %ld bytes a row\n", most / ROWS);
  assert_true(most < 600L * ROWS);
  coppice_model_free(model);
  coppice_pool_free(pool);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  free(labels);
  free(x);
}

static char messages[2][128];
static coppice_status statuses[2];

static void* fail_twice(void* unused) {
  int64_t rows = 0;
  (void)unused;
  for (int k = 0; k < 2; ++k) {
    set(&granted, k == 0 ? 0 : -1);
    statuses[k] = coppice_dataset_rows(NULL, &rows);
    const char* message = coppice_last_error();
    set(&granted, -1);
    snprintf(messages[k], sizeof messages[k], "%s", message);
  }
  return NULL;
}

/* The first call of a thread may find no memory at all. What a thread keeps goes with it. */
static void a_thread_begins_without_memory(void** state) {
  (void)state;
  long live_after_first = 0;
  refuse_once = false;
  for (int k = 0; k < 4; ++k) {
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, fail_twice, NULL), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(statuses[0], COPPICE_OUT_OF_MEMORY);
    assert_string_equal(messages[0], "out of memory");
    assert_int_equal(statuses[1], COPPICE_INVALID_HANDLE);
    assert_string_equal(messages[1], "dataset is NULL; expected a handle");
    if (k == 0) live_after_first = read_now(&live);
    assert_int_equal(read_now(&live), live_after_first);
  }
}

/* To predict a row needs no memory, also where custom learners look at a view of it. */
/* Every output of a row but the stages, which the model may lack. */
static void check_row_without_memory(const coppice_model* model, const double* row,
                                     int64_t features) {
  double values[200], expected[200];
  for (int output = COPPICE_DECISION; output <= COPPICE_MAP; ++output) {
    if (output == COPPICE_STAGED) continue;
    int64_t width = 0;
    check_ok(coppice_model_output_width(model, (coppice_output)output, &width));
    assert_in_range(width, 1, 200);
    check_ok(
        coppice_model_predict_row(model, (coppice_output)output, row, features, expected, width));
    const long refused_before = read_now(&refused);
    set(&granted, 0);
    const coppice_status status =
        coppice_model_predict_row(model, (coppice_output)output, row, features, values, width);
    set(&granted, -1);
    assert_int_equal(status, COPPICE_OK);
    assert_int_equal(read_now(&refused), refused_before);
    assert_memory_equal(values, expected, (size_t)width * sizeof *values);
  }
}

static void a_row_is_predicted_without_memory(void** state) {
  (void)state;
  static const int64_t petal[] = {2, 3};
  const double row[] = {5, 3, 4, 1};
  coppice_dataset* data = NULL;
  coppice_pool *pool = NULL, *custom = NULL;
  coppice_solver* solver = NULL;
  coppice_model* model = NULL;
  int releases = 0;
  check_ok(coppice_dataset_parse_svmlight(text, text_size, 0, &data));
  check_ok(coppice_dataset_add_view(data, "petal", petal, 2));
  check_ok(coppice_pool_create_custom("feature", 1, next_feature, value_of_feature, count_release,
                                      &releases, &custom));
  check_ok(coppice_pool_create("union", &pool));
  check_ok(coppice_pool_add(pool, custom, "petal"));
  check_ok(coppice_solver_create("cgens", &solver));
  check_ok(coppice_solver_set_pool(solver, pool));
  check_ok(coppice_solver_set_string(solver, "calibration", "platt"));
  check_ok(coppice_solver_fit(solver, data, &model));
  check_row_without_memory(model, row, 4);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_pool_free(pool);
  coppice_pool_free(custom);
  coppice_dataset_free(data);
}

/* Of problems of two classes, with more learners than there is room for on the stack. */
static void a_row_of_several_classes_is_predicted_without_memory(void** state) {
  (void)state;
  enum { ROWS = 30 };
  double x[2 * ROWS], labels[ROWS];
  const double row[] = {3, 3};
  coppice_dataset* data = NULL;
  coppice_solver* solver = NULL;
  coppice_model* model = NULL;
  int64_t learners = 0;
  for (int i = 0; i < ROWS; ++i) {
    x[2 * i] = i * 7 % 11;
    x[2 * i + 1] = i * 5 % 13;
    labels[i] = i % 3;
  }
  check_ok(coppice_dataset_create_dense(x, (int64_t)2 * ROWS, ROWS, 2, 2, 1, &data));
  check_ok(coppice_dataset_set_labels(data, labels, ROWS));
  check_ok(coppice_solver_create("adaboost", &solver));
  check_ok(coppice_solver_set_int(solver, "learners", 40));
  check_ok(coppice_solver_set_string(solver, "calibration", "platt"));
  check_ok(coppice_solver_fit(solver, data, &model));
  check_ok(coppice_model_get_int(model, "learners", &learners));
  assert_in_range(learners, 65, 200);
  check_row_without_memory(model, row, 2);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
}

/* Where memory runs out midway, no row has been predicted, whichever allocation fails. */
static void kernels_predict_all_rows_or_none(void** state) {
  (void)state;
  enum { ROWS = 100, FEATURES = 10 };
  static const char* const kernels[] = {"gaussian(gamma=0.1)", "tree(gamma=0.01)",
                                        "product(gaussian(gamma=0.1),linear)"};
  static double x[ROWS * FEATURES], labels[ROWS], values[ROWS], untouched[ROWS];
  for (int64_t k = 0; k < ROWS * FEATURES; ++k) x[k] = (double)(k * k % 17);
  for (int64_t i = 0; i < ROWS; ++i) {
    labels[i] = i % 3 ? 1 : -1;
    untouched[i] = -7;
  }
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; ++k) {
    coppice_dataset* data = NULL;
    coppice_solver* solver = NULL;
    coppice_model* model = NULL;
    check_ok(coppice_dataset_create_dense(x, ROWS * FEATURES, ROWS, FEATURES, FEATURES, 1, &data));
    check_ok(coppice_dataset_set_labels(data, labels, ROWS));
    check_ok(coppice_solver_create("svm", &solver));
    check_ok(coppice_solver_set_string(solver, "kernel", kernels[k]));
    check_ok(coppice_solver_fit(solver, data, &model));
    long failures = 0;
    coppice_status status = COPPICE_OUT_OF_MEMORY;
    for (long grant = 0; status != COPPICE_OK; ++grant) {
      memcpy(values, untouched, sizeof values);
      set(&granted, grant);
      status = coppice_model_predict(model, COPPICE_DECISION, x, ROWS * FEATURES, ROWS, FEATURES,
                                     FEATURES, 1, 1, values, ROWS);
      set(&granted, -1);
      if (status == COPPICE_OK) break;
      assert_int_equal(status, COPPICE_OUT_OF_MEMORY);
      assert_memory_equal(values, untouched, sizeof values);
      ++failures;
    }
    assert_true(failures > 3);
    coppice_model_free(model);
    coppice_solver_free(solver);
    coppice_dataset_free(data);
  }
}

int main(void) {
  *(void**)&start_thread = dlsym(RTLD_NEXT, "pthread_create");
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_runs_out_for_good),
      cmocka_unit_test(one_allocation_fails),
      cmocka_unit_test(one_allocation_of_any_method_fails),
      cmocka_unit_test(allocations_of_streams_fail),
      cmocka_unit_test(rows_are_learned_without_memory),
      cmocka_unit_test(threads_do_not_start),
      cmocka_unit_test(numbers_become_classes_when_asked),
      cmocka_unit_test(few_rows_do_not_keep_all_of_them),
      cmocka_unit_test(small_whole_numbers_take_a_byte_each),
      cmocka_unit_test(tables_of_small_whole_numbers_take_a_byte_each),
      cmocka_unit_test(bins_of_former_limits_are_not_kept),
      cmocka_unit_test(deep_trees_take_little_memory),
      cmocka_unit_test(a_thread_begins_without_memory),
      cmocka_unit_test(a_row_is_predicted_without_memory),
      cmocka_unit_test(a_row_of_several_classes_is_predicted_without_memory),
      cmocka_unit_test(kernels_predict_all_rows_or_none),
  };
  const int failures = cmocka_run_group_tests(tests, read_text, NULL);
  remove(model_file);
  remove(stream_file);
  return failures;
}
