#include "masters/kernel_column.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

namespace coppice {
namespace {

/// Rows that are laid out at a time, so that a copy of them is small. Dense ones have at most so
/// many values.
constexpr std::int64_t rows_at_a_time = 1024;
constexpr std::int64_t values_at_a_time = std::int64_t{1} << 17;

using row_numbers = std::vector<std::int64_t>;

/// Rows at some places with row `with`, piece by piece; pieces may be taken on any thread.
class column_of_rows {
 public:
  column_of_rows(const kernel& by, const feature_matrix& rows, const row_numbers& places,
                 std::int64_t with)
      : by_(by),
        rows_(rows),
        places_(places),
        row_(static_cast<std::size_t>(rows.features())),
        values_(places.size()),
        rows_a_piece_(
            rows.is_sparse()
                ? rows_at_a_time
                : std::clamp<std::int64_t>(values_at_a_time / rows.features(), 1, rows_at_a_time)) {
    rows.copy_row(with, row_.data());
  }

  [[nodiscard]] std::int64_t pieces() const {
    return (static_cast<std::int64_t>(places_.size()) + rows_a_piece_ - 1) / rows_a_piece_;
  }
  void take(std::int64_t piece, const progress& report) {
    const auto first = places_.begin() + piece * rows_a_piece_;
    const std::int64_t count = std::min<std::int64_t>(rows_a_piece_, places_.end() - first);
    const auto block = std::make_shared<const row_numbers>(first, first + count);
    const few_rows one({row_.data(), 1, rows_.features()});
    by_.points_of(rows_.subset(block), report)
        ->compare(one, 0, count, &values_[piece * rows_a_piece_]);
  }
  [[nodiscard]] std::vector<double>& values() { return values_; }

 private:
  const kernel& by_;
  const feature_matrix& rows_;
  const row_numbers& places_;
  std::vector<double> row_;
  std::vector<double> values_;
  std::int64_t rows_a_piece_;
};

}  // namespace

std::vector<double> kernel_column(const kernel& by, const feature_matrix& rows, std::int64_t with,
                                  const progress& report) {
  row_numbers places(static_cast<std::size_t>(rows.rows()));
  std::iota(places.begin(), places.end(), 0);
  column_of_rows column(by, rows, places, with);
  for (std::int64_t piece = 0; piece < column.pieces(); ++piece) {
    column.take(piece, report);
    report.poll();
  }
  return std::move(column.values());
}

double kernel_sum(const kernel& by, const feature_matrix& rows, const std::vector<double>& u,
                  std::int64_t with, thread_team& team, const progress& report) {
  row_numbers places;
  std::vector<double> factors;
  for (std::size_t i = 0; i < u.size(); ++i) {
    report.poll_at(static_cast<std::int64_t>(i));
    if (u[i] == 0) continue;
    places.push_back(static_cast<std::int64_t>(i));
    factors.push_back(u[i]);
  }
  column_of_rows column(by, rows, places, with);
  team.run(
      column.pieces(), [&](std::int64_t piece) { column.take(piece, report); },
      [&report] { report.poll(); });
  return std::inner_product(factors.begin(), factors.end(), column.values().begin(), 0.0);
}

}  // namespace coppice
