#include "core/sort.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

namespace coppice {
namespace {

constexpr int digit_bits = 11;
constexpr std::size_t digit_values = std::size_t{1} << digit_bits;
constexpr int digits_a_key = (64 + digit_bits - 1) / digit_bits;
constexpr std::size_t keys_a_piece = std::size_t{1} << 18;  // some milliseconds between polls
constexpr std::size_t few = 256;                            // below, comparison is as fast
constexpr std::uint64_t sign = std::uint64_t{1} << 63U;

/// The bits of a double as a whole number of the same order.
std::uint64_t key_of(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

std::uint64_t key_of(const value_of_row& item) {
  return key_of(item.value);
}

std::size_t digit_of(std::uint64_t key, int digit) {
  return (key >> static_cast<unsigned>(digit * digit_bits)) & (digit_values - 1);
}

/// Calls each(k) for k = 0 .. count - 1, polling now and then.
template <class Each>
void polled(std::size_t count, const progress& report, const Each& each) {
  for (std::size_t first = 0; first < count; first += keys_a_piece) {
    const std::size_t last = std::min(count, first + keys_a_piece);
    for (std::size_t k = first; k < last; ++k) each(k);
    report.poll();
  }
}

/// In the order of the digits from `lowest` on; items that are alike in these stay in their order.
template <class Items>
void sort_by_digits(Items& items, Items& room, int lowest, const progress& report) {
  const std::size_t n = items.size();
  resize_anew(room, n);
  report.poll();
  std::vector<std::array<std::size_t, digit_values>> counts(
      static_cast<std::size_t>(digits_a_key - lowest));
  polled(n, report, [&](std::size_t k) {
    const std::uint64_t key = key_of(items[k]);
    for (int d = lowest; d < digits_a_key; ++d) ++counts[d - lowest][digit_of(key, d)];
  });
  for (int d = lowest; d < digits_a_key; ++d) {
    std::array<std::size_t, digit_values>& places = counts[d - lowest];
    if (places[digit_of(key_of(items[0]), d)] == n) continue;
    std::size_t place = 0;
    for (std::size_t& count : places) place += std::exchange(count, place);
    polled(n, report,
           [&](std::size_t k) { room[places[digit_of(key_of(items[k]), d)]++] = items[k]; });
    items.swap(room);
  }
}

/// By insertion, where no item has far to go; false, and some order, where one has.
template <class Items>
bool sort_nearly_sorted(Items& items, const progress& report) {
  constexpr std::size_t furthest = 16;
  bool is_sorted = true;
  polled(items.size(), report, [&](std::size_t k) {
    if (k == 0 || !is_sorted || key_of(items[k - 1]) <= key_of(items[k])) return;
    const auto item = items[k];
    std::size_t to = k;
    for (; to > 0 && key_of(items[to - 1]) > key_of(item); --to) items[to] = items[to - 1];
    items[to] = item;
    is_sorted = k - to <= furthest;
  });
  return is_sorted;
}

/// In the order of the keys; items of equal keys stay in theirs. The first half of the digits says
/// nearly all of columns that are not crowded.
template <class Items>
void sort_by_radix(Items& items, Items& room, const progress& report) {
  if (items.size() < few)
    return std::stable_sort(items.begin(), items.end(),
                            [](const auto& a, const auto& b) { return key_of(a) < key_of(b); });
  sort_by_digits(items, room, digits_a_key / 2, report);
  if (!sort_nearly_sorted(items, report)) sort_by_digits(items, room, 0, report);
}

}  // namespace

void sort(std::vector<double>& values, const progress& report) {
  std::vector<double> room;
  sort_by_radix(values, room, report);
}

void sort(unset_vector<value_of_row>& values, unset_vector<value_of_row>& room,
          const progress& report) {
  sort_by_radix(values, room, report);
}

}  // namespace coppice
