#include "pools/column_stumps.hpp"

namespace coppice {

int heavier_side(const float* outputs, const pool_setting& setting) {
  constexpr double rounding = 1e-9;
  double above = 0;  // less what is below
  double total = 0;
  for (std::int64_t i = 0; i < setting.examples.rows(); ++i) {
    const double weight = setting.examples.weight(i);
    above += weight * static_cast<double>(outputs[i]);
    total += weight;
    setting.report.poll_at(i);
  }
  if (above > rounding * total) return 1;
  return above < -rounding * total ? -1 : 0;
}

}  // namespace coppice
