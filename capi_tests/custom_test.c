/* Custom weak learners: a stump pool written with callbacks is the built-in one, its models are
 * saved, and loaded by name; callbacks run on the calling thread, and whatever they do wrong is
 * said and leaves nothing behind. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cross_validated.h"
#include "model_bytes.h"
#include "pools.h"
#include "stumps.h"

/* All stumps on the training rows. */
typedef struct oracle {
  stump_pool* stumps;
  pthread_t thread; /* where calls are expected */
  int64_t calls;
} oracle;

static coppice_action evaluate_stump(void* user, const double* parameters, int64_t count,
                                     const double* x, int64_t rows, int64_t features,
                                     double* outputs) {
  oracle* own = user;
  assert_int_equal(count, 2);
  assert_true(pthread_equal(pthread_self(), own->thread));
  for (int64_t i = 0; i < rows; ++i)
    outputs[i] = x[i * features + (int64_t)parameters[0]] > parameters[1] ? 1 : -1;
  ++own->calls;
  return COPPICE_CONTINUE;
}

/* Exhaustive pricing from the definition; the first of equals, as the built-in pool has it. */
static coppice_action find_stump(void* user, const double* x, int64_t rows, int64_t features,
                                 const double* residual, int64_t scores, const double* chosen,
                                 int64_t learners, double* parameters, int64_t count) {
  oracle* own = user;
  assert_int_equal(scores, 1); /* of two classes */
  assert_int_equal(count, 2);
  assert_true(parameters[0] == 0 && parameters[1] == 0);
  assert_true(pthread_equal(pthread_self(), own->thread));
  if (own->stumps == NULL) {
    double* labels = allocate(rows, sizeof *labels);
    table* t = table_of(x, labels, rows, features);
    own->stumps = stumps_enumerate(t);
    table_free(t);
    free(labels);
  }
  char* forbidden = allocate(own->stumps->count, 1);
  for (int64_t j = 0; j < learners; ++j)
    forbidden[stumps_find(own->stumps, (int64_t)chosen[2 * j], chosen[2 * j + 1])] = 1;
  int64_t best = -1;
  for (int64_t j = 0; j < own->stumps->count; ++j) {
    if (forbidden[j]) continue;
    if (best < 0 || fabs(stumps_score(own->stumps, j, residual)) >
                        fabs(stumps_score(own->stumps, best, residual)) * (1 + 1e-12))
      best = j;
  }
  free(forbidden);
  if (best < 0) return COPPICE_STOP;
  parameters[0] = (double)own->stumps->features[best];
  parameters[1] = own->stumps->thresholds[best];
  return COPPICE_CONTINUE;
}

static oracle new_oracle(void) {
  oracle made = {NULL, pthread_self(), 0};
  return made;
}

static void forget(oracle* own) {
  stumps_free(own->stumps);
}

static coppice_pool* stump_like(oracle* own) {
  coppice_pool* pool = NULL;
  check_ok(
      coppice_pool_create_custom("my-stumps", 2, find_stump, evaluate_stump, NULL, own, &pool));
  return pool;
}

static coppice_model* fit_with(coppice_dataset* data, const coppice_pool* pool,
                               const char* options) {
  coppice_solver* solver = solver_with(options);
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_pool(solver, pool));
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_solver_free(solver);
  return model;
}

/* The same, but that the seventh call takes half a second. */
static coppice_action find_slowly(void* user, const double* x, int64_t rows, int64_t features,
                                  const double* residual, int64_t scores, const double* chosen,
                                  int64_t learners, double* parameters, int64_t count) {
  static int64_t calls;
  const struct timespec half_a_second = {0, 500000000};
  if (++calls == 7) nanosleep(&half_a_second, NULL);
  return find_stump(user, x, rows, features, residual, scores, chosen, learners, parameters, count);
}

