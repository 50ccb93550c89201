// Pegasos (Shalev-Shwartz, Singer & Srebro, "Pegasos: primal estimated sub-gradient solver for
// SVM", ICML 2007), row by row: at step t, with the rate 1 / (lambda t) and the kernel k,
//
//     f <- (1 - 1/t) f + [y f(x) < 1] weight y / (lambda t) k(x, .)
//
// and then into the ball |f| <= 1 / sqrt(lambda). Rows are extended with a constant 1, which is the
// bias. Of more than two classes there is one function for each, against all others.
#include <limits>

#include "methods/pegasos_options.hpp"
#include "methods/stream_fit.hpp"
#include "methods/stream_kernel.hpp"

namespace coppice {

const method& pegasos_method();

namespace {

constexpr double extended = 1;
constexpr std::int64_t all_terms = 0;

class pegasos_stream final : public stream {
 public:
  explicit pegasos_stream(const stream_request& request)
      : pegasos_stream(request, begin_functions(request, extended, all_terms), 0) {}

  pegasos_stream(const stream_request& request, document& saved)
      : pegasos_stream(request,
                       resume_functions(request, extended, all_terms, saved.at("functions")),
                       saved.integer("steps", 0, most_stream_steps)) {}

  void learn(const stream_example& example, double* decisions) override {
    functions_->decide(example.x, example.squared_norm, decisions);
    if (example.weight == 0) return;
    const std::int64_t step = steps_ + 1;
    for (std::int64_t s = 0; s < scores_; ++s) {
      const double y = sign_of(example.label, s, scores_);
      changes_[s] = {rate_.factor(step), rate_.amount(step, decisions[s], y, example.weight)};
    }
    functions_->step(example.x, changes_, rate_.radius);
    steps_ = step;
  }

  [[nodiscard]] std::unique_ptr<model> snapshot(training_report report) const override {
    return functions_->snapshot(std::move(report), std::vector<double>(changes_.size(), 0.0));
  }

  [[nodiscard]] document save() const override {
    return document().with("steps", steps_).with("functions", functions_->save());
  }

  [[nodiscard]] std::int64_t learners() const noexcept override { return functions_->terms(); }

 private:
  pegasos_stream(const stream_request& request, std::unique_ptr<learned_functions> functions,
                 std::int64_t steps)
      : scores_(request.scores()),
        rate_(rate_of(request.options, "lambda")),
        functions_(std::move(functions)),
        steps_(steps),
        changes_(static_cast<std::size_t>(scores_)) {
    if (!request.options.flag("projection")) rate_.radius = std::numeric_limits<double>::infinity();
  }

  std::int64_t scores_;
  pegasos_rate rate_;
  std::unique_ptr<learned_functions> functions_;
  std::int64_t steps_;
  std::vector<learned_functions::change> changes_;
};

}  // namespace

const method& pegasos_method() {
  static const method method = learned_by_rows<pegasos_stream>(
      {"pegasos",
       "the SVM by stochastic gradient descent, linear or with a kernel, row by row",
       {task::two_classes, task::classes},
       building_blocks::kernels,
       with_stream_options(
           {kernel_option("linear"),
            lambda_option("lambda", "1e-12 <= lambda <= 1e12",
                          "regulariser: half of lambda |f|^2 is added to the mean loss"),
            choice_option("projection", "yes", "yes|no",
                          "keep the norm of f at 1 / sqrt(lambda) or less"),
            rate_floor_option()}),
       [](const fit_request& request) { return fit_stream(request, pegasos_method()); }});
  return method;
}

}  // namespace coppice
