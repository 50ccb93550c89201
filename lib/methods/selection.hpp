// Selection: the criterion (model/criteria.hpp) by which validation chooses the best round and
// stops early, and cross-validation the best options. It is weighted by the weights of the rows;
// option class_weight does not change it, so that fits with and without are comparable.
//
// Criteria of probabilities need sigmoids. A model that has none, as every model has none while it
// is being fitted and in cross-validation, gets those that fit its decision values on the very rows
// that it is measured on best (platt.hpp): two numbers a score, found in the same way for every
// round and every point, so that these remain comparable.
#pragma once

#include <vector>

#include "core/options.hpp"
#include "core/progress.hpp"
#include "data/dataset.hpp"
#include "methods/method.hpp"
#include "model/evaluation.hpp"

namespace coppice {

/// That of option "criterion"; where there is no such option, or it is one of classes where numbers
/// are learned, error of classes and squared_error of numbers.
const criterion& selected_by(const option_values& options, bool of_classes);

/// Throws COPPICE_UNAVAILABLE where the criterion is not defined on rows that messages call `who`.
void check_defined(const criterion& by, const expected_rows& rows, const char* who);

/// Of a model that is not calibrated, by its decision values, row after row.
double measure(const criterion& by, const expected_rows& rows, const std::vector<double>& decisions,
               const progress& report);

/// Of a model on rows held out; with the sigmoids of the model where it has some.
double measure(const criterion& by, const model& fitted, const dataset& held_out,
               const progress& report);

/// The error on the training rows, and on the validation set where there is one, of a model that is
/// measured once, at its last point of the curve; nothing where that is interrupted. A model that
/// knows its training rows by heart is not measured on them, nor is one of numbers.
void measure_last_point(const fit_request& request, const dataset& examples, model& fitted,
                        bool knows_examples = false);

}  // namespace coppice
