#include "methods/problems_of_two.hpp"

namespace coppice {

std::vector<two_classes> problems_of_two(std::int64_t classes, const option_values& options) {
  const bool pairs = options.choice("multiclass") == "one-against-one";
  std::vector<two_classes> all;
  for (std::int64_t b = 0; b < classes; ++b) {
    if (!pairs) all.push_back({b, -1});
    for (std::int64_t a = 0; pairs && a < b; ++a) all.push_back({b, a});
  }
  return all;
}

problem_of_two make_problem(const dataset& examples, const two_classes& classes,
                            const progress& report) {
  problem_of_two made = {classes, {}, nullptr};
  std::vector<double> is_it;
  const std::vector<std::int32_t>& labels = examples.labels(&report);
  for (std::int64_t i = 0; i < examples.rows(); ++i) {
    report.poll_at(i);
    const bool is_of_first = labels[i] == classes.added_to;
    if (classes.taken_from >= 0 && !is_of_first && labels[i] != classes.taken_from) continue;
    made.rows.push_back(i);
    is_it.push_back(is_of_first ? 1 : 0);
  }
  made.examples = examples.subset(made.rows, &report, bins_of_whole::made);
  made.examples->set_labels(std::move(is_it));
  return made;
}

}  // namespace coppice
