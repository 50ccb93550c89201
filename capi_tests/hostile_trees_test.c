/* Trees on data that leave little to cut or much to round, and files in which trees do not hold
 * together. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_bytes.h"
#include "pools.h"
#include "samples.h"
#include "trees.h"

static const char* const pools[] = {"tree(depth=1)", "tree(depth=4)", "tree(depth=30)",
                                    "tree(depth=30, split=gain-ratio, pruning=pessimistic)"};
static const tree_rules rules[] = {{1, 0, 0}, {4, 0, 0}, {30, 0, 0}, {30, 1, 0.25}};
enum { POOLS = 4 };

/* The first tree of AdaBoost from each pool is the one that is grown here, or there is none. Of
 * cuts that differ in rows of next to no weight alone, any may be made: such rows are not looked
 * at. */
static void check_first_trees(const table* t) {
  double heaviest = 0;
  double* u = allocate(t->rows, sizeof *u);
  double* says = allocate(t->rows, sizeof *says);
  coppice_dataset* data = table_dataset(t);
  for (int64_t i = 0; i < t->rows; ++i) {
    u[i] = t->weights[i] * t->labels[i];
    heaviest = fmax(heaviest, t->weights[i]);
  }
  for (int k = 0; k < POOLS; ++k) {
    coppice_model* model = train_pool_by("adaboost", data, pools[k], "learners=1");
    const int grows = tree_grow(t, u, rules[k], says) > 0;
    assert_int_equal(learners_of(model), grows);
    double* outputs = predictions_of(model, grows ? COPPICE_LEARNERS : COPPICE_DECISION, t);
    for (int64_t i = 0; i < t->rows; ++i)
      if (t->weights[i] > 1e-20 * heaviest) assert_true(outputs[i] == (grows ? says[i] : 0));
    free(outputs);
    coppice_model_free(model);
  }
  coppice_dataset_free(data);
  free(says);
  free(u);
}

/* Nothing to cut: one value, no value, and rows that are alike but for their classes. */
static void there_may_be_no_tree(void** state) {
  (void)state;
  for (int k = 0; k < 3; ++k) {
    table* t = table_create(6, 2);
    for (int64_t i = 0; i < 6; ++i) {
      t->labels[i] = i % 2 == 0 ? -1 : 1;
      for (int64_t d = 0; d < 2; ++d) t->x[2 * i + d] = k == 0 ? 7 : k == 1 ? NAN : (double)(i / 2);
    }
    check_first_trees(t);
    coppice_dataset* data = table_dataset(t);
    for (int p = 0; p < POOLS; ++p) {
      coppice_model* model = train_pool(data, pools[p], "");
      if (k < 2) assert_int_equal(learners_of(model), 0);
      if (k < 2) check_text(model, "stop_reason", "exhausted");
      coppice_model_free(model);
    }
    coppice_dataset_free(data);
    table_free(t);
  }
}

static void few_rows_are_enough(void** state) {
  (void)state;
  for (int64_t rows = 2; rows <= 5; ++rows) {
    table* t = table_random(rows, 2, 100, (uint32_t)rows);
    table_draw_weights(t, 3);
    check_first_trees(t);
    table_free(t);
  }
}

/* Beside features that tell something: one that is constant, one without any value, and one of
 * which only some are missing. */
static void odd_features_do_no_harm(void** state) {
  (void)state;
  for (uint32_t seed = 1; seed <= 4; ++seed) {
    table* t = table_random(80, 5, 12, seed);
    table_draw_weights(t, seed);
    for (int64_t i = 0; i < t->rows; ++i) {
      t->x[5 * i + 2] = 3;
      t->x[5 * i + 3] = NAN;
      t->x[5 * i + 4] = (i * i) % 7 < 3 ? NAN : 1;
    }
    check_first_trees(t);
    table_free(t);
  }
}

