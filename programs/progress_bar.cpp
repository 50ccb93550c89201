// Drawing the bar, at most twenty times a second.
#include "progress_bar.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include "handles.hpp"
#include "model_summary.hpp"
#include "text.hpp"

namespace program {
namespace {

constexpr std::size_t bar_width = 16;  // the whole line stays below 80 columns

std::int64_t get_int(const coppice_progress_info* info, const char* name) {
  return get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_progress_get_int(info, name, out); });
}

double get_double(const coppice_progress_info* info, const char* name) {
  return get_value<double>(
      [&](double* out) { return coppice_progress_get_double(info, name, out); });
}

std::string line_of(const coppice_progress_info* info) {
  const std::int64_t iteration = get_int(info, "iteration");
  const std::int64_t iterations = get_int(info, "iterations");
  const double done =
      iterations > 0 ? static_cast<double>(iteration) / static_cast<double>(iterations) : 0;
  const auto filled = static_cast<std::size_t>(
      std::lround(std::clamp(done, 0.0, 1.0) * static_cast<double>(bar_width)));
  std::string line = "[" + left(std::string(filled, '#'), bar_width) + "] " +
                     std::to_string(iteration) + "/" + std::to_string(iterations);
  if (const double alignment = get_double(info, "alignment"); !std::isnan(alignment)) {
    const double validation = get_double(info, "validation_alignment");
    line += "  alignment " + fixed(alignment, 4);
    return std::isnan(validation) ? line : line + "/" + fixed(validation, 4);
  }
  const double objective = get_double(info, "objective");
  if (std::isnan(objective)) return line;
  line += "  objective " + significant(objective, 5) + "  gap " +
          described_gap(get_double(info, "gap"));
  const double train_error = get_double(info, "train_error");
  const double validation_error = get_double(info, "validation_error");
  if (std::isnan(train_error)) {  // numbers are learned
    const double criterion = get_double(info, "validation_criterion");
    return std::isnan(criterion) ? line : line + "  validation " + significant(criterion, 5);
  }
  line += "  error " + fixed(train_error, 4);
  return std::isnan(validation_error) ? line : line + "/" + fixed(validation_error, 4);
}

}  // namespace

progress_bar::progress_bar(bool wanted) : shown_(wanted && isatty(STDERR_FILENO) == 1) {}

progress_bar::~progress_bar() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void progress_bar::show(const coppice_progress_info* info) {
  if (!shown_ || clock::now() - drawn_ < std::chrono::milliseconds(50)) return;
  std::fputs(("\r" + line_of(info) + "\033[K").c_str(), stderr);
  std::fflush(stderr);
  drawn_ = clock::now();
}

}  // namespace program
