#include "kernels/gamma.hpp"

#include "core/error.hpp"

namespace coppice {

option gamma_option(const char* help) {
  return real_option("gamma", "0", 0, false, 1e100, "0 <= gamma <= 1e100", help);
}

double settled_gamma(option_values& options, std::int64_t features, double scatter) {
  const double asked = options.real("gamma");
  if (asked > 0) return asked;
  const double gamma = scatter == 0 ? 1 : 1 / (static_cast<double>(features) * scatter);
  if (!(gamma >= 1e-100 && gamma <= 1e100))
    fail(
        COPPICE_INVALID_DATA, "the features' mean scatter is ", scatter,
        ", for which option gamma=0 has no value; expected features on a scale from 1e-50 to 1e50");
  options.set_real("gamma", gamma);
  return gamma;
}

}  // namespace coppice
