// Compressed sparse rows in memory of the caller's, checked in full before they are copied.
#pragma once

#include <cstdint>

#include "data/feature_matrix.hpp"

namespace coppice {

struct csr_arrays {
  const std::int64_t* indptr;
  std::int64_t indptr_length;  // rows + 1
  const std::int32_t* indices;
  const double* values;
  std::int64_t entries;
  std::int64_t features;
};

/// The rows, without what is listed as 0. Throws naming the first fault: its row, entry and value.
sparse_rows copy_rows(const csr_arrays& from);

}  // namespace coppice
