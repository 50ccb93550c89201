#include "masters/joint_choice.hpp"

#include <numeric>

#include "core/cholesky.hpp"
#include "masters/gram_of_signs.hpp"

namespace coppice {
namespace {

/// Takes away again what is added behind some columns.
class columns_restored {
 public:
  columns_restored(column_matrix& columns, design::gram_room& room)
      : columns_(columns), room_(room), before_(columns.columns()) {}
  ~columns_restored() {
    columns_.keep_signs(before_);
    if (room_.kept == nullptr) return;
    for (gram_of_signs& kept : *room_.kept) kept.forget_from(before_);
  }
  columns_restored(const columns_restored&) = delete;
  columns_restored& operator=(const columns_restored&) = delete;

 private:
  column_matrix& columns_;
  design::gram_room& room_;
  std::int64_t before_;
};

/// Gains that differ by no more are equal, and the first of these is chosen: else the order of
/// additions would decide.
constexpr double equal_gains = 1e-9;

/// Lets the weight of column k follow from now on.
void follow(Eigen::Index k, matrix& s, vector& slopes) {
  const vector of_all = s.col(k) / s(k, k);
  slopes -= slopes[k] * of_all;
  s -= (s(k, k) * of_all) * of_all.transpose();
}

/// S, and behind it the bias where there is one.
matrix without_fitted(column_matrix& fitted, const column_matrix& offered, const choice_model& by,
                      design::gram_room& room, thread_team& team, const progress& report) {
  const columns_restored restored(fitted, room);
  fitted.append_signs(offered);
  matrix_view h = fitted.gram_of_columns(by.rows, by.curvatures, by.has_bias, room);
  h.diagonal().head(fitted.columns()).array() += 1;
  if (by.has_bias) h(fitted.columns(), fitted.columns()) += by.bias_curvature;
  if (!cholesky(h, team, report)) return {};
  // The last rows and columns of the factor of H are the factor of S.
  const Eigen::Index size = offered.columns() + (by.has_bias ? 1 : 0);
  const matrix factor = h.bottomRightCorner(size, size).triangularView<Eigen::Lower>();
  return factor * factor.transpose();
}

}  // namespace

std::vector<std::int64_t> choose_jointly(column_matrix& fitted, const column_matrix& offered,
                                         const choice_model& by, std::int64_t most,
                                         design::gram_room& room, thread_team& team,
                                         const progress& report) {
  matrix s = without_fitted(fitted, offered, by, room, team, report);
  if (s.size() == 0) return {};
  const Eigen::Index count = offered.columns();
  vector slopes = vector::Zero(s.rows());
  slopes.head(count) = offered.correlate(by.residual);
  if (by.has_bias) follow(count, s, slopes);
  std::vector<std::int64_t> left(static_cast<std::size_t>(count));
  std::iota(left.begin(), left.end(), 0);
  const auto gain_of = [&](std::int64_t k) { return slopes[k] * slopes[k] / s(k, k); };
  std::vector<std::int64_t> chosen;
  while (!left.empty() && static_cast<std::int64_t>(chosen.size()) < most) {
    report.poll();
    auto best = left.begin();
    for (auto k = left.begin(); k != left.end(); ++k)
      if (gain_of(*k) > (1 + equal_gains) * gain_of(*best)) best = k;
    chosen.push_back(*best);
    left.erase(best);
    follow(chosen.back(), s, slopes);
  }
  return chosen;
}

}  // namespace coppice
