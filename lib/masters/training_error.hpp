// The training error of a master of K classes: the weighted fraction of rows in the wrong class,
// exactly as the model will predict them.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/row_sums.hpp"
#include "masters/class_of.hpp"
#include "masters/classified_rows.hpp"
#include "masters/column_matrix.hpp"

namespace coppice {

/// What a model predicts on the rows of a column matrix.
struct predicting_weights {
  const column_matrix& columns;
  std::vector<vector> by_score;  // the weights of each score
  std::vector<double> bias;      // one a score
  double size = 0;               // sum of the magnitudes of all these

  /// `weights` are learners x scores.
  predicting_weights(const column_matrix& of, const std::vector<double>& weights,
                     std::vector<double> biases)
      : columns(of),
        by_score(biases.size(), vector(static_cast<Eigen::Index>(weights.size() / biases.size()))),
        bias(std::move(biases)) {
    for (const double b : bias) size += std::abs(b);
    for (std::size_t k = 0; k < weights.size(); ++k) {
      by_score[k % bias.size()][static_cast<Eigen::Index>(k / bias.size())] = weights[k];
      size += std::abs(weights[k]);
    }
  }

  /// How far apart sums of the same products may be, added up in another order.
  [[nodiscard]] double rounding() const {
    return 2e-15 * static_cast<double>(columns.columns() + 1) * size;
  }
};

/// By how much a row's score of its own class leads that of any other.
inline double lead_of(std::int64_t label, double* scores, std::int64_t count) {
  const double own = scores[label];
  double largest = -std::numeric_limits<double>::infinity();
  scores[label] = largest;
  for (std::int64_t k = 0; k < count; ++k) largest = std::max(largest, scores[k]);
  scores[label] = own;
  return own - largest;
}

/// write_scores(row, out) writes the scores of a row, within `unsure` of those of the model. Most
/// rows are told right or wrong without asking for their class, which would take twice as long: a
/// branch for every score.
template <class WriteScores>
double training_error(const classified_rows& given, const predicting_weights& by, double unsure,
                      thread_team& team, const progress& report, const WriteScores& write_scores) {
  const auto scores = static_cast<std::int64_t>(by.bias.size());
  const bool of_classes = scores > 1 && given.code == nullptr;
  const auto errs = [&](std::int64_t i, double* out) {
    if (of_classes) {
      const double lead = lead_of(given.labels[i], out, scores);
      if (std::abs(lead) > unsure) return lead < 0;
    }
    return given.labels[i] != class_of(given.code.get(), out, scores, unsure, [&](std::int64_t k) {
             return by.columns.multiply_row(i, by.by_score[k], by.bias[k]);
           });
  };
  const auto add_up = [&](std::int64_t first, std::int64_t last, double* sum) {
    std::vector<double> out(by.bias.size());
    for (std::int64_t i = first; i < last; ++i) {
      write_scores(i, out.data());
      sum[0] += given.weights[i];
      if (errs(i, out.data())) sum[1] += given.weights[i];
    }
  };
  const std::vector<double> sums = sum_over_rows(team, report, given.size(), scores, 2, add_up);
  return sums[1] / sums[0];
}

}  // namespace coppice
