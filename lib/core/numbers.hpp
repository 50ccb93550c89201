// Numbers from text, and sums whose rounding does not depend on who computes them.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace coppice {

enum class number_error { none, not_a_number, overflow };

/// The whole of `token` as the nearest double, whatever the locale. (Where it rounds is up to the
/// rounding mode, which is to nearest in every entry: capi/edge.hpp.) One leading '+' is allowed;
/// nan and inf are not numbers here; what is too small for a double is 0.
number_error parse_double(std::string_view token, double& value);

/// Whether `token` says that a value is missing: "NA", "?", or "nan" in any case and with any sign.
bool means_missing(std::string_view token);

/// The whole of `token` as an integer.
number_error parse_int(std::string_view token, std::int64_t& value);

/// Whether a float is this very number.
inline bool is_float(double value) {
  return std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max()) &&
         static_cast<double>(static_cast<float>(value)) == value;
}

/// The weight of the rows of which something is true, as a fraction of the weight of all; NaN
/// without rows of positive weight.
class weighted_fraction {
 public:
  void add(double weight, bool is_true) {
    all_ += weight;
    if (is_true) part_ += weight;
  }
  void add(const weighted_fraction& other) {
    all_ += other.all_;
    part_ += other.part_;
  }
  [[nodiscard]] double value() const { return part_ / all_; }

 private:
  double part_ = 0;
  double all_ = 0;
};

/// Eight partial sums, added up in a fixed order.
inline double added_up(const std::array<double, 8>& partial) {
  return ((partial[0] + partial[4]) + (partial[1] + partial[5])) +
         ((partial[2] + partial[6]) + (partial[3] + partial[7]));
}

/// sum_i a_i b_i in eight interleaved partial sums, added up in a fixed order: the compiler may
/// vectorise it (it may not reorder a single running sum) and the result is always the same.
template <class A, class B>
double dot(const A* a, const B* b, std::int64_t n) {
  constexpr std::int64_t lanes = 8;
  std::array<double, lanes> partial{};
  std::int64_t i = 0;
  for (; i + lanes <= n; i += lanes)
    for (std::int64_t k = 0; k < lanes; ++k)
      partial[k] += static_cast<double>(a[i + k]) * static_cast<double>(b[i + k]);
  for (std::int64_t k = 0; i < n; ++i, ++k)
    partial[k] += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return added_up(partial);
}

/// sum_k term(k), k = 0 .. n - 1, in such partial sums: term(k) is in that of place(k) modulo 8.
template <class Place, class Term>
double sum_by_place(std::int64_t n, const Place& place, const Term& term) {
  std::array<double, 8> partial{};
  for (std::int64_t k = 0; k < n; ++k) partial[place(k) % partial.size()] += term(k);
  return added_up(partial);
}

/// sum_k a_k b_{at[k]}, in the same partial sums.
template <class A, class B>
double dot_at(const A* a, const B* b, const std::int64_t* at, std::int64_t n) {
  return sum_by_place(
      n, [](std::int64_t k) { return static_cast<std::uint64_t>(k); },
      [=](std::int64_t k) { return static_cast<double>(a[k]) * static_cast<double>(b[at[k]]); });
}

}  // namespace coppice
