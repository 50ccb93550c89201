#include "pools/level_sets.hpp"

#include "core/row_sums.hpp"
#include "learners/level_stumps.hpp"
#include "pools/column_stumps.hpp"

namespace coppice {

std::unique_ptr<weak_learners> make_level_stump(const binned_column& column, bin_set set,
                                                const pool_setting& setting, float* outputs) {
  const auto write = [&] {
    std::vector<float> of_bin(set.size());
    for (std::size_t b = 0; b < set.size(); ++b) of_bin[b] = set[b] ? 1.0F : -1.0F;
    for_rows(setting.team, setting.report, setting.examples.rows(), 1,
             [&](std::int64_t first, std::int64_t last) {
               column.look_up(of_bin.data(), first, last, outputs);
             });
  };
  write();
  const int heavier = column.has_missing ? 0 : heavier_side(outputs, setting);
  const bool turned =
      column.has_missing ? set.back() : heavier > 0 || (heavier == 0 && set.front());
  if (turned) {
    set.flip();
    write();
  }
  std::vector<std::int32_t> levels;
  for (std::size_t b = 0; b < column.levels.size(); ++b)
    if (set[b]) levels.push_back(column.levels[b]);
  return std::make_unique<level_stumps>(static_cast<std::int32_t>(column.feature), levels);
}

}  // namespace coppice
