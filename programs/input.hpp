// What the program reads beside data: weights and models, from a file or, as "-", from standard
// input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "handles.hpp"

namespace program {

/// How a path stands in messages.
std::string shown(const std::string& path);

/// The bytes of a file or of standard input, `most` of them.
std::string read_bytes(const std::string& path,
                       std::size_t most = std::numeric_limits<std::size_t>::max());

/// Gives the rows of a dataset the weights in a file, one number a line, finite and not negative;
/// leaves them alone where the path is "".
void set_weights(const dataset& data, const std::string& path);

model read_model(const std::string& path);

/// A whole number of at least so much, given to an option such as --threads.
std::int64_t whole_number(const std::string& option, const std::string& text,
                          std::int64_t least = 0);

}  // namespace program
