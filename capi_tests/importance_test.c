/* How much features matter: the standard deviation of what each contributes, computed here from the
 * outputs of the weak learners, their weights and the weights of the rows. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mixed.h"
#include "model_bytes.h"
#include "pools.h"
#include "training.h"

enum { FEATURES = 6 };

/* The features of a learner from its JSON, "feature":d, or none where it looks at several. */
static int64_t only_feature(const coppice_model* model, int64_t j) {
  char text[1024];
  check_ok(coppice_model_learner(model, j, text, sizeof text, NULL));
  const char* found = strstr(text, "\"feature\":");
  return found != NULL ? (int64_t)strtol(found + strlen("\"feature\":"), NULL, 10) : -1;
}

/* Each number is the one that the rows of `t` give. */
static void check_importance(const coppice_model* model, const table* t) {
  int64_t size = 0, learners = 0;
  double* got = array_of(model, "feature_importance", &size);
  double* weights = array_of(model, "weights", &learners);
  double* h = predictions_of(model, COPPICE_LEARNERS, t);
  double* f = allocate(t->rows, sizeof *f);
  double total = 0;
  assert_int_equal(size, t->features);
  for (int64_t i = 0; i < t->rows; ++i) total += t->weights[i];
  for (int64_t d = 0; d < t->features; ++d) {
    double mean = 0, variance = 0;
    for (int64_t i = 0; i < t->rows; ++i) {
      f[i] = 0;
      for (int64_t j = 0; j < learners; ++j)
        if (only_feature(model, j) == d) f[i] += weights[j] * h[i * learners + j];
      mean += t->weights[i] * f[i] / total;
    }
    for (int64_t i = 0; i < t->rows; ++i) variance += t->weights[i] * pow(f[i] - mean, 2) / total;
    check_close(got[d], sqrt(variance), 1e-12);
  }
  free(f);
  free(h);
  free(weights);
  free(got);
}

static void it_is_what_the_rows_give(void** state) {
  (void)state;
  static const char* const options[] = {"learners=15 C=0.3", "learners=60 C=1 threads=3",
                                        "learners=15 C=0.3 class_weight=balanced",
                                        "learners=15 C=0.3 master=liblinear bias=none"};
  table* t = table_random(300, FEATURES, 9, 4);
  for (int weighted = 0; weighted < 2; ++weighted)
    for (int k = 0; k < 4 - weighted; ++k) { /* LIBLINEAR does not weigh rows */
      coppice_model* model = train(t, options[k]);
      check_importance(model, t);
      coppice_model_free(model);
      if (weighted == 0 && k == 3) {
        table_draw_weights(t, 5);
        for (int64_t i = 0; i < t->rows; i += 7) t->weights[i] = 0;
      }
    }
  table_free(t);
}

/* The same values as floats, or in sparse rows; and for every number of threads the same bits. */
static void threads_and_form_do_not_matter(void** state) {
  (void)state;
  table* t = table_random(2000, FEATURES, 5, 6);
  const int64_t entries = t->rows * t->features;
  int64_t* starts = allocate(t->rows + 1, sizeof *starts);
  int32_t* features = allocate(entries, sizeof *features);
  double* values = allocate(entries, sizeof *values);
  int64_t count = 0;
  for (int64_t i = 0; i < t->rows; ++i) {
    for (int64_t d = 0; d < t->features; ++d)
      if (t->x[i * t->features + d] != 0) {
        features[count] = (int32_t)d;
        values[count++] = t->x[i * t->features + d];
      }
    starts[i + 1] = count;
  }
  coppice_dataset* sparse = NULL;
  check_ok(coppice_dataset_create_csr(starts, t->rows + 1, features, values, count, t->features,
                                      &sparse));
  check_ok(coppice_dataset_set_labels(sparse, t->labels, t->rows));
  coppice_model* one = train(t, "learners=40");
  coppice_model* three = train(t, "learners=40 threads=3");
  coppice_model* of_sparse = train_dataset(sparse, "learners=40 threads=2");
  check_importance(one, t);
  check_same_array(one, three, "feature_importance");
  check_same_array(one, of_sparse, "feature_importance");
  coppice_model_free(one);
  coppice_model_free(three);
  coppice_model_free(of_sparse);
  coppice_dataset_free(sparse);
  free(starts);
  free(features);
  free(values);
  table_free(t);
}

