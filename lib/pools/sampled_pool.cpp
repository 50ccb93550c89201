#include "pools/sampled_pool.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "core/numbers.hpp"
#include "learners/outputs.hpp"
#include "pools/row_reader.hpp"

namespace coppice {
namespace {

constexpr std::int64_t panel_numbers = std::int64_t{1} << 19;  // a panel stays in the cache
constexpr std::int64_t most_panel_rows = 512;
constexpr std::int64_t batch_numbers = std::int64_t{1} << 24;  // of z: 64 megabytes
constexpr std::int64_t most_batch_blocks = 4096;
constexpr std::int64_t rows_a_task = 128;

/// Draws in vain before the pool gives up: where one learner in a thousand is of use, one time in
/// 10^8 none of so many is.
constexpr std::int64_t enough_draws = 20000;

/// Floats, unless one of the numbers would lose digits or overflow as one.
document::real_list stored(const std::vector<double>& theta) {
  using float_limits = std::numeric_limits<float>;
  const bool floats = std::all_of(theta.begin(), theta.end(), [](double value) {
    const double size = std::abs(value);
    return size == 0 || (size >= static_cast<double>(float_limits::min()) &&
                         size <= static_cast<double>(float_limits::max()));
  });
  if (!floats) return theta;
  return std::vector<float>(theta.begin(), theta.end());
}

std::int64_t pieces(std::int64_t count, std::int64_t size) {
  return (count + size - 1) / size;
}

}  // namespace

sampled_pool::sampled_pool(const pool_setting& setting, sampling how)
    : setting_(setting),
      how_(std::move(how)),
      candidates_(setting.wanted.options.integer("candidates")),
      width_(static_cast<std::int64_t>(how_.centre.mean.size())),
      score_(score_candidates(how_.shape)),
      panel_scale_(how_.centre.scale) {
  for (double& scale : panel_scale_) scale *= how_.row_scale;
}

/// As many again are drawn as were in vain, so that what is drawn in all is about twice what was
/// needed.
pricing sampled_pool::price(const residual_rows& residual, double least) {
  if (!(how_.centre.radius > 0)) return {};  // all rows are equal: no learner tells them apart
  take_rows(residual);
  pricing best = best_of(candidates_, residual);
  for (std::int64_t drawn = candidates_; drawn < enough_draws; drawn *= 2) {
    if (best.merit >= least) break;
    best = best_of(drawn, residual);
  }
  return best;
}

pricing sampled_pool::best_of(std::int64_t candidates, const residual_rows& residual) {
  pricing best;
  ++rounds_;
  const std::int64_t blocks = pieces(candidates, candidates_a_block);
  const std::int64_t batch =
      std::clamp<std::int64_t>(batch_numbers / (width_ * candidates_a_block), 1, most_batch_blocks);
  for (std::int64_t first = 0; first < blocks; first += batch) {
    const std::int64_t count = std::min(batch, blocks - first);
    draw_batch(first, count);
    score_batch();
    const std::int64_t before = first * candidates_a_block;
    const std::int64_t drawn = std::min(count * candidates_a_block, candidates - before);
    for (std::int64_t c = 0; c < drawn; ++c) best.offer(before + c, merit(c, residual.rule));
  }
  drawn_block from;
  draw_block(best.candidate / candidates_a_block, from);
  best_ = learner(from, best.candidate % candidates_a_block);
  column_.resize(static_cast<std::size_t>(setting_.examples.rows()));
  setting_.report.poll();
  const std::int64_t rows = setting_.examples.rows();
  compute_outputs(*best_, setting_.examples, setting_.team, setting_.report, column_.data());
  best.merit = worth_of(column_.data(), rows, residual, setting_.report).merit;
  setting_.report.poll();
  return best;
}

/// Of candidate c of the batch.
double sampled_pool::merit(std::int64_t candidate, merit_rule rule) const {
  const std::int64_t block = candidate / candidates_a_block;
  const double* const scores =
      &scores_[block * residuals_ * candidates_a_block + candidate % candidates_a_block];
  merit_sum sum(rule);
  for (std::int64_t s = 0; s < residuals_; ++s) sum.add(largest_ * scores[s * candidates_a_block]);
  return sum.merit();
}

std::unique_ptr<weak_learners> sampled_pool::choose(std::int64_t /*candidate*/, float* column) {
  std::copy(column_.begin(), column_.end(), column);
  std::unique_ptr<weak_learners> chosen = best_->make_empty();
  chosen->append(*best_);
  return chosen;
}

std::vector<std::unique_ptr<weak_learners>> sampled_pool::draw(std::int64_t count) {
  std::vector<std::unique_ptr<weak_learners>> drawn;
  if (!(how_.centre.radius > 0)) return drawn;
  ++rounds_;
  drawn_block from;
  for (std::int64_t k = 0; k < count; ++k) {
    if (k % candidates_a_block == 0) draw_block(k / candidates_a_block, from);
    drawn.push_back(learner(from, k % candidates_a_block));
  }
  return drawn;
}

void sampled_pool::draw_block(std::int64_t block, drawn_block& to) const {
  random_numbers random(
      stream_seed(stream_seed(setting_.seed, rounds_), static_cast<std::uint64_t>(block)));
  to.z.resize(static_cast<std::size_t>(width_ * candidates_a_block));
  to.kappa.resize(candidates_a_block);
  for (std::int64_t c = 0; c < candidates_a_block; ++c) {
    to.kappa[c] = how_.draw(random, to.z.data() + c, width_);
    setting_.report.poll();
  }
}

void sampled_pool::draw_batch(std::int64_t first, std::int64_t count) {
  batch_.resize(static_cast<std::size_t>(count));
  setting_.team.run(
      count, [&](std::int64_t b) { draw_block(first + b, batch_[b]); },
      [this] { setting_.report.poll(); });
}

void sampled_pool::take_rows(const residual_rows& residual) {
  const std::int64_t rows = setting_.examples.rows();
  residuals_ = residual.scores;
  rows_.clear();
  residual_.clear();
  rows_.reserve(static_cast<std::size_t>(rows));
  residual_.reserve(static_cast<std::size_t>(rows * residuals_));
  largest_ = 0;
  for (std::int64_t k = 0; k < rows * residuals_; ++k)
    largest_ = std::max(largest_, std::abs(residual.values[k]));
  setting_.report.poll();
  for (std::int64_t i = 0; i < rows; ++i) {
    setting_.report.poll_at(i);
    bool counts = false;
    for (std::int64_t s = 0; s < residuals_; ++s) {
      residual_.push_back(static_cast<float>(residual.values[i * residuals_ + s] / largest_));
      counts = counts || std::abs(residual_.back()) > 0;
    }
    if (counts)
      rows_.push_back(i);
    else
      residual_.resize(residual_.size() - static_cast<std::size_t>(residuals_));
  }
}

void sampled_pool::score_batch() {
  const auto blocks = static_cast<std::int64_t>(batch_.size());
  scores_.assign(static_cast<std::size_t>(blocks * residuals_ * candidates_a_block), 0.0);
  const auto rows = static_cast<std::int64_t>(rows_.size());
  const std::int64_t in_panel =
      std::clamp<std::int64_t>(panel_numbers / width_, 1, most_panel_rows);
  for (std::int64_t start = 0; start < rows; start += in_panel) {
    const std::int64_t height = std::min(in_panel, rows - start);
    fill_panel(start, height);
    setting_.team.run(
        blocks,
        [&](std::int64_t b) {
          score_(batch_[b].z.data(), batch_[b].kappa.data(), panel_.data(),
                 &residual_[start * residuals_], height, width_, residuals_,
                 &scores_[b * residuals_ * candidates_a_block]);
        },
        [this] { setting_.report.poll(); });
  }
}

void sampled_pool::fill_panel(std::int64_t first, std::int64_t count) {
  panel_.resize(static_cast<std::size_t>(count * width_));
  setting_.team.run(
      pieces(count, rows_a_task),
      [&](std::int64_t task) {
        row_reader reader(setting_);
        std::vector<double> row(static_cast<std::size_t>(width_));
        const std::int64_t last = std::min(count, (task + 1) * rows_a_task);
        for (std::int64_t r = task * rows_a_task; r < last; ++r) {
          reader.read(rows_[first + r], row.data());
          float* to = &panel_[r * width_];
          for (std::int64_t d = 0; d < width_; ++d)
            to[d] = static_cast<float>((row[d] - how_.centre.mean[d]) * panel_scale_[d]);
        }
      },
      [this] { setting_.report.poll(); });
}

std::unique_ptr<projections> sampled_pool::learner(const drawn_block& from,
                                                   std::int64_t candidate) const {
  constexpr double most = std::numeric_limits<double>::max();
  std::vector<double> drawn(static_cast<std::size_t>(width_));
  for (std::int64_t d = 0; d < width_; ++d) {
    const auto z = static_cast<double>(from.z[d * candidates_a_block + candidate]);
    drawn[d] = std::clamp(how_.theta_scale * z * how_.centre.scale[d], -most, most);
  }
  document::real_list theta = stored(drawn);
  const double along = std::visit(
      [&](const auto& list) { return dot(list.data(), how_.centre.mean.data(), width_); }, theta);
  double kappa = along + how_.kappa_scale * static_cast<double>(from.kappa[candidate]);
  if (how_.shape == projection_shape::cosine) {
    const double turn = how_.kappa_scale;
    kappa -= turn * std::floor(kappa / turn);
  }
  return std::make_unique<projections>(how_.kind, how_.shape, width_, setting_.features,
                                       std::move(theta), std::vector<double>{kappa},
                                       std::vector<double>{how_.amplitude});
}

option candidates_option() {
  return integer_option("candidates", "2000", 1, "candidates >= 1",
                        "learners to draw in every iteration, of which the best is kept; more "
                        "where none of them is of use");
}

}  // namespace coppice
