// Checked writing.
#include "output.hpp"

#include <cerrno>
#include <cstring>

#include "handles.hpp"

namespace program {

output::output(const std::string& path) : name_(path), file_(std::fopen(path.c_str(), "wb")) {
  if (file_ == nullptr) fail();
}

output::~output() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
}

void output::fail() const {
  throw user_error("cannot write " + name_ + ": " + std::strerror(errno));
}

void output::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
}

void output::finish() {
  if (std::fflush(file_) != 0) fail();
  if (file_ == stdout) return;
  std::FILE* const file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0) fail();
}

void print(std::string_view text) {
  output to;
  to.write(text);
  to.finish();
}

}  // namespace program
