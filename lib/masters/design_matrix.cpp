#include "masters/design_matrix.hpp"

#include <algorithm>
#include <cmath>

#include "core/dense_kernels.hpp"
#include "core/numbers.hpp"
#include "core/row_sums.hpp"

namespace coppice {
namespace {

/// Sums over rows are those of so many parts at most, each of which one thread adds up.
constexpr std::int64_t most_parts = 16;

}  // namespace

design_matrix::design_matrix(const feature_matrix& values,
                             const std::vector<std::int64_t>* features, thread_team& team,
                             const progress& report)
    : rows_(values.rows()),
      columns_(features == nullptr ? values.features()
                                   : static_cast<std::int64_t>(features->size())),
      is_sparse_(values.is_sparse()),
      team_(team),
      report_(report) {
  if (!is_sparse_) {
    if (features == nullptr) dense_ = values.contiguous_values();
    if (dense_ != nullptr) return;
    report_.resize(values_, rows_ * columns_);
    dense_ = values_.data();
    for (std::int64_t i = 0; i < rows_; ++i) {
      if (features == nullptr)
        values.copy_row(i, &values_[i * columns_]);
      else
        values.copy_row_at(i, features->data(), columns_, &values_[i * columns_]);
      if (i % rows_a_piece == 0) report_.poll();
    }
    return;
  }
  std::vector<std::int32_t> places(static_cast<std::size_t>(values.features()), -1);
  for (std::int64_t k = 0; k < columns_; ++k)
    places[features == nullptr ? k : (*features)[k]] = static_cast<std::int32_t>(k);
  starts_.push_back(0);
  for (std::int64_t i = 0; i < rows_; ++i) {
    values.for_each_value(i, [&](std::int64_t feature, double value) {
      if (places[feature] < 0) return;
      features_.push_back(places[feature]);
      values_.push_back(value);
    });
    starts_.push_back(static_cast<std::int64_t>(values_.size()));
    if (i % rows_a_piece == 0) report_.poll();
  }
}

design_matrix::design_matrix(std::vector<double> values, std::int64_t columns, thread_team& team,
                             const progress& report)
    : rows_(static_cast<std::int64_t>(values.size()) / columns),
      columns_(columns),
      is_sparse_(false),
      team_(team),
      report_(report),
      values_(std::move(values)) {
  dense_ = values_.data();
}

// ---------------------------------------------------------------------------- one row at a time

double design_matrix::product(std::int64_t i, const double* w) const {
  if (!is_sparse_) return dot(row(i), w, columns_);
  double sum = 0;
  for (std::int64_t k = starts_[i]; k < starts_[i + 1]; ++k) sum += values_[k] * w[features_[k]];
  return sum;
}

void design_matrix::add_row(std::int64_t i, double factor, double* to) const {
  if (is_sparse_) {
    for (std::int64_t k = starts_[i]; k < starts_[i + 1]; ++k)
      to[features_[k]] += factor * values_[k];
    return;
  }
  const double* const values = row(i);
  for (std::int64_t d = 0; d < columns_; ++d) to[d] += factor * values[d];
}

double design_matrix::multiply_row(std::int64_t i, const vector& w, double start) const {
  if (!is_sparse_) return start + product(i, w.data());
  vector dense = vector::Zero(columns_);
  add_row(i, 1, dense.data());
  return start + dot(w.data(), dense.data(), columns_);
}

void design_matrix::multiply(const vector& w, double start, const row_indices& rows,
                             row_values& f) const {
  const auto count = static_cast<std::int64_t>(rows.size());
  f.resize(rows.size());
  team_.run((count + rows_a_piece - 1) / rows_a_piece,
            [&](std::int64_t task) {
              const std::int64_t last = std::min(count, (task + 1) * rows_a_piece);
              for (std::int64_t k = task * rows_a_piece; k < last; ++k)
                f[k] = start + product(rows[k], w.data());
            },
            [this] { report_.poll(); });
}

void design_matrix::add_correlations(const row_indices& rows, const row_values& v,
                                     vector& result) const {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    add_row(rows[k], v[k], result.data());
    if (k % rows_a_piece == 0) report_.poll();
  }
}

// ------------------------------------------------------------------------ all rows, many vectors

void design_matrix::multiply(const vector& w, double start, std::vector<double>& f) const {
  multiply_several(w, f);
  for (double& value : f) value += start;
}

