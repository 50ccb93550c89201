#include "threshold.hpp"

#include <algorithm>

#include "class_counts.hpp"
#include "data_file.hpp"
#include "text.hpp"

namespace program {

threshold::threshold(const std::string& text, const model& of) {
  const std::string place = "--threshold is \"" + text + "\"";
  if (!parse_number(text, value_)) throw user_error(place + "; expected a number");
  const std::vector<std::string> classes = class_names(of);
  if (classes.size() != 2)
    throw user_error(place + ", which stands between two classes; the model has " +
                     (classes.empty() ? "none, but numbers" : std::to_string(classes.size())));
  of_probability_ = !get_array(of, "calibration_slope").empty();
  if (of_probability_ && (value_ < 0 || value_ > 1))
    throw user_error(place + "; expected a probability of class " + classes[1] +
                     ", from 0 to 1, as the model is calibrated");
}

predictions threshold::classes(const model& with, const dataset& data, std::int64_t threads,
                               const std::string& data_place) const {
  const predictions scores =
      predict(with, data, of_probability_ ? "probability" : "decision", threads, "", data_place);
  const std::size_t width = scores.columns.size();
  predictions made{"class", scores.rows, {"class"}, {}, true};
  for (std::size_t k = width - 1; k < scores.values.size(); k += width)
    made.values.push_back(scores.values[k] >= value_ ? 1 : 0);
  return made;
}

json confusion_by(const predictions& classes, const dataset& data,
                  const std::vector<std::string>& names, json& criteria) {
  const std::vector<std::string> given = class_names(data);
  std::vector<std::size_t> place;  // of each given label among the names, or behind them
  place.reserve(given.size());
  for (const std::string& label : given)
    place.push_back(std::find(names.begin(), names.end(), label) - names.begin());
  const labelled_rows rows = labels_and_weights(data);
  std::vector<std::vector<double>> confusion(names.size() + 1,
                                             std::vector<double>(names.size(), 0.0));
  for (std::size_t i = 0; i < rows.classes.size(); ++i)
    confusion[place[rows.classes[i]]][static_cast<std::size_t>(classes.values[i])] +=
        rows.weights[i];
  double all = 0;
  double right = 0;
  double recalls = 0;
  double occurring = 0;
  for (std::size_t r = 0; r < confusion.size(); ++r) {
    double of_label = 0;
    for (const double weight : confusion[r]) of_label += weight;
    all += of_label;
    if (of_label == 0) continue;
    ++occurring;
    if (r == names.size()) continue;
    right += confusion[r][r];
    recalls += confusion[r][r] / of_label;
  }
  const double unknown = *std::max_element(confusion.back().begin(), confusion.back().end());
  if (unknown == 0) confusion.pop_back();
  criteria["error"] = (all - right) / all;
  criteria["balanced_error"] = 1 - recalls / occurring;
  return confusion;
}

}  // namespace program
