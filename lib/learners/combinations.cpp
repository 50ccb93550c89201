#include "learners/combinations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/few_numbers.hpp"
#include "core/numbers.hpp"

namespace coppice {
namespace {

/// Rounded to float, and cut at the largest float; sums that overflow both ways are 0.
double output_of(double f) {
  constexpr auto most = static_cast<double>(std::numeric_limits<float>::max());
  return std::isnan(f) ? 0 : static_cast<double>(static_cast<float>(std::clamp(f, -most, most)));
}

}  // namespace

// -------------------------------------------------------------------------------------- terms

bool combined_terms::takes_missing() const noexcept {
  return features_.empty() && std::all_of(learners_.parts().begin(), learners_.parts().end(),
                                          [](const auto& part) { return part->takes_missing(); });
}

void combined_terms::values(const double* x, double* out) const {
  for (const std::int64_t feature : features_) *out++ = x[feature];
  learners_.outputs(x, out);
}

void combined_terms::features_of_all(std::vector<std::int64_t>& out) const {
  out.insert(out.end(), features_.begin(), features_.end());
  for (const auto& part : learners_.parts())
    for (std::int64_t j = 0; j < part->size(); ++j) part->features_of(j, out);
}

document combined_terms::save() const {
  if (!features_.empty()) return document().with("features", features_);
  return document().with("learners", learners_.save());
}

// ------------------------------------------------------------------------------- combinations

void combinations::append(const std::shared_ptr<const combined_terms>& terms,
                          std::vector<double> weights, double bias) {
  auto at = std::find(terms_.begin(), terms_.end(), terms);
  if (at == terms_.end()) {
    terms_.push_back(terms);
    begins_.push_back(begins_.back() + terms->size());
    at = terms_.end() - 1;
  }
  combined_.push_back({static_cast<std::size_t>(at - terms_.begin()), std::move(weights), bias});
}

void combinations::append(const weak_learners& other, std::int64_t first, std::int64_t count) {
  const auto& more = static_cast<const combinations&>(other);
  for (std::int64_t j = first; j < first + count; ++j) {
    const combination& one = more.combined_[j];
    append(more.terms_[one.of], one.weights, one.bias);
  }
}

bool combinations::calls_back() const noexcept {
  return std::any_of(terms_.begin(), terms_.end(),
                     [](const auto& terms) { return terms->learners().calls_back(); });
}

bool combinations::takes_missing() const noexcept {
  return std::all_of(terms_.begin(), terms_.end(),
                     [](const auto& terms) { return terms->takes_missing(); });
}

template <class Each>
void combinations::for_each_output(const double* x, const Each& each) const {
  few_numbers values(begins_.back());
  for (std::size_t k = 0; k < terms_.size(); ++k) terms_[k]->values(x, values.data() + begins_[k]);
  for (std::size_t j = 0; j < combined_.size(); ++j) {
    const combination& one = combined_[j];
    const double f = one.bias + dot(one.weights.data(), values.data() + begins_[one.of],
                                    static_cast<std::int64_t>(one.weights.size()));
    each(j, output_of(f));
  }
}

void combinations::outputs(const double* x, double* out) const {
  for_each_output(x, [out](std::size_t j, double h) { out[j] = h; });
}

void combinations::add_weighted(const double* x, const double* weights, std::int64_t scores,
                                double* sums) const {
  for_each_output(x, [&](std::size_t j, double h) {
    for (std::int64_t s = 0; s < scores; ++s)
      sums[s] += h * weights[static_cast<std::int64_t>(j) * scores + s];
  });
}

void combinations::features_of(std::int64_t j, std::vector<std::int64_t>& out) const {
  std::vector<std::int64_t> features;
  terms_[combined_[j].of]->features_of_all(features);
  std::sort(features.begin(), features.end());
  out.insert(out.end(), features.begin(), std::unique(features.begin(), features.end()));
}

document combinations::save() const {
  document terms = document::array_type();
  for (const auto& one : terms_) terms.push_back(one->save());
  std::vector<std::int32_t> of;
  std::vector<double> weights;
  std::vector<double> bias;
  for (const combination& one : combined_) {
    of.push_back(static_cast<std::int32_t>(one.of));
    append_some(one.weights, 0, static_cast<std::int64_t>(one.weights.size()), weights);
    bias.push_back(one.bias);
  }
  return document()
      .with("terms", std::move(terms))
      .with("of", std::move(of))
      .with("weights", std::move(weights))
      .with("bias", std::move(bias));
}

document combinations::describe(std::int64_t j) const {
  const combination& one = combined_[j];
  document described = terms_[one.of]->save();
  return std::move(described).with("weights", one.weights).with("bias", one.bias);
}

// --------------------------------------------------------------------------------- all rows

/// Sums of a few rows at once, in the eight partial sums of dot().
void combine(const matrix& columns, const std::vector<double>& weights, double bias, float* out) {
  constexpr std::int64_t rows_at_once = 256;
  constexpr std::int64_t lanes = 8;
  std::vector<double> partial(lanes * rows_at_once);
  for (std::int64_t first = 0; first < columns.rows(); first += rows_at_once) {
    const std::int64_t rows = std::min<std::int64_t>(rows_at_once, columns.rows() - first);
    std::fill(partial.begin(), partial.end(), 0.0);
    for (std::int64_t k = 0; k < columns.cols(); ++k) {
      double* const sums = partial.data() + k % lanes * rows_at_once;
      const double* const values = columns.data() + k * columns.rows() + first;
      const double weight = weights[k];
      for (std::int64_t i = 0; i < rows; ++i) sums[i] += weight * values[i];
    }
    for (std::int64_t i = 0; i < rows; ++i) {
      std::array<double, lanes> of_row{};
      for (std::int64_t k = 0; k < lanes; ++k) of_row[k] = partial[k * rows_at_once + i];
      out[first + i] = static_cast<float>(output_of(bias + added_up(of_row)));
    }
  }
}

// ------------------------------------------------------------------------------------- files

namespace {

std::shared_ptr<const combined_terms> load_terms(document& saved, const learner_loading& loading) {
  if (saved.has("features")) {
    std::vector<std::int64_t> features =
        saved.take_integers<std::int64_t>("features", 0, loading.features - 1);
    if (features.empty()) fail_damaged("the terms of its combinations are no features");
    return std::make_shared<const combined_terms>(std::move(features));
  }
  for (const document& group : saved.array("learners"))
    if (group.string("kind") == combinations_kind().name)
      fail_damaged("the terms of its combinations are combinations");
  return std::make_shared<const combined_terms>(
      load_learners(saved, 1, loading.features, loading.levels, loading.others));
}

std::unique_ptr<weak_learners> load_combinations(document& saved, const learner_loading& loading) {
  std::vector<std::shared_ptr<const combined_terms>> terms;
  for (document& one : saved.array("terms")) terms.push_back(load_terms(one, loading));
  const std::vector<std::int64_t> of =
      saved.integers("of", 0, static_cast<std::int64_t>(terms.size()) - 1);
  const std::vector<double> weights = saved.finite_numbers("weights");
  const std::vector<double> bias = saved.finite_numbers("bias");
  std::size_t expected = 0;
  for (const std::int64_t k : of) expected += static_cast<std::size_t>(terms[k]->size());
  if (bias.size() != of.size() || weights.size() != expected)
    fail_damaged(text("it has ", of.size(), " combinations with ", weights.size(), " weights and ",
                      bias.size(), " biases; expected ", expected, " and ", of.size()));
  auto loaded = std::make_unique<combinations>();
  auto next = weights.begin();
  for (std::size_t j = 0; j < of.size(); ++j) {
    const auto end = next + terms[of[j]]->size();
    loaded->append(terms[of[j]], {next, end}, bias[j]);
    next = end;
  }
  return loaded;
}

}  // namespace

const learner_kind& combinations_kind() {
  static const learner_kind kind = {"combination", load_combinations};
  return kind;
}

const char* combinations::kind() const noexcept {
  return combinations_kind().name;
}

}  // namespace coppice
