// Whole files. Failures are COPPICE_FILE_ERROR and name the path and the system's reason.
#pragma once

#include <string>
#include <string_view>

namespace coppice {

/// "cannot WHAT PATH: the system's reason", or std::bad_alloc where memory was the reason.
[[noreturn]] void fail_file(const char* what, const std::string& path, int reason);

/// The file is replaced as a whole or not at all.
void write_file(const std::string& path, std::string_view bytes);
std::string read_file(const std::string& path);

}  // namespace coppice
