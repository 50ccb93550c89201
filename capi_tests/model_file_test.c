/* Saving and loading: a loaded model is the saved one, bit for bit, in either format, through a
 * file or memory; a save that fails leaves nothing behind and what was there untouched. */
#define _POSIX_C_SOURCE 200809L
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "model_bytes.h"
#include "synthetic.h"

enum { ROWS = 200, FEATURES = 5, LEARNERS = 12 };

static coppice_dataset* data;
static coppice_model* model;

static int make_model(void** state) {
  (void)state;
  data = noisy_examples(ROWS, FEATURES, 3);
  model = fit_model(data, LEARNERS, "yes");
  return 0;
}

static int free_model(void** state) {
  (void)state;
  coppice_dataset_free(data);
  coppice_model_free(model);
  return 0;
}

static void expect_same_predictions(const coppice_model* a, const coppice_model* b) {
  const coppice_output outputs[] = {COPPICE_DECISION, COPPICE_CLASS, COPPICE_STAGED,
                                    COPPICE_LEARNERS, COPPICE_MAP};
  static double from_a[ROWS * LEARNERS], from_b[ROWS * LEARNERS];
  for (int k = 0; k < 5; ++k) {
    int64_t width = -1, other = -2;
    check_ok(coppice_model_output_width(a, outputs[k], &width));
    check_ok(coppice_model_output_width(b, outputs[k], &other));
    assert_int_equal(width, other);
    assert_true(width >= 1 && width <= LEARNERS);
    check_ok(coppice_model_predict_dataset(a, outputs[k], data, 1, from_a, ROWS * width));
    check_ok(coppice_model_predict_dataset(b, outputs[k], data, 1, from_b, ROWS * width));
    assert_memory_equal(from_a, from_b, (size_t)(ROWS * width) * sizeof *from_a);
  }
}

static void expect_same_quantities(const coppice_model* a, const coppice_model* b) {
  char text_a[4096], text_b[4096];
  for (int type = COPPICE_INT; type <= COPPICE_ARRAY; ++type) {
    const int64_t count = quantities_of(a, (coppice_quantity_type)type);
    assert_true(count > 0);
    assert_int_equal(quantities_of(b, (coppice_quantity_type)type), count);
    for (int64_t k = 0; k < count; ++k) {
      char* name = quantity_name(a, (coppice_quantity_type)type, k);
      char* name_b = quantity_name(b, (coppice_quantity_type)type, k);
      assert_string_equal(name, name_b);
      check_same_quantity(a, b, (coppice_quantity_type)type, name);
      free(name);
      free(name_b);
    }
  }
  for (int64_t k = 0; k < 2; ++k) {
    check_ok(coppice_model_class_name(a, k, text_a, sizeof text_a, NULL));
    check_ok(coppice_model_class_name(b, k, text_b, sizeof text_b, NULL));
    assert_string_equal(text_a, text_b);
  }
  for (int64_t j = 0; j < learners_of(a); ++j) {
    check_ok(coppice_model_learner(a, j, text_a, sizeof text_a, NULL));
    check_ok(coppice_model_learner(b, j, text_b, sizeof text_b, NULL));
    assert_string_equal(text_a, text_b);
  }
}

static coppice_model* loaded(const void* bytes, size_t size) {
  coppice_model* result = NULL;
  check_ok(coppice_model_load_buffer(bytes, (int64_t)size, &result));
  return result;
}

static void a_loaded_model_is_the_saved_one(void** state) {
  (void)state;
  const char* const formats[] = {"json", "cbor"};
  for (int k = 0; k < 2; ++k) {
    char path[64];
    size_t size = 0, file_size = 0, again_size = 0;
    coppice_model* from_file = NULL;
    char* bytes = saved_bytes(model, formats[k], 0, &size);
    coppice_model* from_memory = loaded(bytes, size);
    expect_same_predictions(model, from_memory);
    expect_same_quantities(model, from_memory);

    snprintf(path, sizeof path, "model_file_test.%s", formats[k]);
    check_ok(coppice_model_save(model, path));
    unsigned char* file_bytes = read_bytes(path, &file_size);
    assert_int_equal(file_size, size);
    assert_memory_equal(file_bytes, bytes, size); /* the same every time, in file and memory */
    check_ok(coppice_model_load(path, &from_file));
    expect_same_predictions(model, from_file);
    expect_same_quantities(model, from_file);

    char* again = saved_bytes(from_file, formats[k], 0, &again_size);
    assert_int_equal(again_size, size);
    assert_memory_equal(again, bytes, size); /* nothing is lost, nothing is added */
    assert_int_equal(remove(path), 0);
    free(again);
    free(file_bytes);
    free(bytes);
    coppice_model_free(from_file);
    coppice_model_free(from_memory);
  }
}

