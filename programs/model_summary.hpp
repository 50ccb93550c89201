// The account of a model as text for people, made from the JSON document of model_report.hpp, so
// that both say the same numbers.
#pragma once

#include <string>

#include "model_report.hpp"

namespace program {

/// "name=value name=value": options or a weak learner for people; `without` is left out.
std::string settings(const json& object, const std::string& without = "");

/// Method, pool and options in lines of text that begin with their name.
std::string described_options(const json& document);

/// What it was trained on: "600 rows x 20 features", and how many of them are categories.
std::string described_shape(const json& document);

/// What it predicts: "classes a, b" or "2 numbers a row".
std::string described_targets(const json& document);

/// How many learners, or support vectors with which kernel, after how many iterations, and why it
/// ended there; of several pools their shares.
std::string described_size(const json& document);

/// What only the method tells; "" where that is nothing.
std::string described_findings(const json& document);

/// The learning curve in about ten lines, with bars for the validation error where there is one,
/// else for the test error or the training error, beside it the criterion that chose the best
/// iteration where that is another, and a mark at that iteration.
std::string described_curve(const json& document);

/// "0.0833", or with another criterion beside it "0.0833, log_loss 0.2871": validation at the best
/// iteration.
std::string described_validation(const json& document);

/// The objective and its gap, as a line's end.
std::string described_objective(const json& document);

/// A relative gap; "-" from 1 on, where the bound is no better than the trivial one.
std::string described_gap(double gap);

/// One line of a summary: a name, and a text that is wrapped beside it.
std::string summary_line(const std::string& name, const std::string& text);

}  // namespace program
