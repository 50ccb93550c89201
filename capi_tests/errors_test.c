/* Statuses and messages: every status has its name, the last error belongs to a thread, goes with
 * the next call, and is UTF-8 of bounded size whatever the caller passed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "training.h"

static void every_status_has_its_name(void** state) {
  (void)state;
#define NAMED(code) \
  { code, #code }
  const struct {
    coppice_status status;
    const char* name;
  } named[] = {
      NAMED(COPPICE_OK),
      NAMED(COPPICE_INVALID_ARGUMENT),
      NAMED(COPPICE_INVALID_HANDLE),
      NAMED(COPPICE_UNKNOWN_NAME),
      NAMED(COPPICE_INVALID_OPTION),
      NAMED(COPPICE_INVALID_DATA),
      NAMED(COPPICE_INVALID_STATE),
      NAMED(COPPICE_BUFFER_TOO_SMALL),
      NAMED(COPPICE_FILE_ERROR),
      NAMED(COPPICE_PARSE_ERROR),
      NAMED(COPPICE_MODEL_ERROR),
      NAMED(COPPICE_UNAVAILABLE),
      NAMED(COPPICE_CALLBACK_FAILED),
      NAMED(COPPICE_CANCELLED),
      NAMED(COPPICE_OUT_OF_MEMORY),
      NAMED(COPPICE_INTERNAL),
  };
  const int count = (int)(sizeof named / sizeof named[0]);
  int found = 0;
  for (int code = -10; code < 200; ++code) {
    const char* expected = "unknown status";
    for (int k = 0; k < count; ++k)
      if ((int)named[k].status == code) expected = named[k].name;
    assert_string_equal(coppice_status_name((coppice_status)code), expected);
    found += strcmp(expected, "unknown status") != 0;
  }
  assert_int_equal(found, count);
}

static void the_version_is_the_header_s(void** state) {
  (void)state;
  char expected[64];
  snprintf(expected, sizeof expected, "%d.%d.%d", COPPICE_VERSION_MAJOR, COPPICE_VERSION_MINOR,
           COPPICE_VERSION_PATCH);
  assert_string_equal(coppice_version(), expected);
  assert_string_equal(coppice_version(), COPPICE_VERSION);
}

static void a_call_clears_the_message(void** state) {
  (void)state;
  int64_t count = 0;
  assert_int_equal(coppice_catalogue_size(COPPICE_METHODS, NULL), COPPICE_INVALID_ARGUMENT);
  assert_string_not_equal(coppice_last_error(), "");
  assert_string_not_equal(coppice_last_error(), ""); /* asking does not clear it */
  assert_int_equal(coppice_catalogue_size(COPPICE_METHODS, &count), COPPICE_OK);
  assert_string_equal(coppice_last_error(), "");
  assert_true(count >= 1);
}

struct observed {
  char before[128], after[128];
};

static void* fail_elsewhere(void* argument) {
  struct observed* saw = argument;
  coppice_solver* solver = NULL;
  snprintf(saw->before, sizeof saw->before, "%s", coppice_last_error());
  coppice_solver_create(NULL, &solver);
  snprintf(saw->after, sizeof saw->after, "%s", coppice_last_error());
  return NULL;
}

