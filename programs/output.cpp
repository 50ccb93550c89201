// Checked writing.
#include "output.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "handles.hpp"

namespace program {

output::output(const std::string& path) : name_(path), file_(nullptr) {
  struct stat known {};
  if (stat(path.c_str(), &known) == 0 && !S_ISREG(known.st_mode)) {
    file_ = std::fopen(path.c_str(), "wb");
  } else {
    for (int attempt = 0; attempt < 100 && file_ == nullptr; ++attempt) {
      part_ = path + ".part" + std::to_string(attempt);
      file_ = std::fopen(part_.c_str(), "wbx");
      if (file_ == nullptr && errno != EEXIST) break;
    }
  }
  if (file_ == nullptr) fail();
}

output::~output() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
  if (!part_.empty()) std::remove(part_.c_str());
}

void output::fail() const {
  const std::string why = std::strerror(errno);
  throw user_error("cannot write " + (file_ == stdout ? name_ : '"' + name_ + '"') + ": " + why);
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
  if (part_.empty()) return;
  if (std::rename(part_.c_str(), name_.c_str()) != 0) fail();
  part_.clear();
}

void print(std::string_view text) {
  output to;
  to.write(text);
  to.finish();
}

}  // namespace program
