/* A model file, JSON or CBOR. Its length and checksum are made right, or nothing behind them would
 * be reached. */
#include "fuzz.h"
#include "model_bytes.h"

enum { MOST_FEATURES = 4096 };

/* Every output that it has, on a row of zeros, and on one of missing values where it takes them. */
static void use_model(const coppice_model* model) {
  int64_t features = 0;
  check_ok(coppice_model_get_int(model, "features", &features));
  if (features > MOST_FEATURES) return;
  const double zeros[MOST_FEATURES] = {0};
  double missing[MOST_FEATURES];
  for (int d = 0; d < MOST_FEATURES; ++d) missing[d] = NAN;
  for (int output = COPPICE_DECISION; output <= COPPICE_CONTRIBUTIONS; ++output) {
    int64_t width = 0;
    if (!accepted(coppice_model_output_width(model, output, &width))) continue;
    double* out = calloc((size_t)width + 1, sizeof *out);
    assert_non_null(out);
    check_ok(coppice_model_predict_row(model, output, zeros, features, out, width));
    for (int64_t k = 0; k < width; ++k) assert_false(isnan(out[k]));
    if (accepted(coppice_model_predict_row(model, output, missing, features, out, width)))
      for (int64_t k = 0; k < width; ++k) assert_false(isnan(out[k]));
    free(out);
  }
  for (int64_t d = 0; d < features; ++d) {
    int64_t needed = 0;
    coppice_model_shape_function(model, d, missing, MOST_FEATURES, &needed);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  char* changed = malloc(size > 0 ? size : 1);
  assert_non_null(changed);
  memcpy(changed, bytes, size);
  fit_header(changed, size);
  coppice_model* model = NULL;
  const int loaded = accepted(coppice_model_load_buffer(changed, (int64_t)size, &model));
  free(changed);
  if (!loaded) return 0;
  use_model(model);
  static const char* const formats[] = {"json", "cbor"};
  for (int k = 0; k < 2; ++k) { /* what was accepted is saved, loaded and saved to the same bytes */
    size_t first_size = 0, second_size = 0;
    char* first = saved_bytes(model, formats[k], 0, &first_size);
    coppice_model* again = NULL;
    check_ok(coppice_model_load_buffer(first, (int64_t)first_size, &again));
    char* second = saved_bytes(again, formats[k], 0, &second_size);
    assert_int_equal(first_size, second_size);
    assert_memory_equal(first, second, first_size);
    coppice_model_free(again);
    free(first);
    free(second);
  }
  coppice_model_free(model);
  return 0;
}
