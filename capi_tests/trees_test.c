/* Trees. The first learner of AdaBoost is grown to the labels, weighted by the rows: it is held
 * against a tree that is grown here by trying every cut of every node. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_bytes.h"
#include "samples.h"
#include "training.h"

static coppice_model* train_trees(coppice_dataset* data, const char* method, const char* pool,
                                  const char* options) {
  coppice_pool* from = NULL;
  coppice_model* model = NULL;
  coppice_solver* solver = solver_of_method(method, options);
  check_ok(coppice_pool_create(pool, &from));
  check_ok(coppice_solver_set_pool(solver, from));
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_pool_free(from);
  coppice_solver_free(solver);
  return model;
}

/* sum of S^2 / A over the rows below and above a cut; -1 where one side has no rows. Missing values
 * go to the side that is said; a cut of INFINITY has nothing else above. */
static double worth(const sample* of, const char* in, int64_t d, double cut, int missing_above) {
  double sums[2] = {0, 0}, sizes[2] = {0, 0};
  for (int64_t i = 0; i < of->t->rows; ++i) {
    if (!in[i]) continue;
    const double value = of->t->x[i * of->t->features + d];
    const int above = isnan(value) ? missing_above : value > cut;
    sums[above] += of->t->weights[i] * (of->classes[i] == 1 ? 1 : -1);
    sizes[above] += of->t->weights[i];
  }
  if (sizes[0] == 0 || sizes[1] == 0) return -1;
  return sums[0] * sums[0] / sizes[0] + sums[1] * sums[1] / sizes[1];
}

/* Writes what the greedy tree says of the rows that are `in`. */
static void grow(const sample* of, const char* in, int64_t depth, double* says) {
  const table* t = of->t;
  double sum = 0, size = 0, best = 0, best_cut = 0;
  int64_t best_feature = -1;
  int best_missing = 0;
  for (int64_t i = 0; i < t->rows; ++i) {
    if (!in[i]) continue;
    sum += t->weights[i] * (of->classes[i] == 1 ? 1 : -1);
    size += t->weights[i];
  }
  for (int64_t i = 0; i < t->rows; ++i)
    if (in[i]) says[i] = sum >= 0 ? 1 : -1;
  if (depth == 0) return;
  best = sum * sum / size * (1 + 1e-12);
  for (int64_t d = 0; d < t->features; ++d)
    for (int64_t i = 0; i <= t->rows; ++i)
      for (int missing_above = 0; missing_above < 2; ++missing_above) {
        const double cut = i < t->rows ? t->x[i * t->features + d] : INFINITY;
        if (isnan(cut)) continue;
        const double found = worth(of, in, d, cut, missing_above);
        if (found <= best) continue;
        best = found;
        best_feature = d;
        best_cut = cut;
        best_missing = missing_above;
      }
  if (best_feature < 0) return;
  char* side = allocate(t->rows, 1);
  for (int above = 0; above < 2; ++above) {
    for (int64_t i = 0; i < t->rows; ++i) {
      const double value = t->x[i * t->features + best_feature];
      side[i] = in[i] && (isnan(value) ? best_missing : value > best_cut) == above;
    }
    grow(of, side, depth - 1, says);
  }
  free(side);
}

static void they_are_grown_greedily(void** state) {
  (void)state;
  for (uint32_t seed = 1; seed <= 6; ++seed)
    for (int64_t depth = 1; depth <= 4; ++depth) {
      sample of = sample_random(70, 4, seed % 2 == 0 ? 6 : 60, 2, seed);
      table_draw_weights(of.t, seed);
      if (seed > 3) table_lose(of.t, 0.15, seed);
      const int64_t n = of.t->rows;
      coppice_dataset* data = sample_dataset(&of);
      char pool[64];
      snprintf(pool, sizeof pool, "tree(depth=%d)", (int)depth);
      coppice_model* model = train_trees(data, "adaboost", pool, "learners=1");
      char* all = allocate(n, 1);
      double* says = allocate(n, sizeof *says);
      memset(all, 1, (size_t)n);
      grow(&of, all, depth, says);
      double* outputs = predictions_of(model, COPPICE_LEARNERS, of.t);
      double* weights = array_of(model, "weights", NULL);
      double right = 0, whole = 0;
      for (int64_t i = 0; i < n; ++i) {
        assert_true(outputs[i] == says[i]);
        whole += of.t->weights[i];
        if ((says[i] > 0) == (of.classes[i] == 1)) right += of.t->weights[i];
      }
      if (right < whole) check_close(weights[0], log(right / (whole - right)) / 2, 1e-10);
      free(weights);
      free(outputs);
      free(says);
      free(all);
      coppice_model_free(model);
      coppice_dataset_free(data);
      sample_free(of);
    }
}

