#define COPPICE_DENSE_KERNELS dense_portable
#include "core/dense_kernels.inc"
#include "core/processor.hpp"

namespace coppice {

#if defined(COPPICE_DENSE_X86)
namespace dense_avx2 {
extern const dense_kernels all_dense_kernels;
}
namespace dense_avx512 {
extern const dense_kernels all_dense_kernels;
}
#endif

const dense_kernels& kernels_of_dense() {
#if defined(COPPICE_DENSE_X86)
  if (instructions() == instruction_set::avx512) return dense_avx512::all_dense_kernels;
  if (instructions() == instruction_set::avx2) return dense_avx2::all_dense_kernels;
#endif
  return dense_portable::all_dense_kernels;
}

}  // namespace coppice
