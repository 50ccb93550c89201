// The rows of a margin problem (margin_master.hpp) as Newton's method sees them at a point (w, b):
// decision values f, slacks s = 1 - y f, dual variables a, and what these add up to.
//
// A step looks only at the rows that are watched (watched_rows.hpp). All rows are looked at when
// the watch is renewed; a row that has crossed its kink unwatched is noticed then, and until then
// only the loss is judged too low.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/lane_sum.hpp"
#include "core/numbers.hpp"
#include "core/row_sums.hpp"
#include "core/thread_team.hpp"
#include "masters/design.hpp"
#include "masters/kept_correlation.hpp"
#include "masters/listed_rows.hpp"
#include "masters/margin_master.hpp"
#include "masters/newton_system.hpp"
#include "masters/watched_rows.hpp"

namespace coppice {

template <class Loss>
class margin_rows {
 public:
  /// All outlive it.
  margin_rows(const margin_problem& problem, const design& columns, thread_team& team,
              const progress& report)
      : problem_(problem),
        team_(team),
        report_(report),
        size_(static_cast<std::int64_t>(problem.signs.size())),
        columns_(columns),
        f_(problem.signs.size(), 0.0),
        correlation_(columns),
        watched_(problem, team, report) {
    report_.poll();
  }

  /// The point is (0, bias), and y a is given: the start.
  void start(double bias, const std::vector<double>& signed_dual);

  /// To the point (w, b) with the feasible a nearest to the last, all rows watched: for costs that
  /// have changed.
  void restart(const vector& w, double b);

  /// Takes in the newest column of the design, with weight 0.
  void append(const float* outputs);

  /// Goes to the point (w, b) exactly, and watches the rows that may move from there. Less is to be
  /// done where it is `here`, where respond() was called.
  struct renewal {
    double loss;   // of all rows
    bool crossed;  // rows not watched before have crossed their kink
  };
  renewal renew(const vector& w, double b, bool here);

  /// Finds the a of the watched rows at the point, with their anchors and sigma, and the totals.
  void respond(double sigma);

  /// Moves the anchors to a, and sheds the rounding that steps have left in f of the point (w, b).
  void move_anchors(const vector& w, double b);

  /// A step along (dw, db): first `aim`, which makes ready for the others; then the derivative of
  /// the rows' part of phi at a multiple t of the step, and how fast it rises; then `advance`.
  void aim(const vector& dw, double db);
  double derivative(double t, double sigma, double& slope) const;
  void advance(double t, const newton_system::step& along);

  [[nodiscard]] std::int64_t size() const noexcept { return size_; }
  [[nodiscard]] thread_team& team() const noexcept { return team_; }
  [[nodiscard]] const design& columns() const noexcept { return columns_; }
  [[nodiscard]] const std::vector<double>& f() const noexcept { return f_; }  // where last renewed
  [[nodiscard]] const std::vector<double>& signed_dual() const noexcept { return signed_dual_; }

  // Totals of the last respond().
  [[nodiscard]] double loss(const vector& w, double b) const;
  [[nodiscard]] double complementarity() const noexcept { return complementarity_; }
  [[nodiscard]] const vector& correlation() const { return correlation_.value(); }  // Phi'(y a)
  [[nodiscard]] double balance() const noexcept { return balance_; }                // y'a

  /// Sums of |a| that rounding in correlation() is in proportion to.
  [[nodiscard]] double turnover() const noexcept { return correlation_.turnover(); }

  // The rows whose a moves with s, how fast, and the largest |s| among them.
  [[nodiscard]] const row_indices& inside() const noexcept { return inside_.rows(); }
  [[nodiscard]] const row_values& curvatures() const noexcept { return inside_.numbers(); }
  [[nodiscard]] double inside_slack() const noexcept { return inside_slack_; }

  /// Phi' of a signed dual vector that differs from signed_dual() in few rows, which are listed.
  [[nodiscard]] vector correlation_of(const std::vector<double>& signed_dual,
                                      listed_rows& different) const {
    return correlation_.of_other(signed_dual, signed_dual_, different, team_, report_);
  }

