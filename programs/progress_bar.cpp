// Drawing the bar, at most twenty times a second.
#include "progress_bar.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "text.hpp"

namespace program {
namespace {

constexpr std::size_t bar_width = 16;  // the whole line stays below 80 columns

std::string line_of(const fit_state& state) {
  const double done = state.iterations > 0 ? static_cast<double>(state.iteration) /
                                                 static_cast<double>(state.iterations)
                                           : 0;
  const auto filled = static_cast<std::size_t>(
      std::lround(std::clamp(done, 0.0, 1.0) * static_cast<double>(bar_width)));
  std::string line = "[" + left(std::string(filled, '#'), bar_width) + "] " +
                     std::to_string(state.iteration) + "/" + std::to_string(state.iterations);
  if (std::isnan(state.objective)) return line;
  line += "  objective " + significant(state.objective, 5) + "  gap " + scientific(state.gap, 1) +
          "  error " + fixed(state.train_error, 4);
  return std::isnan(state.validation_error) ? line : line + "/" + fixed(state.validation_error, 4);
}

}  // namespace

progress_bar::progress_bar(bool wanted) : shown_(wanted && isatty(STDERR_FILENO) == 1) {}

progress_bar::~progress_bar() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void progress_bar::show(const fit_state& state) {
  if (!shown_ || clock::now() - drawn_ < std::chrono::milliseconds(50)) return;
  std::fputs(("\r" + line_of(state) + "\033[K").c_str(), stderr);
  std::fflush(stderr);
  drawn_ = clock::now();
}

}  // namespace program
