#include "learners/custom_learners.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace coppice {

void evaluate(const custom_functions& functions, const double* parameters, const double* x,
              std::int64_t rows, std::int64_t width, double* out) {
  std::fill_n(out, rows, std::numeric_limits<double>::quiet_NaN());
  const int answer = functions.answer_of("evaluate", [&] {
    return functions.evaluate(functions.user, parameters, functions.parameters, x, rows, width,
                              out);
  });
  if (answer != COPPICE_CONTINUE) functions.fail_answer("evaluate", answer, "COPPICE_CONTINUE");
  for (std::int64_t i = 0; i < rows; ++i) {
    if (!(std::abs(out[i]) <= static_cast<double>(std::numeric_limits<float>::max())))
      fail(COPPICE_CALLBACK_FAILED, functions.called("evaluate"), " gave ", out[i], " for row ", i,
           " of the ", rows, " it was called with; expected a finite number that a float can hold");
    out[i] = static_cast<double>(static_cast<float>(out[i]));
  }
}

custom_learners::custom_learners(std::shared_ptr<const custom_functions> functions,
                                 std::int64_t row_width, feature_list features,
                                 std::vector<double> parameters)
    : functions_(std::move(functions)),
      row_width_(row_width),
      features_(std::move(features)),
      parameters_(std::move(parameters)) {}

std::unique_ptr<weak_learners> custom_learners::make_empty() const {
  return std::make_unique<custom_learners>(functions_, row_width_, features_,
                                           std::vector<double>());
}

void custom_learners::append(const weak_learners& other, std::int64_t first, std::int64_t count) {
  const auto& more = static_cast<const custom_learners&>(other);
  const std::int64_t width = functions_->parameters;
  append_some(more.parameters_, first * width, count * width, parameters_);
}

/// The values of a row that the learners look at; few are copied without allocating.
class custom_learners::viewed_row {
 public:
  viewed_row(const feature_list& features, const double* x) : values_(x) {
    if (!features) return;
    double* copied = few_.data();
    if (features->size() > few_.size()) {
      many_.resize(features->size());
      copied = many_.data();
    }
    values_ = copied;
    for (const std::int64_t feature : *features) *copied++ = x[feature];
  }
  viewed_row(const viewed_row&) = delete;
  viewed_row& operator=(const viewed_row&) = delete;
  [[nodiscard]] const double* values() const { return values_; }

 private:
  const double* values_;
  std::array<double, 64> few_;
  std::vector<double> many_;
};

void custom_learners::outputs(const double* x, double* out) const {
  const viewed_row row(features_, x);
  for (std::int64_t j = 0; j < size(); ++j)
    evaluate(*functions_, parameters_of(j), row.values(), 1, width(), out + j);
}

void custom_learners::add_weighted(const double* x, const double* weights, std::int64_t scores,
                                   double* sums) const {
  const viewed_row row(features_, x);
  for (std::int64_t j = 0; j < size(); ++j) {
    double h = 0;
    evaluate(*functions_, parameters_of(j), row.values(), 1, width(), &h);
    for (std::int64_t s = 0; s < scores; ++s) sums[s] += h * weights[j * scores + s];
  }
}

void custom_learners::features_of(std::int64_t /*j*/, std::vector<std::int64_t>& out) const {
  for (std::int64_t k = 0; k < width(); ++k) out.push_back(features_ ? (*features_)[k] : k);
}

document custom_learners::save() const {
  document saved = document().with("name", functions_->name).with("count", functions_->parameters);
  if (features_) saved.add("features", *features_);
  saved.add("parameters", parameters_);
  return saved;
}

document custom_learners::describe(std::int64_t j) const {
  document described = document().with("name", functions_->name);
  if (features_) described.add("features", *features_);
  const double* const first = parameters_of(j);
  described.add("parameters", std::vector<double>(first, first + functions_->parameters));
  return described;
}

namespace {

using functions_pointer = std::shared_ptr<const custom_functions>;

functions_pointer find_functions(const custom_evaluators& among, const std::string& name) {
  for (const functions_pointer& functions : among)
    if (functions->name == name) return functions;
  return nullptr;
}

std::unique_ptr<weak_learners> load_custom_learners(document& saved,
                                                    const learner_loading& loading) {
  const std::string& name = saved.string("name");
  functions_pointer functions = find_functions(loading.evaluators, name);
  if (!functions)
    fail(COPPICE_UNAVAILABLE, "the model has custom weak learners called ", in_quotes(name),
         "; expected a solver with a pool of this name, and to be loaded with it by "
         "coppice_model_load_custom");
  const std::int64_t count = saved.integer("count", 1, std::numeric_limits<std::int64_t>::max());
  if (count != functions->parameters)
    fail(COPPICE_INVALID_ARGUMENT, "the pool ", in_quotes(name), " has ", functions->parameters,
         " parameters a learner, but the model's learners of this name have ", count);
  custom_learners::feature_list looked_at;
  if (saved.has("features"))
    looked_at = std::make_shared<const std::vector<std::int64_t>>(
        saved.take_integers<std::int64_t>("features", 0, loading.features - 1));
  if (looked_at && looked_at->empty())
    fail_damaged(text("its learners called ", in_quotes(name), " look at no feature"));
  std::vector<double> parameters = saved.take_finite_numbers("parameters");
  if (static_cast<std::int64_t>(parameters.size()) % count != 0)
    fail_damaged(text("its learners called ", in_quotes(name), " have ", parameters.size(),
                      " parameters in all, which is not a multiple of ", count));
  return std::make_unique<custom_learners>(std::move(functions), loading.features,
                                           std::move(looked_at), std::move(parameters));
}

}  // namespace

const learner_kind& custom_learners_kind() {
  static const learner_kind kind = {"custom", load_custom_learners};
  return kind;
}

}  // namespace coppice
