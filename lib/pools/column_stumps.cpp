#include "pools/column_stumps.hpp"

#include "core/lane_sum.hpp"
#include "core/row_sums.hpp"

namespace coppice {

int heavier_side(const float* outputs, const pool_setting& setting) {
  constexpr double rounding = 1e-9;
  const std::vector<double> sums =
      sum_over_rows(setting.team, setting.report, setting.examples.rows(), 1, 2,
                    [&](std::int64_t first, std::int64_t last, double* sum) {
                      lane_sum above;
                      lane_sum total;
                      in_lanes(first, last, [&](std::int64_t i, std::int64_t lane) {
                        const double weight = setting.examples.weight(i);
                        above.add(lane, weight * static_cast<double>(outputs[i]));
                        total.add(lane, weight);
                      });
                      sum[0] = above.total();
                      sum[1] = total.total();
                    });
  const double above = sums[0];  // less what is below
  const double total = sums[1];
  if (above > rounding * total) return 1;
  return above < -rounding * total ? -1 : 0;
}

}  // namespace coppice
