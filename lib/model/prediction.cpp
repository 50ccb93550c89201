#include "model/prediction.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/few_numbers.hpp"
#include "core/thread_team.hpp"

namespace coppice {
namespace {

constexpr std::int64_t rows_a_task = 256;

/// Work that looks at fewer numbers is done before a thread has started.
constexpr double worth_threads = 2e6;

/// Calls predict_some(first, last) for all rows, some at a time, on as many threads as the work is
/// worth.
template <class Some>
void share_rows(const model& model, std::int64_t rows, std::int64_t threads,
                const Some& predict_some) {
  const double work = static_cast<double>(rows) * model.row_cost();
  thread_team team(work < worth_threads || model.calls_back() ? 1 : threads);
  team.run((rows + rows_a_task - 1) / rows_a_task, [&](std::int64_t task) {
    predict_some(task * rows_a_task, std::min(rows, (task + 1) * rows_a_task));
  });
}

/// Copies rows into a block. Those of a matrix by columns are read from a few columns at once, two
/// rows at a time: a few columns fill whole cache lines of the block, and two rows of them are as
/// many vectors to the processor.
void copy_block(const strided_matrix<double>& x, std::int64_t first, std::int64_t rows,
                double* to) {
  constexpr std::int64_t together = 8;
  const std::int64_t paired = x.row_stride == 1 && x.is_by_columns() ? rows - rows % 2 : 0;
  const std::int64_t whole = paired == 0 ? 0 : x.features - x.features % together;
  for (std::int64_t d = 0; d < whole; d += together) {
    const double* from = x.row(first) + d * x.column_stride;
    for (std::int64_t i = 0; i < paired; i += 2) {
      std::array<double, together> upper{};
      std::array<double, together> lower{};
      for (std::int64_t k = 0; k < together; ++k) {
        upper[k] = from[k * x.column_stride + i];
        lower[k] = from[k * x.column_stride + i + 1];
      }
      std::copy_n(upper.data(), together, to + i * x.features + d);
      std::copy_n(lower.data(), together, to + (i + 1) * x.features + d);
    }
  }
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t d = i < paired ? whole : 0; d < x.features; ++d)
      to[i * x.features + d] = x.row(first + i)[d * x.column_stride];
}

/// Predicts rows first .. last - 1 in blocks; fill(first, rows, to) writes those of one into `to`,
/// and empty(first, rows, to) is called before they are written over.
template <class Fill, class Empty>
void predict_blocks(const model& model, coppice_output output, std::int64_t first,
                    std::int64_t last, row_buffers& buffers, double* out, const Fill& fill,
                    const Empty& empty) {
  const std::int64_t features = model.features();
  const std::int64_t most = model.rows_of_a_block();
  std::vector<double> values = buffers.take();
  for (; first < last; first += most) {
    const std::int64_t rows = std::min(most, last - first);
    fill(first, rows, values.data());
    model.predict_rows(output, {values.data(), rows, features}, out);
    empty(first, rows, values.data());
    out += rows * model.width(output);
  }
  buffers.give_back(std::move(values));
}

/// Calls fill(out); where that may fail midway, results go elsewhere first.
template <class Fill>
void all_or_nothing(const model& model, std::int64_t size, double* out, const Fill& fill) {
  if (!model.may_fail()) return fill(out);
  few_numbers filled(size);
  fill(filled.data());
  std::copy_n(filled.data(), size, out);
}

/// The codes of a feature's levels; one that the training set did not have is of an unknown level.
void check_codes(const model& model, const strided_matrix<double>& x, std::int64_t feature) {
  for (std::int64_t i = 0; i < x.rows; ++i) {
    const double value = x.row(i)[feature * x.column_stride];
    if (std::isnan(value) || (value >= 0 && value == std::floor(value))) continue;
    const std::string_view name = model.names().of(feature);
    fail(COPPICE_INVALID_DATA, "x[row ", i, ", feature ", feature,
         name.empty() ? std::string() : text(" ", in_quotes(name)), "] is ", value,
         "; expected the code of a level, a whole number from 0, or NaN where it is missing");
  }
}

/// All before any is predicted: what is refused leaves the results alone.
void check_values(const model& model, const strided_matrix<double>& x) {
  if (check_values(x)) check_present("x", x, model.needed());
  for (const auto& [feature, names] : model.levels()) check_codes(model, x, feature);
}

void check_values(const model& model, const dataset& examples, const aligned_rows& rows) {
  if (!examples.values().may_have_missing()) return;
  const needed_features columns = rows.columns_of(model.needed());
  check_present("x", examples, columns, nullptr, [](std::int64_t /*row*/) { return true; });
}

}  // namespace

