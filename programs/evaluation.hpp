// How good a model's predictions of labelled rows are: criteria and the confusion matrix, as JSON
// and for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "handles.hpp"
#include "model_report.hpp"

namespace program {

/// Whether the data have something to hold predictions against: labels one of which is a class of
/// the model at least, or as many numbers a row as it predicts.
bool has_targets(const model& with, const dataset& data);

/// `place` (a file) goes before what is wrong with the rows.
evaluation evaluate(const model& of, const dataset& data, std::int64_t threads,
                    const std::string& place);

/// Criteria by name, those that are defined.
json criteria_of(const evaluation& from);

/// The weight of the rows expected to be of each class, in the order of the model's classes, by the
/// class predicted: an array of arrays, with one more for labels that the model does not know where
/// there are any. null where the model predicts numbers and has no classes.
json confusion_of(const evaluation& from, std::size_t classes);

/// A criterion's value in four decimals, or with an exponent where these would be lost.
std::string criterion_for_people(double value);

/// A standard error with the decimals of its criterion, unless nothing would be left of it.
std::string standard_error_for_people(double standard_error, double criterion);

/// A table of criteria, a column for each of the named documents; "" where there are none.
std::string described_criteria(const std::vector<std::string>& names,
                               const std::vector<json>& criteria);

/// A table of a confusion matrix, classes as rows and what was predicted as columns; "" for null,
/// and for more classes than a page is wide.
std::string described_confusion(const json& confusion, const std::vector<std::string>& classes);

}  // namespace program
