// Two-phase online boosting (Yugov & Kumazawa, "Online boosting algorithm based on two-phase SVM
// training", ISRN Signal Processing 2012, algorithm 2) of one problem of two classes, y = -1 or +1.
// Weak learners are linear classifiers h_j(x), of which only the newest, J, is being trained. The
// strong classifier is
//
//     f(x) = beta . (h_1(x), .., h_J(x), 1)
//
// and a row makes two steps of Pegasos (scaled_weights.hpp): one of the newest weak learner,
// weighted by the loss l = max(0, 1 - y f) that the strong classifier had, and one of beta on the
// outputs. A weak learner that has been trained for its time is frozen, and the next begins with
// weights of 0.
#pragma once

#include <cstdint>
#include <vector>

#include "learners/linear_classifiers.hpp"
#include "masters/scaled_weights.hpp"

namespace coppice {

struct two_phase_setting {
  std::int64_t features;
  classifier_output output;
  pegasos_rate weak;    // phase 1
  pegasos_rate strong;  // phase 2

  /// The newest weak learner is frozen after cutoff (1 + growth (J - 1)) steps or, by errors, after
  /// the first so many steps in which its error, weighted as it learns, was not less than in those
  /// before.
  std::int64_t cutoff;
  double growth;
  bool cutoff_by_error;

  /// A frozen weak learner goes once its |beta_j| has been less than `prune_below` for
  /// `prune_after` rows in a row. Of `most_learners` (0: of any number) the frozen one with the
  /// least |beta_j| makes room for the next.
  double prune_below;
  std::int64_t prune_after;
  std::int64_t most_learners;
};

class two_phase_booster {
 public:
  explicit two_phase_booster(const two_phase_setting& setting);
  /// As save() wrote it.
  two_phase_booster(const two_phase_setting& setting, document& saved);
  [[nodiscard]] document save() const;

  /// f(x), and what learn() then needs to know of the row.
  double decide(const listed_row& x);

  /// Memory for all that learn() may do, which then needs none.
  void make_room();

  /// Learns the row that was decided last, whose |x|^2 is `squared_norm`, a 1 included.
  void learn(const listed_row& x, double squared_norm, double y, double weight);

  [[nodiscard]] std::int64_t learners() const noexcept { return beta_.size(); }
  /// All of them, the newest last, their weights, and the bias.
  [[nodiscard]] std::unique_ptr<linear_classifiers> copy_learners() const;
  [[nodiscard]] double weight(std::int64_t j) const { return beta_.weight(j); }
  [[nodiscard]] double bias() const { return beta_.weight_of_constant(); }

 private:
  [[nodiscard]] listed_row outputs() const { return {nullptr, h_.data(), learners()}; }
  [[nodiscard]] bool has_been_trained();
  void prune();
  void freeze();
  void erase(std::int64_t j);

  two_phase_setting setting_;
  linear_classifiers frozen_;
  scaled_weights newest_;
  scaled_weights beta_;
  std::vector<std::int64_t> below_;  // for how many rows |beta_j| has been, of the frozen ones
  std::int64_t rows_ = 0;            // learned
  std::int64_t steps_ = 0;           // of the newest
  std::int64_t since_ = 0;           // how many of them since it was last judged,
  double weighed_ = 0;               // by what weight,
  double wrong_ = 0;                 // and the part of it that it got wrong
  double error_before_ = 1;          // in the steps before

  // Of the row that was decided last.
  std::vector<double> h_;
  double newest_value_ = 0;
  double decision_ = 0;
};

}  // namespace coppice
