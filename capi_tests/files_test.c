/* Files as a system can make them hard: signals, pipes, links, permissions, what crashes have left
 * behind, and little room on the stack. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bytes.h"
#include "synthetic.h"
#include "training.h"

static coppice_model* model;
static char* json;
static int64_t json_size;

static int make_model(void** state) {
  (void)state;
  coppice_dataset* data = noisy_examples(200, 5, 3);
  model = fit_model(data, 12, "yes");
  coppice_model_save_buffer(model, "json", NULL, 0, &json_size);
  json = malloc((size_t)json_size);
  assert_non_null(json);
  check_ok(coppice_model_save_buffer(model, "json", json, json_size, &json_size));
  coppice_dataset_free(data);
  return system("rm -rf files_test_dir && mkdir files_test_dir");
}

static int free_model(void** state) {
  (void)state;
  free(json);
  coppice_model_free(model);
  return system("rm -rf files_test_dir");
}

static void expect_the_model_in(const char* path) {
  size_t size = 0;
  unsigned char* bytes = read_bytes(path, &size);
  assert_int_equal(size, json_size);
  assert_memory_equal(bytes, json, size);
  free(bytes);
}

static int permissions_of(const char* path) {
  struct stat status;
  assert_int_equal(stat(path, &status), 0);
  return (int)(status.st_mode & 07777);
}

static int files_in(const char* directory) {
  char command[128];
  snprintf(command, sizeof command, "exit $(ls -A %s | wc -l)", directory);
  return WEXITSTATUS(system(command));
}

/* What the library synchronises, in the order in which it does: this fsync comes before that of the
 * C library. */
static int synchronised_files, synchronised_folders, file_was_in_place;

int fsync(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) == 0) {
    if (S_ISDIR(status.st_mode)) {
      ++synchronised_folders;
      file_was_in_place = access("files_test_dir/m.json", F_OK) == 0;
    } else {
      ++synchronised_files;
    }
  }
  return (int)syscall(SYS_fsync, descriptor);
}

static void a_save_is_on_the_disk(void** state) {
  (void)state;
  synchronised_files = synchronised_folders = file_was_in_place = 0;
  check_ok(coppice_model_save(model, "files_test_dir/m.json"));
  assert_int_equal(synchronised_files, 1);
  assert_int_equal(synchronised_folders, 1);
  assert_true(file_was_in_place);
  expect_the_model_in("files_test_dir/m.json");
  assert_int_equal(remove("files_test_dir/m.json"), 0);
}

static void permissions_stay(void** state) {
  (void)state;
  const mode_t mask = umask(022);
  const int modes[] = {0600, 0640, 0664, 0400};
  check_ok(coppice_model_save(model, "files_test_dir/m.json"));
  assert_int_equal(permissions_of("files_test_dir/m.json"), 0644);
  for (int k = 0; k < 4; ++k) {
    write_bytes("files_test_dir/m.json", "old", 3);
    assert_int_equal(chmod("files_test_dir/m.json", (mode_t)modes[k]), 0);
    check_ok(coppice_model_save(model, "files_test_dir/m.json"));
    assert_int_equal(permissions_of("files_test_dir/m.json"), modes[k]);
    expect_the_model_in("files_test_dir/m.json");
    assert_int_equal(remove("files_test_dir/m.json"), 0);
  }
  umask(mask);
}

