// Progress and cancellation: the one way in which long work speaks to its caller, and the one way
// in which it is interrupted.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <thread>

#include <coppice/coppice.h>

namespace coppice {

/// Thrown by progress when the caller asked to end. Whoever holds a finished state catches it:
/// with `keep` the best model so far is wanted, without it nothing is.
struct interruption {
  bool keep;
};

/// What the callback is told; NaN where not known.
struct progress_state {
  std::int64_t iteration = 0;
  std::int64_t iterations = 0;
  double objective = std::numeric_limits<double>::quiet_NaN();
  double gap = std::numeric_limits<double>::quiet_NaN();
  double train_error = std::numeric_limits<double>::quiet_NaN();
  double validation_error = std::numeric_limits<double>::quiet_NaN();
};

class progress {
 public:
  explicit progress(coppice_progress callback = nullptr, void* user = nullptr)
      : callback_(callback), user_(user) {}

  /// At every iteration, on the thread that made this object: always calls.
  void report(const progress_state& state) const;

  /// Often, from inside long work cut into pieces of at most 20 ms, on any thread: on the thread
  /// that made this object it calls when 25 ms have passed since the last call, on others never.
  void poll() const;

 private:
  using clock = std::chrono::steady_clock;
  coppice_progress callback_;
  void* user_;
  std::thread::id thread_ = std::this_thread::get_id();
  mutable progress_state last_;
  mutable clock::time_point called_ = clock::now();
};

}  // namespace coppice
