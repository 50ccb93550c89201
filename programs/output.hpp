// Where results go: standard output or a file. Every byte is checked to have arrived, so that a
// full disk is an error and not a short result. A file is replaced as a whole or
// not at all, and keeps its permissions; where it is a symbolic link, what that leads to is
// replaced. What is not an ordinary file (a pipe, a device) is written as it comes.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace program {

/// Nobody reads standard output any more, as behind head: no fault, and nothing more to do.
struct closed_pipe {};

class output {
 public:
  output() : name_("standard output"), file_(stdout) {}
  explicit output(const std::string& path);
  ~output();
  output(const output&) = delete;
  output& operator=(const output&) = delete;

  void write(std::string_view text);

  /// Must be called at the end: only then has everything been written.
  void finish();

 private:
  [[noreturn]] void fail() const;

  void create_part();

  std::string name_;
  std::string target_;  // at the end of links
  std::string part_;    // what is written until it is whole; empty where nothing is replaced
  std::FILE* file_;
};

/// Writes all of `text` to standard output.
void print(std::string_view text);

/// A line on standard error, behind the program's name.
void say(const std::string& what);

}  // namespace program
