#include "pools/custom.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>

#include "core/error.hpp"
#include "core/numbers.hpp"
#include "pools/row_reader.hpp"

namespace coppice {
namespace {

using functions_pointer = std::shared_ptr<const custom_functions>;
using feature_list = std::shared_ptr<const std::vector<std::int64_t>>;

/// What the call answers; an exception in it is an answer too.
template <class Call>
int answer_of(const custom_functions& functions, const char* callback, const Call& call) {
  try {
    return call();
  } catch (...) {
    fail(COPPICE_CALLBACK_FAILED, "the ", callback, " callback of pool ", in_quotes(functions.name),
         " threw an exception");
  }
}

[[noreturn]] void fail_answer(const custom_functions& functions, const char* callback, int answer,
                              const char* expected) {
  if (answer == COPPICE_CANCEL)
    fail(COPPICE_CANCELLED, "the ", callback, " callback of pool ", in_quotes(functions.name),
         " asked to cancel");
  fail(COPPICE_CALLBACK_FAILED, "the ", callback, " callback of pool ", in_quotes(functions.name),
       " returned ", answer, "; expected ", expected);
}

/// Outputs of a learner on rows, rounded to float as all outputs are.
void evaluate(const custom_functions& functions, const double* parameters, const double* x,
              std::int64_t rows, std::int64_t width, double* out) {
  std::fill_n(out, rows, std::numeric_limits<double>::quiet_NaN());
  const int answer = answer_of(functions, "evaluate", [&] {
    return functions.evaluate(functions.user, parameters, functions.parameters, x, rows, width,
                              out);
  });
  if (answer != COPPICE_CONTINUE) fail_answer(functions, "evaluate", answer, "COPPICE_CONTINUE");
  for (std::int64_t i = 0; i < rows; ++i) {
    if (!(std::abs(out[i]) <= static_cast<double>(std::numeric_limits<float>::max())))
      fail(COPPICE_CALLBACK_FAILED, "the evaluate callback of pool ", in_quotes(functions.name),
           " gave ", out[i], " for row ", i, " of the ", rows,
           " it was called with; expected a finite number that a float can hold");
    out[i] = static_cast<double>(static_cast<float>(out[i]));
  }
}

class custom_learners final : public weak_learners {
 public:
  custom_learners(functions_pointer functions, std::int64_t row_width, feature_list features,
                  std::vector<double> parameters)
      : functions_(std::move(functions)),
        row_width_(row_width),
        features_(std::move(features)),
        parameters_(std::move(parameters)) {}

  [[nodiscard]] const char* kind() const noexcept override { return "custom"; }
  [[nodiscard]] std::int64_t size() const noexcept override {
    return static_cast<std::int64_t>(parameters_.size()) / functions_->parameters;
  }
  [[nodiscard]] bool calls_back() const noexcept override { return true; }
  [[nodiscard]] std::unique_ptr<weak_learners> make_empty() const override {
    return std::make_unique<custom_learners>(functions_, row_width_, features_,
                                             std::vector<double>());
  }
  void append(const weak_learners& other) override {
    const auto& more = static_cast<const custom_learners&>(other);
    parameters_.insert(parameters_.end(), more.parameters_.begin(), more.parameters_.end());
  }
  void outputs(const double* x, double* out) const override {
    std::vector<double> viewed;
    const double* const row = view_of(x, viewed);
    for (std::int64_t j = 0; j < size(); ++j)
      evaluate(*functions_, parameters_of(j), row, 1, width(), out + j);
  }
  void add_weighted(const double* x, const double* weights, std::int64_t scores,
                    double* sums) const override {
    std::vector<double> viewed;
    const double* const row = view_of(x, viewed);
    for (std::int64_t j = 0; j < size(); ++j) {
      double h = 0;
      evaluate(*functions_, parameters_of(j), row, 1, width(), &h);
      for (std::int64_t s = 0; s < scores; ++s) sums[s] += h * weights[j * scores + s];
    }
  }
  void features_of(std::int64_t /*j*/, std::vector<std::int64_t>& out) const override {
    for (std::int64_t k = 0; k < width(); ++k) out.push_back(features_ ? (*features_)[k] : k);
  }
  [[nodiscard]] document save() const override {
    document saved =
        document().with("name", functions_->name).with("count", functions_->parameters);
    if (features_) saved.add("features", *features_);
    saved.add("parameters", parameters_);
    return saved;
  }
  [[nodiscard]] document describe(std::int64_t j) const override {
    document described = document().with("name", functions_->name);
    if (features_) described.add("features", *features_);
    const double* const first = parameters_of(j);
    described.add("parameters", std::vector<double>(first, first + functions_->parameters));
    return described;
  }

 private:
  [[nodiscard]] std::int64_t width() const {
    return features_ ? static_cast<std::int64_t>(features_->size()) : row_width_;
  }
  [[nodiscard]] const double* parameters_of(std::int64_t j) const {
    return parameters_.data() + j * functions_->parameters;
  }
  const double* view_of(const double* x, std::vector<double>& room) const {
    if (!features_) return x;
    for (const std::int64_t feature : *features_) room.push_back(x[feature]);
    return room.data();
  }

