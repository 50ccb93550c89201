#include "kernels/feature_extent.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "core/error.hpp"
#include "data/binned_columns.hpp"

namespace coppice {
namespace {

bool wants_range(extent_wanted wanted) {
  return wanted == extent_wanted::range || wanted == extent_wanted::range_and_scatter;
}

bool wants_scatter(extent_wanted wanted) {
  return wanted == extent_wanted::scatter || wanted == extent_wanted::range_and_scatter;
}

/// The listed values of a dataset in the features that are looked at; what a row does not list is
/// 0.
class listed_values {
 public:
  listed_values(const dataset& examples, const feature_extent& of, const progress& report)
      : examples_(examples), report_(report) {
    if (of.features == nullptr) return;
    place_of_.assign(static_cast<std::size_t>(examples.features()), -1);
    for (std::int64_t k = 0; k < of.width; ++k) place_of_[(*of.features)[k]] = k;
  }

  [[nodiscard]] std::int64_t rows() const { return examples_.rows(); }

  /// Calls each(row, place of the feature, value) for the rows first .. last - 1.
  template <class Each>
  void for_each(std::int64_t first, std::int64_t last, const Each& each) const {
    for (std::int64_t i = first; i < last; ++i) {
      examples_.values().for_each_value(i, [&](std::int64_t feature, double value) {
        const std::int64_t place = place_of_.empty() ? feature : place_of_[feature];
        if (place >= 0) each(i, place, value);
      });
      report_.poll();
    }
  }
  template <class Each>
  void for_each(const Each& each) const {
    for_each(0, rows(), each);
  }

 private:
  const dataset& examples_;
  const progress& report_;
  std::vector<std::int64_t> place_of_;
};

/// The range of each feature's listed values, and how many these are.
class listed_ranges {
 public:
  explicit listed_ranges(std::int64_t width)
      : listed_(static_cast<std::size_t>(width), 0),
        least_(listed_.size(), std::numeric_limits<double>::infinity()),
        most_(listed_.size(), -std::numeric_limits<double>::infinity()) {}

  void add(std::int64_t d, double value) { add(d, 1, value, value); }
  void add(const listed_ranges& other) {
    for (std::size_t d = 0; d < listed_.size(); ++d)
      add(d, other.listed_[d], other.least_[d], other.most_[d]);
  }

  /// With the 0 of the rows that do not list a feature.
  void tell(std::int64_t rows, feature_extent& extent) && {
    for (std::size_t d = 0; d < listed_.size(); ++d)
      if (listed_[d] < rows) add(d, 0, 0, 0);
    extent.least = std::move(least_);
    extent.most = std::move(most_);
  }

 private:
  void add(std::size_t d, std::int64_t listed, double least, double most) {
    listed_[d] += listed;
    least_[d] = std::min(least_[d], least);
    most_[d] = std::max(most_[d], most);
  }

