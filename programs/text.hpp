// Text for people: numbers whatever the locale, columns, wrapped lines, and the nearest of some
// names to suggest when one is unknown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace program {

/// The shortest form that reads back to the same double.
std::string shortest(double value);

/// Rounded to significant digits, to decimals, or to d.de+dd; "-" where the value is not known
/// (NaN).
std::string significant(double value, int digits);
std::string fixed(double value, int decimals);
std::string scientific(double value, int decimals);

/// Parses a whole token as a finite number, or as a whole one.
bool parse_number(std::string_view token, double& value);
bool parse_whole(std::string_view token, std::int64_t& value);

/// "1 row", "3 rows".
std::string counted(std::int64_t count, const std::string& what);

/// At least `width` columns wide, counted in characters of UTF-8.
std::string left(std::string_view text, std::size_t width);
std::string right(std::string_view text, std::size_t width);

/// Rows of as many cells each, in columns as wide as their widest cell; names stand on the left of
/// theirs, the first, and all others on the right.
std::string table(const std::vector<std::vector<std::string>>& rows);

/// The words of `text` in lines of at most `width` columns; every line but the first is indented.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

/// Whether a name has this ending and something before it, as "data.csv" has with ".csv".
bool ends_in(std::string_view name, std::string_view end);

/// The parts between separators; none for "".
std::vector<std::string> split(std::string_view text, char separator);

/// The parts with a separator between them.
std::string joined(const std::vector<std::string>& parts, std::string_view separator);

/// "; did you mean "X"?", or "; expected one of: A, B" where no name is near. Names that would fill
/// more than a line give way to `listing`, which says what else tells of them.
std::string suggestion(std::string_view unknown, const std::vector<std::string>& names,
                       const char* listing = nullptr);

/// The text with other words for the first of these, where they are there.
std::string replaced(std::string text, const std::string& words, const std::string& by);

}  // namespace program
