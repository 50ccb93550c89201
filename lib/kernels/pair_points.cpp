#include "kernels/pair_points.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/few_numbers.hpp"

namespace coppice {
namespace {

/// A listed value takes about three times as long as one of a dense row.
constexpr double densest = 0.3;

class pair_points final : public kernel_points {
 public:
  pair_points(const feature_matrix& rows, std::shared_ptr<const feature_extent> extent,
              const pair_function& function, const progress& report)
      : size_(rows.rows()), extent_(std::move(extent)), function_(function) {
    std::vector<std::int64_t> places;
    if (extent_->features != nullptr) {
      places.assign(static_cast<std::size_t>(rows.features()), -1);
      for (std::int64_t d = 0; d < extent_->width; ++d) places[(*extent_->features)[d]] = d;
    }
    const auto for_each_value = [&](std::int64_t row, const auto& each) {
      rows.for_each_value(row, [&](std::int64_t feature, double value) {
        const std::int64_t d = places.empty() ? feature : places[feature];
        if (d < 0) return;
        const double there = mapped(d, value);
        if (there != 0) each(d, there);
      });
    };
    std::int64_t listed = 0;
    for (std::int64_t i = 0; i < size_; ++i) {
      for_each_value(i, [&](std::int64_t /*d*/, double /*value*/) { ++listed; });
      report.poll();
    }
    const double all = static_cast<double>(size_) * static_cast<double>(extent_->width);
    if (static_cast<double>(listed) <= densest * all) {
      list(for_each_value, listed, report);
      return;
    }
    report.resize(values_, size_ * extent_->width);
    for (std::int64_t i = 0; i < size_; ++i) {
      for_each_value(
          i, [&](std::int64_t d, double value) { values_[i * extent_->width + d] = value; });
      report.poll();
    }
  }

  [[nodiscard]] std::int64_t size() const noexcept override { return size_; }

  void compare(const row_block& x, std::int64_t first, std::int64_t count,
               double* out) const override {
    if (x.rows == 1 && function_.mapping == row_mapping::none && extent_->features == nullptr)
      return compare_interleaved({x.values, 1, extent_->width}, first, count, out);
    const std::int64_t places = places_of(x);
    few_numbers interleaved(extent_->width * places);
    double* to = interleaved.data();
    for (std::int64_t d = 0; d < extent_->width; ++d, to += places) {
      const std::int64_t feature = extent_->features == nullptr ? d : (*extent_->features)[d];
      for (std::int64_t q = 0; q < x.rows; ++q) to[q] = mapped(d, x.row(q)[feature]);
    }
    compare_interleaved({interleaved.data(), places, extent_->width}, first, count, out);
  }

 private:
  template <class ForEachValue>
  void list(const ForEachValue& for_each_value, std::int64_t listed, const progress& report) {
    starts_.reserve(static_cast<std::size_t>(size_) + 1);
    starts_.push_back(0);
    features_.reserve(static_cast<std::size_t>(listed));
    values_.reserve(static_cast<std::size_t>(listed));
    for (std::int64_t i = 0; i < size_; ++i) {
      for_each_value(i, [&](std::int64_t d, double value) {
        features_.push_back(static_cast<std::int32_t>(d));
        values_.push_back(value);
      });
      starts_.push_back(static_cast<std::int64_t>(values_.size()));
      report.poll();
    }
  }

  [[nodiscard]] double mapped(std::int64_t d, double value) const {
    if (function_.mapping == row_mapping::clipped)
      return std::clamp(value, extent_->least[d], extent_->most[d]);
    return function_.mapping == row_mapping::ranks ? extent_->rank(d, value) : value;
  }

  void compare_interleaved(const interleaved_rows& x, std::int64_t first, std::int64_t count,
                           double* out) const {
    if (starts_.empty()) {
      sum_pairs(function_.term, x, &values_[first * x.features], count, out);
    } else {
      const sparse_view rows = {starts_.data(), features_.data(), values_.data()};
      std::array<double, rows_together> at_zero{};
      sum_with_zeros(function_.term, x, at_zero.data());
      sum_pairs(function_.term, x, at_zero.data(), rows, first, count, out);
    }
    if (function_.of_sums != nullptr) function_.of_sums(function_.numbers, out, count * x.rows);
  }

  std::int64_t size_;
  std::shared_ptr<const feature_extent> extent_;
  const pair_function& function_;
  std::vector<double> values_;          // row after row, or what is listed
  std::vector<std::int64_t> starts_;    // of listed rows; empty where all values are there
  std::vector<std::int32_t> features_;  // of listed values
};

}  // namespace

std::unique_ptr<kernel_points> make_pair_points(const feature_matrix& rows,
                                                std::shared_ptr<const feature_extent> extent,
                                                const pair_function& function,
                                                const progress& report) {
  return std::make_unique<pair_points>(rows, std::move(extent), function, report);
}

}  // namespace coppice
