/* Views of the features and unions of pools: learners look at what they may, the union solves the
 * problem over all members, and the model tells how the squared weights are spread. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_bytes.h"
#include "pools.h"

static void add_view(coppice_dataset* data, const char* name, int64_t first, int64_t count) {
  int64_t features[64];
  for (int64_t k = 0; k < count; ++k) features[k] = first + k;
  check_ok(coppice_dataset_add_view(data, name, features, count));
}

static void learners_look_at_their_view_only(void** state) {
  (void)state;
  table* t = table_random(200, 6, 9, 1);
  coppice_dataset* data = table_dataset(t);
  const int64_t view[] = {4, 1, 2};
  const char* const pools[] = {"stump@some", "perceptron@some", "fourier@some", "stump@all"};
  check_ok(coppice_dataset_add_view(data, "some", view, 3));
  add_view(data, "all", 0, 6);
  for (int k = 0; k < 4; ++k) {
    coppice_model* model = train_pool(data, pools[k], "learners=15 C=0.1");
    double* counts = array_of(model, "feature_counts", NULL);
    if (k < 3) {
      assert_true(counts[0] == 0 && counts[3] == 0 && counts[5] == 0);
      assert_true(counts[1] + counts[2] + counts[4] > 0);
      table* changed = table_rows(t, (int64_t[]){0}, 1);
      double* before = decisions_of(model, changed);
      changed->x[0] += 100, changed->x[3] -= 100, changed->x[5] += 100;
      double* after = decisions_of(model, changed);
      assert_true(*before == *after);
      free(before);
      free(after);
      table_free(changed);
    } else { /* a view of everything changes nothing */
      coppice_model* plain = train_pool(data, "stump", "learners=15 C=0.1");
      check_equal_models(model, plain, data);
      coppice_model_free(plain);
    }
    free(counts);
    coppice_model_free(model);
  }
  /* Restricted to the view is what training on these columns alone gives: the same draws. (Stumps
   * that score alike are told apart by the order of features, which the view does not set.) */
  table* columns = table_create(200, 3);
  memcpy(columns->labels, t->labels, 200 * sizeof *t->labels);
  for (int64_t i = 0; i < 200; ++i)
    for (int k = 0; k < 3; ++k) columns->x[3 * i + k] = t->x[6 * i + view[k]];
  coppice_dataset* narrow = table_dataset(columns);
  for (int k = 1; k < 3; ++k) {
    char whole[32];
    snprintf(whole, sizeof whole, "%.*s", (int)strcspn(pools[k], "@"), pools[k]);
    coppice_model* in_view = train_pool(data, pools[k], "learners=10 C=0.1 tolerance=1e-8");
    coppice_model* alone = train_pool(narrow, whole, "learners=10 C=0.1 tolerance=1e-8");
    check_close(quantity_of(in_view, "objective"), quantity_of(alone, "objective"), 1e-6);
    double *f = decisions_of(in_view, t), *g = decisions_of(alone, columns);
    for (int64_t i = 0; i < 200; ++i) check_close(f[i], g[i], 1e-3);
    free(f);
    free(g);
    coppice_model_free(in_view);
    coppice_model_free(alone);
  }
  coppice_dataset_free(narrow);
  coppice_dataset_free(data);
  table_free(columns);
  table_free(t);
}

/* sum_k w_k^2 / 2 + C sum_i (1 - y_i f_i)_+ of the kernel of all stumps counted `copies` times is
 * what a union of so many stump pools solves, whether its members share stumps or not. */