/* Time runs out among the learners of the second iteration, of which nothing is left. */
static void a_limit_within_an_iteration_leaves_the_last(void** state) {
  (void)state;
  table* t = table_random(80, 4, 5, 1);
  coppice_dataset* data = table_dataset(t);
  oracle own = new_oracle();
  coppice_pool* pool = NULL;
  coppice_model *model = NULL, *expected = NULL;
  const char* const options = "C=0.3 learners=12 columns_per_iteration=4 time_limit=0.4";
  coppice_solver* solver = solver_with(options);
  check_ok(coppice_pool_create_custom("slow", 2, find_slowly, evaluate_stump, NULL, &own, &pool));
  check_ok(coppice_solver_set_pool(solver, pool));
  check_ok(coppice_solver_fit(solver, data, &model));
  check_text(model, "stop_reason", "time_limit");
  assert_in_range(learners_of(model), 0, 4); /* 4, but on a machine too slow for them */
  coppice_model_free(model);
  check_ok(coppice_solver_set_double(solver, "time_limit", 0));
  check_ok(coppice_solver_fit(solver, data, &model));
  expected = fit_with(data, pool, "C=0.3 learners=12 columns_per_iteration=4");
  assert_int_equal(learners_of(model), 12);
  check_equal_models(model, expected, data);
  coppice_model_free(expected);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_pool_free(pool);
  coppice_dataset_free(data);
  forget(&own);
  table_free(t);
}

static void custom_stumps_are_stumps(void** state) {
  (void)state;
  table* t = table_random(80, 3, 5, 1);
  table_draw_weights(t, 2);
  t->weights[7] = 0; /* not a training row, for the callback neither */
  coppice_dataset* data = table_dataset(t);
  const char* const options[] = {"learners=5 C=0.3 tolerance=1e-9 columns_per_iteration=1",
                                 "learners=500 C=0.3 epsilon=0 tolerance=1e-9"};
  for (int k = 0; k < 2; ++k) {
    oracle own = new_oracle();
    coppice_pool* pool = stump_like(&own);
    coppice_model* built_in = train_pool(data, "stump", options[k]);
    coppice_model* custom = fit_with(data, pool, options[k]);
    coppice_model* again = fit_with(data, pool, options[k]); /* nothing is left of the first fit */
    check_equal_models(custom, again, data);
    coppice_model_free(again);
    check_close(quantity_of(custom, "objective"), quantity_of(built_in, "objective"), 1e-8);
    assert_int_equal(learners_of(custom), learners_of(built_in));
    assert_int_equal(count_of(custom, "iterations"), learners_of(custom)); /* one by one, always */
    double *f = decisions_of(custom, t), *g = decisions_of(built_in, t);
    for (int64_t i = 0; i < t->rows; ++i) check_close(f[i], g[i], 1e-3);
    check_text(custom, "stop_reason", k == 0 ? "learners" : "exhausted");
    check_text(custom, "pools", "custom(name=my-stumps)");
    double* counts = array_of(custom, "feature_counts", NULL);
    assert_true(counts[0] == (double)learners_of(custom)); /* it may look at all */
    free(counts);
    free(f);
    free(g);
    coppice_model_free(custom);
    coppice_model_free(built_in);
    coppice_pool_free(pool);
    forget(&own);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* Learner by learner, in a batch on many threads and row by row: the same, and on this thread. */
static void prediction_stays_on_the_calling_thread(void** state) {
  (void)state;
  table* t = table_random(3000, 40, 50, 3);
  coppice_dataset* data = table_dataset(t);
  oracle own = new_oracle();
  table* few = table_thinned(t, 50, 40);
  coppice_dataset* small = table_dataset(few);
  coppice_pool* pool = stump_like(&own);
  coppice_model* model = fit_with(small, pool, "learners=30 C=0.1 threads=4");
  const int64_t calls = own.calls;
  double* f = allocate(t->rows, sizeof *f);
  check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, data, 4, f, t->rows));
  assert_int_equal(own.calls - calls, 30 * 3000);
  double* h = predictions_of(model, COPPICE_LEARNERS, t);
  double* weights = array_of(model, "weights", NULL);
  double* bias = array_of(model, "bias", NULL);
  for (int64_t i = 0; i < t->rows; ++i) {
    double sum = *bias, alone = 0;
    for (int64_t j = 0; j < 30; ++j) sum += h[30 * i + j] * weights[j];
    check_ok(coppice_model_predict_row(model, COPPICE_DECISION, t->x + 40 * i, 40, &alone, 1));
    assert_true(sum == f[i] && alone == f[i]);
  }
  free(weights);
  free(bias);
  free(h);
  free(f);
  coppice_model_free(model);
  coppice_pool_free(pool);
  coppice_dataset_free(small);
  coppice_dataset_free(data);
  table_free(few);
  table_free(t);
  forget(&own);
}

