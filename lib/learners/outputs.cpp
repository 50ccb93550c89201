#include "learners/outputs.hpp"

#include <algorithm>
#include <vector>

namespace coppice {
namespace {

constexpr std::int64_t rows_a_task = 128;

}  // namespace

void compute_outputs(const weak_learners& h, const dataset& examples, thread_team& team,
                     const progress& report, float* out) {
  const std::int64_t rows = examples.rows();
  const auto compute = [&](std::int64_t task) {
    std::vector<double> row(static_cast<std::size_t>(examples.features()));
    const std::int64_t last = std::min(rows, (task + 1) * rows_a_task);
    for (std::int64_t i = task * rows_a_task; i < last; ++i) {
      double output = 0;
      examples.values().copy_row(i, row.data());
      h.outputs(row.data(), &output);
      out[i] = static_cast<float>(output);
    }
  };
  const auto poll = [&] { report.poll(); };
  const std::int64_t tasks = (rows + rows_a_task - 1) / rows_a_task;
  if (!h.calls_back()) return team.run(tasks, compute, poll);
  thread_team alone(1);
  alone.run(tasks, compute, poll);
}

}  // namespace coppice
