// Ctrl-C while a model is trained: the first one asks to stop and keep the best model so far, the
// second ends the program as usual.
#pragma once

#include <csignal>

namespace program {

/// Listens to SIGINT for as long as it lives. There can be one at a time.
class interruption {
 public:
  interruption();
  ~interruption();
  interruption(const interruption&) = delete;
  interruption& operator=(const interruption&) = delete;

  [[nodiscard]] static bool requested();

 private:
  struct sigaction before_ {};
};

}  // namespace program
