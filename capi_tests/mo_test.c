/* AdaBoost.MO against its definition: after every round the weights of rows and bits, the choice of
 * the stump, its weights, the loss and its bound, and the classes that the nearest words give are
 * computed anew from the outputs of the learners; and files whose codes do not hold together. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_bytes.h"
#include "samples.h"
#include "stumps.h"
#include "training.h"

static const char* const distances[] = {"exponential", "hamming"};

/* A model, its code, and the values of its bits on the rows it was trained on. */
typedef struct coded {
  const sample* of;
  coppice_model* model;
  int64_t bits, learners;
  double* code;    /* classes x bits */
  double* weights; /* learners x bits */
  double* outputs; /* rows x learners */
  double* f;       /* rows x bits */
} coded;

static coded coded_of(const sample* of, coppice_model* model) {
  int64_t signs = 0;
  coded c = {.of = of, .model = model, .learners = learners_of(model)};
  c.code = array_of(model, "code", &signs);
  c.bits = signs / of->K;
  c.weights = array_of(model, "weights", NULL);
  c.outputs = predictions_of(model, COPPICE_LEARNERS, of->t);
  c.f = allocate(of->t->rows * c.bits, sizeof *c.f);
  memset(c.f, 0, (size_t)(of->t->rows * c.bits) * sizeof *c.f);
  return c;
}

static void coded_free(coded c) {
  coppice_model_free(c.model);
  free(c.code);
  free(c.weights);
  free(c.outputs);
  free(c.f);
}

static void add_learner(coded* c, int64_t j) {
  for (int64_t i = 0; i < c->of->t->rows; ++i)
    for (int64_t b = 0; b < c->bits; ++b)
      c->f[i * c->bits + b] += c->weights[j * c->bits + b] * c->outputs[i * c->learners + j];
}

/* How near the values of the bits are to the word of class `k`. */
static double nearness(const coded* c, const double* f, int64_t k, const char* distance) {
  const double* word = &c->code[k * c->bits];
  double largest = -INFINITY, sum = 0, agreements = 0;
  for (int64_t b = 0; b < c->bits; ++b) {
    largest = fmax(largest, -word[b] * f[b]);
    agreements += (f[b] >= 0) == (word[b] > 0) ? 1 : -1;
  }
  for (int64_t b = 0; b < c->bits; ++b) sum += exp(-word[b] * f[b] - largest);
  return distance[0] == 'h' ? agreements : -(largest + log(sum / (double)c->bits));
}

/* The scores of a round, and the weighted share of rows whose word is not the nearest. */
static double check_scores(const coded* c, const double* scores, int64_t stride,
                           const char* distance) {
  double wrong = 0, all = 0;
  for (int64_t i = 0; i < c->of->t->rows; ++i) {
    const double* of_row = &scores[i * stride];
    int64_t best = 0;
    for (int64_t k = 0; k < c->of->K; ++k) {
      check_close(of_row[k], nearness(c, &c->f[i * c->bits], k, distance), 1e-11);
      if (of_row[k] > of_row[best]) best = k;
    }
    all += c->of->t->weights[i];
    if (best != c->of->classes[i]) wrong += c->of->t->weights[i];
  }
  return wrong / all;
}

/* sum_i D_ib Y_ib h(x_i) of every bit, D Y being u; their magnitudes' sum. */
static double scores_of(const coded* c, const double* u, const double* h, int64_t stride,
                        double* gamma) {
  double s = 0;
  for (int64_t b = 0; b < c->bits; ++b) {
    gamma[b] = 0;
    for (int64_t i = 0; i < c->of->t->rows; ++i) gamma[b] += u[i * c->bits + b] * h[i * stride];
    s += fabs(gamma[b]);
  }
  return s;
}

