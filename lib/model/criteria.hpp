// Criteria: how good predictions are, as one number. Row i counts by its weight c_i (a row of
// weight k as k copies of it, a row of weight 0 not at all); y_i is what was expected of it, and
// every mean is weighted, mean_i z_i = sum_i c_i z_i / sum_i c_i.
//
//   error            mean_i [class_i is not y_i]
//   balanced_error   1 - the mean, over the classes that occur, of their recall: the share of a
//                    class's weight that is predicted to be of it
//   log_loss         mean_i -log max(p_i, 2^-52), p_i being the probability of y_i
//   brier            of two classes mean_i (p_i - [y_i is the later])^2, p_i being the probability
//                    of the later; of more mean_i sum_k (p_ik - [y_i is k])^2
//   auc              the share of the pairs of a row of a class and a row of another, each pair
//                    weighing the product of its weights, in which the former has the larger
//                    decision value, equal ones counting half. Of two classes that of the later; of
//                    more the mean over the classes that occur of each against the rest, by the
//                    class's own decision value
//   squared_error    mean_i sum_s (f_is - y_is)^2 over the outputs s, of models of numbers
//
// Sources: Brodersen, Ong, Stephan & Buhmann, "The balanced accuracy and its posterior
// distribution", ICPR 2010; Good, "Rational decisions", J. R. Stat. Soc. B 14, 1952 (log loss);
// Brier, "Verification of forecasts expressed in terms of probability", Mon. Weather Rev. 78, 1950;
// Hanley & McNeil, "The meaning and use of the area under a ROC curve", Radiology 143, 1982. The
// numbers are those of scikit-learn (zero_one_loss, 1 - balanced_accuracy_score, log_loss,
// brier_score_loss, roc_auc_score); it clips probabilities to 2^-52 from both ends, of which only
// the lower end is needed to stay finite.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <coppice/coppice.h>

#include "core/progress.hpp"

namespace coppice {

/// What is expected of rows, and how much each counts.
struct expected_rows {
  std::int64_t classes = 0;          // that the predictions know, K; 0 where they are numbers
  std::vector<std::int64_t> labels;  // the class of each row; K and more: one that they do not know
  std::vector<double> numbers;       // rows x outputs, where predictions are numbers
  std::vector<double> weights;       // >= 0, one a row
};

struct criterion {
  const char* name;
  const char* help;
  bool of_classes;        // else of numbers
  coppice_output needs;   // what it compares: classes, probabilities or decision values
  bool larger_is_better;  // else the smaller

  /// `predicted` has the numbers of this output, row after row. NaN where it is not defined.
  double (*of)(const expected_rows& rows, const std::vector<double>& predicted,
               const progress& report);

  [[nodiscard]] bool better(double a, double b) const { return larger_is_better ? a > b : a < b; }
};

const std::vector<criterion>& criteria();

/// By name; throws COPPICE_UNKNOWN_NAME.
const criterion& find_criterion(std::string_view name);

/// Why a criterion says nothing about these rows, and what would help; "" where it is defined.
std::string why_undefined(const criterion& which, const expected_rows& rows);

/// The confusion matrix: the weight of the rows expected to be of class r and predicted to be of
/// class c, K x K numbers; where there are rows of classes that the predictions do not know, in a
/// further row r = K. `predicted` are classes.
std::vector<double> confusion(const expected_rows& rows, const std::vector<double>& predicted);

}  // namespace coppice
