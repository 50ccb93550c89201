// What the program reads: data, weights and models, from a file or, as "-", from standard input.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "handles.hpp"

namespace program {

/// How a path stands in messages.
std::string shown(const std::string& path);

/// Labelled rows in svmlight text, gzip or plain; `features` is the width, 0 as found.
dataset read_dataset(const std::string& path, std::int64_t features);

/// One number a line, finite and not negative.
std::vector<double> read_weights(const std::string& path);

/// The labels that the classes of a dataset stand for.
std::vector<std::string> class_names(const dataset& from);

model read_model(const std::string& path);

/// A whole number >= 0 given to an option such as --threads.
std::int64_t whole_number(const std::string& option, const std::string& text);

}  // namespace program
