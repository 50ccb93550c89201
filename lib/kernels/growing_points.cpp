#include "kernels/growing_points.hpp"

#include <utility>

namespace coppice {

growing_points::growing_points(std::shared_ptr<const kernel> by, const feature_matrix& rows)
    : by_(std::move(by)),
      features_(rows.features()),
      size_(rows.rows()),
      dense_(static_cast<std::size_t>(rows.features()), 0.0) {
  if (size_ == 0) return;
  for (std::int64_t i = 0; i < size_; ++i) {
    row& listed = rows_.emplace_back();
    rows.for_each_value(i, [&](std::int64_t feature, double value) {
      if (value == 0) return;
      listed.features.push_back(static_cast<std::int32_t>(feature));
      listed.values.push_back(value);
    });
  }
  values_.resize(static_cast<std::size_t>(size_));
  chunks_.push_back({by_->points_of(matrix_of(0, size_), progress()), 0});
}

feature_matrix growing_points::matrix_of(std::int64_t first, std::int64_t count) const {
  sparse_rows listed;
  for (std::int64_t i = first; i < first + count; ++i) {
    const row& one = rows_[static_cast<std::size_t>(i)];
    listed.features.insert(listed.features.end(), one.features.begin(), one.features.end());
    listed.values.insert(listed.values.end(), one.values.begin(), one.values.end());
    listed.starts.push_back(static_cast<std::int64_t>(listed.values.size()));
  }
  return {std::move(listed), features_};
}

template <class Compared>
void growing_points::with_dense(const listed_row& x, const Compared& compared) {
  if (x.features == nullptr) return compared(row_block{x.values, 1, features_});
  struct put_row {
    const listed_row& x;
    double* dense;
    put_row(const listed_row& listed, double* to) : x(listed), dense(to) {
      for (std::int64_t k = 0; k < x.entries; ++k) dense[x.features[k]] = x.values[k];
    }
    ~put_row() {
      for (std::int64_t k = 0; k < x.entries; ++k) dense[x.features[k]] = 0;
    }
  };
  const put_row put(x, dense_.data());
  compared(row_block{dense_.data(), 1, features_});
}

const double* growing_points::compare(const listed_row& x) {
  double* to = values_.data();
  with_dense(x, [&](const row_block& block) {
    for (const chunk& one : chunks_) {
      one.points->compare(few_rows(block, x), one.first, one.size(), to);
      to += one.size();
    }
  });
  return values_.data();
}

double growing_points::compare_with_itself(const listed_row& x) {
  if (by_->diagonal()) return *by_->diagonal();
  dense_rows<double> one;
  double value = 0;
  with_dense(x, [&](const row_block& block) {
    one.values.assign(block.values, block.values + features_);
    const auto itself = by_->points_of(feature_matrix(std::move(one), features_), progress());
    itself->compare(few_rows(block, x), 0, 1, &value);
  });
  return value;
}

void growing_points::prepare(const listed_row& x) {
  while (static_cast<std::int64_t>(rows_.size()) > size_) rows_.pop_back();
  row next;
  for (std::int64_t k = 0; k < x.entries; ++k) {
    if (x.values[k] == 0) continue;
    next.features.push_back(static_cast<std::int32_t>(x.feature(k)));
    next.values.push_back(x.values[k]);
  }
  const auto needed = static_cast<std::size_t>(size_) + 1;
  if (values_.capacity() < needed) values_.reserve(2 * needed);
  values_.resize(needed);
  if (chunks_.size() == chunks_.capacity()) chunks_.reserve(2 * chunks_.size() + 1);
  std::int64_t size = 1;
  std::size_t replaced = 0;
  while (replaced < chunks_.size() && chunks_[chunks_.size() - 1 - replaced].size() <= size)
    size += chunks_[chunks_.size() - 1 - replaced++].size();
  rows_.push_back(std::move(next));
  try {
    ready_ = by_->points_of(matrix_of(size_ + 1 - size, size), progress());
  } catch (...) {
    rows_.pop_back();
    throw;
  }
  replaced_ = replaced;
}

void growing_points::commit() noexcept {
  for (; replaced_ > 0; --replaced_) chunks_.pop_back();
  chunks_.push_back({std::move(ready_), 0});
  ++size_;
}

void growing_points::drop_oldest() noexcept {
  rows_.pop_front();
  --size_;
  chunk& oldest = chunks_.front();
  ++oldest.first;
  if (oldest.size() == 0) chunks_.erase(chunks_.begin());
}

void growing_points::clear() noexcept {
  rows_.clear();
  chunks_.clear();
  size_ = 0;
}

}  // namespace coppice
