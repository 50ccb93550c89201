#include "model/ensemble.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.hpp"

namespace coppice {

void learner_sequence::append(std::unique_ptr<weak_learners> learners) {
  size_ += learners->size();
  if (!parts_.empty() && std::string_view(parts_.back()->kind()) == learners->kind())
    parts_.back()->append(*learners);
  else
    parts_.push_back(std::move(learners));
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
    *out = value >= 0 ? 1 : 0;
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

json ensemble::describe_learner(std::int64_t j) const {
  const weak_learners& part = parts_.learners.find(j);
  json result = {{"kind", part.kind()}};
  result.update(part.describe(j));
  return result;
}

std::vector<std::string_view> ensemble::array_names() const {
  return {"weights", "bias", "feature_counts", "feature_weights"};
}

std::optional<std::vector<double>> ensemble::array(std::string_view name) const {
  if (name == "weights") return parts_.final_stage.weights;
  if (name == "bias") return parts_.final_stage.bias;
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

void ensemble::save(json& document) const {
  json parts = json::array();
  for (const auto& part : parts_.learners.parts()) {
    json saved = {{"kind", part->kind()}};
    saved.update(part->save());
    parts.push_back(std::move(saved));
  }
  document["learners"] = std::move(parts);
  document["weights"] = parts_.final_stage.weights;
  document["bias"] = parts_.final_stage.bias;
  json stages = json::array();
  for (const ensemble_stage& stage : parts_.stages)
    stages.push_back({{"weights", stage.weights}, {"bias", stage.bias}});
  document["stages"] = std::move(stages);
}

namespace {

ensemble_stage load_stage(const json& saved) {
  return {get_finite_doubles(saved, "weights"), get_finite_doubles(saved, "bias")};
}

}  // namespace

std::unique_ptr<model> ensemble::load(const json& document, training_report report,
                                      learner_loader load_learners) {
  ensemble_parts parts;
  const json& saved_parts = member(document, "learners");
  if (!saved_parts.is_array())
    fail(COPPICE_MODEL_ERROR, "the model is damaged: \"learners\" is not an array");
  for (const json& saved : saved_parts)
    parts.learners.append(load_learners(get_string(saved, "kind"), saved, report.features));
  parts.final_stage = load_stage(document);
  const json& saved_stages = member(document, "stages");
  if (!saved_stages.is_array())
    fail(COPPICE_MODEL_ERROR, "the model is damaged: \"stages\" is not an array");
  for (const json& saved : saved_stages) parts.stages.push_back(load_stage(saved));

  const std::int64_t classes = report.classes.size();
  const auto scores = static_cast<std::size_t>(classes == 2 ? 1 : classes);
  const auto learners = static_cast<std::size_t>(parts.learners.size());
  if (parts.final_stage.bias.size() != scores ||
      parts.final_stage.weights.size() != learners * scores)
    fail(COPPICE_MODEL_ERROR, "the model is damaged: ", learners, " learners and ", scores,
         " scores do not fit ", parts.final_stage.weights.size(), " weights and ",
         parts.final_stage.bias.size(), " biases");
  std::size_t most = 0;
  for (std::size_t s = 0; s < parts.stages.size(); ++s) {
    const ensemble_stage& stage = parts.stages[s];
    const std::size_t count = stage.weights.size() / scores;
    if (stage.bias.size() != scores || stage.weights.size() % scores != 0 || count > learners ||
        count < most || count < s + 1)
      fail(COPPICE_MODEL_ERROR, "the model is damaged: stage ", s, " does not fit the learners");
    most = count;
  }
  return std::make_unique<ensemble>(std::move(parts), std::move(report));
}

}  // namespace coppice
