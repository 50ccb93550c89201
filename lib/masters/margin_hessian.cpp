#include "masters/margin_hessian.hpp"

#include <algorithm>
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

/// Adds a'b.
void add_products(const matrix_view& a, const matrix_view& b, matrix_view& to,
                  const progress& report) {
  report.in_pieces(b.cols(), panel, [&](Eigen::Index first, Eigen::Index count) {
    kernels_of_dense().add_inner_product(a.data(), a.outerStride(), b.col(first).data(),
                                         b.outerStride(), a.cols(), count, a.rows(), &to(0, first),
                                         to.outerStride());
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

/// Every score is a task: it adds to its own products alone.
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
    const block* const of_label = scores_ == 1 ? nullptr : &blocks[label];
    for (std::int64_t s = 0; s < scores_; ++s) {
      const bool is_label = of_label == &blocks[s];
      workspaces_[s].begin(blocks[s].columns, is_label ? nullptr : of_label);
    }
    const std::vector<std::int64_t>& rows = rows_of_classes_[label];
    const auto all = static_cast<std::int64_t>(rows.size());
    report_.in_pieces(all, rows_a_piece, [&](std::int64_t first, std::int64_t count) {
      const matrix_view outputs =
          columns_.gather(rows.data(), first, first + count, false, outputs_);
      team_.run(
          scores_, [&](std::int64_t score) { add(&rows[first], outputs, score, residual); },
          [this] { report_.poll(); });
    });
    for (std::int64_t s = 0; s < scores_; ++s) {
      workspaces_[s].add_to(result, blocks[s].first, of_label == nullptr ? 0 : of_label->first);
      report_.poll();
    }
  }
  return result;
}

void margin_hessian::workspace::begin(const std::vector<Eigen::Index>& own, const block* label) {
  columns = own;
  own_columns = static_cast<Eigen::Index>(own.size());
  places_of_label.clear();
  if (own.empty()) return;
  if (label != nullptr)
    for (const Eigen::Index column : label->columns) {
      const auto place = std::lower_bound(own.begin(), own.end(), column);
      if (place != own.end() && *place == column) {
        places_of_label.push_back(place - own.begin());
      } else {
        places_of_label.push_back(static_cast<Eigen::Index>(columns.size()));
        columns.push_back(column);
      }
    }
  products().setZero();
}

void margin_hessian::add(const std::int64_t* rows, const matrix_view& outputs, std::int64_t score,
                         const std::vector<double>& residual) {
  workspace& by = workspaces_[score];
  const Eigen::Index own = by.own_columns;
  if (own == 0) return;
  const Eigen::Index depth = outputs.rows();
  vector factors(depth);
  for (Eigen::Index k = 0; k < depth; ++k)
    factors[k] = std::abs(residual[rows[k] * scores_ + score]);
  matrix_view scaled = by.scaled.make(depth, own);
  matrix_view products = by.products();
  if (own == outputs.cols()) {
    scaled = factors.asDiagonal() * outputs;
    return add_products(scaled, outputs, products, report_);
  }
  matrix_view taken = by.taken.make(depth, static_cast<Eigen::Index>(by.columns.size()));
  take(outputs, by.columns, taken);
  scaled = factors.asDiagonal() * taken.leftCols(own);
  add_products(scaled, taken, products, report_);
}

void margin_hessian::workspace::add_to(matrix_view& result, Eigen::Index first,
                                       Eigen::Index first_of_label) {
  if (own_columns == 0) return;
  const matrix_view all = products();
  result.block(first, first, own_columns, own_columns) += all.leftCols(own_columns);
  for (std::size_t k = 0; k < places_of_label.size(); ++k) {
    const Eigen::Index place = first_of_label + static_cast<Eigen::Index>(k);
    const auto between = all.col(places_of_label[k]);
    if (first > first_of_label)
      result.col(place).segment(first, own_columns) -= between;
    else
      result.row(place).segment(first, own_columns) -= between.transpose();
  }
}

}  // namespace coppice
