#include "masters/margin_hessian.hpp"

#include <cmath>

#include "core/dense_kernels.hpp"

namespace coppice {
namespace {

/// Rows whose outputs stay in the second-level cache while all scores use them.
constexpr std::int64_t rows_a_piece = 512;

/// Columns whose products are added between two polls.
constexpr Eigen::Index panel = 64;

void take(const matrix_view& from, const std::vector<Eigen::Index>& columns, matrix_view& to) {
  for (std::size_t k = 0; k < columns.size(); ++k)
    to.col(static_cast<Eigen::Index>(k)) = from.col(columns[k]);
}

/// Adds a'b to what stands at (row, column) of the result; only its lower triangle where wanted.
void add_products(const matrix_view& a, const matrix_view& b, bool triangle, Eigen::Index row,
                  Eigen::Index column, matrix_view& result, const progress& report) {
  report.in_pieces(b.cols(), panel, [&](Eigen::Index first, Eigen::Index count) {
    const Eigen::Index above = triangle ? first : 0;
    kernels_of_dense().add_inner_product(a.col(above).data(), a.outerStride(), b.col(first).data(),
                                         b.outerStride(), a.cols() - above, count, a.rows(),
                                         &result(row + above, column + first),
                                         result.outerStride());
  });
}

}  // namespace

margin_hessian::margin_hessian(const std::vector<std::int32_t>& labels, std::int64_t classes,
                               std::int64_t scores, const column_matrix& columns, thread_team& team,
                               progress& report)
    : columns_(columns),
      team_(team),
      report_(report),
      scores_(scores),
      rows_of_classes_(static_cast<std::size_t>(classes)),
      workspaces_(static_cast<std::size_t>(scores)) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    report_.poll_at(static_cast<std::int64_t>(i));
    rows_of_classes_[labels[i]].push_back(static_cast<std::int64_t>(i));
  }
}

/// Every score is a task: what it adds to, no other does.
matrix_view margin_hessian::among(const std::vector<Eigen::Index>& some,
                                  const std::vector<double>& residual) {
  const auto n = static_cast<Eigen::Index>(some.size());
  matrix_view result = result_.make(n, n);
  result.setZero();
  if (n == 0) return result;
  std::vector<block> blocks(static_cast<std::size_t>(scores_));
  for (Eigen::Index k = 0; k < n; ++k) {
    block& of = blocks[some[k] / columns_.columns()];
    if (of.columns.empty()) of.first = k;
    of.columns.push_back(some[k] % columns_.columns());
  }
  for (std::size_t label = 0; label < rows_of_classes_.size(); ++label) {
    const std::vector<std::int64_t>& rows = rows_of_classes_[label];
    const auto all = static_cast<std::int64_t>(rows.size());
    report_.in_pieces(all, rows_a_piece, [&](std::int64_t first, std::int64_t count) {
      const piece now = {&rows[first], static_cast<std::int64_t>(label),
                         columns_.gather(rows.data(), first, first + count, false, outputs_)};
      team_.run(
          scores_, [&](std::int64_t score) { add(now, blocks, score, residual, result); },
          [this] { report_.poll(); });
    });
  }
  return result;
}

void margin_hessian::add(const piece& of, const std::vector<block>& blocks, std::int64_t score,
                         const std::vector<double>& residual, matrix_view& result) {
  const block& here = blocks[score];
  if (here.columns.empty()) return;
  const Eigen::Index depth = of.outputs.rows();
  const auto width = static_cast<Eigen::Index>(here.columns.size());
  vector factors(depth);
  for (Eigen::Index k = 0; k < depth; ++k)
    factors[k] = std::abs(residual[of.rows[k] * scores_ + score]);
  matrix_view own = workspaces_[score].own.make(depth, width);
  take(of.outputs, here.columns, own);
  matrix_view scaled = workspaces_[score].scaled.make(depth, width);
  scaled = factors.asDiagonal() * own;
  add_products(scaled, own, true, here.first, here.first, result, report_);
  if (scores_ == 1 || of.label == score || blocks[of.label].columns.empty()) return;
  const block& there = blocks[of.label];
  matrix_view others =
      workspaces_[score].others.make(depth, static_cast<Eigen::Index>(there.columns.size()));
  take(of.outputs, there.columns, others);
  scaled *= -1;
  if (score > of.label)
    add_products(scaled, others, false, here.first, there.first, result, report_);
  else
    add_products(others, scaled, false, there.first, here.first, result, report_);
}

}  // namespace coppice
