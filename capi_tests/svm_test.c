/* The SVM with kernels: what the theory of infinite ensembles says of it, several classes, weights,
 * saved models, threads and the forms of data, and what it refuses. (c.svm_optimum compares optima
 * with LIBSVM's.) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"
#include "model_bytes.h"
#include "training.h"

static coppice_model* fit_svm(coppice_dataset* data, const char* kernel, const char* options) {
  return train_kernel("svm", data, kernel, options);
}

static coppice_model* train_svm(const table* t, const char* kernel, const char* options) {
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = fit_svm(data, kernel, options);
  coppice_dataset_free(data);
  return model;
}

static table* scaled(const table* t, double by) {
  table* copy = table_of(t->x, t->labels, t->rows, t->features);
  for (int64_t k = 0; k < t->rows * t->features; ++k) copy->x[k] *= by;
  return copy;
}

/* All decision values of the two models are alike, against the largest. */
static void check_same_decisions(const coppice_model* a, const coppice_model* b, const table* of_a,
                                 const table* of_b, double tolerance) {
  double* f = decisions_of(a, of_a);
  double* g = decisions_of(b, of_b);
  double largest = 0;
  for (int64_t i = 0; i < of_a->rows; ++i) largest = fmax(largest, fabs(f[i]));
  for (int64_t i = 0; i < of_a->rows; ++i) assert_true(fabs(f[i] - g[i]) <= tolerance * largest);
  free(f);
  free(g);
}

/* Theorems 4 and 10, and section 4.1: these kernels have no scale; rows s times as large with cost
 * C are rows as they were with cost s C. From 1e-100 to 1e100. */
static void stumps_and_perceptrons_have_no_scale(void** state) {
  (void)state;
  table* t = table_load("ionosphere.svm", "-1", "1");
  const char* const kernels[] = {"stump", "perceptron"};
  const double scales[] = {1e-100, 0.125, 8, 1e100};
  for (int k = 0; k < 2; ++k) {
    coppice_model* as_it_was = train_svm(t, kernels[k], "C=0.5 tolerance=1e-8");
    for (int s = 0; s < 4; ++s) {
      char options[64];
      snprintf(options, sizeof options, "C=%.17g tolerance=1e-8", 0.5 / scales[s]);
      table* larger = scaled(t, scales[s]);
      if (scales[s] > 1e-40 && scales[s] < 1e40) {
        coppice_model* model = train_svm(larger, kernels[k], options);
        check_same_decisions(as_it_was, model, t, larger, 1e-5);
        coppice_model_free(model);
      } else if (k == 0) { /* C has bounds; without them only the data are extreme */
        coppice_model* model = train_svm(larger, kernels[k], "tolerance=1e-6");
        assert_true(isfinite(quantity_of(model, "objective")));
        assert_true(quantity_of(model, "gap") <= 1e-6);
        assert_true(scales[s] < 1 || quantity_of(model, "train_error") == 0);
        check_text(model, "stop_reason", "tolerance");
        coppice_model_free(model);
      }
      table_free(larger);
    }
    coppice_model_free(as_it_was);
  }
  table_free(t);
}

/* Theorem 6: where a feature has a value for every row, stumps tell any labels apart; theorem 12:
 * for perceptrons distinct rows will do. */
static void large_costs_leave_no_training_error(void** state) {
  (void)state;
  uint32_t seed = 7;
  table* t = table_create(60, 2);
  for (int64_t i = 0; i < t->rows; ++i) {
    t->x[2 * i] = (double)i + 0.5 * random_next(&seed);
    t->x[2 * i + 1] = floor(3 * random_next(&seed));
    t->labels[i] = random_next(&seed) < 0.5 ? -1 : 1;
  }
  coppice_model* stumps = train_svm(t, "stump", "C=1e4 tolerance=1e-6");
  assert_true(quantity_of(stumps, "train_error") == 0);
  coppice_model_free(stumps);
  coppice_model* perceptrons = train_svm(t, "perceptron", "C=1e4 tolerance=1e-6");
  assert_true(quantity_of(perceptrons, "train_error") == 0);
  coppice_model_free(perceptrons);
  table_free(t);

  /* XOR: distinct rows, but a sum of functions of one feature each cannot tell them apart; products
   * of stumps, trees and perceptrons can. */
  const double x[] = {0, 0, 0, 1, 1, 0, 1, 1};
  const double labels[] = {-1, 1, 1, -1};
  table* xor = table_of(x, labels, 4, 2);
  const char* const able[] = {"perceptron",       "laplacian(gamma=1)",
                              "tree(gamma=1)",    "product(stump,stump)",
                              "and(stump,stump)", "stump-region(stumps=2)"};
  for (size_t k = 0; k < sizeof able / sizeof *able; ++k) {
    coppice_model* model = train_svm(xor, able[k], "C=1e6");
    assert_true(quantity_of(model, "train_error") == 0);
    coppice_model_free(model);
  }
  const char* const unable[] = {"stump", "middle-stump", "linear", "histogram-intersection"};
  for (size_t k = 0; k < sizeof unable / sizeof *unable; ++k) {
    coppice_model* model = train_svm(xor, unable[k], "C=1e6");
    assert_true(quantity_of(model, "train_error") >= 0.25);
    coppice_model_free(model);
  }
  table_free(xor);
}

