// CLP as an engine: a linear program that grows by columns, solved again from where it stood by the
// primal simplex method. CLP is opened when first wanted, so that the library runs where it is not
// installed; it keeps no global state, and prints nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/progress.hpp"

namespace coppice {

/// min c'x over x >= 0 under A x >= b.
class growing_linear_program {
 public:
  growing_linear_program() = default;
  virtual ~growing_linear_program() = default;
  growing_linear_program(const growing_linear_program&) = delete;
  growing_linear_program& operator=(const growing_linear_program&) = delete;

  /// A column of A, one number a row, and its price.
  virtual void add_column(const std::vector<double>& column, double price) = 0;

  /// False where CLP gives up; what it has come to is then no less a point.
  virtual bool solve() = 0;

  [[nodiscard]] virtual const double* solution() const = 0;  // x
  [[nodiscard]] virtual const double* duals() const = 0;     // of the rows
};

/// With a slack in every row: the first columns are those of the unit matrix, with these prices,
/// and b = 1. Throws COPPICE_UNAVAILABLE, naming what to install, where CLP cannot be opened.
std::unique_ptr<growing_linear_program> make_linear_program(const std::vector<double>& prices,
                                                            const progress& report);

}  // namespace coppice
