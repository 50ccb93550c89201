#include "learners/stumps.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "learners/stump_sums.hpp"

namespace coppice {

/// Of one score many rows at once, with the same additions.
void stumps::add_weighted_strided(const strided_rows& rows, const double* weights,
                                  std::int64_t scores, double* sums) const {
  std::int64_t done = 0;
  if (scores == 1)
    done = add_many_rows({features_.data(), thresholds_.data(), missing_above_.data(), size()},
                         rows, weights, sums);
  if (done == rows.rows) return;  // and there is no row after the last to point to
  learners_one_by_one::add_weighted_strided(
      {rows.row(done), rows.rows - done, rows.row_stride, rows.column_stride}, weights, scores,
      sums + done * scores);
}

bool stumps::find_steps(std::int64_t j, step_function& out) const {
  out = {sides[0], sides[missing_above_[j]], {}};
  if (thresholds_[j] < above_all_values) out.steps.push_back({thresholds_[j], sides[1] - sides[0]});
  return true;
}

document stumps::save() const {
  document saved = document().with("feature", features_).with("threshold", thresholds_);
  const bool all_below = std::all_of(missing_above_.begin(), missing_above_.end(),
                                     [](auto side) { return side == 0; });
  if (!all_below) saved.add("missing_above", missing_above_);
  return saved;
}

document stumps::describe(std::int64_t j) const {
  document described = document().with("feature", features_[j]);
  if (thresholds_[j] == above_all_values && missing_above_[j] != 0)
    return std::move(described).with("condition", "is missing");
  return std::move(described)
      .with("threshold", thresholds_[j])
      .with("missing", missing_above_[j] != 0 ? "above" : "below");
}

namespace {

std::unique_ptr<weak_learners> load_stumps(document& saved, const learner_loading& loading) {
  auto indices = saved.take_integers<std::int32_t>("feature", 0, loading.features - 1);
  std::vector<double> thresholds = saved.take_finite_numbers("threshold");
  if (indices.size() != thresholds.size())
    fail_damaged(text("it has stumps with ", indices.size(), " features and ", thresholds.size(),
                      " thresholds"));
  std::vector<std::int32_t> missing_above(indices.size(), 0);
  if (saved.has("missing_above"))
    missing_above = saved.take_integers<std::int32_t>("missing_above", 0, 1);
  if (missing_above.size() != indices.size())
    fail_damaged(text("it has stumps with ", indices.size(), " features and ", missing_above.size(),
                      " sides of missing values"));
  return std::make_unique<stumps>(std::move(indices), std::move(thresholds),
                                  std::move(missing_above));
}

}  // namespace

const learner_kind& stump_learners() {
  static const learner_kind kind = {"stump", load_stumps};
  return kind;
}

}  // namespace coppice
