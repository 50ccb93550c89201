#include "masters/column_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <type_traits>

#include "core/huge_pages.hpp"
#include "core/row_sums.hpp"
#include "masters/gram_of_signs.hpp"
#include "masters/sign_products.hpp"

namespace coppice {
namespace {

/// Rows whose sums stay in the first-level cache while all columns pass over them.
constexpr std::int64_t rows_a_task = 1024;

std::uint32_t bits_of(float value) {
  static_assert(std::numeric_limits<float>::is_iec559);
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// Whether all of some rows are -1 or +1, which differ in their first bit. Without a branch a row:
/// by vectors.
bool are_signs(const float* column, std::int64_t first, std::int64_t last) {
  const std::uint32_t one = bits_of(1);
  std::uint32_t differing = 0;
  for (std::int64_t i = first; i < last; ++i) differing |= (bits_of(column[i]) ^ one) << 1;
  return differing == 0;
}

/// Of each column, one after the other.
std::vector<bool> are_signs(const float* columns, std::int64_t count, std::int64_t rows,
                            thread_team& team, const progress& report) {
  const auto of_block =
      of_blocks<std::vector<bool>>(team, report, rows, [&](std::int64_t first, std::int64_t last) {
        std::vector<bool> are;
        for (std::int64_t k = 0; k < count; ++k)
          are.push_back(are_signs(columns + k * rows, first, last));
        return are;
      });
  std::vector<bool> are(static_cast<std::size_t>(count), true);
  for (const std::vector<bool>& some : of_block)
    for (std::size_t k = 0; k < are.size(); ++k) are[k] = are[k] && some[k];
  return are;
}

using row_groups = std::map<double, row_indices>;

/// The rows of each distinct curvature; nothing where there are too many to be worth it.
row_groups by_curvature(const row_indices& rows, const row_values& curvatures,
                        const progress& report) {
  row_groups groups;
  row_indices* group = nullptr;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    report.poll_at(static_cast<std::int64_t>(k));
    if (k == 0 || curvatures[k] != curvatures[k - 1]) group = &groups[curvatures[k]];
    if (groups.size() > column_matrix::most_groups) return {};
    group->push_back(rows[k]);
  }
  return groups;
}

}  // namespace

column_matrix::column_matrix(const column_matrix& other)
    : design(other),
      rows_(other.rows_),
      team_(other.team_),
      report_(other.report_),
      places_(other.places_),
      sign_columns_(other.sign_columns_),
      float_columns_(other.float_columns_) {
  const auto copy = [this](const auto& blocks, std::int64_t width, auto& to) {
    using value = std::remove_reference_t<decltype(to.front()[0])>;
    for (const auto& block : blocks) {
      to.push_back(std::unique_ptr<value[]>(new value[rows_ * width]));
      report_.in_pieces(rows_ * width, progress::rows_a_poll,
                        [&](std::int64_t first, std::int64_t count) {
                          std::copy_n(&block[first], count, &to.back()[first]);
                        });
    }
  };
  copy(other.signs_, 1, signs_);
  copy(other.floats_, floats_a_block, floats_);
}

/// The block that a column goes to is made where the column is its first.
column_matrix::place column_matrix::make_place(bool is_sign) {
  const auto rows = static_cast<std::size_t>(rows_);
  if (is_sign) {
    const place to = {true, sign_columns_ / signs_a_block, sign_columns_ % signs_a_block};
    if (to.column == 0) signs_.push_back(std::make_unique<std::uint64_t[]>(rows));
    report_.poll();
    ++sign_columns_;
    return to;
  }
  const place to = {false, float_columns_ / floats_a_block, float_columns_ % floats_a_block};
  if (to.column == 0) {
    floats_.push_back(std::unique_ptr<float[]>(new float[rows * floats_a_block]));
    report_.in_pieces(rows_, progress::rows_a_poll, [&](std::int64_t first, std::int64_t count) {
      std::fill_n(floats_.back().get() + first * floats_a_block, count * floats_a_block, 0.0F);
    });
  }
  ++float_columns_;
  return to;
}

void column_matrix::append(const float* columns, std::int64_t count) {
  const std::vector<bool> signs = are_signs(columns, count, rows_, team_, report_);
  const auto before = static_cast<std::int64_t>(places_.size());
  for (std::int64_t k = 0; k < count; ++k) places_.push_back(make_place(signs[k]));
  for_rows(team_, report_, rows_, 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t k = 0; k < count; ++k) {
      const place& to = places_[before + k];
      const float* const column = columns + k * rows_;
      if (to.is_sign) {
        std::uint64_t* const block = signs_[to.block].get();
        const std::uint64_t bit = std::uint64_t{1} << to.column;
        for (std::int64_t i = first; i < last; ++i)
          block[i] |= (std::uint64_t{bits_of(column[i]) >> 31} - 1) & bit;
      } else {
        float* const block = floats_[to.block].get();
        for (std::int64_t i = first; i < last; ++i)
          block[i * floats_a_block + to.column] = column[i];
      }
    }
  });
}

