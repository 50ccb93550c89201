// Whole files. Failures are COPPICE_FILE_ERROR and name the path and the system's reason.
#pragma once

#include <string>
#include <string_view>

namespace coppice {

/// The file is replaced as a whole or not at all.
void write_file(const std::string& path, std::string_view bytes);
std::string read_file(const std::string& path);

}  // namespace coppice
