// What becomes of a projection theta . x - kappa (projections.hpp). Alone in a header without code,
// so that files compiled for newer processors may include it.
#pragma once

namespace coppice {

enum class projection_shape { sign, cosine };

}  // namespace coppice
