// The rows of a margin problem (margin_master.hpp) as Newton's method sees them at a point (w, b):
// decision values f, slacks s = 1 - y f, dual variables a, and what these add up to.
//
// Most rows rest: while the point moves a little, their a stays on its bound, so that together they
// add to the loss what is linear in (w, b). A step looks only at the others, those watched: rows
// between their bounds, and rows so near their kink that they may reach it. All rows are looked at
// when the watch is renewed; a row that has crossed its kink unwatched is noticed then, and
// until then only the loss is judged too low.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/numbers.hpp"
#include "masters/design.hpp"
#include "masters/margin_master.hpp"

namespace coppice {

template <class Loss>
class margin_rows {
 public:
  /// All outlive it.
  margin_rows(const margin_problem& problem, const design& columns, const progress& report)
      : problem_(problem),
        report_(report),
        size_(static_cast<std::int64_t>(problem.signs.size())),
        columns_(columns),
        f_(problem.signs.size(), 0.0) {
    report_.poll();
    signed_dual_ = f_;
    report_.poll();
    watched_.reserve(f_.size());  // at the start all are
    state_.reserve(f_.size());
  }

  /// The point is (0, bias), and a is given: the start.
  void start(double bias, const std::vector<double>& dual);

  /// To the point (w, b) with the feasible a nearest to the last, all rows watched: for costs that
  /// have changed.
  void restart(const vector& w, double b);

  /// Takes in the newest column of the design, with weight 0.
  void append(const float* outputs);

  /// Goes to the point (w, b) exactly, and watches the rows that may move from there. True when
  /// rows not watched before have crossed their kink.
  bool renew(const vector& w, double b);

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
  [[nodiscard]] const std::vector<std::int64_t>& inside() const noexcept { return inside_; }
  [[nodiscard]] const std::vector<double>& curvatures() const noexcept { return curvatures_; }
  [[nodiscard]] double inside_slack() const noexcept { return inside_slack_; }

  /// Phi' of a signed dual vector that differs from signed_dual() in few rows.
  [[nodiscard]] vector correlation_of(const std::vector<double>& signed_dual) const;

 private:
  struct watched_row {
    double sign;
    double cost;
    double f;
    double anchor;
    double change;  // of y f in a whole step
  };
  void watch(const std::vector<double>& anchor);

  const margin_problem& problem_;
  const progress& report_;
  std::int64_t size_;
  const design& columns_;
  std::vector<double> f_;
  std::vector<double> signed_dual_;  // y a of every row
  vector correlation_;
  double balance_ = 0;
  std::int64_t updates_ = 0;  // of rows in correlation_, since it was last added up anew
  double turnover_ = 0;
  double resting_size_ = 0;  // sum of |a|

  std::vector<std::int64_t> watched_;
  std::vector<watched_row> state_;                           // of the watched
  double radius_ = std::numeric_limits<double>::infinity();  // rows nearer their kink are watched

  // The rows that rest, where last renewed.
  vector reference_;
  double reference_bias_ = 0;
  double resting_loss_ = 0;
  double resting_balance_ = 0;
  vector resting_correlation_;