  functions_pointer functions_;
  std::int64_t row_width_;
  feature_list features_;
  std::vector<double> parameters_;  // learner after learner
};

/// Asks the caller for learners. One whose outputs repeat those of a chosen one ends the search:
/// whoever does not keep chosen learners out would offer it for ever.
class asked_pool final : public pool {
 public:
  explicit asked_pool(const pool_setting& setting)
      : setting_(setting), functions_(setting.wanted.custom), rows_(setting.examples.rows()) {
    if (functions_->fit == nullptr)
      fail(COPPICE_INVALID_STATE, "pool ", in_quotes(functions_->name),
           " has no fit callback; it can evaluate learners, not find them");
    row_reader reader(setting);
    width_ = reader.width();
    x_.resize(static_cast<std::size_t>(rows_ * width_));
    for (std::int64_t i = 0; i < rows_; ++i) {
      reader.read(i, &x_[i * width_]);
      setting_.report.poll();
    }
  }

  pricing price(const double* residual) override {
    pricing best;
    const custom_functions& f = *functions_;
    parameters_.assign(static_cast<std::size_t>(f.parameters), 0.0);
    setting_.report.poll();
    const int answer = answer_of(f, "fit", [&] {
      return f.fit(f.user, x_.data(), rows_, width_, residual, chosen_.data(),
                   static_cast<std::int64_t>(chosen_.size()) / f.parameters, parameters_.data(),
                   f.parameters);
    });
    setting_.report.poll();
    if (answer == COPPICE_STOP) return best;
    if (answer != COPPICE_CONTINUE)
      fail_answer(f, "fit", answer, "COPPICE_CONTINUE, COPPICE_STOP or COPPICE_CANCEL");
    for (std::int64_t k = 0; k < f.parameters; ++k)
      if (!std::isfinite(parameters_[k]))
        fail(COPPICE_CALLBACK_FAILED, "the fit callback of pool ", in_quotes(f.name), " wrote ",
             parameters_[k], " to parameters[", k, "]; expected a finite number");
    std::vector<double> outputs(static_cast<std::size_t>(rows_));
    evaluate(f, parameters_.data(), x_.data(), rows_, width_, outputs.data());
    column_.assign(outputs.begin(), outputs.end());
    if (chosen_columns_.count(bytes_of(column_)) != 0) return best;
    best.candidate = 0;
    best.score = dot(column_.data(), residual, rows_);
    return best;
  }

  std::unique_ptr<weak_learners> choose(std::int64_t /*candidate*/, float* column) override {
    chosen_columns_.insert(std::string(bytes_of(column_)));
    chosen_.insert(chosen_.end(), parameters_.begin(), parameters_.end());
    std::copy(column_.begin(), column_.end(), column);
    return std::make_unique<custom_learners>(functions_, setting_.examples.features(),
                                             setting_.features, parameters_);
  }

 private:
  static std::string_view bytes_of(const std::vector<float>& column) {
    return {reinterpret_cast<const char*>(column.data()), column.size() * sizeof(float)};
  }

  pool_setting setting_;
  functions_pointer functions_;
  std::int64_t rows_;
  std::int64_t width_ = 0;
  std::vector<double> x_;  // rows x width
  std::vector<double> parameters_;
  std::vector<float> column_;
  std::vector<double> chosen_;                         // parameters of the chosen learners
  std::set<std::string, std::less<>> chosen_columns_;  // their columns, as bytes
};

const pool_kind& custom_kind() {
  static const pool_kind kind = {"custom",
                                 "weak learners of the caller's",
                                 {},
                                 [](const pool_setting& setting) -> std::unique_ptr<pool> {
                                   return std::make_unique<asked_pool>(setting);
                                 },
                                 nullptr};
  return kind;
}

functions_pointer find_functions(const pool_specification& among, const std::string& name) {
  if (among.custom && among.custom->name == name) return among.custom;
  for (const pool_specification& member : among.members)
    if (functions_pointer found = find_functions(member, name)) return found;
  return nullptr;
}

}  // namespace

pool_specification custom_pool(custom_functions functions) {
  pool_specification result{
      &custom_kind(), option_values({}, text("pool ", in_quotes(functions.name))), "", {}, nullptr};
  result.custom = std::make_shared<const custom_functions>(std::move(functions));
  return result;
}

std::unique_ptr<weak_learners> load_custom(const document& saved, std::int64_t features,
                                           const pool_specification* evaluators) {
  const std::string& name = saved.string("name");
  functions_pointer functions = evaluators != nullptr ? find_functions(*evaluators, name) : nullptr;
  if (!functions)
    fail(COPPICE_UNAVAILABLE, "the model has custom weak learners called ", in_quotes(name),
         "; expected a pool of this name to evaluate them: load it with coppice_model_load_custom");
  const std::int64_t count = saved.integer("count", 1, std::numeric_limits<std::int64_t>::max());
  if (count != functions->parameters)
    fail(COPPICE_INVALID_ARGUMENT, "the pool ", in_quotes(name), " has ", functions->parameters,
         " parameters a learner, but the model's learners of this name have ", count);
  feature_list looked_at;
  if (saved.has("features"))
    looked_at = std::make_shared<const std::vector<std::int64_t>>(
        saved.integers("features", 0, features - 1));
  if (looked_at && looked_at->empty())
    fail_damaged(text("its learners called ", in_quotes(name), " look at no feature"));
  std::vector<double> parameters = saved.finite_numbers("parameters");
  if (static_cast<std::int64_t>(parameters.size()) % count != 0)
    fail_damaged(text("its learners called ", in_quotes(name), " have ", parameters.size(),
                      " parameters in all, which is not a multiple of ", count));
  return std::make_unique<custom_learners>(std::move(functions), features, std::move(looked_at),
                                           std::move(parameters));
}

}  // namespace coppice
