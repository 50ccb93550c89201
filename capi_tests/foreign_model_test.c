/* Model files that another program or a later library wrote: members that nobody knows hold what
 * they like and are skipped, what is not known is absent, and what would be misread is refused by
 * name. */
#include <math.h>

#include "model_bytes.h"
#include "small_model.h"
#include "training.h"

enum { EXTRA = 1024 };
static const char* const formats[] = {"json", "cbor"};

static void unknown_members_are_skipped(void** state) {
  (void)state;
  static const char* const places[] = {"\"kind\":\"ensemble\"", "\"pools\":[", "\"feature\":[",
                                       "\"iteration\":["};
  static const char* const values[] = {"true",
                                       "[true,false]",
                                       "[null,\"a\",null,1]",
                                       "18446744073709551616",
                                       "-1e300",
                                       "null",
                                       "\"\\u0000\"",
                                       "{\"\\u0000\":{\"a\":[{},[]]}}",
                                       "[1,\"a\",{\"b\":[[]]},[2],true,1]"};
  for (size_t k = 0; k < sizeof values / sizeof *values; ++k) {
    for (size_t p = 0; p < sizeof places / sizeof *places; ++p) {
      char member[128];
      size_t size = 0;
      char* json = saved_bytes(model, "json", EXTRA, &size);
      snprintf(member, sizeof member, "\"new\":%s,%s", values[k], places[p]);
      replace_bytes(json, &size, places[p], member);
      expect_same_saved(model, "json", json, size);
      free(json);
    }
  }
}

static void unknown_options_are_dropped(void** state) {
  (void)state;
  size_t size = 0;
  char* json = saved_bytes(model, "json", EXTRA, &size);
  replace_bytes(json, &size, "\"options\":{", "\"options\":{\"new\":true,");
  expect_same_saved(model, "json", json, size);
  replace_bytes(json, &size, "\"options\":{", "\"options\":true,\"old\":{");
  expect_refused(json, size, "\"options\" is a boolean|expected an object");
  free(json);
}

static void members_are_there_once(void** state) {
  (void)state;
  static const char* const changes[][3] = {
      {"\"kind\":", "\"kind\":\"ensemble\",\"kind\":", "\"kind\" twice"},
      {"\"method\":", "\"k\\u0069nd\":\"ensemble\",\"method\":", "\"kind\" twice"},
      {"\"rows\":", "\"rows\":1,\"rows\":", "\"rows\" twice"},
      {"\"feature\":", "\"feature\":[0,0,0,0],\"feature\":", "\"feature\" twice"},
      {"\"method\":", "\"new\":{\"b\":1,\"a\":2,\"b\":1},\"method\":", "\"b\" twice"},
      {"\"method\":", "\"new\":[[{\"\":1,\"\":2}]],\"method\":", "\"\" twice"}};
  for (size_t k = 0; k < sizeof changes / sizeof *changes; ++k) {
    size_t size = 0;
    char* json = saved_bytes(model, "json", EXTRA, &size);
    replace_bytes(json, &size, changes[k][0], changes[k][1]);
    char fragments[64];
    snprintf(fragments, sizeof fragments, "damaged|a member %s", changes[k][2]);
    expect_refused(json, size, fragments);
    free(json);
  }
}

/* Comparing all with all would take an hour. */
static void many_members_are_compared_fast(void** state) {
  (void)state;
  enum { MANY = 400000, EACH = 12 };
  size_t size = 0;
  char* json = saved_bytes(model, "json", MANY * EACH + EXTRA, &size);
  char* members = malloc(MANY * EACH + EXTRA);
  assert_non_null(members);
  size_t length = (size_t)sprintf(members, "\"new\":{");
  for (int k = 0; k < MANY; ++k) length += (size_t)sprintf(members + length, "\"%x\":0,", k);
  length += (size_t)sprintf(members + length, "\"1234\":0},");
  char* kind = find_bytes(json, size, "\"kind\":", 7);
  splice_bytes(json, &size, kind, 0, members, length);
  const double start = seconds_now();
  expect_refused(json, size, "damaged|a member \"1234\" twice");
  assert_true(seconds_now() - start < 60);
  free(members);
  free(json);
}

/* Cuts `"name":value,` out of the model's JSON, in which a value has no comma outside brackets. */
static void cut_member(char* json, size_t* size, const char* name) {
  char key[64];
  const size_t key_size = (size_t)snprintf(key, sizeof key, "\"%s\":", name);
  char* from = find_bytes(json, *size, "\"training\":", 11);
  assert_non_null(from);
  from = find_bytes(from, *size - (size_t)(from - json), key, key_size);
  assert_non_null(from);
  char* to = from;
  for (int depth = 0; depth > 0 || *to != ','; ++to) depth += (*to == '[') - (*to == ']');
  splice_bytes(json, size, from, (size_t)(to - from) + 1, "", 0);
}

