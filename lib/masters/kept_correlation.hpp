// Phi'(y a), the sums over rows of columns times dual variables of a margin problem
// (margin_master.hpp), kept up to date while these change. A Newton step that is solved with Z' K
// Z, Z being the rows that move, tells what becomes of the sums as long as no row reaches its kink:
// only rows that do are added up. From time to time all rows are added up anew, against rounding.
#pragma once

#include <cstddef>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/design.hpp"
#include "masters/listed_rows.hpp"
#include "masters/newton_system.hpp"

namespace coppice {

class kept_correlation {
 public:
  /// The columns outlive it.
  explicit kept_correlation(const design& columns) : columns_(columns) {}

  [[nodiscard]] const vector& value() const noexcept { return value_; }

  /// Sums of |a| that rounding in value() is in proportion to: of all that it has gone through
  /// since it was last added up anew.
  [[nodiscard]] double turnover() const noexcept { return turnover_; }

  /// Adds it up. The sum of all |a| is `size`.
  void add_up(const std::vector<double>& signed_dual, double size);

  /// Takes in the newest column, whose sum is given.
  void append(double sum);

  /// To be called before the slacks move t times along a step: what the step tells of the sums is
  /// taken into account by the next update().
  void foresee(double t, const newton_system::step& along);

  /// Whether the step has told something, so that update() needs only what differs from it; and t.
  [[nodiscard]] bool foresees() const noexcept { return foresees_; }
  [[nodiscard]] double advance() const noexcept { return advance_; }

  /// After y a has changed, in rows that are listed and as foreseen. The |changes| of all rows add
  /// up to `turnover`, and the |a| to `size`.
  void update(const listed_rows& changed, const std::vector<double>& signed_dual, double turnover,
              double size);

  /// The sums for another y a, from those that are kept and the rows where the two differ.
  [[nodiscard]] vector of_other(const std::vector<double>& other, const std::vector<double>& kept,
                                listed_rows& different, thread_team& team,
                                const progress& report) const;

 private:
  const design& columns_;
  vector value_;
  std::size_t added_ = 0;  // rows, since it was last added up anew
  double turnover_ = 0;

  bool foresees_ = false;
  double advance_ = 0;
  vector fall_;
};

}  // namespace coppice
