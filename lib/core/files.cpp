#include "core/files.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "core/error.hpp"

namespace coppice {

void write_file(const std::string& path, std::string_view bytes) {
  std::string part;
  std::FILE* file = nullptr;
  for (int attempt = 0; attempt < 100 && file == nullptr; ++attempt) {
    part = text(path, ".part", attempt);
    file = std::fopen(part.c_str(), "wbx");
    if (file == nullptr && errno != EEXIST) break;
  }
  if (file == nullptr)
    fail(COPPICE_FILE_ERROR, "cannot write ", in_quotes(path), ": ", std::strerror(errno));
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const bool closed = std::fclose(file) == 0;
  if (written && closed && std::rename(part.c_str(), path.c_str()) == 0) return;
  const int reason = errno;
  std::remove(part.c_str());
  fail(COPPICE_FILE_ERROR, "cannot write ", in_quotes(path), ": ", std::strerror(reason));
}

std::string read_file(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr)
    fail(COPPICE_FILE_ERROR, "cannot open ", in_quotes(path), ": ", std::strerror(errno));
  std::string bytes;
  try {
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
  if (failed)
    fail(COPPICE_FILE_ERROR, "cannot read ", in_quotes(path), ": ", std::strerror(reason));
  return bytes;
}

}  // namespace coppice
