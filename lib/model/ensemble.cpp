#include "model/ensemble.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/few_numbers.hpp"
#include "model/shape_functions.hpp"

namespace coppice {

namespace {

double row_cost_of(const ensemble_parts& parts, std::int64_t features) {
  const auto values = static_cast<double>(parts.values());
  double cost = parts.learners.row_cost(features, static_cast<double>(parts.weights_a_learner()));
  cost += 2 * static_cast<double>(parts.problems.size());
  if (parts.code != nullptr) cost += values * static_cast<double>(parts.code->classes());
  return cost;
}

}  // namespace

ensemble::ensemble(ensemble_parts parts, training_report report)
    : model(std::move(report)),
      parts_(std::move(parts)),
      row_cost_(row_cost_of(parts_, features())) {}

std::int64_t ensemble::scores() const noexcept {
  return parts_.code == nullptr ? values() : parts_.code->classes();
}

std::int64_t ensemble::stages() const noexcept {
  return static_cast<std::int64_t>(parts_.stages.size());
}

bool ensemble::calls_back() const noexcept {
  return parts_.learners.calls_back();
}

std::int64_t ensemble::further_width(coppice_output output) const {
  if (output == COPPICE_CONTRIBUTIONS) {
    check_additive();
    return scores() * features();
  }
  if (output != COPPICE_STAGED) return learners();
  if (stages() == 0)
    fail(COPPICE_UNAVAILABLE, "this model kept no stages; train it with option keep_stages=yes");
  return stages() * scores();
}

void ensemble::predict_further(coppice_output output, const double* x, double* out) const {
  if (output == COPPICE_STAGED) return predict_stages(x, out);
  if (output == COPPICE_MAP) return map(x, out);
  if (output == COPPICE_CONTRIBUTIONS) return contributions(x, out);
  parts_.learners.outputs(x, out);
}

void ensemble::decide(const double* x, double* out) const {
  decide_rows({x, 1, features()}, out);
}

void ensemble::decide_rows(const row_block& rows, double* out) const {
  decide_with(
      rows.rows,
      [&](const weak_learners& part, std::int64_t first, std::int64_t count, const double* weights,
          std::int64_t of_each, double* sums) {
        part.add_weighted_rows({rows.row(first), count, rows.features}, weights, of_each, sums);
      },
      out);
}

bool ensemble::takes_strides() const noexcept {
  const auto& parts = parts_.learners.parts();
  return std::all_of(parts.begin(), parts.end(),
                     [](const auto& part) { return part->takes_strides(); });
}

void ensemble::decide_strided(const strided_rows& rows, double* out) const {
  decide_with(
      rows.rows,
      [&](const weak_learners& part, std::int64_t first, std::int64_t count, const double* weights,
          std::int64_t of_each, double* sums) {
        part.add_weighted_strided({rows.row(first), count, rows.row_stride, rows.column_stride},
                                  weights, of_each, sums);
      },
      out);
}

template <class AddPart>
void ensemble::decide_with(std::int64_t rows, const AddPart& add_part, double* out) const {
  if (parts_.code == nullptr) return add_up(rows, add_part, out);
  few_numbers of_bits(rows * values());
  add_up(rows, add_part, of_bits.data());
  for (std::int64_t i = 0; i < rows; ++i)
    parts_.code->decode(of_bits.data() + i * values(), out + i * scores());
}

template <class AddPart>
void ensemble::add_up(std::int64_t rows, const AddPart& add_part, double* sums) const {
  const ensemble_stage& stage = parts_.final_stage;
  for (std::int64_t i = 0; i < rows; ++i)
    std::copy(stage.bias.begin(), stage.bias.end(), sums + i * values());
  if (!parts_.problems.empty()) return add_problems(rows, add_part, sums);
  parts_.for_each_part(stage.weights, [&](const weak_learners& part, const double* weights,
                                          const two_classes* /*classes*/) {
    add_part(part, 0, rows, weights, values(), sums);
  });
}

/// Few rows at a time, so that what a problem comes to on them needs no memory from the heap.
template <class AddPart>
void ensemble::add_problems(std::int64_t rows, const AddPart& add_part, double* scores) const {
  constexpr std::int64_t few = 64;
  std::array<double, few> f{};
  for (std::int64_t first = 0; first < rows; first += few) {
    const std::int64_t count = std::min(few, rows - first);
    const double* weights = parts_.final_stage.weights.data();
    auto part = parts_.learners.parts().begin();
    for (const learners_of_problem& problem : parts_.problems) {
      std::fill_n(f.data(), count, 0.0);
      for (std::int64_t k = 0; k < problem.parts; ++k, ++part) {
        add_part(**part, first, count, weights, 1, f.data());
        weights += (*part)->size();
      }
      for (std::int64_t i = 0; i < count; ++i)
        problem.classes.count(f[i], scores + (first + i) * values());
    }
  }
}

void ensemble::map(const double* x, double* out) const {
  parts_.learners.outputs(x, out);
  parts_.for_each_part(
      parts_.final_stage.weights,
      [&](const weak_learners& part, const double* weight, const two_classes* classes) {
        for (std::int64_t j = 0; j < part.size(); ++j, ++out) {
          double norm = 0;
          for (std::int64_t s = 0; s < parts_.weights_a_learner(); ++s)
            norm = std::hypot(norm, *weight++);
          if (classes != nullptr && classes->scores() == 2) norm = std::hypot(norm, norm);
          *out *= std::min(norm, std::numeric_limits<double>::max());  // infinity * 0 has no value
        }
      });
}

/// Every stage sums the outputs of its own learners in their order, as decide() does.
void ensemble::predict_stages(const double* x, double* out) const {
  std::vector<double> h(static_cast<std::size_t>(learners()));
  parts_.learners.outputs(x, h.data());
  few_numbers of_bits(parts_.code == nullptr ? 0 : values());
  for (const ensemble_stage& stage : parts_.stages) {
    double* const sums = parts_.code == nullptr ? out : of_bits.data();
    std::copy(stage.bias.begin(), stage.bias.end(), sums);
    add_stage(stage, h.data(), sums);
    if (parts_.code != nullptr) parts_.code->decode(sums, out);
    out += scores();
  }
}

void ensemble::add_stage(const ensemble_stage& stage, const double* h, double* sums) const {
  const auto wide = static_cast<std::size_t>(values());
  for (std::size_t k = 0; parts_.problems.empty() && k < stage.weights.size(); ++k)
    sums[k % wide] += stage.weights[k] * h[k / wide];
  const double* weight = stage.weights.data();
  auto part = parts_.learners.parts().begin();
  for (const learners_of_problem& problem : parts_.problems) {
    double f = 0;
    for (std::int64_t k = 0; k < problem.parts; ++k, ++part)
      for (std::int64_t j = 0; j < (*part)->size(); ++j) f += *weight++ * *h++;
    problem.classes.count(f, sums);
  }
}

void ensemble::contributions(const double* x, double* out) const {
  few_numbers h(learners());
  parts_.learners.outputs(x, h.data());
  std::fill_n(out, scores() * features(), 0.0);
  const std::vector<std::int64_t>& feature = looked_at().of_learner;
  parts_.for_each_weight(parts_.final_stage.weights,
                         [&](std::int64_t j, std::int64_t s, double weight) {
                           if (feature[j] >= 0)
                             out[s * features() + feature[j]] += weight * h.data()[j];
                         });
}

const learner_features& ensemble::looked_at() const {
  return looked_at_.get([this] {
    learner_features found = features_of_learners(parts_.learners);
    if (parts_.code != nullptr) found.why_not = "its scores are decoded from an output code";
    return found;
  });
}

void ensemble::check_additive() const {
  if (!looked_at().why_not.empty())
    fail(COPPICE_UNAVAILABLE,
         "this model is not a sum of functions of one feature each: ", looked_at().why_not);
}

std::vector<double> ensemble::shape_function(std::int64_t feature) const {
  check_additive();
  return coppice::shape_function(parts_, looked_at().of_learner, feature, levels().count(feature));
}

document ensemble::describe_learner(std::int64_t j) const {
  return parts_.learners.describe(j, names(), levels());
}

void ensemble::weigh_features(const dataset& examples, thread_team& team, const progress& report) {
  parts_.importance = importance_of_features(parts_, examples, team, report);
}

void ensemble::add_quantities(quantity_list& to) const {
  to.add("learners", [this] { return learners(); });
  to.add("stages", [this] { return stages(); });
  to.add("weights", [this] { return all_weights(); });
  to.add("bias", [this] { return parts_.final_stage.bias; });
  to.add("intercept", [this] {
    const learner_features& found = looked_at();
    return found.why_not.empty() ? intercept(parts_, found.of_learner) : std::vector<double>();
  });
  to.add("code", [this] { return parts_.code ? parts_.code->signs() : std::vector<double>(); });
  to.add("feature_counts", [this] { return of_features(false); });
  to.add("feature_weights", [this] { return of_features(true); });
  to.add("feature_importance", [this] {
    return parts_.importance ? parts_.importance->of_all(features()) : std::vector<double>();
  });
  to.add("pool_weights", [this] { return of_pools(true); });
  to.add("pool_learners", [this] { return of_pools(false); });
}

needed_features ensemble::find_needed() const {
  return parts_.learners.needed(features());
}

std::vector<double> ensemble::of_features(bool weights) const {
  std::vector<double> amounts(static_cast<std::size_t>(learners()), weights ? 0.0 : 1.0);
  if (weights)
    parts_.for_each_weight(parts_.final_stage.weights,
                           [&](std::int64_t j, std::int64_t /*value*/, double weight) {
                             amounts[j] += std::abs(weight);
                           });
  std::vector<double> result(static_cast<std::size_t>(features()), 0.0);
  std::vector<std::int64_t> used;
  const double* amount = amounts.data();
  for (const auto& part : parts_.learners.parts())
    for (std::int64_t j = 0; j < part->size(); ++j, ++amount) {
      used.clear();
      part->features_of(j, used);
      for (const std::int64_t feature : used) result[feature] += *amount;
    }
  return result;
}

std::vector<double> ensemble::of_pools(bool weights) const {
  std::vector<double> result(report().pools.size(), 0.0);
  parts_.for_each_part(
      parts_.final_stage.weights,
      [&](const weak_learners& part, const double* weight, const two_classes* classes) {
        double squared = 0;
        const double* const end = weight + part.size() * parts_.weights_a_learner();
        for (; weight != end; ++weight) squared += *weight * *weight;
        if (classes != nullptr) squared *= static_cast<double>(classes->scores());
        result[part.member()] += weights ? squared : static_cast<double>(part.size());
      });
  return result;
}

std::vector<double> ensemble::all_weights() const {
  std::vector<double> all(static_cast<std::size_t>(learners() * values()), 0.0);
  parts_.for_each_weight(
      parts_.final_stage.weights,
      [&](std::int64_t j, std::int64_t s, double weight) { all[j * values() + s] = weight; });
  return all;
}

void ensemble::save(document& out) const {
  out.add("learners", parts_.learners.save());
  out.add("weights", parts_.final_stage.weights);
  out.add("bias", parts_.final_stage.bias);
  if (parts_.importance) out.add("feature_importance", parts_.importance->save());
  document stages = document::array_type();
  for (const ensemble_stage& stage : parts_.stages)
    stages.push_back(document().with("weights", stage.weights).with("bias", stage.bias));
  out.add("stages", std::move(stages));
  if (parts_.code != nullptr) out.add("decoding", parts_.code->save());
  if (!parts_.problems.empty()) out.add("problems", save_problems(parts_.problems));
}

namespace {

ensemble_stage load_stage(document& saved) {
  return {saved.take_finite_numbers("weights"), saved.take_finite_numbers("bias")};
}

/// Throws where the weights and biases are not those of the learners.
void check_stages(const ensemble_parts& parts, std::size_t values) {
  const auto learners = static_cast<std::size_t>(parts.learners.size());
  const std::size_t of_each = parts.problems.empty() ? values : 1;
  if (parts.final_stage.bias.size() != values ||
      parts.final_stage.weights.size() != learners * of_each)
    fail_damaged(text(learners, " learners and ", values, parts.code ? " bits" : " scores",
                      " do not fit ", parts.final_stage.weights.size(), " weights and ",
                      parts.final_stage.bias.size(), " biases"));
  std::size_t most = parts.problems.empty() ? 0 : learners;
  for (std::size_t s = 0; s < parts.stages.size(); ++s) {
    const ensemble_stage& stage = parts.stages[s];
    const std::size_t count = stage.weights.size() / of_each;
    if (stage.bias.size() != values || stage.weights.size() % of_each != 0 || count > learners ||
        count < most || (parts.problems.empty() && count < s + 1))
      fail_damaged(text("stage ", s, " does not fit the learners"));
    most = count;
  }
}

std::unique_ptr<model> load_ensemble(document& saved, training_report report,
                                     const model_loading& loading) {
  ensemble_parts parts;
  if (saved.has("decoding"))
    parts.code = std::make_shared<const output_code>(
        output_code::load(saved.at("decoding"), report.classes.size()));
  parts.learners = load_learners(saved, static_cast<std::int64_t>(report.pools.size()),
                                 report.features, report.levels, loading.learners);
  if (saved.has("problems")) {
    if (report.classes.size() < 3 || parts.code != nullptr)
      fail_damaged("it has \"problems\", but not a score for each of three classes or more");
    parts.problems =
        load_problems(saved.at("problems"), report.classes.size(), parts.learners.parts().size());
  }
  parts.final_stage = load_stage(saved);
  if (saved.has("feature_importance"))
    parts.importance = feature_importance::load(saved.at("feature_importance"), report.features);
  for (document& stage : saved.array("stages")) parts.stages.push_back(load_stage(stage));
  check_stages(parts, static_cast<std::size_t>(parts.code ? parts.code->bits() : report.scores()));
  return std::make_unique<ensemble>(std::move(parts), std::move(report));
}

}  // namespace

const model_kind& ensemble_kind() {
  static const model_kind kind = {"ensemble", load_ensemble};
  return kind;
}

const char* ensemble::kind() const noexcept {
  return ensemble_kind().name;
}

}  // namespace coppice
