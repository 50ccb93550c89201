#include "core/thread_team.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <system_error>

#include "core/thread_exit.hpp"

namespace coppice {
namespace {

/// No processor that this runs on has more, and a slip of the keyboard must not start a million.
constexpr std::int64_t most_threads = 256;

/// A thread looks for what it waits for that long before it sleeps, and gives way to others
/// meanwhile. To be woken takes some 50 microseconds, and solvers have thousands of runs, one soon
/// after another. (A kernel machine of 20,000 rows gained nothing from a second thread that slept
/// at once. By two threads 13 such machines took 5 % less time with 300 microseconds than with 50;
/// 3 milliseconds brought nothing more.)
constexpr std::chrono::microseconds awake{300};

template <class Reached>
void look_for(const Reached& reached) {
  const auto asleep = std::chrono::steady_clock::now() + awake;
  while (!reached() && std::chrono::steady_clock::now() < asleep) std::this_thread::yield();
}

}  // namespace

thread_team::thread_team(std::int64_t threads) {
  start(threads);
}

void thread_team::start(std::int64_t threads) {
  release();
  if (threads <= 0) threads = static_cast<std::int64_t>(std::thread::hardware_concurrency());
  threads = std::min(threads, most_threads);
  shares_ = std::make_unique<share[]>(static_cast<std::size_t>(threads));
  try {
    for (std::int64_t k = 1; k < threads; ++k) threads_.emplace_back([this, k] { serve(k); });
  } catch (const std::system_error&) {
    // Fewer threads than asked for: the ones there are will do.
  } catch (const std::bad_alloc&) {
  }
}

void thread_team::release() noexcept {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    closing_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  rooms_ = {};
  closing_ = false;
  round_ = 0;  // which new threads have seen
}

/// However the run ends on the calling thread, those that take part have ended their part before
/// its frames, which they use, are gone; the others, which were not awake in time, no longer may.
class thread_team::run_in_progress {
 public:
  explicit run_in_progress(thread_team& team) : team_(team) {}
  ~run_in_progress() {
    team_.leave_tasks();
    std::unique_lock<std::mutex> lock(team_.mutex_);
    team_.is_open_ = false;
    team_.done_.wait(lock, [this] { return team_.busy_ == 0; });
  }
  run_in_progress(const run_in_progress&) = delete;
  run_in_progress& operator=(const run_in_progress&) = delete;

 private:
  thread_team& team_;
};

void thread_team::run(std::int64_t tasks, const std::function<void(std::int64_t)>& work,
                      const std::function<void()>& between) {
  if (threads_.empty() || tasks <= 1) {
    for (std::int64_t task = 0; task < tasks; ++task) {
      work(task);
      if (between) between();
    }
    return;
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    work_ = &work;
    share_out(tasks);
    failure_ = nullptr;
    is_open_ = true;
    ++round_;
  }
  wake_.notify_all();
  const run_in_progress others(*this);
  take_tasks(0, between ? &between : nullptr);
  look_for([this] { return busy_ == 0; });
  std::unique_lock<std::mutex> lock(mutex_);
  is_open_ = false;
  while (!done_.wait_for(lock, std::chrono::milliseconds(10), [this] { return busy_ == 0; })) {
    if (!between || failure_) continue;
    lock.unlock();
    std::exception_ptr failure;
    try {
      between();
    }
    COPPICE_LET_THREAD_EXIT
    catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure && !failure_) failure_ = failure;
  }
  if (failure_) std::rethrow_exception(failure_);
}

void thread_team::serve(std::int64_t number) {
  std::uint64_t seen = 0;
  while (true) {
    look_for([&] { return round_ != seen; });
    {
      std::unique_lock<std::mutex> lock(mutex_);
      wake_.wait(lock, [&] { return closing_ || (is_open_ && round_ != seen); });
      if (closing_) return;
      seen = round_;
      ++busy_;
    }
    take_tasks(number, nullptr);
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      --busy_;
    }
    done_.notify_one();
  }
}

void thread_team::share_out(std::int64_t tasks) {
  for (std::int64_t k = 0; k < size(); ++k) {
    shares_[k].next = tasks * k / size();
    shares_[k].last = tasks * (k + 1) / size();
  }
}

void thread_team::leave_tasks() noexcept {
  for (std::int64_t k = 0; k < size(); ++k) shares_[k].next = shares_[k].last;
}

void thread_team::take_tasks(std::int64_t number, const std::function<void()>* between) {
  try {
    for (std::int64_t k = 0; k < size(); ++k) {
      share& of = shares_[(number + k) % size()];
      for (std::int64_t task = of.next++; task < of.last; task = of.next++) {
        (*work_)(task);
        if (between != nullptr) (*between)();
      }
    }
  }
  COPPICE_LET_THREAD_EXIT
  catch (...) {
    leave_tasks();
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

}  // namespace coppice
