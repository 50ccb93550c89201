#include "pools/bin_sums.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/row_sums.hpp"

namespace coppice {
namespace {

constexpr std::int64_t worth_correcting = 2048;            // rows; below, all of it is quick
constexpr std::int64_t most_kept = std::int64_t{1} << 24;  // sums of several residuals

std::int64_t bins_of(const binned_column& column) {
  return static_cast<std::int64_t>(column.bin_count());
}

/// Moves sums of the residuals (scores x width) by those of their directions (steps x width).
void follow(const residual_steps& steps, const double* of_directions, std::int64_t width,
            std::int64_t scores, double* sums) {
  for (std::int64_t m = 0; m < steps.count; ++m)
    for (std::int64_t s = 0; s < scores; ++s) {
      const double factor = steps.factors[m * scores + s];
      for (std::int64_t b = 0; b < width; ++b)
        sums[s * width + b] -= factor * of_directions[m * width + b];
    }
}

}  // namespace

bin_sums::bin_sums(const binned_columns& bins, std::vector<std::int64_t> chosen, thread_team& team,
                   const progress& report)
    : bins_(bins), team_(team), report_(report), chosen_(std::move(chosen)) {
  for (const binned_column& column : bins_.columns()) {
    first_bin_.push_back(bin_count_);
    bin_count_ += bins_of(column);
  }
  is_chosen_.resize(bins_.columns().size(), false);
  for (const std::int64_t c : chosen_) {
    columns_.push_back(&bins_.columns()[c]);
    is_chosen_[c] = true;
  }
}

void bin_sums::sum_up(const residual_rows& residual, const visitor& visit) {
  const std::int64_t scores = residual.scores;
  const bool known = kept_scores_ == scores;
  const bool keeps = scores == 1 || bin_count_ <= most_kept / scores;
  kept_scores_ = 0;
  if (keeps && !known) {
    sums_ = {};
    last_residual_.clear();
    report_.resize(sums_, bin_count_ * scores);
  }
  if (scores == 1 && few_changes(residual))
    correct_rows(residual, visit);
  else if (known && residual.steps.count > 0 && residual.steps.count < scores)
    follow_steps(residual, visit);
  else
    sum_anew(residual, keeps, visit);
  if (keeps) kept_scores_ = scores;
}

template <class Done>
void bin_sums::histograms(const row_numbers& numbers, bool in_place, const Done& done) {
  const std::vector<std::int64_t> begins = numbers.parts();
  const auto sum_part = [&](std::int64_t part) {
    const std::int64_t first = begins[part];
    const std::int64_t last = begins[part + 1];
    std::vector<std::int64_t> offsets = {0};
    for (std::int64_t k = first; k < last; ++k)
      offsets.push_back(offsets.back() + numbers.scores() * bins_of(*columns_[k]));
    std::vector<double> own;
    if (!in_place) report_.resize(own, offsets.back());
    std::vector<double*> sums;
    for (std::int64_t k = first; k < last; ++k)
      sums.push_back(in_place ? kept(chosen_[k], numbers.scores())
                              : own.data() + offsets[k - first]);
    numbers.histograms(first, sums, report_);
    for (std::int64_t k = first; k < last; ++k) done(chosen_[k], sums[k - first]);
  };
  team_.run(static_cast<std::int64_t>(begins.size()) - 1, sum_part, [this] { report_.poll(); });
}

void bin_sums::show(std::int64_t column, double* sums, std::int64_t scores,
                    const visitor& visit) const {
  const binned_column& of = bins_.columns()[column];
  for (std::int64_t s = 0; s < scores; ++s) of.add_common(sums + s * bins_of(of), totals_[s]);
  visit(column, sums, totals_.data());
}

void bin_sums::sum_anew(const residual_rows& residual, bool keeps, const visitor& visit) {
  const std::int64_t scores = residual.scores;
  const row_numbers numbers(columns_, residual.values, bins_.rows(), scores, scores, 1, report_);
  totals_ = numbers.totals();
  histograms(numbers, keeps, [&](std::int64_t c, double* sums) { show(c, sums, scores, visit); });
}

void bin_sums::follow_steps(const residual_rows& residual, const visitor& visit) {
  const std::int64_t scores = residual.scores;
  const residual_steps& steps = residual.steps;
  const row_numbers numbers(columns_, steps.directions, bins_.rows(), steps.count, 1, bins_.rows(),
                            report_);
  follow(steps, numbers.totals().data(), 1, scores, totals_.data());
  histograms(numbers, false, [&](std::int64_t c, const double* of_directions) {
    double* const sums = kept(c, scores);
    follow(steps, of_directions, bins_of(bins_.columns()[c]), scores, sums);
    show(c, sums, scores, visit);
  });
}

void bin_sums::correct_rows(const residual_rows& residual, const visitor& visit) {
  if (!by_row_) by_row_ = std::make_unique<binned_rows>(bins_, team_, report_);
  totals_ = sum_over_rows(team_, report_, bins_.rows(), 1, 1,
                          [&](std::int64_t first, std::int64_t last, double* sum) {
                            for (std::int64_t i = first; i < last; ++i) *sum += residual.values[i];
                          });
  team_.run(
      by_row_->blocks(),
      [&](std::int64_t block) {
        const std::int64_t first = by_row_->first_column(block);
        by_row_->add(block, changes_, kept(first, 1));
        for (std::int64_t c = first; c < by_row_->last_column(block); ++c)
          if (is_chosen_[c]) show(c, kept(c, 1), 1, visit);
      },
      [this] { report_.poll(); });
}

/// Finds what has changed since the last residual; false when the sums must be made anew.
bool bin_sums::few_changes(const residual_rows& residual) {
  const std::int64_t rows = bins_.rows();
  if (rows < worth_correcting) return false;
  const bool is_first = last_residual_.empty();
  report_.resize(last_residual_, rows);
  std::vector<std::int64_t> ends =
      of_blocks<std::int64_t>(team_, report_, rows, [&](std::int64_t first, std::int64_t last) {
        std::int64_t count = 0;
        for (std::int64_t i = first; i < last; ++i)
          count += static_cast<std::int64_t>(residual.values[i] != last_residual_[i]);
        return count;
      });
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  const std::int64_t changed = ends.back();
  corrections_ += changed;
  const bool worth_it = !is_first && corrections_ < 2 * rows && changed < rows / 4;
  if (!worth_it) corrections_ = 0;
  changes_.resize(static_cast<std::size_t>(worth_it ? changed : 0));
  for_rows(team_, report_, rows, 1, [&](std::int64_t first, std::int64_t last) {
    std::int64_t k = first == 0 ? 0 : ends[first / rows_a_block(1) - 1];
    for (std::int64_t i = first; i < last; ++i) {
      const double now = residual.values[i];
      if (worth_it && now != last_residual_[i]) changes_[k++] = {i, now - last_residual_[i]};
      last_residual_[i] = now;
    }
  });
  return worth_it;
}

}  // namespace coppice