  std::vector<std::int64_t> inside_;
  std::vector<double> curvatures_;
  double inside_slack_ = 0;
  double loss_ = 0;  // of the watched
  double complementarity_ = 0;
  double step_slope_ = 0;  // of the resting rows' loss along the step
  std::vector<double> step_;
  std::vector<std::int64_t> changed_;
  std::vector<double> changes_;
};

template <class Loss>
void margin_rows<Loss>::start(double bias, const std::vector<double>& dual) {
  std::fill(f_.begin(), f_.end(), bias);
  for (std::int64_t i = 0; i < size_; ++i) {
    report_.poll_at(i);
    signed_dual_[i] = problem_.signs[i] * dual[i];
    turnover_ += std::abs(dual[i]);
  }
  correlation_ = columns_.correlate(signed_dual_);
  reference_ = vector::Zero(columns_.columns());
  reference_bias_ = bias;
  watch(dual);
}

template <class Loss>
void margin_rows<Loss>::restart(const vector& w, double b) {
  std::vector<double> dual(f_.size());
  balance_ = turnover_ = 0;
  for (std::int64_t i = 0; i < size_; ++i) {
    report_.poll_at(i);
    const double y = problem_.signs[i];
    dual[i] = Loss::clip(problem_.costs[i], y * signed_dual_[i]);
    signed_dual_[i] = y * dual[i];
    balance_ += signed_dual_[i];
    turnover_ += std::abs(dual[i]);
  }
  correlation_ = columns_.correlate(signed_dual_);
  updates_ = 0;
  columns_.multiply(w, b, f_);
  reference_ = w;
  reference_bias_ = b;
  radius_ = std::numeric_limits<double>::infinity();
  inside_.clear();
  curvatures_.clear();
  watch(dual);
}

template <class Loss>
void margin_rows<Loss>::append(const float* outputs) {
  const std::int64_t j = columns_.columns();
  double of_watched = 0;
  for (const std::int64_t i : watched_)
    of_watched += signed_dual_[i] * static_cast<double>(outputs[i]);
  report_.poll();
  const double of_all = dot(outputs, signed_dual_.data(), size_);
  for (vector* values : {&correlation_, &resting_correlation_, &reference_})
    values->conservativeResize(j);
  correlation_[j - 1] = of_all;
  resting_correlation_[j - 1] = of_all - of_watched;
  reference_[j - 1] = 0;
}

template <class Loss>
bool margin_rows<Loss>::renew(const vector& w, double b) {
  std::vector<double> anchor(f_.size());  // of a resting row it is its a
  for (std::int64_t i = 0; i < size_; ++i) anchor[i] = problem_.signs[i] * signed_dual_[i];
  report_.poll();
  for (std::size_t k = 0; k < watched_.size(); ++k) anchor[watched_[k]] = state_[k].anchor;
  const std::vector<double> last = f_;
  report_.poll();
  columns_.multiply(w, b, f_);
  double moved = 0;
  bool crossed = false;
  auto next_watched = watched_.begin();
  for (std::int64_t i = 0; i < size_; ++i) {
    report_.poll_at(i);
    moved = std::max(moved, std::abs(f_[i] - last[i]));
    if (next_watched != watched_.end() && *next_watched == i)
      ++next_watched;
    else if (!Loss::rests(problem_.costs[i], anchor[i], 1 - problem_.signs[i] * f_[i], 0))
      crossed = true;
  }
  // As far as rows moved this time some will the next.
  radius_ = std::isinf(radius_) ? moved : std::max(moved, radius_ / 2);
  reference_ = w;
  reference_bias_ = b;
  watch(anchor);
  return crossed;
}

template <class Loss>
void margin_rows<Loss>::watch(const std::vector<double>& anchor) {
  watched_.clear();
  state_.clear();
  resting_loss_ = 0;
  resting_balance_ = 0;
  resting_size_ = 0;
  std::vector<double> taken;
  taken.reserve(f_.size());  // not to be copied while it grows
  for (std::int64_t i = 0; i < size_; ++i) {
    report_.poll_at(i);
    const double y = problem_.signs[i];
    const double c = problem_.costs[i];
    const double s = 1 - y * f_[i];
    const double a = y * signed_dual_[i];
    if ((!Loss::proximal || anchor[i] == a) && Loss::rests(c, a, s, radius_)) {
      resting_loss_ += Loss::value(c, s);
      resting_balance_ += signed_dual_[i];
      resting_size_ += std::abs(a);
    } else {
      watched_.push_back(i);
      state_.push_back({y, c, f_[i], anchor[i], 0});
      taken.push_back(-signed_dual_[i]);
    }
  }
  resting_correlation_ = correlation_;
  columns_.add_correlations(watched_, taken, resting_correlation_);
}

template <class Loss>
void margin_rows<Loss>::respond(double sigma) {
  inside_.clear();
  curvatures_.clear();
  changed_.clear();
  changes_.clear();
  inside_slack_ = loss_ = complementarity_ = 0;
  balance_ = resting_balance_;
  double size = resting_size_;
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    report_.poll_at(static_cast<std::int64_t>(k));
    const watched_row& row = state_[k];
    const double s = 1 - row.sign * row.f;
    const auto [a, curvature] = Loss::respond(row.cost, s, row.anchor, sigma);
    if (curvature > 0) {
      inside_.push_back(watched_[k]);
      curvatures_.push_back(curvature);
      inside_slack_ = std::max(inside_slack_, std::abs(s));
    }
    const double value = Loss::value(row.cost, s);
    loss_ += value;
    if (Loss::proximal) complementarity_ += value - a * s;
    double& signed_dual = signed_dual_[watched_[k]];
    if (row.sign * a != signed_dual) {
      changed_.push_back(watched_[k]);
      changes_.push_back(row.sign * a - signed_dual);
      turnover_ += std::abs(changes_.back());
      signed_dual = row.sign * a;
    }
    balance_ += signed_dual;
    size += std::abs(a);
  }
  updates_ += static_cast<std::int64_t>(changed_.size());
  if (updates_ < size_ && turnover_ <= 10 * size) {
    columns_.add_correlations(changed_, changes_, correlation_);
  } else {  // anew, against rounding
    correlation_ = columns_.correlate(signed_dual_);
    updates_ = 0;
    turnover_ = size;
  }
}

