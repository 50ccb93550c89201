#include "learners/outputs.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "data/row_buffers.hpp"

namespace coppice {
namespace {

constexpr std::int64_t rows_a_task = 128;

}  // namespace

void compute_outputs(const weak_learners& h, const dataset& examples, thread_team& team,
                     const progress& report, float* out) {
  const std::int64_t rows = examples.rows();
  row_buffers buffers(examples.features());
  const auto compute = [&](std::int64_t task) {
    std::vector<double> row = buffers.take(report);
    const std::int64_t last = std::min(rows, (task + 1) * rows_a_task);
    for (std::int64_t i = task * rows_a_task; i < last; ++i) {
      double output = 0;
      examples.values().put_row(i, row.data());
      h.outputs(row.data(), &output);
      examples.values().erase_row(i, row.data());
      out[i] = static_cast<float>(output);
    }
    buffers.give_back(std::move(row));
  };
  const auto poll = [&] { report.poll(); };
  const std::int64_t tasks = (rows + rows_a_task - 1) / rows_a_task;
  if (!h.calls_back()) return team.run(tasks, compute, poll);
  thread_team alone(1);
  alone.run(tasks, compute, poll);
}

}  // namespace coppice
