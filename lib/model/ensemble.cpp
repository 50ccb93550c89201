#include "model/ensemble.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.hpp"

namespace coppice {

void learner_sequence::append(std::unique_ptr<weak_learners> learners) {
  if (parts_.empty() || std::string_view(parts_.back()->kind()) != learners->kind() ||
      parts_.back()->member() != learners->member())
    return append_part(std::move(learners));
  parts_.back()->append(*learners);
  size_ += learners->size();
}

void learner_sequence::append_part(std::unique_ptr<weak_learners> learners) {
  const std::int64_t added = learners->size();
  parts_.push_back(std::move(learners));
  size_ += added;
}

void learner_sequence::append_copy(const weak_learners& learners) {
  std::unique_ptr<weak_learners> copy = learners.make_empty();
  copy->set_member(learners.member());
  copy->append(learners);
  append(std::move(copy));
}

const weak_learners& learner_sequence::find(std::int64_t& j) const {
  auto part = parts_.begin();
  for (; j >= (*part)->size(); ++part) j -= (*part)->size();
  return **part;
}

ensemble::ensemble(ensemble_parts parts, training_report report)
    : model(std::move(report)), parts_(std::move(parts)) {}

std::int64_t ensemble::scores() const noexcept {
  return static_cast<std::int64_t>(parts_.final_stage.bias.size());
}

std::int64_t ensemble::stages() const noexcept {
  return static_cast<std::int64_t>(parts_.stages.size());
}

bool ensemble::calls_back() const noexcept {
  const auto& parts = parts_.learners.parts();
  return std::any_of(parts.begin(), parts.end(),
                     [](const auto& part) { return part->calls_back(); });
}

std::int64_t ensemble::width(coppice_output output) const {
  switch (output) {
    case COPPICE_DECISION:
      return scores();
    case COPPICE_CLASS:
      return 1;
    case COPPICE_STAGED:
      if (stages() == 0)
        fail(COPPICE_UNAVAILABLE,
             "this model kept no stages; train it with option keep_stages=yes");
      return stages() * scores();
    case COPPICE_LEARNERS:
      return learners();
    case COPPICE_PROBABILITY:
      if (!calibrated())
        fail(COPPICE_UNAVAILABLE,
             "this model is not calibrated; train it with option calibration=platt");
      return classes().size();
  }
  fail(COPPICE_INVALID_ARGUMENT, "output is ", static_cast<int>(output),
       "; expected a value of coppice_output");
}

void ensemble::predict_row(coppice_output output, const double* x, double* out) const {
  switch (output) {
    case COPPICE_DECISION:
      return decide(x, out);
    case COPPICE_CLASS:
      return predict_class(x, out);
    case COPPICE_STAGED:
      return predict_stages(x, out);
    case COPPICE_LEARNERS:
      return outputs(x, out);
    case COPPICE_PROBABILITY:
      return predict_probabilities(x, out);
  }
}

void ensemble::decide(const double* x, double* out) const {
  const ensemble_stage& stage = parts_.final_stage;
  std::copy(stage.bias.begin(), stage.bias.end(), out);
  const double* weights = stage.weights.data();
  for (const auto& part : parts_.learners.parts()) {
    part->add_weighted(x, weights, scores(), out);
    weights += part->size() * scores();
  }
}

void ensemble::predict_class(const double* x, double* out) const {
  if (scores() == 1) {
    double value = 0;
    decide(x, &value);
    *out = (calibrated() ? calibrated()->is_later(value) : value >= 0) ? 1 : 0;
    return;
  }
  std::array<double, 64> few{};
  std::vector<double> many;
  double* values = few.data();
  if (scores() > static_cast<std::int64_t>(few.size())) {
    many.resize(static_cast<std::size_t>(scores()));
    values = many.data();
  }
  decide(x, values);
  *out = static_cast<double>(std::max_element(values, values + scores()) - values);
}

void ensemble::predict_probabilities(const double* x, double* out) const {
  double value = 0;
  decide(x, &value);
  const sigmoid::probabilities p = calibrated()->of(value);
  out[0] = p.earlier;
  out[1] = p.later;
}

void ensemble::outputs(const double* x, double* out) const {
  for (const auto& part : parts_.learners.parts()) {
    part->outputs(x, out);
    out += part->size();
  }
}

/// Every stage sums the outputs of its own learners in their order, as decide() does.
void ensemble::predict_stages(const double* x, double* out) const {
  std::vector<double> h(static_cast<std::size_t>(learners()));
  outputs(x, h.data());
  const auto wide = static_cast<std::size_t>(scores());
  for (const ensemble_stage& stage : parts_.stages) {
    std::copy(stage.bias.begin(), stage.bias.end(), out);
    for (std::size_t k = 0; k < stage.weights.size(); ++k)
      out[k % wide] += stage.weights[k] * h[k / wide];
    out += wide;
  }
}

document ensemble::describe_learner(std::int64_t j) const {
  const weak_learners& part = parts_.learners.find(j);
  document result = document().with("kind", part.kind());
  document described = part.describe(j);
  for (auto& [name, value] : *described.get_if<document::object_type>()) {
    const auto* feature = name == "feature" ? value.get_if<std::int64_t>() : nullptr;
    const std::string_view called = feature != nullptr ? names().of(*feature) : std::string_view();
    result.add(name, std::move(value));
    if (!called.empty()) result.add("feature_name", called);
  }
  return result;
}

std::vector<std::string_view> ensemble::array_names() const {
  return {"weights", "bias", "feature_counts", "feature_weights", "pool_weights", "pool_learners"};
}

std::optional<std::vector<double>> ensemble::array(std::string_view name) const {
  if (name == "weights") return parts_.final_stage.weights;
  if (name == "bias") return parts_.final_stage.bias;
  if (name == "pool_weights" || name == "pool_learners") return of_pools(name == "pool_weights");
  if (name != "feature_counts" && name != "feature_weights") return std::nullopt;
  std::vector<double> result(static_cast<std::size_t>(features()), 0.0);
  std::vector<std::int64_t> used;
  std::int64_t base = 0;
  for (const auto& part : parts_.learners.parts()) {
    for (std::int64_t j = 0; j < part->size(); ++j, ++base) {
      double amount = 1;
      if (name == "feature_weights") {
        amount = 0;
        for (std::int64_t s = 0; s < scores(); ++s)
          amount += std::abs(parts_.final_stage.weights[base * scores() + s]);
      }
      used.clear();
      part->features_of(j, used);
      for (const std::int64_t feature : used) result[feature] += amount;
    }
  }
  return result;
}

std::vector<double> ensemble::of_pools(bool weights) const {
  std::vector<double> result(report().pools.size(), 0.0);
  const double* weight = parts_.final_stage.weights.data();
  for (const auto& part : parts_.learners.parts()) {
    const double* const end = weight + part->size() * scores();
    double squared = 0;
    for (; weight != end; ++weight) squared += *weight * *weight;
    result[part->member()] += weights ? squared : static_cast<double>(part->size());
  }
  return result;
}

void ensemble::save(document& out) const {
  document parts = document::array_type();
  for (const auto& part : parts_.learners.parts()) {
    document saved = document().with("kind", part->kind());
    if (part->member() > 0) saved.add("member", part->member());
    saved.add_all(part->save());
    parts.push_back(std::move(saved));
  }
  out.add("learners", std::move(parts));
  out.add("weights", parts_.final_stage.weights);
  out.add("bias", parts_.final_stage.bias);
  document stages = document::array_type();
  for (const ensemble_stage& stage : parts_.stages)
    stages.push_back(document().with("weights", stage.weights).with("bias", stage.bias));
  out.add("stages", std::move(stages));
}

namespace {

ensemble_stage load_stage(const document& saved) {
  return {saved.finite_numbers("weights"), saved.finite_numbers("bias")};
}

}  // namespace

std::unique_ptr<model> ensemble::load(const document& saved, training_report report,
                                      const learner_loader& loader) {
  ensemble_parts parts;
  const auto pools = static_cast<std::int64_t>(report.pools.size());
  for (const document& group : saved.array("learners")) {
    auto learners = loader.load(group.string("kind"), group, report.features);
    if (group.has("member")) learners->set_member(group.integer("member", 0, pools - 1));
    parts.learners.append_part(std::move(learners));
  }
  parts.final_stage = load_stage(saved);
  for (const document& stage : saved.array("stages")) parts.stages.push_back(load_stage(stage));

  const std::int64_t classes = report.classes.size();
  const auto scores = static_cast<std::size_t>(classes == 2 ? 1 : classes);
  const auto learners = static_cast<std::size_t>(parts.learners.size());
  if (parts.final_stage.bias.size() != scores ||
      parts.final_stage.weights.size() != learners * scores)
    fail_damaged(text(learners, " learners and ", scores, " scores do not fit ",
                      parts.final_stage.weights.size(), " weights and ",
                      parts.final_stage.bias.size(), " biases"));
  std::size_t most = 0;
  for (std::size_t s = 0; s < parts.stages.size(); ++s) {
    const ensemble_stage& stage = parts.stages[s];
    const std::size_t count = stage.weights.size() / scores;
    if (stage.bias.size() != scores || stage.weights.size() % scores != 0 || count > learners ||
        count < most || count < s + 1)
      fail_damaged(text("stage ", s, " does not fit the learners"));
    most = count;
  }
  return std::make_unique<ensemble>(std::move(parts), std::move(report));
}

}  // namespace coppice