static void a_union_solves_the_problem_over_all_members(void** state) {
  (void)state;
  table* t = table_random(60, 3, 4, 2);
  table_draw_weights(t, 3);
  coppice_dataset* data = table_dataset(t);
  add_view(data, "first", 0, 1);
  add_view(data, "rest", 1, 2);
  const char* const end = "learners=500 C=0.2 epsilon=1e-9 tolerance=1e-9";
  coppice_model* whole = train_pool(data, "stump", end);
  coppice_model* parts = train_pool(data, "stump@rest;stump@first", end);
  const double objective = quantity_of(whole, "objective");
  check_close(quantity_of(parts, "objective"), objective, 1e-7);
  assert_true(fabs(quantity_of(parts, "gap")) < 1e-7);
  check_text(parts, "gap_scope", "pool");
  /* Two copies: the kernel doubled, as scaling weights by sqrt(2); so C doubled and half of it. */
  coppice_model* twice = train_pool(data, "stump;stump", end);
  coppice_model* doubled =
      train_pool(data, "stump", "learners=500 C=0.4 epsilon=1e-9 tolerance=1e-9");
  check_close(quantity_of(twice, "objective"), quantity_of(doubled, "objective") / 2, 1e-7);
  assert_true(fabs(quantity_of(twice, "gap")) < 1e-7);
  /* Where a stump is in both copies the optimum shares its weight evenly. */
  double* shares = array_of(twice, "pool_weights", NULL);
  check_close(shares[0], shares[1], 1e-4);
  free(shares);
  /* Weights by member, from the learners themselves. */
  int64_t size = 0;
  double* weights = array_of(parts, "weights", &size);
  double* of_pools = array_of(parts, "pool_weights", NULL);
  double* counts = array_of(parts, "pool_learners", NULL);
  double expected[2] = {0}, expected_counts[2] = {0};
  for (int64_t j = 0; j < size; ++j) {
    int64_t feature = 0;
    double threshold = 0;
    learner_of(parts, j, &feature, &threshold);
    expected[feature == 0] += weights[j] * weights[j];
    ++expected_counts[feature == 0];
  }
  for (int k = 0; k < 2; ++k) {
    check_close(of_pools[k], expected[k], 1e-12);
    assert_true(counts[k] == expected_counts[k] && counts[k] > 0);
  }
  free(weights);
  free(of_pools);
  free(counts);
  coppice_model_free(whole);
  coppice_model_free(parts);
  coppice_model_free(twice);
  coppice_model_free(doubled);
  coppice_dataset_free(data);
  table_free(t);
}

/* Multiple kernel learning: three bandwidths on two views, one of which knows the label. */
static void weights_favour_the_informative_view(void** state) {
  (void)state;
  table* signal = exclusive_or(200, 4);
  table* t = table_create(200, 5);
  memcpy(t->labels, signal->labels, 200 * sizeof *t->labels);
  uint32_t seed = 5;
  for (int64_t i = 0; i < 200; ++i) {
    for (int d = 0; d < 3; ++d) t->x[5 * i + d] = 2 * random_next(&seed) - 1;
    memcpy(t->x + 5 * i + 3, signal->x + 2 * i, 2 * sizeof *t->x);
  }
  coppice_dataset* data = table_dataset(t);
  add_view(data, "noise", 0, 3);
  add_view(data, "signal", 3, 2);
  coppice_pool* all = NULL;
  coppice_model* model = NULL;
  check_ok(coppice_pool_create("union", &all));
  for (int k = 0; k < 6; ++k) {
    coppice_pool* fourier = NULL;
    check_ok(coppice_pool_create("fourier:candidates=300", &fourier));
    check_ok(coppice_pool_set_double(fourier, "gamma", k % 3 == 0 ? 0.1 : k % 3 == 1 ? 1 : 10));
    check_ok(coppice_pool_add(all, fourier, k < 3 ? "noise" : "signal"));
    coppice_pool_free(fourier);
  }
  coppice_solver* solver = solver_with("learners=60 C=0.1");
  check_ok(coppice_solver_set_pool(solver, all));
  check_ok(coppice_solver_fit(solver, data, &model));
  int64_t size = 0;
  double* weights = array_of(model, "pool_weights", &size);
  double* counts = array_of(model, "pool_learners", NULL);
  assert_int_equal(size, 6);
  assert_true(weights[3] + weights[4] + weights[5] > 10 * (weights[0] + weights[1] + weights[2]));
  double learners = 0;
  for (int k = 0; k < 6; ++k) learners += counts[k];
  assert_true(learners == 60);
  char* pools = text_of(model, "pools");
  assert_non_null(strstr(pools, "fourier(gamma=0.1,candidates=300)@noise\nfourier(gamma=1,"));
  assert_non_null(strstr(pools, "\nfourier(gamma=10,candidates=300)@signal"));
  free(pools);
  free(weights);
  free(counts);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_pool_free(all);
  coppice_dataset_free(data);
  table_free(signal);
  table_free(t);
}

