#include "pools/column_stumps.hpp"

#include "core/row_sums.hpp"

namespace coppice {

int heavier_side(const float* outputs, const pool_setting& setting) {
  constexpr double rounding = 1e-9;
  const std::vector<double> sums =
      sum_over_rows(setting.team, setting.report, setting.examples.rows(), 1, 2,
                    [&](std::int64_t first, std::int64_t last, double* sum) {
                      for (std::int64_t i = first; i < last; ++i) {
                        const double weight = setting.examples.weight(i);
                        sum[0] += weight * static_cast<double>(outputs[i]);
                        sum[1] += weight;
                      }
                    });
  const double above = sums[0];  // less what is below
  const double total = sums[1];
  if (above > rounding * total) return 1;
  return above < -rounding * total ? -1 : 0;
}

}  // namespace coppice
