// A team of threads that lives as long as the call that needs it: no run-time library, nothing
// left behind for a fork to inherit, nothing process-wide. Work that outlives a call keeps its team
// without the threads, and starts them again.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/unset_vector.hpp"

namespace coppice {

class thread_team {
 public:
  /// `threads` in all, the calling thread included; 0 for as many as the processor runs; 256 at
  /// most. Where the system grants fewer, the team is smaller: results do not depend on its size.
  explicit thread_team(std::int64_t threads);
  ~thread_team() { release(); }
  thread_team(const thread_team&) = delete;
  thread_team& operator=(const thread_team&) = delete;

  /// Calls work(0) .. work(tasks - 1), each once, in any order and on any thread of the team, and
  /// returns when all are done. Tasks must be independent; what each computes must not depend on
  /// the thread. The calling thread takes part and calls `between` after each of its tasks,
  /// and while it waits for the others. The first exception ends the run early and is thrown here.
  ///
  /// Each thread begins with a share of its own, neighbouring tasks that are the same part of the
  /// whole in every run, and helps others when it is through: what it has worked on in one pass
  /// over the rows is then in its cache for the next. (Threads that took one task after another
  /// from a single list needed 1.5 to 7 times the processor time in quick passes over 200,000
  /// rows.)
  void run(std::int64_t tasks, const std::function<void(std::int64_t)>& work,
           const std::function<void()>& between = nullptr);

  /// Ends the threads and gives the memory back; run() is serial until they are started again, as
  /// many as then wanted.
  void release() noexcept;
  void start(std::int64_t threads);

  /// Memory for tasks 0 .. tasks - 1 of a run to work in, one vector each, to be asked for before
  /// the run. It is kept for later runs: new pages take longer to touch than to work in.
  [[nodiscard]] std::vector<unset_vector<double>>& rooms(std::int64_t tasks) {
    const auto count = static_cast<std::size_t>(tasks);
    if (rooms_.size() < count) rooms_.resize(count);
    return rooms_;
  }

  [[nodiscard]] std::int64_t size() const noexcept {
    return static_cast<std::int64_t>(threads_.size()) + 1;
  }

 private:
  /// Tasks that a thread begins with; a cache line of its own.
  struct alignas(64) share {
    std::atomic<std::int64_t> next{0};
    std::int64_t last = 0;
  };
  class run_in_progress;
  void serve(std::int64_t number);
  void share_out(std::int64_t tasks);
  void take_tasks(std::int64_t number, const std::function<void()>* between);
  void leave_tasks() noexcept;

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  std::atomic<std::uint64_t> round_{0};
  std::atomic<std::int64_t> busy_{0};  // threads that take part in the round
  bool is_open_ = false;               // for threads to take part
  bool closing_ = false;
  const std::function<void(std::int64_t)>* work_ = nullptr;
  std::unique_ptr<share[]> shares_;  // of each thread, the calling one first
  std::exception_ptr failure_;
  std::vector<unset_vector<double>> rooms_;
};

}  // namespace coppice
