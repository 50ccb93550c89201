// What a method trains on: the rows with a positive weight (a row of weight 0 counts neither in the
// loss nor in what pools look at), their targets checked against the method's tasks, and missing
// values against the pool. With balanced classes the weights of every one of K classes sum up to
// the same: the weight c_i becomes
//
//     c_i * (sum of all weights) / (K * (sum of the weights of the class of row i)).
//
// Fits go by these weights; what is measured, such as an error, goes by the rows' own.
#pragma once

#include <memory>
#include <vector>

#include "data/dataset.hpp"
#include "methods/method.hpp"

namespace coppice {

class training_set {
 public:
  /// Throws where the method does not take such targets, or where a class, or the whole dataset,
  /// has no row of positive weight. `balanced` has to do with classes only.
  training_set(const dataset& given, const method& of, const progress& report, bool balanced);
  /// That of a fit; also throws as check_features() does.
  training_set(const fit_request& request, const method& of, bool balanced = false);

  [[nodiscard]] task learned() const noexcept { return learned_; }
  /// The rows: the class of each is in labels(), numbers are in targets().
  [[nodiscard]] const dataset& examples() const noexcept { return kept_ ? *kept_ : given_; }
  [[nodiscard]] const std::vector<double>& weights() const noexcept { return weights_; }  // > 0
  /// The same before classes were balanced.
  [[nodiscard]] const std::vector<double>& row_weights() const noexcept {
    return row_weights_.empty() ? weights_ : row_weights_;
  }
  /// Of two classes: -1 for the earlier, +1 for the later.
  [[nodiscard]] const std::vector<double>& signs() const noexcept { return signs_; }

 private:
  void look_at_classes(const std::vector<std::int64_t>& rows, const char* method, bool balanced,
                       const progress& report);
  /// Throws where one is too large for least squares.
  void check_numbers(const std::vector<std::int64_t>& rows, const char* method,
                     const progress& report) const;

  const dataset& given_;
  task learned_;
  std::unique_ptr<dataset> kept_;  // only where rows had to go
  std::vector<double> weights_;
  std::vector<double> row_weights_;  // empty where they are the same
  std::vector<double> signs_;
};

/// Throws COPPICE_INVALID_DATA where the pool looks at categories that it cannot take, or where the
/// examples, or the validation set (null for none), lack a value that the pool needs; also for any
/// category or missing value where the method takes no pools. Rows of weight 0 are not trained on,
/// and may lack any value; those that validate may not.
void check_features(const method& of, const pool_specification& pool, const dataset& examples,
                    const dataset* validation, const progress& report);

}  // namespace coppice
