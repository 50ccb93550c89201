// Pools too large to list: at every pricing `candidates` learners h(x) = g(theta . x - kappa) are
// drawn afresh, all are scored, and the best is offered. Where even it is useless, as when few are
// drawn and all rows are on one side of each, more are drawn before the pool gives up. What is
// drawn depends on the seed and on how often some were drawn before, not on who computes it:
// candidates are drawn in blocks, each from a generator of its own.
//
// Candidates are drawn in units in which the training set is centred and of size one: z and kappa~
// such that theta_d = theta_scale z_d scale_d and kappa = theta . mean + kappa_scale kappa~, with
// the means and scales of spread.hpp. They are scored in floats on the rows row_scale scale_d (x_d
// - mean_d); the best is then computed as it will predict.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/random.hpp"
#include "learners/projections.hpp"
#include "pools/candidate_scores.hpp"
#include "pools/pool.hpp"
#include "pools/spread.hpp"

namespace coppice {

struct sampling {
  const char* kind;
  projection_shape shape;
  spread centre;
  double theta_scale;
  double kappa_scale;
  double row_scale;
  double amplitude;  // of every learner
  /// Draws `width` numbers of z, 16 floats apart, and returns kappa~.
  std::function<float(random_numbers& random, float* z, std::int64_t width)> draw;
};

class sampled_pool final : public pool {
 public:
  sampled_pool(const pool_setting& setting, sampling how);

  pricing price(const residual_rows& residual, double least) override;
  std::unique_ptr<weak_learners> choose(std::int64_t candidate, float* column) override;
  std::vector<std::unique_ptr<weak_learners>> draw(std::int64_t count) override;

 private:
  struct drawn_block {
    std::vector<float> z;  // width x 16
    std::vector<float> kappa;
  };
  pricing best_of(std::int64_t candidates, const residual_rows& residual);
  void draw_block(std::int64_t block, drawn_block& to) const;
  void draw_batch(std::int64_t first, std::int64_t count);
  void take_rows(const residual_rows& residual);
  void score_batch();
  [[nodiscard]] double merit(std::int64_t candidate, merit_rule rule) const;
  void fill_panel(std::int64_t first, std::int64_t count);
  [[nodiscard]] std::unique_ptr<projections> learner(const drawn_block& from,
                                                     std::int64_t candidate) const;

  pool_setting setting_;
  sampling how_;
  std::int64_t candidates_;
  std::int64_t width_;
  score_function score_;
  std::vector<double> panel_scale_;  // of each feature
  std::uint64_t rounds_ = 0;         // of drawing

  std::int64_t residuals_ = 1;
  std::vector<std::int64_t> rows_;  // those with a residual that is not 0
  std::vector<float> residual_;     // theirs, rows x residuals, scaled to a largest of 1
  double largest_ = 0;              // before they were scaled
  std::vector<drawn_block> batch_;
  std::vector<float> panel_;    // some of the rows, count x width
  std::vector<double> scores_;  // of the batch, blocks x residuals x 16, to a common factor
  std::unique_ptr<projections> best_;
  std::vector<float> column_;  // its outputs on all rows
};

/// The option "candidates", which all sampled pools have.
option candidates_option();

}  // namespace coppice
