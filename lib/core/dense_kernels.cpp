#define COPPICE_DENSE_KERNELS portable
#include "core/dense_kernels.inc"

namespace coppice {

#if defined(COPPICE_DENSE_X86)
namespace avx2 {
extern const dense_kernels all_dense_kernels;
}
namespace avx512 {
extern const dense_kernels all_dense_kernels;
}
#endif

const dense_kernels& kernels_of_dense() {
#if defined(COPPICE_DENSE_X86)
  if (static_cast<bool>(__builtin_cpu_supports("avx512f")) &&
      static_cast<bool>(__builtin_cpu_supports("avx512dq")))
    return avx512::all_dense_kernels;
  if (static_cast<bool>(__builtin_cpu_supports("avx2")) &&
      static_cast<bool>(__builtin_cpu_supports("fma")))
    return avx2::all_dense_kernels;
#endif
  return portable::all_dense_kernels;
}

}  // namespace coppice
