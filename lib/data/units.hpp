// Numbers that files write with something beside them: 12 %, $3.50, -7.5 kg, 1,200 m. They are
// text, so that a column of them has levels where numbers are meant.
#pragma once

#include <string>
#include <vector>

namespace coppice {

/// What stands beside the number in all of the texts, the same in each: "%", "$", "kg". Letters
/// and # before a number make a code of it (c7, zone 3, #12). "" where the texts are not such
/// numbers, or have nothing beside them.
std::string common_unit(const std::vector<std::string>& texts);

}  // namespace coppice
