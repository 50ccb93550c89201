// One line on a terminal's standard error that is drawn anew as work goes on, never longer than the
// terminal is wide, and gone at its end. Where standard error is not a terminal nothing is drawn.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace program {

class terminal_line {
 public:
  explicit terminal_line(bool wanted);
  ~terminal_line();
  terminal_line(const terminal_line&) = delete;
  terminal_line& operator=(const terminal_line&) = delete;

  /// Draws parts() at most twenty times a second: those that fit, the first ones being the most
  /// important.
  template <class Parts>
  void show(const Parts& parts) {
    if (shown_ && clock::now() - drawn_ >= std::chrono::milliseconds(50)) draw(parts());
  }

  [[nodiscard]] double elapsed_seconds() const;
  /// "0:07", "1:02:03".
  [[nodiscard]] std::string elapsed_text() const;

 private:
  using clock = std::chrono::steady_clock;
  void draw(const std::vector<std::string>& parts);

  bool shown_;
  clock::time_point started_ = clock::now();
  clock::time_point drawn_;
};

/// How many columns the terminal has; 80 where it does not say.
std::size_t terminal_width();

/// "0:07", "1:02:03".
std::string duration_text(double seconds);

}  // namespace program
