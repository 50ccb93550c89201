/* Theorems 7, 8, 13, 14, 16 and 18 of "Support vector machinery for infinite ensemble learning"
 * (Lin & Li, JMLR 2008), on trained machines f(x) = b + sum_i a_i K(z_i, x): decision values are
 * those of ensembles whose learners are listed one by one. (Theorems 4, 6, 10 and 12 are in c.svm.)
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"
#include "model_bytes.h"
#include "training.h"

enum { FEATURES = 2, ROWS = 14, QUERIES = 12 };

/* A machine: its support vectors, one after the other, and what they are multiplied by. */
typedef struct machine {
  coppice_model* model;
  double* vectors;
  double* a;
  double b;
  int64_t count;
} machine;

static machine machine_of(const table* t, const char* kernel, const char* options) {
  machine of;
  coppice_solver* solver = solver_of_method("svm", options);
  check_ok(coppice_solver_set_string(solver, "kernel", kernel));
  coppice_dataset* data = table_dataset(t);
  check_ok(coppice_solver_fit(solver, data, &of.model));
  of.a = array_of(of.model, "coefficients", &of.count);
  double* bias = array_of(of.model, "bias", NULL);
  of.b = bias[0];
  free(bias);
  of.vectors = allocate(of.count * FEATURES, sizeof *of.vectors);
  size_t size = 0;
  char* json = saved_bytes(of.model, "json", 1, &size);
  json[size] = 0;
  const char* from = strstr(json, "\"support_vectors\"");
  assert_non_null(from);
  from = strstr(from, "\"values\":[");
  assert_non_null(from);
  from += strlen("\"values\":[");
  for (int64_t k = 0; k < of.count * FEATURES; ++k) {
    char* end = NULL;
    of.vectors[k] = strtod(from, &end);
    from = end + 1;
  }
  free(json);
  coppice_dataset_free(data);
  coppice_solver_free(solver);
  return of;
}

static void machine_free(machine* of) {
  coppice_model_free(of->model);
  free(of->vectors);
  free(of->a);
}

static table* training_rows(void) {
  table* t = table_random(ROWS, FEATURES, 7, 11);
  for (int64_t i = 0; i < ROWS; ++i) t->x[2 * i + 1] *= 0.5;
  return t;
}

/* Points between training rows, on them, and beyond them in both directions. */
static table* queries(const table* t) {
  uint32_t seed = 12;
  table* q = table_create(QUERIES, FEATURES);
  for (int64_t k = 0; k < QUERIES * FEATURES; ++k) q->x[k] = 9 * random_next(&seed) - 1.5;
  memcpy(q->x, t->x, FEATURES * sizeof *q->x);
  return q;
}

/* ------------------------------------------------------------------------- decision stumps */

/* All stumps q s(x_d > threshold) whose thresholds lie between two neighbours among some values: as
 * they agree on these, one stands for all, and r^2 is that of them together (definition 3). */
typedef struct stump {
  int64_t feature;
  double threshold, q, squared_r;
} stump;

typedef struct stump_list {
  stump* of;
  int64_t count;
} stump_list;

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static stump_list stumps_between(const table* t, const table* q) {
  kernel_facts* facts = kernel_facts_of(t);
  const int64_t most = t->rows + q->rows;
  stump_list list = {allocate(2 * FEATURES * most, sizeof(stump)), 0};
  double* values = allocate(most, sizeof *values);
  for (int64_t d = 0; d < FEATURES; ++d) {
    for (int64_t i = 0; i < most; ++i) {
      const table* from = i < t->rows ? t : q;
      const double value = from->x[(i < t->rows ? i : i - t->rows) * FEATURES + d];
      values[i] = fmin(fmax(value, facts->least[d]), facts->most[d]);
    }
    qsort(values, (size_t)most, sizeof *values, ascending);
    for (int64_t i = 1; i < most; ++i)
      for (int q_sign = -1; q_sign <= 1 && values[i] > values[i - 1]; q_sign += 2) {
        const double threshold = values[i - 1] / 2 + values[i] / 2;
        list.of[list.count++] = (stump){d, threshold, q_sign, (values[i] - values[i - 1]) / 4};
      }
  }
  free(values);
  kernel_facts_free(facts);
  return list;
}

static double output(const stump* of, const double* x) {
  return x[of->feature] > of->threshold ? of->q : -of->q;
}