  std::vector<std::int64_t> listed_;
  std::vector<double> least_;
  std::vector<double> most_;
};

void find_range(const listed_values& values, thread_team& team, const progress& report,
                feature_extent& extent) {
  const std::int64_t rows = values.rows();
  const std::int64_t blocks = extent.width <= rows / team.size() ? team.size() : 1;
  std::vector<listed_ranges> ranges(static_cast<std::size_t>(blocks), listed_ranges(extent.width));
  team.run(
      blocks,
      [&](std::int64_t block) {
        values.for_each(rows * block / blocks, rows * (block + 1) / blocks,
                        [&](std::int64_t /*row*/, std::int64_t d, double value) {
                          ranges[block].add(d, value);
                        });
      },
      [&report] { report.poll(); });
  for (std::size_t block = 1; block < ranges.size(); ++block) ranges[0].add(ranges[block]);
  std::move(ranges[0]).tell(rows, extent);
}

void find_radius(const listed_values& values, feature_extent& extent) {
  std::int64_t row = 0;
  double norm = 0;
  values.for_each([&](std::int64_t i, std::int64_t /*d*/, double value) {
    norm = i == row ? std::hypot(norm, value) : std::abs(value);
    row = i;
    extent.radius = std::max(extent.radius, norm);
  });
}

void find_scatter(const listed_values& values, const dataset& examples, feature_extent& extent) {
  const auto width = static_cast<std::size_t>(extent.width);
  double total = 0;
  double largest = 0;
  for (std::int64_t i = 0; i < examples.rows(); ++i)
    largest = std::max(largest, examples.weight(i));
  const auto share = [&](std::int64_t i) { return examples.weight(i) / largest; };
  for (std::int64_t i = 0; i < examples.rows(); ++i) total += share(i);
  std::vector<double> listed(width, 0.0);  // their shares
  std::vector<double> mean(width, 0.0);
  values.for_each([&](std::int64_t i, std::int64_t d, double value) {
    listed[d] += share(i);
    mean[d] += share(i) / total * value;
  });
  std::vector<double> deviation(width, 0.0);
  std::vector<double> variance(width, 0.0);
  values.for_each([&](std::int64_t i, std::int64_t d, double value) {
    const double from_mean = value - mean[d];
    deviation[d] += share(i) / total * std::abs(from_mean);
    variance[d] += share(i) / total * from_mean * from_mean;
  });
  for (std::size_t d = 0; d < width; ++d) {
    const double of_zeros = std::max(0.0, total - listed[d]) / total;
    extent.deviation += (deviation[d] + of_zeros * std::abs(mean[d])) / static_cast<double>(width);
    extent.variance += (variance[d] + of_zeros * mean[d] * mean[d]) / static_cast<double>(width);
  }
}

void find_midpoints(const dataset& examples, thread_team& team, const progress& report,
                    feature_extent& extent) {
  const auto bins = examples.bins(0, team, report);
  std::vector<std::vector<double>> of_feature(static_cast<std::size_t>(examples.features()));
  for (const binned_column& column : bins->columns()) of_feature[column.feature] = column.cuts;
  if (extent.features == nullptr) {
    extent.midpoints = std::move(of_feature);
    return;
  }
  for (const std::int64_t feature : *extent.features)
    extent.midpoints.push_back(of_feature[feature]);
}

}  // namespace

double feature_extent::half_range() const {
  double sum = 0;
  for (std::size_t d = 0; d < least.size(); ++d) sum += most[d] / 2 - least[d] / 2;
  return sum;
}

double feature_extent::rank(std::int64_t feature, double value) const {
  const std::vector<double>& cuts = midpoints[feature];
  const auto below = [&](double x) { return std::lower_bound(cuts.begin(), cuts.end(), x); };
  return static_cast<double>(below(value) - below(0.0));
}

feature_extent extent_of(const dataset& examples, dataset::feature_list features,
                         extent_wanted wanted, thread_team& team, const progress& report) {
  feature_extent extent;
  extent.features = std::move(features);
  extent.width = extent.features == nullptr ? examples.features()
                                            : static_cast<std::int64_t>(extent.features->size());
  const listed_values values(examples, extent, report);
  if (wants_range(wanted)) find_range(values, team, report, extent);
  if (wanted == extent_wanted::radius) find_radius(values, extent);
  if (wants_scatter(wanted)) find_scatter(values, examples, extent);
  if (wanted == extent_wanted::midpoints) find_midpoints(examples, team, report, extent);
  return extent;
}

document feature_extent::save() const {
  document saved = document::object_type();
  if (features != nullptr) saved.add("features", *features);
  if (!least.empty()) {
    saved.add("least", least);
    saved.add("most", most);
  }
  if (radius > 0) saved.add("radius", radius);
  if (!midpoints.empty()) {
    std::vector<std::int64_t> counts;
    std::vector<double> all;
    for (const std::vector<double>& cuts : midpoints) {
      counts.push_back(static_cast<std::int64_t>(cuts.size()));
      all.insert(all.end(), cuts.begin(), cuts.end());
    }
    saved.add("midpoint_counts", counts);
    saved.add("midpoints", all);
  }
  return saved;
}

namespace {

void load_range(document& saved, feature_extent& extent) {
  extent.least = saved.take_finite_numbers("least");
  extent.most = saved.take_finite_numbers("most");
  const auto width = static_cast<std::size_t>(extent.width);
  bool fits = extent.least.size() == width && extent.most.size() == width;
  for (std::size_t d = 0; fits && d < width; ++d) fits = extent.least[d] <= extent.most[d];
  if (!fits) fail_damaged("the range of its kernel's features does not fit them");
}

void load_radius(document& saved, feature_extent& extent) {
  if (saved.has("radius")) extent.radius = saved.number("radius");
  if (!std::isfinite(extent.radius) || extent.radius < 0)
    fail_damaged("the radius of its kernel's rows is not a length");
}

void load_midpoints(document& saved, feature_extent& extent) {
  const std::vector<double> all = saved.take_finite_numbers("midpoints");
  const auto most = static_cast<std::int64_t>(all.size());
  const std::vector<std::int64_t> counts = saved.integers("midpoint_counts", 0, most);
  bool fits = counts.size() == static_cast<std::size_t>(extent.width);
  std::int64_t next = 0;
  for (std::size_t d = 0; fits && d < counts.size(); ++d) {
    fits = counts[d] <= most - next;
    if (!fits) break;
    const auto first = all.begin() + next;
    const auto last = first + counts[d];
    fits = std::adjacent_find(first, last, std::greater_equal<>()) == last;
    extent.midpoints.emplace_back(first, last);
    next += counts[d];
  }
  if (!fits || next != most) fail_damaged("the midpoints of its kernel's features do not ascend");
}

}  // namespace

feature_extent load_extent(document& saved, extent_wanted wanted, std::int64_t features) {
  feature_extent extent;
  extent.width = features;
  if (saved.has("features")) {
    auto listed = saved.integers("features", 0, features - 1);
    extent.width = static_cast<std::int64_t>(listed.size());
    if (listed.empty()) fail_damaged("its kernel looks at no features");
    extent.features = std::make_shared<const std::vector<std::int64_t>>(std::move(listed));
  }
  if (wants_range(wanted)) load_range(saved, extent);
  if (wanted == extent_wanted::radius) load_radius(saved, extent);
  if (wanted == extent_wanted::midpoints) load_midpoints(saved, extent);
  return extent;
}

}  // namespace coppice