template <class Loss>
double margin_rows<Loss>::loss(const vector& w, double b) const {
  return loss_ + resting_loss_ - (w - reference_).dot(resting_correlation_) -
         (b - reference_bias_) * resting_balance_;
}

template <class Loss>
void margin_rows<Loss>::move_anchors(const vector& w, double b) {
  columns_.multiply(w, b, watched_, step_);
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    report_.poll_at(static_cast<std::int64_t>(k));
    state_[k].anchor = state_[k].sign * signed_dual_[watched_[k]];
    state_[k].f = step_[k];
  }
}

template <class Loss>
void margin_rows<Loss>::aim(const vector& dw, double db) {
  columns_.multiply(dw, db, watched_, step_);
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    report_.poll_at(static_cast<std::int64_t>(k));
    state_[k].change = state_[k].sign * step_[k];
  }
  step_slope_ = -dw.dot(resting_correlation_) - db * resting_balance_;
}

template <class Loss>
double margin_rows<Loss>::derivative(double t, double sigma, double& slope) const {
  double value = step_slope_;
  double rise = 0;
  const auto count = static_cast<std::int64_t>(state_.size());
  report_.in_pieces(count, progress::rows_a_poll, [&](std::int64_t first, std::int64_t some) {
    for (std::int64_t k = first; k < first + some; ++k) {
      const watched_row& row = state_[k];
      const double s = 1 - row.sign * row.f - t * row.change;
      const auto [a, curvature] = Loss::respond(row.cost, s, row.anchor, sigma);
      value -= a * row.change;
      rise += curvature * row.change * row.change;
    }
  });
  slope = rise;
  return value;
}

template <class Loss>
void margin_rows<Loss>::advance(double t) {
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    report_.poll_at(static_cast<std::int64_t>(k));
    state_[k].f += t * step_[k];
  }
}

template <class Loss>
vector margin_rows<Loss>::correlation_of(const std::vector<double>& signed_dual) const {
  std::vector<std::int64_t> rows;
  std::vector<double> differences;
  rows.reserve(f_.size());
  differences.reserve(f_.size());
  for (std::int64_t i = 0; i < size_; ++i) {
    report_.poll_at(i);
    if (signed_dual[i] == signed_dual_[i]) continue;
    rows.push_back(i);
    differences.push_back(signed_dual[i] - signed_dual_[i]);
  }
  vector result = correlation_;
  columns_.add_correlations(rows, differences, result);
  return result;
}

}  // namespace coppice
