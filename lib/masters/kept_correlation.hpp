// Phi'(y a), the sums over rows of columns times dual variables of a margin problem
// (margin_master.hpp), kept up while these change. A Newton step with Z' K Z, Z being the rows that
// move with it, foresees what becomes of the sums if no row reaches its kink: then only rows that
// do are looked at. From time to time all is added up anew, against rounding.
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

  /// Expects that slacks move t times along a step, which may know what follows from that.
  void foresee(double t, const newton_system::step& along);

  /// Whether it does, so that update() is to be told of other changes alone; and t.
  [[nodiscard]] bool foresees() const noexcept { return foresees_; }
  [[nodiscard]] double advance() const noexcept { return advance_; }

  /// After y a has changed, in rows that are listed and as foreseen. The |changes| of all rows add
  /// up to `turnover`, and the |a| to `size`.
  void update(const listed_rows& changed, const std::vector<double>& signed_dual, double turnover,
              double size);

  /// The same of another y a, where it differs from the one that is kept, which is told as well.
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
