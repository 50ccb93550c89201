#include "masters/gram_of_signs.hpp"

#include <algorithm>
#include <array>

#include "core/huge_pages.hpp"
#include "core/popcount.hpp"

namespace coppice {
namespace {

std::int64_t words_of(std::int64_t rows) {
  return padded_words((rows + signs_a_word - 1) / signs_a_word);
}

}  // namespace

void gram_of_signs::go_to(const columns_of_signs& columns, const row_indices& rows,
                          thread_team& team, const progress& report) {
  find_changes(rows, report);
  const bool keeps = is_worth_keeping(columns, rows);
  const columns_of_signs counted = {columns.blocks, columns_, columns.rows};
  columns_ = 0;
  make_room(columns.count + 1);
  if (keeps) {
    add_rows(counted, came_, 1, team, report);
    add_rows(counted, went_, -1, team, report);
    columns_ = counted.count;
    add_columns(columns, rows, team, report);
  } else {
    counts_.setZero();
    add_rows(columns, rows, 1, team, report);
  }
  rows_ = rows;
  columns_ = columns.count;
}

void gram_of_signs::find_changes(const row_indices& rows, const progress& report) {
  came_.clear();
  went_.clear();
  if (columns_ == 0) return;
  std::set_difference(rows.begin(), rows.end(), rows_.begin(), rows_.end(),
                      std::back_inserter(came_));
  report.poll();
  std::set_difference(rows_.begin(), rows_.end(), rows.begin(), rows.end(),
                      std::back_inserter(went_));
  report.poll();
}

/// By the words that would be compared; the other way needs fewer passes over the matrix.
bool gram_of_signs::is_worth_keeping(const columns_of_signs& columns,
                                     const row_indices& rows) const {
  if (columns_ == 0) return false;
  const auto pairs = [](std::int64_t count) {
    return static_cast<double>(count) * static_cast<double>(count + 1) / 2;
  };
  const auto words = [](const row_indices& of) {
    return static_cast<double>(words_of(static_cast<std::int64_t>(of.size())));
  };
  const double of_rows = (words(came_) + words(went_)) * pairs(columns_);
  const double of_columns =
      static_cast<double>(words_of(columns.rows)) * (pairs(columns.count) - pairs(columns_));
  return 2 * (of_rows + of_columns) < words(rows) * pairs(columns.count);
}

void gram_of_signs::make_room(std::int64_t columns) {
  if (columns <= counts_.rows()) return;
  const std::int64_t size = std::max(columns, counts_.rows() + signs_a_word);
  counts_.conservativeResizeLike(matrix::Zero(size, size));
}

/// Adds what rows contribute to the products of the columns.
void gram_of_signs::add_rows(const columns_of_signs& columns, const row_indices& rows,
                             double factor, thread_team& team, const progress& report) {
  if (rows.empty()) return;
  matrix_view to(counts_.data(), counts_.rows(), counts_.cols());
  add_products_of_signs(signs_on_rows(columns, rows, ones::before, bits_, team, report), factor, to,
                        team, report);
}

/// The products of new columns with all, over the rows.
void gram_of_signs::add_columns(const columns_of_signs& columns, const row_indices& rows,
                                thread_team& team, const progress& report) {
  if (columns.count == columns_) return;
  stand_up(columns, team, report);
  const std::int64_t words = words_of(columns.rows);
  resize_anew(bits_, static_cast<std::size_t>(2 * words));
  std::uint64_t* const taken = bits_.data();
  std::uint64_t* const all_ones = bits_.data() + words;
  std::fill(taken, taken + words, 0);
  std::fill(all_ones, all_ones + words, ~std::uint64_t{0});
  for (const std::int64_t i : rows)
    taken[i / signs_a_word] |= std::uint64_t{1} << (i % signs_a_word);
  const auto n = static_cast<std::int64_t>(rows.size());
  const count_differences_function count = count_differences();
  team.run(
      columns.count - columns_,
      [&](std::int64_t task) {
        const std::int64_t j = columns_ + task;
        const std::uint64_t* const bits =
            standing_[j / signs_a_word].get() + j % signs_a_word * words;
        std::array<std::int64_t, signs_a_word> differing{};
        count(bits, taken, all_ones, 1, words, differing.data());
        counts_(j + 1, 0) = static_cast<double>(n - 2 * differing[0]);
        for (std::int64_t first = 0; first <= j; first += signs_a_word) {
          const std::int64_t here = std::min(signs_a_word, j + 1 - first);
          count(bits, taken, standing_[first / signs_a_word].get(), here, words, differing.data());
          for (std::int64_t k = 0; k < here; ++k)
            counts_(j + 1, first + k + 1) = static_cast<double>(n - 2 * differing[k]);
        }
      },
      [&report] { report.poll(); });
}

void gram_of_signs::stand_up(const columns_of_signs& columns, thread_team& team,
                             const progress& report) {
  const std::int64_t words = words_of(columns.rows);
  for (auto b = static_cast<std::int64_t>(standing_.size()); signs_a_word * b < columns.count; ++b)
    standing_.push_back(
        std::make_unique<std::uint64_t[]>(static_cast<std::size_t>(signs_a_word * words)));
  const std::int64_t from = stood_up_;
  team.run(
      columns.count - from,
      [&](std::int64_t task) {
        const std::int64_t j = from + task;
        const std::uint64_t* const block = columns.blocks[j / signs_a_word].get();
        std::uint64_t* const bits = standing_[j / signs_a_word].get() + j % signs_a_word * words;
        for (std::int64_t i = 0; i < columns.rows; ++i) {
          std::uint64_t& word = bits[i / signs_a_word];
          const std::uint64_t bit = (block[i] >> (j % signs_a_word)) & 1;
          word = (i % signs_a_word == 0 ? 0 : word) | bit << (i % signs_a_word);
        }
      },
      [&report] { report.poll(); });
  stood_up_ = columns.count;
}

void gram_of_signs::add_to(matrix_view& to, double factor, bool with_ones) const {
  const auto j = static_cast<Eigen::Index>(columns_);
  to.topLeftCorner(j, j).triangularView<Eigen::Lower>() += factor * counts_.block(1, 1, j, j);
  if (!with_ones) return;
  to.row(j).head(j) += factor * counts_.col(0).segment(1, j).transpose();
  to(j, j) += factor * static_cast<double>(rows_.size());
}

}  // namespace coppice
