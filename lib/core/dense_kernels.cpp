#define COPPICE_DENSE_KERNELS portable
#include "core/dense_kernels.inc"
#include "core/processor.hpp"

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
  if (instructions() == instruction_set::avx512) return avx512::all_dense_kernels;
  if (instructions() == instruction_set::avx2) return avx2::all_dense_kernels;
#endif
  return portable::all_dense_kernels;
}

}  // namespace coppice
