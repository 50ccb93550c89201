#include "masters/two_phase.hpp"

#include <algorithm>
#include <cmath>

namespace coppice {

two_phase_booster::two_phase_booster(const two_phase_setting& setting)
    : setting_(setting),
      frozen_(setting.output, setting.features),
      newest_(setting.features),
      beta_(1),
      h_(1, 0.0) {}

double two_phase_booster::decide(const listed_row& x) {
  frozen_.outputs(x, h_.data());
  newest_value_ = newest_.value(x);
  h_.back() = output_of(setting_.output, newest_value_);
  decision_ = beta_.value(outputs());
  return decision_;
}

void two_phase_booster::make_room() {
  const auto next = static_cast<std::size_t>(learners()) + 1;
  frozen_.reserve_one_more();
  beta_.reserve_one_more();
  if (h_.capacity() < next) h_.reserve(2 * next);
  if (below_.capacity() < next) below_.reserve(2 * next);
}

void two_phase_booster::learn(const listed_row& x, double squared_norm, double y, double weight) {
  const double weak_weight = std::max(0.0, 1 - y * decision_) * weight;
  weighed_ += weak_weight;
  if (y * newest_value_ <= 0) wrong_ += weak_weight;
  take_pegasos_step(newest_, x, squared_norm, newest_value_, y, weak_weight, ++steps_,
                    setting_.weak);
  take_pegasos_step(beta_, outputs(), beta_.squared_norm_of(outputs()), decision_, y, weight,
                    ++rows_, setting_.strong);
  if (setting_.prune_below > 0) prune();
  if (has_been_trained()) freeze();
}

bool two_phase_booster::has_been_trained() {
  const double growth = 1 + setting_.growth * static_cast<double>(learners() - 1);
  if (static_cast<double>(++since_) < static_cast<double>(setting_.cutoff) * growth) return false;
  since_ = 0;
  if (!setting_.cutoff_by_error) return true;
  const double error = weighed_ > 0 ? wrong_ / weighed_ : 0;
  const bool falls = error < error_before_;
  error_before_ = error;
  wrong_ = weighed_ = 0;
  return !falls;
}

void two_phase_booster::prune() {
  for (std::int64_t j = learners() - 2; j >= 0; --j) {
    below_[j] = std::abs(beta_.weight(j)) < setting_.prune_below ? below_[j] + 1 : 0;
    if (below_[j] >= setting_.prune_after) erase(j);
  }
}

void two_phase_booster::freeze() {
  if (learners() == setting_.most_learners) {
    if (learners() == 1) return;  // nobody could take its place
    std::int64_t least = 0;
    for (std::int64_t j = 1; j < learners() - 1; ++j)
      if (std::abs(beta_.weight(j)) < std::abs(beta_.weight(least))) least = j;
    erase(least);
  }
  frozen_.append([&](std::int64_t d) { return newest_.weight(d); }, newest_.weight_of_constant());
  below_.push_back(0);
  beta_.append();
  h_.push_back(0.0);
  newest_.clear();
  steps_ = since_ = 0;
  wrong_ = weighed_ = 0;
  error_before_ = 1;
}

void two_phase_booster::erase(std::int64_t j) {
  frozen_.erase(j);
  beta_.erase(j);
  below_.erase(below_.begin() + j);
  h_.pop_back();
}

std::unique_ptr<linear_classifiers> two_phase_booster::copy_learners() const {
  auto all = std::make_unique<linear_classifiers>(setting_.output, setting_.features);
  all->append(frozen_, 0, frozen_.size());
  all->append([&](std::int64_t d) { return newest_.weight(d); }, newest_.weight_of_constant());
  return all;
}

document two_phase_booster::save() const {
  return document()
      .with("rows", rows_)
      .with("frozen", frozen_.save())
      .with("newest", newest_.save())
      .with("steps", steps_)
      .with("since", since_)
      .with("wrong", wrong_)
      .with("weighed", weighed_)
      .with("error_before", error_before_)
      .with("strong", beta_.save())
      .with("below", below_);
}

two_phase_booster::two_phase_booster(const two_phase_setting& setting, document& saved)
    : two_phase_booster(setting) {
  constexpr std::int64_t most = std::int64_t{1} << 53;
  const auto frozen = load_linear_classifiers(saved.at("frozen"), setting.features);
  if (frozen->form() != setting.output) fail_damaged("its classifiers have another output");
  frozen_.append(*frozen, 0, frozen->size());
  newest_ = scaled_weights(saved.at("newest"), setting.features);
  beta_ = scaled_weights(saved.at("strong"), frozen_.size() + 1);
  below_ = saved.integers("below", 0, most);
  if (below_.size() + 1 != static_cast<std::size_t>(learners()))
    fail_damaged("its weak learners are incomplete");
  rows_ = saved.integer("rows", 0, most);
  steps_ = saved.integer("steps", 0, rows_);
  since_ = saved.integer("since", 0, rows_);
  wrong_ = saved.finite_number("wrong");
  weighed_ = saved.finite_number("weighed");
  error_before_ = saved.finite_number("error_before");
  h_.assign(static_cast<std::size_t>(learners()), 0.0);
}

}  // namespace coppice
