/* Model files in CBOR of other writers: numbers in every encoding that CBOR has, members that
 * nobody knows and hold what documents do not have, and bytes that are not CBOR. */
#include "model_bytes.h"
#include "small_model.h"
#include "training.h"

enum { EXTRA = 1024 };

typedef struct item {
  const char* bytes;
  size_t size;
} item;
#define ITEM(literal) \
  { literal, sizeof(literal) - 1 }

/* What documents have not. */
static const item opaque_items[] = {
    ITEM("\xf4"),                                             /* false */
    ITEM("\xf5"),                                             /* true */
    ITEM("\xf7"),                                             /* undefined */
    ITEM("\xe0"),                                             /* a value without a meaning */
    ITEM("\xf8\xff"),                                         /* another */
    ITEM("\x43\x01\x02\x03"),                                 /* bytes */
    ITEM("\x5f\x41\x01\x42\x02\x03\xff"),                     /* bytes in pieces */
    ITEM("\x7f\x61\x61\x62\x62\x63\xff"),                     /* text in pieces */
    ITEM("\x61\x00"),                                         /* text with NUL */
    ITEM("\x61\xff"),                                         /* text that is not UTF-8 */
    ITEM("\xc1\x1a\x51\x4b\x67\xb0"),                         /* a time */
    ITEM("\xc2\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00"),     /* a number of 65 bits */
    ITEM("\xc6\xc6\xc6\x9f\xbf\x01\x80\xff\xff"),             /* tags in tags, and lists in them */
    ITEM("\xd8\x28\x82\x82\x01\x02\x82\x03\x04"),             /* a matrix of RFC 8746 */
    ITEM("\xd8\x51\x43\x01\x02\x03"),                         /* floats with part of one */
    ITEM("\xd8\x56\x49\x01\x02\x03\x04\x05\x06\x07\x08\x09"), /* doubles with part of one */
    ITEM("\xd8\x45\x41\x01"),                                 /* uint16 with part of one */
    ITEM("\xd8\x54\x42\x00\x3c"),                             /* floats of 16 bits */
    ITEM("\xd8\x57\x50"
         "0123456789abcdef"),                             /* floats of 128 bits */
    ITEM("\xd8\x55\x82\x01\x02"),                         /* a typed array that is a list */
    ITEM("\xd8\x56\x5f\x41\x01\xff"),                     /* .. bytes in pieces */
    ITEM("\xd8\x47\x48\xff\xff\xff\xff\xff\xff\xff\xff"), /* whole numbers above 2^63 */
    ITEM("\xa1\x01\x02"),                                 /* an object whose names are numbers */
    ITEM("\xa2\x61\x61\x01\x81\x01\x02"),                 /* .. lists */
    ITEM("\xa1\x61\xff\x00"),                             /* .. not UTF-8 */
    ITEM("\xa1\x7f\x61\x61\xff\x00"),                     /* .. in pieces */
    ITEM("\xbf\x80\x01\xa0\x02\xff"),                     /* .. anything, without a count */
    ITEM("\x82\x01\x61\x61"),                             /* numbers and text */
    ITEM("\x82\x01\xf4"),                                 /* numbers and a boolean */
    ITEM("\x84\x01\xa1\x61\x61\x01\xf4\x80"), /* numbers, an object, a boolean, a list */
    ITEM("\x9f\xf6\x61\x61\x03\xff"),         /* null, text and a number, without a count */
};

/* What documents have, and the bias is not. */
static const item other_items[] = {
    ITEM("\x1b\xff\xff\xff\xff\xff\xff\xff\xff"), /* a number above 2^63 */
    ITEM("\x3b\xff\xff\xff\xff\xff\xff\xff\xff"), /* one below -2^63 */
    ITEM("\xf6"),                                 /* null */
    ITEM("\xf9\x3c\x00"),                         /* 1 in 16 bits */
    ITEM("\x9f\xff"),                             /* a list without a count */
    ITEM("\xbf\x61\x61\x9f\x01\xff\xff"),         /* an object without a count */
    ITEM("\xa2\x61\x61\xf5\x61\x62\x0f"),         /* an object with a boolean */
    ITEM("\x82\x61\x61\xf4"),                     /* text and a boolean */
};

