// Compiled with the flags of its name (lib/CMakeLists.txt).
#if defined(__AVX512F__)
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // misfires on the intrinsics of GCC 12
#endif
#define Eigen coppice_eigen_avx512
#define COPPICE_DENSE_KERNELS dense_avx512
#include "core/dense_kernels.inc"
#endif