/* Definition 18: but for a factor and a constant, the tree kernel is the Laplacian. */
static void trees_are_the_laplacian_with_another_cost(void** state) {
  (void)state;
  table* t = table_load("wine.svm", "1", "2");
  for (int64_t k = 0; k < t->rows * t->features; ++k) t->x[k] /= 100;
  kernel_facts* facts = kernel_facts_of(t);
  char options[64];
  snprintf(options, sizeof options, "C=%.17g tolerance=1e-8",
           0.3 * exp(2 * 0.05 * facts->half_range));
  coppice_model* tree = train_svm(t, "tree(gamma=0.05)", "C=0.3 tolerance=1e-8");
  coppice_model* laplacian = train_svm(t, "laplacian(gamma=0.05)", options);
  check_same_decisions(tree, laplacian, t, t, 1e-5);
  coppice_model_free(tree);
  coppice_model_free(laplacian);
  kernel_facts_free(facts);
  table_free(t);
}

/* So it is in a range that options name; a row outside of it is the row at its bounds. */
static void the_range_of_trees_may_be_named(void** state) {
  (void)state;
  table* t = table_random(60, 3, 9, 4); /* features are 0 .. 8 */
  table *inside = table_random(60, 3, 9, 5), *outside = table_random(60, 3, 9, 5);
  for (int64_t k = 0; k < inside->rows * inside->features; ++k) {
    inside->x[k] = 5 * inside->x[k] - 15; /* -15 .. 25 */
    outside->x[k] = inside->x[k] == -15 ? -1e9 : inside->x[k] == 25 ? 80 : inside->x[k];
  }
  const double half_range = 3 * 40 / 2.0;
  char options[64];
  snprintf(options, sizeof options, "C=%.17g tolerance=1e-8", 0.3 * exp(2 * 0.02 * half_range));
  coppice_model* tree = train_svm(t, "tree(gamma=0.02,lower=-15,upper=25)", "C=0.3 tolerance=1e-8");
  coppice_model* laplacian = train_svm(t, "laplacian(gamma=0.02)", options);
  check_same_decisions(tree, laplacian, inside, inside, 1e-5);
  check_same_decisions(tree, tree, inside, outside, 0);
  coppice_model* again = reloaded(tree, "json");
  check_same_decisions(tree, again, inside, outside, 0);
  coppice_model_free(tree);
  coppice_model_free(laplacian);
  coppice_model_free(again);
  table_free(t);
  table_free(inside);
  table_free(outside);
}

/* Half the kernel with twice the cost has twice the objective, and the same decision values. */
static void check_half_of(const coppice_model* whole, const coppice_model* half, const table* t) {
  check_close(quantity_of(half, "objective"), 2 * quantity_of(whole, "objective"), 1e-6);
  check_same_decisions(whole, half, t, t, 1e-4);
}

static void histograms_are_half_the_stumps(void** state) {
  (void)state;
  table* t = table_load("digits.svm", "3", "8");
  coppice_model* stumps = train_svm(t, "stump", "C=0.01 tolerance=1e-8");
  coppice_model* histograms = train_svm(t, "histogram-intersection", "C=0.02 tolerance=1e-8");
  check_half_of(stumps, histograms, t);
  coppice_model_free(stumps);
  coppice_model_free(histograms);
  table_free(t);
}

/* A finite pool is its kernel: CGEns run to its end over all middle stumps is the SVM with theirs.
 * Both bounds of one are those of the other. */
static void cgens_ends_at_the_middle_stumps(void** state) {
  (void)state;
  static const char* const sets[][3] = {
      {"iris.svm", "2", "3"}, {"votes.svm", "-1", "1"}, {"breast-cancer-original.svm", "-1", "1"}};
  for (int s = 0; s < 3; ++s) {
    table* t = table_load(sets[s][0], sets[s][1], sets[s][2]);
    coppice_model* ensemble = train(t, "C=0.1 learners=100000 epsilon=1e-7 tolerance=1e-9");
    coppice_model* machine = train_svm(t, "middle-stump", "C=0.2 tolerance=1e-7");
    const double ratio = quantity_of(machine, "objective") / quantity_of(ensemble, "objective");
    assert_true(fabs(ratio - 2) <= 2e-5);
    check_same_decisions(ensemble, machine, t, t, 1e-3);
    coppice_model_free(ensemble);
    coppice_model_free(machine);
    table_free(t);
  }
}