/* How often a text is in another. */
static int count_in(const char* text, const char* sought) {
  int count = 0;
  for (const char* at = strstr(text, sought); at != NULL; at = strstr(at + 1, sought)) ++count;
  return count;
}

static void their_leaves_can_be_limited(void** state) {
  (void)state;
  sample of = sample_random(200, 3, 50, 2, 4);
  coppice_dataset* data = sample_dataset(&of);
  for (int leaves = 2; leaves <= 9; ++leaves) {
    char pool[64], text[8192];
    snprintf(pool, sizeof pool, "tree(depth=6, leaves=%d)", leaves);
    coppice_model* model = train_trees(data, "adaboost", pool, "learners=8");
    for (int64_t j = 0; j < learners_of(model); ++j) {
      check_ok(coppice_model_learner(model, j, text, sizeof text, NULL));
      assert_in_range(count_in(text, "\"output\":"), 2, leaves);
      assert_int_equal(count_in(text, "\"output\":"), count_in(text, "\"feature\":") + 1);
    }
    coppice_model_free(model);
  }
  coppice_dataset_free(data);
  sample_free(of);
}

/* No tree of a fully corrective method tells rows apart as one before did. */
static void chosen_trees_differ(void** state) {
  (void)state;
  sample of = sample_random(60, 3, 8, 3, 8);
  coppice_dataset* data = sample_dataset(&of);
  coppice_model* model = train_trees(data, "cgens-sls", "tree(depth=2)", "learners=60 C=1");
  const int64_t learners = learners_of(model), n = of.t->rows;
  double* h = predictions_of(model, COPPICE_LEARNERS, of.t);
  assert_true(learners > 20);
  for (int64_t a = 0; a < learners; ++a)
    for (int64_t b = 0; b < a; ++b) {
      int64_t same = 0;
      for (int64_t i = 0; i < n; ++i) same += h[i * learners + a] == h[i * learners + b];
      assert_true(same > 0 && same < n);
    }
  free(h);
  coppice_model_free(model);
  coppice_dataset_free(data);
  sample_free(of);
}

/* What one stump cannot tell apart two cuts can. */
static void two_cuts_are_more_than_one(void** state) {
  (void)state;
  static const double x[] = {0, 0, 0, 1, 1, 0, 1, 1, 1, 1};
  static const double labels[] = {-1, 1, 1, -1, -1};
  table* t = table_of(x, labels, 5, 2);
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = train_trees(data, "adaboost", "tree(depth=2)", "");
  assert_int_equal(learners_of(model), 1);
  assert_true(quantity_of(model, "train_error") == 0);
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

static void bad_input_is_refused(void** state) {
  (void)state;
  static const char* const levels[] = {"a", "b"};
  static const double x[] = {0, 1, 1, 0};
  static const double labels[] = {-1, 1, 1, -1};
  table* t = table_of(x, labels, 4, 1);
  coppice_dataset* data = table_dataset(t);
  coppice_pool* pool = NULL;
  coppice_model* model = NULL;
  coppice_solver* solver = solver_of_method("adaboost", "");
  check_error(coppice_pool_create("tree(depth=0)", &pool), COPPICE_INVALID_OPTION, "depth");
  check_ok(coppice_pool_create("tree(depth=31)", &pool));
  check_ok(coppice_solver_set_pool(solver, pool));
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_OPTION,
              "option depth of pool tree is 31|1 <= depth <= 30");
  coppice_pool_free(pool);
  check_ok(coppice_dataset_set_levels(data, 0, levels, 2));
  check_ok(coppice_pool_create("tree", &pool));
  check_ok(coppice_solver_set_pool(solver, pool));
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_DATA,
              "feature 0|is a category; pool tree cannot take categories");
  assert_null(model);
  coppice_pool_free(pool);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

