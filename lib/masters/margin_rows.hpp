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
#include "masters/listed_rows.hpp"
#include "masters/margin_master.hpp"
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

  /// Goes to the point (w, b) exactly, and watches the rows that may move from there.
  struct renewal {
    double loss;   // of all rows
    bool crossed;  // rows not watched before have crossed their kink
  };
  renewal renew(const vector& w, double b);

  /// Finds the a of the watched rows at the point, with their anchors and sigma, and the totals.
  void respond(double sigma);

  /// Moves the anchors to a, and sheds the rounding that steps have left in f of the point (w, b).
  void move_anchors(const vector& w, double b);

  /// A step along (dw, db): first `aim`, which makes ready for the others; then the derivative of
  /// the rows' part of phi at a multiple t of the step, and how fast it rises; then `advance`.
  void aim(const vector& dw, double db);
  double derivative(double t, double sigma, double& slope) const;
  void advance(double t);

  [[nodiscard]] std::int64_t size() const noexcept { return size_; }
  [[nodiscard]] thread_team& team() const noexcept { return team_; }
  [[nodiscard]] const design& columns() const noexcept { return columns_; }
  [[nodiscard]] const std::vector<double>& f() const noexcept { return f_; }  // where last renewed
  [[nodiscard]] const std::vector<double>& signed_dual() const noexcept { return signed_dual_; }

  // Totals of the last respond().
  [[nodiscard]] double loss(const vector& w, double b) const;
  [[nodiscard]] double complementarity() const noexcept { return complementarity_; }
  [[nodiscard]] const vector& correlation() const noexcept { return correlation_; }  // Phi'(y a)
  [[nodiscard]] double balance() const noexcept { return balance_; }                 // y'a

  /// Sums of |a| that rounding in correlation() is in proportion to: of all that it has gone
  /// through since it was last added up anew.
  [[nodiscard]] double turnover() const noexcept { return turnover_; }

  // The rows whose a moves with s, how fast, and the largest |s| among them.
  [[nodiscard]] const row_indices& inside() const noexcept { return inside_.rows(); }
  [[nodiscard]] const row_values& curvatures() const noexcept { return inside_.numbers(); }
  [[nodiscard]] double inside_slack() const noexcept { return inside_slack_; }

  /// Phi' of a signed dual vector that differs from signed_dual() in few rows, which are listed.
  [[nodiscard]] vector correlation_of(const std::vector<double>& signed_dual,
                                      listed_rows& different) const;

 private:
  void watch();

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
  vector correlation_;
  double balance_ = 0;
  std::int64_t updates_ = 0;  // of rows in correlation_, since it was last added up anew
  double turnover_ = 0;

  watched_rows<Loss> watched_;
  double radius_ = std::numeric_limits<double>::infinity();  // rows nearer their kink are watched

  // Where last renewed.
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
  for (std::int64_t i = 0; i < size_; ++i) {
    report_.poll_at(i);
    turnover_ += std::abs(signed_dual_[i]);
  }
  correlation_ = columns_.correlate(signed_dual_);
  reference_ = vector::Zero(columns_.columns());
  reference_bias_ = bias;
  watch();
}

template <class Loss>
void margin_rows<Loss>::restart(const vector& w, double b) {
  balance_ = turnover_ = 0;
  for (std::int64_t i = 0; i < size_; ++i) {
    report_.poll_at(i);
    const double y = problem_.signs[i];
    const double dual = Loss::clip(problem_.costs[i], y * signed_dual_[i]);
    signed_dual_[i] = y * dual;
    balance_ += signed_dual_[i];
    turnover_ += std::abs(dual);
  }
  correlation_ = columns_.correlate(signed_dual_);
  updates_ = 0;
  columns_.multiply(w, b, f_);
  reference_ = w;
  reference_bias_ = b;
  radius_ = std::numeric_limits<double>::infinity();
  inside_.open(report_, 0);
  watched_.forget();
  watch();
}