/* Rows of weight k are k copies. */
static void weights_are_copies(void** state) {
  (void)state;
  table* t = table_load("iris.svm", "2", "3");
  table* copies = table_weigh_as_copies(t);
  for (int k = 0; k < kernel_case_count; ++k) {
    coppice_model* weighted = train_svm(t, kernel_cases[k].text, "C=1 tolerance=1e-8");
    coppice_model* copied = train_svm(copies, kernel_cases[k].text, "C=1 tolerance=1e-8");
    check_close(quantity_of(weighted, "objective"), quantity_of(copied, "objective"), 1e-6);
    check_same_decisions(weighted, copied, t, t, 1e-4);
    coppice_model_free(weighted);
    coppice_model_free(copied);
  }
  table_free(copies);
  table_free(t);
}

static coppice_dataset* sparse_dataset(const table* t) {
  int64_t* starts = allocate(t->rows + 1, sizeof *starts);
  int32_t* features = allocate(t->rows * t->features, sizeof *features);
  double* values = allocate(t->rows * t->features, sizeof *values);
  int64_t entries = 0;
  for (int64_t i = 0; i < t->rows; ++i) {
    for (int64_t d = 0; d < t->features; ++d)
      if (t->x[i * t->features + d] != 0) {
        features[entries] = (int32_t)d;
        values[entries++] = t->x[i * t->features + d];
      }
    starts[i + 1] = entries;
  }
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_csr(starts, t->rows + 1, features, values, entries, t->features,
                                      &data));
  check_ok(coppice_dataset_set_labels(data, t->labels, t->rows));
  free(starts);
  free(features);
  free(values);
  return data;
}

static void check_same_bits(const coppice_model* a, const coppice_model* b, const table* t) {
  double* f = decisions_of(a, t);
  double* g = decisions_of(b, t);
  assert_memory_equal(f, g, (size_t)t->rows * sizeof *f);
  free(f);
  free(g);
  check_same_array(a, b, "coefficients");
  check_same_array(a, b, "bias");
}

/* The same model whatever the form of the data, the number of threads, and the room for rows of the
 * matrix (which decides how many are looked at together, but not what is found). */
static void form_threads_and_files_do_not_matter(void** state) {
  (void)state;
  table* whole = table_load("digits.svm", "3", "8");
  for (int thinned = 0; thinned < 2; ++thinned) { /* many zeros, and next to none */
    table* t = thinned ? table_load("wine.svm", "1", "2") : table_thinned(whole, 1, 64);
    for (int k = 0; k < kernel_case_count; ++k) {
      const char* kernel = kernel_cases[k].text;
      coppice_model* model = train_svm(t, kernel, "C=0.5 threads=1");
      coppice_model* threads = train_svm(t, kernel, "C=0.5 threads=3");
      check_same_bits(model, threads, t);
      coppice_dataset* sparse = sparse_dataset(t);
      coppice_model* of_sparse = fit_svm(sparse, kernel, "C=0.5");
      check_same_bits(model, of_sparse, t);
      coppice_dataset_free(sparse);
      coppice_model_free(threads);

      for (int f = 0; f < 2; ++f)
        for (int m = 0; m < 2; ++m) {
          const coppice_model* saved = m ? of_sparse : model;
          coppice_model* loaded = reloaded(saved, f ? "json" : "cbor");
          check_same_bits(saved, loaded, t);
          check_text(loaded, "kind", "kernel-expansion");
          char* settled = text_of(saved, "kernel");
          check_text(loaded, "kernel", settled);
          free(settled);
          coppice_model_free(loaded);
        }
      double* decisions = decisions_of(model, t);
      for (int64_t i = 0; i < t->rows; ++i) {
        double alone = 0;
        check_ok(coppice_model_predict_row(model, COPPICE_DECISION, t->x + i * t->features,
                                           t->features, &alone, 1));
        assert_memory_equal(&alone, decisions + i, sizeof alone);
      }
      check_close(quantity_of(model, "train_error"), error_of(decisions, t), 0);
      free(decisions);
      coppice_model_free(of_sparse);
      coppice_model_free(model);
    }
    table_free(t);
  }
  table_free(whole);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(stumps_and_perceptrons_have_no_scale),
                                     cmocka_unit_test(large_costs_leave_no_training_error),
                                     cmocka_unit_test(trees_are_the_laplacian_with_another_cost),
                                     cmocka_unit_test(the_range_of_trees_may_be_named),
                                     cmocka_unit_test(histograms_are_half_the_stumps),
                                     cmocka_unit_test(cgens_ends_at_the_middle_stumps),
                                     cmocka_unit_test(weights_are_copies),
                                     cmocka_unit_test(form_threads_and_files_do_not_matter)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