vector design_matrix::correlate(const std::vector<double>& v) const {
  return correlate_several(v, 1);
}

void design_matrix::multiply_several(const matrix& w, std::vector<double>& f) const {
  const std::int64_t k = w.cols();
  f.resize(static_cast<std::size_t>(rows_ * k));
  const matrix by_columns = is_sparse_ ? matrix(w.transpose()) : matrix();
  team_.run((rows_ + rows_a_piece - 1) / rows_a_piece,
            [&](std::int64_t task) {
              const std::int64_t first = task * rows_a_piece;
              const std::int64_t count = std::min(rows_a_piece, rows_ - first);
              multiply_piece(is_sparse_ ? by_columns : w, first, count, &f[first * k]);
            },
            [this] { report_.poll(); });
}

/// Of sparse rows `w` is k x columns, so that the numbers that an entry meets are neighbours.
void design_matrix::multiply_piece(const matrix& w, std::int64_t first, std::int64_t count,
                                   double* f) const {
  const std::int64_t k = is_sparse_ ? w.rows() : w.cols();
  std::fill_n(f, count * k, 0.0);
  if (!is_sparse_) {
    kernels_of_dense().add_inner_product(w.data(), columns_, row(first), columns_, k, count,
                                         columns_, f, k);
    return;
  }
  for (std::int64_t i = 0; i < count; ++i)
    for (std::int64_t e = starts_[first + i]; e < starts_[first + i + 1]; ++e) {
      const double* const met = w.col(features_[e]).data();
      for (std::int64_t c = 0; c < k; ++c) f[i * k + c] += values_[e] * met[c];
    }
}

/// What add(first, count, sums) adds up to over all pieces, columns x k. It is k x columns where
/// rows are sparse until all is summed.
template <class Add>
matrix design_matrix::sum_of_pieces(std::int64_t k, const Add& add) const {
  const std::int64_t pieces = (rows_ + rows_a_piece - 1) / rows_a_piece;
  const std::int64_t parts = std::min(most_parts, pieces);
  std::vector<matrix> sums(static_cast<std::size_t>(parts));
  team_.run(
      parts,
      [&](std::int64_t part) {
        sums[part] = is_sparse_ ? matrix::Zero(k, columns_) : matrix::Zero(columns_, k);
        for (std::int64_t piece = part * pieces / parts; piece < (part + 1) * pieces / parts;
             ++piece) {
          const std::int64_t first = piece * rows_a_piece;
          add(first, std::min(rows_a_piece, rows_ - first), sums[part]);
          report_.poll();
        }
      },
      [this] { report_.poll(); });
  for (std::int64_t part = 1; part < parts; ++part) sums.front() += sums[part];
  return is_sparse_ ? matrix(sums.front().transpose()) : std::move(sums.front());
}

matrix design_matrix::correlate_several(const std::vector<double>& v, std::int64_t k) const {
  return sum_of_pieces(k, [&](std::int64_t first, std::int64_t count, matrix& sums) {
    correlate_piece(&v[first * k], k, first, count, sums);
  });
}

matrix design_matrix::multiply_and_correlate(const matrix& w, std::int64_t k,
                                             const row_work& work) const {
  const matrix by_columns = is_sparse_ ? matrix(w.transpose()) : matrix();
  return sum_of_pieces(k, [&](std::int64_t first, std::int64_t count, matrix& sums) {
    std::vector<double> f(static_cast<std::size_t>(count * w.cols()));
    std::vector<double> v(static_cast<std::size_t>(count * k));
    multiply_piece(is_sparse_ ? by_columns : w, first, count, f.data());
    report_.in_pieces(count, rows_a_block(k), [&](std::int64_t from, std::int64_t some) {
      work(first + from, first + from + some, &f[from * w.cols()], &v[from * k]);
    });
    correlate_piece(v.data(), k, first, count, sums);
  });
}

/// `v` is of the piece.
void design_matrix::correlate_piece(const double* v, std::int64_t k, std::int64_t first,
                                    std::int64_t count, matrix& sums) const {
  if (!is_sparse_) {
    kernels_of_dense().add_product(1, row(first), columns_, v, k, columns_, k, count, sums.data(),
                                   columns_);
    return;
  }
  for (std::int64_t i = 0; i < count; ++i)
    for (std::int64_t e = starts_[first + i]; e < starts_[first + i + 1]; ++e) {
      double* const to = sums.col(features_[e]).data();
      for (std::int64_t c = 0; c < k; ++c) to[c] += values_[e] * v[i * k + c];
    }
}

