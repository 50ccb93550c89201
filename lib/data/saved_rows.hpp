// Rows of feature values in files: what kernel expansions are made of.
#pragma once

#include "core/document.hpp"
#include "data/feature_matrix.hpp"

namespace coppice {

document save_rows(const feature_matrix& rows);

/// As save_rows() wrote them, `most` at most; throws COPPICE_MODEL_ERROR.
feature_matrix load_rows(document& saved, std::int64_t features, std::int64_t most);

}  // namespace coppice
