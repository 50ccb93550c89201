#include "data/foreign_formats.hpp"

#include <algorithm>
#include <array>

namespace coppice {
namespace {

struct known_format {
  std::string_view beginning;
  const char* what;
};

using namespace std::string_view_literals;

constexpr std::array<known_format, 8> formats = {{
    {"\xfd"
     "7zXZ"sv,
     "compressed by xz; xz -dc makes text of it"},
    {"BZh91AY&SY"sv, "compressed by bzip2; bzip2 -dc makes text of it"},
    {"\x28\xb5\x2f\xfd"sv, "compressed by zstd; zstd -dc makes text of it"},
    {"PK\x03\x04"sv,
     "a zip archive, as spreadsheets are; save the sheet as CSV, or unzip the file"},
    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv, "a spreadsheet; save the sheet as CSV"},
    {"PAR1"sv, "a Parquet file; pandas and R's arrow write it as CSV"},
    {"\x89HDF\r\n\x1a\n"sv, "an HDF5 file; pandas writes its tables as CSV"},
    {"SQLite format 3\0"sv, "an SQLite database; sqlite3 -csv -header writes its tables as CSV"},
}};

}  // namespace

const char* foreign_format(std::string_view beginning) {
  for (const known_format& one : formats)
    if (beginning.substr(0, one.beginning.size()) == one.beginning) return one.what;
  return nullptr;
}

bool is_binary(std::string_view beginning) {
  constexpr std::size_t enough = 64;  // bytes to tell by
  constexpr std::size_t most = 4096;
  if (beginning.size() < enough) return false;
  const std::string_view mark = beginning.substr(0, 2);
  if (mark == "\xff\xfe" || mark == "\xfe\xff") return false;
  beginning = beginning.substr(0, most);
  constexpr std::string_view of_text = "\t\n\v\f\r";
  const auto controls = std::count_if(beginning.begin(), beginning.end(), [&](char c) {
    return static_cast<unsigned char>(c) < 0x20 && of_text.find(c) == std::string_view::npos;
  });
  return 20 * static_cast<std::size_t>(controls) > beginning.size();
}

}  // namespace coppice
