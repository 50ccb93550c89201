/* Custom kernels: with a callback that computes a built-in kernel every method gives that kernel's
 * models; they are saved, and loaded by name; callbacks run on the calling thread, what they do
 * wrong is said, and `user` is released once. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_bytes.h"
#include "training.h"

enum { ROWS = 60, FEATURES = 4 };
static table* rows;
static coppice_dataset* data;

static int make_data(void** state) {
  (void)state;
  const int64_t view[] = {3, 1};
  rows = table_random(ROWS, FEATURES, 20, 1);
  data = table_dataset(rows);
  return coppice_dataset_add_view(data, "two", view, 2);
}

static int free_data(void** state) {
  (void)state;
  coppice_dataset_free(data);
  table_free(rows);
  return 0;
}

enum fault { NONE, CANCELS, STOPS, WRITES_NAN, LEAVES_ONE_OUT, IS_NOT_SYMMETRIC };

typedef struct owner {
  double gamma;
  enum fault fault;
  int64_t calls, width; /* of all calls, what was seen */
  int releases;
  pthread_t thread; /* where calls are expected */
} owner;

static owner new_owner(double gamma) {
  owner made;
  memset(&made, 0, sizeof made);
  made.gamma = gamma;
  made.thread = pthread_self();
  return made;
}

static coppice_action gaussian(void* user, const double* x, int64_t count, const double* z,
                               int64_t others, int64_t features, double* out) {
  owner* own = user;
  assert_true(pthread_equal(pthread_self(), own->thread));
  assert_int_equal(own->releases, 0);
  ++own->calls;
  own->width = features;
  for (int64_t i = 0; i < count; ++i)
    for (int64_t j = 0; j < others; ++j) {
      double sum = squared_distance(x + i * features, z + j * features, features);
      if (own->fault == IS_NOT_SYMMETRIC) sum += 0.01 * x[i * features];
      if (own->fault != LEAVES_ONE_OUT || i > 0 || j > 0)
        out[i * others + j] = exp(-own->gamma * sum);
    }
  if (own->fault == WRITES_NAN) out[count * others - 1] = NAN;
  if (own->fault == CANCELS) return COPPICE_CANCEL;
  return own->fault == STOPS ? COPPICE_STOP : COPPICE_CONTINUE;
}

static void note_release(void* user) {
  ++((owner*)user)->releases;
}

/* Of a kernel with the custom one in it, called "bell". */
static coppice_solver* solver_of(const char* method, const char* kernel, const char* options,
                                 owner* own) {
  coppice_solver* solver = solver_of_method(method, options);
  check_ok(coppice_solver_set_string(solver, "kernel", kernel));
  check_ok(coppice_solver_set_kernel(solver, "bell", gaussian, note_release, own));
  return solver;
}

static coppice_model* fit(coppice_solver* solver) {
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  return model;
}

static void check_same_decisions(const coppice_model* a, const coppice_model* b, double tolerance) {
  double f[ROWS], g[ROWS];
  check_ok(coppice_model_predict_dataset(a, COPPICE_DECISION, data, 4, f, ROWS));
  check_ok(coppice_model_predict_dataset(b, COPPICE_DECISION, data, 1, g, ROWS));
  for (int i = 0; i < ROWS; ++i) check_close(f[i], g[i], tolerance);
}

static void it_is_the_kernel_that_it_computes(void** state) {
  (void)state;
  static const struct {
    const char *method, *kernel, *built_in;
    int64_t width;
  } cases[] = {
      {"svm", "custom(name=bell)", "gaussian(gamma=0.1)", FEATURES},
      {"svm", "custom(name=bell)@two", "gaussian(gamma=0.1)@two", 2},
      {"svm", "sum(stump,custom(name=bell)@two)", "sum(stump,gaussian(gamma=0.1)@two)", 2},
      {"svm", "product(custom(name=bell),stump)", "product(gaussian(gamma=0.1),stump)", FEATURES},
      {"svr", "custom(name=bell)", "gaussian(gamma=0.1)", FEATURES},
      {"one-class", "custom(name=bell)", "gaussian(gamma=0.1)", FEATURES}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
    owner own = new_owner(0.1);
    coppice_solver* solver =
        solver_of(cases[k].method, cases[k].kernel, "tolerance=1e-10 threads=4", &own);
    coppice_model* model = fit(solver);
    coppice_model* expected =
        train_kernel(cases[k].method, data, cases[k].built_in, "tolerance=1e-10");
    check_close(quantity_of(model, "objective") / quantity_of(expected, "objective"), 1, 1e-9);
    check_same_decisions(model, expected, 1e-4);
    assert_int_equal(own.width, cases[k].width);
    check_text(model, "kernel", cases[k].kernel);
    coppice_model_free(expected);
    coppice_solver_free(solver);
    assert_int_equal(own.releases, 0);
    coppice_model_free(model);
    assert_int_equal(own.releases, 1);
  }
}

