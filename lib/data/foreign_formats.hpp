// Files that are given for text and are something else, told by the bytes that they begin with.
#pragma once

#include <string_view>

namespace coppice {

/// What the file is and what makes text of it: "an archive or spreadsheet (zip); save the sheet as
/// CSV"; null where it may be text, or gzip.
const char* foreign_format(std::string_view beginning);

}  // namespace coppice