/* "@*" is every view in the order in which they were added, and all features where there are none:
 * the same models as with the views written out, in cross-validation too. */
static void every_view_is_meant_by_a_star(void** state) {
  (void)state;
  table* t = table_random(90, 4, 9, 8);
  coppice_dataset* data = table_dataset(t);
  coppice_dataset* without = table_dataset(t);
  static const char* const texts[3][2] = {
      {"fourier(candidates=20)@*", "union(fourier(candidates=20)@high,fourier(candidates=20)@low)"},
      {"union(stump@*,perceptron(candidates=9)@low)",
       "union(stump@high,stump@low,perceptron(candidates=9)@low)"},
      {"fourier(candidates=20)@*", "fourier(candidates=20)"}};
  add_view(data, "high", 2, 2);
  add_view(data, "low", 0, 2);
  for (int k = 0; k < 3; ++k) {
    coppice_dataset* on = k < 2 ? data : without;
    coppice_model* models[2];
    double* criteria[2];
    for (int written_out = 0; written_out < 2; ++written_out) {
      coppice_pool* pool = NULL;
      coppice_solver* solver = solver_with("learners=8 C=0.1 seed=3");
      int64_t point = -1;
      check_ok(coppice_pool_create(texts[k][written_out], &pool));
      check_ok(coppice_solver_set_pool(solver, pool));
      check_ok(coppice_solver_cross_validate(solver, on, 3, &point));
      criteria[written_out] = allocate(3, sizeof(double));
      check_ok(
          coppice_solver_get_array(solver, "cv.fold_criterion", criteria[written_out], 3, NULL));
      check_ok(coppice_solver_set_int(solver, "learners", 8));
      check_ok(coppice_solver_fit(solver, on, &models[written_out]));
      coppice_solver_free(solver);
      coppice_pool_free(pool);
    }
    assert_memory_equal(criteria[0], criteria[1], 3 * sizeof **criteria);
    check_equal_models(models[0], models[1], on);
    free(criteria[0]);
    free(criteria[1]);
    char *star = text_of(models[0], "pools"), *written = text_of(models[1], "pools");
    assert_string_equal(star, written);
    if (k < 2) assert_non_null(strstr(star, "@high\n"));
    free(star);
    free(written);
    coppice_model_free(models[0]);
    coppice_model_free(models[1]);
  }
  coppice_dataset_free(data);
  coppice_dataset_free(without);
  table_free(t);
}

/* As text or piece by piece, the same union; what "pools" tells makes it again. */
static void text_and_pieces_agree(void** state) {
  (void)state;
  table* t = table_random(150, 4, 30, 6);
  coppice_dataset* data = table_dataset(t);
  add_view(data, "a-view/of-\xc3\xa4ll+sorts", 1, 2);
  coppice_model* one =
      train_pool(data, "perceptron:candidates=50@a-view/of-\xc3\xa4ll+sorts;stump;fourier",
                 "learners=30 C=0.1 seed=3");
  coppice_pool *all = NULL, *perceptron = NULL, *inner = NULL;
  coppice_model* two = NULL;
  check_ok(coppice_pool_create("union", &all));
  check_ok(coppice_pool_create("perceptron", &perceptron));
  check_ok(coppice_pool_create("stump;fourier", &inner));
  check_ok(coppice_pool_set_int(perceptron, "candidates", 50));
  check_ok(coppice_pool_add(all, perceptron, "a-view/of-\xc3\xa4ll+sorts"));
  check_ok(coppice_pool_set_int(perceptron, "candidates", 7)); /* a copy was added */
  check_ok(coppice_pool_add(all, inner, NULL));
  coppice_solver* solver = solver_with("learners=30 C=0.1 seed=3 threads=2");
  check_ok(coppice_solver_set_pool(solver, all));
  coppice_pool_free(all);
  coppice_pool_free(perceptron);
  coppice_pool_free(inner);
  check_ok(coppice_solver_fit(solver, data, &two));
  check_equal_models(one, two, data);
  char* pools = text_of(one, "pools");
  for (char* line = pools; *line != '\0'; ++line)
    if (*line == '\n') *line = ';';
  coppice_model* again = train_pool(data, pools, "learners=30 C=0.1 seed=3");
  check_equal_models(one, again, data);
  free(pools);
  coppice_model_free(one);
  coppice_model_free(two);
  coppice_model_free(again);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

static void options_reach_the_members_that_have_them(void** state) {
  (void)state;
  coppice_pool* all = NULL;
  check_ok(coppice_pool_create("stump;fourier;perceptron", &all));
  check_ok(coppice_pool_set_int(all, "candidates", 20));
  check_ok(coppice_pool_set_double(all, "gamma", 0.5));
  check_error(coppice_pool_set_double(all, "gama", 0.5), COPPICE_UNKNOWN_NAME,
              "no member of the union|\"gama\"|did you mean \"gamma\"");
  check_error(coppice_pool_set_int(all, "candidates", 0), COPPICE_INVALID_OPTION,
              "candidates >= 1");
  table* t = table_random(40, 2, 9, 7);
  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = solver_with("learners=2");
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_pool(solver, all));
  check_ok(coppice_solver_fit(solver, data, &model));
  check_text(model, "pools", "stump\nfourier(gamma=0.5,candidates=20)\nperceptron(candidates=20)");
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_pool_free(all);
  coppice_dataset_free(data);
  table_free(t);
}