/* K_S by definition 1: the sum over stumps of r^2 h(x) h(z). */
static double stump_kernel(const stump_list* list, const double* x, const double* z) {
  double sum = 0;
  for (int64_t j = 0; j < list->count; ++j)
    sum += list->of[j].squared_r * output(&list->of[j], x) * output(&list->of[j], z);
  return sum;
}

/* A kernel by its definition, from a list of stumps. */
typedef struct definition definition;
struct definition {
  double (*kernel)(const definition* by, const double* z, const double* x);
  stump_list stumps;
  double (*combination)(double g, double h); /* of two stumps */
  double factor;
};

static double sum_over_stumps(const definition* by, const double* z, const double* x) {
  return stump_kernel(&by->stumps, x, z);
}

/* The machine decides as b + sum_i a_i K(z_i, x) with the kernel defined. */
static void check_decisions(const machine* svm, const table* q, const definition* by) {
  double* f = decisions_of(svm->model, q);
  for (int64_t k = 0; k < q->rows; ++k) {
    double sum = svm->b;
    for (int64_t i = 0; i < svm->count; ++i)
      sum += svm->a[i] * by->kernel(by, svm->vectors + i * FEATURES, q->x + k * FEATURES);
    check_close(sum, f[k], 1e-11);
  }
  free(f);
}

/* ---------------------------------------------------------------------- combined hypotheses */

static double exclusive_or(double g, double h) {
  return -g * h;
}

static double both(double g, double h) {
  return fmin(g, h);
}

/* Definition 1 for all pairs of stumps; the factor counts their negations and that of r^2. */
static double sum_over_pairs(const definition* by, const double* z, const double* x) {
  const stump_list* list = &by->stumps;
  double sum = 0;
  for (int64_t j = 0; j < list->count; ++j)
    for (int64_t k = 0; k < list->count; ++k) {
      const stump *g = &list->of[j], *h = &list->of[k];
      sum += by->factor * g->squared_r * h->squared_r *
             by->combination(output(g, x), output(h, x)) *
             by->combination(output(g, z), output(h, z));
    }
  return sum;
}

static void check_pairs(const char* kernel, double (*combination)(double, double), double factor) {
  table* t = training_rows();
  table* q = queries(t);
  definition by = {sum_over_pairs, stumps_between(t, q), combination, factor};
  machine svm = machine_of(t, kernel, "C=0.3");
  check_decisions(&svm, q, &by);
  machine_free(&svm);
  free(by.stumps.of);
  table_free(q);
  table_free(t);
}

/* Theorem 14: r(alpha, beta) = r_1 r_2. */
static void products_embody_exclusive_or(void** state) {
  (void)state;
  check_pairs("product(stump,stump)", exclusive_or, 1);
}

/* Theorem 16: r = sqrt(2) r_1 r_2, of min and of -min. */
static void and_embodies_conjunctions(void** state) {
  (void)state;
  check_pairs("and(stump,stump)", both, 4);
}

/* Theorem 7: stumps that agree on all training rows weigh the same, w / r = sum_i a_i h(z_i). The
 * sum of all w r h has, between two training values, that slope everywhere. */
static void ambiguous_stumps_weigh_the_same(void** state) {
  (void)state;
  table* t = training_rows();
  machine svm = machine_of(t, "stump", "C=0.3");
  stump_list list = stumps_between(t, t);
  for (int64_t j = 0; j < list.count; ++j) {
    const stump* group = &list.of[j];
    if (group->q < 0) continue;
    double weight = 0;
    for (int64_t i = 0; i < svm.count; ++i)
      weight += svm.a[i] * output(group, svm.vectors + i * FEATURES);
    const double half = 2 * group->squared_r; /* as r^2 is a quarter of what lies between */
    for (int part = 0; part < 4; ++part) {
      double x[2][FEATURES] = {{1, 1}, {1, 1}}, f[2];
      x[0][group->feature] = group->threshold + (part - 2) * half / 2;
      x[1][group->feature] = group->threshold + (part - 1) * half / 2;
      for (int k = 0; k < 2; ++k)
        check_ok(coppice_model_predict_row(svm.model, COPPICE_DECISION, x[k], FEATURES, &f[k], 1));
      check_close(f[1] - f[0], weight * half / 2, 1e-11);
    }
  }
  free(list.of);
  machine_free(&svm);
  table_free(t);
}

