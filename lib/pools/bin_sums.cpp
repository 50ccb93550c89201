#include "pools/bin_sums.hpp"

#include <algorithm>
#include <utility>

#include "core/row_sums.hpp"

namespace coppice {
namespace {

constexpr std::int64_t worth_listing = 2048;               // rows; below, all of it is quick
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
  for (const binned_column& column : bins_.columns())
    first_bin_.push_back(first_bin_.back() + bins_of(column));
  is_chosen_.resize(bins_.columns().size(), false);
  for (const std::int64_t c : chosen_) {
    columns_.push_back(&bins_.columns()[c]);
    is_chosen_[c] = true;
  }
}

void bin_sums::sum_up(const residual_rows& residual, const visitor& visit) {
  const std::int64_t scores = residual.scores;
  const bool known = kept_scores_ == scores;
  const bool keeps = scores == 1 || first_bin_.back() <= most_kept / scores;
  kept_scores_ = 0;
  if (keeps && !known) {
    sums_ = {};
    last_residual_.clear();
    report_.resize(sums_, first_bin_.back() * scores);
  }
  if (scores == 1 && list_changes(residual.values))
    add_rows(visit);
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

void bin_sums::add_rows(const visitor& visit) {
  if (!by_row_) by_row_ = std::make_unique<binned_rows>(bins_, team_, report_);
  team_.run(
      by_row_->blocks(),
      [&](std::int64_t block) {
        const std::int64_t first = by_row_->first_column(block);
        const std::int64_t last = by_row_->last_column(block);
        if (from_zero_)
          std::fill(sums_.begin() + first_bin_[first], sums_.begin() + first_bin_[last], 0.0);
        by_row_->add(block, changes_, kept(first, 1));
        for (std::int64_t c = first; c < last; ++c)
          if (is_chosen_[c]) show(c, kept(c, 1), 1, visit);
      },
      [this] { report_.poll(); });
}

/// Lists what is to be added to the sums, or to zeros; false where that are too many rows.
bool bin_sums::list_changes(const double* residual) {
  const std::int64_t rows = bins_.rows();
  if (rows < worth_listing) return false;
  const bool is_first = last_residual_.empty();
  report_.resize(last_residual_, rows);
  double* const last = last_residual_.data();
  const std::vector<double> counted = sum_over_rows(
      team_, report_, rows, 1, 3, [&](std::int64_t first, std::int64_t end, double* sums) {
        for (std::int64_t i = first; i < end; ++i) {
          sums[0] += residual[i];
          sums[1] += static_cast<double>(residual[i] != last[i]);
          sums[2] += static_cast<double>(residual[i] != 0);
        }
      });
  const auto changed = static_cast<std::int64_t>(counted[1]);
  const auto others = static_cast<std::int64_t>(counted[2]);
  corrections_ += changed;
  from_zero_ = is_first || corrections_ >= 2 * rows || changed >= std::min(others, rows / 4);
  if (from_zero_) corrections_ = 0;
  const bool are_few = !from_zero_ || others <= rows - rows / 4;
  const auto change_of = [&](std::int64_t i) {
    return from_zero_ ? residual[i] : residual[i] - last[i];
  };
  std::vector<std::int64_t> ends(1, 0);
  if (are_few) {
    const std::vector<std::int64_t> counts =
        of_blocks<std::int64_t>(team_, report_, rows, [&](std::int64_t first, std::int64_t end) {
          std::int64_t count = 0;
          for (std::int64_t i = first; i < end; ++i)
            count += static_cast<std::int64_t>(change_of(i) != 0);
          return count;
        });
    for (const std::int64_t count : counts) ends.push_back(ends.back() + count);
  }
  totals_ = {counted[0]};
  report_.resize(changes_, ends.back());
  for_rows(team_, report_, rows, 1, [&](std::int64_t first, std::int64_t end) {
    std::int64_t k = are_few ? ends[first / rows_a_block(1)] : 0;
    for (std::int64_t i = first; i < end; ++i) {
      if (are_few && change_of(i) != 0) changes_[k++] = {i, change_of(i)};
      last[i] = residual[i];
    }
  });
  return are_few;
}

}  // namespace coppice
