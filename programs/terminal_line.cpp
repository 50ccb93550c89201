#include "terminal_line.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace program {
namespace {

/// Whether what standard error leads to can draw a line anew.
bool is_terminal() {
  const char* const kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && kind != nullptr && std::strcmp(kind, "dumb") != 0;
}

std::string two_digits(std::int64_t number) {
  return (number < 10 ? "0" : "") + std::to_string(number);
}

}  // namespace

terminal_line::terminal_line(bool wanted) : shown_(wanted && is_terminal()) {}

terminal_line::~terminal_line() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

double terminal_line::elapsed_seconds() const {
  return std::chrono::duration<double>(clock::now() - started_).count();
}

std::string terminal_line::elapsed_text() const {
  return duration_text(elapsed_seconds());
}

/// The last column stays free: what is written there makes some terminals wrap.
void terminal_line::draw(const std::vector<std::string>& parts) {
  const std::size_t room = terminal_width() - 1;
  std::string line;
  for (const std::string& part : parts) {
    const std::string more = (line.empty() ? "" : "  ") + part;
    if (line.size() + more.size() > room) break;
    line += more;
  }
  std::fputs(("\r" + line + "\033[K").c_str(), stderr);
  std::fflush(stderr);
  drawn_ = clock::now();
}

std::size_t terminal_width() {
  constexpr std::size_t usual = 80;
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : usual;
}

std::string duration_text(double seconds) {
  constexpr std::int64_t minute = 60;
  constexpr std::int64_t hour = 60 * minute;
  const std::int64_t whole = std::llround(seconds);
  const std::string rest = two_digits(whole % minute);
  if (whole < hour) return std::to_string(whole / minute) + ":" + rest;
  return std::to_string(whole / hour) + ":" + two_digits(whole % hour / minute) + ":" + rest;
}

}  // namespace program
