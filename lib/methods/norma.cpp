// NORMA (Kivinen, Smola & Williamson, "Online learning with kernels", IEEE Transactions on Signal
// Processing 2004): gradient descent on the loss max(0, rho - y (f(x) + b)) - nu rho of each row,
// in a space with the kernel k. At step t, with the rate e = eta / sqrt(t) and s = weight [y (f(x)
// + b) <= rho],
//
//     f <- (1 - e lambda) f + e s y k(x, .),    b <- b + e s y,    rho <- rho - e (s - weight nu),
//
// so that a share nu of the rows comes to lie within the margin rho. With nu = 0 rho stays 1. Of an
// expansion no more than the newest `max_terms` rows are kept: the others have shrunk by then. Of
// more than two classes there is one function for each, against all others.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "methods/pegasos_options.hpp"
#include "methods/stream_fit.hpp"
#include "methods/stream_kernel.hpp"

namespace coppice {

const method& norma_method();

namespace {

constexpr double not_extended = 0;

class norma_stream final : public stream {
 public:
  explicit norma_stream(const stream_request& request)
      : norma_stream(request, begin_functions(request, not_extended, most_terms(request))) {}

  norma_stream(const stream_request& request, document& saved)
      : norma_stream(request, resume_functions(request, not_extended, most_terms(request),
                                               saved.at("functions"))) {
    const std::size_t scores = bias_.size();
    steps_ = saved.integer("steps", 0, most_stream_steps);
    bias_ = saved.take_finite_numbers("bias");
    rho_ = saved.take_finite_numbers("rho");
    if (bias_.size() != scores || rho_.size() != scores)
      fail_damaged("its biases and margins do not fit its classes");
  }

  void learn(const stream_example& example, double* decisions) override {
    functions_->decide(example.x, example.squared_norm, decisions);
    for (std::size_t s = 0; s < bias_.size(); ++s) decisions[s] += bias_[s];
    if (example.weight == 0) return;
    const std::int64_t step = steps_ + 1;
    const double rate = std::max(eta_ / std::sqrt(static_cast<double>(step)), floor_);
    const auto scores = static_cast<std::int64_t>(bias_.size());
    for (std::int64_t s = 0; s < scores; ++s) {
      const double y = sign_of(example.label, s, scores);
      const double within = y * decisions[s] <= rho_[s] ? example.weight : 0;
      changes_[s] = {1 - rate * lambda_, rate * within * y};
    }
    functions_->step(example.x, changes_, std::numeric_limits<double>::infinity());
    for (std::int64_t s = 0; s < scores; ++s) {
      const double within = changes_[s].amount != 0 ? example.weight : 0;
      bias_[s] += changes_[s].amount;
      if (nu_ > 0) rho_[s] -= rate * (within - example.weight * nu_);
    }
    steps_ = step;
  }

  [[nodiscard]] std::unique_ptr<model> snapshot(training_report report) const override {
    report.find("rho", rho_);
    return functions_->snapshot(std::move(report), bias_);
  }

  [[nodiscard]] document save() const override {
    return document()
        .with("steps", steps_)
        .with("bias", bias_)
        .with("rho", rho_)
        .with("functions", functions_->save());
  }

  [[nodiscard]] std::int64_t learners() const noexcept override { return functions_->terms(); }

 private:
  norma_stream(const stream_request& request, std::unique_ptr<learned_functions> functions)
      : lambda_(request.options.real("lambda")),
        eta_(request.options.real("eta")),
        floor_(request.options.real("rate_floor")),
        nu_(request.options.real("nu")),
        functions_(std::move(functions)),
        changes_(static_cast<std::size_t>(request.scores())),
        bias_(changes_.size(), 0.0),
        rho_(changes_.size(), 1.0) {
    if (std::max(eta_, floor_) * lambda_ >= 1)
      fail(COPPICE_INVALID_OPTION, "option lambda is ", lambda_, ", eta is ", eta_,
           " and rate_floor is ", floor_, "; expected rates < 1 / lambda");
  }

  static std::int64_t most_terms(const stream_request& request) {
    return request.options.integer("max_terms");
  }

  double lambda_;
  double eta_;
  double floor_;
  double nu_;
  std::unique_ptr<learned_functions> functions_;
  std::vector<learned_functions::change> changes_;
  std::int64_t steps_ = 0;
  std::vector<double> bias_;  // one a score
  std::vector<double> rho_;
};

}  // namespace

const method& norma_method() {
  static const method method = learned_by_rows<norma_stream>(
      {"norma",
       "gradient descent on the margin loss, linear or with a kernel, row by row",
       {task::two_classes, task::classes},
       building_blocks::kernels,
       with_stream_options(
           {kernel_option("linear"),
            lambda_option("lambda", "1e-12 <= lambda <= 1e12",
                          "regulariser: every step shrinks f by the rate times lambda"),
            real_option("eta", "1", 0, true, 1e12, "0 < eta <= 1e12",
                        "the learning rate is eta / sqrt(t)"),
            real_option("nu", "0", 0, false, 1, "0 <= nu <= 1",
                        "share of the rows within the margin, which adapts; 0: the margin is 1"),
            integer_option("max_terms", "0", 0, "max_terms >= 0",
                           "keep the newest rows of the kernel expansion only; 0: all"),
            rate_floor_option()}),
       [](const fit_request& request) { return fit_stream(request, norma_method()); }});
  return method;
}

}  // namespace coppice