/* A tree of two cuts, and files in which it does not hold together. */
static void hostile_trees_are_refused(void** state) {
  (void)state;
  static const struct {
    const char *name, *list, *message;
  } changes[] = {{"nodes", "[4]", "trees with 5 features"},
                 {"nodes", "[0]", "nodes"},
                 {"nodes", "[5,5]", "trees with 5 features"},
                 {"above", "[1,0,2,0,0]", "do not fit"},
                 {"above", "[3,0,2,0,0]", "do not fit"},
                 {"above", "[0,0,2,0,0]", "do not fit"},
                 {"above", "[2,0,2,0,1]", "a leaf of a tree"},
                 {"above", "[2,0,2,0]", "other numbers"},
                 {"feature", "[0,0,0,0,0]", "nodes"},
                 {"feature", "[-1,-1,0,-1,-1]", "a leaf of a tree"},
                 {"feature", "[0,-1,7,-1,-1]", "feature"},
                 {"threshold", "[1.5,-1,4.5,0.5,-1]", "a leaf of a tree says 0.5"}};
  static const double x[] = {0, 1, 2, 3, 4, 5};
  static const double labels[] = {-1, -1, 1, 1, 1, -1};
  table* t = table_of(x, labels, 6, 1);
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = train_trees(data, "adaboost", "tree(depth=2)", "learners=1");
  for (size_t k = 0; k < sizeof changes / sizeof *changes; ++k) {
    size_t size = 0;
    char* json = saved_bytes(model, "json", 256, &size);
    replace_list(json, &size, changes[k].name, changes[k].list);
    expect_refused(json, size, changes[k].message);
    free(json);
  }
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

/* A chain of more cuts than trees may have, which would end the stack of what describes it. */
static void deep_trees_are_refused(void** state) {
  (void)state;
  enum { CUTS = 31, NODES = 2 * CUTS + 1 };
  static const double x[] = {0, 1, 2, 3, 4, 5};
  static const double labels[] = {-1, -1, 1, 1, 1, -1};
  table* t = table_of(x, labels, 6, 1);
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = train_trees(data, "adaboost", "tree(depth=2)", "learners=1");
  for (int cuts = CUTS - 1; cuts <= CUTS; ++cuts) {
    /* Every cut has a leaf for "no" and the next cut for "yes". */
    char lists[5][16 * NODES] = {"", "[", "[", "[", "["};
    const int nodes = 2 * cuts + 1;
    snprintf(lists[0], sizeof lists[0], "[%d]", nodes);
    for (int k = 0; k < nodes; ++k) {
      const int leaf = k % 2 == 1 || k == nodes - 1;
      snprintf(lists[1] + strlen(lists[1]), 8, "%s%d", k ? "," : "", leaf ? -1 : 0);
      snprintf(lists[2] + strlen(lists[2]), 8, "%s%d", k ? "," : "", leaf ? 0 : 2);
      snprintf(lists[3] + strlen(lists[3]), 8, "%s%d", k ? "," : "", leaf && k % 2 ? -1 : 1);
    }
    for (int k = 0; k < nodes; ++k) strcat(lists[4], k ? ",0" : "0");
    for (int k = 1; k < 5; ++k) strcat(lists[k], "]");
    size_t size = 0;
    char* json = saved_bytes(model, "json", 80 * NODES, &size);
    replace_list(json, &size, "nodes", lists[0]);
    replace_list(json, &size, "feature", lists[1]);
    replace_list(json, &size, "above", lists[2]);
    replace_list(json, &size, "threshold", lists[3]);
    replace_list(json, &size, "missing_above", lists[4]);
    coppice_model* loaded = NULL;
    if (cuts == CUTS) {
      expect_refused(json, size, "more than 30 cuts deep");
    } else {
      check_ok(coppice_model_load_buffer(json, (int64_t)size, &loaded));
      double* f = decisions_of(loaded, t);
      assert_true(isfinite(f[0]));
      free(f);
      coppice_model_free(loaded);
    }
    free(json);
  }
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(they_are_grown_greedily), cmocka_unit_test(their_leaves_can_be_limited),
      cmocka_unit_test(chosen_trees_differ),     cmocka_unit_test(two_cuts_are_more_than_one),
      cmocka_unit_test(bad_input_is_refused),    cmocka_unit_test(hostile_trees_are_refused),
      cmocka_unit_test(deep_trees_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
