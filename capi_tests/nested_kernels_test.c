/* Kernels nested as deep as their texts may be train and predict on a thread with a small stack,
 * such as those that other languages start. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "training.h"

enum { ROWS = 40, FEATURES = 4, DEPTH = 31 }; /* 32 pairs of parentheses with the innermost's */

static void* train_and_predict(void* given) {
  const table* t = given;
  char kernel[1024] = "";
  for (int k = 0; k < DEPTH; ++k) strcat(kernel, "sum(");
  strcat(kernel, "gaussian(gamma=0.1)");
  for (int k = 0; k < DEPTH; ++k) strcat(kernel, ",linear)");
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = train_kernel("svm", data, kernel, "C=1 threads=1");
  double* f = decisions_of(model, t);
  assert_true(error_of(f, t) < 0.5);
  for (int64_t i = 0; i < ROWS; ++i) {
    double alone = 0;
    check_ok(coppice_model_predict_row(model, COPPICE_DECISION, t->x + i * FEATURES, FEATURES,
                                       &alone, 1));
    assert_memory_equal(&alone, f + i, sizeof alone);
  }
  free(f);
  coppice_model_free(model);
  coppice_dataset_free(data);
  return given;
}

static void a_small_stack_is_enough(void** state) {
  (void)state;
  table* t = table_random(ROWS, FEATURES, 9, 3);
  pthread_attr_t small;
  pthread_t thread;
  void* done = NULL;
  assert_int_equal(pthread_attr_init(&small), 0);
  assert_int_equal(pthread_attr_setstacksize(&small, 512 * 1024), 0);
  assert_int_equal(pthread_create(&thread, &small, train_and_predict, t), 0);
  assert_int_equal(pthread_join(thread, &done), 0);
  assert_ptr_equal(done, t);
  pthread_attr_destroy(&small);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_small_stack_is_enough)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
