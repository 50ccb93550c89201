/* See support.h. */
#define _GNU_SOURCE
#include "support.h"

#include <malloc.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

void fail(const char* format, ...) {
  va_list parts;
  va_start(parts, format);
  vfprintf(stderr, format, parts);
  va_end(parts);
  fputc('\n', stderr);
  exit(1);
}

void must_at(coppice_status status, const char* call) {
  if (status != COPPICE_OK) fail("%s: %s", call, coppice_last_error());
}

void* allocate(int64_t count, size_t size) {
  void* result = calloc((size_t)count + 1, size);
  if (result == NULL) fail("out of memory");
  return result;
}

/* ---- arguments ---- */

static char asked[1024]; /* the names that were asked for, each between spaces */

const char* argument(int argc, char** argv, const char* name, const char* otherwise) {
  if (strlen(asked) + strlen(name) + 3 > sizeof asked) fail("too many arguments");
  strcat(strcat(strcat(asked, " --"), name), " ");
  for (int k = 1; k + 1 < argc; k += 2)
    if (strncmp(argv[k], "--", 2) == 0 && strcmp(argv[k] + 2, name) == 0) return argv[k + 1];
  return otherwise;
}

int64_t whole_argument(int argc, char** argv, const char* name, int64_t otherwise) {
  const char* text = argument(argc, argv, name, NULL);
  return text != NULL ? strtoll(text, NULL, 10) : otherwise;
}

double real_argument(int argc, char** argv, const char* name, double otherwise) {
  const char* text = argument(argc, argv, name, NULL);
  return text != NULL ? strtod(text, NULL) : otherwise;
}

void no_more_arguments(int argc, char** argv) {
  for (int k = 1; k < argc; k += 2) {
    char name[256];
    snprintf(name, sizeof name, " %s ", argv[k]);
    if (k + 1 == argc || strstr(asked, name) == NULL)
      fail("%s\nknown arguments, each with a value:%s", argv[k], asked);
  }
}

const char* data_folder(int argc, char** argv) {
  const char* folder = argument(argc, argv, "data", getenv("COPPICE_DATA"));
  if (folder == NULL) fail("expected --data FOLDER, or COPPICE_DATA in the environment");
  return folder;
}

/* ---- data ---- */

coppice_dataset* load(const char* folder, const char* name, int64_t features) {
  static const char* const endings[] = {"svm", "svm.gz"};
  for (int k = 0; k < 2; ++k) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.%s", folder, name, endings[k]);
    if (access(path, R_OK) != 0) continue;
    coppice_dataset* data = NULL;
    must(coppice_dataset_read_svmlight(path, features, &data));
    return data;
  }
  fail("%s has neither %s.svm nor %s.svm.gz", folder, name, name);
  return NULL;
}

coppice_dataset* made_of(const double* x, const double* labels, int64_t rows, int64_t features) {
  coppice_dataset* result = NULL;
  must(coppice_dataset_create_dense(x, rows * features, rows, features, features, 1, &result));
  must(coppice_dataset_set_labels(result, labels, rows));
  return result;
}

coppice_dataset* chosen_rows(const coppice_dataset* data, const int64_t* rows, int64_t count) {
  coppice_dataset* result = NULL;
  must(coppice_dataset_subset(data, rows, count, &result));
  return result;
}

coppice_dataset* first_rows(const coppice_dataset* data, int64_t rows) {
  int64_t* all = allocate(rows, sizeof *all);
  for (int64_t i = 0; i < rows; ++i) all[i] = i;
  coppice_dataset* result = chosen_rows(data, all, rows);
  free(all);
  return result;
}

int64_t rows_of(const coppice_dataset* data) {
  int64_t value = 0;
  must(coppice_dataset_rows(data, &value));
  return value;
}

int64_t features_of(const coppice_dataset* data) {
  int64_t value = 0;
  must(coppice_dataset_features(data, &value));
  return value;
}

coppice_dataset* load_odd_even(const char* folder, const char* name) {
  coppice_dataset* data = load(folder, name, 784);
  const int64_t rows = rows_of(data);
  int64_t* classes = allocate(rows, sizeof *classes);
  double* labels = allocate(rows, sizeof *labels);
  must(coppice_dataset_copy_labels(data, classes, rows));
  for (int64_t i = 0; i < rows; ++i) {
    char text[16];
    must(coppice_dataset_class_name(data, classes[i], text, sizeof text, NULL));
    labels[i] = atoi(text) % 2 == 0 ? 1 : -1;
  }
  must(coppice_dataset_set_labels(data, labels, rows));
  free(labels);
  free(classes);
  return data;
}

/* ---- fits ---- */

