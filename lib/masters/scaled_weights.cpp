#include "masters/scaled_weights.hpp"

#include <algorithm>
#include <cmath>

namespace coppice {

void scaled_weights::copy(double* weights) const {
  for (const double v : v_) *weights++ = scale_ * v;
}

void scaled_weights::shrink(double factor) {
  if (factor == 0) {
    std::fill(v_.begin(), v_.end(), 0.0);
    of_constant_ = squared_norm_ = 0;
    scale_ = 1;
    return;
  }
  scale_ *= factor;
  squared_norm_ *= factor * factor;
  if (scale_ < least_scale) fold();
}

void scaled_weights::add(const listed_row& x, double amount, double value, double squared_norm) {
  const double scaled = amount / scale_;
  if (x.features == nullptr)
    for (std::int64_t d = 0; d < x.entries; ++d) v_[d] += scaled * x.values[d];
  else
    for (std::int64_t k = 0; k < x.entries; ++k) v_[x.features[k]] += scaled * x.values[k];
  of_constant_ += scaled * constant_;
  squared_norm_ = std::max(0.0, squared_norm_ + amount * (2 * value + amount * squared_norm));
}

void scaled_weights::limit(double radius) {
  const double most = radius * radius;
  if (squared_norm_ <= most) return;
  scale_ *= radius / std::sqrt(squared_norm_);
  squared_norm_ = most;
  if (scale_ < least_scale) fold();
}

/// Also measures |w|^2 anew.
void scaled_weights::fold() {
  for (double& v : v_) v *= scale_;
  of_constant_ *= scale_;
  scale_ = 1;
  squared_norm_ = dot(v_.data(), v_.data(), size()) + of_constant_ * of_constant_;
}

void scaled_weights::reserve_one_more() {
  if (v_.size() == v_.capacity()) v_.reserve(2 * v_.size() + 1);
}

void scaled_weights::erase(std::int64_t d) {
  v_.erase(v_.begin() + d);
  fold();
}

document scaled_weights::save() const {
  return document()
      .with("scale", scale_)
      .with("squared_norm", squared_norm_)
      .with("of_constant", of_constant_)
      .with("weights", v_);
}

scaled_weights::scaled_weights(document& saved, std::int64_t size, double constant)
    : constant_(constant),
      scale_(saved.finite_number("scale")),
      squared_norm_(saved.finite_number("squared_norm")),
      of_constant_(saved.finite_number("of_constant")),
      v_(saved.take_finite_numbers("weights")) {
  if (this->size() != size || !(scale_ > 0 && scale_ <= 1) || squared_norm_ < 0)
    fail_damaged("its weights do not fit its rows");
}

}  // namespace coppice