/* Weights that are all larger or smaller by 10^50 change nothing. Where some rows weigh 10^100
 * times less than the others, the tree is that of the others. */
static void weights_may_be_of_any_size(void** state) {
  (void)state;
  for (int exponent = -165; exponent <= 165; exponent += 330)
    for (uint32_t seed = 1; seed <= 3; ++seed) {
      table* t = table_random(80, 3, 20, seed);
      table_draw_weights(t, seed);
      coppice_dataset* data = table_dataset(t);
      for (int64_t i = 0; i < t->rows; ++i) t->weights[i] = ldexp(t->weights[i], exponent);
      check_first_trees(t);
      coppice_dataset* scaled = table_dataset(t);
      for (int k = 0; k < POOLS; ++k) {
        coppice_model* expected = train_pool_by("adaboost", data, pools[k], "learners=5");
        coppice_model* model = train_pool_by("adaboost", scaled, pools[k], "learners=5");
        check_equal_models(model, expected, data);
        coppice_model_free(model);
        model = train_pool(scaled, pools[k], "learners=5");
        double* f = decisions_of(model, t);
        for (int64_t i = 0; i < t->rows; ++i) assert_true(isfinite(f[i]));
        free(f);
        coppice_model_free(model);
        coppice_model_free(expected);
      }
      for (int64_t i = 0; i < t->rows; ++i)
        if (i % 3 == 0) t->weights[i] = ldexp(t->weights[i], -2 * exponent);
      check_first_trees(t);
      coppice_dataset_free(scaled);
      coppice_dataset_free(data);
      table_free(t);
    }
}

/* Features outside a view are not looked at; the others say what they say alone. */
static void views_are_kept_to(void** state) {
  (void)state;
  static const int64_t named[] = {4, 1};
  table* t = table_random(90, 6, 15, 8);
  table* alone = table_create(90, 2);
  table_draw_weights(t, 2);
  for (int64_t i = 0; i < t->rows; ++i) {
    for (int d = 0; d < 2; ++d) alone->x[2 * i + d] = t->x[6 * i + (d == 0 ? 1 : 4)];
    alone->labels[i] = t->labels[i];
    alone->weights[i] = t->weights[i];
  }
  coppice_dataset* data = table_dataset(t);
  coppice_dataset* of_view = table_dataset(alone);
  check_ok(coppice_dataset_add_view(data, "two", named, 2));
  for (int k = 0; k < POOLS; ++k) {
    char pool[128];
    snprintf(pool, sizeof pool, "%s@two", pools[k]);
    coppice_model* model = train_pool(data, pool, "learners=10 C=1");
    coppice_model* expected = train_pool(of_view, pools[k], "learners=10 C=1");
    double* f = decisions_of(model, t);
    double* g = decisions_of(expected, alone);
    double* counts = array_of(model, "feature_counts", NULL);
    assert_memory_equal(f, g, (size_t)t->rows * sizeof *f);
    for (int64_t d = 0; d < 6; ++d)
      if (d != 1 && d != 4) assert_true(counts[d] == 0);
    assert_true(counts[1] + counts[4] > 0);
    free(counts);
    free(g);
    free(f);
    coppice_model_free(expected);
    coppice_model_free(model);
  }
  coppice_dataset_free(of_view);
  coppice_dataset_free(data);
  table_free(alone);
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
  coppice_model* model = train_pool_by("adaboost", data, "tree(depth=2)", "learners=1");
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
  coppice_model* model = train_pool_by("adaboost", data, "tree(depth=2)", "learners=1");
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
      cmocka_unit_test(there_may_be_no_tree),    cmocka_unit_test(few_rows_are_enough),
      cmocka_unit_test(odd_features_do_no_harm), cmocka_unit_test(weights_may_be_of_any_size),
      cmocka_unit_test(views_are_kept_to),       cmocka_unit_test(hostile_trees_are_refused),
      cmocka_unit_test(deep_trees_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