/* The model as CBOR with room for more; free() it. */
static char* cbor_of(size_t* size) {
  return saved_bytes(model, "cbor", EXTRA, size);
}

/* In CBOR, puts a member "new" in front of "kind", in the outermost object. */
static void add_member(char* bytes, size_t* size, item value) {
  char member[EXTRA] = "\x63new";
  assert_int_equal(bytes[3] & 0xe0, 0xa0); /* an object of fewer than 23 members */
  assert_true((bytes[3] & 0x1f) < 23);
  ++bytes[3];
  memcpy(member + 4, value.bytes, value.size);
  char* kind = find_bytes(bytes, *size, "dkind", 5);
  assert_non_null(kind);
  splice_bytes(bytes, size, kind, 0, member, 4 + value.size);
}

/* In CBOR, replaces the value of a member, a short typed array, whose name comes with its head. */
static void set_member(char* bytes, size_t* size, const char* name, item value) {
  char* start = find_bytes(bytes, *size, "gclasses", 8); /* behind the options */
  assert_non_null(start);
  char* member = find_bytes(start, *size - (size_t)(start - bytes), name, strlen(name));
  assert_non_null(member);
  member += strlen(name);
  assert_int_equal((unsigned char)member[0], 0xd8); /* a tag, and fewer than 24 bytes */
  assert_int_equal(member[2] & 0xe0, 0x40);
  const size_t old_size = 3 + (size_t)(member[2] & 0x1f);
  assert_true(old_size < 3 + 24);
  splice_bytes(bytes, size, member, old_size, value.bytes, value.size);
}

static void unknown_members_are_skipped(void** state) {
  (void)state;
  const size_t opaque = sizeof opaque_items / sizeof *opaque_items;
  const size_t all = opaque + sizeof other_items / sizeof *other_items;
  for (size_t k = 0; k < all; ++k) {
    size_t size = 0;
    char* bytes = cbor_of(&size);
    add_member(bytes, &size, k < opaque ? opaque_items[k] : other_items[k - opaque]);
    expect_same_saved(model, "cbor", bytes, size);
    free(bytes);
  }
}

/* 32 levels in all, of which the model itself is the first. */
static void unknown_members_are_as_deep_as_any(void** state) {
  (void)state;
  static const char beginnings[] = {'\x81', '\x9f', '\xc6'}; /* lists of one, without count, tags */
  for (int k = 0; k < 3; ++k) {
    for (size_t levels = 31; levels <= 32; ++levels) {
      char value[65];
      size_t size = 0;
      memset(value, beginnings[k], levels);
      value[levels] = '\x0f';
      memset(value + levels + 1, '\xff', levels);
      char* bytes = cbor_of(&size);
      add_member(bytes, &size, (item){value, levels + 1 + (k == 1 ? levels : 0)});
      if (levels < 32)
        expect_same_saved(model, "cbor", bytes, size);
      else
        expect_refused(bytes, size, "damaged|nested too deeply");
      free(bytes);
    }
  }
}

/* Members that are known fail by name. */
static void known_members_are_what_they_must_be(void** state) {
  (void)state;
  const size_t opaque = sizeof opaque_items / sizeof *opaque_items;
  const size_t all = opaque + sizeof other_items / sizeof *other_items;
  for (size_t k = 0; k < all; ++k) {
    size_t size = 0;
    char* bytes = cbor_of(&size);
    set_member(bytes, &size, "dbias", k < opaque ? opaque_items[k] : other_items[k - opaque]);
    /* A list without elements is one of numbers, of which there are too few. */
    expect_refused(bytes, size, k == opaque + 4 ? "damaged|0 biases" : "damaged|\"bias\" is");
    free(bytes);
  }
}

