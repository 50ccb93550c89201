#include "masters/simplex_basis.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <utility>

namespace coppice {

vector simplex_basis::outputs_of(std::int64_t j) const {
  vector result(size());
  for (std::int64_t p = 0; p < size(); ++p) result[p] = outputs_[p][j];
  return result;
}

void simplex_basis::clear() {
  std::fill(is_in_.begin(), is_in_.end(), false);
  rows_.clear();
  learners_.clear();
  sides_.clear();
  outputs_.clear();
  inverse_ = matrix();
}

void simplex_basis::add_learner(const vector& outputs) {
  is_in_.push_back(false);
  for (std::int64_t p = 0; p < size(); ++p) outputs_[p].push_back(outputs[p]);
}

std::int64_t simplex_basis::place_of(const simplex_kink& kink) const {
  const std::vector<std::int64_t>& among = kink.is_row ? rows_ : learners_;
  return std::find(among.begin(), among.end(), kink.index) - among.begin();
}

void simplex_basis::turn(std::int64_t j) {
  double& side = sides_[place_of({false, j})];
  side = -side;
}

void simplex_basis::exchange(const simplex_kink& left, double side, const simplex_kink& met,
                             std::vector<double> outputs) {
  if (left.is_row && met.is_row)
    replace_row(place_of(left), met.index, std::move(outputs));
  else if (left.is_row)
    shrink(place_of(left), place_of(met));
  else if (met.is_row)
    grow(left.index, side, met.index, std::move(outputs));
  else
    replace_learner(place_of(met), left.index, side);
}

/// Sherman & Morrison: the inverse of B + e_p (row - b_p)'.
void simplex_basis::replace_row(std::int64_t p, std::int64_t row, std::vector<double> outputs) {
  vector of_learners(size());
  for (std::int64_t q = 0; q < size(); ++q) of_learners[q] = outputs[learners_[q]];
  vector along = inverse_.transpose() * of_learners;
  inverse_.col(p) /= along[p];
  const vector changed = inverse_.col(p);
  along[p] = 0;
  inverse_.noalias() -= changed * along.transpose();
  rows_[p] = row;
  outputs_[p] = std::move(outputs);
}

/// The same of B + (column - b_q) e_q'.
void simplex_basis::replace_learner(std::int64_t q, std::int64_t learner, double side) {
  vector along = inverse_ * outputs_of(learner);
  inverse_.row(q) /= along[q];
  const vector changed = inverse_.row(q).transpose();
  along[q] = 0;
  inverse_.noalias() -= along * changed.transpose();
  is_in_[learners_[q]] = false;
  is_in_[learner] = true;
  learners_[q] = learner;
  sides_[q] = side;
}

/// By the Schur complement of B in the larger matrix.
void simplex_basis::grow(std::int64_t learner, double side, std::int64_t row,
                         std::vector<double> outputs) {
  const std::int64_t k = size();
  vector of_learners(k);
  for (std::int64_t q = 0; q < k; ++q) of_learners[q] = outputs[learners_[q]];
  const vector across = inverse_ * outputs_of(learner);
  const vector down = inverse_.transpose() * of_learners;
  const double pivot = outputs[learner] - of_learners.dot(across);
  matrix larger(k + 1, k + 1);
  larger.topLeftCorner(k, k) = inverse_;
  larger.topLeftCorner(k, k).noalias() += across * (down / pivot).transpose();
  larger.col(k).head(k) = across / -pivot;
  larger.row(k).head(k) = down.transpose() / -pivot;
  larger(k, k) = 1 / pivot;
  inverse_ = std::move(larger);
  rows_.push_back(row);
  outputs_.push_back(std::move(outputs));
  learners_.push_back(learner);
  sides_.push_back(side);
  is_in_[learner] = true;
}

/// The other way round. The last row and learner take the places of those that go.
void simplex_basis::shrink(std::int64_t p, std::int64_t q) {
  const std::int64_t last = size() - 1;
  inverse_.col(p).swap(inverse_.col(last));
  inverse_.row(q).swap(inverse_.row(last));
  matrix smaller = inverse_.topLeftCorner(last, last);
  smaller.noalias() -=
      inverse_.col(last).head(last) * (inverse_.row(last).head(last) / inverse_(last, last));
  inverse_ = std::move(smaller);
  is_in_[learners_[q]] = false;
  std::swap(rows_[p], rows_.back());
  std::swap(outputs_[p], outputs_.back());
  std::swap(learners_[q], learners_.back());
  std::swap(sides_[q], sides_.back());
  rows_.pop_back();
  outputs_.pop_back();
  learners_.pop_back();
  sides_.pop_back();
}

void simplex_basis::invert(const progress& report) {
  const std::int64_t k = size();
  matrix basis(k, k);
  for (std::int64_t q = 0; q < k; ++q) basis.col(q) = outputs_of(learners_[q]);
  matrix result = matrix::Identity(k, k);
  if (k > 0) {
    const Eigen::PartialPivLU<matrix> factors(basis);
    report.in_pieces(k, 32, [&](std::int64_t first, std::int64_t count) {
      result.middleCols(first, count) = factors.solve(matrix(result.middleCols(first, count)));
    });
  }
  inverse_ = std::move(result);
}

vector simplex_basis::solve(const vector& b) const {
  const vector w = inverse_ * b;
  return w - inverse_ * excess(w, b);
}

vector simplex_basis::excess(const vector& w, const vector& b) const {
  vector result = -b;
  for (std::int64_t p = 0; p < size(); ++p)
    for (std::int64_t q = 0; q < size(); ++q) result[p] += outputs_[p][learners_[q]] * w[q];
  return result;
}

}  // namespace coppice
