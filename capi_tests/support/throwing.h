/* Callbacks that throw C++ exceptions, which C cannot; `user` says when. Until then progress goes
 * on, learner k is feature k, and the kernel is the product of the first features. */
#ifndef COPPICE_TESTS_THROWING_H
#define COPPICE_TESTS_THROWING_H

#include <coppice/coppice.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How many calls of each go well before one throws, counted down. */
typedef struct throwing {
  int64_t progress, fit, evaluate, compare, release;
} throwing;

coppice_action throwing_progress(void* user, const coppice_progress_info* info);
coppice_action throwing_fit(void* user, const double* x, int64_t rows, int64_t features,
                            const double* residual, int64_t scores, const double* chosen,
                            int64_t learners, double* parameters, int64_t count);
coppice_action throwing_evaluate(void* user, const double* parameters, int64_t count,
                                 const double* x, int64_t rows, int64_t features, double* outputs);
coppice_action throwing_compare(void* user, const double* x, int64_t rows, const double* z,
                                int64_t others, int64_t features, double* out);
void throwing_release(void* user);

#ifdef __cplusplus
}
#endif

#endif
