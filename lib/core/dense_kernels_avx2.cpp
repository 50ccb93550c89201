// Compiled with the flags of its name (lib/CMakeLists.txt).
#if defined(__AVX2__)
#define Eigen coppice_eigen_avx2
#define COPPICE_DENSE_KERNELS dense_avx2
#include "core/dense_kernels.inc"
#endif
