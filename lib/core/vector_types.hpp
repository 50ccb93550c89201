// The compiler's vectors of 2, 4 and 8 lanes, for loops that are written once and compiled for
// several instruction sets (core/processor.hpp). Vectors wider than the processor's are taken apart
// badly, so each set has its own number of lanes.
#pragma once

#include <cstdint>

// Inlined into the function of an instruction set, and so compiled for it.
#define COPPICE_INLINE [[gnu::always_inline]] inline

namespace coppice {

// The sizes of vector types cannot depend on a template's argument.
template <std::int64_t lanes>
struct vector_types;
#define COPPICE_VECTORS(lanes)                                               \
  template <>                                                                \
  struct vector_types<lanes> {                                               \
    typedef double doubles __attribute__((vector_size(8 * (lanes))));        \
    typedef std::int64_t integers __attribute__((vector_size(8 * (lanes)))); \
    typedef std::uint64_t words __attribute__((vector_size(8 * (lanes))));   \
    typedef float floats __attribute__((vector_size(4 * (lanes))));          \
  };
COPPICE_VECTORS(2)
COPPICE_VECTORS(4)
COPPICE_VECTORS(8)
#undef COPPICE_VECTORS

}  // namespace coppice
