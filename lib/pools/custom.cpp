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

/// Asks the caller for learners. One whose outputs repeat those of an excluded one ends the search:
/// a callback that does not keep excluded learners out would offer it for ever.
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

  pricing price(const residual_rows& residual, double /*least*/) override {
    pricing best;
    const custom_functions& f = *functions_;
    take_responses(residual);
    parameters_.assign(static_cast<std::size_t>(f.parameters), 0.0);
    setting_.report.poll();
    const int answer = f.answer_of("fit", [&] {
      return f.fit(f.user, x_.data(), rows_, width_, responses_.data(), residual.responses(),
                   excluded_.data(), static_cast<std::int64_t>(excluded_.size()) / f.parameters,
                   parameters_.data(), f.parameters);
    });
    setting_.report.poll();
    if (answer == COPPICE_STOP) return best;
    if (answer != COPPICE_CONTINUE)
      f.fail_answer("fit", answer, "COPPICE_CONTINUE, COPPICE_STOP or COPPICE_CANCEL");
    for (std::int64_t k = 0; k < f.parameters; ++k)
      if (!std::isfinite(parameters_[k]))
        fail(COPPICE_CALLBACK_FAILED, f.called("fit"), " wrote ", parameters_[k], " to parameters[",
             k, "]; expected a finite number");
    std::vector<double> outputs(static_cast<std::size_t>(rows_));
    evaluate(f, parameters_.data(), x_.data(), rows_, width_, outputs.data());
    column_.assign(outputs.begin(), outputs.end());
    if (excluded_columns_.count(bytes_of(column_)) != 0) return best;
    best.candidate = 0;
    best.merit = worth_of(column_.data(), rows_, residual, setting_.report).merit;
    return best;
  }

  /// They are fitted to the residual.
  [[nodiscard]] bool offers_unlike() const override { return false; }

  std::unique_ptr<weak_learners> choose(std::int64_t /*candidate*/, float* column) override {
    std::copy(column_.begin(), column_.end(), column);
    return std::make_unique<custom_learners>(functions_, setting_.examples.features(),
                                             setting_.features, parameters_);
  }

  void exclude(std::int64_t /*candidate*/) override {
    excluded_columns_.insert(std::string(bytes_of(column_)));
    excluded_.insert(excluded_.end(), parameters_.begin(), parameters_.end());
  }

  std::vector<std::unique_ptr<weak_learners>> draw(std::int64_t /*count*/) override {
    fail(COPPICE_INVALID_STATE, "learners of pool ", in_quotes(functions_->name),
         " cannot be drawn at random: its fit callback finds them");
  }

 private:
  void take_responses(const residual_rows& residual) {
    const std::int64_t responses = residual.responses();
    responses_.resize(static_cast<std::size_t>(rows_ * responses));
    for (std::int64_t i = 0; i < rows_; ++i) {
      setting_.report.poll_at(i);
      std::copy_n(residual.values + i * residual.scores, responses, &responses_[i * responses]);
    }
  }
  static std::string_view bytes_of(const std::vector<float>& column) {
    return {reinterpret_cast<const char*>(column.data()), column.size() * sizeof(float)};
  }

  pool_setting setting_;
  functions_pointer functions_;
  std::int64_t rows_;
  std::int64_t width_ = 0;
  std::vector<double> x_;          // rows x width
  std::vector<double> responses_;  // the residuals that learners are fitted to
  std::vector<double> parameters_;
  std::vector<float> column_;
  std::vector<double> excluded_;                         // parameters of the excluded learners
  std::set<std::string, std::less<>> excluded_columns_;  // their columns, as bytes
};

const pool_kind& custom_kind() {
  static const pool_kind kind = {"custom",
                                 "weak learners of the caller's",
                                 {},
                                 [](const pool_setting& setting) -> std::unique_ptr<pool> {
                                   return std::make_unique<asked_pool>(setting);
                                 },
                                 {}};
  return kind;
}

}  // namespace

pool_specification custom_pool(std::shared_ptr<const custom_functions> functions) {
  option_values options({}, text("pool ", in_quotes(functions->name)));
  return {&custom_kind(), std::move(options), "", {}, std::move(functions)};
}

}  // namespace coppice