static void models_load_by_name(void** state) {
  (void)state;
  table* t = table_random(60, 4, 9, 4);
  coppice_dataset* data = table_dataset(t);
  const int64_t view[] = {3, 1};
  check_ok(coppice_dataset_add_view(data, "two", view, 2));
  oracle first = new_oracle(), second = new_oracle();
  coppice_pool *all = NULL, *other = NULL, *pool = stump_like(&first);
  check_ok(
      coppice_pool_create_custom("others", 2, find_stump, evaluate_stump, NULL, &second, &other));
  check_ok(coppice_pool_create("union", &all));
  check_ok(coppice_pool_add(all, pool, "two"));
  check_ok(coppice_pool_add(all, other, NULL));
  coppice_model* model = fit_with(data, all, "learners=20 C=0.3");
  double* counts = array_of(model, "pool_learners", NULL);
  assert_true(counts[0] > 0 && counts[1] > 0);
  free(counts);
  const char* const formats[] = {"json", "cbor"};
  for (int k = 0; k < 2; ++k) {
    size_t size = 0;
    char* bytes = saved_bytes(model, formats[k], 0, &size);
    coppice_model* loaded = NULL;
    check_error(coppice_model_load_buffer(bytes, (int64_t)size, &loaded), COPPICE_UNAVAILABLE,
                "custom weak learners called|coppice_model_load_custom");
    check_error(load_with_pool(bytes, size, pool, &loaded), COPPICE_UNAVAILABLE,
                "\"others\"|coppice_model_load_custom");
    check_error(load_with_pool(bytes, size, other, &loaded), COPPICE_UNAVAILABLE, "\"my-stumps\"");
    assert_null(loaded);
    check_ok(load_with_pool(bytes, size, all, &loaded));
    check_equal_models(model, loaded, data);
    coppice_model_free(loaded);
    free(bytes);
  }
  /* To evaluate, no fit callback is needed; what is loaded keeps what it needs. */
  coppice_pool* evaluator = NULL;
  oracle third = new_oracle();
  check_ok(
      coppice_pool_create_custom("my-stumps", 2, NULL, evaluate_stump, NULL, &third, &evaluator));
  coppice_model *alone = NULL, *loaded = NULL;
  oracle fourth = new_oracle();
  coppice_pool* again = stump_like(&fourth);
  alone = fit_with(data, again, "learners=5 C=0.3");
  check_ok(coppice_model_save(alone, "custom_test_model.json"));
  check_error(coppice_model_load("custom_test_model.json", &loaded), COPPICE_UNAVAILABLE,
              "\"my-stumps\"");
  coppice_solver* solver = solver_with("");
  coppice_model* none = NULL;
  check_ok(coppice_solver_set_pool(solver, evaluator));
  check_ok(coppice_model_load_custom("custom_test_model.json", solver, &loaded));
  check_error(coppice_solver_fit(solver, data, &none), COPPICE_INVALID_STATE,
              "\"my-stumps\"|no fit callback");
  assert_null(none);
  coppice_solver_free(solver);
  coppice_pool_free(evaluator);
  check_equal_models(alone, loaded, data);
  remove("custom_test_model.json");
  coppice_pool* three = NULL;
  size_t size = 0;
  char* bytes = saved_bytes(alone, "cbor", 0, &size);
  check_ok(coppice_pool_create_custom("my-stumps", 3, NULL, evaluate_stump, NULL, &third, &three));
  check_error(load_with_pool(bytes, size, three, &none), COPPICE_INVALID_ARGUMENT,
              "\"my-stumps\"|3 parameters|have 2");
  free(bytes);
  coppice_pool_free(three);
  coppice_model_free(loaded);
  coppice_model_free(alone);
  coppice_model_free(model);
  coppice_pool_free(again);
  coppice_pool_free(all);
  coppice_pool_free(pool);
  coppice_pool_free(other);
  coppice_dataset_free(data);
  table_free(t);
  forget(&first);
  forget(&second);
  forget(&fourth);
}

/* A pool of one parameter whose callbacks do as they are told. */
typedef struct script {
  int fit_answer, evaluate_answer;
  double parameter, output; /* output: for every row, once `bad_after` calls gave feature 0 */
  int64_t bad_after, calls;
} script;