double design_matrix::squared_norm(std::int64_t i) const {
  const double* const first = is_sparse_ ? values_.data() + starts_[i] : row(i);
  return dot(first, first, is_sparse_ ? starts_[i + 1] - starts_[i] : columns_);
}

void design_matrix::measure(vector& means, vector& variances) const {
  const auto all = static_cast<double>(rows_);
  means = vector::Zero(columns_);
  vector squares = vector::Zero(columns_);
  vector listed = vector::Zero(columns_);
  const auto each_value = [&](const auto& each) {
    for (std::int64_t i = 0; i < rows_; ++i) {
      if (i % rows_a_piece == 0) report_.poll();
      if (is_sparse_)
        for (std::int64_t e = starts_[i]; e < starts_[i + 1]; ++e) each(features_[e], values_[e]);
      else
        for (std::int64_t d = 0; d < columns_; ++d) each(d, row(i)[d]);
    }
  };
  each_value([&](std::int64_t d, double value) { means[d] += value; });
  means /= all;
  each_value([&](std::int64_t d, double value) {
    squares[d] += (value - means[d]) * (value - means[d]);
    listed[d] += 1;
  });
  variances = (squares.array() + (all - listed.array()) * means.array().square()) / all;
}

// -------------------------------------------------------------------------------- Gram matrices

/// Named rows as columns, with a last number of 1 in each where wanted.
matrix_view design_matrix::gather(const row_indices& rows, std::int64_t first, std::int64_t count,
                                  bool with_ones, matrix_room& room) const {
  matrix_view gathered = room.make(columns_ + (with_ones ? 1 : 0), count);
  for (std::int64_t k = 0; k < count; ++k) {
    std::copy_n(row(rows[first + k]), columns_, gathered.col(k).data());
    if (with_ones) gathered(columns_, k) = 1;
  }
  report_.poll();
  return gathered;
}

matrix_view design_matrix::gram_of_rows(const row_indices& rows, gram_room& room) const {
  const auto n = static_cast<std::int64_t>(rows.size());
  matrix_view result = room.result.make(n, n);
  result.setZero();
  if (is_sparse_) {
    vector dense = vector::Zero(columns_);
    for (std::int64_t k = 0; k < n; ++k) {
      add_row(rows[k], 1, dense.data());
      for (std::int64_t m = k; m < n; ++m) result(m, k) = product(rows[m], dense.data());
      for (std::int64_t e = starts_[rows[k]]; e < starts_[rows[k] + 1]; ++e)
        dense[features_[e]] = 0;
      report_.poll();
    }
    return result;
  }
  add_gram_of_columns(gather(rows, 0, n, false, room.rows), result, report_);
  return result;
}

matrix_view design_matrix::gram_of_columns(const row_indices& rows, const row_values& curvatures,
                                           bool with_ones, gram_room& room) const {
  const std::int64_t size = columns_ + (with_ones ? 1 : 0);
  const auto n = static_cast<std::int64_t>(rows.size());
  matrix_view result = room.result.make(size, size);
  result.setZero();
  if (is_sparse_) {
    add_gram_of_entries(rows, curvatures, with_ones, result);
    return result;
  }
  for (std::int64_t first = 0; first < n; first += rows_a_piece) {
    const std::int64_t count = std::min(rows_a_piece, n - first);
    matrix_view z = gather(rows, first, count, with_ones, room.rows);
    for (std::int64_t k = 0; k < count; ++k) z.col(k) *= std::sqrt(curvatures[first + k]);
    add_gram_of_rows(z, result, report_);
  }
  return result;
}

/// The product of every two entries of a row; features ascend, so that these are of the lower
/// triangle.
void design_matrix::add_gram_of_entries(const row_indices& rows, const row_values& curvatures,
                                        bool with_ones, matrix_view& to) const {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (k % 64 == 0) report_.poll();
    const std::int64_t last = starts_[rows[k] + 1];
    for (std::int64_t e = starts_[rows[k]]; e < last; ++e) {
      const double factor = curvatures[k] * values_[e];
      double* const column = to.col(features_[e]).data();
      for (std::int64_t g = e; g < last; ++g) column[features_[g]] += factor * values_[g];
      if (with_ones) column[columns_] += factor;
    }
    if (with_ones) to(columns_, columns_) += curvatures[k];
  }
}

}  // namespace coppice
