#include "kernels/range_options.hpp"

#include <cmath>
#include <optional>

#include "core/error.hpp"
#include "core/numbers.hpp"

namespace coppice {
namespace {

constexpr const char* of_training = "training";

void check_bound(std::string_view value) {
  double number = 0;
  if (value != of_training && parse_double(value, number) != number_error::none)
    fail(COPPICE_INVALID_ARGUMENT, "expected a finite number, or ", of_training);
}

/// None where training shows it.
std::optional<double> bound(const option_values& options, const char* name) {
  double number = 0;
  if (parse_double(options.text(name), number) != number_error::none) return std::nullopt;
  return number;
}

}  // namespace

option lower_option() {
  return text_option("lower", of_training, check_bound, "a number, or training",
                     "least value of all features; training takes each one's in the training set");
}

option upper_option() {
  return text_option("upper", of_training, check_bound, "a number, or training",
                     "largest value of all features; training as for lower");
}

void widen_range(const option_values& options, feature_extent& extent) {
  const std::optional<double> lower = bound(options, "lower");
  const std::optional<double> upper = bound(options, "upper");
  if (lower && upper && *lower > *upper)
    fail(COPPICE_INVALID_ARGUMENT, "kernel options lower and upper are ", *lower, " and ", *upper,
         "; expected lower <= upper");
  for (std::size_t d = 0; d < extent.least.size(); ++d) {
    double& least = extent.least[d];
    double& most = extent.most[d];
    const bool above = lower && least < *lower;
    if (above || (upper && most > *upper)) {
      const auto place = static_cast<std::int64_t>(d);
      fail(COPPICE_INVALID_DATA, "feature ",
           extent.features == nullptr ? place : (*extent.features)[d], " has the value ",
           above ? least : most, " in training, ", above ? "below" : "above",
           " the kernel's option ", above ? "lower" : "upper", ", which is ",
           above ? *lower : *upper,
           "; expected training values in the range that kernel options name");
    }
    if (lower) least = *lower;
    if (upper) most = *upper;
  }
}

}  // namespace coppice
