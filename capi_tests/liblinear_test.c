/* LIBLINEAR two ways. As an oracle: called here, without any of the library's code, on the outputs
 * of the learners that our own master chose, it must find the same optimum. As master=liblinear:
 * what is reported must be what the model's predictions give, and what the pool's optimum allows.
 *
 * LIBLINEAR's answer is taken as weights only; both sides of its duality gap are computed here. Its
 * descent for the hinge ends after 1000 sweeps: where its own gap says that it did not arrive, ours
 * must be at least as low. */
#define _GNU_SOURCE
#include <dlfcn.h>
#define train liblinear_train /* the tests have a function of that name */
#include <linear.h>
#undef train
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "training.h"

static const double costs[] = {1e-3, 1e-2, 0.1, 1, 10};
static const char* const losses[] = {"hinge", "squared-hinge"};
static const char* const biases[] = {"penalised", "none"};
static const double bias_scale = 2;
static const double delta = 1e-4; /* height of the feature that a row has to itself */

typedef struct bounds {
  double primal;
  double dual;
} bounds;

static double gap_of(bounds b) {
  return (b.primal - b.dual) / b.primal;
}

/* dlopen stands before the C library's, to act as if LIBLINEAR were not installed. */
static int library_is_missing;

void* dlopen(const char* name, int flags) {
  static void* (*next)(const char*, int);
  if (library_is_missing) return NULL;
  if (next == NULL) *(void**)&next = dlsym(RTLD_NEXT, "dlopen");
  return next(name, flags);
}

/* LIBLINEAR's functions. */
static __typeof__(&liblinear_train) solve;
static __typeof__(&free_and_destroy_model) destroy;
static __typeof__(&set_print_string_function) set_print;

static int open_liblinear(void** state) {
  (void)state;
  void* library = dlopen("liblinear.so.4", RTLD_NOW);
  if (library == NULL) return -1;
  *(void**)&solve = dlsym(library, "train");
  *(void**)&destroy = dlsym(library, "free_and_destroy_model");
  *(void**)&set_print = dlsym(library, "set_print_string_function");
  return solve == NULL || destroy == NULL || set_print == NULL;
}

static void silent(const char* text) {
  (void)text;
}

/* Both sides of the gap at weights w of the columns (rows x count, the constant of a penalised bias
 * among them), with the multipliers that belong to them: given, or 2 c xi of the squared hinge. */
static bounds measure(const table* t, double C, const double* columns, int64_t count,
                      const double* w, const double* multipliers) {
  bounds result = {0, 0};
  double* correlation = allocate(count, sizeof *correlation);
  for (int64_t i = 0; i < t->rows; ++i) {
    const double c = C * t->weights[i], y = t->labels[i];
    double f = 0;
    for (int64_t j = 0; j < count; ++j) f += columns[i * count + j] * w[j];
    const double xi = fmax(0, 1 - y * f);
    const double a = multipliers != NULL ? fmin(c, fmax(0, multipliers[i])) : 2 * c * xi;
    result.primal += multipliers != NULL ? c * xi : c * xi * xi;
    result.dual += multipliers != NULL ? a : a - a * a / (4 * c);
    for (int64_t j = 0; j < count; ++j) correlation[j] += y * a * columns[i * count + j];
  }
  for (int64_t j = 0; j < count; ++j) {
    result.primal += w[j] * w[j] / 2;
    result.dual -= correlation[j] * correlation[j] / 2;
  }
  free(correlation);
  return result;
}

/* LIBLINEAR itself on these columns, for equal weights of rows. */
static bounds solve_with_liblinear(const table* t, double C, int squared, const double* columns,
                                   int64_t count) {
  const int64_t n = t->rows;
  struct feature_node* nodes = allocate(n * (count + 2), sizeof *nodes);
  struct feature_node** rows = allocate(n, sizeof *rows);
  for (int64_t i = 0; i < n; ++i) {
    struct feature_node* node = rows[i] = nodes + i * (count + 2);
    for (int64_t j = 0; j < count; ++j, ++node) {
      node->index = (int)(j + 1);
      node->value = columns[i * count + j];
    }
    if (!squared) {
      node->index = (int)(count + 1 + i);
      node++->value = delta;
    }
    node->index = -1;
  }
  const struct problem problem = {(int)n, (int)(squared ? count : count + n), t->labels, rows, -1};
  struct parameter parameter = {0};
  parameter.solver_type = squared ? L2R_L2LOSS_SVC : L2R_L1LOSS_SVC_DUAL;
  parameter.C = C;
  parameter.eps = squared ? 1e-9 : 1e-7;
  set_print(silent);
  struct model* model = solve(&problem, &parameter);
  double* w = allocate(problem.n, sizeof *w);
  double* multipliers = allocate(n, sizeof *multipliers);
  for (int d = 0; d < problem.n; ++d) w[d] = model->w[d] * model->label[0];
  for (int64_t i = 0; !squared && i < n; ++i) multipliers[i] = w[count + i] * t->labels[i] / delta;
  const bounds result = measure(t, C, columns, count, w, squared ? NULL : multipliers);
  destroy(&model);
  free(multipliers);
  free(w);
  free(rows);
  free(nodes);
  return result;
}