static void views_come_along(void** state) {
  (void)state;
  table* t = table_random(100, 4, 9, 8);
  t->weights[3] = 0; /* the training set is a subset then */
  coppice_dataset *data = table_dataset(t), *first = NULL, *second = NULL, *subset = NULL;
  add_view(data, "last", 3, 1);
  check_ok(coppice_dataset_split(data, 0.5, 1, &first, &second));
  check_ok(coppice_dataset_subset(data, (int64_t[]){0, 1, 2, 3, 4, 5, 6, 7}, 8, &subset));
  coppice_dataset* const all[] = {data, first, second, subset};
  for (int k = 0; k < 4; ++k) {
    coppice_model* model = train_pool(all[k], "stump@last", "learners=3 C=10");
    double* counts = array_of(model, "feature_counts", NULL);
    assert_true(counts[0] == 0 && counts[1] == 0 && counts[2] == 0 && counts[3] > 0);
    free(counts);
    coppice_model_free(model);
  }
  const int64_t feature = 0; /* the solver has used it */
  check_error(coppice_dataset_add_view(data, "late", &feature, 1), COPPICE_INVALID_STATE,
              "views cannot be set|solver has used");
  coppice_dataset_free(data);
  coppice_dataset_free(first);
  coppice_dataset_free(second);
  coppice_dataset_free(subset);
  table_free(t);
}

