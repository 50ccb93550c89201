// Files. Failures are COPPICE_FILE_ERROR and name the path and the system's reason; a call that a
// signal interrupts goes on.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace coppice {

/// "cannot WHAT PATH: the system's reason", or std::bad_alloc where memory was the reason.
[[noreturn]] void fail_file(const char* what, const std::string& path, int reason);

/// A file to read from.
class input_file {
 public:
  explicit input_file(const std::string& path);
  ~input_file();
  input_file(const input_file&) = delete;
  input_file& operator=(const input_file&) = delete;

  /// As many bytes as there is room for; fewer at the end only.
  std::size_t read(char* to, std::size_t capacity);

 private:
  std::string path_;
  int descriptor_;
};

std::string read_file(const std::string& path);

/// The file is replaced as a whole or not at all, and is on the disk when this returns. It keeps
/// its permissions; where the path is a symbolic link, what that leads to is replaced. What is not
/// an ordinary file, such as a pipe, is written as it is.
void write_file(const std::string& path, std::string_view bytes);

}  // namespace coppice
