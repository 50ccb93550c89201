// Another threshold between two classes: the later one is predicted where its probability, or, of a
// model that is not calibrated, the decision value is at least so much.
#pragma once

#include <string>

#include "predictions.hpp"

namespace program {

class threshold {
 public:
  /// `text` is what --threshold was given. Throws a user_error where that is not a number, or
  /// not a probability while the model is calibrated, or where the model has not two classes.
  threshold(const std::string& text, const model& of);

  /// The classes of all rows.
  [[nodiscard]] predictions classes(const model& with, const dataset& data, std::int64_t threads,
                                    const std::string& data_place) const;

 private:
  double value_ = 0;
  bool of_probability_ = false;
};

/// The confusion matrix of these classes of labelled rows, as confusion_of() has it of a model's
/// own, and in `criteria` those that go by classes, error and balanced_error, anew.
json confusion_by(const predictions& classes, const dataset& data,
                  const std::vector<std::string>& names, json& criteria);

}  // namespace program
