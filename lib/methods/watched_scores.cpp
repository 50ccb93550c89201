#include "methods/watched_scores.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace coppice {
namespace {

/// Rows whose scores stay in the cache while all problems are added to them.
constexpr std::int64_t rows_a_task = 512;

constexpr double relative_rounding = 1e-15;

/// What of these weights differs from those before, of which there may be fewer: all from the first
/// that does to the last.
struct difference {
  Eigen::Index first = 0;
  vector by;
};

difference difference_of(const vector& now, const vector& before) {
  vector by = now;
  by.head(before.size()) -= before;
  const auto differs = [](double change) { return change != 0; };
  const double* const all = by.data();
  const Eigen::Index first = std::find_if(all, all + by.size(), differs) - all;
  Eigen::Index end = by.size();
  while (end > first && !differs(all[end - 1])) --end;
  return {first, by.segment(first, end - first)};
}

std::int64_t count_changed(const vector& now, const vector& before) {
  std::int64_t changed = 0;
  for (Eigen::Index j = 0; j < now.size(); ++j)
    changed += now[j] != (j < before.size() ? before[j] : 0) ? 1 : 0;
  return changed;
}

}  // namespace

void watched_scores::begin_problem(const two_classes& classes) {
  has_problems_ = true;
  summands_.push_back({classes, outputs_.columns(), vector()});
}

void watched_scores::begin(std::size_t count) {
  scores_.resize(count);
  for (kept_score& one : scores_) report_.resize(one.values, rows_);
  for (std::int64_t s = 0; !has_problems_ && s < this->count(); ++s)
    summands_.push_back({{s, -1}, 0, vector()});
}

vector watched_scores::weights_of(const ensemble_stage& stage, std::size_t k) const {
  const summand& of = summands_[k];
  const bool is_last = !has_problems_ || k + 1 == summands_.size();
  const std::int64_t end = is_last ? outputs_.columns() : summands_[k + 1].first;
  const std::int64_t stride = has_problems_ ? 1 : count();
  const std::int64_t offset = has_problems_ ? 0 : of.classes.added_to;
  vector weights(end - of.first);
  for (std::int64_t j = of.first; j < end; ++j)
    weights[j - of.first] = stage.weights[j * stride + offset];
  return weights;
}

/// Where much has changed they are added up anew, against rounding.
void watched_scores::update(const ensemble_stage& stage) {
  const bool is_first = scores_.empty();
  if (is_first) begin(stage.bias.size());
  std::vector<vector> now;
  std::int64_t changed = 0;
  std::int64_t all = 0;
  for (std::size_t k = 0; k < summands_.size(); ++k) {
    now.push_back(weights_of(stage, k));
    changed += count_changed(now[k], summands_[k].weights);
    all += now[k].size();
  }
  const bool anew = is_first || 4 * changed > all;
  for (std::size_t s = 0; s < scores_.size(); ++s) {
    kept_score& one = scores_[s];
    one.rise = anew ? stage.bias[s] : stage.bias[s] - one.bias;
    one.bias = stage.bias[s];
    one.size = anew ? 0 : one.size;
    one.rounding = anew ? 0 : one.rounding;
    one.size += std::abs(one.rise);
  }
  std::vector<change> changes;
  for (std::size_t k = 0; k < summands_.size(); ++k) {
    summand& of = summands_[k];
    const difference by = difference_of(now[k], anew ? vector() : of.weights);
    of.weights = std::move(now[k]);
    if (by.by.size() == 0) continue;
    changes.push_back({of.classes, outputs_.weigh(of.first + by.first, by.by)});
    for (const std::int64_t s : {of.classes.added_to, of.classes.taken_from}) {
      if (s < 0) continue;
      const double size = by.by.lpNorm<1>();
      scores_[s].size += size;
      scores_[s].rounding +=
          relative_rounding * (static_cast<double>(by.by.size() + 1) * size + scores_[s].size);
    }
  }
  add_up(changes, anew);
}

void watched_scores::add_up(const std::vector<change>& changes, bool anew) {
  team_.run((rows_ + rows_a_task - 1) / rows_a_task,
            [&](std::int64_t task) {
              const std::int64_t first = task * rows_a_task;
              const std::int64_t count = std::min(rows_a_task, rows_ - first);
              for (kept_score& one : scores_)
                for (std::int64_t i = first; i < first + count; ++i)
                  one.values[i] = anew ? one.rise : one.values[i] + one.rise;
              std::array<double, rows_a_task> f{};
              for (const change& one : changes) {
                std::fill_n(f.data(), count, 0.0);
                outputs_.add_products(one.by, nullptr, first, first + count, f.data());
                double* const to = &scores_[one.classes.added_to].values[first];
                for (std::int64_t i = 0; i < count; ++i) to[i] += f[i];
                if (one.classes.taken_from < 0) continue;
                double* const from = &scores_[one.classes.taken_from].values[first];
                for (std::int64_t i = 0; i < count; ++i) from[i] -= f[i];
              }
            },
            [this] { report_.poll(); });
}

double watched_scores::exact(std::int64_t row, std::int64_t score) const {
  const double bias = scores_[score].bias;
  if (!has_problems_) return outputs_.multiply_row(row, 0, summands_[score].weights, bias);
  double sum = bias;
  for (const summand& of : summands_) {
    const bool is_added = of.classes.added_to == score;
    if (!is_added && of.classes.taken_from != score) continue;
    const double f = outputs_.multiply_row(row, of.first, of.weights, 0);
    sum += is_added ? f : -f;
  }
  return sum;
}

}  // namespace coppice