/* A learner that looks at several features counts for none, one on a view of one feature does. */
static void several_features_are_not_told_apart(void** state) {
  (void)state;
  const int64_t third[] = {2};
  table* t = table_random(300, FEATURES, 40, 8);
  coppice_dataset* data = table_dataset(t);
  check_ok(coppice_dataset_add_view(data, "third", third, 1));
  coppice_model* all = train_pool(data, "fourier(candidates=50)", "learners=20 C=0.1");
  coppice_model* both = train_pool(data, "union(fourier(candidates=50), stump)", "learners=30 C=1");
  coppice_model* one = train_pool(data, "fourier(candidates=50)@third", "learners=5 C=0.1");
  double* none = array_of(all, "feature_importance", NULL);
  double* of_third = array_of(one, "feature_importance", NULL);
  double* decisions = decisions_of(one, t);
  double mean = 0, variance = 0;
  for (int64_t i = 0; i < t->rows; ++i) mean += decisions[i] / (double)t->rows;
  for (int64_t i = 0; i < t->rows; ++i) variance += pow(decisions[i] - mean, 2) / (double)t->rows;
  for (int d = 0; d < FEATURES; ++d) {
    assert_true(none[d] == 0);
    check_close(of_third[d], d == 2 ? sqrt(variance) : 0, 1e-9);
  }
  assert_true(of_third[2] > 0);
  check_importance(both, t);
  free(none);
  free(of_third);
  free(decisions);
  coppice_model_free(all);
  coppice_model_free(both);
  coppice_model_free(one);
  coppice_dataset_free(data);
  table_free(t);
}

/* Of a model that is a sum of functions of one feature each, from what these contribute to rows. */
static void check_by_contributions(coppice_model* model, const table* t) {
  double* got = array_of(model, "feature_importance", NULL);
  double* parts = predictions_of(model, COPPICE_CONTRIBUTIONS, t);
  double total = 0, all = 0;
  for (int64_t i = 0; i < t->rows; ++i) total += t->weights[i];
  for (int64_t d = 0; d < t->features; ++d) {
    double mean = 0, variance = 0;
    for (int64_t i = 0; i < t->rows; ++i)
      mean += t->weights[i] * parts[i * t->features + d] / total;
    for (int64_t i = 0; i < t->rows; ++i)
      variance += t->weights[i] * pow(parts[i * t->features + d] - mean, 2) / total;
    check_close(got[d], sqrt(variance), 1e-12);
    all += got[d];
  }
  assert_true(all > 0);
  free(parts);
  free(got);
  coppice_model_free(model);
}

/* Levels, alone and in sets, numbers of which some are missing, and features that learners with
 * steps look at and others without. */