static void check_rounds(int64_t K, const char* distance) {
  char options[128];
  sample of = sample_random(80, 4, 15, K, 9);
  const int64_t n = of.t->rows;
  table_draw_weights(of.t, 4);
  snprintf(options, sizeof options, "learners=25 keep_stages=yes seed=2 decoding=%s", distance);
  coded c = coded_of(&of, learn(&of, "adaboost-mo", options));
  stump_pool* pool = stumps_enumerate(of.t);
  double* objectives = array_of(c.model, "curve.objective", NULL);
  double* merits = array_of(c.model, "curve.score", NULL);
  double* errors = array_of(c.model, "curve.train_error", NULL);
  double* staged = predictions_of(c.model, COPPICE_STAGED, of.t);
  double* u = allocate(n * c.bits, sizeof *u);
  double* gamma = allocate(c.bits, sizeof *gamma);
  double bound = 0;
  assert_int_equal(c.learners, 25);
  assert_int_equal(c.bits, (int64_t)ceil(10 * log2((double)K)));
  assert_int_equal(count_of(c.model, "scores"), K);
  for (int64_t i = 0; i < n; ++i) bound += (double)c.bits * of.t->weights[i];
  for (int64_t round = 0; round <= c.learners; ++round) {
    double loss = 0, most = 0;
    for (int64_t k = 0; k < n * c.bits; ++k) {
      const double Y = c.code[of.classes[k / c.bits] * c.bits + k % c.bits];
      const double D = of.t->weights[k / c.bits] * exp(-Y * c.f[k]);
      u[k] = Y * D;
      loss += D;
    }
    for (int64_t k = 0; k < n * c.bits; ++k) u[k] /= loss;
    for (int64_t j = 0; j < pool->count; ++j)
      most = fmax(most, scores_of(&c, u, &pool->outputs[j * n], 1, gamma));
    if (round > 0) {
      check_close(objectives[round - 1] / loss, 1, 1e-10);
      check_close(loss / bound, 1, 1e-10); /* for outputs of -1 and +1 the bound is reached */
      check_close(merits[round - 1], most, 1e-10);
      const double error = check_scores(&c, &staged[(round - 1) * K], c.learners * K, distance);
      check_close(errors[round - 1], error, 1e-12);
    }
    if (round == c.learners) break;
    const double s = scores_of(&c, u, &c.outputs[round], c.learners, gamma);
    check_close(s, most, 1e-10);
    for (int64_t b = 0; b < c.bits; ++b)
      check_close(c.weights[round * c.bits + b], copysign(log((1 + s) / (1 - s)) / 2, gamma[b]),
                  1e-10);
    bound *= sqrt(1 - s * s);
    add_learner(&c, round);
  }
  stumps_free(pool);
  free(objectives);
  free(merits);
  free(errors);
  free(staged);
  free(u);
  free(gamma);
  coded_free(c);
  sample_free(of);
}

static void it_is_what_it_says(void** state) {
  (void)state;
  check_rounds(4, "exponential");
  check_rounds(4, "hamming");
  check_rounds(5, "exponential");
}

/* Both decodings are of the same fit. */
static void decoding_is_no_part_of_the_fit(void** state) {
  (void)state;
  sample of = sample_random(90, 4, 15, 4, 3);
  coppice_model* one = learn(&of, "adaboost-mo", "learners=20 decoding=exponential");
  coppice_model* other = learn(&of, "adaboost-mo", "learners=20 decoding=hamming");
  static const char* const names[] = {"code", "weights", "bias", "curve.objective"};
  for (int k = 0; k < 4; ++k) check_same_array(one, other, names[k]);
  coppice_model_free(one);
  coppice_model_free(other);
  sample_free(of);
}

/* In how many bits the two words differ that differ in the fewest, of a code whose bits say + to
 * half of the classes. */
static int64_t distance_of_code(int64_t K, const char* options, double* first_word) {
  int64_t smallest = INT64_MAX, signs = 0;
  sample of = sample_random(20 * K, 3, 15, K, 5);
  coppice_model* model = learn(&of, "adaboost-mo", options);
  double* code = array_of(model, "code", &signs);
  const int64_t bits = signs / K;
  for (int64_t b = 0; b < bits; ++b) {
    int64_t plus = 0;
    for (int64_t k = 0; k < K; ++k) {
      assert_true(fabs(code[k * bits + b]) == 1);
      plus += code[k * bits + b] > 0;
    }
    assert_true(plus == K / 2 || plus == K - K / 2);
  }
  for (int64_t k = 0; k < K; ++k)
    for (int64_t l = 0; l < k; ++l) {
      int64_t differ = 0;
      for (int64_t b = 0; b < bits; ++b) differ += code[k * bits + b] != code[l * bits + b];
      smallest = differ < smallest ? differ : smallest;
    }
  if (first_word != NULL) memcpy(first_word, code, 20 * sizeof *code);
  free(code);
  coppice_model_free(model);
  sample_free(of);
  return smallest;
}

/* Of 4 classes a bit pairs one with each other; 20 bits do so 7, 7 and 6 times at best. Of the 66
 * pairs of 12 classes a bit tells 36 apart, so that two words differ in 19.6 of 36 bits on average.
 */
