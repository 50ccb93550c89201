#include "streams.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

coppice_solver* stream_of_method(const char* method, const char* options, int64_t classes,
                                 int64_t features) {
  coppice_solver* solver = solver_of_method(method, options);
  double labels[16];
  assert_in_range(classes, 2, 16);
  for (int64_t k = 0; k < classes; ++k) labels[k] = (double)k;
  check_ok(coppice_solver_set_classes(solver, labels, classes));
  check_ok(coppice_solver_begin(solver, features));
  return solver;
}

int64_t stream_count(const coppice_solver* stream, const char* name) {
  int64_t value = -1;
  check_ok(coppice_solver_get_int(stream, name, &value));
  return value;
}

double stream_error(const coppice_solver* stream) {
  double value = -1;
  check_ok(coppice_solver_get_double(stream, "stream.prequential_error", &value));
  return value;
}

coppice_model* snapshot_of(const coppice_solver* stream) {
  coppice_model* model = NULL;
  check_ok(coppice_solver_snapshot(stream, &model));
  return model;
}

void* stream_bytes(const coppice_solver* stream, const char* format, int64_t* size) {
  assert_int_equal(coppice_solver_save_buffer(stream, format, NULL, 0, size),
                   COPPICE_BUFFER_TOO_SMALL);
  void* bytes = malloc((size_t)*size);
  assert_non_null(bytes);
  check_ok(coppice_solver_save_buffer(stream, format, bytes, *size, size));
  return bytes;
}

void check_same_stream(const coppice_solver* a, const coppice_solver* b) {
  int64_t size = 0, other_size = 0;
  void* bytes = stream_bytes(a, "cbor", &size);
  void* others = stream_bytes(b, "cbor", &other_size);
  assert_int_equal(size, other_size);
  assert_memory_equal(bytes, others, (size_t)size);
  free(bytes);
  free(others);
}

double draw_uniform(uint64_t* state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53;
}

double draw_normal(uint64_t* state) {
  double sum = -6;
  for (int k = 0; k < 12; ++k) sum += draw_uniform(state);
  return sum;
}
