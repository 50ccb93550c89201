// LIBLINEAR as an engine: opened when first wanted, so that the library runs where it is not
// installed. It keeps global state, which is treated so: calls wait for one another, start from
// srand(1) (the one place where this library touches the C library's generator), and print nothing.
// Its file format is never read or written. It does not check what malloc gives it: where memory
// runs out in its calls, the process dies.
#pragma once

#include <linear.h>

#include <vector>

namespace coppice {

class liblinear {
 public:
  /// Throws COPPICE_UNAVAILABLE, naming what to install, where it cannot be opened; another call
  /// tries again.
  static const liblinear& engine();

  /// The weights of LIBLINEAR's solution, problem.n numbers, for labels -1 and +1.
  [[nodiscard]] std::vector<double> train(const ::problem& problem,
                                          const ::parameter& parameter) const;

 private:
  liblinear();

  decltype(&::train) train_ = nullptr;
  decltype(&::free_and_destroy_model) free_ = nullptr;
  decltype(&::set_print_string_function) set_print_ = nullptr;
};

}  // namespace coppice
