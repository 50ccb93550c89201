/* Model files that are cut, damaged or made up are COPPICE_MODEL_ERROR, never a crash, whether the
 * checksum betrays them or not; and what loads although it was changed can be used. */
#include "model_bytes.h"
#include "small_model.h"

enum { ROOM = 1 << 16 };
static const char* const formats[] = {"json", "cbor"};

/* The bytes are copied to memory of their own size, so that a sanitizer or valgrind notices
 * reading beyond them. */
static coppice_status load_exact(const char* bytes, size_t size, coppice_model** out) {
  char* exact = malloc(size > 0 ? size : 1);
  assert_non_null(exact);
  memcpy(exact, bytes, size);
  const coppice_status status = coppice_model_load_buffer(exact, (int64_t)size, out);
  free(exact);
  return status;
}

static void every_cut_is_noticed(void** state) {
  (void)state;
  for (int k = 0; k < 2; ++k) {
    size_t size = 0;
    char* bytes = saved_bytes(model, formats[k], 4, &size);
    for (size_t length = 0; length < size; ++length) {
      coppice_model* none = NULL;
      check_error(load_exact(bytes, length, &none), COPPICE_MODEL_ERROR, "model");
      assert_null(none);
    }
    memcpy(bytes + size, "\n\n\n", 4);
    for (size_t more = 1; more <= 4; ++more) expect_refused(bytes, size + more, "bytes|header");
    free(bytes);
  }
}

static void every_flipped_bit_is_noticed(void** state) {
  (void)state;
  for (int k = 0; k < 2; ++k) {
    size_t size = 0;
    char* bytes = saved_bytes(model, formats[k], 0, &size);
    for (size_t at = 0; at < size; ++at) {
      for (int bit = 0; bit < 8; ++bit) {
        bytes[at] = (char)(bytes[at] ^ (1 << bit));
        expect_refused(bytes, size, "model");
        bytes[at] = (char)(bytes[at] ^ (1 << bit));
      }
      const char was = bytes[at];
      bytes[at] = (char)~was;
      expect_refused(bytes, size, "model");
      bytes[at] = was;
    }
    free(bytes);
  }
}

/* In the model's JSON, the value of the first member `name` at or after the place `after`. */
static void value_of(char* json, size_t size, const char* after, const char* name, size_t* from,
                     size_t* to) {
  char key[64];
  char* start = find_bytes(json, size, after, strlen(after));
  assert_non_null(start);
  const int key_size = snprintf(key, sizeof key, "\"%s\":", name);
  start = find_bytes(start, size - (size_t)(start - json), key, (size_t)key_size);
  assert_non_null(start);
  char* end = start += key_size;
  for (int depth = 0; depth > 0 || (*end != ',' && *end != '}'); ++end)
    depth += (*end == '[' || *end == '{') - (*end == ']' || *end == '}');
  *from = (size_t)(start - json);
  *to = (size_t)(end - json);
}

/* The model as JSON in which the value of a member is another text; free() it. */
static char* with_value(const char* after, const char* name, const char* value, size_t* size) {
  size_t from = 0, to = 0;
  char* json = saved_bytes(model, "json", ROOM, size);
  value_of(json, *size, after, name, &from, &to);
  memmove(json + from + strlen(value), json + to, *size - to);
  memcpy(json + from, value, strlen(value));
  *size += strlen(value);
  *size -= to - from;
  assert_true(fit_header(json, *size));
  return json;
}