/* The averaged stump of theorem 8 between two values, q = 1. */
static double averaged_stump(double from, double to, double x) {
  if (x >= to) return 1;
  return x <= from ? -1 : (2 * x - from - to) / (to - from);
}

/* Theorem 8: K_S(z, x) = sum of r^2 s^(z) s^(x) over the averaged stumps of the training rows. */
static double sum_over_averages(const definition* by, const double* z, const double* x) {
  double sum = 0;
  for (int64_t j = 0; j < by->stumps.count; ++j) {
    const stump* group = &by->stumps.of[j];
    const double from = group->threshold - 2 * group->squared_r;
    const double to = group->threshold + 2 * group->squared_r;
    sum += group->squared_r * averaged_stump(from, to, z[group->feature]) *
           averaged_stump(from, to, x[group->feature]);
  }
  return sum;
}

static void machines_are_averaged_stumps(void** state) {
  (void)state;
  table* t = training_rows();
  table* q = queries(t);
  definition by = {sum_over_averages, stumps_between(t, t), NULL, 0};
  machine svm = machine_of(t, "stump", "C=0.3");
  check_decisions(&svm, q, &by);
  machine_free(&svm);
  free(by.stumps.of);
  table_free(q);
  table_free(t);
}

/* Theorem 13: the sum's ensembles are over the union of both sets. With weights of one set only it
 * could do as well as that set; its machine is the sum of one of each. */
static double sum_over_union(const definition* by, const double* z, const double* x) {
  return sum_over_stumps(by, z, x) - hypot(x[0] - z[0], x[1] - z[1]);
}

static void sums_embody_the_union(void** state) {
  (void)state;
  static const char options[] = "C=0.3 tolerance=1e-8";
  table* t = training_rows();
  table* q = queries(t);
  definition by = {sum_over_union, stumps_between(t, q), NULL, 0};
  machine whole = machine_of(t, "sum(stump,perceptron)", options);
  machine stumps = machine_of(t, "stump", options);
  machine perceptrons = machine_of(t, "perceptron", options);
  const double P = quantity_of(whole.model, "objective");
  assert_true(P < quantity_of(stumps.model, "objective") * (1 - 1e-3));
  assert_true(P < quantity_of(perceptrons.model, "objective") * (1 - 1e-3));
  check_decisions(&whole, q, &by);
  free(by.stumps.of);
  machine_free(&whole);
  machine_free(&stumps);
  machine_free(&perceptrons);
  table_free(q);
  table_free(t);
}

/* Theorem 18: for gamma < 1 / Delta_S the tree kernel is the sum of those of all levels of stump
 * regions (definition 17) with positive factors tau_L. Here the factor is Delta_S. */
static const double gamma_of_tree = 0.125;

static double sum_over_levels(const definition* by, const double* z, const double* x) {
  const double delta = by->factor, u = sum_over_stumps(by, z, x) + delta;
  double sum = 0;
  double region = u, constant = 2 * delta; /* K and Delta of level L */
  double power = gamma_of_tree, tau = 0;   /* gamma^L / L! */
  for (int level = 1; level <= 40; ++level) {
    const double next = power * gamma_of_tree / (level + 1);
    tau = power - next * 2 * delta;
    assert_true(tau > 0);
    sum += tau * region;
    region = (region + constant) * u;
    constant *= 2 * delta;
    power = next;
  }
  return sum;
}

static void trees_embody_stump_regions(void** state) {
  (void)state;
  table* t = training_rows();
  table* q = queries(t);
  kernel_facts* facts = kernel_facts_of(t);
  definition by = {sum_over_levels, stumps_between(t, q), NULL, facts->half_range};
  assert_true(gamma_of_tree < 1 / facts->half_range);
  machine svm = machine_of(t, "tree(gamma=0.125)", "C=0.3");
  check_decisions(&svm, q, &by);
  free(by.stumps.of);
  kernel_facts_free(facts);
  machine_free(&svm);
  table_free(q);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ambiguous_stumps_weigh_the_same),
                                     cmocka_unit_test(machines_are_averaged_stumps),
                                     cmocka_unit_test(sums_embody_the_union),
                                     cmocka_unit_test(products_embody_exclusive_or),
                                     cmocka_unit_test(and_embodies_conjunctions),
                                     cmocka_unit_test(trees_embody_stump_regions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
