#include "data/csr.hpp"

#include <cmath>

#include "core/error.hpp"

namespace coppice {
namespace {

void check_sizes(const csr_arrays& from) {
  if (from.indptr == nullptr)
    fail(COPPICE_INVALID_ARGUMENT, "indptr is NULL; expected rows + 1 offsets");
  if (from.indptr_length < 2)
    fail(COPPICE_INVALID_ARGUMENT, "indptr_length is ", from.indptr_length,
         "; expected rows + 1, at least 2");
  if (from.features < 1 || from.features > most_features)
    fail(COPPICE_INVALID_ARGUMENT, "features is ", from.features, "; expected 1 to ",
         most_features);
  if (from.entries < 0)
    fail(COPPICE_INVALID_ARGUMENT, "entries is ", from.entries, "; expected at least 0");
  if (from.entries > 0 && from.indices == nullptr)
    fail(COPPICE_INVALID_ARGUMENT, "indices is NULL; expected ", from.entries, " features");
  if (from.entries > 0 && from.values == nullptr)
    fail(COPPICE_INVALID_ARGUMENT, "values is NULL; expected ", from.entries, " numbers");
}

void check_offsets(const csr_arrays& from) {
  const std::int64_t rows = from.indptr_length - 1;
  if (from.indptr[0] != 0)
    fail(COPPICE_INVALID_DATA, "indptr[0] is ", from.indptr[0], "; expected 0");
  for (std::int64_t i = 0; i < rows; ++i)
    if (from.indptr[i + 1] < from.indptr[i] || from.indptr[i + 1] > from.entries)
      fail(COPPICE_INVALID_DATA, "indptr[", i + 1, "] is ", from.indptr[i + 1], "; expected ",
           from.indptr[i], " (indptr[", i, "]) to ", from.entries, " (entries)");
  if (from.indptr[rows] != from.entries)
    fail(COPPICE_INVALID_DATA, "indptr[", rows, "] is ", from.indptr[rows], "; expected ",
         from.entries, " (entries)");
}

}  // namespace

sparse_rows copy_rows(const csr_arrays& from) {
  check_sizes(from);
  check_offsets(from);
  sparse_rows rows;
  for (std::int64_t i = 0; i + 1 < from.indptr_length; ++i) {
    std::int64_t last = -1;
    for (std::int64_t k = from.indptr[i]; k < from.indptr[i + 1]; ++k) {
      const std::int32_t feature = from.indices[k];
      const double value = from.values[k];
      if (feature < 0 || feature >= from.features)
        fail(COPPICE_INVALID_DATA, "indices[", k, "], of row ", i, ", is ", feature,
             "; expected 0 to ", from.features - 1);
      if (feature <= last)
        fail(COPPICE_INVALID_DATA, "indices[", k, "], of row ", i, ", is ", feature, " after ",
             last, "; expected ascending features");
      if (std::isinf(value)) fail_infinite(i, feature, value);
      last = feature;
      if (value == 0) continue;
      rows.features.push_back(feature);
      rows.values.push_back(value);
    }
    rows.starts.push_back(static_cast<std::int64_t>(rows.values.size()));
  }
  return rows;
}

}  // namespace coppice
