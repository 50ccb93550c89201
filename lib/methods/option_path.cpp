#include "methods/option_path.hpp"

#include "methods/folds.hpp"
#include "methods/selection.hpp"

namespace coppice {
namespace {

constexpr const char* learners = "learners";

/// One fit with the largest number, whose curve on the rows held out has all the others.
std::vector<path_point> follow_learners(const path_request& request) {
  solver_settings settings = request.settings;
  if (!request.values.empty()) settings.options.set_real(learners, request.values.back());
  const auto fitted = fit_part(settings, request.training, &request.held_out, request.whole);
  std::vector<path_point> points;
  for (const curve_point& point : fitted->report().curve)
    points.push_back({point.learners, point.validation_criterion});
  // Without a single learner to choose, one is as good as any number.
  if (points.empty())
    points.push_back({1, measure(request.by, *fitted, request.held_out, request.whole)});
  return points;
}

}  // namespace

option_path path_of_learners() {
  return {learners, follow_learners};
}

}  // namespace coppice