static void what_cannot_be(void** state) {
  (void)state;
  table* t = table_random(20, 3, 9, 9);
  coppice_dataset* data = table_dataset(t);
  const int64_t twice[] = {0, 2, 0}, outside[] = {0, 3}, below[] = {-1};
  add_view(data, "colour", 0, 2);
#define refuses_view(name, features, count, fragments)                                         \
  check_error(coppice_dataset_add_view(data, name, features, count), COPPICE_INVALID_ARGUMENT, \
              fragments)
  refuses_view("x", twice, 3, "features[2] is 0|listed before|distinct");
  refuses_view("x", outside, 2, "features[1] is 3|expected 0 to 2");
  refuses_view("x", below, 1, "features[0] is -1|expected 0 to 2");
  refuses_view("x", twice, 0, "count is 0|at least 1");
  refuses_view("x", twice, -1, "count is -1|at least 1");
  refuses_view("", twice, 2, "name is \"\"|UTF-8");
  refuses_view("\xff", twice, 2, "name is|UTF-8");
  refuses_view("colour", twice, 2, "\"colour\"|has a view of|new one");
  refuses_view("*", twice, 2, "\"*\"|stands for every view");
  refuses_view(NULL, twice, 2, "name is NULL");
  refuses_view("x", NULL, 2, "features is NULL");

  coppice_pool *pool = NULL, *stump = NULL, *viewed = NULL, *empty = NULL;
  check_error(coppice_pool_create("stump;oak", &pool), COPPICE_UNKNOWN_NAME, "no pool \"oak\"");
  check_error(coppice_pool_create("stump;union", &pool), COPPICE_INVALID_ARGUMENT,
              "union without members");
  assert_null(pool);
  check_ok(coppice_pool_create("stump", &stump));
  check_ok(coppice_pool_create("stump@colour", &viewed));
  check_ok(coppice_pool_create("union", &pool));
  check_ok(coppice_pool_create("union", &empty));
  check_error(coppice_pool_add(stump, viewed, NULL), COPPICE_INVALID_ARGUMENT,
              "kind stump|expected a union");
  check_error(coppice_pool_add(pool, empty, NULL), COPPICE_INVALID_ARGUMENT, "without members");
  check_error(coppice_pool_add(pool, viewed, "texture"), COPPICE_INVALID_ARGUMENT,
              "\"texture\"|\"stump@colour\" has a view already|one of the two");
  check_error(coppice_pool_add(pool, stump, ""), COPPICE_INVALID_ARGUMENT, "view is \"\"|a name");
  check_error(coppice_pool_add(pool, stump, "a\nb"), COPPICE_INVALID_ARGUMENT,
              "view is \"a\\x0ab\"|a name|character 2 is U+000A");
  check_error(coppice_pool_set_int(pool, "candidates", 3), COPPICE_UNKNOWN_NAME,
              "no member of the union|\"candidates\"");
  coppice_pool* alike = NULL;
  check_ok(coppice_pool_create("stump;stump", &alike));
  check_error(coppice_pool_set_int(alike, "candidates", 3), COPPICE_UNKNOWN_NAME, "union");
  assert_string_equal(coppice_last_error(),
                      "no member of the union has an option \"candidates\"; expected one of: "
                      "max_bins, levels");
  coppice_pool_free(alike);

  coppice_solver* solver = solver_with("learners=2");
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_pool(solver, pool)); /* still empty: nothing was added above */
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_STATE,
              "union has no members|coppice_pool_add");
  check_ok(coppice_pool_add(pool, stump, "color"));
  check_ok(coppice_solver_set_pool(solver, pool));
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_UNKNOWN_NAME,
              "no view \"color\"|did you mean \"colour\"");
  check_ok(coppice_pool_add(pool, pool, NULL)); /* doubled; no cycle can come of it */
  coppice_dataset* viewless = table_dataset(t);
  check_ok(coppice_solver_set_pool(solver, viewed));
  check_error(coppice_solver_fit(solver, viewless, &model), COPPICE_UNKNOWN_NAME,
              "dataset has no views|\"colour\"");
  assert_null(model);
  coppice_dataset_free(viewless);
  coppice_solver_free(solver);
  coppice_pool_free(pool);
  coppice_pool_free(stump);
  coppice_pool_free(viewed);
  coppice_pool_free(empty);
  coppice_dataset_free(data);
  table_free(t);
}

/* The JSON of a model with one text replaced by another; free() it. */
static char* replaced(const coppice_model* model, const char* old, const char* new, size_t* size) {
  char* json = saved_bytes(model, "json", 4096, size);
  replace_bytes(json, size, old, new);
  return json;
}

/* What stands in the JSON from `from` to the next ']', both included. */
static char* list_in(const coppice_model* model, const char* from) {
  size_t size = 0;
  char* json = saved_bytes(model, "json", 0, &size);
  json[size] = '\0';
  char* at = strstr(json, from);
  assert_non_null(at);
  const size_t length = strcspn(at, "]") + 1;
  char* result = allocate((int64_t)length + 1, 1);
  memcpy(result, at, length);
  free(json);
  return result;
}