/* The outputs of the model's learners on the rows, and the constant of a penalised bias. */
static double* columns_of(const coppice_model* model, const table* t, int penalised,
                          int64_t* count) {
  const int64_t learners = learners_of(model);
  double* outputs = predictions_of(model, COPPICE_LEARNERS, t);
  *count = learners + penalised;
  double* columns = allocate(t->rows * *count, sizeof *columns);
  for (int64_t i = 0; i < t->rows; ++i) {
    memcpy(columns + i * *count, outputs + i * learners, (size_t)learners * sizeof *outputs);
    if (penalised) columns[i * *count + learners] = bias_scale;
  }
  free(outputs);
  return columns;
}

/* The model's objective from its weights, its bias and its decision values. */
static double recomputed(const coppice_model* model, const table* t, double C, int squared) {
  int64_t count = 0;
  double* w = array_of(model, "weights", &count);
  double* bias = array_of(model, "bias", NULL);
  double* f = decisions_of(model, t);
  double sum = bias[0] * bias[0] / (bias_scale * bias_scale) / 2;
  for (int64_t j = 0; j < count; ++j) sum += w[j] * w[j] / 2;
  for (int64_t i = 0; i < t->rows; ++i) {
    const double xi = fmax(0, 1 - t->labels[i] * f[i]);
    sum += C * t->weights[i] * (squared ? xi * xi : xi);
  }
  free(f);
  free(bias);
  free(w);
  return sum;
}

static double last_of(const coppice_model* model, const char* curve) {
  int64_t size = 0;
  double* values = array_of(model, curve, &size);
  const double last = values[size - 1];
  free(values);
  return last;
}

static coppice_model* train_with(const table* t, const char* master, double C, int l, int b,
                                 const char* more) {
  char options[256];
  snprintf(options, sizeof options, "master=%s C=%.17g loss=%s bias=%s bias_scale=%g %s", master, C,
           losses[l], biases[b], bias_scale, more);
  return train(t, options);
}

/* Our master against LIBLINEAR on the columns that ours chose. Returns whether LIBLINEAR arrived.
 */
static int check_dual_master(const char* name, const table* t, double C, int l, int b) {
  coppice_model* model = train_with(t, "dual", C, l, b, "learners=25 tolerance=1e-7");
  int64_t count = 0;
  double* columns = columns_of(model, t, b == 0, &count);
  const bounds expected = solve_with_liblinear(t, C, l, columns, count);
  const double ours = quantity_of(model, "objective");
  const int arrived = gap_of(expected) <= 1e-5;
  if (!arrived || fabs(ours - expected.primal) > 1e-6 * expected.primal)
    print_message("%s, C %g, %s, bias %s: LIBLINEAR %.10g (gap %.0e), coppice %.10g (gap %.0e)\n",
                  name, C, losses[l], biases[b], expected.primal, gap_of(expected), ours,
                  last_of(model, "curve.master_gap"));
  if (l == 1) assert_true(arrived);
  if (arrived) assert_true(fabs(ours - expected.primal) <= 1e-4 * expected.primal);
  assert_true(ours <= expected.primal * (1 + 1e-6));
  assert_true(ours >= expected.dual * (1 - 1e-12));
  assert_true(last_of(model, "curve.master_gap") <= 1e-6);
  free(columns);
  coppice_model_free(model);
  return arrived;
}

