/* A line that says what the columns are, and CSV text: the label's column, or nothing for the
 * first, and then, each behind a '|', columns that are categories. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const uint8_t* end = size > 0 ? memchr(bytes, '\n', size) : NULL;
  const size_t length = end != NULL ? (size_t)(end - bytes) : size;
  const size_t head = end != NULL ? length + 1 : length;
  char* const line = as_text(bytes, length);
  coppice_csv_columns* columns = NULL;
  coppice_dataset *data = NULL, *again = NULL;
  check_ok(coppice_csv_columns_create(&columns));
  char* category = strchr(line, '|');
  if (category != NULL) *category++ = '\0';
  accepted(coppice_csv_columns_set(columns, line[0] != '\0' ? line : "1", "label"));
  while (category != NULL) {
    char* const next = strchr(category, '|');
    if (next != NULL) *next = '\0';
    accepted(coppice_csv_columns_set(columns, category, "category"));
    category = next != NULL ? next + 1 : NULL;
  }
  if (accepted(coppice_dataset_parse_csv(bytes + head, (int64_t)(size - head), columns, &data))) {
    use_dataset(data);
    /* Read as itself it is the same, whatever the roles were: they do not get in the way. */
    check_ok(coppice_csv_columns_match_dataset(columns, data));
    check_ok(coppice_dataset_parse_csv(bytes + head, (int64_t)(size - head), columns, &again));
    use_dataset(again);
  }
  coppice_dataset_free(again);
  coppice_dataset_free(data);
  coppice_csv_columns_free(columns);
  free(line);
  return 0;
}
