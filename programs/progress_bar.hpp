// How a fit or a cross-validation is getting on, in one line on a terminal.
#pragma once

#include <coppice/coppice.h>

#include "terminal_line.hpp"

namespace program {

class progress_bar {
 public:
  /// `unit` is what is counted: "iteration", or "fit".
  progress_bar(bool wanted, const char* unit) : line_(wanted), unit_(unit) {}

  void show(const coppice_progress_info* info);

 private:
  terminal_line line_;
  const char* unit_;
};

}  // namespace program
