// One line on a terminal's standard error that shows how a fit is getting on, and is gone at its
// end. Where standard error is no terminal it shows nothing.
#pragma once

#include <chrono>
#include <cstdint>

namespace program {

struct fit_state {
  std::int64_t iteration = 0;
  std::int64_t iterations = 0;
  double objective = 0;
  double gap = 0;
  double train_error = 0;
  double validation_error = 0;  // NaN where there is none
};

class progress_bar {
 public:
  explicit progress_bar(bool wanted);
  ~progress_bar();
  progress_bar(const progress_bar&) = delete;
  progress_bar& operator=(const progress_bar&) = delete;

  void show(const fit_state& state);

 private:
  using clock = std::chrono::steady_clock;
  bool shown_;
  clock::time_point drawn_;
};

}  // namespace program