/* master=liblinear: what it reports is what its predictions and LIBLINEAR itself give. */
static void check_liblinear_master(const table* t, double C, int l, int b) {
  coppice_model* model = train_with(t, "liblinear", C, l, b, "learners=12");
  int64_t count = 0;
  double* columns = columns_of(model, t, b == 0, &count);
  const bounds expected = solve_with_liblinear(t, C, l, columns, count);
  const double objective = quantity_of(model, "objective");
  const double master_gap = last_of(model, "curve.master_gap");
  const double bound = objective * (1 - master_gap);
  assert_true(fabs(objective - recomputed(model, t, C, l)) <= 1e-12 * objective);
  assert_true(bound <= expected.primal * (1 + 1e-12));
  assert_true(objective >= expected.dual * (1 - 1e-12));
  if (l == 1) assert_true(master_gap <= 1.01e-4); /* the tolerance: Newton always arrives */
  char warnings[512];
  check_ok(coppice_model_get_string(model, "warnings", warnings, sizeof warnings, NULL));
  if (master_gap > 1.01e-4) assert_non_null(strstr(warnings, "relative gap"));
  double* f = decisions_of(model, t);
  assert_true(quantity_of(model, "train_error") == error_of(f, t));
  int64_t size = 0;
  double* curve = array_of(model, "curve.objective", &size);
  for (int64_t k = 1; k < size; ++k) assert_true(curve[k] <= curve[k - 1]);
  free(curve);
  free(f);
  free(columns);
  coppice_model_free(model);
}

static void check_set(const char* file, const char* negative, const char* positive) {
  table* t = table_load(file, negative, positive);
  int arrived = 0;
  for (int l = 0; l < 2; ++l)
    for (int b = 0; b < 2; ++b)
      for (int k = 0; k < 5; ++k) {
        arrived += check_dual_master(file, t, costs[k], l, b);
        if (k % 2 == 0) check_liblinear_master(t, costs[k], l, b);
      }
  assert_true(arrived >= 14); /* of 20: the oracle must mean something for the hinge too */
  table_free(t);
}

static void votes(void** state) {
  (void)state;
  check_set("votes.svm", "-1", "1");
}
static void breast_cancer(void** state) {
  (void)state;
  check_set("breast-cancer-original.svm", "-1", "1");
}
static void breast_cancer_diagnostic(void** state) {
  (void)state;
  check_set("breast-cancer-diagnostic.svm", "-1", "1");
}
static void iris(void** state) {
  (void)state;
  check_set("iris.svm", "2", "3");
}
static void wine(void** state) {
  (void)state;
  check_set("wine.svm", "1", "2");
}
static void digits(void** state) {
  (void)state;
  check_set("digits.svm", "3", "8");
}
static void sonar(void** state) {
  (void)state;
  check_set("sonar.svm", "-1", "1");
}
static void ionosphere(void** state) {
  (void)state;
  check_set("ionosphere.svm", "-1", "1");
}

/* Whatever columns the two masters take on the way, over the whole pool there is one optimum. */
static void to_the_end_of_the_pool(void** state) {
  (void)state;
  table* t = table_load("votes.svm", "-1", "1");
  for (int l = 0; l < 2; ++l)
    for (int b = 0; b < 2; ++b)
      for (int k = 0; k < 3; ++k) {
        const char* run = "learners=1000 epsilon=0 tolerance=1e-6";
        coppice_model* ours = train_with(t, "dual", costs[k], l, b, run);
        coppice_model* theirs = train_with(t, "liblinear", costs[k], l, b, run);
        const double optimum = quantity_of(ours, "objective");
        assert_true(quantity_of(ours, "gap") <= 2e-6);
        assert_true(fabs(quantity_of(theirs, "objective") - optimum) <= 1e-4 * optimum);
        assert_true(quantity_of(theirs, "dual_objective") <= optimum * (1 + 1e-12));
        coppice_model_free(theirs);
        coppice_model_free(ours);
      }
  table_free(t);
}

/* Class weights are LIBLINEAR's, so the same problem as that of our master. */
static void class_weights(void** state) {
  (void)state;
  table* t = table_load("votes.svm", "-1", "1");
  for (int64_t i = 0; i < t->rows; ++i) t->weights[i] = t->labels[i] > 0 ? 3 : 0.5;
  for (int l = 0; l < 2; ++l) {
    coppice_model* ours = train_with(t, "dual", 0.01, l, 0, "learners=1000 tolerance=1e-6");
    coppice_model* theirs = train_with(t, "liblinear", 0.01, l, 0, "learners=1000 tolerance=1e-6");
    const double optimum = quantity_of(ours, "objective");
    assert_true(fabs(quantity_of(theirs, "objective") - optimum) <= 1e-4 * optimum);
    assert_true(fabs(recomputed(theirs, t, 0.01, l) - quantity_of(theirs, "objective")) <=
                1e-12 * optimum);
    coppice_model_free(theirs);
    coppice_model_free(ours);
  }
  table_free(t);
}

static coppice_solver* liblinear_solver(const char* loss, const char* bias) {
  coppice_solver* solver = NULL;
  check_ok(coppice_solver_create("cgens", &solver));
  check_ok(coppice_solver_set_string(solver, "master", "liblinear"));
  check_ok(coppice_solver_set_string(solver, "loss", loss));
  check_ok(coppice_solver_set_string(solver, "bias", bias));
  check_ok(coppice_solver_set_int(solver, "learners", 8));
  return solver;
}

