/* The worked method for K classes through the C interface, on three classes: trains with a
 * validation set, cross-validates, calibrates, saves, loads and predicts. Its certificate and the
 * pricing by several residuals are held against what they must be.
 *
 *     indicator DATA WORK */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <coppice/coppice.h>

#define must(condition)                                                                 \
  do {                                                                                  \
    if (!(condition)) {                                                                 \
      fprintf(stderr, "line %d: %s: %s\n", __LINE__, #condition, coppice_last_error()); \
      exit(1);                                                                          \
    }                                                                                   \
  } while (0)
#define ok(call) must((call) == COPPICE_OK)

enum { CLASSES = 3, FEATURES = 4, MOST_ROWS = 200, MOST_LEARNERS = 2000 };

static double get(const coppice_model* model, const char* name) {
  double value = NAN;
  int64_t whole = 0;
  if (coppice_model_get_double(model, name, &value) == COPPICE_OK) return value;
  ok(coppice_model_get_int(model, name, &whole));
  return (double)whole;
}

static int64_t get_array(const coppice_model* model, const char* name, double* out, int64_t most) {
  int64_t size = 0;
  ok(coppice_model_get_array(model, name, out, most, &size));
  return size;
}

static coppice_solver* solver_with(double C, int64_t learners) {
  coppice_solver* solver = NULL;
  ok(coppice_solver_create("indicator", &solver));
  ok(coppice_solver_set_double(solver, "C", C));
  ok(coppice_solver_set_int(solver, "learners", learners));
  ok(coppice_solver_set_int(solver, "columns_per_iteration", 1)); /* points are counted */
  return solver;
}

static coppice_model* fitted(coppice_solver* solver, coppice_dataset* data) {
  coppice_model* model = NULL;
  ok(coppice_solver_fit(solver, data, &model));
  return model;
}

/* Every stump added, the dual point leaves nothing outside: the bound over the whole pool is the
 * objective. Before that, no bound may exceed it. */
static int64_t the_certificate_closes(coppice_dataset* data, const char* pool_text) {
  coppice_solver* solver = solver_with(0.5, MOST_LEARNERS);
  coppice_pool* pool = NULL;
  ok(coppice_pool_create(pool_text, &pool));
  ok(coppice_solver_set_pool(solver, pool));
  coppice_pool_free(pool);
  ok(coppice_solver_set_double(solver, "epsilon", 0));
  coppice_model* model = fitted(solver, data);
  char reason[32], scope[32];
  ok(coppice_model_get_string(model, "stop_reason", reason, sizeof reason, NULL));
  ok(coppice_model_get_string(model, "gap_scope", scope, sizeof scope, NULL));
  must(strcmp(reason, "exhausted") == 0 && strcmp(scope, "pool") == 0);
  must(get(model, "scores") == CLASSES);
  const double optimum = get(model, "objective");
  must(fabs(get(model, "gap")) < 1e-9);
  static double bounds[MOST_LEARNERS], objectives[MOST_LEARNERS];
  const int64_t points = get_array(model, "curve.dual_objective", bounds, MOST_LEARNERS);
  get_array(model, "curve.objective", objectives, MOST_LEARNERS);
  must(points > 30);
  for (int64_t k = 0; k < points; ++k) {
    must(bounds[k] <= optimum * (1 + 1e-9));
    must(k == 0 || objectives[k] <= objectives[k - 1] * (1 + 1e-12));
  }
  coppice_model_free(model);
  coppice_solver_free(solver);
  return points;
}

/* The same of categories: every level with and without missing values, and these alone; or every
 * set of levels but for its complement. */
static void levels_close_it_too(const coppice_dataset* data) {
  static const char* const names[] = {"a", "b", "c", "d", "e"};
  enum { LEVELS = 5 };
  int64_t rows = 0, classes[MOST_ROWS];
  double x[MOST_ROWS][FEATURES], labels[MOST_ROWS];
  ok(coppice_dataset_rows(data, &rows));
  must(rows <= MOST_ROWS);
  ok(coppice_dataset_copy_labels(data, classes, rows));
  for (int64_t i = 0; i < rows; ++i) {
    ok(coppice_dataset_copy_row(data, i, x[i], FEATURES));
    labels[i] = (double)classes[i];
    for (int64_t d = 0; d < FEATURES; ++d)
      x[i][d] = (i + d) % 11 == 0 ? NAN : fmod(floor(3 * x[i][d]), LEVELS);
  }
  const char* const pools[] = {"stump(levels=one)", "stump(levels=subset)"};
  const int64_t stumps[] = {FEATURES * (2 * LEVELS + 1), FEATURES * ((1 << LEVELS) - 1)};
  for (int k = 0; k < 2; ++k) {
    coppice_dataset* made = NULL;
    ok(coppice_dataset_create_dense(x[0], rows * FEATURES, rows, FEATURES, FEATURES, 1, &made));
    ok(coppice_dataset_set_labels(made, labels, rows));
    for (int64_t d = 0; d < FEATURES; ++d) ok(coppice_dataset_set_levels(made, d, names, LEVELS));
    must(the_certificate_closes(made, pools[k]) == stumps[k]);
    coppice_dataset_free(made);
  }
}

/* A pool of the caller's that looks for the best stump by trying all of them. */
static coppice_action find_stump(void* user, const double* x, int64_t rows, int64_t features,
                                 const double* residual, int64_t scores, const double* chosen,
                                 int64_t learners, double* parameters, int64_t count) {
  (void)count;
  double most = -1;
  must(scores == CLASSES);
  ++*(int64_t*)user;
  for (int64_t d = 0; d < features; ++d) {
    for (int64_t k = 0; k < rows; ++k) {
      double above = INFINITY; /* the next larger value of the feature */
      for (int64_t i = 0; i < rows; ++i) {
        const double value = x[i * features + d];
        if (value > x[k * features + d] && value < above) above = value;
      }
      if (isinf(above)) continue;
      const double cut = x[k * features + d] + (above - x[k * features + d]) / 2;
      int taken = 0;
      for (int64_t j = 0; j < learners; ++j)
        taken |= chosen[2 * j] == (double)d && chosen[2 * j + 1] == cut;
      double squares = 0;
      for (int64_t s = 0; s < scores; ++s) {
        double sum = 0;
        for (int64_t i = 0; i < rows; ++i)
          sum += residual[i * scores + s] * (x[i * features + d] > cut ? 1 : -1);
        squares += sum * sum;
      }
      if (taken || squares <= most * (1 + 1e-12)) continue;
      most = squares;
      parameters[0] = (double)d;
      parameters[1] = cut;
    }
  }
  return most < 0 ? COPPICE_STOP : COPPICE_CONTINUE;
}

static coppice_action evaluate_stump(void* user, const double* parameters, int64_t count,
                                     const double* x, int64_t rows, int64_t features, double* out) {
  (void)user, (void)count;
  for (int64_t i = 0; i < rows; ++i)
    out[i] = x[i * features + (int64_t)parameters[0]] > parameters[1] ? 1 : -1;
  return COPPICE_CONTINUE;
}

/* The stump pool finds by histograms what trying every stump finds. (On the sepals alone: stumps of
 * the petals have the same outputs, which a pool of the caller's may not repeat.) */
static void pricing_is_exact(coppice_dataset* data) {
  int64_t calls = 0;
  coppice_pool *tried = NULL, *pool = NULL;
  ok(coppice_pool_create_custom("tried", 2, find_stump, evaluate_stump, NULL, &calls, &tried));
  coppice_solver* solver = solver_with(0.5, 12);
  ok(coppice_pool_create("stump@sepals", &pool));
  ok(coppice_solver_set_pool(solver, pool));
  coppice_model* by_histograms = fitted(solver, data);
  coppice_pool_free(pool);
  ok(coppice_pool_create("union", &pool));
  ok(coppice_pool_add(pool, tried, "sepals"));
  ok(coppice_solver_set_pool(solver, pool));
  coppice_model* by_trying = fitted(solver, data);
  double ours[64], theirs[64];
  const int64_t points = get_array(by_histograms, "curve.score", ours, 64);
  must(points == 12 && get_array(by_trying, "curve.score", theirs, 64) == points && calls >= 12);
  for (int64_t k = 0; k < points; ++k) must(fabs(ours[k] - theirs[k]) <= 1e-9 * theirs[k]);
  must(fabs(get(by_histograms, "objective") - get(by_trying, "objective")) <
       1e-9 * get(by_trying, "objective"));
  coppice_model_free(by_trying);
  coppice_model_free(by_histograms);
  coppice_solver_free(solver);
  coppice_pool_free(pool);
  coppice_pool_free(tried);
}

/* With missing values every cut has two sides, and they are a stump of their own: iteration for
 * iteration, scores and bounds by several residuals are those of the stumps as columns of -1 and
 * +1. */
static void missing_values_are_priced_exactly(const coppice_dataset* whole) {
  enum { MOST_STUMPS = 400 };
  static double x[MOST_ROWS * FEATURES], columns[MOST_ROWS * MOST_STUMPS], weights[MOST_ROWS];
  double labels[MOST_ROWS];
  int64_t rows = 0, stumps = 0, classes[MOST_ROWS];
  ok(coppice_dataset_rows(whole, &rows));
  ok(coppice_dataset_copy_labels(whole, classes, MOST_ROWS));
  for (int64_t i = 0; i < rows; ++i) {
    ok(coppice_dataset_copy_row(whole, i, x + i * FEATURES, FEATURES));
    labels[i] = (double)classes[i];
    weights[i] = 0.5 + fmod((double)i * 0.61803399, 1); /* no ties */
    for (int d = 0; d < FEATURES; ++d)
      if ((i * 5 + d * 3 + classes[i]) % 7 == 0) x[i * FEATURES + d] = NAN;
  }
  for (int d = 0; d < FEATURES; ++d) {
    for (int64_t k = 0; k < rows; ++k) {
      const double from = x[k * FEATURES + d];
      double above = isnan(from) ? NAN : INFINITY;
      for (int64_t i = 0; i < rows; ++i) {
        const double value = x[i * FEATURES + d];
        if (i < k && value == from) above = NAN; /* told by an earlier row */
        if (value > from && value < above) above = value;
      }
      if (isnan(above)) continue;
      /* Only missing values can be above the largest one; with them below, nothing is above. */
      for (int side = isinf(above) ? 1 : -1; side <= 1; side += 2, ++stumps) {
        must(stumps < MOST_STUMPS);
        for (int64_t i = 0; i < rows; ++i) {
          const double value = x[i * FEATURES + d];
          columns[i * MOST_STUMPS + stumps] = isnan(value) ? side : value > from ? 1 : -1;
        }
      }
    }
  }
  coppice_dataset* sets[2] = {NULL, NULL};
  coppice_model* models[2];
  double numbers[2][3][64];
  coppice_solver* solver = solver_with(0.5, 20);
  ok(coppice_dataset_create_dense(x, MOST_ROWS * FEATURES, rows, FEATURES, FEATURES, 1, &sets[0]));
  ok(coppice_dataset_create_dense(columns, MOST_ROWS * MOST_STUMPS, rows, stumps, MOST_STUMPS, 1,
                                  &sets[1]));
  for (int k = 0; k < 2; ++k) {
    ok(coppice_dataset_set_labels(sets[k], labels, rows));
    ok(coppice_dataset_set_weights(sets[k], weights, rows));
    models[k] = fitted(solver, sets[k]);
    must(get_array(models[k], "curve.score", numbers[k][0], 64) == 20);
    must(get_array(models[k], "curve.objective", numbers[k][1], 64) == 20);
    must(get_array(models[k], "curve.dual_objective", numbers[k][2], 64) == 20);
  }
  for (int name = 0; name < 3; ++name)
    for (int p = 0; p < 20; ++p)
      must(fabs(numbers[0][name][p] - numbers[1][name][p]) <= 1e-9 * fabs(numbers[1][name][p]));
  for (int k = 0; k < 2; ++k) {
    coppice_model_free(models[k]);
    coppice_dataset_free(sets[k]);
  }
  coppice_solver_free(solver);
}

/* class_weight=balanced is c_i (sum of weights) / (K * sum of the weights of the class). */
static void classes_are_balanced(const coppice_dataset* whole) {
  int64_t rows[MOST_ROWS], labels[MOST_ROWS], count = 0, size = 0;
  ok(coppice_dataset_rows(whole, &size));
  for (int64_t i = 0; i < size; ++i)
    if (i % 3 != 0 || i > size / 2) rows[count++] = i; /* fewer of the first classes */
  coppice_dataset *by_option = NULL, *by_hand = NULL;
  ok(coppice_dataset_subset(whole, rows, count, &by_option));
  ok(coppice_dataset_subset(whole, rows, count, &by_hand));
  ok(coppice_dataset_copy_labels(by_hand, labels, MOST_ROWS));
  double weights[MOST_ROWS], of_class[CLASSES] = {0};
  for (int64_t i = 0; i < count; ++i) of_class[labels[i]] += 1;
  must(of_class[0] != of_class[2]);
  for (int64_t i = 0; i < count; ++i) weights[i] = (double)count / (CLASSES * of_class[labels[i]]);
  ok(coppice_dataset_set_weights(by_hand, weights, count));
  coppice_solver* solver = solver_with(0.5, 10);
  coppice_model* weighted = fitted(solver, by_hand);
  coppice_model* plain = fitted(solver, by_option);
  ok(coppice_solver_set_string(solver, "class_weight", "balanced"));
  coppice_model* balanced = fitted(solver, by_option);
  must(fabs(get(balanced, "objective") - get(weighted, "objective")) <
       1e-12 * get(weighted, "objective"));
  must(get(balanced, "objective") != get(plain, "objective"));
  coppice_model_free(balanced);
  coppice_model_free(plain);
  coppice_model_free(weighted);
  coppice_solver_free(solver);
  coppice_dataset_free(by_hand);
  coppice_dataset_free(by_option);
}

static void predict(const coppice_model* model, coppice_output output, const coppice_dataset* data,
                    double* out, int64_t capacity) {
  ok(coppice_model_predict_dataset(model, output, data, 1, out, capacity));
}

/* The model is the best iteration's, whose error on the validation set is what prediction gives;
 * the stages end with it, and every pool learns. */
static void validation_watches_predictions(coppice_dataset* train, coppice_dataset* held_out) {
  static const char* const pools[] = {"stump", "perceptron(candidates=200)",
                                      "union(stump, fourier(candidates=200))"};
  static const char* const criteria[] = {"error", "auc", "balanced_error"};
  for (int k = 0; k < 3; ++k) {
    coppice_pool* pool = NULL;
    ok(coppice_pool_create(pools[k], &pool));
    coppice_solver* solver = solver_with(1, 60);
    ok(coppice_solver_set_string(solver, "criterion", criteria[k]));
    ok(coppice_solver_set_pool(solver, pool));
    ok(coppice_solver_set_string(solver, "keep_stages", "yes"));
    ok(coppice_solver_set_validation(solver, held_out));
    coppice_model* model = fitted(solver, train);
    static double errors[64], values[64], staged[MOST_ROWS * CLASSES * 64],
        decisions[MOST_ROWS * CLASSES];
    const int64_t points = get_array(model, "curve.validation_error", errors, 64);
    const int64_t best = (int64_t)get(model, "best_iteration");
    double error = -1, value = -1;
    ok(coppice_model_error_rate(model, held_out, 1, &error));
    coppice_evaluation* evaluation = NULL;
    ok(coppice_model_evaluate(model, held_out, 1, &evaluation));
    ok(coppice_evaluation_criterion(evaluation, criteria[k], &value));
    coppice_evaluation_free(evaluation);
    must(points > 0 && best >= 1 && errors[best - 1] == error && error < 0.15);
    must(get_array(model, "curve.validation_criterion", values, 64) == points);
    must(values[best - 1] == value);
    for (int64_t p = 0; p < points; ++p) must(k == 1 ? values[p] <= value : values[p] >= value);
    int64_t width = 0, rows = 0;
    ok(coppice_model_output_width(model, COPPICE_STAGED, &width));
    ok(coppice_dataset_rows(held_out, &rows));
    must(width == best * CLASSES);
    predict(model, COPPICE_STAGED, held_out, staged, rows * width);
    predict(model, COPPICE_DECISION, held_out, decisions, rows * CLASSES);
    for (int64_t i = 0; i < rows; ++i)
      must(memcmp(&staged[(i + 1) * width - CLASSES], &decisions[i * CLASSES],
                  CLASSES * sizeof(double)) == 0);
    coppice_model_free(model);
    coppice_solver_free(solver);
    coppice_pool_free(pool);
  }
}

static void cross_validation_chooses(coppice_dataset* data) {
  coppice_solver* solver = solver_with(1, 30);
  ok(coppice_solver_set_grid(solver, "C", "1e-6,1"));
  int64_t best = -1, size = 0, learners = 0;
  double criterion[2], path[2], C = 0;
  ok(coppice_solver_cross_validate(solver, data, 5, &best));
  ok(coppice_solver_get_array(solver, "cv.criterion", criterion, 2, &size));
  ok(coppice_solver_get_array(solver, "cv.path", path, 2, &size));
  ok(coppice_solver_get_double(solver, "C", &C));
  ok(coppice_solver_get_int(solver, "learners", &learners));
  must(best == (criterion[1] < criterion[0] - 1e-12 ? 1 : 0) && criterion[best] < 0.1);
  must(C == (best == 1 ? 1 : 1e-6) && (double)learners == path[best] && learners <= 30);

  /* By the log loss of sigmoids, one a score, which knowing the classes' shares alone is log 3. */
  ok(coppice_solver_set_string(solver, "criterion", "log_loss"));
  ok(coppice_solver_cross_validate(solver, data, 5, &best));
  ok(coppice_solver_get_array(solver, "cv.criterion", criterion, 2, &size));
  must(criterion[best] > 0 && criterion[best] < 0.3 * log(3) &&
       criterion[best] <= criterion[1 - best]);
  coppice_solver_free(solver);
}

/* Saved and loaded in both formats, the calibrated model predicts the same bits; its probabilities
 * sum up to 1, and its class has the largest. */
static void calibrated_models_save_and_load(coppice_dataset* train, coppice_dataset* held_out,
                                            const char* work) {
  coppice_solver* solver = solver_with(1, 30);
  ok(coppice_solver_set_string(solver, "calibration", "platt"));
  coppice_model* model = fitted(solver, train);
  static double expected[MOST_ROWS * CLASSES], found[MOST_ROWS * CLASSES], classes[MOST_ROWS];
  double slopes[CLASSES];
  int64_t rows = 0, wrong = 0, labels[MOST_ROWS];
  must(get_array(model, "calibration_slope", slopes, CLASSES) == CLASSES);
  ok(coppice_dataset_rows(held_out, &rows));
  ok(coppice_dataset_copy_labels(held_out, labels, MOST_ROWS));
  predict(model, COPPICE_PROBABILITY, held_out, expected, rows * CLASSES);
  predict(model, COPPICE_CLASS, held_out, classes, rows);
  for (int64_t i = 0; i < rows; ++i) {
    const double* p = &expected[i * CLASSES];
    const int largest = p[0] >= p[1] && p[0] >= p[2] ? 0 : p[1] >= p[2] ? 1 : 2;
    must(fabs(p[0] + p[1] + p[2] - 1) < 1e-12 && classes[i] == largest);
    wrong += classes[i] != (double)labels[i];
  }
  must((double)wrong < 0.15 * (double)rows);
  static const char* const formats[] = {"json", "cbor"};
  for (int k = 0; k < 2; ++k) {
    char path[512];
    snprintf(path, sizeof path, "%s/three.%s", work, formats[k]);
    coppice_model* loaded = NULL;
    ok(coppice_model_save(model, path));
    ok(coppice_model_load(path, &loaded));
    predict(loaded, COPPICE_PROBABILITY, held_out, found, rows * CLASSES);
    must(memcmp(expected, found, (size_t)(rows * CLASSES) * sizeof(double)) == 0);
    coppice_model_free(loaded);
  }
  coppice_model_free(model);
  coppice_solver_free(solver);
}

int main(int argc, char** argv) {
  coppice_dataset *whole = NULL, *train = NULL, *held_out = NULL;
  must(argc == 3);
  ok(coppice_dataset_read_svmlight(argv[1], 0, &whole));
  const int64_t sepals[] = {0, 1};
  ok(coppice_dataset_add_view(whole, "sepals", sepals, 2));
  ok(coppice_dataset_split(whole, 0.7, 1, &train, &held_out));
  must(the_certificate_closes(train, "stump") > 50);
  levels_close_it_too(whole);
  pricing_is_exact(train);
  missing_values_are_priced_exactly(whole);
  classes_are_balanced(whole);
  validation_watches_predictions(train, held_out);
  cross_validation_chooses(train);
  calibrated_models_save_and_load(train, held_out, argv[2]);
  coppice_dataset_free(held_out);
  coppice_dataset_free(train);
  coppice_dataset_free(whole);
  printf("three classes: the certificate closes, pricing is exact, predictions agree\n");
  return 0;
}
