// Dates as files write them: 2024-03-31, 31.3.2024, 3/31/24, with a time of day or without.
#pragma once

#include <string_view>

namespace coppice {

/// Whether the text is a date: three numbers of at most four digits, the same mark between them, of
/// which one may be a year and the two others are a day and a month, and then perhaps a time.
bool is_date(std::string_view text);

}  // namespace coppice
