// Functions that are learned by steps of stochastic gradient descent in a space with the kernel k,
// one for each score s:
//
//     f_s  <-  factor f_s + amount k(x, .),        then into the ball |f_s| <= radius
//
// With the linear kernel they are weights (scaled_weights.hpp), with any other they are expansions
// in rows of the stream. Rows may be extended with a constant 1, which adds 1 to every kernel: the
// penalised bias of Pegasos.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/document.hpp"
#include "data/listed_row.hpp"
#include "kernels/kernel.hpp"
#include "model/model.hpp"

namespace coppice {

class learned_functions {
 public:
  learned_functions() = default;
  virtual ~learned_functions() = default;
  learned_functions(const learned_functions&) = delete;
  learned_functions& operator=(const learned_functions&) = delete;

  /// f_s(x) for every score. The row, whose |x|^2 is `squared_norm`, is that of the step to come.
  virtual void decide(const listed_row& x, double squared_norm, double* out) = 0;

  /// What happens to one function. 0 <= factor <= 1.
  struct change {
    double factor;
    double amount;
  };

  /// A step of every function with the row that was decided last. Where this throws, nothing has
  /// changed. `radius` may be infinite, and is then so in every step.
  virtual void step(const listed_row& x, const std::vector<change>& changes, double radius) = 0;

  /// The model of f_s + bias_s.
  [[nodiscard]] virtual std::unique_ptr<model> snapshot(training_report report,
                                                        std::vector<double> bias) const = 0;

  [[nodiscard]] virtual document save() const = 0;

  /// How many rows of the stream they are made of; 0 of weights.
  [[nodiscard]] virtual std::int64_t terms() const noexcept { return 0; }
};

/// What such functions are made for.
struct learned_setting {
  std::int64_t features;
  std::int64_t scores;
  double constant;          // 1, or 0 for none, that extends every row
  std::int64_t most_terms;  // the oldest go; 0: none does
};

/// All 0, or as save() wrote them where `saved` is not null.
std::unique_ptr<learned_functions> make_learned_weights(const learned_setting& setting,
                                                        document* saved);

/// The same of expansions, with a kernel that is settled, or that of `saved`.
std::unique_ptr<learned_functions> make_learned_expansions(const learned_setting& setting,
                                                           std::shared_ptr<const kernel> by);
std::unique_ptr<learned_functions> load_learned_expansions(const learned_setting& setting,
                                                           document& saved,
                                                           const custom_kernels& callbacks);

}  // namespace coppice
