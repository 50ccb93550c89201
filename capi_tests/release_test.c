/* The release hook of custom pools: called exactly once, with `user`, when the last pool, solver or
 * model that uses the callbacks has gone, in whatever order and on whatever thread they go; never
 * where creation failed. */
#include <pthread.h>
#include <string.h>

#include "model_bytes.h"
#include "training.h"

enum { ROWS = 60, FEATURES = 4 };
static coppice_dataset* data;

static int make_data(void** state) {
  (void)state;
  table* t = table_random(ROWS, FEATURES, 9, 1);
  const int64_t view[] = {3, 1};
  data = table_dataset(t);
  table_free(t);
  return coppice_dataset_add_view(data, "two", view, 2);
}

static int free_data(void** state) {
  (void)state;
  coppice_dataset_free(data);
  return 0;
}

/* What the callbacks get: whether it is still there, and how the fit callback answers. */
typedef struct owner {
  int releases;
  pthread_t released_on;
  coppice_action answer;
} owner;

static coppice_action next_feature(void* user, const double* x, int64_t rows, int64_t features,
                                   const double* residual, int64_t scores, const double* chosen,
                                   int64_t learners, double* parameters, int64_t count) {
  const owner* own = user;
  (void)x, (void)rows, (void)residual, (void)scores, (void)chosen, (void)count;
  assert_int_equal(own->releases, 0);
  parameters[0] = (double)learners;
  if (own->answer != COPPICE_CONTINUE) return own->answer;
  return learners < features ? COPPICE_CONTINUE : COPPICE_STOP;
}

static coppice_action value_of_feature(void* user, const double* parameters, int64_t count,
                                       const double* x, int64_t rows, int64_t features,
                                       double* outputs) {
  const owner* own = user;
  (void)count;
  assert_int_equal(own->releases, 0);
  for (int64_t i = 0; i < rows; ++i) outputs[i] = x[i * features + (int64_t)parameters[0]];
  return COPPICE_CONTINUE;
}

static void note_release(void* user) {
  owner* own = user;
  own->released_on = pthread_self();
  ++own->releases;
}

static owner new_owner(void) {
  owner fresh;
  memset(&fresh, 0, sizeof fresh);
  return fresh;
}

static coppice_pool* pool_of(owner* own) {
  coppice_pool* pool = NULL;
  check_ok(coppice_pool_create_custom("feature", 1, next_feature, value_of_feature, note_release,
                                      own, &pool));
  return pool;
}

static coppice_solver* solver_on(const coppice_pool* pool) {
  coppice_solver* solver = solver_with("learners=3 C=0.3");
  check_ok(coppice_solver_set_pool(solver, pool));
  return solver;
}

static coppice_model* fitted(coppice_solver* solver) {
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  assert_true(learners_of(model) > 0);
  return model;
}

static coppice_model* loaded_with(const coppice_pool* pool, const coppice_model* model) {
  size_t size = 0;
  char* bytes = saved_bytes(model, "cbor", 0, &size);
  coppice_model* loaded = NULL;
  check_ok(load_with_pool(bytes, size, pool, &loaded));
  free(bytes);
  return loaded;
}

/* The model works as long as it lives. */
static void use(const coppice_model* model) {
  double out[ROWS];
  check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, data, 2, out, ROWS));
}

enum { POOL, UNION, SOLVER, MODEL, LOADED, OWNERS };

/* Frees the objects in the order that `number`, one of the 120, stands for. */
static void check_order(int number) {
  owner own = new_owner();
  coppice_pool *pool = pool_of(&own), *members = NULL;
  check_ok(coppice_pool_create("union", &members));
  check_ok(coppice_pool_add(members, pool, "two"));
  check_ok(coppice_pool_add(members, pool, NULL));
  coppice_solver* solver = solver_on(members);
  coppice_model* model = fitted(solver);
  coppice_model* loaded = loaded_with(pool, model);
  int left[OWNERS] = {POOL, UNION, SOLVER, MODEL, LOADED};
  for (int count = OWNERS; count > 0; --count) {
    assert_int_equal(own.releases, 0);
    const int at = number % count;
    const int freed = left[at];
    number /= count;
    left[at] = left[count - 1];
    if (freed == POOL) coppice_pool_free(pool);
    if (freed == UNION) coppice_pool_free(members);
    if (freed == SOLVER) coppice_solver_free(solver);
    if (freed == MODEL) use(model), coppice_model_free(model);
    if (freed == LOADED) use(loaded), coppice_model_free(loaded);
  }
  assert_int_equal(own.releases, 1);
  assert_true(pthread_equal(own.released_on, pthread_self()));
}

