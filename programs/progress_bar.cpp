// The parts of the line, the most important first.
#include "progress_bar.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "handles.hpp"
#include "model_summary.hpp"
#include "text.hpp"

namespace program {
namespace {

std::int64_t get_int(const coppice_progress_info* info, const char* name) {
  return get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_progress_get_int(info, name, out); });
}

double get_double(const coppice_progress_info* info, const char* name) {
  return get_value<double>(
      [&](double* out) { return coppice_progress_get_double(info, name, out); });
}

/// A bar that leaves room for numbers beside it.
std::string bar_of(double done) {
  const std::size_t width = std::clamp<std::size_t>(terminal_width() / 5, 4, 16);
  const auto filled = static_cast<std::size_t>(
      std::lround(std::clamp(done, 0.0, 1.0) * static_cast<double>(width)));
  return "[" + left(std::string(filled, '#'), width) + "]";
}

/// "training" or "training/validation".
std::string both(double training, double validation) {
  return fixed(training, 4) + (std::isnan(validation) ? "" : "/" + fixed(validation, 4));
}

void add_errors(std::vector<std::string>& parts, const coppice_progress_info* info) {
  const double alignment = get_double(info, "alignment");
  if (!std::isnan(alignment))
    return parts.push_back("alignment " +
                           both(alignment, get_double(info, "validation_alignment")));
  const double train_error = get_double(info, "train_error");
  if (!std::isnan(train_error))
    return parts.push_back("error " + both(train_error, get_double(info, "validation_error")));
  const double criterion = get_double(info, "validation_criterion");  // numbers are learned
  if (!std::isnan(criterion)) parts.push_back("validation " + significant(criterion, 5));
}

std::vector<std::string> parts_of(const coppice_progress_info* info, const char* unit,
                                  double elapsed) {
  const std::int64_t iteration = get_int(info, "iteration");
  const std::int64_t iterations = get_int(info, "iterations");
  const double done =
      iterations > 0 ? static_cast<double>(iteration) / static_cast<double>(iterations) : 0;
  constexpr std::size_t narrow = 60;
  const std::string counted = terminal_width() < narrow ? "" : std::string(unit) + " ";
  std::vector<std::string> parts = {
      bar_of(done) + " " + counted + std::to_string(iteration) + "/" + std::to_string(iterations),
      duration_text(elapsed)};
  // As long as the others took so far: the first may take longer, and so may later ones.
  if (iteration > 0) parts.push_back(duration_text(elapsed * (1 - done) / done) + " left");
  add_errors(parts, info);
  const double objective = get_double(info, "objective");
  if (std::isnan(objective)) return parts;
  parts.push_back("gap " + described_gap(get_double(info, "gap")));
  parts.push_back("objective " + significant(objective, 5));
  return parts;
}

}  // namespace

void progress_bar::show(const coppice_progress_info* info) {
  line_.show([&] { return parts_of(info, unit_, line_.elapsed_seconds()); });
}

}  // namespace program
