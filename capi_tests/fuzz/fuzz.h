/* A fuzz target: its file's one function takes bytes that may be hostile and hands them to the
 * library. Whatever they are, the answer is a status and a message, and what was accepted can be
 * used; anything else ends the process. The bytes are in memory of their own size, so that a
 * sanitizer or valgrind notices reading beyond them. */
#ifndef COPPICE_FUZZ_H
#define COPPICE_FUZZ_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size);

/* True where the call succeeded; a refusal must be one of the caller's faults and say what it is.
 */
static inline int accepted(coppice_status status) {
  if (status == COPPICE_OK) return 1;
  assert_true(status < COPPICE_OUT_OF_MEMORY);
  assert_true(strlen(coppice_last_error()) > 10);
  return 0;
}

/* The bytes as text that ends with NUL; free() it. */
static inline char* as_text(const void* bytes, size_t size) {
  char* text = malloc(size + 1);
  assert_non_null(text);
  if (size > 0) memcpy(text, bytes, size);
  text[size] = '\0';
  return text;
}

/* Values that are finite or missing, or codes of levels, and labels in range: what every dataset
 * promises. Looks at few rows of many. */
static inline void use_dataset(const coppice_dataset* data) {
  int64_t rows = 0, features = 0, classes = 0;
  check_ok(coppice_dataset_rows(data, &rows));
  check_ok(coppice_dataset_features(data, &features));
  check_ok(coppice_dataset_classes(data, &classes));
  assert_true(rows > 0 && features > 0 && classes >= 0);
  if (features > 1 << 16) return;
  double* row = calloc((size_t)features, sizeof *row);
  assert_non_null(row);
  for (int64_t i = 0; i < rows && i < 16; ++i) {
    check_ok(coppice_dataset_copy_row(data, i, row, features));
    for (int64_t d = 0; d < features; ++d) assert_false(isinf(row[d]));
  }
  for (int64_t d = 0; d < features; ++d) {
    int64_t levels = 0;
    check_ok(coppice_dataset_levels(data, d, &levels));
    for (int64_t i = 0; levels > 0 && i < rows && i < 16; ++i) {
      check_ok(coppice_dataset_copy_row(data, i, row, features));
      assert_true(isnan(row[d]) || (row[d] >= 0 && row[d] < (double)levels));
    }
  }
  free(row);
  if (classes == 0) return;
  int64_t* labels = calloc((size_t)rows, sizeof *labels);
  assert_non_null(labels);
  check_ok(coppice_dataset_copy_labels(data, labels, rows));
  for (int64_t i = 0; i < rows; ++i) assert_true(labels[i] >= 0 && labels[i] < classes);
  free(labels);
}

#endif
