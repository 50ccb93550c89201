// The functions that a stream learns (masters/learned_functions.hpp), as its option "kernel" says:
// weights where the kernel is linear and no number of terms is asked for, else expansions.
#pragma once

#include <memory>

#include "masters/learned_functions.hpp"
#include "methods/stream.hpp"

namespace coppice {

/// All 0. Throws COPPICE_UNAVAILABLE for a kernel that is made of all training rows, such as that
/// of stumps, or that lacks an option which these would settle where they are not known.
std::unique_ptr<learned_functions> begin_functions(const stream_request& request, double constant,
                                                   std::int64_t most_terms);

/// As learned_functions::save() left them.
std::unique_ptr<learned_functions> resume_functions(const stream_request& request, double constant,
                                                    std::int64_t most_terms, document& saved);

}  // namespace coppice
