#include "masters/column_matrix.hpp"

#include <algorithm>
#include <array>

#include "core/numbers.hpp"
#include "core/popcount.hpp"

namespace coppice {
namespace {

/// A block of f that stays in the first-level cache while all columns pass over it.
constexpr std::int64_t rows_a_task = 1024;

/// With fewer rows the tables of 256 sums cost more than they save.
constexpr std::int64_t worth_packing = 2048;

}  // namespace

void column_matrix::append(const float* column) {
  const bool is_sign = rows_ >= worth_packing && std::all_of(column, column + rows_, [](float h) {
                         return h == 1.0F || h == -1.0F;
                       });
  if (!is_sign) {
    floats_.push_back({columns(), std::make_unique<float[]>(static_cast<std::size_t>(rows_))});
    std::copy_n(column, rows_, floats_.back().rows.get());
    places_.push_back({static_cast<std::int64_t>(floats_.size()) - 1, -1});
    return;
  }
  if (signs_.empty() || signs_.back().columns.size() == columns_a_byte) {
    signs_.push_back({{}, std::make_unique<std::uint8_t[]>(static_cast<std::size_t>(rows_))});
    signs_.back().columns.reserve(columns_a_byte);
  }
  sign_group& group = signs_.back();
  const auto bit = static_cast<int>(group.columns.size());
  places_.push_back({static_cast<std::int64_t>(signs_.size()) - 1, bit});
  group.columns.push_back(columns() - 1);
  for (std::int64_t i = 0; i < rows_; ++i)
    group.rows[i] |= static_cast<std::uint8_t>((column[i] > 0 ? 1U : 0U) << bit);
}

double column_matrix::at(std::int64_t i, const place& of) const {
  if (of.bit < 0) return static_cast<double>(floats_[of.group].rows[i]);
  return ((signs_[of.group].rows[i] >> of.bit) & 1) != 0 ? 1.0 : -1.0;
}

void column_matrix::multiply(const vector& w, double start, double* f) const {
  // sums[256 g + byte]: what the columns of group g add for a row with this byte.
  std::vector<double> sums(signs_.size() * byte_values, 0.0);
  for (std::size_t g = 0; g < signs_.size(); ++g) {
    double* table = sums.data() + g * byte_values;
    std::int64_t filled = 1;
    for (const std::int64_t column : signs_[g].columns) {
      for (std::int64_t k = 0; k < filled; ++k) {
        table[filled + k] = table[k] + w[column];
        table[k] -= w[column];
      }
      filled *= 2;
    }
  }
  team_.run((rows_ + rows_a_task - 1) / rows_a_task,
            [&](std::int64_t task) {
              const std::int64_t first = task * rows_a_task;
              const std::int64_t last = std::min(rows_, first + rows_a_task);
              std::fill(f + first, f + last, start);
              for (std::size_t g = 0; g < signs_.size(); ++g) {
                const double* table = sums.data() + g * byte_values;
                const std::uint8_t* bytes = signs_[g].rows.get();
                for (std::int64_t i = first; i < last; ++i) f[i] += table[bytes[i]];
              }
              for (const float_column& column : floats_) {
                const float* h = column.rows.get();
                const double weight = w[column.column];
                for (std::int64_t i = first; i < last; ++i)
                  f[i] += static_cast<double>(h[i]) * weight;
              }
            },
            [this] { report_.poll(); });
}

double column_matrix::multiply_row(std::int64_t i, const vector& w, double start) const {
  for (std::int64_t j = 0; j < columns(); ++j) start += at(i, places_[j]) * w[j];
  return start;
}

/// v summed up by bytes, in four interleaved tables so that neighbouring rows of one byte do not
/// wait for each other, then for each bit the sums that have it less those that have not.
void column_matrix::correlate_signs(const sign_group& group, const double* v,
                                    vector& result) const {
  constexpr std::int64_t lanes = 4;
  std::array<std::array<double, byte_values>, lanes> sums{};
  const std::uint8_t* bytes = group.rows.get();
  std::int64_t i = 0;
  for (; i + lanes <= rows_; i += lanes)
    for (std::int64_t k = 0; k < lanes; ++k) sums[k][bytes[i + k]] += v[i + k];
  for (; i < rows_; ++i) sums[0][bytes[i]] += v[i];
  std::array<double, byte_values> total{};
  for (int m = 0; m < byte_values; ++m)
    total[m] = (sums[0][m] + sums[1][m]) + (sums[2][m] + sums[3][m]);
  for (std::size_t bit = 0; bit < group.columns.size(); ++bit) {
    double with = 0;
    double without = 0;
    for (std::size_t m = 0; m < byte_values; ++m)
      (((m >> bit) & 1) != 0 ? with : without) += total[m];
    result[group.columns[bit]] = with - without;
  }
}

vector column_matrix::correlate(const double* v) const {
  vector result(columns());
  const auto groups = static_cast<std::int64_t>(signs_.size());
  const auto all = groups + static_cast<std::int64_t>(floats_.size());
  // Pieces of a few hundred thousand operations.
  const std::int64_t width = std::max<std::int64_t>(1, 200000 / std::max<std::int64_t>(1, rows_));
  team_.run((all + width - 1) / width,
            [&](std::int64_t task) {
              const std::int64_t last = std::min(all, (task + 1) * width);
              for (std::int64_t k = task * width; k < last; ++k) {
                if (k < groups) {
                  correlate_signs(signs_[k], v, result);
                } else {
                  const float_column& column = floats_[k - groups];
                  result[column.column] = dot(column.rows.get(), v, rows_);
                }
              }
            },
            [this] { report_.poll(); });
  return result;
}

matrix column_matrix::gather(const std::vector<std::int64_t>& rows, std::int64_t first,
                             std::int64_t last, bool with_ones) const {
  matrix result(last - first, columns() + (with_ones ? 1 : 0));
  for (std::int64_t j = 0; j < columns(); ++j)
    for (std::int64_t k = first; k < last; ++k) result(k - first, j) = at(rows[k], places_[j]);
  if (with_ones) result.col(columns()).setOnes();
  return result;
}

matrix column_matrix::gram_of_signs(const std::vector<std::int64_t>& rows) const {
  constexpr std::int64_t bytes_a_word = 8;
  const auto n = static_cast<std::int64_t>(rows.size());
  const auto groups = static_cast<std::int64_t>(signs_.size());
  const std::int64_t words = (groups + bytes_a_word - 1) / bytes_a_word;
  const auto signs = static_cast<double>(places_.size() - floats_.size());
  std::vector<std::uint64_t> bits(static_cast<std::size_t>(n * words), 0);
  for (std::int64_t g = 0; g < groups; ++g)
    for (std::int64_t k = 0; k < n; ++k)
      bits[k * words + g / bytes_a_word] |= std::uint64_t{signs_[g].rows[rows[k]]}
                                            << (8 * (g % bytes_a_word));
  matrix result = matrix::Zero(n, n);
  const count_differences_function count = count_differences();
  std::vector<std::int64_t> differing(rows.size());
  for (std::int64_t k = 0; k < n; ++k) {
    count(&bits[k * words], &bits[k * words], n - k, words, differing.data());
    for (std::int64_t m = k; m < n; ++m)
      result(m, k) = signs - 2 * static_cast<double>(differing[m - k]);
    if (k % 64 == 0) report_.poll();
  }
  return result;
}

matrix column_matrix::gram_of(const std::vector<std::int64_t>& rows) const {
  const auto n = static_cast<std::int64_t>(rows.size());
  matrix result = signs_.empty() ? matrix::Zero(n, n).eval() : gram_of_signs(rows);
  if (floats_.empty()) return result;
  matrix z(n, static_cast<Eigen::Index>(floats_.size()));
  for (std::size_t j = 0; j < floats_.size(); ++j)
    for (std::int64_t k = 0; k < n; ++k)
      z(k, static_cast<Eigen::Index>(j)) = static_cast<double>(floats_[j].rows[rows[k]]);
  add_gram_of_rows(z, result, report_);
  return result;
}

}  // namespace coppice
