// One line on a terminal's standard error that shows how a fit is getting on, and is gone at its
// end. Where standard error is not a terminal it shows nothing.
#pragma once

#include <chrono>

#include <coppice/coppice.h>

namespace program {

class progress_bar {
 public:
  explicit progress_bar(bool wanted);
  ~progress_bar();
  progress_bar(const progress_bar&) = delete;
  progress_bar& operator=(const progress_bar&) = delete;

  void show(const coppice_progress_info* info);

 private:
  using clock = std::chrono::steady_clock;
  bool shown_;
  clock::time_point drawn_;
};

}  // namespace program
