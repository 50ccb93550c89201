#include "pools/spread.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/numbers.hpp"
#include "pools/row_reader.hpp"

namespace coppice {
namespace {

/// Squares of longer distances overflow.
constexpr double farthest = 1e154;

/// A feature that deviates from its mean by a smaller share of it is constant, up to rounding.
constexpr double least_share = 1e-13;

/// The reciprocals of smaller deviations may overflow.
constexpr double least_deviation = std::numeric_limits<double>::min();

[[noreturn]] void fail_too_far(const pool_setting& setting, std::int64_t d, double value) {
  fail(COPPICE_INVALID_DATA, "feature ", setting.features ? (*setting.features)[d] : d, " is ",
       value, " in a row, farther from the mean than 1e154; expected features on a smaller ",
       "scale for pool ", setting.wanted.kind->name);
}

/// The weights of the rows against the largest of them. Where all are equal, every one is 1 and
/// their total the number of rows.
struct row_shares {
  std::vector<double> share;
  double total = 0;
};

row_shares shares_of(const pool_setting& setting) {
  const std::int64_t rows = setting.examples.rows();
  double largest = 0;
  for (std::int64_t i = 0; i < rows; ++i) {
    setting.report.poll_at(i);
    largest = std::max(largest, setting.examples.weight(i));
  }
  row_shares shares;
  shares.share.reserve(static_cast<std::size_t>(rows));
  for (std::int64_t i = 0; i < rows; ++i) {
    setting.report.poll_at(i);
    shares.share.push_back(setting.examples.weight(i) / largest);
    shares.total += shares.share.back();
  }
  return shares;
}

/// Reads the rows one after another and calls each(i, row), which may change its copy of it.
template <class Each>
void for_each_row(const pool_setting& setting, const Each& each) {
  const row_reader reader(setting);
  std::vector<double> row(static_cast<std::size_t>(reader.width()));
  for (std::int64_t i = 0; i < setting.examples.rows(); ++i) {
    reader.read(i, row.data());
    each(i, row);
    setting.report.poll();
  }
}

/// Sets the scales to the reciprocals of the standard deviations. Deviations are taken in units of
/// the largest of their feature, whose squares neither overflow nor vanish, and correct the mean,
/// which sums of many rows have rounded.
void standardise(const pool_setting& setting, const row_shares& rows, spread& result) {
  const std::size_t features = result.mean.size();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> least(features, infinity);
  std::vector<double> most(features, -infinity);
  for_each_row(setting, [&](std::int64_t /*i*/, const std::vector<double>& row) {
    for (std::size_t d = 0; d < features; ++d) {
      least[d] = std::min(least[d], row[d]);
      most[d] = std::max(most[d], row[d]);
    }
  });
  std::vector<double> unit(features);
  for (std::size_t d = 0; d < features; ++d) {
    if (least[d] == most[d]) result.mean[d] = least[d];
    const double above = most[d] - result.mean[d];
    const double below = result.mean[d] - least[d];
    unit[d] = std::max(above, below);
    if (!(unit[d] <= farthest))
      fail_too_far(setting, static_cast<std::int64_t>(d), above >= below ? most[d] : least[d]);
    if (!(unit[d] > 0)) unit[d] = 1;
  }
  std::vector<double> first(features, 0.0);
  std::vector<double> second(features, 0.0);
  for_each_row(setting, [&](std::int64_t i, const std::vector<double>& row) {
    const double share = rows.share[i] / rows.total;
    for (std::size_t d = 0; d < features; ++d) {
      const double deviation = (row[d] - result.mean[d]) / unit[d];
      first[d] += share * deviation;
      second[d] += share * (deviation * deviation);
    }
  });
  for (std::size_t d = 0; d < features; ++d) {
    result.mean[d] += unit[d] * first[d];
    const double variance = std::max(0.0, second[d] - first[d] * first[d]);
    const double deviation = unit[d] * std::sqrt(variance);
    const bool varies =
        deviation >= least_deviation && deviation > least_share * std::abs(result.mean[d]);
    result.scale[d] = varies ? 1 / deviation : 0;
  }
}

/// Named by the feature that is farthest: rows of weight 0 are not counted here.
[[noreturn]] void fail_far_row(const pool_setting& setting, std::int64_t i,
                               std::vector<double>& from_mean) {
  const auto found = std::max_element(from_mean.begin(), from_mean.end(),
                                      [](double a, double b) { return std::abs(a) < std::abs(b); });
  const std::int64_t d = found - from_mean.begin();
  row_reader(setting).read(i, from_mean.data());
  fail_too_far(setting, d, from_mean[d]);
}

}  // namespace

spread spread_of(const pool_setting& setting) {
  const row_shares rows = shares_of(setting);
  const std::int64_t features = row_reader(setting).width();
  spread result;
  result.mean.assign(static_cast<std::size_t>(features), 0.0);
  result.scale.assign(static_cast<std::size_t>(features), 1.0);
  for_each_row(setting, [&](std::int64_t i, const std::vector<double>& row) {
    for (std::int64_t d = 0; d < features; ++d)
      result.mean[d] += rows.share[i] * (row[d] / rows.total);
  });
  if (setting.wanted.options.choice("scale") == "standard") standardise(setting, rows, result);
  double sum = 0;
  for_each_row(setting, [&](std::int64_t i, std::vector<double>& row) {
    for (std::int64_t d = 0; d < features; ++d)
      row[d] = (row[d] - result.mean[d]) * result.scale[d];
    const double squared = dot(row.data(), row.data(), features);
    if (!std::isfinite(squared)) fail_far_row(setting, i, row);
    result.radius = std::max(result.radius, std::sqrt(squared));
    sum += rows.share[i] * (squared / rows.total);
  });
  result.variance = sum / static_cast<double>(features);
  return result;
}

option scale_option() {
  return choice_option("scale", "standard", "standard|none",
                       "what learners are drawn for: features less their mean in units of their "
                       "standard deviation, or as they are, as in the papers");
}

}  // namespace coppice