static void numbers_are_read_in_every_encoding(void** state) {
  (void)state;
  /* The first three stumps look at the features 2, 0 and 1, and the last at 2, in each encoding. */
  static const item encodings[] = {
      ITEM("\x84\x02\x00\x01\x02"),
      ITEM("\x9f\x02\x18\x00\x19\x00\x01\x1b\x00\x00\x00\x00\x00\x00\x00\x02\xff"),
      ITEM("\xd8\x40\x44\x02\x00\x01\x02"), /* uint8, clamped, and as it is */
      ITEM("\xd8\x44\x44\x02\x00\x01\x02"),
      ITEM("\xd8\x41\x48\x00\x02\x00\x00\x00\x01\x00\x02"), /* uint16, big and little */
      ITEM("\xd8\x45\x48\x02\x00\x00\x00\x01\x00\x02\x00"),
      ITEM("\xd8\x42\x50\0\0\0\x02\0\0\0\0\0\0\0\x01\0\0\0\x02"), /* uint32 */
      ITEM("\xd8\x46\x50\x02\0\0\0\0\0\0\0\x01\0\0\0\x02\0\0\0"),
      ITEM(
          "\xd8\x43\x58\x20\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x02"),
      ITEM(
          "\xd8\x47\x58\x20\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0"),
      ITEM("\xd8\x48\x44\x02\x00\x01\x02"),                 /* sint8 */
      ITEM("\xd8\x49\x48\x00\x02\x00\x00\x00\x01\x00\x02"), /* sint16 */
      ITEM("\xd8\x4d\x48\x02\x00\x00\x00\x01\x00\x02\x00"),
      ITEM("\xd8\x4a\x50\0\0\0\x02\0\0\0\0\0\0\0\x01\0\0\0\x02"), /* sint32 */
      ITEM("\xd8\x4e\x50\x02\0\0\0\0\0\0\0\x01\0\0\0\x02\0\0\0"),
      ITEM(
          "\xd8\x4b\x58\x20\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x02"),
      ITEM(
          "\xd8\x4f\x58\x20\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0"),
  };
  for (size_t k = 0; k < sizeof encodings / sizeof *encodings; ++k) {
    static const int64_t expected[LEARNERS] = {2, 0, 1, 2};
    size_t size = 0;
    coppice_model* again = NULL;
    char* bytes = cbor_of(&size);
    set_member(bytes, &size, "gfeature", encodings[k]);
    check_ok(coppice_model_load_buffer(bytes, (int64_t)size, &again));
    for (int64_t j = 0; j < LEARNERS; ++j) {
      int64_t feature = -1;
      double threshold = 0;
      learner_of(again, j, &feature, &threshold);
      assert_int_equal(feature, expected[j]);
    }
    coppice_model_free(again);
    free(bytes);
  }
  /* -1.5 in each encoding of reals; 2^-24 and -2 in 16 bits. */
  static const struct {
    item encoding;
    double value;
  } reals[] = {
      {ITEM("\x81\xfb\xbf\xf8\0\0\0\0\0\0"), -1.5},
      {ITEM("\x81\xfa\xbf\xc0\0\0"), -1.5},
      {ITEM("\x81\xf9\xbe\0"), -1.5},
      {ITEM("\x9f\xfb\xbf\xf8\0\0\0\0\0\0\xff"), -1.5},
      {ITEM("\xd8\x51\x44\xbf\xc0\0\0"), -1.5},
      {ITEM("\xd8\x55\x44\0\0\xc0\xbf"), -1.5},
      {ITEM("\xd8\x52\x48\xbf\xf8\0\0\0\0\0\0"), -1.5},
      {ITEM("\xd8\x56\x48\0\0\0\0\0\0\xf8\xbf"), -1.5},
      {ITEM("\x81\xf9\0\x01"), 1.0 / 16777216},
      {ITEM("\x81\xf9\xc0\0"), -2},
      {ITEM("\x81\x21"), -2},
      {ITEM("\xd8\x48\x41\xfe"), -2},
      {ITEM("\x81\x1b\xff\xff\xff\xff\xff\xff\xf8\0"), 18446744073709549568.0},
  };
  for (size_t k = 0; k < sizeof reals / sizeof *reals; ++k) {
    size_t size = 0;
    coppice_model* again = NULL;
    char* bytes = cbor_of(&size);
    set_member(bytes, &size, "dbias", reals[k].encoding);
    check_ok(coppice_model_load_buffer(bytes, (int64_t)size, &again));
    double* bias = array_of(again, "bias", NULL);
    assert_true(bias[0] == reals[k].value);
    free(bias);
    coppice_model_free(again);
    free(bytes);
  }
}

