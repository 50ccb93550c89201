#include "masters/sign_products.hpp"

#include <algorithm>
#include <array>

#include "core/huge_pages.hpp"
#include "core/popcount.hpp"
#include "core/transpose.hpp"

namespace coppice {

std::int64_t padded_words(std::int64_t words) {
  return words < 4 ? words : (words + 7) / 8 * 8;
}

/// The bits of a column are what stands by rows, mirrored.
vectors_of_signs signs_on_rows(const columns_of_signs& columns, const row_indices& rows,
                               ones of_ones, unset_vector<std::uint64_t>& bits, thread_team& team,
                               const progress& report) {
  const auto n = static_cast<std::int64_t>(rows.size());
  const std::int64_t used = (n + signs_a_word - 1) / signs_a_word;
  const std::int64_t words = padded_words(used);
  const std::int64_t size = columns.count + (of_ones == ones::nowhere ? 0 : 1);
  const std::int64_t first_column = of_ones == ones::before ? 1 : 0;
  const std::int64_t place_of_ones = of_ones == ones::before ? 0 : columns.count;
  resize_anew(bits, static_cast<std::size_t>(size * words));
  for (std::int64_t j = 0; j < size; ++j)
    std::fill(&bits[j * words] + used, &bits[j * words] + words, 0);
  constexpr std::int64_t words_a_task = 8;  // a cache line of a column
  const auto take = [&](std::int64_t word) {
    std::array<std::uint64_t, signs_a_word> square{};
    const std::int64_t here = std::min(signs_a_word, n - signs_a_word * word);
    for (std::int64_t b = 0; signs_a_word * b < columns.count; ++b) {
      square.fill(0);
      for (std::int64_t k = 0; k < here; ++k)
        square[k] = columns.blocks[b][rows[signs_a_word * word + k]];
      transpose(square);
      const std::int64_t last = std::min(signs_a_word, columns.count - signs_a_word * b);
      for (std::int64_t j = 0; j < last; ++j)
        bits[(first_column + signs_a_word * b + j) * words + word] = square[j];
    }
    if (of_ones != ones::nowhere)
      bits[place_of_ones * words + word] = ~std::uint64_t{0} >> (signs_a_word - here);
  };
  team.run((used + words_a_task - 1) / words_a_task,
           [&](std::int64_t task) {
             const std::int64_t last = std::min(used, (task + 1) * words_a_task);
             for (std::int64_t word = task * words_a_task; word < last; ++word) take(word);
           },
           [&report] { report.poll(); });
  return {bits, size, words, n};
}

void add_products_of_signs(const vectors_of_signs& of, double factor, matrix_view& to,
                           thread_team& team, const progress& report) {
  constexpr std::int64_t vectors_a_task = 16;
  const std::int64_t n = of.count;
  const count_differences_function count = count_differences();
  team.run((n + vectors_a_task - 1) / vectors_a_task,
           [&](std::int64_t task) {
             const std::int64_t first = task * vectors_a_task;
             std::vector<std::int64_t> differing(static_cast<std::size_t>(n - first));
             for (std::int64_t k = first; k < std::min(n, first + vectors_a_task); ++k) {
               const std::uint64_t* const bits = &of.bits[k * of.words];
               count(bits, nullptr, bits, n - k, of.words, differing.data());
               for (std::int64_t m = k; m < n; ++m)
                 to(m, k) += factor * static_cast<double>(of.signs - 2 * differing[m - k]);
             }
           },
           [&report] { report.poll(); });
}

}  // namespace coppice