static void words_are_far_apart(void** state) {
  (void)state;
  double words[3][20];
  assert_int_equal(distance_of_code(4, "learners=1 seed=1", words[0]), 13);
  assert_int_equal(distance_of_code(4, "learners=1 seed=1", words[1]), 13);
  assert_int_equal(distance_of_code(4, "learners=1 seed=2", words[2]), 13);
  assert_memory_equal(words[0], words[1], sizeof words[0]);
  assert_memory_not_equal(words[0], words[2], sizeof words[0]);
  assert_in_range(distance_of_code(12, "learners=1", NULL), 13, 19);
  assert_in_range(distance_of_code(5, "learners=1 bits=3", NULL), 1, 3);
}

static void too_few_bits_are_refused(void** state) {
  (void)state;
  sample of = sample_random(60, 3, 15, 5, 5);
  coppice_dataset* data = sample_dataset(&of);
  coppice_solver* solver = solver_of_method("adaboost-mo", "bits=2");
  coppice_model* model = NULL;
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_OPTION,
              "option bits is 2|expected more bits|5 classes");
  assert_null(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  sample_free(of);
}

/* One question, and no code. */
static void of_two_classes_it_is_adaboost(void** state) {
  (void)state;
  sample of = sample_random(90, 3, 20, 2, 15);
  table_draw_weights(of.t, 6);
  coppice_model* expected = learn(&of, "adaboost", "learners=30");
  double* f = decisions_of(expected, of.t);
  for (int d = 0; d < 2; ++d) {
    char options[64];
    snprintf(options, sizeof options, "learners=30 decoding=%s", distances[d]);
    coppice_model* model = learn(&of, "adaboost-mo", options);
    int64_t signs = -1;
    free(array_of(model, "code", &signs));
    assert_int_equal(signs, 0);
    assert_int_equal(count_of(model, "scores"), 1);
    check_same_curves(model, expected, "curve.score", 1e-9);
    check_same_curves(model, expected, "curve.objective", 1e-9);
    double* g = decisions_of(model, of.t);
    for (int64_t i = 0; i < of.t->rows; ++i) check_close(f[i], g[i], 1e-9);
    free(g);
    coppice_model_free(model);
  }
  free(f);
  coppice_model_free(expected);
  sample_free(of);
}

