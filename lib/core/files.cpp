#include "core/files.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>

#include "core/error.hpp"

namespace coppice {

void fail_file(const char* what, const std::string& path, int reason) {
  if (reason == ENOMEM) throw std::bad_alloc();
  fail(COPPICE_FILE_ERROR, "cannot ", what, " ", in_quotes(path), ": ", std::strerror(reason));
}

void write_file(const std::string& path, std::string_view bytes) {
  std::string part;
  std::FILE* file = nullptr;
  for (int attempt = 0; attempt < 100 && file == nullptr; ++attempt) {
    part = text(path, ".part", attempt);
    file = std::fopen(part.c_str(), "wbx");
    if (file == nullptr && errno != EEXIST) break;
  }
  if (file == nullptr) fail_file("write", path, errno);
  int reason = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size()) reason = errno;
  if (std::fclose(file) != 0 && reason == 0) reason = errno;
  if (reason == 0 && std::rename(part.c_str(), path.c_str()) != 0) reason = errno;
  if (reason == 0) return;
  std::remove(part.c_str());
  fail_file("write", path, reason);
}

namespace {

/// So that a large file is not copied while it is read. What has no size, as a pipe, grows.
void reserve_size_of(const std::string& path, std::string& bytes) {
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::is_regular_file(path, unknown)
                                  ? std::filesystem::file_size(path, unknown)
                                  : 0;
  if (!unknown && size < bytes.max_size()) bytes.reserve(static_cast<std::size_t>(size));
}

}  // namespace

std::string read_file(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) fail_file("open", path, errno);
  std::string bytes;
  try {
    reserve_size_of(path, bytes);
    std::array<char, 1 << 16> chunk{};
    for (std::size_t count = 0; (count = std::fread(chunk.data(), 1, chunk.size(), file)) > 0;)
      bytes.append(chunk.data(), count);
  } catch (...) {
    std::fclose(file);
    throw;
  }
  const bool failed = std::ferror(file) != 0;
  const int reason = errno;
  std::fclose(file);
  if (failed) fail_file("read", path, reason);
  return bytes;
}

}  // namespace coppice