static void both_formats_have_the_same_content(void** state) {
  (void)state;
  size_t json_size = 0, cbor_size = 0, again_size = 0;
  char* json = saved_bytes(model, "json", 0, &json_size);
  char* cbor = saved_bytes(model, "cbor", 0, &cbor_size);
  coppice_model* from_cbor = loaded(cbor, cbor_size);
  char* again = saved_bytes(from_cbor, "json", 0, &again_size);
  assert_true(cbor_size < json_size);
  assert_int_equal(again_size, json_size);
  assert_memory_equal(again, json, json_size);
  assert_int_equal(json[json_size - 1], '\n');
  assert_null(memchr(json, '\0', json_size));
  free(json);
  free(cbor);
  free(again);
  coppice_model_free(from_cbor);
}

/* The sign of a zero is part of a number's bits. */
static void zeros_keep_their_sign(void** state) {
  (void)state;
  const char* const formats[] = {"json", "cbor"};
  size_t size = 0;
  char* json = saved_bytes(model, "json", 0, &size);
  /* The shortest edit that needs no other: the bias, whatever it is, becomes -0.0 and blanks. */
  char* bias = find_bytes(json, size, "\"bias\":[", 8);
  assert_non_null(bias);
  for (bias += 8; *bias != ']'; ++bias) *bias = ' ';
  memcpy(bias - 4, "-0.0", 4);
  assert_true(fit_header(json, size));
  coppice_model* negative = loaded(json, size);
  free(json);
  for (int k = 0; k < 2; ++k) {
    char* bytes = saved_bytes(negative, formats[k], 0, &size);
    coppice_model* again = loaded(bytes, size);
    double* values = array_of(again, "bias", NULL);
    assert_true(values[0] == 0 && signbit(values[0]));
    free(values);
    free(bytes);
    coppice_model_free(again);
  }
  coppice_model_free(negative);
}

static void class_names_survive(void** state) {
  (void)state;
  const char* const names[] = {"a \"quoted\" \\ name\n\t\x01",
                               "\xc3\xa9t\xc3\xa9 \xf0\x9f\x8c\xb1"};
  const char* const formats[] = {"json", "cbor"};
  const char* labels[20];
  double x[20];
  coppice_dataset* named = NULL;
  for (int i = 0; i < 20; ++i) {
    x[i] = i;
    labels[i] = names[i / 10];
  }
  check_ok(coppice_dataset_create_dense(x, 20, 20, 1, 1, 1, &named));
  check_ok(coppice_dataset_set_label_names(named, labels, 20));
  coppice_model* original = fit_model(named, 1, "no");
  for (int k = 0; k < 2; ++k) {
    size_t size = 0;
    char* bytes = saved_bytes(original, formats[k], 0, &size);
    coppice_model* again = loaded(bytes, size);
    for (int c = 0; c < 2; ++c) {
      char name[64];
      check_ok(coppice_model_class_name(again, c, name, sizeof name, NULL));
      assert_string_equal(name, names[c]);
    }
    free(bytes);
    coppice_model_free(again);
  }
  coppice_model_free(original);
  coppice_dataset_free(named);
}

static void the_extension_is_the_format(void** state) {
  (void)state;
  const char* const paths[] = {"model", "model.txt", "model.JSON", "model.json.gz",
                               "json",  ".json",     "model.",     ""};
  for (int k = 0; k < 8; ++k) {
    check_error(coppice_model_save(model, paths[k]), COPPICE_UNKNOWN_NAME, ".json|.cbor|expected");
    assert_null(fopen(paths[k], "rb"));
  }
}

/* In one locale the decimal point is a comma, in the other a character of two bytes. */
static void the_locale_does_not_matter(void** state) {
  (void)state;
  static const char* const locales[] = {"de_DE.UTF-8", "ps_AF.UTF-8"};
  size_t size = 0, there_size = 0;
  char* here = saved_bytes(model, "json", 0, &size);
  for (size_t k = 0; k < 2; ++k) {
    if (setlocale(LC_ALL, locales[k]) == NULL)
      fail_msg("there is no locale %s: install the package locales-all", locales[k]);
    assert_int_equal(strlen(localeconv()->decimal_point), k + 1);
    char* there = saved_bytes(model, "json", 0, &there_size);
    assert_int_equal(there_size, size);
    assert_memory_equal(there, here, size);
    coppice_model* read_there = loaded(here, size);
    setlocale(LC_ALL, "C");
    expect_same_predictions(model, read_there);
    expect_same_quantities(model, read_there);
    coppice_model_free(read_there);
    free(there);
  }
  free(here);
}

static int is_there(const char* path) {
  struct stat status;
  return stat(path, &status) == 0;
}

