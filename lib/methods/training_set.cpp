#include "methods/training_set.hpp"

#include "core/error.hpp"

namespace coppice {

binary_training_set::binary_training_set(const dataset& given, const char* method,
                                         const progress& report, bool balanced)
    : given_(given) {
  if (!given.labelled())
    fail(COPPICE_INVALID_STATE, "the dataset has no labels; set them before the fit");
  const class_labels& classes = given.classes();
  if (classes.size() == 1)
    fail(COPPICE_INVALID_DATA, "every label of the dataset is ", in_quotes(classes.text(0)), "; ",
         method, " expected two classes");
  if (classes.size() > 2)
    fail(COPPICE_INVALID_DATA, "the dataset has ", classes.size(), " classes; ", method,
         " expected two");

  std::vector<std::int64_t> rows;
  const auto all = static_cast<std::size_t>(given.rows());
  rows.reserve(all);
  signs_.reserve(all);
  weights_.reserve(all);
  std::vector<std::int64_t> count(2, 0);
  std::vector<double> weight(2, 0.0);
  for (std::int64_t i = 0; i < given.rows(); ++i) {
    report.poll_at(i);
    if (given.weight(i) == 0) continue;
    const std::int32_t label = given.labels()[i];
    rows.push_back(i);
    signs_.push_back(label == 1 ? 1 : -1);
    weights_.push_back(given.weight(i));
    ++count[label];
    weight[label] += given.weight(i);
  }
  for (std::int64_t k = 0; k < 2; ++k)
    if (count[k] == 0)
      fail(COPPICE_INVALID_DATA, "no row of class ", in_quotes(classes.text(k)),
           " has a positive weight; ", method, " expected rows of both classes");
  if (balanced)
    for (std::size_t k = 0; k < signs_.size(); ++k)
      weights_[k] *= (weight[0] + weight[1]) / (2 * weight[signs_[k] > 0 ? 1 : 0]);
  if (static_cast<std::int64_t>(rows.size()) < given.rows()) kept_ = given.subset(rows, &report);
}

}  // namespace coppice
