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

/* Replaces the first `old` in the bytes, which have room, and fits their header. */
static inline void replace_bytes(char* bytes, size_t* size, const char* old, const char* new) {
  char* at = find_bytes(bytes, *size, old, strlen(old));
  assert_non_null(at);
  memmove(at + strlen(new), at + strlen(old), *size - (size_t)(at - bytes) - strlen(old));
  memcpy(at, new, strlen(new));
  *size += strlen(new) - strlen(old);
  assert_true(fit_header(bytes, *size));
}

/* Replaces the list that the JSON has under a name, which no other list there has, by another, and
 * fits the header. There is room. */
static inline void replace_list(char* json, size_t* size, const char* name, const char* list) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":[", name);
  char* at = find_bytes(json, *size, key, strlen(key));
  assert_non_null(at);
  at += strlen(key) - 1;
  const char* end = memchr(at, ']', *size - (size_t)(at - json));
  assert_non_null(end);
  const size_t old = (size_t)(end + 1 - at);
  memmove(at + strlen(list), at + old, *size - (size_t)(at - json) - old);
  memcpy(at, list, strlen(list));
  *size = *size + strlen(list) - old;
  assert_true(fit_header(json, *size));
}

#endif