static void expect_nothing_but(const char* directory, const char* file) {
  char command[256];
  snprintf(command, sizeof command, "test \"$(ls -A %s)\" = \"%s\"", directory, file);
  assert_int_equal(system(command), 0);
}

static void a_failed_save_leaves_nothing(void** state) {
  (void)state;
  assert_int_equal(system("rm -rf model_file_dir && mkdir model_file_dir"), 0);
  check_error(coppice_model_save(model, "model_file_dir/none/m.json"), COPPICE_FILE_ERROR,
              "cannot write|model_file_dir/none/m.json|No such file");
  assert_int_equal(mkdir("model_file_dir/taken.json", 0777), 0);
  check_error(coppice_model_save(model, "model_file_dir/taken.json"), COPPICE_FILE_ERROR,
              "cannot write|taken.json|directory");
  expect_nothing_but("model_file_dir", "taken.json");
  expect_nothing_but("model_file_dir/taken.json", "");
  assert_int_equal(system("rm -r model_file_dir"), 0);
}

/* A disk that fills up, played by a limit on the size of files. */
static void a_full_disk_leaves_the_old_file(void** state) {
  (void)state;
  struct rlimit unlimited, small;
  size_t size = 0;
  coppice_model* old = NULL;
  assert_int_equal(system("rm -rf model_file_dir && mkdir model_file_dir"), 0);
  check_ok(coppice_model_save(model, "model_file_dir/m.json"));
  unsigned char* before = read_bytes("model_file_dir/m.json", &size);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &unlimited), 0);
  small = unlimited;
  small.rlim_cur = 100;
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  const coppice_status existing = coppice_model_save(model, "model_file_dir/m.json");
  char message[1024];
  snprintf(message, sizeof message, "%s", coppice_last_error());
  const coppice_status fresh = coppice_model_save(model, "model_file_dir/fresh.cbor");
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &unlimited), 0);
  signal(SIGXFSZ, SIG_DFL);
  assert_int_equal(existing, COPPICE_FILE_ERROR);
  assert_int_equal(fresh, COPPICE_FILE_ERROR);
  assert_non_null(strstr(message, "cannot write"));
  assert_non_null(strstr(message, "model_file_dir/m.json"));
  assert_non_null(strstr(message, "File too large"));
  expect_nothing_but("model_file_dir", "m.json");
  size_t size_after = 0;
  unsigned char* after = read_bytes("model_file_dir/m.json", &size_after);
  assert_int_equal(size_after, size);
  assert_memory_equal(after, before, size);
  check_ok(coppice_model_load("model_file_dir/m.json", &old));
  coppice_model_free(old);
  free(before);
  free(after);
  assert_int_equal(system("rm -r model_file_dir"), 0);
}

static void a_save_replaces_the_file(void** state) {
  (void)state;
  coppice_model* found = NULL;
  write_bytes("model_file_old.json", "something else", 14);
  write_bytes("model_file_old.json.part0", "left by a crash", 15);
  check_ok(coppice_model_save(model, "model_file_old.json"));
  check_ok(coppice_model_load("model_file_old.json", &found));
  expect_same_quantities(model, found);
  coppice_model_free(found);
  assert_true(is_there("model_file_old.json.part0")); /* not ours: never overwritten */
  assert_false(is_there("model_file_old.json.part1"));
  remove("model_file_old.json");
  remove("model_file_old.json.part0");
}

static void other_files_are_refused(void** state) {
  (void)state;
  coppice_model* none = NULL;
  write_bytes("model_file_other.json", "1 1:2 2:3\n", 10);
  check_error(coppice_model_load("model_file_other.json", &none), COPPICE_MODEL_ERROR,
              "not a coppice model|1 1:2 2:3");
  write_bytes("model_file_other.json", "", 0);
  check_error(coppice_model_load("model_file_other.json", &none), COPPICE_MODEL_ERROR,
              "not a coppice model");
  check_error(coppice_model_load(".", &none), COPPICE_FILE_ERROR, "\".\"|directory");
  check_error(coppice_model_load(data_path("iris.svm"), &none), COPPICE_MODEL_ERROR,
              "not a coppice model");
  assert_null(none);
  remove("model_file_other.json");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_loaded_model_is_the_saved_one),
      cmocka_unit_test(both_formats_have_the_same_content),
      cmocka_unit_test(zeros_keep_their_sign),
      cmocka_unit_test(class_names_survive),
      cmocka_unit_test(the_extension_is_the_format),
      cmocka_unit_test(the_locale_does_not_matter),
      cmocka_unit_test(a_failed_save_leaves_nothing),
      cmocka_unit_test(a_full_disk_leaves_the_old_file),
      cmocka_unit_test(a_save_replaces_the_file),
      cmocka_unit_test(other_files_are_refused),
  };
  return cmocka_run_group_tests(tests, make_model, free_model);
}