static void documents_that_do_not_fit_are_refused(void** state) {
  (void)state;
  const struct {
    const char *after, *name, *value, *fragments;
  } cases[] = {
      {"{", "version", "2", "format 2|reads format 1"},
      {"{", "version", "18446744073709551615", "format 18446744073709551615|reads format 1"},
      {"{", "version", "0", "format 0|reads format 1"},
      {"{", "version", "-1", "format -1|reads format 1"},
      {"{", "version", "1.5", "format 1.5|reads format 1"},
      {"{", "version", "\"1\"", "format|reads format 1"},
      {"{", "kind", "\"forest\"", "kind \"forest\"|does not know|expected one of: ensemble"},
      {"{", "kind", "7", "\"kind\" is a whole number|expected text"},
      {"{", "method", "null", "\"method\" is null|expected text"},
      {"{", "method", "true", "\"method\" is a boolean|expected text"},
      {"{", "features", "0", "\"features\" is 0"},
      {"{", "features", "1", "\"feature\" is|expected 0 to 0"},
      {"{", "features", "33554433", "\"features\" is 33554433|33554432"},
      {"{", "features", "1e3", "\"features\"|whole number"},
      {"{", "features", "[3]", "\"features\"|whole number"},
      {"{", "classes", "[]", "classes"},
      {"{", "classes", "[1]", "fewer than two classes"},
      {"{", "classes", "[-1,-1]", "\"classes\"|distinct|ascending"},
      {"{", "classes", "[1,-1]", "\"classes\"|distinct|ascending"},
      {"{", "classes", "[\"b\",\"a\"]", "\"classes\"|distinct|ascending"},
      {"{", "classes", "[\"a\",\"a\"]", "\"classes\"|distinct|ascending"},
      {"{", "classes", "[\"a\",1]", "\"classes\""},
      {"{", "classes", "[\"a\\u0000\",\"b\"]", "damaged|without NUL"},
      {"{", "method", "\"c\\u0000s\"", "\"method\"|without NUL|expected text"},
      {"{", "classes", "[1,\"a\"]", "\"classes\""},
      {"{", "classes", "[null,1]", "\"classes\""},
      {"{", "classes", "[1,2,3]", "scores|weights"},
      {"{", "classes", "{\"a\":1,\"b\":2}", "\"classes\""},
      {"{", "classes", "\"ab\"", "\"classes\""},
      {"\"classes\"", "learners", "{}", "\"learners\""},
      {"\"classes\"", "learners", "[]", "0 learners"},
      {"\"classes\"", "learners", "[7]",
       "\"learners\" is a list of whole numbers|expected a list of objects"},
      {"\"classes\"", "learners", "[[]]", "\"kind\"|in a list|expected an object"},
      {"\"classes\"", "learners", "[{\"kind\":\"oak\",\"feature\":[],\"threshold\":[]}]",
       "\"oak\""},
      {"\"classes\"", "feature", "[0,1,2,3]", "\"feature\" is 3|expected 0 to 2"},
      {"\"classes\"", "feature", "[0,1,2,-1]", "\"feature\" is -1|expected 0 to 2"},
      {"\"classes\"", "feature", "[0,1,2,4294967296]", "\"feature\" is 4294967296"},
      {"\"classes\"", "feature", "[0,1,2,0.0]", "\"feature\"|whole number"},
      {"\"classes\"", "feature", "[0,1,2]", "3 features|4 thresholds"},
      {"\"classes\"", "feature", "[0,1,2,0,0]", "5 features|4 thresholds"},
      {"\"classes\"", "threshold", "[0,0,0,null]", "\"threshold\"|not finite"},
      {"\"classes\"", "threshold", "[0,0,0,\"0\"]",
       "\"threshold\" is a list of numbers and other things"},
      {"\"classes\"", "threshold", "[0,0,0,1e999]", "damaged"},
      {"\"classes\"", "weights", "[1,2,3]", "4 learners|3 weights"},
      {"\"classes\"", "weights", "[1,2,3,4,5]", "4 learners|5 weights"},
      {"\"classes\"", "weights", "[1,2,3,null]", "\"weights\"|not finite"},
      {"\"classes\"", "weights", "[1,2,3,true]",
       "\"weights\" is a list of numbers and other things"},
      {"\"classes\"", "weights", "[1,2,3,NaN]", "damaged"},
      {"\"classes\"", "weights", "4", "\"weights\" is a whole number|expected a list of numbers"},
      {"\"classes\"", "bias", "[]", "0 biases"},
      {"\"classes\"", "bias", "[1,2]", "2 biases"},
      {"\"classes\"", "bias", "[null]", "\"bias\"|not finite"},
      {"\"classes\"", "bias", "0", "\"bias\" is a whole number|expected a list of numbers"},
      {"\"classes\"", "stages", "null", "\"stages\""},
      {"\"classes\"", "stages", "[1]", "\"stages\" is a list of whole numbers"},
      {"\"classes\"", "stages", "[{\"weights\":[1]}]", "\"bias\" is missing"},
      {"\"classes\"", "stages", "[{\"weights\":[1,2,3,4,5],\"bias\":[0]}]", "stage 0"},
      {"\"classes\"", "stages", "[{\"weights\":[],\"bias\":[0]}]", "stage 0"},
      {"\"classes\"", "stages", "[{\"weights\":[1],\"bias\":[0,0]}]", "stage 0"},
      {"\"classes\"", "stages", "[{\"weights\":[1,2],\"bias\":[0]},{\"weights\":[1],\"bias\":[0]}]",
       "stage 1"},
      {"{", "training", "[]", "\"pools\"|in a list|expected an object"},
      {"\"training\"", "rows", "-1", "\"rows\" is -1"},
      {"\"training\"", "iterations", "-1", "\"iterations\" is -1"},
      {"\"training\"", "objective", "\"1\"", "\"objective\" is text|expected a number"},
      {"\"training\"", "gap_scope", "null", "\"gap_scope\" is null|expected text"},
      {"\"training\"", "warnings", "[1]", "\"warnings\"|expected a list of objects or texts"},
      {"\"training\"", "warnings", "[{}]", "\"warnings\" holds an object|expected texts"},
      {"\"training\"", "pools", "[]", "\"pools\" is empty"},
      {"\"training\"", "warnings", "\"many\"", "\"warnings\""},
      {"\"training\"", "warnings", "{\"a\":\"b\"}", "\"warnings\""},
      {"\"training\"", "warnings", "null", "\"warnings\""},
      {"\"training\"", "curve", "{}", "\"iteration\" is missing"},
      {"\"curve\"", "score", "[]", "curve|length"},
      {"\"curve\"", "iteration", "[]", "curve|length"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    size_t size = 0;
    char* json = with_value(cases[k].after, cases[k].name, cases[k].value, &size);
    expect_refused(json, size, cases[k].fragments);
    free(json);
  }
}

/* CBOR calls text what JSON could not hold: such a model could be loaded, saved, and no more. */
static void text_must_be_utf8(void** state) {
  (void)state;
  const char* const texts[] = {"cgens", "training", "learners", "stump"};
  const char* const instead[] = {"cg\xffns", "train\xc0\xaf", "lear\xed\xa0\x80s",
                                 "st\xf4\x90\x80"};
  for (int k = 0; k < 4; ++k) {
    size_t size = 0;
    char* bytes = saved_bytes(model, "cbor", 0, &size);
    char* after = k == 0 ? bytes : find_bytes(bytes, size, "classes", 7); /* behind the options */
    char* at = find_bytes(after, size - (size_t)(after - bytes), texts[k], strlen(texts[k]));
    assert_non_null(at);
    memcpy(at, instead[k], strlen(instead[k]));
    assert_true(fit_header(bytes, size));
    expect_refused(bytes, size, "damaged|not UTF-8");
    free(bytes);
  }
}

static void every_member_must_be_there(void** state) {
  (void)state;
  const char* const names[] = {
      "kind",  "method",   "options",     "features", "classes",   "learners",   "weights",
      "bias",  "stages",   "training",    "pools",    "rows",      "iterations", "best_iteration",
      "curve", "warnings", "stop_reason", "feature",  "threshold", "iteration"};
  for (size_t k = 0; k < sizeof names / sizeof names[0]; ++k) {
    size_t size = 0;
    char key[64], fragments[80];
    char* json = saved_bytes(model, "json", 0, &size);
    const int key_size = snprintf(key, sizeof key, "\"%s\":", names[k]);
    /* Renamed wherever it is behind the options, whose content is not looked at. */
    char* from = k < 3 ? json : strstr(json, "\"features\":");
    for (; (from = find_bytes(from, size - (size_t)(from - json), key, (size_t)key_size)) != NULL;
         ++from)
      from[1] = 'X';
    assert_true(fit_header(json, size));
    snprintf(fragments, sizeof fragments, "\"%s\" is missing", names[k]);
    expect_refused(json, size, fragments);
    free(json);
  }
}

/* A document that begins as a model does and goes on with `count` times the byte. */
static void expect_tower_refused(const char* beginning, size_t beginning_size, char byte,
                                 size_t count) {
  char* bytes = malloc(beginning_size + count);
  assert_non_null(bytes);
  memcpy(bytes, beginning, beginning_size);
  memset(bytes + beginning_size, byte, count);
  assert_true(fit_header(bytes, beginning_size + count));
  expect_refused(bytes, beginning_size + count, "damaged");
  free(bytes);
}

#define CBOR_HEAD         \
  "\xd9\xd9\xf7\xaf"      \
  "fformatmcoppice-model" \
  "gversion\x01"          \
  "flengthl000000000000"  \
  "ecrc32h"               \
  "00000000"

static void depth_is_limited(void** state) {
  (void)state;
  static const char json[] =
      "{\"format\":\"coppice-model\",\"version\":1,\"length\":\"000000000000\","
      "\"crc32\":\"00000000\",\"options\":";
  static const char cbor[] = CBOR_HEAD "goptions";
  static const char cbor_key[] = CBOR_HEAD;
  const size_t counts[] = {40, 1000, 300000};
  for (int k = 0; k < 3; ++k) {
    expect_tower_refused(json, sizeof json - 1, '[', counts[k]);
    expect_tower_refused(json, sizeof json - 1, '{', counts[k]);
    /* Every byte there is, in the place of a value and of a key: arrays, maps, tags, and texts and
     * byte strings of indefinite length, each of which may hold more of its kind. */
    for (int byte = 0; byte < 256; ++byte) {
      expect_tower_refused(cbor, sizeof cbor - 1, (char)byte, counts[k]);
      expect_tower_refused(cbor_key, sizeof cbor_key - 1, (char)byte, counts[k]);
    }
  }
}

static void counts_are_not_believed(void** state) {
  (void)state;
  /* Text, bytes, array and map that claim 2^64 - 1, 2^63 - 1, 2^40 and 2^31 of what follows. */
  static const unsigned char counts[][8] = {{255, 255, 255, 255, 255, 255, 255, 255},
                                            {127, 255, 255, 255, 255, 255, 255, 255},
                                            {0, 0, 1, 0, 0, 0, 0, 0},
                                            {0, 0, 0, 0, 128, 0, 0, 0}};
  static const char head[] = CBOR_HEAD "goptions";
  for (int major = 2; major <= 5; ++major) {
    for (int k = 0; k < 4; ++k) {
      char bytes[sizeof head - 1 + 9];
      memcpy(bytes, head, sizeof head - 1);
      bytes[sizeof head - 1] = (char)(major << 5 | 27);
      memcpy(bytes + sizeof head, counts[k], 8);
      assert_true(fit_header(bytes, sizeof bytes));
      expect_refused(bytes, sizeof bytes, "damaged");
    }
  }
}

/* All that a model can be asked, on a row of its width. */
static void use(const coppice_model* changed) {
  static char text[ROOM];
  int64_t features = 0, width = 0;
  check_ok(coppice_model_get_int(changed, "features", &features));
  double* row = calloc((size_t)features, sizeof *row);
  assert_non_null(row);
  for (int output = COPPICE_DECISION; output <= COPPICE_CONTRIBUTIONS; ++output) {
    if (coppice_model_output_width(changed, (coppice_output)output, &width) != COPPICE_OK) continue;
    double* out = malloc((size_t)(width + 1) * sizeof *out);
    assert_non_null(out);
    check_ok(coppice_model_predict_row(changed, (coppice_output)output, row, features, out, width));
    free(out);
  }
  for (int64_t j = 0; j < learners_of(changed); ++j)
    check_ok(coppice_model_learner(changed, j, text, sizeof text, NULL));
  for (int64_t d = 0; d < features; ++d) {
    double points[1];
    int64_t needed = 0;
    const coppice_status status = coppice_model_shape_function(changed, d, points, 1, &needed);
    assert_true(status == COPPICE_OK || status == COPPICE_UNAVAILABLE ||
                status == COPPICE_BUFFER_TOO_SMALL);
  }
  free(array_of(changed, "feature_weights", NULL));
  free(array_of(changed, "curve.objective", NULL));
  free(row);
  size_t size = 0;
  free(saved_bytes(changed, "json", 0, &size));
  free(saved_bytes(changed, "cbor", 0, &size));
}

/* One to four changes: a bit, a byte, a run of bytes copied elsewhere, bytes cut out. */
static size_t mutate(char* bytes, size_t size, uint64_t* random) {
  for (uint64_t left = 1 + random_word(random) % 4; left > 0 && size > 200; --left) {
    const size_t at = random_word(random) % size;
    const size_t other = random_word(random) % size;
    const size_t room = size - (at > other ? at : other);
    const size_t run = 1 + random_word(random) % (room < 16 ? room : 16);
    switch (random_word(random) % 4) {
      case 0:
        bytes[at] = (char)(bytes[at] ^ (1 << random_word(random) % 8));
        break;
      case 1:
        bytes[at] = (char)random_word(random);
        break;
      case 2:
        memmove(bytes + at, bytes + other, run < room ? run : room);
        break;
      default:
        memmove(bytes + at, bytes + at + run, size - at - run);
        size -= run;
    }
  }
  return size;
}

static void mutants_never_crash(void** state) {
  (void)state;
  uint64_t random = 12345;
  for (int k = 0; k < 2; ++k) {
    size_t original_size = 0;
    int refused = 0, accepted = 0;
    char* original = saved_bytes(model, formats[k], 0, &original_size);
    char* bytes = malloc(original_size);
    assert_non_null(bytes);
    while (refused + accepted < 10000) {
      coppice_model* changed = NULL;
      memcpy(bytes, original, original_size);
      const size_t size = mutate(bytes, original_size, &random);
      fit_header(bytes, size); /* where the header itself is gone, that is a mutant too */
      const coppice_status status = load_exact(bytes, size, &changed);
      if (status == COPPICE_OK) {
        use(changed);
        coppice_model_free(changed);
        ++accepted;
      } else {
        assert_int_equal(status, COPPICE_MODEL_ERROR);
        assert_null(changed);
        ++refused;
      }
    }
    print_message("%s: %d mutants refused, %d loaded and used\n", formats[k], refused, accepted);
    assert_true(refused > 1000);
    assert_true(accepted > 100); /* changed digits make another model that is as good */
    free(original);
    free(bytes);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_cut_is_noticed),
      cmocka_unit_test(every_flipped_bit_is_noticed),
      cmocka_unit_test(documents_that_do_not_fit_are_refused),
      cmocka_unit_test(text_must_be_utf8),
      cmocka_unit_test(every_member_must_be_there),
      cmocka_unit_test(depth_is_limited),
      cmocka_unit_test(counts_are_not_believed),
      cmocka_unit_test(mutants_never_crash),
  };
  return cmocka_run_group_tests(tests, make_model, free_model);
}
