/* Compressed sparse rows whose every number is hostile: the number of features, of rows and of
 * entries, a byte each, then indptr and indices of 16 bits and values of 64. */
#include "fuzz.h"

static int64_t take(const uint8_t** from, const uint8_t* end, int bytes) {
  uint64_t value = 0;
  for (int k = 0; k < bytes && *from < end; ++k) value |= (uint64_t) * (*from)++ << 8 * k;
  return (int64_t)value;
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const uint8_t* const end = bytes + size;
  const int64_t features = (int8_t)take(&bytes, end, 1);
  const int64_t rows = take(&bytes, end, 1);
  const int64_t entries = take(&bytes, end, 1);
  int64_t indptr[257];
  int32_t indices[256];
  double values[256];
  for (int64_t i = 0; i <= rows; ++i) indptr[i] = (int16_t)take(&bytes, end, 2);
  for (int64_t e = 0; e < entries; ++e) indices[e] = (int16_t)take(&bytes, end, 2);
  for (int64_t e = 0; e < entries; ++e) {
    const int64_t bits = take(&bytes, end, 8);
    memcpy(&values[e], &bits, sizeof bits);
  }
  coppice_dataset* data = NULL;
  if (accepted(
          coppice_dataset_create_csr(indptr, rows + 1, indices, values, entries, features, &data)))
    use_dataset(data);
  coppice_dataset_free(data);
  return 0;
}