static void check_refused(coppice_dataset* data, const char* loss, const char* bias,
                          coppice_status status, const char* fragments) {
  coppice_solver* solver = liblinear_solver(loss, bias);
  coppice_model* model = NULL;
  check_error(coppice_solver_fit(solver, data, &model), status, fragments);
  assert_null(model);
  coppice_solver_free(solver);
}

static void what_it_cannot_do(void** state) {
  (void)state;
  table* t = table_load("iris.svm", "2", "3");
  coppice_dataset* data = table_dataset(t);
  check_refused(data, "least-squares", "none", COPPICE_INVALID_OPTION,
                "master=liblinear|loss=least-squares|expected hinge or squared-hinge|master=dual");
  check_refused(data, "hinge", "free", COPPICE_INVALID_OPTION,
                "master=liblinear|bias=free|expected penalised or none|master=dual");
  coppice_dataset_free(data);
  for (int64_t i = 0; i < t->rows; ++i)
    if (t->labels[i] > 0) t->weights[i] = i % 2 == 0 ? 1 : 2;
  data = table_dataset(t);
  check_refused(data, "hinge", "none", COPPICE_INVALID_DATA,
                "master=liblinear|one class|+1|a factor of|expected equal ones|master=dual");
  coppice_dataset_free(data);
  table_free(t);
}

/* Must be the first test: an engine that was opened stays open. */
static void not_installed(void** state) {
  (void)state;
  table* t = table_load("iris.svm", "2", "3");
  coppice_dataset* data = table_dataset(t);
  library_is_missing = 1;
  check_refused(data, "hinge", "none", COPPICE_UNAVAILABLE,
                "master=liblinear|liblinear.so.4|Debian: liblinear4|master=dual");
  coppice_model* ours = train_dataset(data, "master=dual learners=3");
  library_is_missing = 0;
  coppice_model* theirs = train_dataset(data, "master=liblinear bias=none learners=3");
  assert_int_equal(learners_of(theirs), 3);
  coppice_model_free(theirs);
  coppice_model_free(ours);
  coppice_dataset_free(data);
  table_free(t);
}

/* LIBLINEAR prints its progress by default, from C's stdout. */
static void prints_nothing(void** state) {
  (void)state;
  table* t = table_load("sonar.svm", "-1", "1");
  set_print(NULL);
  FILE* file = tmpfile();
  assert_non_null(file);
  fflush(stdout);
  const int screen = dup(STDOUT_FILENO);
  dup2(fileno(file), STDOUT_FILENO);
  coppice_model* model = train(t, "master=liblinear bias=none learners=5");
  fflush(stdout);
  dup2(screen, STDOUT_FILENO);
  close(screen);
  fseek(file, 0, SEEK_END);
  assert_int_equal(ftell(file), 0);
  fclose(file);
  coppice_model_free(model);
  table_free(t);
}

static void* train_in_thread(void* data) {
  coppice_solver* solver = liblinear_solver("hinge", "penalised");
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_double(solver, "C", 10)); /* hard: long enough to overlap */
  check_ok(coppice_solver_set_int(solver, "learners", 25));
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_solver_free(solver);
  return model;
}

/* LIBLINEAR draws from rand(): the same model all the same, from many threads at once too. */
static void deterministic(void** state) {
  (void)state;
  table* t = table_load("sonar.svm", "-1", "1");
  coppice_dataset* data = table_dataset(t);
  srand(7);
  coppice_model* first = train_in_thread(data);
  srand(8);
  pthread_t threads[4];
  for (int k = 0; k < 4; ++k)
    assert_int_equal(pthread_create(&threads[k], NULL, train_in_thread, data), 0);
  for (int k = 0; k < 4; ++k) {
    void* model = NULL;
    assert_int_equal(pthread_join(threads[k], &model), 0);
    check_same_model(first, model, t);
    coppice_model_free(model);
  }
  coppice_model_free(first);
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(not_installed),  cmocka_unit_test(what_it_cannot_do),
      cmocka_unit_test(prints_nothing), cmocka_unit_test(deterministic),
      cmocka_unit_test(votes),          cmocka_unit_test(breast_cancer),
      cmocka_unit_test(iris),           cmocka_unit_test(breast_cancer_diagnostic),
      cmocka_unit_test(wine),           cmocka_unit_test(digits),
      cmocka_unit_test(sonar),          cmocka_unit_test(ionosphere),
      cmocka_unit_test(class_weights),  cmocka_unit_test(to_the_end_of_the_pool),
  };
  return cmocka_run_group_tests(tests, open_liblinear, NULL);
}