 private:
  /// Of a smooth loss what rests has a = 0, and adds nothing to any sum: the same rows may be
  /// watched for some renewals, and f made from their slacks, until too much rounding adds up.
  static constexpr std::int64_t most_followed = 8;
  static constexpr double moves_away = Loss::proximal ? 1 : 2;  // nearer kinks are watched

  void watch();
  bool follow(const vector& w, double b);

  /// What a block of rows adds to the totals.
  struct block_of_watched {
    double loss = 0;
    double complementarity = 0;
    double inside_slack = 0;
    double turnover = 0;
    double balance = 0;
    double size = 0;
    std::int64_t inside = 0;  // rows that it has listed
    std::int64_t changed = 0;
  };
  [[nodiscard]] block_of_watched respond(std::int64_t first, std::int64_t last, double sigma,
                                         block_of_watched sum);

  const margin_problem& problem_;
  thread_team& team_;
  const progress& report_;
  std::int64_t size_;
  const design& columns_;
  std::vector<double> f_;
  std::vector<double> last_f_;       // before it was renewed
  std::vector<double> signed_dual_;  // y a of every row
  kept_correlation correlation_;
  double balance_ = 0;

  watched_rows<Loss> watched_;
  double radius_ = std::numeric_limits<double>::infinity();  // rows nearer their kink are watched

  // Since the watched were chosen, and where.
  bool has_responded_ = false;  // to the slacks as they are
  std::int64_t followed_ = most_followed;
  double wandered_ = 0;    // how far at most, a decision value
  double last_moved_ = 0;  // in the last renewal
  vector reference_;
  double reference_bias_ = 0;
  vector resting_correlation_;