static void the_message_belongs_to_the_thread(void** state) {
  (void)state;
  struct observed saw;
  pthread_t thread;
  assert_int_equal(coppice_catalogue_size(COPPICE_METHODS, NULL), COPPICE_INVALID_ARGUMENT);
  assert_int_equal(pthread_create(&thread, NULL, fail_elsewhere, &saw), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  assert_string_equal(saw.before, "");
  assert_string_equal(saw.after, "method is NULL; expected a pointer");
  assert_string_equal(coppice_last_error(), "out is NULL; expected a pointer");
}

/* Well-formed UTF-8 by the table of RFC 3629. */
static int is_utf8(const char* text) {
  const unsigned char* byte = (const unsigned char*)text;
  while (*byte != 0) {
    const unsigned char lead = *byte++;
    const int more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    if (lead >= 0x80 && (lead < 0xc2 || lead > 0xf4)) return 0;
    for (int k = 0; k < more; ++k) {
      unsigned char least = 0x80;
      unsigned char most = 0xbf;
      if (k == 0 && lead == 0xe0) least = 0xa0;
      if (k == 0 && lead == 0xed) most = 0x9f;
      if (k == 0 && lead == 0xf0) least = 0x90;
      if (k == 0 && lead == 0xf4) most = 0x8f;
      if (*byte < least || *byte > most) return 0;
      ++byte;
    }
  }
  return 1;
}

/* A message quotes the caller; bindings hand it to runtimes that insist on UTF-8. */
static void messages_are_utf8(void** state) {
  (void)state;
  coppice_solver* solver = NULL;
  coppice_dataset* data = NULL;
  char name[512];
  for (int shift = 0; shift < 4; ++shift) { /* a cut at any place inside a character */
    memset(name, 'x', sizeof name);
    for (int k = 0; k < 60; ++k) memcpy(name + shift + 4 * k, "\xf0\x9f\x8c\xb1", 4);
    name[shift + 240] = '\0';
    check_error(coppice_solver_create(name, &solver), COPPICE_UNKNOWN_NAME, "no method \"");
    assert_true(is_utf8(coppice_last_error()));
  }
  check_error(coppice_solver_create("cgens\xff\xc3", &solver), COPPICE_UNKNOWN_NAME, "cgens");
  assert_true(is_utf8(coppice_last_error()));
  check_error(coppice_dataset_parse_svmlight("\x80\xfe:1 2", 6, 0, &data), COPPICE_PARSE_ERROR,
              "line 1, column 1");
  assert_true(is_utf8(coppice_last_error()));

  /* What is listed is quoted as well: bytes that are not text, and a list that is cut. */
  const char cells[] = "b\xff,c\x01,d\n1,2,3\n";
  check_error(parse_csv(cells, sizeof cells - 1, "an unlikely name", &data), COPPICE_PARSE_ERROR,
              "no cell is|b\\xff|expected one of");
  assert_true(is_utf8(coppice_last_error()));
  char wide[4096] = "";
  for (int shift = 0; shift < 4; ++shift) {
    size_t size = (size_t)shift;
    memset(wide, 'x', size);
    for (int k = 0; k < 600; ++k)
      size += (size_t)sprintf(wide + size, "%s\u00e9", k % 25 ? "" : ",");
    check_error(parse_csv(wide, (int64_t)size, "an unlikely name", &data), COPPICE_PARSE_ERROR,
                "expected one of|\u00e9,");
    assert_true(strlen(coppice_last_error()) > 1000);
    assert_true(is_utf8(coppice_last_error()));
  }
  assert_null(data);
}

static void messages_are_bounded(void** state) {
  (void)state;
  static char path[100000];
  coppice_model* model = NULL;
  memset(path, 'p', sizeof path - 1);
  check_error(coppice_model_load(path, &model), COPPICE_FILE_ERROR, "cannot open|pppp");
  assert_true(strlen(coppice_last_error()) < 1024);
  memset(path, '\n', sizeof path - 1);
  check_error(coppice_model_load(path, &model), COPPICE_FILE_ERROR, "cannot open|\\x0a");
  assert_null(strchr(coppice_last_error(), '\n'));
}

/* No name is so long, and no choice so large, that finding the nearest takes long. */
static void suggestions_are_quick(void** state) {
  (void)state;
  enum { COLUMNS = 20000, LONG = 100000 };
  static char header[COLUMNS * 8 + 1];
  static char name[LONG + 1];
  size_t size = 0;
  coppice_dataset* data = NULL;
  for (int d = 0; d < COLUMNS; ++d)
    size += (size_t)sprintf(header + size, "%sc%d", d ? "," : "", d);
  memset(name, 'q', LONG);
  const double start = seconds_now();
  check_error(parse_csv(header, (int64_t)size, name, &data), COPPICE_PARSE_ERROR,
              "no cell is \"qqq|expected one of: c0, c1");
  check_error(parse_csv(header, (int64_t)size, "c1999x", &data), COPPICE_PARSE_ERROR,
              "did you mean \"c1999\"?");
  assert_true(seconds_now() - start < 5);
  assert_null(data);
}

/* Counts the storage of each thread that the object which holds an address asks for. */
static int count_thread_storage(struct dl_phdr_info* info, size_t size, void* data) {
  size_t* counted = data; /* the address; then what was counted, and whether it was found */
  size_t storage = 0;
  int holds = 0;
  (void)size;
  for (int k = 0; k < info->dlpi_phnum; ++k) {
    const ElfW(Phdr)* part = &info->dlpi_phdr[k];
    const size_t begin = info->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_LOAD && counted[0] >= begin && counted[0] < begin + part->p_memsz)
      holds = 1;
    if (part->p_type == PT_TLS) storage += part->p_memsz;
  }
  if (!holds) return 0;
  counted[1] = storage;
  counted[2] = 1;
  return 1;
}

/* In a library that is loaded late, the dynamic linker would allocate such storage at its first
 * use, and end the process where it cannot. */
static void the_library_has_no_thread_storage(void** state) {
  (void)state;
  size_t counted[3] = {(size_t)coppice_version(), 0, 0};
  dl_iterate_phdr(count_thread_storage, counted);
  assert_true(counted[2] == 1);
  assert_int_equal(counted[1], 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_status_has_its_name),
      cmocka_unit_test(the_version_is_the_header_s),
      cmocka_unit_test(a_call_clears_the_message),
      cmocka_unit_test(the_message_belongs_to_the_thread),
      cmocka_unit_test(messages_are_utf8),
      cmocka_unit_test(messages_are_bounded),
      cmocka_unit_test(suggestions_are_quick),
      cmocka_unit_test(the_library_has_no_thread_storage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
