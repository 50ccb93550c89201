#include "masters/stagewise_master.hpp"

#include <algorithm>
#include <cmath>

#include "masters/training_error.hpp"

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
  report_.resize(signs_, given_.classes * scores_);
  for (std::int64_t c = 0; c < given_.classes; ++c) {
    report_.poll();
    for (std::int64_t s = 0; s < scores_; ++s) signs_[c * scores_ + s] = given_.sign(c, s);
  }
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
  const predicting_weights by(columns_, weights(), bias());
  return training_error(
      given_, by, by.rounding(), team_, report_,
      [this](std::int64_t i, double* out) { std::copy(f(i), f(i) + scores_, out); });
}

}  // namespace coppice
