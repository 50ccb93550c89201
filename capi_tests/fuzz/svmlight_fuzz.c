/* svmlight text, plain or gzip. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  coppice_dataset* data = NULL;
  if (accepted(coppice_dataset_parse_svmlight(bytes, (int64_t)size, 0, &data))) use_dataset(data);
  coppice_dataset_free(data);
  return 0;
}
