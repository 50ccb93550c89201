/* Runs a fuzz target on every file of the folder given, as libFuzzer does with -runs=0: how
 * ordinary builds keep to what fuzzing has found. */
#include <dirent.h>

#include "bytes.h"
#include "fuzz.h"

int main(int argc, char** argv) {
  assert_int_equal(argc, 2);
  DIR* folder = opendir(argv[1]);
  assert_non_null(folder);
  int files = 0;
  for (const struct dirent* entry; (entry = readdir(folder)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
    printf("%s\n", entry->d_name);
    size_t size = 0;
    unsigned char* bytes = read_bytes(path, &size);
    unsigned char* exact = malloc(size > 0 ? size : 1);
    assert_non_null(exact);
    memcpy(exact, bytes, size);
    assert_int_equal(LLVMFuzzerTestOneInput(exact, size), 0);
    free(exact);
    free(bytes);
    ++files;
  }
  closedir(folder);
  printf("%d files\n", files);
  return files > 0 ? 0 : 1;
}
