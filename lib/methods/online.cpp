// Two-phase online boosting (masters/two_phase.hpp) of linear classifiers. Of more than two classes
// there is one strong classifier for each, against all others, with weak learners of its own.
#include <deque>

#include "core/error.hpp"
#include "masters/two_phase.hpp"
#include "methods/pegasos_options.hpp"
#include "methods/stream_fit.hpp"
#include "model/ensemble.hpp"

namespace coppice {

const method& online_method();

namespace {

two_phase_setting setting_of(const stream_request& request) {
  const option_values& options = request.options;
  two_phase_setting setting{};
  setting.features = request.features;
  setting.output = classifier_output_of(options.choice("output"));
  setting.weak = rate_of(options, "lambda1");
  setting.strong = rate_of(options, "lambda2");
  setting.cutoff = options.integer("cutoff");
  setting.growth = options.real("cutoff_growth");
  setting.cutoff_by_error = options.choice("cutoff_by") == "error";
  setting.prune_below = options.real("prune_below");
  setting.prune_after = options.integer("prune_after");
  setting.most_learners = options.integer("max_learners");
  return setting;
}

class online_stream final : public stream {
 public:
  explicit online_stream(const stream_request& request) {
    for (std::int64_t s = 0; s < request.scores(); ++s) boosters_.emplace_back(setting_of(request));
  }

  online_stream(const stream_request& request, document& saved) {
    document::array_type& all = saved.array("boosters");
    if (static_cast<std::int64_t>(all.size()) != request.scores())
      fail_damaged("its strong classifiers do not fit its classes");
    for (document& one : all) boosters_.emplace_back(setting_of(request), one);
  }

  void learn(const stream_example& example, double* decisions) override {
    for (std::size_t s = 0; s < boosters_.size(); ++s)
      decisions[s] = boosters_[s].decide(example.x);
    if (example.weight == 0) return;
    for (two_phase_booster& booster : boosters_) booster.make_room();
    for (std::size_t s = 0; s < boosters_.size(); ++s)
      boosters_[s].learn(example.x, example.squared_norm + 1,
                         sign_of(example.label, static_cast<std::int64_t>(s), scores()),
                         example.weight);
  }

  [[nodiscard]] std::unique_ptr<model> snapshot(training_report report) const override {
    ensemble_parts parts;
    const auto wide = static_cast<std::size_t>(scores());
    for (std::size_t s = 0; s < wide; ++s) {
      const two_phase_booster& booster = boosters_[s];
      std::vector<double>& weights = parts.final_stage.weights;
      const std::size_t first = weights.size();
      weights.resize(first + static_cast<std::size_t>(booster.learners()) * wide, 0.0);
      for (std::int64_t j = 0; j < booster.learners(); ++j)
        weights[first + static_cast<std::size_t>(j) * wide + s] = booster.weight(j);
      parts.final_stage.bias.push_back(booster.bias());
      parts.learners.append(booster.copy_learners());
    }
    report.pools = {linear_classifiers_kind().name};
    return std::make_unique<ensemble>(std::move(parts), std::move(report));
  }

  [[nodiscard]] document save() const override {
    document all = document::array_type();
    for (const two_phase_booster& booster : boosters_) all.push_back(booster.save());
    return document().with("boosters", std::move(all));
  }

  [[nodiscard]] std::int64_t learners() const noexcept override {
    std::int64_t all = 0;
    for (const two_phase_booster& booster : boosters_) all += booster.learners();
    return all;
  }

 private:
  [[nodiscard]] std::int64_t scores() const noexcept {
    return static_cast<std::int64_t>(boosters_.size());
  }

  std::deque<two_phase_booster> boosters_;  // one a score; they do not move
};

}  // namespace

const method& online_method() {
  static const method method = learned_by_rows<online_stream>(
      {"online",
       "two-phase online boosting of linear classifiers, row by row",
       {task::two_classes, task::classes},
       building_blocks::nothing,
       with_stream_options(
           {lambda_option("lambda1", "1e-12 <= lambda1 <= 1e12",
                          "regulariser of the weak learners' Pegasos"),
            lambda_option("lambda2", "1e-12 <= lambda2 <= 1e12",
                          "regulariser of the Pegasos of their weights"),
            integer_option("cutoff", "150", 1, 1e15, "1 <= cutoff <= 1e15",
                           "rows that a weak learner is trained on before the next one begins (M)"),
            choice_option("cutoff_by", "steps", "steps|error",
                          "error: it is trained for as long as its error in so many rows is less "
                          "than in those before"),
            real_option("cutoff_growth", "0", 0, false, 1e15, "0 <= cutoff_growth <= 1e15",
                        "the cutoff of weak learner J is cutoff (1 + cutoff_growth (J - 1))"),
            choice_option("output", "sign", "sign|clipped|tanh",
                          "what weak learners make of w . x: its sign (0 of 0), the value cut to "
                          "[-1, 1], or its hyperbolic tangent"),
            rate_floor_option(),
            integer_option(
                "max_learners", "0", 0, "max_learners >= 0",
                "most weak learners of a class; the one with the least weight makes room "
                "for the next; 0: any number"),
            real_option("prune_below", "0", 0, false, 1e50, "0 <= prune_below <= 1e50",
                        "drop weak learners whose |weight| stays less than this; 0: none"),
            integer_option("prune_after", "1000", 1, 1e15, "1 <= prune_after <= 1e15",
                           "for so many rows in a row")}),
       [](const fit_request& request) { return fit_stream(request, online_method()); }});
  return method;
}

}  // namespace coppice
