#include "methods/criterion.hpp"

#include "model/prediction.hpp"

namespace coppice {

const criterion& default_criterion() {
  static const criterion error = {
      "error",
      [](const model& fitted, const dataset& examples) { return error_rate(fitted, examples, 1); },
      &curve_point::validation_error};
  return error;
}

}  // namespace coppice
