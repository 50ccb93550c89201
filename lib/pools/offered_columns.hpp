// What the pools that cut features offer learners on: the columns of the features they may look at,
// in the bins that option max_bins asks for.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "data/binned_columns.hpp"
#include "pools/pool.hpp"

namespace coppice {

option max_bins_option();

/// The bins of all features by that option. Throws COPPICE_INVALID_OPTION where it is 1.
std::shared_ptr<const binned_columns> bins_by_option(const pool_setting& setting);

/// The columns of the features that the pool may look at, ascending.
std::vector<std::int64_t> offered_columns(const binned_columns& bins, const pool_setting& setting);

}  // namespace coppice
