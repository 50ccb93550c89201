// Where the rows of a training set lie, over the features that a pool looks at, and the space that
// projections are drawn in there:
//
//     z_d = (x_d - mean_d) scale_d,   scale_d = 1 / sd_d  or  1.
//
// Means and standard deviations sd_d are those of rows that count by their weights, so that a
// weight of k is the same as k copies. A feature that is constant, up to rounding, has the scale 0.
#pragma once

#include <vector>

#include "core/options.hpp"
#include "pools/pool.hpp"

namespace coppice {

struct spread {
  std::vector<double> mean;
  std::vector<double> scale;
  double radius = 0;    // largest ||z||
  double variance = 0;  // mean over rows and features of z_d^2
};

/// On the scale that the option "scale" asks for. Throws COPPICE_INVALID_DATA where the rows lie so
/// far apart that squares of their distances overflow.
spread spread_of(const pool_setting& setting);

/// The option "scale" of the pools that draw projections.
option scale_option();

}  // namespace coppice
