#include "methods/column_generation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text.hpp"

namespace coppice {
namespace {

class generator {
 public:
  generator(const column_generation& setting, master& restricted, progress& callback,
            training_report& report)
      : setting_(setting),
        master_(restricted),
        callback_(callback),
        report_(report),
        column_(static_cast<std::size_t>(setting.rows)) {}

  void run(const std::function<std::unique_ptr<pool>()>& make_pool) {
    keep_stage();
    callback_.report({0, setting_.learners});  // also what is told until the first is priced
    master_.solve();
    keep_stage();
    const std::unique_ptr<pool> pool = make_pool();
    while (report_.stop_reason.empty()) {
      const bool first = report_.iterations == 0 && pending_ == nullptr;
      const bool replaced = first && setting_.first_residual != nullptr;
      pricing best = pool->price(master_.residual());
      if (replaced) {  // priced last, since what is chosen is chosen from the last pricing
        const double squared_outside = best.squared_outside;
        best = pool->price(setting_.first_residual);
        best.squared_outside = squared_outside;
      }
      accept(best);
      if (best.candidate == pricing::none)
        report_.stop_reason = "exhausted";
      else if (std::abs(best.score) < setting_.epsilon)
        report_.stop_reason = "epsilon";
      else if (report_.iterations >= setting_.learners)
        report_.stop_reason = "learners";
      else
        extend(*pool, best.candidate);
    }
  }

  ensemble_parts parts;

 private:
  /// Takes the last solve, now priced, into the result.
  void accept(const pricing& best) {
    const bool finite = !std::isnan(best.squared_outside);
    if (finite)
      bound_ = std::max(bound_, master_.dual_objective() - best.squared_outside / 2);
    else
      bound_ = master_.dual_objective();
    report_.gap_scope = finite ? "pool" : "restricted";
    keep_stage();
    report_.dual_objective = bound_;
    if (!master_.converged()) warn();
    if (pending_ != nullptr) {
      parts.learners.append(std::move(pending_));
      ++report_.iterations;
      if (setting_.keep_stages) parts.stages.push_back(parts.final_stage);
      curve_point point;
      point.iteration = static_cast<double>(report_.iterations);
      point.learners = static_cast<double>(parts.learners.size());
      point.objective = report_.objective;
      point.dual_objective = bound_;
      point.master_gap = training_report::relative_gap(report_.objective, master_.dual_objective());
      point.score = std::abs(best.score);
      point.train_error = report_.train_error;
      report_.curve.push_back(point);
    }
    callback_.report({report_.iterations, setting_.learners, report_.objective, report_.gap(),
                      report_.train_error, curve_point::unknown});
  }

  void warn() {
    if (!report_.warnings.empty()) return;  // the first says it for all
    const double gap = training_report::relative_gap(master_.objective(), master_.dual_objective());
    report_.warnings.push_back(
        text("the restricted master of iteration ", report_.iterations + (pending_ ? 1 : 0),
             " stopped at a relative gap of ", gap,
             ", above its tolerance; raise tolerance, lower C, or take its gap as it is"));
  }

  void keep_stage() {
    parts.final_stage = {master_.weights(), master_.bias()};
    report_.objective = master_.objective();
    report_.train_error = master_.train_error();
  }

  void extend(pool& pool, std::int64_t candidate) {
    pending_ = pool.choose(candidate, column_.data());
    master_.add_column(column_.data());
    master_.solve();
  }

  const column_generation& setting_;
  master& master_;
  progress& callback_;
  training_report& report_;
  std::vector<float> column_;
  std::unique_ptr<weak_learners> pending_;  // chosen and solved for, not yet priced
  double bound_ = -std::numeric_limits<double>::infinity();
};

}  // namespace

ensemble_parts generate_columns(const column_generation& setting, master& restricted,
                                const std::function<std::unique_ptr<pool>()>& make_pool,
                                progress& callback, training_report& report) {
  generator work(setting, restricted, callback, report);
  try {
    work.run(make_pool);
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
    report.stop_reason = "stopped";
  }
  return std::move(work.parts);
}

}  // namespace coppice
