/* A line that names the label's column, or an empty one for the first column, and CSV text. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const uint8_t* end = size > 0 ? memchr(bytes, '\n', size) : NULL;
  const size_t length = end != NULL ? (size_t)(end - bytes) : size;
  const size_t head = end != NULL ? length + 1 : length;
  char* label = as_text(bytes, length);
  coppice_dataset* data = NULL;
  const char* const column = length > 0 ? label : NULL;
  if (accepted(coppice_dataset_parse_csv(bytes + head, (int64_t)(size - head), column, &data)))
    use_dataset(data);
  coppice_dataset_free(data);
  free(label);
  return 0;
}
