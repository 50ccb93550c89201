/* Model files as bytes: saving to memory, and giving changed bytes a header that fits again, so
 * that what is behind the checksum can be tested. */
#ifndef COPPICE_TESTS_MODEL_BYTES_H
#define COPPICE_TESTS_MODEL_BYTES_H

#include "bytes.h"

/* The model in a format, with room for `extra` more bytes; free() it. */
static inline char* saved_bytes(const coppice_model* model, const char* format, size_t extra,
                                size_t* size) {
  int64_t needed = 0;
  coppice_model_save_buffer(model, format, NULL, 0, &needed);
  char* bytes = malloc((size_t)needed + extra + 1);
  assert_non_null(bytes);
  check_ok(coppice_model_save_buffer(model, format, bytes, needed, &needed));
  *size = (size_t)needed;
  return bytes;
}

/* The model that its own bytes in a format are. */
static inline coppice_model* reloaded(const coppice_model* model, const char* format) {
  size_t size = 0;
  char* bytes = saved_bytes(model, format, 0, &size);
  coppice_model* again = NULL;
  check_ok(coppice_model_load_buffer(bytes, (int64_t)size, &again));
  free(bytes);
  return again;
}

/* The bytes are refused as a model. */
static inline void expect_refused(const char* bytes, size_t size, const char* fragments) {
  coppice_model* none = NULL;
  check_error(coppice_model_load_buffer(bytes, (int64_t)size, &none), COPPICE_MODEL_ERROR,
              fragments);
  assert_null(none);
}

/* The bytes are the model, beside what is skipped: saved again in their format they are its own. */
static inline void expect_same_saved(const coppice_model* model, const char* format,
                                     const char* bytes, size_t size) {
  size_t own_size = 0, loaded_size = 0;
  coppice_model* loaded = NULL;
  check_ok(coppice_model_load_buffer(bytes, (int64_t)size, &loaded));
  char* own = saved_bytes(model, format, 0, &own_size);
  char* saved = saved_bytes(loaded, format, 0, &loaded_size);
  assert_int_equal(loaded_size, own_size);
  assert_memory_equal(saved, own, own_size);
  free(own);
  free(saved);
  coppice_model_free(loaded);
}

/* Where `sought` begins among the bytes; NULL where it does not. */
static inline char* find_bytes(char* bytes, size_t size, const char* sought, size_t sought_size) {
  for (size_t at = 0; at + sought_size <= size; ++at)
    if (memcmp(bytes + at, sought, sought_size) == 0) return bytes + at;
  return NULL;
}

/* What stands behind either announcement, that of JSON or that of CBOR; NULL where it is not. */
static inline char* behind(char* bytes, size_t size, const char* in_json, const char* in_cbor) {
  char* found = find_bytes(bytes, size, in_json, strlen(in_json));
  if (found != NULL) return found + strlen(in_json);
  found = find_bytes(bytes, size, in_cbor, strlen(in_cbor));
  return found != NULL ? found + strlen(in_cbor) : NULL;
}

/* Writes the length (12 digits) and the CRC-32 (8 hexadecimal digits, counted as zeros) where the
 * first 128 bytes announce them. False when the places are gone. */
static inline int fit_header(char* bytes, size_t size) {
  char digits[32];
  const size_t head = size < 128 ? size : 128;
  char* length = behind(bytes, head, "\"length\":\"", "flengthl");
  char* crc = behind(bytes, head, "\"crc32\":\"", "ecrc32h");
  if (length == NULL || length + 12 > bytes + size) return 0;
  if (crc == NULL || crc + 8 > bytes + size) return 0;
  snprintf(digits, sizeof digits, "%012lu", (unsigned long)size);
  memcpy(length, digits, 12);
  memcpy(crc, "00000000", 8);
  snprintf(digits, sizeof digits, "%08lx", (unsigned long)crc32_of(bytes, size));
  memcpy(crc, digits, 8);
  return 1;
}

/* Puts other bytes in the place of some, which have room, and fits the header. */
static inline void splice_bytes(char* bytes, size_t* size, char* at, size_t old_size,
                                const void* new, size_t new_size) {
  memmove(at + new_size, at + old_size, *size - (size_t)(at - bytes) - old_size);
  memcpy(at, new, new_size);
  *size += new_size - old_size;
  assert_true(fit_header(bytes, *size));
}

/* Replaces the first `old` in the bytes. */
static inline void replace_bytes(char* bytes, size_t* size, const char* old, const char* new) {
  char* at = find_bytes(bytes, *size, old, strlen(old));
  assert_non_null(at);
  splice_bytes(bytes, size, at, strlen(old), new, strlen(new));
}

/* Replaces the list that the JSON has under a name, which no other list there has, by another.
 * There is room. */
static inline void replace_list(char* json, size_t* size, const char* name, const char* list) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":[", name);
  char* at = find_bytes(json, *size, key, strlen(key));
  assert_non_null(at);
  at += strlen(key) - 1;
  const char* end = memchr(at, ']', *size - (size_t)(at - json));
  assert_non_null(end);
  splice_bytes(json, size, at, (size_t)(end + 1 - at), list, strlen(list));
}

#endif
