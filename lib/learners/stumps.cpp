#include "learners/stumps.hpp"

#include "core/text.hpp"

namespace coppice {
namespace {

std::unique_ptr<weak_learners> load(const document& saved, const learner_loading& loading) {
  const std::vector<std::int64_t> indices = saved.integers("feature", 0, loading.features - 1);
  std::vector<double> thresholds = saved.finite_numbers("threshold");
  if (indices.size() != thresholds.size())
    fail_damaged(text("it has stumps with ", indices.size(), " features and ", thresholds.size(),
                      " thresholds"));
  return std::make_unique<stumps>(std::vector<std::int32_t>(indices.begin(), indices.end()),
                                  std::move(thresholds));
}

}  // namespace

const learner_kind& stump_learners() {
  static const learner_kind kind = {"stump", load};
  return kind;
}

}  // namespace coppice
