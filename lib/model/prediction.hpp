// Prediction of many rows: block by block, spread over threads.
#pragma once

#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "data/dataset.hpp"
#include "data/feature_matrix.hpp"
#include "data/row_buffers.hpp"
#include "model/aligned_rows.hpp"
#include "model/model.hpp"

namespace coppice {

/// Of a large model the prediction of a row takes a millisecond.
inline constexpr std::int64_t rows_predicted_a_poll = 64;

/// Throws unless `length` is the model's width and the row x has values that the model can take:
/// none infinite, and none missing that learners need.
void check_row(const model& model, const double* x, std::int64_t length);

/// One row that check_row has passed.
void predict_row(const model& model, coppice_output output, const double* x, double* out);

/// Every row of x into width(output) numbers, row after row. x has the features of the model.
void predict(const model& model, coppice_output output, const strided_matrix<double>& x,
             std::int64_t threads, double* out);

/// The same for a dataset, whose columns are found as aligned_rows has it.
void predict(const model& model, coppice_output output, const dataset& examples,
             std::int64_t threads, double* out);

/// Rows first .. last - 1 of it on the calling thread, in memory of block_buffers(); none of them
/// lacks a value that the model needs. `out` is undefined where it throws.
void predict(const model& model, coppice_output output, const aligned_rows& rows,
             std::int64_t first, std::int64_t last, row_buffers& buffers, double* out);

/// Of a block of rows that the model predicts together, of at most `rows`.
row_buffers block_buffers(const model& model, std::int64_t rows);

/// All rows of it on the calling thread, polling in between.
std::vector<double> predict(const model& model, coppice_output output, const dataset& examples,
                            const progress& report);

}  // namespace coppice
