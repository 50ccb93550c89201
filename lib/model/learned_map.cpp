#include "model/learned_map.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "core/few_numbers.hpp"

namespace coppice {

learned_map::learned_map(learned_map_parts parts, training_report report)
    : model(std::move(report)),
      parts_(std::move(parts)),
      row_cost_(parts_.learners.row_cost(features(), 1) + parts_.classifier->row_cost()) {}

void learned_map::map(const double* x, double* out) const {
  parts_.learners.outputs(x, out);
  for (std::int64_t j = 0; j < learners(); ++j) out[j] *= parts_.scales[j];
}

void learned_map::decide(const double* x, double* out) const {
  decide_rows({x, 1, features()}, out);
}

void learned_map::decide_rows(const row_block& rows, double* out) const {
  few_numbers mapped(rows.rows * learners());
  for (std::int64_t i = 0; i < rows.rows; ++i) map(rows.row(i), mapped.data() + i * learners());
  parts_.classifier->decide(mapped.data(), rows.rows, out);
}

std::int64_t learned_map::further_width(coppice_output output) const {
  const bool is_there = output == COPPICE_MAP || output == COPPICE_LEARNERS;
  return is_there ? learners() : model::further_width(output);
}

void learned_map::predict_further(coppice_output output, const double* x, double* out) const {
  if (output == COPPICE_MAP) return map(x, out);
  if (output == COPPICE_LEARNERS) return parts_.learners.outputs(x, out);
  model::predict_further(output, x, out);
}

void learned_map::add_quantities(quantity_list& to) const {
  to.add("learners", [this] { return learners(); });
  to.add("map_scales", [this] { return parts_.scales; });
  to.add("weights", [this] { return parts_.classifier->weights(); });
  to.add("bias", [this] { return parts_.classifier->bias(); });
  to.add("feature_counts", [this] { return of_features(false); });
  to.add("feature_weights", [this] { return of_features(true); });
  to.add("feature_importance", [] { return std::vector<double>(); });
}

std::vector<double> learned_map::of_features(bool scales) const {
  std::vector<double> result(static_cast<std::size_t>(features()), 0.0);
  std::vector<std::int64_t> used;
  const double* scale = parts_.scales.data();
  for (const auto& part : parts_.learners.parts())
    for (std::int64_t j = 0; j < part->size(); ++j, ++scale) {
      used.clear();
      part->features_of(j, used);
      for (const std::int64_t feature : used) result[feature] += scales ? *scale : 1;
    }
  return result;
}

void learned_map::save(document& out) const {
  out.add("learners", parts_.learners.save());
  out.add("scales", parts_.scales);
  document classifier = document().with("kind", parts_.classifier->kind());
  classifier.add_all(parts_.classifier->save());
  out.add("classifier", std::move(classifier));
}

namespace {

std::unique_ptr<model> load_learned_map(document& saved, training_report report,
                                        const model_loading& loading) {
  learned_map_parts parts;
  parts.learners = load_learners(saved, static_cast<std::int64_t>(report.pools.size()),
                                 report.features, report.levels, loading.learners);
  parts.scales = saved.take_finite_numbers("scales");
  if (static_cast<std::int64_t>(parts.scales.size()) != parts.learners.size())
    fail_damaged(
        text(parts.learners.size(), " learners do not fit ", parts.scales.size(), " scales"));
  for (const double scale : parts.scales)
    if (scale < 0) fail_damaged(text("a scale is ", scale, "; expected none below 0"));
  parts.classifier =
      load_map_classifier(saved.at("classifier"), parts.learners.size(), report.scores());
  return std::make_unique<learned_map>(std::move(parts), std::move(report));
}

}  // namespace

const model_kind& learned_map_kind() {
  static const model_kind kind = {"learned-map", load_learned_map};
  return kind;
}

const char* learned_map::kind() const noexcept {
  return learned_map_kind().name;
}

}  // namespace coppice
