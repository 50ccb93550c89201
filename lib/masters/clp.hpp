// CLP as an engine: a linear program that grows by rows, solved again from where it stood by the
// dual simplex method. CLP is opened when first wanted, so that the library runs where it is not
// installed; it keeps no global state, and prints nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/progress.hpp"

namespace coppice {

/// max sum_i x_i over 0 <= x_i <= u_i under -1 <= R x <= 1.
class growing_linear_program {
 public:
  growing_linear_program() = default;
  virtual ~growing_linear_program() = default;
  growing_linear_program(const growing_linear_program&) = delete;
  growing_linear_program& operator=(const growing_linear_program&) = delete;

  /// A row of R.
  virtual void add_row(std::vector<double> row) = 0;

  /// Where CLP gives up, its point is not the optimum, and its numbers may not be finite.
  virtual void solve() = 0;

  [[nodiscard]] virtual const double* solution() const = 0;     // x
  [[nodiscard]] virtual const double* multipliers() const = 0;  // of the rows, < 0 at R x = 1
};

/// Without rows, of the bounds u. Throws COPPICE_UNAVAILABLE, naming what to install, where CLP
/// cannot be opened.
std::unique_ptr<growing_linear_program> make_linear_program(const std::vector<double>& upper,
                                                            const progress& report);

}  // namespace coppice
