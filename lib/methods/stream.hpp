// A stream: the second way into a method, beside fit. Rows come one at a time, are learned from and
// dropped; what has been learned so far can be asked for at any time, as an ordinary model, and
// kept, to go on from exactly there. A method that learns this way has a function in its row of the
// registry that begins a stream (method::begin).
#pragma once

#include <cstdint>
#include <memory>

#include "core/document.hpp"
#include "core/options.hpp"
#include "data/class_labels.hpp"
#include "model/model.hpp"

namespace coppice {

/// A row by its nonzero values: `entries` features, ascending. A dense row names all of them.
struct stream_row {
  const std::int32_t* features;
  const double* values;
  std::int64_t entries;
};

/// What a stream is begun with; it keeps copies.
struct stream_request {
  const option_values& options;
  const class_labels& classes;  // declared beforehand: a stream cannot look for them
  std::int64_t features;
};

class stream {
 public:
  stream() = default;
  virtual ~stream() = default;
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;

  /// Writes the decision values of the row as they were before it, then learns its class. Where
  /// this throws, nothing has been learned.
  virtual void learn(const stream_row& row, std::int32_t label, double weight,
                     double* decisions) = 0;

  /// What has been learned so far.
  [[nodiscard]] virtual std::unique_ptr<model> snapshot() const = 0;

  /// All that it takes to go on, bit for bit.
  [[nodiscard]] virtual document save() const = 0;
};

}  // namespace coppice
