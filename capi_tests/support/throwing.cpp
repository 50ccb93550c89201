// See throwing.h.
#include "throwing.h"

#include <stdexcept>

namespace {

throwing& of(void* user) {
  return *static_cast<throwing*>(user);
}

void count_down(std::int64_t& left) {
  if (left-- <= 0) throw std::runtime_error("thrown by a callback of the test");
}

}  // namespace

coppice_action throwing_progress(void* user, const coppice_progress_info* /*info*/) {
  count_down(of(user).progress);
  return COPPICE_CONTINUE;
}

coppice_action throwing_fit(void* user, const double* /*x*/, std::int64_t /*rows*/,
                            std::int64_t features, const double* /*residual*/,
                            std::int64_t /*scores*/, const double* /*chosen*/,
                            std::int64_t learners, double* parameters, std::int64_t /*count*/) {
  count_down(of(user).fit);
  parameters[0] = static_cast<double>(learners);
  return learners < features ? COPPICE_CONTINUE : COPPICE_STOP;
}

coppice_action throwing_evaluate(void* user, const double* parameters, std::int64_t /*count*/,
                                 const double* x, std::int64_t rows, std::int64_t features,
                                 double* outputs) {
  count_down(of(user).evaluate);
  for (std::int64_t i = 0; i < rows; ++i)
    outputs[i] = x[i * features + static_cast<std::int64_t>(parameters[0])];
  return COPPICE_CONTINUE;
}

coppice_action throwing_compare(void* user, const double* x, std::int64_t rows, const double* z,
                                std::int64_t others, std::int64_t features, double* out) {
  count_down(of(user).compare);
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < others; ++j)
      out[i * others + j] = x[i * features] * z[j * features];
  return COPPICE_CONTINUE;
}

void throwing_release(void* user) {
  count_down(of(user).release);
}