static void numbers_must_be_finite(void** state) {
  (void)state;
  static const item biases[] = {
      ITEM("\x81\xf6"), /* null, and infinity and what is not a number in every encoding */
      ITEM("\x81\xf9\x7c\x00"),
      ITEM("\x81\xf9\x7e\x00"),
      ITEM("\x81\xfa\x7f\x80\0\0"),
      ITEM("\x81\xfb\x7f\xf0\0\0\0\0\0\0"),
      ITEM("\xd8\x55\x44\0\0\x80\xff"),
      ITEM("\xd8\x55\x44\0\0\xc0\x7f"),
      ITEM("\xd8\x56\x48\0\0\0\0\0\0\xf0\x7f"),
      ITEM("\xd8\x56\x48\0\0\0\0\0\0\xf8\x7f"),
  };
  for (size_t k = 0; k < sizeof biases / sizeof *biases; ++k) {
    size_t size = 0;
    char* bytes = cbor_of(&size);
    set_member(bytes, &size, "dbias", biases[k]);
    expect_refused(bytes, size, "damaged|\"bias\"|not finite");
    free(bytes);
  }
  /* A feature is a whole number, whatever its value. */
  size_t size = 0;
  char* bytes = cbor_of(&size);
  set_member(bytes, &size, "gfeature", (item)ITEM("\xd8\x55\x50\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"));
  expect_refused(bytes, size, "damaged|\"feature\" is a list of numbers|whole numbers");
  free(bytes);
}

static void broken_cbor_is_refused(void** state) {
  (void)state;
  static const item broken[] = {
      ITEM("\x1c"),
      ITEM("\x3d"),
      ITEM("\x5e"),
      ITEM("\xfc"), /* heads that are reserved */
      ITEM("\x1f"),
      ITEM("\x3f"),
      ITEM("\xdf"), /* .. that have no end */
      ITEM("\xff"), /* a break that ends nothing */
      ITEM("\x81\xff"),
      ITEM("\xa1\x61\x61\xff"),
      ITEM("\xbf\x61\x61\xff"),
      ITEM("\xc6\xff"),
      ITEM("\x7f\x41\x01\xff"),
      ITEM("\x5f\x61\x61\xff"), /* pieces of another kind */
      ITEM("\x7f\x7f\x61\x61\xff\xff"),
      ITEM("\x5f\x5f\xff\xff"), /* pieces in pieces */
      ITEM("\x9b\xff\xff\xff\xff\xff\xff\xff\xff"),
      ITEM("\xbb\x80\0\0\0\0\0\0\0"),
      ITEM("\xd8\x56\x5b\xff\xff\xff\xff\xff\xff\xff\xf8"), /* counts beyond the end */
      ITEM("\xd8\x55\x5a\x7f\xff\xff\xfc"),
      ITEM("\x7a\x7f\xff\xff\xff"),
      ITEM("\x7f\x7b\xff\xff\xff\xff\xff\xff\xff\xff"),
      ITEM("\x99\xff\xff"),
  };
  for (size_t k = 0; k < sizeof broken / sizeof *broken; ++k) {
    size_t size = 0;
    char* bytes = cbor_of(&size);
    add_member(bytes, &size, broken[k]);
    expect_refused(bytes, size, "damaged|does not parse at byte");
    free(bytes);
  }
  size_t size = 0;
  char* bytes = cbor_of(&size);
  splice_bytes(bytes, &size, bytes + size, 0, "\xf6", 1); /* something behind the end */
  expect_refused(bytes, size, "damaged|does not parse at byte");
  free(bytes);
}

static void members_are_there_once(void** state) {
  (void)state;
  size_t size = 0;
  char* bytes = cbor_of(&size);
  add_member(bytes, &size, (item)ITEM("\xbf\x61\x61\x01\x61\x62\x01\x61\x61\x02\xff"));
  expect_refused(bytes, size, "damaged|a member \"a\" twice");
  free(bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unknown_members_are_skipped),
      cmocka_unit_test(unknown_members_are_as_deep_as_any),
      cmocka_unit_test(known_members_are_what_they_must_be),
      cmocka_unit_test(numbers_are_read_in_every_encoding),
      cmocka_unit_test(numbers_must_be_finite),
      cmocka_unit_test(broken_cbor_is_refused),
      cmocka_unit_test(members_are_there_once),
  };
  return cmocka_run_group_tests(tests, make_model, free_model);
}