static void the_unknown_is_absent(void** state) {
  (void)state;
  static const char* const numbers[] = {"objective", "dual_objective", "train_error",
                                        "fit_seconds"};
  size_t size = 0, again_size = 0;
  char* json = saved_bytes(model, "json", EXTRA, &size);
  assert_null(find_bytes(json, size, "null", 4));
  assert_null(find_bytes(json, size, "validation_error", 16)); /* there was no validation set */
  for (int k = 0; k < 4; ++k) cut_member(json, &size, numbers[k]);
  cut_member(json, &size, "gap_scope");
  char* curve = find_bytes(json, size, "\"curve\":", 8);
  char* score = find_bytes(curve, size - (size_t)(curve - json), "\"score\":[", 9);
  assert_non_null(score);
  const size_t first_score = strcspn(score + 9, ",");
  splice_bytes(json, &size, score + 9, first_score, "null", 4);
  coppice_model* again = NULL;
  check_ok(coppice_model_load_buffer(json, (int64_t)size, &again));
  for (int k = 0; k < 4; ++k) assert_true(isnan(quantity_of(again, numbers[k])));
  check_text(again, "gap_scope", "");
  for (int k = 0; k < 2; ++k) { /* the same in both formats: NaN among packed numbers is null */
    coppice_model* copy = reloaded(again, formats[k]);
    double* scores = array_of(copy, "curve.score", NULL);
    double* errors = array_of(copy, "curve.validation_error", NULL);
    assert_true(isnan(scores[0]) && scores[1] > 0 && isnan(errors[0]) && isnan(errors[3]));
    char* saved = saved_bytes(copy, "json", 0, &again_size);
    assert_int_equal(again_size, size);
    assert_memory_equal(saved, json, size);
    free(saved);
    free(scores);
    free(errors);
    coppice_model_free(copy);
  }
  coppice_model_free(again);
  free(json);
}

/* A later library may have other kinds, of other content, and other decodings. */
static void what_would_be_misread_is_refused(void** state) {
  (void)state;
  static const char* const changes[][3] = {
      {"\"kind\":\"ensemble\",\"method\":", "\"kind\":\"additive\",\"spare\":",
       "kind \"additive\"|expected one of: ensemble"},
      {"\"training\":", "\"decoding\":{\"kind\":\"code-matrix\"},\"training\":",
       "decodes its scores by \"code-matrix\"|does not know"},
      {"\"training\":", "\"decoding\":\"sum\",\"training\":",
       "\"kind\" is looked for in text|expected an object"},
      {"\"training\":", "\"decoding\":{},\"training\":", "damaged|\"kind\" is missing"}};
  for (size_t k = 0; k < sizeof changes / sizeof *changes; ++k) {
    size_t size = 0;
    char* json = saved_bytes(model, "json", EXTRA, &size);
    replace_bytes(json, &size, changes[k][0], changes[k][1]);
    expect_refused(json, size, changes[k][2]);
    free(json);
  }
  /* The version is looked at before length and checksum, which may be counted otherwise. */
  size_t size = 0;
  char* bytes = saved_bytes(model, "cbor", 0, &size);
  char* version = find_bytes(bytes, size, "gversion\x01", 9);
  assert_non_null(version);
  version[8] = 2;
  bytes[size - 1] ^= 1;
  expect_refused(bytes, size - 1, "written in format 2|reads format 1");
  free(bytes);
}

/* No float holds 1e39, nor a double 1 + 2^-40 to the last bit. */
static void directions_may_be_doubles(void** state) {
  (void)state;
  static const double theta[LEARNERS] = {1e39, -1e39, 1 + 1.0 / 1099511627776.0, 0.1};
  static const double rows[] = {-2, 2, 1, 0};
  size_t size = 0;
  char* json = saved_bytes(model, "json", EXTRA, &size);
  replace_bytes(json, &size, "\"learners\":[{",
                "\"learners\":[{\"kind\":\"perceptron\",\"features\":[1],"
                "\"theta\":[1e39,-1e39,1.0000000000009095,0.1],\"kappa\":[1e39,1,1,0]}],"
                "\"old\":[{");
  coppice_model* wide = NULL;
  check_ok(coppice_model_load_buffer(json, (int64_t)size, &wide));
  free(json);
  coppice_model* const again[] = {reloaded(wide, "json"), reloaded(wide, "cbor")};
  for (int i = 0; i < 4; ++i) {
    static const double kappa[LEARNERS] = {1e39, 1, 1, 0};
    const double x[FEATURES] = {7, rows[i], -7};
    for (int k = 0; k < 2; ++k) {
      double h[LEARNERS];
      check_ok(coppice_model_predict_row(again[k], COPPICE_LEARNERS, x, FEATURES, h, LEARNERS));
      for (int j = 0; j < LEARNERS; ++j)
        assert_true(h[j] == (theta[j] * rows[i] - kappa[j] >= 0 ? 1 : -1));
    }
  }
  char text[256];
  check_ok(coppice_model_learner(again[1], 0, text, sizeof text, NULL));
  assert_non_null(strstr(text, "\"theta\":[1e+39]"));
  coppice_model_free(again[0]);
  coppice_model_free(again[1]);
  coppice_model_free(wide);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unknown_members_are_skipped),
      cmocka_unit_test(unknown_options_are_dropped),
      cmocka_unit_test(members_are_there_once),
      cmocka_unit_test(many_members_are_compared_fast),
      cmocka_unit_test(the_unknown_is_absent),
      cmocka_unit_test(what_would_be_misread_is_refused),
      cmocka_unit_test(directions_may_be_doubles),
  };
  return cmocka_run_group_tests(tests, make_model, free_model);
}