static int is_link(const char* path) {
  struct stat status;
  return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

static void links_are_followed(void** state) {
  (void)state;
  assert_int_equal(mkdir("files_test_dir/real", 0777), 0);
  write_bytes("files_test_dir/real/m.json", "old", 3);
  assert_int_equal(symlink("real/m.json", "files_test_dir/one.json"), 0);
  assert_int_equal(symlink("one.json", "files_test_dir/two.json"), 0);
  assert_int_equal(symlink("real/new.json", "files_test_dir/dangling.json"), 0);
  assert_int_equal(symlink("circle.json", "files_test_dir/circle.json"), 0);
  check_ok(coppice_model_save(model, "files_test_dir/two.json"));
  check_ok(coppice_model_save(model, "files_test_dir/dangling.json"));
  check_error(coppice_model_save(model, "files_test_dir/circle.json"), COPPICE_FILE_ERROR,
              "cannot write|files_test_dir/circle.json|links");
  assert_true(is_link("files_test_dir/circle.json"));
  assert_true(is_link("files_test_dir/one.json"));
  assert_true(is_link("files_test_dir/two.json"));
  assert_true(is_link("files_test_dir/dangling.json"));
  expect_the_model_in("files_test_dir/real/m.json");
  expect_the_model_in("files_test_dir/real/new.json");
  assert_int_equal(files_in("files_test_dir/real"), 2);
  assert_int_equal(files_in("files_test_dir"), 5);
  assert_int_equal(system("rm -r files_test_dir/*"), 0);
}

static void what_crashes_left_is_in_nobody_s_way(void** state) {
  (void)state;
  for (int k = 0; k < 200; ++k) {
    char path[64];
    snprintf(path, sizeof path, "files_test_dir/m.json.part%d", k);
    write_bytes(path, "left", 4);
  }
  check_ok(coppice_model_save(model, "files_test_dir/m.json"));
  expect_the_model_in("files_test_dir/m.json");
  assert_int_equal(files_in("files_test_dir"), 201);
  assert_int_equal(system("rm files_test_dir/*"), 0);
}

static void ignore_signal(int number) {
  (void)number;
}

/* A child that writes the bytes to a pipe in two parts, slowly, while signals keep coming. */
static pid_t slow_writer(const char* path, const char* bytes, size_t size) {
  const pid_t child = fork();
  if (child != 0) return child;
  const int to = open(path, O_WRONLY);
  usleep(50000);
  ssize_t written = write(to, bytes, size / 2);
  usleep(50000);
  while (written >= 0 && (size_t)written < size) {
    const ssize_t more = write(to, bytes + written, size - (size_t)written);
    written = more < 0 ? -1 : written + more;
  }
  _exit(written == (ssize_t)size ? 0 : 1);
}

static void signals_do_not_end_reading(void** state) {
  (void)state;
  static const char text[] = "1 1:0.5\n-1 2:3\n";
  struct sigaction action, before;
  const struct itimerval often = {{0, 3000}, {0, 3000}}, never = {{0, 0}, {0, 0}};
  memset(&action, 0, sizeof action);
  action.sa_handler = ignore_signal; /* without SA_RESTART */
  assert_int_equal(mkfifo("files_test_dir/pipe", 0600), 0);
  assert_int_equal(sigaction(SIGALRM, &action, &before), 0);
  for (int k = 0; k < 2; ++k) {
    const pid_t child = k == 0 ? slow_writer("files_test_dir/pipe", json, (size_t)json_size)
                               : slow_writer("files_test_dir/pipe", text, sizeof text - 1);
    coppice_model* read_model = NULL;
    coppice_dataset* read_data = NULL;
    int status = -1;
    assert_true(child > 0);
    assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
    const coppice_status got =
        k == 0 ? coppice_model_load("files_test_dir/pipe", &read_model)
               : coppice_dataset_read_svmlight("files_test_dir/pipe", 0, &read_data);
    assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
    check_ok(got);
    while (waitpid(child, &status, 0) < 0) continue;
    assert_int_equal(status, 0);
    if (k == 0) assert_int_equal(learners_of(read_model), learners_of(model));
    if (k == 1) assert_int_equal(rows_of(read_data), 2);
    coppice_model_free(read_model);
    coppice_dataset_free(read_data);
  }
  assert_int_equal(sigaction(SIGALRM, &before, NULL), 0);
  assert_int_equal(remove("files_test_dir/pipe"), 0);
}

/* What is not an ordinary file is not replaced by one. */
static void a_pipe_is_written_to(void** state) {
  (void)state;
  struct stat status;
  assert_int_equal(mkfifo("files_test_dir/pipe.json", 0600), 0);
  const pid_t child = fork();
  if (child == 0) _exit(system("cat files_test_dir/pipe.json > files_test_dir/read.json") != 0);
  assert_true(child > 0);
  check_ok(coppice_model_save(model, "files_test_dir/pipe.json"));
  int ended = -1;
  assert_int_equal(waitpid(child, &ended, 0), child);
  assert_int_equal(ended, 0);
  expect_the_model_in("files_test_dir/read.json");
  assert_int_equal(stat("files_test_dir/pipe.json", &status), 0);
  assert_true(S_ISFIFO(status.st_mode));
  assert_int_equal(system("rm files_test_dir/*"), 0);
}

/* Statuses of the calls, made where cmocka cannot look. */
static coppice_status called[8];

static void* use_little_stack(void* data) {
  double row[5] = {0.1, 0.9, 0.4, 0.6, 0.2}, value;
  coppice_model *from_file = NULL, *from_memory = NULL, *fitted = NULL;
  coppice_dataset* read_data = NULL;
  coppice_solver* solver = NULL;
  called[0] = coppice_model_save(model, "files_test_dir/m.cbor");
  called[1] = coppice_model_load("files_test_dir/m.cbor", &from_file);
  called[2] = coppice_model_load_buffer(json, json_size, &from_memory);
  called[3] = coppice_model_predict_row(from_file, COPPICE_PROBABILITY, row, 5, &value, 1);
  called[4] = coppice_dataset_read_svmlight(data, 0, &read_data);
  called[5] = coppice_solver_create("cgens", &solver);
  called[6] = coppice_solver_set_int(solver, "learners", 20);
  called[7] = coppice_solver_fit(solver, read_data, &fitted);
  coppice_model_free(from_file);
  coppice_model_free(from_memory);
  coppice_model_free(fitted);
  coppice_solver_free(solver);
  coppice_dataset_free(read_data);
  return NULL;
}

static void a_little_stack_is_enough(void** state) {
  (void)state;
  enum { STACK = 48 << 10 };
  char path[1024];
  pthread_attr_t attributes;
  pthread_t thread;
  snprintf(path, sizeof path, "%s", data_path("votes.svm"));
  assert_int_equal(pthread_attr_init(&attributes), 0);
  assert_int_equal(pthread_attr_setstacksize(&attributes, STACK), 0);
  assert_int_equal(pthread_create(&thread, &attributes, use_little_stack, path), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  pthread_attr_destroy(&attributes);
  for (int k = 0; k < 8; ++k)
    assert_int_equal(called[k], k == 3 ? COPPICE_UNAVAILABLE : COPPICE_OK);
  assert_int_equal(remove("files_test_dir/m.cbor"), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_save_is_on_the_disk),
      cmocka_unit_test(permissions_stay),
      cmocka_unit_test(links_are_followed),
      cmocka_unit_test(what_crashes_left_is_in_nobody_s_way),
      cmocka_unit_test(signals_do_not_end_reading),
      cmocka_unit_test(a_pipe_is_written_to),
      cmocka_unit_test(a_little_stack_is_enough),
  };
  return cmocka_run_group_tests(tests, make_model, free_model);
}
