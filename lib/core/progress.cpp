#include "core/progress.hpp"

#include <ctime>
#include <utility>

#include "core/error.hpp"
#include "core/thread_exit.hpp"

namespace coppice {
namespace {

/// The clock cannot count longer limits, which therefore count as no limit.
constexpr double most_seconds = 1e9;

/// The time to within the 10 milliseconds or less that Linux counts by, where it can be asked for
/// that, in 9 ns instead of 66: a fit of 32 ms with a listener polls some 6,000 times.
std::chrono::steady_clock::time_point about_now() noexcept {
#ifdef CLOCK_MONOTONIC_COARSE
  std::timespec now{};
  if (clock_gettime(CLOCK_MONOTONIC_COARSE, &now) == 0)
    return std::chrono::steady_clock::time_point(std::chrono::seconds(now.tv_sec) +
                                                 std::chrono::nanoseconds(now.tv_nsec));
#endif
  return std::chrono::steady_clock::now();
}

}  // namespace

progress::progress(listener told, double time_limit) {
  restart(std::move(told), time_limit);
}

progress progress::part_of(const progress& whole) {
  return progress(&whole, false);
}

progress progress::step_of(const progress& whole) {
  return progress(&whole, true);
}

void progress::restart(listener told, double time_limit) {
  told_ = std::move(told);
  thread_ = std::this_thread::get_id();
  called_ = clock::now();
  deadline_ = clock::time_point::max();
  if (time_limit > 0 && time_limit < most_seconds)
    deadline_ = called_ + std::chrono::duration_cast<clock::duration>(
                              std::chrono::duration<double>(time_limit));
  last_ = {};
  ended_ = false;
  asked_ = {false};
  answered_ = false;
}

void progress::report(const progress_state& state) const {
  if (whole_ != nullptr) return poll();
  if (answered_) throw asked_;  // a listener that has ended it is not asked again
  call(state);
  check_time();
}

void progress::poll() const {
  if (whole_ != nullptr) {
    try {
      whole_->poll();
    } catch (const interruption& asked) {
      throw interruption{keeps_ && asked.keep, asked.reason};
    }
    if (whole_->ended_) throw interruption{keeps_ && whole_->asked_.keep, whole_->asked_.reason};
    return;
  }
  if (std::this_thread::get_id() != thread_) return;
  if (answered_) throw asked_;
  if (told_ && about_now() - called_ >= std::chrono::milliseconds(25)) call(last_);
  check_time();
}

void progress::call(const progress_state& state) const {
  last_ = state;
  if (!told_) return;
  int answer = 0;
  try {
    answer = told_(state);
  }
  COPPICE_LET_THREAD_EXIT
  catch (...) {
    answered_ = true;
    end();
    fail(COPPICE_CALLBACK_FAILED, "the progress callback threw an exception");
  }
  called_ = clock::now();
  switch (answer) {
    case COPPICE_CONTINUE:
      return;
    case COPPICE_STOP:
      interrupt({true});
    case COPPICE_CANCEL:
      interrupt({false});
    default:
      answered_ = true;
      end();
      fail(COPPICE_CALLBACK_FAILED, "the progress callback returned ", answer,
           "; expected COPPICE_CONTINUE, COPPICE_STOP or COPPICE_CANCEL");
  }
}

void progress::check_time() const {
  if (deadline_ == clock::time_point::max() || clock::now() < deadline_) return;
  interrupt({true, "time_limit"});
}

void progress::interrupt(const interruption& asked) const {
  asked_ = asked;
  answered_ = true;
  end();
  throw asked;
}

}  // namespace coppice