static void the_last_to_go_releases(void** state) {
  (void)state;
  for (int number = 0; number < 120; ++number) check_order(number);
}

/* What a fit leaves to go on from uses the callbacks, but no longer than the pool it came from. */
static void another_pool_for_the_solver_lets_go(void** state) {
  (void)state;
  owner own = new_owner();
  coppice_pool *pool = pool_of(&own), *stump = NULL;
  coppice_solver* solver = solver_on(pool);
  coppice_pool_free(pool);
  coppice_model_free(fitted(solver));
  check_ok(coppice_solver_set_int(solver, "learners", 4));
  coppice_model_free(fitted(solver)); /* goes on */
  assert_int_equal(own.releases, 0);
  check_ok(coppice_pool_create("stump", &stump));
  check_ok(coppice_solver_set_pool(solver, stump));
  assert_int_equal(own.releases, 1);
  coppice_model_free(fitted(solver));
  coppice_solver_free(solver);
  coppice_pool_free(stump);
  assert_int_equal(own.releases, 1);
}

static void failed_calls_release_nothing(void** state) {
  (void)state;
  static const struct {
    coppice_action answer;
    coppice_status status;
  } cases[] = {{COPPICE_CANCEL, COPPICE_CANCELLED}, {(coppice_action)7, COPPICE_CALLBACK_FAILED}};
  owner own = new_owner();
  coppice_pool* pool = pool_of(&own);
  coppice_solver* solver = solver_on(pool);
  coppice_model* model = NULL;
  for (int k = 0; k < 2; ++k) {
    own.answer = cases[k].answer;
    check_error(coppice_solver_fit(solver, data, &model), cases[k].status, "fit callback");
    check_error(coppice_solver_cross_validate(solver, data, 2, NULL), cases[k].status,
                "fit callback");
    check_error(load_with_pool("{", 1, pool, &model), COPPICE_MODEL_ERROR, "");
    check_error(coppice_pool_add(pool, pool, NULL), COPPICE_INVALID_ARGUMENT, "expected a union");
    assert_null(model);
    assert_int_equal(own.releases, 0);
  }
  own.answer = COPPICE_CANCEL;
  coppice_pool_free(pool);
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_CANCELLED, "fit callback");
  assert_int_equal(own.releases, 0);
  coppice_solver_free(solver);
  assert_int_equal(own.releases, 1);
}

static void copies_for_folds_release_nothing(void** state) {
  (void)state;
  owner own = new_owner();
  coppice_pool* pool = pool_of(&own);
  coppice_solver* solver = solver_on(pool);
  coppice_pool_free(pool);
  check_ok(coppice_solver_set_int(solver, "threads", 2));
  check_ok(coppice_solver_set_grid(solver, "C", "0.1,1"));
  check_ok(coppice_solver_cross_validate(solver, data, 3, NULL));
  assert_int_equal(own.releases, 0);
  check_ok(coppice_solver_set_string(solver, "calibration", "platt"));
  coppice_model* model = fitted(solver);
  coppice_solver_free(solver);
  use(model);
  assert_int_equal(own.releases, 0);
  coppice_model_free(model);
  assert_int_equal(own.releases, 1);
}

static void a_refused_creation_releases_nothing(void** state) {
  (void)state;
  owner own = new_owner();
  coppice_pool* pool = NULL;
#define refuses_custom(name, parameters, evaluate, out, fragments)                               \
  check_error(coppice_pool_create_custom(name, parameters, next_feature, evaluate, note_release, \
                                         &own, out),                                             \
              COPPICE_INVALID_ARGUMENT, fragments)
  refuses_custom(NULL, 1, value_of_feature, &pool, "name is NULL");
  refuses_custom("", 1, value_of_feature, &pool, "name is \"\"");
  refuses_custom("x", 0, value_of_feature, &pool, "parameters is 0");
  refuses_custom("x", 1, NULL, &pool, "evaluate is NULL");
  refuses_custom("x", 1, value_of_feature, NULL, "out is NULL");
#undef refuses_custom
  assert_null(pool);
  assert_int_equal(own.releases, 0);
  pool = pool_of(&own);
  coppice_pool_free(pool);
  assert_int_equal(own.releases, 1);
}

