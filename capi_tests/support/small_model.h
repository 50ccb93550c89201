/* A small model of stumps, whose file tests change: made before a test program's first test, freed
 * behind its last. */
#ifndef COPPICE_TESTS_SMALL_MODEL_H
#define COPPICE_TESTS_SMALL_MODEL_H

#include "synthetic.h"

enum { FEATURES = 3, LEARNERS = 4 };
static coppice_model* model;

static inline int make_model(void** state) {
  (void)state;
  coppice_dataset* data = noisy_examples(40, FEATURES, 9);
  model = fit_model(data, LEARNERS, "yes");
  coppice_dataset_free(data);
  return 0;
}

static inline int free_model(void** state) {
  (void)state;
  coppice_model_free(model);
  return 0;
}

#endif
