#include "methods/pegasos_options.hpp"

#include <cmath>

#include "core/error.hpp"

namespace coppice {

option lambda_option(const char* name, const char* range, const char* help) {
  return real_option(name, "0.01", 1e-12, false, 1e12, range, help);
}

option rate_floor_option() {
  return real_option("rate_floor", "0", 0, false, 1e12, "0 <= rate_floor <= 1e12",
                     "the learning rate falls no further than this, so that what has changed is "
                     "learned anew; 0: it falls for ever");
}

pegasos_rate rate_of(const option_values& options, const char* lambda) {
  const double value = options.real(lambda);
  const double floor = options.real("rate_floor");
  if (floor * value >= 1)
    fail(COPPICE_INVALID_OPTION, "option rate_floor is ", floor, " and ", lambda, " is ", value,
         "; expected rate_floor < 1 / ", lambda);
  return {value, floor, 1 / std::sqrt(value)};
}

}  // namespace coppice
