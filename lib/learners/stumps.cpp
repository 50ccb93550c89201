#include "learners/stumps.hpp"

#include "core/text.hpp"

namespace coppice {
namespace {

std::unique_ptr<weak_learners> load(document& saved, const learner_loading& loading) {
  auto indices = saved.take_integers<std::int32_t>("feature", 0, loading.features - 1);
  std::vector<double> thresholds = saved.take_finite_numbers("threshold");
  if (indices.size() != thresholds.size())
    fail_damaged(text("it has stumps with ", indices.size(), " features and ", thresholds.size(),
                      " thresholds"));
  return std::make_unique<stumps>(std::move(indices), std::move(thresholds));
}

}  // namespace

const learner_kind& stump_learners() {
  static const learner_kind kind = {"stump", load};
  return kind;
}

}  // namespace coppice
