// What methods that learn a kernel of views share. The members of the pool are the views, each with
// its terms (learners/combinations.hpp): the features that a pool of features looks at, or
// learners of another. Rows are centred and weighed, labels become the target kernel, and of the
// map that was learned a model is made, with a classifier that is trained on where the map puts the
// rows.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "learners/combinations.hpp"
#include "masters/growing_kernel.hpp"
#include "masters/target_kernel.hpp"
#include "methods/training_set.hpp"
#include "model/aligned_rows.hpp"
#include "model/learned_map.hpp"

namespace coppice {

/// Rows whose kernel is compared with that of their labels.
struct labelled_rows {
  const dataset& examples;
  aligned_rows aligned;
  matrix signs;  // L, rows x scores
  vector roots;  // square roots of the weights
  target_kernel target;
};

/// A map of t numbers a row in the making.
struct map_in_making {
  learner_sequence learners;
  std::vector<double> scales;
  std::vector<std::vector<float>> outputs;  // of every learner on the training rows
  std::vector<double> means;                // of these
  std::vector<vector> on_target;            // Q'f~ of every learner

  void add(std::unique_ptr<weak_learners> learner, double scale, std::vector<float> of_rows,
           double mean, vector on_the_target);
};

/// How the kernel is aligned with the labels of these rows; not a number where that is unknown.
struct alignments {
  double training = training_report::unknown;
  double validation = training_report::unknown;
  double test = training_report::unknown;
};

class map_fit {
 public:
  /// `of_features`: the terms of a linear pool are features; else they are learners like others.
  map_fit(const fit_request& request, const method& of, bool of_features);

  [[nodiscard]] training_report& report() noexcept { return report_; }
  [[nodiscard]] const labelled_rows& rows() const noexcept { return *rows_; }
  /// Null without a validation set, or where all its rows that count have the same labels: the
  /// alignment with these is not defined.
  [[nodiscard]] const labelled_rows* validation() const noexcept { return if_told(validation_); }
  [[nodiscard]] const labelled_rows* test() const noexcept { return if_told(test_); }
  [[nodiscard]] const std::vector<std::shared_ptr<const combined_terms>>& views() const noexcept {
    return views_;
  }
  /// The text of a view's pool, for messages.
  [[nodiscard]] const std::string& name(std::size_t view) const { return names_[view]; }

  /// The values of every view's terms, rows x terms each.
  [[nodiscard]] std::vector<matrix> columns(const labelled_rows& of) const;
  /// Throws COPPICE_INVALID_DATA where a view's columns tell no rows apart, or its kernel cannot be
  /// compared with others in doubles.
  void check_columns(const std::vector<matrix>& of_views) const;

  /// Tells the listener, and the curve.
  void tell(std::int64_t iteration, std::int64_t of, const alignments& reached);

  /// `shares` has what every view has of the trace of the kernel.
  std::unique_ptr<model> make_model(map_in_making map, const std::vector<double>& shares);

 private:
  [[nodiscard]] static const labelled_rows* if_told(
      const std::optional<labelled_rows>& rows) noexcept {
    return rows && rows->target.directions() > 0 ? &*rows : nullptr;
  }
  [[nodiscard]] labelled_rows held_out(const dataset& examples, const char* who) const;
  [[nodiscard]] labelled_rows labelled(const dataset& examples, const std::vector<double>& weights,
                                       const char* who) const;
  void make_views(bool of_features);
  [[nodiscard]] std::vector<std::int64_t> features_of(const pool_specification& wanted) const;
  [[nodiscard]] learner_sequence learners_of(pool_specification& wanted, std::uint64_t seed) const;
  void note_dependent_labels();
  [[nodiscard]] linear_decision expected_labels() const;
  [[nodiscard]] linear_decision nearest_centre(const map_in_making& map) const;
  [[nodiscard]] linear_decision svm(const map_in_making& map);
  [[nodiscard]] std::vector<double> mapped_rows(const map_in_making& map,
                                                const progress& report) const;

  const fit_request& request_;
  training_set training_;
  pool_specification pool_;  // with its options as they were settled
  training_report report_;
  std::optional<labelled_rows> rows_;
  std::optional<labelled_rows> validation_;
  std::optional<labelled_rows> test_;
  std::vector<std::shared_ptr<const combined_terms>> views_;
  std::vector<std::string> names_;
};

/// A method's own options, and after them those of the classifier and of what surrounds the fit.
option_table with_map_options(option_table own);

}  // namespace coppice
