/* Bytes that tests put together themselves: CRC-32, gzip without compression, and files. */
#ifndef COPPICE_TESTS_BYTES_H
#define COPPICE_TESTS_BYTES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* The CRC-32 of gzip, PNG and zlib (polynomial 0xedb88320), eight bits at a time. */
static inline uint32_t crc32_of(const void* bytes, size_t size) {
  static uint32_t entries[256];
  const unsigned char* next = bytes;
  uint32_t crc = 0xffffffffU;
  for (uint32_t k = 0; entries[255] == 0 && k < 256; ++k) {
    uint32_t entry = k;
    for (int bit = 0; bit < 8; ++bit) entry = entry >> 1 ^ (entry & 1 ? 0xedb88320U : 0);
    entries[k] = entry;
  }
  while (size-- > 0) crc = entries[(crc ^ *next++) & 0xff] ^ crc >> 8;
  return ~crc;
}

static inline unsigned char* put_little_endian(unsigned char* to, uint32_t value, int bytes) {
  for (int k = 0; k < bytes; ++k) *to++ = (unsigned char)(value >> 8 * k);
  return to;
}

/* A gzip member (RFC 1952) that stores `text` in blocks (RFC 1951, 3.2.4); free() it. */
static inline unsigned char* gzip_stored(const char* text, size_t size, size_t* gzip_size) {
  static const unsigned char head[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff};
  unsigned char* gzip = malloc(size + 5 * (size / 0xffff + 1) + 18);
  assert_non_null(gzip);
  memcpy(gzip, head, sizeof head);
  unsigned char* to = gzip + sizeof head;
  const char* from = text;
  size_t left = size;
  do {
    const size_t block = left < 0xffff ? left : 0xffff;
    left -= block;
    *to++ = left == 0; /* the last block is marked */
    to = put_little_endian(to, (uint32_t)block, 2);
    to = put_little_endian(to, ~(uint32_t)block, 2);
    for (size_t k = 0; k < block; ++k) *to++ = (unsigned char)*from++;
  } while (left > 0);
  to = put_little_endian(to, crc32_of(text, size), 4);
  to = put_little_endian(to, (uint32_t)size, 4);
  *gzip_size = (size_t)(to - gzip);
  return gzip;
}

static inline void write_bytes(const char* path, const void* bytes, size_t size) {
  FILE* file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

/* A whole file; free() it. */
static inline unsigned char* read_bytes(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  assert_non_null(file);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  *size = (size_t)ftell(file);
  rewind(file);
  unsigned char* bytes = malloc(*size + 1);
  assert_non_null(bytes);
  assert_int_equal(fread(bytes, 1, *size, file), *size);
  fclose(file);
  return bytes;
}

#endif
