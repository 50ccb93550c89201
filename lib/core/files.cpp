#include "core/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>
#include <vector>

#include "core/error.hpp"

namespace coppice {
namespace {

/// The call's result; called again while a signal interrupts it.
template <class Call>
auto uninterrupted(const Call& call) {
  while (true) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

int open_file(const std::string& path, int flags, mode_t mode = 0) {
  return uninterrupted([&] { return ::open(path.c_str(), flags | O_CLOEXEC, mode); });
}

/// 0, or the reason why not all of the bytes were written.
int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        uninterrupted([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// Where it is interrupted it has closed the file all the same.
int close_file(int descriptor) {
  return ::close(descriptor) != 0 && errno != EINTR ? errno : 0;
}

/// The path at the end of symbolic links, whether there is a file or not; a link still where they
/// lead in a circle.
std::filesystem::path end_of_links(std::filesystem::path path) {
  constexpr int most_links = 40;  // the system follows no more either
  std::error_code no_link;
  for (int k = 0; k < most_links; ++k) {
    const std::filesystem::path next = std::filesystem::read_symlink(path, no_link);
    if (no_link) break;
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return path;
}

/// An empty file beside `path`, with a name that no file had, even where saves that ended midway
/// have left many.
int create_part(const std::string& path, mode_t mode, std::string& part) {
  constexpr std::int64_t names = 1000000;
  constexpr int attempts = 1000;
  const std::int64_t now = std::chrono::system_clock::now().time_since_epoch().count();
  int descriptor = -1;
  for (int attempt = 0; attempt < attempts && descriptor < 0; ++attempt) {
    part = text(path, ".part", (now + attempt) % names);
    descriptor = open_file(part, O_WRONLY | O_CREAT | O_EXCL, mode);
    if (descriptor < 0 && errno != EEXIST) break;
  }
  return descriptor;
}

/// The new name is on the disk once the folder is. Where a folder cannot be synchronised the file
/// has been replaced all the same.
void synchronise_folder(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const int descriptor = open_file(folder.string(), O_RDONLY | O_DIRECTORY);
  if (descriptor < 0) return;
  uninterrupted([&] { return ::fsync(descriptor); });
  ::close(descriptor);
}

int write_in_place(const std::string& path, std::string_view bytes) {
  const int descriptor = open_file(path, O_WRONLY);
  if (descriptor < 0) return errno;
  const int reason = write_all(descriptor, bytes);
  const int not_closed = close_file(descriptor);
  return reason != 0 ? reason : not_closed;
}

/// `known` is what the path is now; null where there is nothing.
int replace(const std::filesystem::path& path, const struct stat* known, std::string_view bytes) {
  constexpr mode_t permissions = 0777;
  constexpr mode_t of_new_files = 0666;
  constexpr mode_t of_owner = 0600;  // until it has the permissions of what it replaces
  std::string part;
  const int descriptor =
      create_part(path.string(), known != nullptr ? of_owner : of_new_files, part);
  if (descriptor < 0) return errno;
  int reason = write_all(descriptor, bytes);
  if (reason == 0 && known != nullptr && ::fchmod(descriptor, known->st_mode & permissions) != 0)
    reason = errno;
  if (reason == 0 && uninterrupted([&] { return ::fsync(descriptor); }) != 0) reason = errno;
  const int not_closed = close_file(descriptor);
  if (reason == 0) reason = not_closed;
  if (reason == 0 && std::rename(part.c_str(), path.c_str()) != 0) reason = errno;
  if (reason != 0)
    std::remove(part.c_str());
  else
    synchronise_folder(path);
  return reason;
}

}  // namespace

void fail_file(const char* what, const std::string& path, int reason) {
  if (reason == ENOMEM) throw std::bad_alloc();
  fail(COPPICE_FILE_ERROR, "cannot ", what, " ", in_quotes(path), ": ", std::strerror(reason));
}

input_file::input_file(const std::string& path)
    : path_(path), descriptor_(open_file(path, O_RDONLY)) {
  if (descriptor_ < 0) fail_file("open", path, errno);
}

input_file::~input_file() {
  ::close(descriptor_);
}

std::size_t input_file::read(char* to, std::size_t capacity) {
  std::size_t size = 0;
  while (size < capacity) {
    const ssize_t count =
        uninterrupted([&] { return ::read(descriptor_, to + size, capacity - size); });
    if (count < 0) fail_file("read", path_, errno);
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  return size;
}

/// A large file is not copied while it is read. What has no size, as a pipe, grows.
std::string read_file(const std::string& path) {
  constexpr std::size_t at_a_time = std::size_t{1} << 16;
  input_file file(path);
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::is_regular_file(path, unknown)
                                  ? std::filesystem::file_size(path, unknown)
                                  : 0;
  std::string bytes;
  if (!unknown && size < bytes.max_size()) bytes.reserve(static_cast<std::size_t>(size));
  std::vector<char> some(at_a_time);  // not on the stack, which a thread may have little of
  for (std::size_t count = 0; (count = file.read(some.data(), some.size())) > 0;)
    bytes.append(some.data(), count);
  return bytes;
}

void write_file(const std::string& path, std::string_view bytes) {
  const std::filesystem::path target = end_of_links(path);
  struct stat known {};
  const bool exists = ::stat(target.c_str(), &known) == 0;
  if (!exists && errno != ENOENT) fail_file("write", path, errno);
  const bool in_place = exists && !S_ISREG(known.st_mode) && !S_ISDIR(known.st_mode);
  const int reason = in_place ? write_in_place(target.string(), bytes)
                              : replace(target, exists ? &known : nullptr, bytes);
  if (reason != 0) fail_file("write", path, reason);
}

}  // namespace coppice