static int releases_of_nothing;

static void note_release_of_nothing(void* user) {
  assert_null(user);
  ++releases_of_nothing;
}

static void user_and_hook_may_be_null(void** state) {
  (void)state;
  coppice_pool* pool = NULL;
  check_ok(coppice_pool_create_custom("x", 1, NULL, value_of_feature, note_release_of_nothing, NULL,
                                      &pool));
  assert_int_equal(releases_of_nothing, 0);
  coppice_pool_free(pool);
  assert_int_equal(releases_of_nothing, 1);
  owner own = new_owner();
  check_ok(
      coppice_pool_create_custom("feature", 1, next_feature, value_of_feature, NULL, &own, &pool));
  coppice_solver* solver = solver_on(pool);
  coppice_pool_free(pool);
  coppice_model* model = fitted(solver);
  coppice_solver_free(solver);
  use(model);
  coppice_model_free(model);
  assert_int_equal(own.releases, 0);
}

/* Frees a model that it has used, when the gate opens to all threads. */
struct freeing {
  pthread_mutex_t* gate;
  coppice_model* model;
};

static void* use_and_free(void* argument) {
  struct freeing* my = argument;
  double out[ROWS];
  const coppice_status status =
      coppice_model_predict_dataset(my->model, COPPICE_DECISION, data, 1, out, ROWS);
  pthread_mutex_lock(my->gate);
  pthread_mutex_unlock(my->gate);
  coppice_model_free(my->model);
  return status == COPPICE_OK ? my : NULL;
}

static void any_thread_may_be_the_last(void** state) {
  (void)state;
  enum { THREADS = 4, ROUNDS = 50 };
  for (int round = 0; round < ROUNDS; ++round) {
    owner own = new_owner();
    coppice_pool* pool = pool_of(&own);
    coppice_solver* solver = solver_on(pool);
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t threads[THREADS];
    struct freeing models[THREADS];
    for (int k = 0; k < THREADS; ++k) {
      coppice_model* model = fitted(solver);
      models[k] = (struct freeing){&gate, k % 2 == 0 ? model : loaded_with(pool, model)};
      if (k % 2 != 0) coppice_model_free(model);
    }
    coppice_solver_free(solver);
    coppice_pool_free(pool);
    pthread_mutex_lock(&gate);
    for (int k = 0; k < THREADS; ++k)
      assert_int_equal(pthread_create(&threads[k], NULL, use_and_free, &models[k]), 0);
    pthread_mutex_unlock(&gate);
    for (int k = 0; k < THREADS; ++k) {
      void* went_well = NULL;
      assert_int_equal(pthread_join(threads[k], &went_well), 0);
      assert_non_null(went_well);
    }
    assert_int_equal(own.releases, 1);
    assert_false(pthread_equal(own.released_on, pthread_self()));
  }
}

/* What the callbacks worked with may be the library's, and go with them. */
struct household {
  coppice_dataset* data;
  coppice_pool* pool;
  int releases;
};

static void free_household(void* user) {
  struct household* all = user;
  coppice_dataset_free(all->data);
  coppice_pool_free(all->pool);
  ++all->releases;
}

static void the_hook_may_free_other_handles(void** state) {
  (void)state;
  owner own = new_owner();
  struct household all = {NULL, pool_of(&own), 0};
  coppice_pool* pool = NULL;
  check_ok(coppice_dataset_generate("twonorm", 10, 0, 0, 1, &all.data));
  check_ok(coppice_pool_create_custom("x", 1, NULL, value_of_feature, free_household, &all, &pool));
  coppice_pool_free(pool);
  assert_int_equal(all.releases, 1);
  assert_int_equal(own.releases, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_last_to_go_releases),
      cmocka_unit_test(another_pool_for_the_solver_lets_go),
      cmocka_unit_test(failed_calls_release_nothing),
      cmocka_unit_test(copies_for_folds_release_nothing),
      cmocka_unit_test(a_refused_creation_releases_nothing),
      cmocka_unit_test(user_and_hook_may_be_null),
      cmocka_unit_test(any_thread_may_be_the_last),
      cmocka_unit_test(the_hook_may_free_other_handles),
  };
  return cmocka_run_group_tests(tests, make_data, free_data);
}
