// Kernel-boost: the boosted combination of rank-one kernels of Lechervy, Gosselin & Precioso
// (masters/kernel_boosting.hpp), each a function of one view. The learned map F(x) = (sqrt(beta_s)
// f_s(x)) is an output of the model, whose classifier is trained on it.
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/error.hpp"
#include "masters/kernel_boosting.hpp"
#include "methods/ensemble_fit.hpp"
#include "methods/map_fit.hpp"

namespace coppice {

const method& kernel_boost_method();

namespace {

/// The kernel on rows that it is not learned from.
class followed_kernel {
 public:
  /// Follows nothing where `rows` is null.
  followed_kernel(const map_fit& shared, const labelled_rows* rows, const fit_request& request) {
    if (rows == nullptr) return;
    columns_ = shared.columns(*rows);
    outputs_.resize(static_cast<std::size_t>(rows->examples.rows()));
    kernel_.emplace(rows->target.basis, rows->roots, request.team, request.report);
  }

  /// The alignment with the function added.
  double add(const kernel_boosting::choice& chosen, double beta) {
    if (!kernel_) return training_report::unknown;
    combine(columns_[chosen.view], chosen.weights, chosen.bias, outputs_.data());
    kernel_->add(kernel_->look_at(outputs_.data()), beta);
    return kernel_->alignment();
  }

 private:
  std::vector<matrix> columns_;  // of every view
  std::vector<float> outputs_;
  std::optional<growing_kernel> kernel_;
};

class kernel_boost_fit {
 public:
  explicit kernel_boost_fit(const fit_request& request)
      : request_(request), shared_(request, kernel_boost_method(), true) {}

  std::unique_ptr<model> run() {
    shares_.assign(shared_.views().size(), 0.0);
    counts_ = shares_;
    shared_.report().stop_reason = "learners";
    try {
      boost();
    } catch (const interruption& asked) {
      if (!asked.keep) throw;
      shared_.report().stop_reason = asked.reason;
    }
    training_report& report = shared_.report();
    std::vector<double> betas;
    for (const double scale : map_.scales) betas.push_back(scale * scale);
    report.find("kernel_weights", std::move(betas));
    report.find("pool_learners", counts_);
    double trace = 0;
    for (const double share : shares_) trace += share;
    for (double& share : shares_) share /= trace > 0 ? trace : 1;
    return shared_.make_model(std::move(map_), shares_);
  }

 private:
  [[nodiscard]] std::vector<view_response> responses(const std::vector<matrix>& columns) const {
    std::vector<view_response> made(columns.size());
    request_.team.run(
        static_cast<std::int64_t>(made.size()),
        [&](std::int64_t v) {
          made[v] = respond(columns[v], shared_.rows().target.basis, shared_.rows().roots,
                            request_.options.real("ridge"), request_.report);
        },
        [this] { request_.report.poll(); });
    return made;
  }

  void boost() {
    const labelled_rows& rows = shared_.rows();
    const std::vector<matrix> columns = shared_.columns(rows);
    shared_.check_columns(columns);
    kernel_boosting boosting(rows.target, rows.roots, responses(columns),
                             request_.options.real("epsilon"), request_.team, request_.report);
    followed_kernel on_validation(shared_, shared_.validation(), request_);
    followed_kernel on_test(shared_, shared_.test(), request_);
    const std::int64_t most = request_.options.integer("learners");
    for (std::int64_t t = 1; t <= most; ++t) {
      const kernel_boosting::choice chosen = boosting.choose();
      std::vector<float> outputs(static_cast<std::size_t>(rows.examples.rows()));
      if (chosen.view >= 0)
        combine(columns[chosen.view], chosen.weights, chosen.bias, outputs.data());
      const double beta = chosen.view < 0 ? 0 : boosting.add(outputs.data());
      if (beta == 0) {
        shared_.report().stop_reason = "epsilon";
        return;
      }
      auto learner = std::make_unique<combinations>();
      learner->append(shared_.views()[chosen.view], chosen.weights, chosen.bias);
      map_.add(std::move(learner), std::sqrt(beta), std::move(outputs), boosting.mean(),
               boosting.on_target());
      shares_[chosen.view] += beta * boosting.squared_norm();
      ++counts_[chosen.view];
      alignments reached{boosting.kernel().alignment()};
      reached.validation = on_validation.add(chosen, beta);
      reached.test = on_test.add(chosen, beta);
      shared_.tell(t, most, reached);
    }
  }

  const fit_request& request_;
  map_fit shared_;
  map_in_making map_;
  std::vector<double> shares_;  // of the trace of the kernel
  std::vector<double> counts_;  // functions of each view
};

std::unique_ptr<model> fit_kernel_boost(const fit_request& request) {
  request.report.expect(request.options.integer("learners"));
  try {
    return kernel_boost_fit(request).run();
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
    return nothing_yet(request, kernel_boost_method(), asked);
  }
}

}  // namespace

const method& kernel_boost_method() {
  static const method method = {
      "kernel-boost",
      "a kernel of views, boosted towards the classes, and a classifier on its map",
      {task::two_classes, task::classes, task::vectors},
      building_blocks::pools,
      with_map_options(
          {learners_option(),
           integer_option("terms", "100", 1, 1e6, "1 <= terms <= 1e6",
                          "weak learners to draw from each pool other than linear, which has the "
                          "features as its terms"),
           real_option("ridge", "1e-3", 1e-12, false, 1e6, "1e-12 <= ridge <= 1e6",
                       "penalty of a function's fit, in mean squares of its view's centred terms"),
           real_option("epsilon", "1e-6", 0, false, 1, "0 <= epsilon <= 1",
                       "stop when an iteration raises the alignment by no more")}),
      fit_kernel_boost,
      {},
      {},
      "linear@*"};
  return method;
}

}  // namespace coppice
