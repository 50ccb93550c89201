#include "model/prediction.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/error.hpp"
#include "core/thread_team.hpp"
#include "model/aligned_rows.hpp"

namespace coppice {
namespace {

constexpr std::int64_t rows_a_task = 256;

/// Work below this many features and learners looked at is done before a thread has started.
constexpr double worth_threads = 2e6;

/// Calls predict_block(first, last) for all rows in blocks, on as many threads as the work is
/// worth.
template <class Block>
void over_blocks(const model& model, std::int64_t rows, std::int64_t threads, const Block& block) {
  const double work = static_cast<double>(rows) *
                      static_cast<double>(model.features() + model.learners() * model.scores());
  thread_team team(work < worth_threads || model.calls_back() ? 1 : threads);
  team.run((rows + rows_a_task - 1) / rows_a_task, [&](std::int64_t task) {
    block(task * rows_a_task, std::min(rows, (task + 1) * rows_a_task));
  });
}

/// Calls fill(out); where the caller's code may fail midway, results go elsewhere first.
template <class Fill>
void all_or_nothing(const model& model, std::int64_t size, double* out, const Fill& fill) {
  if (!model.calls_back()) return fill(out);
  std::vector<double> results(static_cast<std::size_t>(size));
  fill(results.data());
  std::copy(results.begin(), results.end(), out);
}

}  // namespace

void check_row(const model& model, const double* x, std::int64_t length) {
  if (length != model.features()) fail_width(length, model.features());
  check_finite(strided_matrix<double>{x, length, 1, length, length, 1});
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
  check_finite(x);  // all before any: a refused matrix leaves `out` alone
  all_or_nothing(model, x.rows * width, out, [&](double* to) {
    over_blocks(model, x.rows, threads, [&](std::int64_t first, std::int64_t last) {
      std::vector<double> row(static_cast<std::size_t>(x.features));
      for (std::int64_t i = first; i < last; ++i) {
        for (std::int64_t d = 0; d < x.features; ++d) row[d] = x.row(i)[d * x.column_stride];
        model.predict_row(output, row.data(), to + i * width);
      }
    });
  });
}

void predict(const model& model, coppice_output output, const dataset& examples,
             std::int64_t threads, double* out) {
  const aligned_rows rows(examples, model.features(), model.names());
  const std::int64_t width = model.width(output);
  all_or_nothing(model, rows.rows() * width, out, [&](double* to) {
    over_blocks(model, rows.rows(), threads, [&](std::int64_t first, std::int64_t last) {
      std::vector<double> row(static_cast<std::size_t>(model.features()));
      std::vector<double> scratch;
      for (std::int64_t i = first; i < last; ++i) {
        rows.copy_row(i, scratch, row.data());
        model.predict_row(output, row.data(), to + i * width);
      }
    });
  });
}

double error_rate(const model& model, const dataset& examples, std::int64_t threads) {
  if (!examples.labelled())
    fail(COPPICE_INVALID_STATE, "the dataset has no labels; set them to compare with");
  std::vector<double> predicted(static_cast<std::size_t>(examples.rows()));
  predict(model, COPPICE_CLASS, examples, threads, predicted.data());

  const std::vector<std::int64_t> expected = same_classes(examples.classes(), model.classes());
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < examples.rows(); ++i)
    if (static_cast<std::int64_t>(predicted[i]) != expected[examples.labels()[i]]) ++wrong;
  return static_cast<double>(wrong) / static_cast<double>(examples.rows());
}

}  // namespace coppice