static coppice_action scripted_fit(void* user, const double* x, int64_t rows, int64_t features,
                                   const double* residual, int64_t scores, const double* chosen,
                                   int64_t learners, double* parameters, int64_t count) {
  const script* own = user;
  (void)x, (void)rows, (void)features, (void)residual, (void)scores, (void)chosen;
  (void)learners, (void)count;
  parameters[0] = own->parameter;
  return (coppice_action)own->fit_answer;
}

static coppice_action scripted_evaluate(void* user, const double* parameters, int64_t count,
                                        const double* x, int64_t rows, int64_t features,
                                        double* outputs) {
  script* own = user;
  (void)parameters, (void)count;
  const int bad = own->calls++ >= own->bad_after;
  for (int64_t i = 0; i < rows; ++i) outputs[i] = bad ? own->output : x[i * features];
  return bad ? (coppice_action)own->evaluate_answer : COPPICE_CONTINUE;
}

static void callbacks_that_fail(void** state) {
  (void)state;
  const struct {
    script script;
    coppice_status status;
    const char* fragments;
  } cases[] = {
      {{7, 0, 1, 1, 0, 0}, COPPICE_CALLBACK_FAILED, "fit callback|\"bad\"|returned 7|expected"},
      {{2, 0, 1, 1, 0, 0}, COPPICE_CANCELLED, "fit callback|\"bad\"|cancel"},
      {{0, 1, 1, 1, 0, 0}, COPPICE_CALLBACK_FAILED, "evaluate callback|returned 1|CONTINUE"},
      {{0, 2, 1, 1, 0, 0}, COPPICE_CANCELLED, "evaluate callback|cancel"},
      {{0, 0, NAN, 1, 0, 0}, COPPICE_CALLBACK_FAILED, "fit callback|nan|parameters[0]|finite"},
      {{0, 0, INFINITY, 1, 0, 0}, COPPICE_CALLBACK_FAILED, "inf|parameters[0]|finite"},
      {{0, 0, 1, NAN, 0, 0}, COPPICE_CALLBACK_FAILED, "evaluate callback|nan|row 0|finite"},
      {{0, 0, 1, -INFINITY, 0, 0}, COPPICE_CALLBACK_FAILED, "-inf|row 0|finite"},
      {{0, 0, 1, 1e300, 0, 0}, COPPICE_CALLBACK_FAILED, "1e+300|row 0|float"},
  };
  table* t = table_random(30, 2, 9, 5);
  coppice_dataset* data = table_dataset(t);
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    script own = cases[k].script;
    coppice_pool* pool = NULL;
    coppice_model* model = NULL;
    coppice_solver* solver = solver_with("learners=3");
    check_ok(
        coppice_pool_create_custom("bad", 1, scripted_fit, scripted_evaluate, NULL, &own, &pool));
    check_ok(coppice_solver_set_pool(solver, pool));
    check_error(coppice_solver_fit(solver, data, &model), cases[k].status, cases[k].fragments);
    assert_null(model);
    /* The same in prediction, after a training that went well. */
    own = (script){0, cases[k].script.evaluate_answer, 1, cases[k].script.output, 1000, 0};
    if (k >= 2 && k != 4 && k != 5) {
      check_ok(coppice_solver_fit(solver, data, &model));
      own.bad_after = own.calls + 5; /* some rows go well first */
      double out[30];
      for (int i = 0; i < 30; ++i) out[i] = 77;
      check_error(coppice_model_predict(model, COPPICE_DECISION, t->x, 60, 30, 2, 2, 1, 2, out, 30),
                  cases[k].status, "evaluate callback|\"bad\"");
      own.bad_after = 0;
      check_error(coppice_model_predict_row(model, COPPICE_LEARNERS, t->x, 2, out, 30),
                  cases[k].status, "evaluate callback");
      double error = 77;
      check_error(coppice_model_error_rate(model, data, 1, &error), cases[k].status, "evaluate");
      for (int i = 0; i < 30; ++i) assert_true(out[i] == 77);
      assert_true(error == 77);
    }
    coppice_model_free(model);
    coppice_solver_free(solver);
    coppice_pool_free(pool);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* One learner for ever: chosen once. Constant ones: worth nothing beside a free bias. None at all:
 * a model of the bias. */
static void pools_that_give_little(void** state) {
  (void)state;
  const struct {
    script script;
    const char* reason;
    int64_t learners;
  } cases[] = {
      {{0, 0, 1, 0, 1000, 0}, "exhausted", 1},
      {{0, 0, 1, 1, 0, 0}, "epsilon", 0},
      {{1, 0, 1, 1, 0, 0}, "exhausted", 0},
  };
  table* t = table_random(30, 2, 9, 6);
  coppice_dataset* data = table_dataset(t);
  for (size_t k = 0; k < 3; ++k) {
    script own = cases[k].script;
    coppice_pool* pool = NULL;
    check_ok(
        coppice_pool_create_custom("few", 1, scripted_fit, scripted_evaluate, NULL, &own, &pool));
    coppice_model* model = fit_with(data, pool, "learners=50");
    check_text(model, "stop_reason", cases[k].reason);
    assert_int_equal(learners_of(model), cases[k].learners);
    /* Others of a union go on. */
    coppice_pool* both = NULL;
    own.calls = 0;
    check_ok(coppice_pool_create("union", &both));
    check_ok(coppice_pool_add(both, pool, NULL));
    coppice_pool* stump = NULL;
    check_ok(coppice_pool_create("stump", &stump));
    check_ok(coppice_pool_add(both, stump, NULL));
    coppice_model* united = fit_with(data, both, "learners=6 C=0.3");
    assert_int_equal(learners_of(united), 6);
    coppice_model_free(united);
    coppice_pool_free(stump);
    coppice_pool_free(both);
    coppice_model_free(model);
    coppice_pool_free(pool);
  }
  coppice_dataset_free(data);
  table_free(t);
}

static void hostile_models_are_refused(void** state) {
  (void)state;
  table* t = table_random(30, 2, 9, 7);
  coppice_dataset* data = table_dataset(t);
  oracle own = new_oracle();
  coppice_pool* pool = stump_like(&own);
  coppice_model* model = fit_with(data, pool, "learners=2 C=0.3");
  const struct {
    const char *old, *new, *fragments;
  } cases[] = {
      {"\"count\":2", "\"count\":0", "\"count\" is 0"},
      {"\"count\":2", "\"count\":-2", "\"count\" is -2"},
      {"\"count\":2", "\"count\":\"2\"", "\"count\"|whole number"},
      {"\"parameters\":[", "\"parameters\":[0,", "5 parameters|multiple of 2"},
      {"\"parameters\":[", "\"parameters\":[0,0,", "3 learners|2 weights"},
      {"\"parameters\":[", "\"parameters\":[null,", "\"parameters\"|not finite"},
      {"\"parameters\":[", "\"features\":[2],\"parameters\":[", "\"features\" is 2|0 to 1"},
      {"\"parameters\":[", "\"features\":[],\"parameters\":[", "damaged|look at no feature"},
      {"\"count\":2", "\"spare\":2", "\"count\" is missing"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    size_t size = 0;
    char* json = saved_bytes(model, "json", 64, &size);
    replace_bytes(json, &size, cases[k].old, cases[k].new);
    coppice_model* none = NULL;
    check_error(load_with_pool(json, size, pool, &none), COPPICE_MODEL_ERROR, cases[k].fragments);
    assert_null(none);
    free(json);
  }
  coppice_model_free(model);
  coppice_pool_free(pool);
  coppice_dataset_free(data);
  table_free(t);
  forget(&own);
}

static void arguments(void** state) {
  (void)state;
  coppice_pool* pool = NULL;
#define refuses_custom(name, parameters, evaluate, fragments)                                  \
  check_error(                                                                                 \
      coppice_pool_create_custom(name, parameters, scripted_fit, evaluate, NULL, NULL, &pool), \
      COPPICE_INVALID_ARGUMENT, fragments)
  refuses_custom(NULL, 1, scripted_evaluate, "name is NULL");
  refuses_custom("", 1, scripted_evaluate, "name is \"\"|UTF-8");
  refuses_custom("\xff", 1, scripted_evaluate, "name is|UTF-8");
  refuses_custom("x", 0, scripted_evaluate, "parameters is 0|expected 1");
  refuses_custom("x", -1, scripted_evaluate, "parameters is -1|expected 1");
  refuses_custom("x", INT64_MAX, scripted_evaluate, "parameters is 9223372036854775807");
  refuses_custom("x", 1, NULL, "evaluate is NULL|callback");
  assert_null(pool);
  check_error(coppice_pool_create_custom("x", 1, NULL, scripted_evaluate, NULL, NULL, NULL),
              COPPICE_INVALID_ARGUMENT, "out is NULL");
  check_ok(coppice_pool_create_custom("x", 1, scripted_fit, scripted_evaluate, NULL, NULL, &pool));
  check_error(coppice_pool_set_int(pool, "depth", 3), COPPICE_UNKNOWN_NAME,
              "pool \"x\" has no options|\"depth\"");
  coppice_pool_free(pool);
}

/* The best of the stumps at 0.5, 1.5, 2.5 and 3.5, whatever rows it is asked about. */
static coppice_action find_half(void* user, const double* x, int64_t rows, int64_t features,
                                const double* residual, int64_t scores, const double* chosen,
                                int64_t learners, double* parameters, int64_t count) {
  const oracle* own = user;
  assert_int_equal(scores, 1);
  assert_int_equal(count, 2);
  assert_true(pthread_equal(pthread_self(), own->thread));
  double best = -1;
  for (int64_t candidate = 0; candidate < 4 * features; ++candidate) {
    const int64_t feature = candidate / 4;
    const double threshold = (double)(candidate % 4) + 0.5;
    int taken = 0;
    for (int64_t j = 0; j < learners; ++j)
      taken |= chosen[2 * j] == (double)feature && chosen[2 * j + 1] == threshold;
    double score = 0;
    for (int64_t i = 0; i < rows; ++i)
      score += x[i * features + feature] > threshold ? residual[i] : -residual[i];
    if (taken || fabs(score) <= best) continue;
    best = fabs(score);
    parameters[0] = (double)feature;
    parameters[1] = threshold;
  }
  return best < 0 ? COPPICE_STOP : COPPICE_CONTINUE;
}

/* Folds run on several threads, but not those that call back. */
static void folds_stay_on_the_calling_thread(void** state) {
  (void)state;
  table* t = table_random(200, 4, 5, 71);
  table_draw_weights(t, 72);
  coppice_dataset* data = table_dataset(t);
  oracle own = new_oracle();
  coppice_pool* pools[2] = {NULL, NULL};
  check_ok(coppice_pool_create("stump", &pools[0]));
  check_ok(
      coppice_pool_create_custom("halves", 2, find_half, evaluate_stump, NULL, &own, &pools[1]));
  cross_validated found[2];
  double probabilities[2][2];
  for (int k = 0; k < 2; ++k) {
    coppice_solver* solver =
        solver_with("C=0.1 learners=12 columns_per_iteration=1 threads=3 tolerance=1e-9");
    coppice_model* model = NULL;
    check_ok(coppice_solver_set_pool(solver, pools[k]));
    found[k] = cross_validate(solver, t, 4);
    check_ok(coppice_solver_set_string(solver, "calibration", "platt"));
    check_ok(coppice_solver_fit(solver, data, &model));
    check_ok(coppice_model_predict_row(model, COPPICE_PROBABILITY, t->x, t->features,
                                       probabilities[k], 2));
    coppice_model_free(model);
    coppice_solver_free(solver);
    coppice_pool_free(pools[k]);
  }
  assert_true(own.calls > 0);
  assert_true(found[0].path[0] == found[1].path[0]);
  check_close(found[0].criterion[0], found[1].criterion[0], 1e-12);
  check_close(found[0].standard_error[0], found[1].standard_error[0], 1e-12);
  check_close(probabilities[0][1], probabilities[1][1], 1e-4);
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(folds_stay_on_the_calling_thread),
      cmocka_unit_test(custom_stumps_are_stumps),
      cmocka_unit_test(a_limit_within_an_iteration_leaves_the_last),
      cmocka_unit_test(prediction_stays_on_the_calling_thread),
      cmocka_unit_test(models_load_by_name),
      cmocka_unit_test(callbacks_that_fail),
      cmocka_unit_test(pools_that_give_little),
      cmocka_unit_test(hostile_models_are_refused),
      cmocka_unit_test(arguments),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
