/* What the benchmarks share: arguments, data sets, clocks, memory. Everything of coppice goes
 * through its public header. A call that fails ends the program with its message. */
#ifndef COPPICE_BENCH_SUPPORT_H
#define COPPICE_BENCH_SUPPORT_H

#include <coppice/coppice.h>
#include <stdio.h>

/* The call returns COPPICE_OK, or the program ends. */
#define must(call) must_at((call), #call)
void must_at(coppice_status status, const char* call);

/* Ends the program with a message, put together as by printf. */
void fail(const char* format, ...);

/* malloc that ends the program instead of returning NULL; all zeros. */
void* allocate(int64_t count, size_t size);

/* The value after `--name` on the command line, or `otherwise`. An argument that is not a known
 * --name ends the program: ask for all of them, then call no_more_arguments(). */
const char* argument(int argc, char** argv, const char* name, const char* otherwise);
int64_t whole_argument(int argc, char** argv, const char* name, int64_t otherwise);
double real_argument(int argc, char** argv, const char* name, double otherwise);
void no_more_arguments(int argc, char** argv);

/* The folder of data sets: --data FOLDER, or what the environment says in COPPICE_DATA. */
const char* data_folder(int argc, char** argv);

/* FOLDER/NAME.svm or FOLDER/NAME.svm.gz, read as svmlight of so many features (0: as found). */
coppice_dataset* load(const char* folder, const char* name, int64_t features);

/* The labelled rows of a matrix, rows x features, row after row. */
coppice_dataset* made_of(const double* x, const double* labels, int64_t rows, int64_t features);

coppice_dataset* first_rows(const coppice_dataset* data, int64_t rows);
coppice_dataset* chosen_rows(const coppice_dataset* data, const int64_t* rows, int64_t count);
int64_t rows_of(const coppice_dataset* data);
int64_t features_of(const coppice_dataset* data);

/* MNIST with label +1 for odd digits and -1 for even ones; the file's labels are digit + 1. */
coppice_dataset* load_odd_even(const char* folder, const char* name);

/* A "cgens" solver with options as text, "C=0.1 learners=20"; learners come one an iteration, as in
 * the paper, unless they say otherwise. */
coppice_solver* cgens(const char* options);
void set_options(coppice_solver* solver, const char* options);
coppice_model* fit(coppice_solver* solver, coppice_dataset* data);
double error_rate(const coppice_model* model, const coppice_dataset* data);
double quantity(const coppice_model* model, const char* name);
int64_t count_of(const coppice_model* model, const char* name);

/* An array quantity of a model; free() it. */
double* array_of(const coppice_model* model, const char* name, int64_t* size);

double wall_seconds(void);
double cpu_seconds(void); /* user and system, of all threads */

/* The most memory that was resident since forget_peak(), in megabytes; and what is resident now. */
void forget_peak(void);
double peak_megabytes(void);
double resident_megabytes(void);

double median(double* values, int64_t count); /* sorts them */

/* What a fit took: seconds of wall clock and of processor, and the most megabytes resident during
 * it, beside those before it. */
typedef struct fit_cost {
  double wall, cpu, before, peak;
} fit_cost;
coppice_model* timed_fit(coppice_solver* solver, coppice_dataset* data, fit_cost* cost);

/* Random numbers, the same everywhere (splitmix64): a word, a uniform number from [0, 1), a
 * standard normal one, and the numbers 0 .. count - 1 in random order. */
uint64_t random_word(uint64_t* state);
double random_unit(uint64_t* state);
double random_normal(uint64_t* state);
void random_order(int64_t* order, int64_t count, uint64_t* state);

/* FOLDER/NAME to write to; closing ends the program when something was not written. */
FILE* create_file(const char* folder, const char* name);
void close_file(FILE* file);

/* One line: date, processor, number of processors, version. */
void print_machine(void);

#endif
