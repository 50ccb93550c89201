// Checked writing.
#include "output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>

#include "handles.hpp"

namespace program {

namespace {

/// A link still where links lead in a circle.
std::filesystem::path end_of_links(std::filesystem::path path) {
  constexpr int most_links = 40;
  std::error_code no_link;
  for (int k = 0; k < most_links; ++k) {
    const std::filesystem::path next = std::filesystem::read_symlink(path, no_link);
    if (no_link) break;
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return path;
}

/// Where a folder cannot be synchronised the file has been replaced all the same.
void synchronise_folder(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

}  // namespace

output::output(const std::string& path)
    : name_(path), target_(end_of_links(path).string()), file_(nullptr) {
  struct stat known {};
  const bool exists = stat(target_.c_str(), &known) == 0;
  if (!exists && errno != ENOENT) fail();
  if (exists && !S_ISREG(known.st_mode))
    file_ = std::fopen(target_.c_str(), "wb");
  else
    create_part();
  if (file_ == nullptr) fail();
  if (exists && !part_.empty() && fchmod(fileno(file_), known.st_mode & 0777) != 0) {
    const int reason = errno;
    std::fclose(file_);
    std::remove(part_.c_str());
    errno = reason;
    fail();
  }
}

/// With a name that no file had, even where calls that ended midway have left many.
void output::create_part() {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  for (int attempt = 0; attempt < 1000 && file_ == nullptr; ++attempt) {
    part_ = target_ + ".part" + std::to_string((now + attempt) % 1000000);
    file_ = std::fopen(part_.c_str(), "wbx");
    if (file_ == nullptr && errno != EEXIST) break;
  }
}

output::~output() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
  if (!part_.empty()) std::remove(part_.c_str());
}

void output::fail() const {
  if (file_ == stdout && errno == EPIPE) throw closed_pipe();
  const std::string why = std::strerror(errno);
  throw user_error("cannot write " + (file_ == stdout ? name_ : '"' + name_ + '"') + ": " + why);
}

void output::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
}

void output::finish() {
  if (std::fflush(file_) != 0) fail();
  if (file_ == stdout) return;
  if (!part_.empty() && fsync(fileno(file_)) != 0) fail();
  std::FILE* const file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0) fail();
  if (part_.empty()) return;
  if (std::rename(part_.c_str(), target_.c_str()) != 0) fail();
  part_.clear();
  synchronise_folder(target_);
}

void print(std::string_view text) {
  output to;
  to.write(text);
  to.finish();
}

void say(const std::string& what) {
  std::fputs(("coppice: " + what + "\n").c_str(), stderr);
}

}  // namespace program