void column_matrix::append_signs(const column_matrix& others) {
  const std::int64_t before = sign_columns_;
  for (std::int64_t k = 0; k < others.sign_columns_; ++k) places_.push_back(make_place(true));
  const std::int64_t shift = before % signs_a_block;
  for_rows(team_, report_, rows_, 1, [&](std::int64_t first, std::int64_t last) {
    for (std::size_t b = 0; b < others.signs_.size(); ++b) {
      const std::uint64_t* const from = others.signs_[b].get();
      const std::size_t to = before / signs_a_block + b;
      for (std::int64_t i = first; i < last; ++i) signs_[to][i] |= from[i] << shift;
      if (shift == 0 || to + 1 == signs_.size()) continue;
      for (std::int64_t i = first; i < last; ++i)
        signs_[to + 1][i] |= from[i] >> (signs_a_block - shift);
    }
  });
}

void column_matrix::keep_signs(std::int64_t count) noexcept {
  places_.resize(static_cast<std::size_t>(count));
  sign_columns_ = count;
  signs_.resize(static_cast<std::size_t>((count + signs_a_block - 1) / signs_a_block));
  if (count % signs_a_block == 0) return;
  const std::uint64_t kept = (std::uint64_t{1} << (count % signs_a_block)) - 1;
  for (std::int64_t i = 0; i < rows_; ++i) signs_.back()[i] &= kept;
}

double column_matrix::at(std::int64_t i, const place& of) const {
  if (!of.is_sign) return static_cast<double>(floats_[of.block][i * floats_a_block + of.column]);
  return ((signs_[of.block][i] >> of.column) & 1) != 0 ? 1.0 : -1.0;
}

void column_matrix::get(std::int64_t column, std::vector<float>& outputs) const {
  outputs.resize(static_cast<std::size_t>(rows_));
  const place& of = places_[column];
  for_rows(team_, report_, rows_, 1, [&](std::int64_t first, std::int64_t last) {
    if (of.is_sign) {
      const std::uint64_t* const block = signs_[of.block].get();
      for (std::int64_t i = first; i < last; ++i)
        outputs[i] =
            static_cast<float>(static_cast<std::int32_t>((block[i] >> of.column) & 1) * 2 - 1);
    } else {
      for (std::int64_t i = first; i < last; ++i) outputs[i] = static_cast<float>(at(i, of));
    }
  });
}

column_matrix::weighted_columns column_matrix::weigh(std::int64_t first, const vector& w) const {
  weighted_columns result;
  const auto put = [](double weight, const place& of, std::int64_t size, std::int64_t& first_block,
                      std::vector<double>& blocks) {
    if (blocks.empty()) first_block = of.block;
    const std::int64_t block = (of.block - first_block) * size;
    if (static_cast<std::int64_t>(blocks.size()) <= block) blocks.resize(block + size, 0.0);
    blocks[block + of.column] = weight;
  };
  for (std::int64_t k = 0; k < w.size(); ++k) {
    const place& of = places_[first + k];
    if (of.is_sign)
      put(w[k], of, signs_a_block, result.first_signs, result.signs);
    else
      put(w[k], of, floats_a_block, result.first_floats, result.floats);
  }
  return result;
}

void column_matrix::gather_sums(const weighted_columns& sums, vector& result) const {
  for (std::int64_t j = 0; j < columns(); ++j) {
    const place& of = places_[j];
    result[j] += of.is_sign ? sums.signs[of.block * signs_a_block + of.column]
                            : sums.floats[of.block * floats_a_block + of.column];
  }
}

