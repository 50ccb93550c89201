// A stream: the second way into a method, beside fit. Rows come one at a time, are learned from and
// dropped; what has been learned so far can be asked for at any time, as an ordinary model, and
// kept, to go on from exactly there. A method that learns this way has functions in its row of the
// registry that begin a stream and go on with a saved one (method::begin, method::resume).
//
// What all streams do alike, such as to check rows and to count errors, streaming.hpp does for
// them.
#pragma once

#include <cstdint>
#include <memory>

#include "core/document.hpp"
#include "core/options.hpp"
#include "data/class_labels.hpp"
#include "data/listed_row.hpp"
#include "kernels/custom_kernel.hpp"
#include "model/model.hpp"

namespace coppice {

/// A row to learn, whose values are finite.
struct stream_example {
  listed_row x;
  double squared_norm;  // |x|^2, no more than `most_squared_norm`
  std::int32_t label;
  double weight;  // 0: the row is to be decided only

  static constexpr double most_squared_norm = 1e100;
};

/// What a stream is begun with; it keeps copies.
struct stream_request {
  const option_values& options;
  const class_labels& classes;  // declared beforehand: a stream cannot look for them
  std::int64_t features;
  const custom_kernels& kernels;
  const dataset* examples;  // that will be streamed; null where they are not known

  /// Decision values a row.
  [[nodiscard]] std::int64_t scores() const { return classes.size() == 2 ? 1 : classes.size(); }
};

/// What a row's label says of score s: +1 where the row is of the class that the score is for, the
/// later of two, else -1.
inline double sign_of(std::int32_t label, std::int64_t score, std::int64_t scores) {
  return label == (scores == 1 ? 1 : score) ? 1 : -1;
}

class stream {
 public:
  stream() = default;
  virtual ~stream() = default;
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;

  /// Writes the decision values of the row as they were before it, then learns its class. Where
  /// this throws, nothing has been learned.
  virtual void learn(const stream_example& example, double* decisions) = 0;

  /// What has been learned so far, with a report that has been filled but for what the method adds.
  [[nodiscard]] virtual std::unique_ptr<model> snapshot(training_report report) const = 0;

  /// All that it takes to go on, bit for bit.
  [[nodiscard]] virtual document save() const = 0;

  /// How many weak learners, or terms of a kernel expansion, there are.
  [[nodiscard]] virtual std::int64_t learners() const noexcept { return 0; }
};

}  // namespace coppice
