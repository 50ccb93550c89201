#include "methods/label_signs.hpp"

#include "core/error.hpp"
#include "model/evaluation.hpp"

namespace coppice {

matrix label_signs(const dataset& examples, const training_report& to, const char* who,
                   const progress& report) {
  const expected_rows expected = expected_of(examples, to.classes, to.outputs, who);
  const std::int64_t scores = to.scores();
  matrix signs = matrix::Constant(examples.rows(), scores, -1);
  for (std::int64_t i = 0; i < examples.rows(); ++i) {
    report.poll_at(i);
    if (to.classes.size() > 0) {
      const std::int64_t label = expected.labels[i];
      if (scores == 1 ? label == 1 : label < scores) signs(i, scores == 1 ? 0 : label) = 1;
      continue;
    }
    for (std::int64_t s = 0; s < scores; ++s)
      if (expected.numbers[i * scores + s] > 0) signs(i, s) = 1;
  }
  if (to.classes.size() > 0) return signs;
  bool has_zero = false;
  bool has_minus = false;
  for (std::int64_t k = 0; k < examples.rows() * to.outputs; ++k) {
    const double number = expected.numbers[k];
    has_zero = has_zero || number == 0;
    has_minus = has_minus || number == -1;
    if ((number != 1 && number != 0 && number != -1) || (has_zero && has_minus))
      fail(COPPICE_INVALID_DATA, who, ": target ", k % to.outputs, " of row ", k / to.outputs,
           " is ", number, "; expected labels, all of them -1 and 1 or all of them 0 and 1");
  }
  return signs;
}

void check_labels_differ(const matrix& signs) {
  for (Eigen::Index s = 0; s < signs.cols(); ++s)
    if (signs.col(s).minCoeff() == signs.col(s).maxCoeff())
      fail(COPPICE_INVALID_DATA, "target ", s, " is ", signs(0, s) > 0 ? "1" : "not 1",
           " in every row; expected rows that have the label and rows that do not");
}

}  // namespace coppice
