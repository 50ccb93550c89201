// Sets of a categorical column's bins: its levels, and behind them, where there are some, missing
// values. A set and its complement are the same level stump but for the sign.
#pragma once

#include <memory>
#include <vector>

#include "data/binned_columns.hpp"
#include "learners/weak_learners.hpp"
#include "pools/pool.hpp"

namespace coppice {

using bin_set = std::vector<bool>;  // of every bin, whether it is in the set

/// The level stump of a set that is neither empty nor full; writes its outputs on the training
/// rows. It is +1 on the side without missing values; where no value is missing in training, on the
/// side of less weight, so that levels that no row has are with most rows, and of equal weights on
/// that without the first bin.
std::unique_ptr<weak_learners> make_level_stump(const binned_column& column, bin_set set,
                                                const pool_setting& setting, float* outputs);

}  // namespace coppice