  listed_rows inside_;   // with their curvatures
  listed_rows changed_;  // with what their y a changed by
  double inside_slack_ = 0;
  double loss_ = 0;  // of the watched
  double complementarity_ = 0;
  double step_slope_ = 0;  // of the resting rows' loss along the step
  row_values step_;
};

template <class Loss>
void margin_rows<Loss>::start(double bias, const std::vector<double>& signed_dual) {
  std::fill(f_.begin(), f_.end(), bias);
  report_.poll();
  signed_dual_ = signed_dual;
  double size = 0;
  for (std::int64_t i = 0; i < size_; ++i) {
    report_.poll_at(i);
    size += std::abs(signed_dual_[i]);
  }
  correlation_.add_up(signed_dual_, size);
  reference_ = vector::Zero(columns_.columns());
  reference_bias_ = bias;
  watch();
}

template <class Loss>
void margin_rows<Loss>::restart(const vector& w, double b) {
  balance_ = 0;
  double size = 0;
  for (std::int64_t i = 0; i < size_; ++i) {
    report_.poll_at(i);
    const double y = problem_.signs[i];
    const double dual = Loss::clip(problem_.costs[i], y * signed_dual_[i]);
    signed_dual_[i] = y * dual;
    balance_ += signed_dual_[i];
    size += std::abs(dual);
  }
  correlation_.add_up(signed_dual_, size);
  columns_.multiply(w, b, f_);
  reference_ = w;
  reference_bias_ = b;
  radius_ = std::numeric_limits<double>::infinity();
  inside_.open(report_, 0);
  followed_ = most_followed;
  watched_.forget();
  watch();
}

template <class Loss>
void margin_rows<Loss>::append(const float* outputs) {
  const std::int64_t j = columns_.columns();
  const double of_all = dot_over_rows(team_, report_, outputs, signed_dual_.data(), size_);
  double of_resting = 0;
  if (Loss::proximal) {
    const auto add = [&](std::int64_t first, std::int64_t last, double* sum) {
      for (std::int64_t k = first; k < last; ++k) {
        const std::int64_t i = watched_.rows()[k];
        *sum += signed_dual_[i] * static_cast<double>(outputs[i]);
      }
    };
    of_resting = of_all - sum_over_rows(team_, report_, watched_.size(), 1, 1, add).front();
  }
  correlation_.append(of_all);
  for (vector* values : {&resting_correlation_, &reference_}) values->conservativeResize(j);
  resting_correlation_[j - 1] = of_resting;
  reference_[j - 1] = 0;
}

template <class Loss>
typename margin_rows<Loss>::renewal margin_rows<Loss>::renew(const vector& w, double b, bool here) {
  const bool follows = !Loss::proximal && here && has_responded_ && followed_ < most_followed &&
                       wandered_ + last_moved_ <= radius_;
  if (follows && follow(w, b)) return {loss_, false};
  f_.swap(last_f_);
  columns_.multiply(w, b, f_);
  const auto found = watched_.look_at_all(last_f_, f_, signed_dual_);
  // As far as rows moved this time some will the next.
  if (!follows) last_moved_ = found.moved;
  const double away = moves_away * last_moved_;
  radius_ = std::isinf(radius_) ? away : std::max(away, radius_ / 2);
  followed_ = 0;
  wandered_ = 0;
  reference_ = w;
  reference_bias_ = b;
  watch();
  return {found.loss, found.crossed};
}

/// Makes f of the watched from their slacks, and multiplies for the others alone. False where one
/// of these has crossed its kink.
template <class Loss>
bool margin_rows<Loss>::follow(const vector& w, double b) {
  columns_.multiply(w, b, watched_.resting(), step_);
  const auto found = watched_.follow(step_, f_);
  ++followed_;
  last_moved_ = found.moved;
  wandered_ += found.moved;
  return !found.crossed;
}

template <class Loss>
void margin_rows<Loss>::watch() {
  watched_.choose(f_, signed_dual_, radius_);
  has_responded_ = false;
  if (!Loss::proximal) {  // what rests is 0
    resting_correlation_ = vector::Zero(columns_.columns());
    return;
  }
  resting_correlation_ = correlation();
  columns_.add_correlations(watched_.rows(), watched_.negated_dual(), resting_correlation_);
}

template <class Loss>
void margin_rows<Loss>::respond(double sigma) {
  inside_.open(report_, watched_.size());
  changed_.open(report_, watched_.size());
  inside_slack_ = loss_ = complementarity_ = 0;
  block_of_watched others;  // the first block goes on from what the other rows add up to
  others.balance = watched_.others().balance;
  others.size = watched_.others().size;
  std::vector<block_of_watched> blocks = of_blocks<block_of_watched>(
      team_, report_, watched_.size(), [&](std::int64_t from, std::int64_t to) {
        return respond(from, to, sigma, from == 0 ? others : block_of_watched());
      });
  if (blocks.empty()) blocks.push_back(others);
  balance_ = 0;
  double turnover = 0;
  double size = 0;
  std::int64_t first = 0;
  for (const block_of_watched& block : blocks) {
    loss_ += block.loss;
    complementarity_ += block.complementarity;
    inside_slack_ = std::max(inside_slack_, block.inside_slack);
    turnover += block.turnover;
    balance_ += block.balance;
    size += block.size;
    inside_.keep(first, block.inside);
    changed_.keep(first, block.changed);
    first += rows_a_block(1);
  }
  inside_.close();
  changed_.close();
  correlation_.update(changed_, signed_dual_, turnover, size);
  has_responded_ = true;
}

/// Of watched rows first .. last - 1. Every row is listed, and stays in a list where it belongs:
/// which rows do is as good as random to the processor, so that a branch would cost more.
template <class Loss>
typename margin_rows<Loss>::block_of_watched margin_rows<Loss>::respond(std::int64_t first,
                                                                        std::int64_t last,
                                                                        double sigma,
                                                                        block_of_watched sum) {
  const listed_rows::place inside = inside_.from(first);
  const listed_rows::place changed = changed_.from(first);
  const auto& at = watched_.all();
  const bool foresees = correlation_.foresees();
  const double advance = correlation_.advance();
  for (std::int64_t k = first; k < last; ++k) {
    const std::int64_t i = watched_.rows()[k];
    const double s = at.slack[k];
    const auto [a, curvature] = Loss::respond(at.cost[k], s, at.anchor[k], sigma);
    const auto is_inside = static_cast<double>(curvature > 0);
    inside.put(sum.inside, i, curvature);
    sum.inside += static_cast<std::int64_t>(curvature > 0);
    sum.inside_slack = std::max(sum.inside_slack, is_inside * std::abs(s));
    const double value = Loss::value(at.cost[k], s);
    sum.loss += value;
    if (Loss::proximal) sum.complementarity += value - a * s;
    double& signed_dual = signed_dual_[i];
    const double next = at.sign[k] * a;
    const double change = next - signed_dual;
    bool listed = next != signed_dual;
    double unforeseen = change;
    if constexpr (!Loss::proximal) {
      const bool moved = Loss::moves(signed_dual);
      const double foreseen = advance * Loss::slope(at.cost[k]) * at.change[k];
      if (foresees) listed = moved != (curvature > 0);
      if (foresees && moved) unforeseen += at.sign[k] * foreseen;
    }
    changed.put(sum.changed, i, unforeseen);
    sum.changed += static_cast<std::int64_t>(listed);
    sum.turnover += std::abs(change);
    signed_dual = next;
    sum.balance += next;
    sum.size += std::abs(a);
  }
  return sum;
}

template <class Loss>
double margin_rows<Loss>::loss(const vector& w, double b) const {
  return loss_ + watched_.others().loss - (w - reference_).dot(resting_correlation_) -
         (b - reference_bias_) * watched_.others().balance;
}

template <class Loss>
void margin_rows<Loss>::move_anchors(const vector& w, double b) {
  columns_.multiply(w, b, watched_.rows(), step_);
  has_responded_ = false;
  auto& at = watched_.all();
  for_rows(team_, report_, watched_.size(), 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t k = first; k < last; ++k) {
      at.anchor[k] = at.sign[k] * signed_dual_[watched_.rows()[k]];
      at.slack[k] = 1 - at.sign[k] * step_[k];
    }
  });
}