/* On the rows that are held out, after every round, as the models of these rounds measure. */
static void it_is_watched_as_it_predicts(void** state) {
  (void)state;
  static const char* const criteria[] = {"error", "auc", "log_loss"};
  enum { ROUNDS = 8 };
  sample of = sample_random(150, 4, 12, 4, 23);
  coppice_dataset *data = sample_dataset(&of), *train = NULL, *held_out = NULL;
  check_ok(coppice_dataset_split(data, 0.5, 4, &train, &held_out));
  for (int k = 0; k < 6; ++k) {
    char options[128];
    snprintf(options, sizeof options, "learners=%d bits=7 criterion=%s decoding=%s", ROUNDS,
             criteria[k / 2], distances[k % 2]);
    coppice_solver* solver = solver_of_method("adaboost-mo", options);
    coppice_model* watched = NULL;
    check_ok(coppice_solver_set_validation(solver, held_out));
    check_ok(coppice_solver_fit(solver, train, &watched));
    double* errors = array_of(watched, "curve.validation_error", NULL);
    double* values = array_of(watched, "curve.validation_criterion", NULL);
    check_ok(coppice_solver_set_validation(solver, NULL));
    for (int64_t round = 1; round <= ROUNDS; ++round) {
      coppice_model* model = NULL;
      check_ok(coppice_solver_set_int(solver, "learners", round));
      check_ok(coppice_solver_fit(solver, train, &model));
      assert_true(errors[round - 1] == criterion_on(model, held_out, "error"));
      if (k / 2 < 2)
        assert_true(values[round - 1] == criterion_on(model, held_out, criteria[k / 2]));
      coppice_model_free(model);
    }
    free(errors);
    free(values);
    coppice_model_free(watched);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(train);
  coppice_dataset_free(held_out);
  coppice_dataset_free(data);
  sample_free(of);
}

/* Values of which no double holds the exponential: the scores are what they are. */
static void large_values_are_decoded(void** state) {
  (void)state;
  sample of = sample_random(60, 3, 15, 3, 13);
  coppice_model* model = learn(&of, "adaboost-mo", "learners=3 bits=4");
  size_t size = 0;
  char* json = saved_bytes(model, "json", 256, &size);
  coppice_model* loaded = NULL;
  replace_list(json, &size, "weights", "[400,-300,1e3,500,4e4,2,-300,-300,1e4,-7e5,20,1]");
  check_ok(coppice_model_load_buffer(json, (int64_t)size, &loaded));
  coded c = coded_of(&of, loaded);
  double* scores = decisions_of(loaded, of.t);
  for (int64_t j = 0; j < 3; ++j) add_learner(&c, j);
  check_scores(&c, scores, 3, "exponential");
  free(scores);
  free(json);
  coded_free(c);
  coppice_model_free(model);
  sample_free(of);
}

static void codes_are_saved(void** state) {
  (void)state;
  static const char* const formats[] = {"json", "cbor"};
  sample of = sample_random(60, 3, 15, 4, 13);
  for (int k = 0; k < 4; ++k) {
    char options[64];
    snprintf(options, sizeof options, "learners=5 calibration=platt decoding=%s", distances[k / 2]);
    coppice_model* model = learn(&of, "adaboost-mo", options);
    coppice_model* again = reloaded(model, formats[k % 2]);
    size_t size = 0;
    char* bytes = saved_bytes(model, formats[k % 2], 0, &size);
    expect_same_saved(model, formats[k % 2], bytes, size);
    check_same_array(model, again, "code");
    static const coppice_output outputs[] = {COPPICE_DECISION, COPPICE_CLASS, COPPICE_PROBABILITY,
                                             COPPICE_MAP};
    for (int o = 0; o < 4; ++o) {
      int64_t width = 0;
      check_ok(coppice_model_output_width(model, outputs[o], &width));
      double* one = predictions_of(model, outputs[o], of.t);
      double* other = predictions_of(again, outputs[o], of.t);
      assert_memory_equal(one, other, (size_t)(of.t->rows * width) * sizeof *one);
      free(one);
      free(other);
    }
    free(bytes);
    coppice_model_free(again);
    coppice_model_free(model);
  }
  sample_free(of);
}

static void hostile_codes_are_refused(void** state) {
  (void)state;
  static const char* const changes[][3] = {
      {"\"distance\":\"exponential\"", "\"distance\":\"city\"",
       "distance \"city\"|expected exponential or hamming"},
      {"\"distance\":\"exponential\",", "", "\"distance\" is missing"},
      {"\"kind\":\"output-code\"", "\"kind\":\"code-matrix\"",
       "decodes its scores by \"code-matrix\"|does not know|expected output-code"},
      {"\"words\":[", "\"word\":[", "\"words\" is missing"},
      {"\"words\":[", "\"words\":[\"++--\",", "4 words|expected 3, one a class"},
      {"\"words\":[\"", "\"words\":[\"+", "word 1|4 bits|expected 5"},
      {"\"words\":[", "\"words\":[\"\",\"\",\"\"],\"spare\":[", "empty|at least a bit"},
      {"\"words\":[", "\"words\":[\"++-\",\"+-+\",\"-++\"],\"spare\":[", "2 learners and 3 bits"},
      {"\"words\":[", "\"words\":[\"++-+\",\"+-0+\",\"-+++\"],\"spare\":[",
       "bit 2 of word 1|\"0\"|expected + or -"},
      {"\"words\":[", "\"words\":[1,1,1],\"spare\":[", "\"words\""},
      {"\"classes\":[0,1,2]", "\"classes\":[0,1]", "2 classes|expected at least 3"},
      {"\"classes\":[0,1,2]", "\"outputs\":3", "0 classes|expected at least 3"},
      {"\"decoding\":{", "\"spare\":{", "2 learners and 3 scores"}};
  sample of = sample_random(60, 3, 15, 3, 13);
  coppice_model* model = learn(&of, "adaboost-mo", "learners=2 bits=4");
  for (size_t k = 0; k < sizeof changes / sizeof *changes; ++k) {
    size_t size = 0;
    char* json = saved_bytes(model, "json", 256, &size);
    replace_bytes(json, &size, changes[k][0], changes[k][1]);
    expect_refused(json, size, changes[k][2]);
    free(json);
  }
  coppice_model_free(model);
  sample_free(of);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_is_what_it_says),
                                     cmocka_unit_test(decoding_is_no_part_of_the_fit),
                                     cmocka_unit_test(words_are_far_apart),
                                     cmocka_unit_test(too_few_bits_are_refused),
                                     cmocka_unit_test(of_two_classes_it_is_adaboost),
                                     cmocka_unit_test(it_is_watched_as_it_predicts),
                                     cmocka_unit_test(large_values_are_decoded),
                                     cmocka_unit_test(codes_are_saved),
                                     cmocka_unit_test(hostile_codes_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