void check_row(const model& model, const double* x, std::int64_t length) {
  if (length != model.features()) fail_width(length, model.features());
  check_values(model, {x, length, 1, length, length, 1});
}

void predict_row(const model& model, coppice_output output, const double* x, double* out) {
  all_or_nothing(model, model.width(output), out,
                 [&](double* to) { model.predict_row(output, x, to); });
}

void predict(const model& model, coppice_output output, const strided_matrix<double>& x,
             std::int64_t threads, double* out) {
  check_shape(x);
  if (x.features != model.features()) fail_width(x.features, model.features());
  const std::int64_t width = model.width(output);
  check_values(model, x);
  const bool is_block = x.column_stride == 1 && x.row_stride == x.features;
  const bool strides_are_taken = model.predicts_strided(output);
  row_buffers buffers = block_buffers(model, x.rows);
  all_or_nothing(model, x.rows * width, out, [&](double* to) {
    share_rows(model, x.rows, threads, [&](std::int64_t first, std::int64_t last) {
      if (strides_are_taken)
        return model.predict_strided(output,
                                     {x.row(first), last - first, x.row_stride, x.column_stride},
                                     to + first * width);
      if (is_block)
        return model.predict_rows(output, {x.row(first), last - first, x.features},
                                  to + first * width);
      predict_blocks(
          model, output, first, last, buffers, to + first * width,
          [&](std::int64_t from, std::int64_t rows, double* block) {
            copy_block(x, from, rows, block);
          },
          [](std::int64_t /*from*/, std::int64_t /*rows*/, double* /*block*/) {});
    });
  });
}

row_buffers block_buffers(const model& model, std::int64_t rows) {
  return row_buffers(std::min(rows, model.rows_of_a_block()) * model.features());
}

void predict(const model& model, coppice_output output, const aligned_rows& rows,
             std::int64_t first, std::int64_t last, row_buffers& buffers, double* out) {
  const std::int64_t features = model.features();
  predict_blocks(
      model, output, first, last, buffers, out,
      [&](std::int64_t from, std::int64_t count, double* block) {
        for (std::int64_t i = 0; i < count; ++i) rows.put_row(from + i, block + i * features);
      },
      [&](std::int64_t from, std::int64_t count, double* block) {
        for (std::int64_t i = 0; i < count; ++i) rows.erase_row(from + i, block + i * features);
      });
}

void predict(const model& model, coppice_output output, const dataset& examples,
             std::int64_t threads, double* out) {
  const aligned_rows rows(examples, {model.features(), model.names(), model.levels()});
  check_values(model, examples, rows);
  const std::int64_t width = model.width(output);
  row_buffers buffers = block_buffers(model, rows.rows());
  all_or_nothing(model, rows.rows() * width, out, [&](double* to) {
    share_rows(model, rows.rows(), threads, [&](std::int64_t first, std::int64_t last) {
      predict(model, output, rows, first, last, buffers, to + first * width);
    });
  });
}

std::vector<double> predict(const model& model, coppice_output output, const dataset& examples,
                            const progress& report) {
  const aligned_rows rows(examples, {model.features(), model.names(), model.levels()});
  const std::int64_t width = model.width(output);
  row_buffers buffers = block_buffers(model, rows.rows());
  std::vector<double> out(static_cast<std::size_t>(rows.rows() * width));
  report.in_pieces(rows.rows(), rows_predicted_a_poll, [&](std::int64_t first, std::int64_t count) {
    predict(model, output, rows, first, first + count, buffers, out.data() + first * width);
  });
  return out;
}

}  // namespace coppice
