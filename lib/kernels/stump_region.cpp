// The kernel of stump regions (Lin & Li, definition 17), which embodies AND and OR of up to L
// stumps:
//
//     K(x, z) = 2^L Delta_S^L sum_{l = 1..L} ((K_S(x, z) + Delta_S) / (2 Delta_S))^l
//
// of rows clipped to [L_d, R_d], K_S and Delta_S as of the stump kernel.
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "kernels/kernel.hpp"
#include "kernels/range_options.hpp"

namespace coppice {

const kernel_kind& stump_region_kernel();

namespace {

void stump_region_values(const std::vector<double>& numbers, double* sums, std::int64_t count) {
  const double whole = numbers[0];  // 2 Delta_S
  const double factor = numbers[1];
  const auto stumps = static_cast<std::int64_t>(numbers[2]);
  for (std::int64_t k = 0; k < count; ++k) {
    const double share = (whole - sums[k]) / whole;
    double powers = 0;
    for (std::int64_t l = 0; l < stumps; ++l) powers = share * (1 + powers);
    sums[k] = factor * powers;
  }
}

pair_function stump_region_pairs(const pair_setting& setting) {
  const double whole = 2 * setting.extent.half_range();
  const auto stumps = static_cast<double>(setting.options.integer("stumps"));
  const double factor = std::pow(whole, stumps);
  if (!(factor > 0 && factor <= std::numeric_limits<double>::max() / stumps))
    fail(COPPICE_INVALID_DATA, "kernel stump-region has the value ", factor * stumps,
         " of equal rows, where the sum of the features' ranges is ", whole, " and option stumps ",
         stumps, "; expected features on a scale that gives a positive, finite number");
  pair_function made;
  made.term = pair_term::absolute;
  made.numbers = {whole, factor, stumps};
  made.of_sums = stump_region_values;
  made.mapping = row_mapping::clipped;
  made.diagonal = factor * stumps;
  return made;
}

}  // namespace

const kernel_kind& stump_region_kernel() {
  static const kernel_kind kind = {
      "stump-region",
      "embodies AND and OR of some decision stumps",
      {integer_option("stumps", "2", 1, 100, "1 <= stumps <= 100", "most stumps of a region"),
       lower_option(), upper_option()},
      extent_wanted::range,
      stump_region_pairs};
  return kind;
}

}  // namespace coppice
