/* Perceptrons and Fourier features: drawn from the distributions they claim, the best of the drawn
 * chosen, computed in training as in prediction, and the same for every number of threads. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pools.h"

enum { FEATURES = 3 };
static const double two_pi = 6.283185307179586;
static const char* const kinds[] = {"perceptron", "fourier"};

/* Uniform rows around `centre`, with noisy labels on the sum of their features. */
static table* cloud(int64_t rows, double centre, uint32_t seed) {
  table* t = table_create(rows, FEATURES);
  for (int64_t i = 0; i < rows; ++i) {
    double sum = random_next(&seed) - 0.5;
    for (int64_t d = 0; d < FEATURES; ++d) {
      t->x[i * FEATURES + d] = centre + (double)(d + 1) * (random_next(&seed) - 0.5);
      sum += t->x[i * FEATURES + d] - centre;
    }
    t->labels[i] = i % 2 == 0 ? (sum > 0 ? 1 : -1) : (sum > 0.2 ? 1 : -1);
  }
  t->labels[0] = -1;
  t->labels[1] = 1;
  return t;
}

static void means_of(const table* t, double* mean, double* radius, double* variance) {
  for (int64_t d = 0; d < t->features; ++d) {
    mean[d] = 0;
    for (int64_t i = 0; i < t->rows; ++i) mean[d] += t->x[i * t->features + d] / (double)t->rows;
  }
  *radius = *variance = 0;
  for (int64_t i = 0; i < t->rows; ++i) {
    double squared = 0;
    for (int64_t d = 0; d < t->features; ++d)
      squared += pow(t->x[i * t->features + d] - mean[d], 2);
    *radius = fmax(*radius, sqrt(squared));
    *variance += squared / (double)(t->rows * t->features);
  }
}

