// Progress, cancellation and the time limit: the one way in which long work speaks to its caller,
// and the one way in which it is interrupted.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <thread>

#include "core/huge_pages.hpp"

namespace coppice {

/// Thrown by progress when the work is to end. Code that holds a finished state catches it: with
/// `keep` the best model so far is wanted, without it nothing is.
struct interruption {
  bool keep;
  const char* reason = "stopped";  // the model's stop_reason
};

/// What a listener is told; NaN where not known.
struct progress_state {
  std::int64_t iteration = 0;
  std::int64_t iterations = 0;
  double objective = std::numeric_limits<double>::quiet_NaN();
  double gap = std::numeric_limits<double>::quiet_NaN();
  double train_error = std::numeric_limits<double>::quiet_NaN();
  double validation_error = std::numeric_limits<double>::quiet_NaN();
  double validation_criterion = std::numeric_limits<double>::quiet_NaN();
  double alignment = std::numeric_limits<double>::quiet_NaN();
  double validation_alignment = std::numeric_limits<double>::quiet_NaN();
};

/// Who is told of progress. Empty where nobody is; else it answers with a coppice_action, and any
/// other number is a fault of the caller's callback.
using listener = std::function<int(const progress_state&)>;

class progress {
 public:
  /// Belongs to the thread that makes it. `time_limit` counts seconds from now; 0 for none.
  explicit progress(listener told = {}, double time_limit = 0);

  /// Of one part of some work, on any thread: it tells nobody of itself, polls the whole, and is
  /// interrupted when the whole has ended.
  static progress part_of(const progress& whole);

  /// The same of one of the parts that follow one another, whose best state so far is wanted where
  /// that of the whole is.
  static progress step_of(const progress& whole);

  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  /// As if made anew, on this thread and now, for work that goes on in another call.
  void restart(listener told, double time_limit);

  /// What is told until the first report: no iteration of at most so many.
  void expect(std::int64_t iterations) const {
    last_ = {};
    last_.iterations = iterations;
  }

  /// At every iteration, on the thread it belongs to: always calls.
  void report(const progress_state& state) const;

  /// Often, from inside long work cut into pieces of at most 20 ms, on any thread: on the thread it
  /// belongs to it calls when 25 ms have passed since the last call, on others never.
  void poll() const;

  /// So many rows take next to no time each time something quick is done to them.
  static constexpr std::int64_t rows_a_poll = std::int64_t{1} << 16;

  /// So many rows take as little time where something is done to each of their scores.
  static constexpr std::int64_t rows_of_a_poll(std::int64_t scores) {
    return std::max<std::int64_t>(1, rows_a_poll / scores);
  }

  /// In loops over rows that are quick but may be long: polls now and then.
  void poll_at(std::int64_t row) const {
    if (row % rows_a_poll == rows_a_poll - 1) poll();
  }

  /// Calls piece(first, count) for consecutive pieces of 0 .. n, polling after each.
  template <class Piece>
  void in_pieces(std::int64_t n, std::int64_t width, const Piece& piece) const {
    for (std::int64_t first = 0; first < n; first += width) {
      piece(first, std::min(width, n - first));
      poll();
    }
  }

  /// values.resize(size): to write so many zeros takes as long as other passes.
  template <class Vector>
  void resize(Vector& values, std::int64_t size) const {
    const auto wanted = static_cast<std::size_t>(size);
    const std::size_t now = std::min(values.size(), wanted);
    values.resize(now);
    if (values.capacity() < wanted) reserve_large(values, wanted);
    in_pieces(size - static_cast<std::int64_t>(now), std::int64_t{1} << 19,
              [&](std::int64_t first, std::int64_t more) {
                values.resize(now + static_cast<std::size_t>(first + more));
              });
  }

  /// Interrupts the parts.
  void end() const noexcept { ended_ = true; }

  /// Whether the callback, or the time, has asked to end; and how.
  [[nodiscard]] bool ended() const noexcept { return ended_; }
  [[nodiscard]] const interruption& asked() const noexcept { return asked_; }

 private:
  using clock = std::chrono::steady_clock;
  progress(const progress* whole, bool keeps) : whole_(whole), keeps_(keeps) {}
  void call(const progress_state& state) const;
  void check_time() const;
  [[noreturn]] void interrupt(const interruption& asked) const;

  const progress* whole_ = nullptr;
  bool keeps_ = false;  // of a part: an unfinished one is of use
  listener told_;
  std::thread::id thread_;
  clock::time_point deadline_ = clock::time_point::max();
  mutable progress_state last_;
  mutable clock::time_point called_;
  mutable std::atomic<bool> ended_{false};
  mutable interruption asked_{false};
  mutable bool answered_ = false;  // the callback or the time has ended it; of the owning thread
};

/// Does the work, or a part of it where the caller asks to stop and to keep what there is; nothing
/// after that.
template <class Work>
void unless_ended(const progress& report, const Work& work) {
  if (report.ended()) return;
  try {
    work();
  } catch (const interruption& asked) {
    if (!asked.keep) throw;
  }
}

}  // namespace coppice
