#include "masters/kept_correlation.hpp"

#include <cstdint>

#include "core/row_sums.hpp"

namespace coppice {

void kept_correlation::add_up(const std::vector<double>& signed_dual, double size) {
  value_ = columns_.correlate(signed_dual);
  added_ = 0;
  turnover_ = size;
  foresees_ = false;
}

void kept_correlation::append(double sum) {
  value_.conservativeResize(value_.size() + 1);
  value_[value_.size() - 1] = sum;
  foresees_ = false;
}

void kept_correlation::foresee(double t, const newton_system::step& along) {
  foresees_ = along.fall.size() > 0;
  if (!foresees_) return;
  advance_ = t;
  fall_ = vector(t * along.fall);  // a vector that is resized in place is lost if memory runs out
  turnover_ += t * along.rounding;
}

void kept_correlation::update(const listed_rows& changed, const std::vector<double>& signed_dual,
                              double turnover, double size) {
  added_ += changed.rows().size();
  turnover_ += turnover;
  if (added_ >= signed_dual.size() || turnover_ > 10 * size) {
    add_up(signed_dual, size);
    return;
  }
  if (foresees_) value_ -= fall_;
  foresees_ = false;
  columns_.add_correlations(changed.rows(), changed.numbers(), value_);
}

vector kept_correlation::of_other(const std::vector<double>& other, const std::vector<double>& kept,
                                  listed_rows& different, thread_team& team,
                                  const progress& report) const {
  const auto size = static_cast<std::int64_t>(kept.size());
  different.open(report, size);
  const std::vector<std::int64_t> counts =
      of_blocks<std::int64_t>(team, report, size, [&](std::int64_t first, std::int64_t last) {
        const listed_rows::place listed = different.from(first);
        std::int64_t count = 0;
        for (std::int64_t i = first; i < last; ++i) {
          listed.put(count, i, other[i] - kept[i]);
          count += static_cast<std::int64_t>(other[i] != kept[i]);
        }
        return count;
      });
  for (std::size_t block = 0; block < counts.size(); ++block)
    different.keep(static_cast<std::int64_t>(block) * rows_a_block(1), counts[block]);
  different.close();
  vector result = value_;
  columns_.add_correlations(different.rows(), different.numbers(), result);
  return result;
}

}  // namespace coppice