static void models_are_saved_and_loaded(void** state) {
  (void)state;
  table* t = table_random(120, 4, 50, 10);
  coppice_dataset* data = table_dataset(t);
  add_view(data, "two", 1, 2);
  coppice_model* model = train_pool(
      data, "stump@two;perceptron:candidates=2;fourier:candidates=2@two", "learners=25 C=0.2");
  const char* const formats[] = {"json", "cbor"};
  for (int k = 0; k < 2; ++k) {
    size_t size = 0, size_again = 0;
    char* bytes = saved_bytes(model, formats[k], 0, &size);
    coppice_model* loaded = NULL;
    check_ok(coppice_model_load_buffer(bytes, (int64_t)size, &loaded));
    check_equal_models(model, loaded, data);
    double* before = array_of(model, "pool_weights", NULL);
    double* after = array_of(loaded, "pool_weights", NULL);
    for (int p = 0; p < 3; ++p) assert_true(before[p] == after[p]);
    assert_true((before[0] > 0) + (before[1] > 0) + (before[2] > 0) >= 2);
    char *pools = text_of(model, "pools"), *pools_loaded = text_of(loaded, "pools");
    assert_string_equal(pools, pools_loaded);
    char* again = saved_bytes(loaded, formats[k], 0, &size_again);
    assert_int_equal(size, size_again);
    assert_memory_equal(bytes, again, size);
    free(pools);
    free(pools_loaded);
    free(before);
    free(after);
    free(again);
    free(bytes);
    coppice_model_free(loaded);
  }
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

static void hostile_models_are_refused(void** state) {
  (void)state;
  table* t = table_random(80, 3, 50, 11);
  coppice_dataset* data = table_dataset(t);
  add_view(data, "two", 1, 2);
  coppice_model* model =
      train_pool(data, "fourier:candidates=9;perceptron:candidates=9@two", "learners=12 C=0.2");
  char* theta = list_in(model, "\"theta\":[");
  char* kappa = list_in(model, "\"kappa\":[");
  const struct {
    const char *old, *new, *fragments;
  } cases[] = {
      {theta, "\"theta\":[]", "learners of kind|0 numbers in \"theta\""},
      {theta, "\"theta\":[1,2,3,4,5,6,7]", "7 numbers in \"theta\""},
      {theta, "\"theta\":7", "\"theta\" is a whole number|expected a list of numbers"},
      {theta, "\"theta\":[null]", "\"theta\"|not finite"},
      {theta, "\"theta\":[1e39,0,0]", "\"theta\""},
      {theta, "\"theta\":[\"a\"]", "\"theta\" is a list|expected a list of numbers"},
      {kappa, "\"kappa\":[]", "\"theta\"|expected 0"},
      {kappa, "\"kappa\":[null]", "\"kappa\"|not finite"},
      {kappa, "\"kappa\":{}", "\"kappa\" is an object|expected a list of numbers"},
      {"\"features\":[1,2]", "\"features\":[]", "\"theta\"|expected 0"},
      {"\"features\":[1,2]", "\"features\":[1,3]", "\"features\" is 3|0 to 2"},
      {"\"features\":[1,2]", "\"features\":[-1,2]", "\"features\" is -1|0 to 2"},
      {"\"features\":[1,2]", "\"features\":[1]", "\"theta\""},
      {"\"features\":[1,2]", "\"features\":null",
       "\"features\" is null|expected a list of whole numbers"},
      {"\"member\":1", "\"member\":2", "\"member\" is 2|0 to 1"},
      {"\"member\":1", "\"member\":-1", "\"member\" is -1|0 to 1"},
      {"\"member\":1", "\"member\":1e3", "\"member\"|whole number"},
      {"{\"kind\":\"fourier\",\"theta", "{\"kind\":\"union\",\"theta", "kind \"union\""},
      {"\"pools\":[\"", "\"pools\":[3,\"", "\"pools\"|expected a list of objects or texts"},
      {"\"pools\":[", "\"pools\":[],\"spare\":[", "\"pools\" is empty"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    size_t size = 0;
    char* json = replaced(model, cases[k].old, cases[k].new, &size);
    coppice_model* none = NULL;
    check_error(coppice_model_load_buffer(json, (int64_t)size, &none), COPPICE_MODEL_ERROR,
                cases[k].fragments);
    assert_null(none);
    free(json);
  }
  free(theta);
  free(kappa);
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(learners_look_at_their_view_only),
      cmocka_unit_test(a_union_solves_the_problem_over_all_members),
      cmocka_unit_test(weights_favour_the_informative_view),
      cmocka_unit_test(every_view_is_meant_by_a_star),
      cmocka_unit_test(text_and_pieces_agree),
      cmocka_unit_test(options_reach_the_members_that_have_them),
      cmocka_unit_test(views_come_along),
      cmocka_unit_test(what_cannot_be),
      cmocka_unit_test(models_are_saved_and_loaded),
      cmocka_unit_test(hostile_models_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
