#include "masters/stagewise_master.hpp"

#include <cmath>

#include "core/numbers.hpp"
#include "masters/class_of.hpp"

namespace coppice {

stagewise_master::stagewise_master(classified_rows rows, thread_team& team, progress& report)
    : given_(std::move(rows)),
      team_(team),
      report_(report),
      rows_(given_.size()),
      scores_(given_.scores()),
      columns_(rows_, team, report),
      bias_(static_cast<std::size_t>(scores_), 0.0) {
  report_.resize(f_, rows_ * scores_);
  report_.resize(residual_, rows_ * scores_);
}

void stagewise_master::add_column(const float* outputs) {
  newest_.assign(outputs, outputs + rows_);
  report_.poll();
  columns_.append(outputs);
}

void stagewise_master::solve() {
  if (!newest_.empty()) {
    std::vector<double> w(static_cast<std::size_t>(scores_), 0.0);
    std::vector<double> b(w);
    weigh(newest_, w.data(), b.data());
    for_rows([&](std::int64_t first, std::int64_t last) {
      for (std::int64_t i = first; i < last; ++i)
        for (std::int64_t s = 0; s < scores_; ++s)
          f_[i * scores_ + s] += b[s] + w[s] * static_cast<double>(newest_[i]);
    });
    weights_.insert(weights_.end(), w.begin(), w.end());
    for (std::int64_t s = 0; s < scores_; ++s) bias_[s] += b[s];
    newest_.clear();
  }
  look();
}

std::vector<double> stagewise_master::scores_of(const std::vector<float>& outputs) const {
  const residual_rows of = residual();
  return sum_over_rows(of.scores, [&](std::int64_t first, std::int64_t last, double* sums) {
    for (std::int64_t i = first; i < last; ++i)
      for (std::int64_t s = 0; s < of.scores; ++s)
        sums[s] += of.values[i * of.scores + s] * static_cast<double>(outputs[i]);
  });
}

double stagewise_master::step_of(double s) const {
  return std::atanh(errs_nowhere(s) ? 1 - 1 / static_cast<double>(rows_) : s);
}

double stagewise_master::train_error() const {
  const auto learners = static_cast<Eigen::Index>(columns_.columns());
  const std::vector<double> weights = this->weights();
  const std::vector<double> bias = this->bias();
  std::vector<vector> by_score(static_cast<std::size_t>(scores_), vector(learners));
  double size = 0;
  for (const double b : bias) size += std::abs(b);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    by_score[k % by_score.size()][static_cast<Eigen::Index>(k / by_score.size())] = weights[k];
    size += std::abs(weights[k]);
  }
  const double unsure = 2e-15 * static_cast<double>(learners + 1) * size;
  const std::vector<double> sums =
      sum_over_rows(2, [&](std::int64_t first, std::int64_t last, double* sum) {
        std::vector<double> scores(by_score.size());
        for (std::int64_t i = first; i < last; ++i) {
          std::copy(f(i), f(i) + scores_, scores.begin());
          const std::int64_t predicted = class_of(
              scores.data(), scores_, unsure,
              [&](std::int64_t k) { return columns_.multiply_row(i, by_score[k], bias[k]); });
          sum[0] += given_.weights[i];
          if (predicted != given_.labels[i]) sum[1] += given_.weights[i];
        }
      });
  return sums[1] / sums[0];
}

}  // namespace coppice
