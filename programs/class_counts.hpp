// How often each class occurs among labelled rows, which an error rate is to be read beside: a
// model that always says the largest class errs as often as the others occur.
#pragma once

#include <string>
#include <vector>

#include "handles.hpp"
#include "model_report.hpp"

namespace program {

struct class_counts {
  std::vector<std::string> names;
  std::vector<double> weights;  // of the rows of each class: counts, where rows have no weights
  std::int64_t rows = 0;

  [[nodiscard]] std::size_t largest() const;
  /// The largest class's share of all weight.
  [[nodiscard]] double share() const;
};

/// The class of each row, by the dataset's own classes, and its weight.
struct labelled_rows {
  std::vector<std::int64_t> classes;
  std::vector<double> weights;
};

labelled_rows labels_and_weights(const dataset& of);

/// Of labels that are classes; no names where the rows have none.
class_counts count_classes(const dataset& of);

/// "bad 20, good 37; always good errs in 0.3509", of many classes the largest only; "" for none.
std::string described_classes(const class_counts& counts);

/// Rows whose labels are not classes of a model, and these labels.
struct unknown_labels {
  std::int64_t rows = 0;
  std::vector<std::string> labels;
};

unknown_labels find_unknown(const dataset& data, const std::vector<std::string>& known);

/// Warns of them on standard error, where there are any; `path` names the data.
void tell_of_unknown(const unknown_labels& found, std::int64_t rows, const std::string& path);

}  // namespace program