static void threads_and_seeds(void** state) {
  (void)state;
  table* t = cloud(700, 5, 1);
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 2; ++k) {
    coppice_model* one = train_pool(data, kinds[k], "learners=12 C=0.1 threads=1 seed=7");
    coppice_model* two = train_pool(data, kinds[k], "learners=12 C=0.1 threads=2 seed=7");
    coppice_model* five = train_pool(data, kinds[k], "learners=12 C=0.1 threads=5 seed=7");
    coppice_model* other = train_pool(data, kinds[k], "learners=12 C=0.1 threads=1 seed=8");
    check_equal_models(one, two, data);
    check_equal_models(one, five, data);
    for (int64_t j = 0; j < 12; ++j) {
      double kappa = 0, kappa_of_other = 0;
      assert_int_equal(learner_numbers(one, j, "kappa", &kappa, 1), 1);
      assert_int_equal(learner_numbers(other, j, "kappa", &kappa_of_other, 1), 1);
      assert_true(kappa != kappa_of_other);
    }
    coppice_model_free(one);
    coppice_model_free(two);
    coppice_model_free(five);
    coppice_model_free(other);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* The same numbers as floats and as sparse rows: the same model. (They are floats.) */
static void sources_do_not_matter(void** state) {
  (void)state;
  table* t = cloud(300, 0, 2);
  const int64_t size = t->rows * FEATURES;
  float* floats = allocate(size, sizeof *floats);
  int64_t* indptr = allocate(t->rows + 1, sizeof *indptr);
  int32_t* indices = allocate(size, sizeof *indices);
  for (int64_t k = 0; k < size; ++k) {
    if (k % 3 == 1) t->x[k] = 0;
    t->x[k] = floats[k] = (float)t->x[k];
    indices[k] = (int32_t)(k % FEATURES);
    indptr[k / FEATURES + 1] = k + 1;
  }
  coppice_dataset *dense = table_dataset(t), *single = NULL, *sparse = NULL;
  check_ok(
      coppice_dataset_create_dense_float(floats, size, t->rows, FEATURES, FEATURES, 1, &single));
  check_ok(coppice_dataset_create_csr(indptr, t->rows + 1, indices, t->x, size, FEATURES, &sparse));
  check_ok(coppice_dataset_set_labels(single, t->labels, t->rows));
  check_ok(coppice_dataset_set_labels(sparse, t->labels, t->rows));
  for (int k = 0; k < 2; ++k) {
    coppice_model* a = train_pool(dense, kinds[k], "learners=8");
    coppice_model* b = train_pool(single, kinds[k], "learners=8");
    coppice_model* c = train_pool(sparse, kinds[k], "learners=8");
    check_equal_models(a, b, dense);
    check_equal_models(a, c, dense);
    coppice_model_free(a);
    coppice_model_free(b);
    coppice_model_free(c);
  }
  coppice_dataset_free(dense);
  coppice_dataset_free(single);
  coppice_dataset_free(sparse);
  free(floats);
  free(indptr);
  free(indices);
  table_free(t);
}

/* Every output is what the learner's own description says, and a float; and what training saw is
 * what prediction gives: the objective and the error of the predictions are the reported ones. */
static void outputs_are_what_training_saw(void** state) {
  (void)state;
  table* t = cloud(400, 20, 3);
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = train_pool(
        data, kinds[k], "learners=30 columns_per_iteration=1 C=0.3 seed=3 tolerance=1e-6");
    const int64_t learners = learners_of(model);
    assert_int_equal(learners, 30);
    double* h = predictions_of(model, COPPICE_LEARNERS, t);
    for (int64_t j = 0; j < learners; ++j) {
      double theta[FEATURES], kappa = 0;
      assert_int_equal(learner_numbers(model, j, "theta", theta, FEATURES), FEATURES);
      assert_int_equal(learner_numbers(model, j, "kappa", &kappa, 1), 1);
      for (int64_t i = 0; i < t->rows; ++i) {
        double along = -kappa;
        for (int64_t d = 0; d < FEATURES; ++d) along += theta[d] * t->x[i * FEATURES + d];
        const double got = h[i * learners + j];
        assert_true((double)(float)got == got);
        if (k == 1)
          assert_true(fabs(got - cos(along)) < 1e-6);
        else if (fabs(along) > 1e-9)
          assert_true(got == (along > 0 ? 1 : -1));
      }
    }
    double* f = decisions_of(model, t);
    check_close(objective_of(model, t, 0.3, 0), quantity_of(model, "objective"), 1e-12);
    assert_true(error_of(f, t) == quantity_of(model, "train_error"));
    check_text(model, "gap_scope", "restricted");
    /* A column takes at most score^2 / 2 off the objective; the score of the next one is told. */
    double* objective = array_of(model, "curve.objective", NULL);
    double* score = array_of(model, "curve.score", NULL);
    for (int64_t j = 1; j < learners; ++j) {
      assert_true(objective[j] <= objective[j - 1] * (1 + 1e-6));
      assert_true(objective[j - 1] - objective[j] <=
                  score[j - 1] * score[j - 1] / 2 + 2e-6 * objective[j - 1]);
    }
    free(objective);
    free(score);
    free(f);
    free(h);
    coppice_model_free(model);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* With one candidate nothing is chosen: the learners are the draws. Bounds are five standard
 * deviations of the mean. */
static void draws_follow_their_distributions(void** state) {
  (void)state;
  enum { DRAWS = 3000 };
  const double gamma = 0.7;
  table* t = cloud(8, 3, 4);
  coppice_dataset* data = table_dataset(t);
  double mean[FEATURES], radius = 0, variance = 0;
  means_of(t, mean, &radius, &variance);
  const double five = 5 / sqrt(DRAWS);
  for (int k = 0; k < 2; ++k) {
    char pool[64];
    snprintf(pool, sizeof pool, "%s:scale=none,candidates=1%s", kinds[k],
             k == 1 ? ",gamma=0.7" : "");
    coppice_model* model = train_pool(
        data, pool, "learners=3000 columns_per_iteration=1 epsilon=0 loss=least-squares C=0.01");
    assert_int_equal(learners_of(model), DRAWS);
    double sum[FEATURES] = {0}, product[FEATURES][FEATURES] = {{0}}, fourth = 0;
    double place_sum = 0, place_squares = 0, place_theta = 0, cosine = 0;
    for (int64_t j = 0; j < DRAWS; ++j) {
      double theta[FEATURES], kappa = 0, squared = 0;
      assert_int_equal(learner_numbers(model, j, "theta", theta, FEATURES), FEATURES);
      assert_int_equal(learner_numbers(model, j, "kappa", &kappa, 1), 1);
      double place = kappa; /* perceptron: distance from the mean; fourier: phase */
      for (int d = 0; d < FEATURES; ++d) {
        if (k == 0) place -= theta[d] * mean[d];
        sum[d] += theta[d] / DRAWS;
        squared += theta[d] * theta[d];
        for (int e = 0; e < FEATURES; ++e) product[d][e] += theta[d] * theta[e] / DRAWS;
      }
      fourth += pow(theta[0], 4) / DRAWS;
      if (k == 0) {
        assert_true(fabs(squared - 1) < 1e-6);
        assert_true(fabs(place) <= radius * (1 + 1e-6));
        place /= radius;
      } else {
        assert_true(place >= 0 && place <= two_pi);
        place = place / (two_pi / 2) - 1;
      }
      place_sum += place / DRAWS; /* uniform in [-1, 1] */
      place_squares += place * place / DRAWS;
      place_theta += place * theta[0] / DRAWS;
      cosine += cos(two_pi / 2 * place) / DRAWS;
    }
    const double scale = k == 0 ? 1.0 / FEATURES : 2 * gamma; /* variance of a theta_d */
    for (int d = 0; d < FEATURES; ++d) {
      assert_true(fabs(sum[d]) < five * sqrt(scale));
      for (int e = 0; e < FEATURES; ++e)
        assert_true(fabs(product[d][e] - (d == e ? scale : 0)) < five * scale * 1.5);
    }
    /* E theta^4: 3 sigma^4 of a normal, 3 / (D (D + 2)) on the sphere. */
    const double expected = k == 0 ? 3.0 / (FEATURES * (FEATURES + 2)) : 3 * scale * scale;
    assert_true(fabs(fourth - expected) < five * expected * 3.3); /* sd of x^4: sqrt(96) / 3 */
    assert_true(fabs(place_sum) < five / sqrt(3));
    assert_true(fabs(place_squares - 1.0 / 3) < five * 0.3);
    assert_true(fabs(place_theta) < five * sqrt(scale / 3));
    assert_true(fabs(cosine) < five * sqrt(0.5));
    if (k == 1) { /* E[2 h(x) h(x')] = exp(-gamma |x - x'|^2) */
      double* h = predictions_of(model, COPPICE_LEARNERS, t);
      for (int64_t a = 0; a < t->rows; ++a)
        for (int64_t b = 0; b <= a; ++b) {
          double kernel = 0, squared = 0;
          for (int64_t j = 0; j < DRAWS; ++j)
            kernel += 2 * h[a * DRAWS + j] * h[b * DRAWS + j] / DRAWS;
          for (int d = 0; d < FEATURES; ++d)
            squared += pow(t->x[a * FEATURES + d] - t->x[b * FEATURES + d], 2);
          assert_true(fabs(kernel - exp(-gamma * squared)) < five);
        }
      free(h);
    }
    coppice_model_free(model);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* |sum_i y_i h(x_i)|, the score of the first learner with start=constant. */
static double first_score(coppice_dataset* data, const table* t, const char* pool, int64_t seed) {
  char options[64];
  snprintf(options, sizeof options, "learners=1 epsilon=0 start=constant C=1e-3 seed=%d",
           (int)seed);
  coppice_model* model = train_pool(data, pool, options);
  assert_int_equal(learners_of(model), 1);
  double* h = predictions_of(model, COPPICE_LEARNERS, t);
  double score = 0;
  for (int64_t i = 0; i < t->rows; ++i) score += t->labels[i] * h[i];
  free(h);
  coppice_model_free(model);
  return fabs(score);
}

/* More candidates are the same ones and more: the best never falls, and single draws, of which all
 * scores are known, give the odds that it is as good as it is. */
static void the_best_candidate_is_chosen(void** state) {
  (void)state;
  table* t = cloud(150, 1, 5);
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 2; ++k) {
    double best = 0;
    int rises = 0;
    for (int candidates = 1; candidates <= 40; ++candidates) {
      char pool[64];
      snprintf(pool, sizeof pool, "%s:candidates=%d", kinds[k], candidates);
      const double score = first_score(data, t, pool, 11);
      assert_true(score >= best * (1 - 1e-5)); /* the choice is made in floats */
      rises += score > best * (1 + 1e-5);
      best = fmax(best, score);
    }
    assert_true(rises >= 2);
    char single[64], many[64];
    snprintf(single, sizeof single, "%s:candidates=1", kinds[k]);
    snprintf(many, sizeof many, "%s:candidates=2000", kinds[k]);
    const double of_many = first_score(data, t, many, 1);
    int beaten = 0;
    for (int64_t seed = 0; seed < 300; ++seed)
      beaten += first_score(data, t, single, seed) < of_many;
    assert_true(beaten >= 298); /* one in 2000 is better, so at most 0.15 expected among 300 */
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* In fifty dimensions most hyperplanes have all rows on one side: one or two draws are often all of
 * no use, and the fit must go on nevertheless; the same for every number of threads and when it is
 * continued. */
static void useless_draws_do_not_end_the_fit(void** state) {
  (void)state;
  enum { WIDE = 50, ROWS = 200 };
  uint32_t random = 10;
  table* t = table_create(ROWS, WIDE);
  for (int64_t k = 0; k < ROWS * WIDE; ++k) t->x[k] = random_next(&random);
  for (int64_t i = 0; i < ROWS; ++i) t->labels[i] = t->x[i * WIDE] < 0.5 ? -1 : 1;
  coppice_dataset* data = table_dataset(t);
  const char* const pools[] = {"perceptron:candidates=1", "perceptron:candidates=2"};
  for (int k = 0; k < 2; ++k)
    for (int seed = 0; seed < 12; ++seed) {
      char options[64];
      snprintf(options, sizeof options, "learners=25 C=0.1 seed=%d", seed);
      coppice_model* model = train_pool(data, pools[k], options);
      char* reason = text_of(model, "stop_reason");
      assert_string_equal(reason, "learners");
      assert_int_equal(learners_of(model), 25);
      free(reason);
      double* h = predictions_of(model, COPPICE_LEARNERS, t); /* and none it took was useless */
      for (int64_t j = 0; j < 25; ++j) {
        double sum = 0;
        for (int64_t i = 0; i < ROWS; ++i) sum += h[i * 25 + j];
        assert_true(fabs(sum) < ROWS);
      }
      free(h);

      snprintf(options, sizeof options, "learners=25 C=0.1 seed=%d threads=3", seed);
      coppice_model* on_threads = train_pool(data, pools[k], options);
      check_equal_models(model, on_threads, data);
      coppice_model_free(on_threads);

      snprintf(options, sizeof options, "learners=7 C=0.1 seed=%d", seed);
      coppice_solver* solver = solver_with(options);
      coppice_pool* pool = NULL;
      coppice_model *part = NULL, *continued = NULL;
      check_ok(coppice_pool_create(pools[k], &pool));
      check_ok(coppice_solver_set_pool(solver, pool));
      check_ok(coppice_solver_fit(solver, data, &part));
      assert_int_equal(learners_of(part), 7);
      check_ok(coppice_solver_set_int(solver, "learners", 25));
      check_ok(coppice_solver_fit(solver, data, &continued));
      check_equal_models(model, continued, data);
      coppice_model_free(part);
      coppice_model_free(continued);
      coppice_model_free(model);
      coppice_pool_free(pool);
      coppice_solver_free(solver);
    }
  coppice_dataset_free(data);
  table_free(t);
}

/* Every row is there with both labels, so that all learners score 0 but for rounding: the fit ends,
 * says so, and claims no bound over the pool. */
static void nothing_to_gain_ends_the_fit(void** state) {
  (void)state;
  int64_t twice[100];
  for (int64_t i = 0; i < 100; ++i) twice[i] = i % 50;
  table* once = cloud(50, 0, 11);
  table* t = table_rows(once, twice, 100);
  for (int64_t i = 50; i < 100; ++i) t->labels[i] = -t->labels[i];
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 2; ++k)
    for (int candidates = 1; candidates <= 2000; candidates += 1999) {
      char pool[64];
      snprintf(pool, sizeof pool, "%s:candidates=%d", kinds[k], candidates);
      coppice_model* model = train_pool(data, pool, "C=1");
      assert_int_equal(learners_of(model), 0);
      char *reason = text_of(model, "stop_reason"), *scope = text_of(model, "gap_scope");
      assert_string_equal(reason, "epsilon");
      assert_string_equal(scope, "restricted");
      free(reason);
      free(scope);
      coppice_model_free(model);
    }
  coppice_dataset_free(data);
  table_free(t);
  table_free(once);
}

static void they_solve_what_stumps_cannot(void** state) {
  (void)state;
  table* train_set = exclusive_or(200, 6);
  table* test_set = exclusive_or(200, 7);
  coppice_dataset* data = table_dataset(train_set);
  const char* const pools[] = {"stump", "perceptron", "fourier"};
  double errors[3];
  for (int k = 0; k < 3; ++k) {
    coppice_model* model = train_pool(data, pools[k], "learners=40 C=1");
    double* f = decisions_of(model, test_set);
    errors[k] = error_of(f, test_set);
    free(f);
    coppice_model_free(model);
  }
  assert_true(errors[0] > 0.2);
  assert_true(errors[1] < 0.02);
  assert_true(errors[2] < 0.02);
  coppice_dataset_free(data);
  table_free(train_set);
  table_free(test_set);
}

/* Of gamma = 0 the model tells what it became; another unit of the features changes gamma only. */
static void gamma_settles_on_the_data(void** state) {
  (void)state;
  double mean[FEATURES], radius = 0, variance = 0;
  table* t = cloud(60, 2, 8);
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = train_pool(data, "fourier:scale=none", "learners=5");
  means_of(t, mean, &radius, &variance);
  char expected[64], *json = allocate(1 << 16, 1);
  check_ok(coppice_model_save_buffer(model, "json", json, 1 << 16, NULL));
  const char* gamma = strstr(json, "\"gamma\":");
  assert_non_null(gamma);
  check_close(strtod(gamma + 8, NULL), 1 / (FEATURES * variance), 1e-12);
  snprintf(expected, sizeof expected, "fourier:scale=none,gamma=%.17g", strtod(gamma + 8, NULL));
  coppice_model* explicit_one = train_pool(data, expected, "learners=5");
  check_equal_models(model, explicit_one, data);
  double* f = decisions_of(model, t);
  for (int64_t k = 0; k < t->rows * FEATURES; ++k) t->x[k] *= 1024;
  coppice_dataset* scaled = table_dataset(t);
  coppice_model* in_scaled = train_pool(scaled, "fourier:scale=none", "learners=5");
  double* f_scaled = decisions_of(in_scaled, t);
  for (int64_t i = 0; i < t->rows; ++i) check_close(f[i], f_scaled[i], 1e-6);
  free(f);
  free(f_scaled);
  free(json);
  coppice_model_free(in_scaled);
  coppice_model_free(explicit_one);
  coppice_model_free(model);
  coppice_dataset_free(scaled);
  coppice_dataset_free(data);
  table_free(t);
}

static void degenerate_data(void** state) {
  (void)state;
  for (int k = 0; k < 2; ++k) {
    table* t = table_create(4, 2); /* all rows equal */
    t->labels[0] = t->labels[1] = t->labels[2] = 1;
    coppice_dataset* data = table_dataset(t);
    coppice_model* model = train_pool(data, kinds[k], "");
    assert_int_equal(learners_of(model), 0);
    check_text(model, "stop_reason", "exhausted");
    coppice_model_free(model);
    coppice_dataset_free(data);

    t->x[0] = 1e200; /* too far away for a distance */
    data = table_dataset(t);
    coppice_pool* pool = NULL;
    coppice_solver* solver = solver_with("");
    model = NULL;
    check_ok(coppice_pool_create(kinds[k], &pool));
    check_ok(coppice_solver_set_pool(solver, pool));
    check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_DATA,
                "feature 0 is 1e+200|farther from the mean|smaller scale");
    assert_null(model);
    coppice_solver_free(solver);
    coppice_dataset_free(data);

    t->x[0] = 1; /* two distinct rows, one feature constant: finite models, finite predictions */
    data = table_dataset(t);
    model = train_pool(data, kinds[k], "learners=6 C=1");
    const double far[] = {1e308, -1e308, -1e308, 1e308, 0, 0};
    double f[3];
    check_ok(coppice_model_predict(model, COPPICE_DECISION, far, 6, 3, 2, 2, 1, 1, f, 3));
    for (int i = 0; i < 3; ++i) assert_true(isfinite(f[i]));
    coppice_model_free(model);
    coppice_dataset_free(data);
    coppice_pool_free(pool);
    table_free(t);
  }
}

static void options_out_of_range(void** state) {
  (void)state;
  coppice_pool* pool = NULL;
  check_error(coppice_pool_create("perceptron:candidates=0", &pool), COPPICE_INVALID_OPTION,
              "candidates|pool perceptron|candidates >= 1");
  check_error(coppice_pool_create("fourier:gamma=-1", &pool), COPPICE_INVALID_OPTION,
              "gamma|pool fourier|0 <= gamma");
  check_error(coppice_pool_create("perceptron:gamma=1", &pool), COPPICE_UNKNOWN_NAME,
              "pool perceptron has no option \"gamma\"");
  assert_null(pool);
  check_ok(coppice_pool_create("fourier:gamma=2,candidates=10", &pool));
  check_error(coppice_pool_set_double(pool, "gamma", NAN), COPPICE_INVALID_OPTION, "gamma|nan");
  coppice_pool_free(pool);
}

static coppice_action stop_at_the_third(void* user, const coppice_progress_info* info) {
  assert_int_equal(told_int(info, "iteration"), 0); /* it is still pricing the first */
  return ++*(int*)user >= 3 ? COPPICE_STOP : COPPICE_CONTINUE;
}

/* A pricing that would take minutes can be stopped. */
static void pricing_can_be_stopped(void** state) {
  (void)state;
  table* t = cloud(2000, 0, 9);
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 2; ++k) {
    int calls = 0;
    coppice_pool* pool = NULL;
    coppice_model* model = NULL;
    coppice_solver* solver = solver_with("threads=2");
    check_ok(coppice_pool_create(kinds[k], &pool));
    check_ok(coppice_pool_set_int(pool, "candidates", 200000000));
    check_ok(coppice_solver_set_pool(solver, pool));
    check_ok(coppice_solver_set_progress(solver, stop_at_the_third, &calls));
    check_ok(coppice_solver_fit(solver, data, &model));
    assert_int_equal(calls, 3);
    assert_int_equal(learners_of(model), 0);
    coppice_model_free(model);
    coppice_solver_free(solver);
    coppice_pool_free(pool);
  }
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_and_seeds),
      cmocka_unit_test(sources_do_not_matter),
      cmocka_unit_test(outputs_are_what_training_saw),
      cmocka_unit_test(draws_follow_their_distributions),
      cmocka_unit_test(the_best_candidate_is_chosen),
      cmocka_unit_test(useless_draws_do_not_end_the_fit),
      cmocka_unit_test(nothing_to_gain_ends_the_fit),
      cmocka_unit_test(they_solve_what_stumps_cannot),
      cmocka_unit_test(gamma_settles_on_the_data),
      cmocka_unit_test(degenerate_data),
      cmocka_unit_test(options_out_of_range),
      cmocka_unit_test(pricing_can_be_stopped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