/* Folds and calibration too stay on this thread, which the callback checks. */
static void folds_stay_on_the_calling_thread(void** state) {
  (void)state;
  double criteria[2][3];
  for (int k = 0; k < 2; ++k) {
    owner own = new_owner(0.1);
    coppice_solver* solver =
        solver_of("svm", k == 0 ? "custom(name=bell)" : "gaussian(gamma=0.1)", "threads=4", &own);
    check_ok(coppice_solver_set_grid(solver, "C", "0.1,1,10"));
    check_ok(coppice_solver_cross_validate(solver, data, 4, NULL));
    check_ok(coppice_solver_get_array(solver, "cv.criterion", criteria[k], 3, NULL));
    check_ok(coppice_solver_set_string(solver, "calibration", "platt"));
    coppice_model* model = fit(solver);
    double probabilities[2 * ROWS];
    check_ok(coppice_model_predict_dataset(model, COPPICE_PROBABILITY, data, 4, probabilities,
                                           2 * ROWS));
    coppice_model_free(model);
    coppice_solver_free(solver);
    assert_int_equal(own.releases, 1);
    assert_true((own.calls > 0) == (k == 0));
  }
  for (int k = 0; k < 3; ++k) check_close(criteria[0][k], criteria[1][k], 1e-9);
}

static void models_are_loaded_by_name(void** state) {
  (void)state;
  owner own = new_owner(0.1), other = new_owner(0.2), late = new_owner(0.1);
  coppice_solver* solver = solver_of("svm", "sum(custom(name=bell),custom(name=wide))", "", &own);
  check_ok(coppice_solver_set_kernel(solver, "wide", gaussian, NULL, &other));
  coppice_model* model = fit(solver);
  coppice_solver* only_bell = solver_of("svm", "stump", "", &late);
  static const char* const formats[] = {"json", "cbor"};
  for (int k = 0; k < 2; ++k) {
    size_t size = 0;
    char* bytes = saved_bytes(model, formats[k], 0, &size);
    coppice_model* loaded = NULL;
    check_error(coppice_model_load_buffer(bytes, (int64_t)size, &loaded), COPPICE_UNAVAILABLE,
                "no custom kernel called \"bell\"|coppice_model_load_custom");
    check_error(coppice_model_load_buffer_custom(bytes, (int64_t)size, only_bell, &loaded),
                COPPICE_UNAVAILABLE, "no custom kernel called \"wide\"");
    assert_null(loaded);
    check_ok(coppice_model_load_buffer_custom(bytes, (int64_t)size, solver, &loaded));
    check_same_decisions(loaded, model, 0);
    coppice_model_free(loaded);
    free(bytes);
  }
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_solver_free(only_bell);
  assert_int_equal(own.releases, 1);
  assert_int_equal(late.releases, 1);
  assert_int_equal(other.releases, 0); /* no hook */
}

/* A second kernel of the same name takes the first one's place, which goes with its last model. */
static void one_of_the_same_name_takes_its_place(void** state) {
  (void)state;
  owner first = new_owner(0.1), second = new_owner(0.5);
  coppice_solver* solver = solver_of("svm", "custom(name=bell)", "tolerance=1e-10", &first);
  coppice_model* before = fit(solver);
  check_ok(coppice_solver_set_kernel(solver, "bell", gaussian, note_release, &second));
  assert_int_equal(first.releases, 0);
  coppice_model* model = fit(solver);
  coppice_model* expected = train_kernel("svm", data, "gaussian(gamma=0.5)", "tolerance=1e-10");
  check_same_decisions(model, expected, 1e-4);
  coppice_model_free(before);
  assert_int_equal(first.releases, 1);
  coppice_model_free(model);
  check_ok(coppice_solver_set_kernel(solver, "bell", gaussian, NULL, &first));
  assert_int_equal(second.releases, 1);
  coppice_solver_free(solver);
  assert_int_equal(first.releases, 1);
  coppice_model_free(expected);
}

