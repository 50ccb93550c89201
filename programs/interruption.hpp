// Ctrl-C, or SIGTERM, while a model is trained: the first one asks to stop and keep the best so
// far, the second ends the program as usual.
#pragma once

#include <array>
#include <csignal>

namespace program {

/// Listens to both for as long as it lives. There can be one at a time.
class interruption {
 public:
  interruption();
  ~interruption();
  interruption(const interruption&) = delete;
  interruption& operator=(const interruption&) = delete;

  [[nodiscard]] static bool requested();

 private:
  static constexpr std::array<int, 2> signals = {SIGINT, SIGTERM};
  std::array<struct sigaction, signals.size()> before_{};
};

}  // namespace program
