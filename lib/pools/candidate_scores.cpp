#include "pools/candidate_scores.hpp"

#include "core/processor.hpp"
#include "pools/candidate_kernel.hpp"

namespace coppice {

#if defined(COPPICE_CANDIDATES_X86)
score_function score_candidates_avx2(projection_shape shape);
#endif

score_function score_candidates(projection_shape shape) {
#if defined(COPPICE_CANDIDATES_X86)
  if (instructions() != instruction_set::portable) return score_candidates_avx2(shape);
#endif
  return shape == projection_shape::sign ? score_block<projection_shape::sign>
                                         : score_block<projection_shape::cosine>;
}

}  // namespace coppice