static void faults_of_the_callback_are_said(void** state) {
  (void)state;
  static const struct {
    enum fault fault;
    coppice_status status;
    const char* fragments;
  } cases[] = {
      {CANCELS, COPPICE_CANCELLED, "compare callback of kernel \"bell\" asked to cancel"},
      {STOPS, COPPICE_CALLBACK_FAILED, "kernel \"bell\" returned 1|COPPICE_CONTINUE"},
      {WRITES_NAN, COPPICE_CALLBACK_FAILED, "\"bell\" gave nan for row 7 of x and row 7 of z"},
      {LEAVES_ONE_OUT, COPPICE_CALLBACK_FAILED, "\"bell\" gave nan for row 0 of x and row 0 of z"},
      {IS_NOT_SYMMETRIC, COPPICE_CALLBACK_FAILED,
       "\"bell\" gave| for the same rows the other way round|symmetric"}};
  owner own = new_owner(0.1);
  coppice_solver* solver = solver_of("svm", "custom(name=bell)", "", &own);
  coppice_model* good = fit(solver);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
    coppice_model* none = NULL;
    double out[ROWS];
    for (int i = 0; i < ROWS; ++i) out[i] = 77;
    own.fault = cases[k].fault;
    check_error(coppice_solver_fit(solver, data, &none), cases[k].status, cases[k].fragments);
    check_error(coppice_solver_cross_validate(solver, data, 3, NULL), cases[k].status, "\"bell\"");
    assert_null(none);
    if (own.fault == IS_NOT_SYMMETRIC) continue;
    check_error(coppice_model_predict_dataset(good, COPPICE_DECISION, data, 2, out, ROWS),
                cases[k].status, "\"bell\"");
    for (int i = 0; i < ROWS; ++i) assert_true(out[i] == 77);
  }
  own.fault = NONE;
  check_same_decisions(good, good, 0);
  coppice_model_free(good);
  coppice_solver_free(solver);
  assert_int_equal(own.releases, 1);
}

static void wrong_arguments_are_refused(void** state) {
  (void)state;
  owner own = new_owner(0.1);
  coppice_model* none = NULL;
  coppice_solver *solver = solver_of_method("svm", ""), *cgens = solver_with("");
  check_error(coppice_solver_set_kernel(solver, NULL, gaussian, note_release, &own),
              COPPICE_INVALID_ARGUMENT, "name is NULL");
  check_error(coppice_solver_set_kernel(solver, "a b", gaussian, note_release, &own),
              COPPICE_INVALID_ARGUMENT, "name is \"a b\"|character 2");
  check_error(coppice_solver_set_kernel(solver, "", gaussian, note_release, &own),
              COPPICE_INVALID_ARGUMENT, "name is \"\"");
  check_error(coppice_solver_set_kernel(solver, "bell", NULL, note_release, &own),
              COPPICE_INVALID_ARGUMENT, "compare is NULL");
  check_error(coppice_solver_set_kernel(cgens, "bell", gaussian, note_release, &own),
              COPPICE_INVALID_ARGUMENT, "method cgens takes no kernels");
  check_ok(coppice_solver_set_string(solver, "kernel", "custom(name=bell)"));
  check_error(coppice_solver_fit(solver, data, &none), COPPICE_UNAVAILABLE,
              "no custom kernel called \"bell\"|coppice_solver_set_kernel");
  check_ok(coppice_solver_set_string(solver, "kernel", "custom"));
  check_error(coppice_solver_fit(solver, data, &none), COPPICE_INVALID_OPTION,
              "custom has no name|custom(name=alignment)");
  check_error(coppice_solver_set_string(solver, "kernel", "custom(gamma=1)"),
              COPPICE_INVALID_OPTION, "gamma");
  assert_null(none);
  assert_int_equal(own.releases, 0);
  coppice_solver_free(solver);
  coppice_solver_free(cgens);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_is_the_kernel_that_it_computes),
      cmocka_unit_test(folds_stay_on_the_calling_thread),
      cmocka_unit_test(models_are_loaded_by_name),
      cmocka_unit_test(one_of_the_same_name_takes_its_place),
      cmocka_unit_test(faults_of_the_callback_are_said),
      cmocka_unit_test(wrong_arguments_are_refused),
  };
  return cmocka_run_group_tests(tests, make_data, free_data);
}