void column_matrix::add_products(const weighted_columns& w, const std::int64_t* rows,
                                 std::int64_t first, std::int64_t last, double* f) const {
  const std::int64_t* named = rows == nullptr ? nullptr : rows + first;
  const std::int64_t skipped = rows == nullptr ? first : 0;
  const auto sign_blocks = static_cast<std::int64_t>(w.signs.size()) / signs_a_block;
  const auto float_blocks = static_cast<std::int64_t>(w.floats.size()) / floats_a_block;
  for (std::int64_t b = 0; b < sign_blocks; ++b)
    kernels_.add_sign_products(signs_[w.first_signs + b].get() + skipped, named, last - first,
                               &w.signs[b * signs_a_block], f);
  for (std::int64_t b = 0; b < float_blocks; ++b)
    kernels_.add_float_products(floats_[w.first_floats + b].get() + skipped * floats_a_block, named,
                                last - first, &w.floats[b * floats_a_block], f);
}

void column_matrix::multiply(const vector& w, double start, const std::int64_t* rows,
                             std::int64_t count, double* f) const {
  const weighted_columns weights = weigh(0, w);
  team_.run((count + rows_a_task - 1) / rows_a_task,
            [&](std::int64_t task) {
              const std::int64_t first = task * rows_a_task;
              const std::int64_t last = std::min(count, first + rows_a_task);
              std::fill(f + first, f + last, start);
              add_products(weights, rows, first, last, f + first);
            },
            [this] { report_.poll(); });
}

void column_matrix::multiply(const vector& w, double start, std::vector<double>& f) const {
  f.resize(static_cast<std::size_t>(rows_));
  multiply(w, start, nullptr, rows_, f.data());
}

void column_matrix::multiply(const vector& w, double start, const row_indices& rows,
                             row_values& f) const {
  f.resize(rows.size());
  multiply(w, start, rows.data(), static_cast<std::int64_t>(rows.size()), f.data());
}

double column_matrix::multiply_row(std::int64_t i, std::int64_t first, const vector& w,
                                   double start) const {
  for (std::int64_t k = 0; k < w.size(); ++k) start += at(i, places_[first + k]) * w[k];
  return start;
}

/// In tasks of some rows and one block of columns each.
void column_matrix::correlate(const std::int64_t* rows, std::int64_t count, const double* v,
                              vector& result) const {
  const std::int64_t rows_a_task = rows_a_block(1);
  const auto sign_blocks = static_cast<std::int64_t>(signs_.size());
  const auto blocks = sign_blocks + static_cast<std::int64_t>(floats_.size());
  const std::int64_t parts = (count + rows_a_task - 1) / rows_a_task;
  std::vector<weighted_columns> sums(static_cast<std::size_t>(parts),
                                     {0, 0, std::vector<double>(signs_.size() * signs_a_block, 0.0),
                                      std::vector<double>(floats_.size() * floats_a_block, 0.0)});
  const auto add = [&](std::int64_t task) {
    const std::int64_t part = task / blocks;
    const std::int64_t block = task % blocks;
    const std::int64_t first = part * rows_a_task;
    const std::int64_t some = std::min(rows_a_task, count - first);
    const std::int64_t* named = rows == nullptr ? nullptr : rows + first;
    const std::int64_t skipped = rows == nullptr ? first : 0;
    if (block < sign_blocks) {
      kernels_.add_sign_correlations(signs_[block].get() + skipped, named, some, v + first,
                                     &sums[part].signs[block * signs_a_block]);
    } else {
      const std::int64_t b = block - sign_blocks;
      kernels_.add_float_correlations(floats_[b].get() + skipped * floats_a_block, named, some,
                                      v + first, &sums[part].floats[b * floats_a_block]);
    }
  };
  constexpr std::int64_t worth_sharing = 4096;  // rows x blocks; below, threads take longer to wake
  if (count * blocks < worth_sharing)
    for (std::int64_t task = 0; task < parts * blocks; ++task) add(task);
  else
    team_.run(parts * blocks, add, [this] { report_.poll(); });
  for (const weighted_columns& sum : sums) gather_sums(sum, result);
}

vector column_matrix::correlate(const std::vector<double>& v) const {
  vector result = vector::Zero(columns());
  correlate(nullptr, rows_, v.data(), result);
  return result;
}

void column_matrix::add_correlations(const row_indices& rows, const row_values& v,
                                     vector& result) const {
  correlate(rows.data(), static_cast<std::int64_t>(rows.size()), v.data(), result);
}

