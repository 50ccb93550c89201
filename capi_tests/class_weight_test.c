/* class_weight=balanced: the same as setting the weights by hand. */
#include <stdio.h>
#include <stdlib.h>

#include "training.h"

/* The weights of the definition, c_i * (sum of c) / (2 * sum of c over the class of i). */
static table* balanced_by_hand(const table* t) {
  double sums[2] = {0, 0};
  int64_t* rows = allocate(t->rows, sizeof *rows);
  for (int64_t i = 0; i < t->rows; ++i) {
    rows[i] = i;
    sums[t->labels[i] > 0] += t->weights[i];
  }
  table* result = table_rows(t, rows, t->rows);
  for (int64_t i = 0; i < t->rows; ++i)
    result->weights[i] *= (sums[0] + sums[1]) / (2 * sums[t->labels[i] > 0]);
  free(rows);
  return result;
}

/* 24 rows of -1, of three weights, and 8 of +1. */
static table* unbalanced(void) {
  table* t = table_random(32, 4, 9, 3);
  for (int64_t i = 0; i < t->rows; ++i) {
    t->labels[i] = i % 4 == 0 ? 1 : -1;
    t->x[i * t->features] += t->labels[i];
    t->weights[i] = t->labels[i] > 0 ? 1 : 1 + (i % 4 == 1) - 0.5 * (i % 4 == 2);
  }
  return t;
}

static void check_equals_by_hand(const table* t) {
  const char* const losses[] = {"loss=hinge C=0.5 learners=12", "loss=squared-hinge learners=12",
                                "loss=least-squares C=2 learners=12"};
  table* by_hand = balanced_by_hand(t);
  for (int k = 0; k < 3; ++k) {
    char balanced[128];
    snprintf(balanced, sizeof balanced, "class_weight=balanced %s", losses[k]);
    coppice_model* a = train(t, balanced);
    coppice_model* b = train(by_hand, losses[k]);
    coppice_model* plain = train(t, losses[k]);
    check_close(quantity_of(a, "objective"), quantity_of(b, "objective"), 1e-12);
    assert_true(quantity_of(plain, "objective") != quantity_of(b, "objective"));
    check_same_model(a, b, t);
    coppice_model_free(a);
    coppice_model_free(b);
    coppice_model_free(plain);
  }
  table_free(by_hand);
}

static void it_equals_weights_set_by_hand(void** state) {
  (void)state;
  table* t = unbalanced();
  for (int64_t i = 0; i < t->rows; ++i) t->weights[i] = 1;
  check_equals_by_hand(t);
  table_free(t);
}

static void it_multiplies_the_weights_of_rows(void** state) {
  (void)state;
  table* t = unbalanced();
  check_equals_by_hand(t);
  for (int64_t i = 3; i < t->rows; i += 4) t->weights[i] = 0; /* no rows, to the sums neither */
  check_equals_by_hand(t);
  table_free(t);
}

/* Learning nothing, both classes lose the same: the bias of the empty ensemble does not prefer the
 * larger one, and the dual objective is C times all the weight. */
static void classes_of_any_size_weigh_the_same(void** state) {
  (void)state;
  table* t = unbalanced();
  for (int64_t i = 0; i < t->rows * t->features; ++i) t->x[i] = 7;
  coppice_model* plain = train(t, "C=1");
  coppice_model* balanced = train(t, "C=1 class_weight=balanced");
  double total = 0;
  for (int64_t i = 0; i < t->rows; ++i) total += t->weights[i];
  check_close(quantity_of(balanced, "objective"), total, 1e-9);
  assert_true(quantity_of(plain, "objective") < 0.6 * total); /* the lighter class loses 2 a row */
  coppice_model_free(plain);
  coppice_model_free(balanced);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_equals_weights_set_by_hand),
      cmocka_unit_test(it_multiplies_the_weights_of_rows),
      cmocka_unit_test(classes_of_any_size_weigh_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
