/* The width of a Gaussian kernel by the kernel SVM's own cross-validation (LIBSVM), as Shen & Liu
 * chose sigma for their Fourier learners. */
#ifndef COPPICE_BENCH_GAUSSIAN_WIDTH_H
#define COPPICE_BENCH_GAUSSIAN_WIDTH_H

#include "support.h"

/* gamma of exp(-gamma |x - x'|^2) with the least k-fold error over gamma and C. */
double gaussian_width(const coppice_dataset* train, int folds);

#endif
