/* The golden files as bytes, and what happens to them when bits of theirs change behind a header
 * that fits again. */
#ifndef COPPICE_TESTS_GOLDEN_MODELS_H
#define COPPICE_TESTS_GOLDEN_MODELS_H

#include <stdio.h>
#include <stdlib.h>

#include "model_bytes.h"

/* A golden file of two features as the library writes it, with room for `extra` more bytes; free()
 * it. */
static inline char* golden_bytes(const char* name, const char* format, size_t extra, size_t* size) {
  char file[64];
  coppice_model* model = NULL;
  snprintf(file, sizeof file, "golden/%s-1.%s", name, format);
  check_ok(coppice_model_load(data_path(file), &model));
  char* bytes = saved_bytes(model, format, extra, size);
  coppice_model_free(model);
  return bytes;
}

/* What loads although it was changed can be used. */
static inline void check_changed_bytes(const char* name) {
  static const char* const formats[] = {"json", "cbor"};
  int64_t loaded = 0, refused = 0;
  for (int k = 0; k < 2; ++k) {
    size_t size = 0;
    char* bytes = golden_bytes(name, formats[k], 0, &size);
    for (size_t at = 128; at < size; ++at) {
      const char was = bytes[at];
      for (int bit = 0; bit < 8; bit += 3) {
        coppice_model* model = NULL;
        bytes[at] = (char)(was ^ (1 << bit));
        assert_true(fit_header(bytes, size));
        if (coppice_model_load_buffer(bytes, (int64_t)size, &model) == COPPICE_OK) {
          const int64_t features = count_of(model, "features"); /* which may have changed too */
          double f = 0, *x = calloc((size_t)features, sizeof *x);
          assert_non_null(x);
          ++loaded;
          x[0] = 0.25;
          check_ok(coppice_model_predict_row(model, COPPICE_DECISION, x, features, &f, 1));
          free(x);
        } else {
          ++refused;
          assert_null(model);
        }
        coppice_model_free(model);
      }
      bytes[at] = was;
    }
    free(bytes);
  }
  assert_true(loaded > 1000 && refused > 1000); /* else little was tried */
}

#endif
