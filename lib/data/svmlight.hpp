// svmlight/LIBSVM text: lines of `label index:value index:value ...`, indices from 1 and ascending,
// `#` begins a comment. No qid, no index 0, no non-finite numbers.
#pragma once

#include <cstdint>
#include <memory>

#include "data/dataset.hpp"
#include "data/text_lines.hpp"

namespace coppice {

/// The rows as a labelled sparse dataset. `features` is the width, or 0 for the largest index.
std::unique_ptr<dataset> read_svmlight(text_lines& lines, std::int64_t features);

}  // namespace coppice
