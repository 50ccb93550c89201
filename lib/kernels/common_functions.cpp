#include "kernels/common_functions.hpp"

#include "core/exponential.hpp"

namespace coppice {
namespace {

void subtract(const std::vector<double>& numbers, double* sums, std::int64_t count) {
  for (std::int64_t k = 0; k < count; ++k) sums[k] = numbers[0] - sums[k];
}

void fall(const std::vector<double>& numbers, double* sums, std::int64_t count) {
  exponentiate(-numbers[0], sums, count);
}

}  // namespace

pair_function constant_less_distance(double constant) {
  pair_function made;
  made.term = pair_term::absolute;
  made.numbers = {constant};
  made.of_sums = subtract;
  made.diagonal = constant;
  if (constant == 0) made.additive = {1, 0, 0};
  return made;
}

pair_function falling_exponential(pair_term term, double gamma) {
  pair_function made;
  made.term = term;
  made.numbers = {gamma};
  made.of_sums = fall;
  made.diagonal = 1;
  return made;
}

}  // namespace coppice