template <class Loss>
void margin_rows<Loss>::aim(const vector& dw, double db) {
  columns_.multiply(dw, db, watched_.rows(), step_);
  for_rows(team_, report_, watched_.size(), 1, [&](std::int64_t first, std::int64_t last) {
    auto& at = watched_.all();
    for (std::int64_t k = first; k < last; ++k) at.change[k] = at.sign[k] * step_[k];
  });
  step_slope_ = -dw.dot(resting_correlation_) - db * watched_.others().balance;
}

template <class Loss>
double margin_rows<Loss>::derivative(double t, double sigma, double& slope) const {
  const auto& at = watched_.all();
  const std::vector<double> sums =
      sum_over_rows(team_, report_, watched_.size(), 1, 2,
                    [&](std::int64_t first, std::int64_t last, double* sum) {
                      const double* const cost = at.cost.data();
                      const double* const slack = at.slack.data();
                      const double* const anchor = at.anchor.data();
                      const double* const change = at.change.data();
                      lane_sum value(first == 0 ? step_slope_ : 0);
                      lane_sum rise;
                      in_lanes(first, last, [&](std::int64_t k, std::int64_t lane) {
                        const double s = slack[k] - t * change[k];
                        const auto [a, curvature] = Loss::respond(cost[k], s, anchor[k], sigma);
                        value.add(lane, -a * change[k]);
                        rise.add(lane, curvature * change[k] * change[k]);
                      });
                      sum[0] = value.total();
                      sum[1] = rise.total();
                    });
  slope = sums[1];
  return watched_.size() == 0 ? step_slope_ : sums[0];
}

template <class Loss>
void margin_rows<Loss>::advance(double t, const newton_system::step& along) {
  has_responded_ = false;
  if (!Loss::proximal) correlation_.foresee(t, along);
  auto& at = watched_.all();
  for_rows(team_, report_, watched_.size(), 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t k = first; k < last; ++k) at.slack[k] -= t * at.change[k];
  });
}

}  // namespace coppice