template <class Loss>
void margin_rows<Loss>::append(const float* outputs) {
  const std::int64_t j = columns_.columns();
  const double of_watched = sum_over_rows(team_, report_, watched_.size(), 1, 1,
                                          [&](std::int64_t first, std::int64_t last, double* sum) {
                                            for (std::int64_t k = first; k < last; ++k) {
                                              const std::int64_t i = watched_.rows()[k];
                                              *sum +=
                                                  signed_dual_[i] * static_cast<double>(outputs[i]);
                                            }
                                          })
                                .front();
  const double of_all = dot_over_rows(team_, report_, outputs, signed_dual_.data(), size_);
  for (vector* values : {&correlation_, &resting_correlation_, &reference_})
    values->conservativeResize(j);
  correlation_[j - 1] = of_all;
  resting_correlation_[j - 1] = of_all - of_watched;
  reference_[j - 1] = 0;
}

template <class Loss>
typename margin_rows<Loss>::renewal margin_rows<Loss>::renew(const vector& w, double b) {
  f_.swap(last_f_);
  columns_.multiply(w, b, f_);
  const auto found = watched_.look_at_all(last_f_, f_, signed_dual_);
  // As far as rows moved this time some will the next.
  radius_ = std::isinf(radius_) ? found.moved : std::max(found.moved, radius_ / 2);
  reference_ = w;
  reference_bias_ = b;
  watch();
  return {found.loss, found.crossed};
}

template <class Loss>
void margin_rows<Loss>::watch() {
  watched_.choose(f_, signed_dual_, radius_);
  resting_correlation_ = correlation_;
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
  others.turnover = turnover_;
  std::vector<block_of_watched> blocks = of_blocks<block_of_watched>(
      team_, report_, watched_.size(), [&](std::int64_t from, std::int64_t to) {
        return respond(from, to, sigma, from == 0 ? others : block_of_watched());
      });
  if (blocks.empty()) blocks.push_back(others);
  balance_ = turnover_ = 0;
  double size = 0;
  std::int64_t first = 0;
  for (const block_of_watched& block : blocks) {
    loss_ += block.loss;
    complementarity_ += block.complementarity;
    inside_slack_ = std::max(inside_slack_, block.inside_slack);
    turnover_ += block.turnover;
    balance_ += block.balance;
    size += block.size;
    inside_.keep(first, block.inside);
    changed_.keep(first, block.changed);
    first += rows_a_block(1);
  }
  inside_.close();
  changed_.close();
  updates_ += static_cast<std::int64_t>(changed_.rows().size());
  if (updates_ < size_ && turnover_ <= 10 * size) {
    columns_.add_correlations(changed_.rows(), changed_.numbers(), correlation_);
  } else {  // anew, against rounding
    correlation_ = columns_.correlate(signed_dual_);
    updates_ = 0;
    turnover_ = size;
  }
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
    changed.put(sum.changed, i, change);
    sum.changed += static_cast<std::int64_t>(next != signed_dual);
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
void margin_rows<Loss>::advance(double t) {
  auto& at = watched_.all();
  for_rows(team_, report_, watched_.size(), 1, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t k = first; k < last; ++k) at.slack[k] -= t * at.change[k];
  });
}

template <class Loss>
vector margin_rows<Loss>::correlation_of(const std::vector<double>& signed_dual,
                                         listed_rows& different) const {
  different.open(report_, size_);
  const std::vector<std::int64_t> counts =
      of_blocks<std::int64_t>(team_, report_, size_, [&](std::int64_t first, std::int64_t last) {
        const listed_rows::place listed = different.from(first);
        std::int64_t count = 0;
        for (std::int64_t i = first; i < last; ++i) {
          listed.put(count, i, signed_dual[i] - signed_dual_[i]);
          count += static_cast<std::int64_t>(signed_dual[i] != signed_dual_[i]);
        }
        return count;
      });
  for (std::size_t block = 0; block < counts.size(); ++block)
    different.keep(static_cast<std::int64_t>(block) * rows_a_block(1), counts[block]);
  different.close();
  vector result = correlation_;
  columns_.add_correlations(different.rows(), different.numbers(), result);
  return result;
}

}  // namespace coppice