static void of_learners_of_every_kind(void** state) {
  (void)state;
  static const level_counts none = {0};
  static const char* const of_levels[] = {"stump", "stump(levels=subset)"};
  static const char* const of_numbers[] = {"stump", "tree(depth=1)", "union(stump, tree(depth=1))"};
  table* t = mixed_rows(400, 3);
  coppice_dataset* data = dataset_of(t, mixed, 0);
  for (int k = 0; k < 2; ++k)
    check_by_contributions(train_pool(data, of_levels[k], "learners=40 C=1"), t);
  coppice_dataset_free(data);
  /* Neighbouring doubles, between which there is none: a step is at the lower one. */
  for (int64_t k = 0; k < t->rows * t->features; ++k) t->x[k] = 1 + t->x[k] * DBL_EPSILON;
  data = dataset_of(t, none, 2);
  for (int k = 0; k < 3; ++k)
    check_by_contributions(train_pool(data, of_numbers[k], "learners=40 C=1"), t);
  coppice_dataset_free(data);
  table_free(t);

  const int64_t first = 0;
  t = table_random(300, 3, 40, 8);
  data = table_dataset(t);
  check_ok(coppice_dataset_add_view(data, "first", &first, 1));
  coppice_model* both = train_pool_by(
      "adaboost", data, "union(stump, fourier(candidates=500,gamma=1)@first)", "learners=30");
  int64_t size = 0;
  double* learners = array_of(both, "pool_learners", &size);
  assert_true(size == 2 && learners[0] > 0 && learners[1] > 0);
  free(learners);
  check_by_contributions(both, t);
  coppice_dataset_free(data);
  table_free(t);
}

static coppice_action stop_after_three(void* user, const coppice_progress_info* info) {
  (void)user;
  return told_int(info, "iteration") >= 3 ? COPPICE_STOP : COPPICE_CONTINUE;
}

static void a_stopped_fit_does_not_know_it(void** state) {
  (void)state;
  int64_t size = -1;
  table* t = table_random(300, FEATURES, 40, 8);
  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = solver_with("learners=20 columns_per_iteration=1");
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_progress(solver, stop_after_three, NULL));
  check_ok(coppice_solver_fit(solver, data, &model));
  assert_int_equal(learners_of(model), 3);
  free(array_of(model, "feature_importance", &size));
  assert_int_equal(size, 0);
  coppice_model* again = reloaded(model, "json");
  free(array_of(again, "feature_importance", &size));
  assert_int_equal(size, 0);
  coppice_model_free(again);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

static void files_keep_it_and_are_checked(void** state) {
  (void)state;
  static const char* const refused[][2] = {
      {"\"feature\":[0,6],\"importance\":[1,1]", "\"feature\" is|expected 0 to 5"},
      {"\"feature\":[-1],\"importance\":[1]", "\"feature\" is|expected 0 to 5"},
      {"\"feature\":[2,2],\"importance\":[1,1]", "\"feature_importance\"|ascend"},
      {"\"feature\":[3,2],\"importance\":[1,1]", "\"feature_importance\"|ascend"},
      {"\"feature\":[3],\"importance\":[1,1]", "2 numbers for 1 features"},
      {"\"feature\":[3],\"importance\":[-0.5]", "-0.5|at least 0"},
      {"\"feature\":[3],\"importance\":[null]", "\"importance\""},
      {"\"feature\":[3]", "\"importance\""}};
  table* t = table_random(300, FEATURES, 40, 8);
  coppice_model* model = train(t, "learners=20 C=1");
  for (int format = 0; format < 2; ++format) {
    coppice_model* again = reloaded(model, format == 0 ? "json" : "cbor");
    check_same_array(model, again, "feature_importance");
    coppice_model_free(again);
  }
  for (size_t k = 0; k < sizeof refused / sizeof *refused; ++k) {
    size_t size = 0;
    char* json = saved_bytes(model, "json", 256, &size);
    char* from = find_bytes(json, size, "\"feature_importance\":{", 22);
    assert_non_null(from);
    from += 22;
    splice_bytes(json, &size, from, strcspn(from, "}"), refused[k][0], strlen(refused[k][0]));
    expect_refused(json, size, refused[k][1]);
    free(json);
  }
  coppice_model_free(model);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_is_what_the_rows_give),
                                     cmocka_unit_test(threads_and_form_do_not_matter),
                                     cmocka_unit_test(several_features_are_not_told_apart),
                                     cmocka_unit_test(of_learners_of_every_kind),
                                     cmocka_unit_test(a_stopped_fit_does_not_know_it),
                                     cmocka_unit_test(files_keep_it_and_are_checked)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
