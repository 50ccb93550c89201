// Files that are given for text and are something else, told by the bytes that they begin with.
#pragma once

#include <string_view>

namespace coppice {

/// What the file is and what makes text of it: "an archive or spreadsheet (zip); save the sheet as
/// CSV"; null where it may be text, or gzip.
const char* foreign_format(std::string_view beginning);

/// Whether these are bytes of a file that is not text at all: more than one of twenty is a control
/// character. A few may stand in text that somebody has damaged. UTF-16, by its byte order mark, is
/// text of another encoding.
bool is_binary(std::string_view beginning);

}  // namespace coppice