void set_options(coppice_solver* solver, const char* options) {
  char text[512];
  if (strlen(options) >= sizeof text) fail("options too long: %s", options);
  strcpy(text, options);
  for (char* option = strtok(text, " "); option != NULL; option = strtok(NULL, " ")) {
    char* value = strchr(option, '=');
    if (value == NULL) fail("%s: expected name=value", option);
    *value++ = '\0';
    must(coppice_solver_set_string(solver, option, value));
  }
}

coppice_solver* cgens(const char* options) {
  coppice_solver* solver = NULL;
  must(coppice_solver_create("cgens", &solver));
  set_options(solver, options);
  return solver;
}

coppice_model* fit(coppice_solver* solver, coppice_dataset* data) {
  coppice_model* model = NULL;
  must(coppice_solver_fit(solver, data, &model));
  return model;
}

coppice_model* timed_fit(coppice_solver* solver, coppice_dataset* data, fit_cost* cost) {
  malloc_trim(0); /* what was freed before is not what this fit needs */
  forget_peak();
  cost->before = resident_megabytes();
  const double wall = wall_seconds();
  const double cpu = cpu_seconds();
  coppice_model* model = fit(solver, data);
  cost->wall = wall_seconds() - wall;
  cost->cpu = cpu_seconds() - cpu;
  cost->peak = peak_megabytes();
  return model;
}

double error_rate(const coppice_model* model, const coppice_dataset* data) {
  double value = 0;
  must(coppice_model_error_rate(model, data, 1, &value));
  return value;
}

double quantity(const coppice_model* model, const char* name) {
  double value = 0;
  must(coppice_model_get_double(model, name, &value));
  return value;
}

int64_t count_of(const coppice_model* model, const char* name) {
  int64_t value = 0;
  must(coppice_model_get_int(model, name, &value));
  return value;
}

double* array_of(const coppice_model* model, const char* name, int64_t* size) {
  int64_t needed = 0;
  coppice_model_get_array(model, name, NULL, 0, &needed);
  double* values = allocate(needed, sizeof *values);
  must(coppice_model_get_array(model, name, values, needed, &needed));
  if (size != NULL) *size = needed;
  return values;
}

/* ---- clocks and memory ---- */

double wall_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double seconds_of(struct timeval time) {
  return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

double cpu_seconds(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
}

/* A line such as "VmHWM:     1234 kB" of /proc/self/status, in megabytes. */
static double status_megabytes(const char* name) {
  FILE* file = fopen("/proc/self/status", "r");
  char line[256];
  double kilobytes = 0;
  while (file != NULL && fgets(line, sizeof line, file) != NULL)
    if (strncmp(line, name, strlen(name)) == 0) kilobytes = strtod(line + strlen(name), NULL);
  if (file != NULL) fclose(file);
  return kilobytes / 1024;
}

void forget_peak(void) {
  FILE* file = fopen("/proc/self/clear_refs", "w");
  if (file == NULL) return;
  fputs("5", file);
  fclose(file);
}

double peak_megabytes(void) {
  return status_megabytes("VmHWM:");
}

double resident_megabytes(void) {
  return status_megabytes("VmRSS:");
}

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a;
  const double y = *(const double*)b;
  return (x > y) - (x < y);
}

double median(double* values, int64_t count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

/* ---- random numbers ---- */

uint64_t random_word(uint64_t* state) {
  uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

double random_unit(uint64_t* state) {
  return (double)(random_word(state) >> 11) / 9007199254740992.0;
}

double random_normal(uint64_t* state) {
  const double radius = sqrt(-2 * log(1 - random_unit(state)));
  return radius * cos(6.283185307179586 * random_unit(state));
}

void random_order(int64_t* order, int64_t count, uint64_t* state) {
  for (int64_t k = 0; k < count; ++k) {
    const int64_t at = (int64_t)(random_unit(state) * (double)(k + 1));
    order[k] = order[at];
    order[at] = k;
  }
}

/* ---- reports ---- */

FILE* create_file(const char* folder, const char* name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE* file = fopen(path, "w");
  if (file == NULL) fail("%s cannot be written", path);
  return file;
}

void close_file(FILE* file) {
  if (fclose(file) != 0) fail("a file could not be written");
}

void print_machine(void) {
  char date[32];
  const time_t now = time(NULL);
  strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
  char processor[256] = "unknown processor";
  FILE* file = fopen("/proc/cpuinfo", "r");
  char line[256];
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    const char* name = strstr(line, ": ");
    if (strncmp(line, "model name", 10) != 0 || name == NULL) continue;
    snprintf(processor, sizeof processor, "%s", name + 2);
    processor[strcspn(processor, "\n")] = '\0';
    break;
  }
  if (file != NULL) fclose(file);
  printf("%s, %s, %ld processors, coppice %s\n", date, processor, sysconf(_SC_NPROCESSORS_ONLN),
         coppice_version());
}
