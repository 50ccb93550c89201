// The same arithmetic, compiled for processors with AVX2 and fused multiplications (see
// lib/CMakeLists.txt); called only where there are.
#if defined(__AVX2__)

#include "pools/candidate_kernel.hpp"

namespace coppice {

score_function score_candidates_avx2(projection_shape shape);

score_function score_candidates_avx2(projection_shape shape) {
  return shape == projection_shape::sign ? score_block<projection_shape::sign>
                                         : score_block<projection_shape::cosine>;
}

}  // namespace coppice

#endif