matrix_view column_matrix::gather(const std::int64_t* rows, std::int64_t first, std::int64_t last,
                                  bool with_ones, matrix_room& room) const {
  matrix_view result = room.make(last - first, columns() + (with_ones ? 1 : 0));
  for (std::int64_t j = 0; j < columns(); ++j) {
    const place& of = places_[j];
    double* const column = result.col(j).data();
    if (of.is_sign) {
      const std::uint64_t* const block = signs_[of.block].get();
      for (std::int64_t k = first; k < last; ++k)
        column[k - first] = static_cast<double>(
            2 * static_cast<std::int64_t>((block[rows[k]] >> of.column) & 1) - 1);
    } else {
      for (std::int64_t k = first; k < last; ++k) column[k - first] = at(rows[k], of);
    }
  }
  if (with_ones) result.col(columns()).setOnes();
  return result;
}

/// Of the columns of signs alone.
void column_matrix::add_gram_of_signs(const row_indices& rows, gram_room& room,
                                      matrix_view& to) const {
  const auto n = static_cast<std::int64_t>(rows.size());
  const auto blocks = static_cast<std::int64_t>(signs_.size());
  const std::int64_t words = padded_words(blocks);
  resize_anew(room.bits, static_cast<std::size_t>(n * words));
  for (std::int64_t k = 0; k < n; ++k) {
    std::uint64_t* const bits = &room.bits[k * words];
    for (std::int64_t b = 0; b < blocks; ++b) bits[b] = signs_[b][rows[k]];
    std::fill(bits + blocks, bits + words, 0);
  }
  add_products_of_signs({room.bits, n, words, sign_columns_}, 1, to, team_, report_);
}

matrix_view column_matrix::gram_of_rows(const row_indices& rows, gram_room& room) const {
  const auto n = static_cast<std::int64_t>(rows.size());
  matrix_view result = room.result.make(n, n);
  result.setZero();
  if (!signs_.empty()) add_gram_of_signs(rows, room, result);
  if (floats_.empty()) return result;
  matrix_view z = room.rows.make(n, float_columns_);
  for (std::int64_t j = 0; j < columns(); ++j) {
    const place& of = places_[j];
    if (of.is_sign) continue;
    for (std::int64_t k = 0; k < n; ++k)
      z(k, of.block * floats_a_block + of.column) = at(rows[k], of);
  }
  add_gram_of_rows(z, result, report_);
  return result;
}

matrix_view column_matrix::gram_of_columns(const row_indices& rows, const row_values& curvatures,
                                           bool with_ones, gram_room& room) const {
  constexpr std::int64_t rows_gathered = 2048;  // that are doubles at once
  constexpr std::size_t most_kept = 2;          // as class weights make them
  // Of fewer rows the matrix is counted as fast as it is looked through.
  const std::int64_t worth_keeping = std::max<std::int64_t>(4096, rows_ / 8);
  const std::int64_t size = columns() + (with_ones ? 1 : 0);
  const auto n = static_cast<std::int64_t>(rows.size());
  matrix_view result = room.result.make(size, size);
  result.setZero();
  const columns_of_signs signs = {signs_, sign_columns_, rows_};
  const row_groups groups =
      floats_.empty() ? by_curvature(rows, curvatures, report_) : row_groups();
  const bool keeps = n > worth_keeping && groups.size() <= most_kept;
  if (keeps && room.kept == nullptr) room.kept = std::make_shared<std::vector<gram_of_signs>>();
  if (keeps) room.kept->resize(groups.size());
  std::size_t next = 0;
  for (const auto& [curvature, some] : groups) {
    if (keeps) {
      gram_of_signs& kept = (*room.kept)[next++];
      kept.go_to(signs, some, team_, report_);
      kept.add_to(result, curvature, with_ones);
    } else {
      const ones of_ones = with_ones ? ones::behind : ones::nowhere;
      add_products_of_signs(signs_on_rows(signs, some, of_ones, room.bits, team_, report_),
                            curvature, result, team_, report_);
    }
  }
  if (!groups.empty()) return result;
  for (std::int64_t first = 0; first < n; first += rows_gathered) {
    const std::int64_t last = std::min(n, first + rows_gathered);
    matrix_view z = gather(rows.data(), first, last, with_ones, room.rows);
    for (std::int64_t k = first; k < last; ++k) z.row(k - first) *= std::sqrt(curvatures[k]);
    add_gram_of_columns(z, result, report_);
  }
  return result;
}

}  // namespace coppice
