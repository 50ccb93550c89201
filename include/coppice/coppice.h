/* coppice: large-margin ensembles, models that are kernel machines and ensembles of weak
 * learners at once. This header is the whole public interface; what is not declared here is
 * not published. It is C99 and compiles as C++.
 *
 *     coppice_dataset *data = NULL;
 *     coppice_solver *solver = NULL;
 *     coppice_model *model = NULL;
 *     double value;
 *     if (coppice_dataset_read_svmlight("spam.train.svm", 0, &data) ||
 *         coppice_solver_create("cgens", &solver) ||
 *         coppice_solver_set_double(solver, "C", 0.01) ||
 *         coppice_solver_fit(solver, data, &model) ||
 *         coppice_model_predict_row(model, COPPICE_DECISION, row, 57, &value, 1))
 *       fprintf(stderr, "%s\n", coppice_last_error());
 *     coppice_model_free(model);
 *     coppice_solver_free(solver);
 *     coppice_dataset_free(data);
 *
 * Conventions, true of every function below unless its comment says otherwise.
 *
 * Status.     A function that can fail returns a coppice_status; 0 (COPPICE_OK) is success. On
 *             failure the results behind the out-parameters are untouched, nothing is left half
 *             done, and coppice_last_error() says on the same thread what was wrong: argument,
 *             row, feature, value, and what was expected. No C++ exception leaves the library
 *             and nothing in it aborts, prints, or installs handlers.
 * Ownership.  An object made through an out-parameter belongs to the caller, who gives it to the
 *             _free function of its type. What one object needs of another is kept alive inside:
 *             objects may be freed in any order. _free(NULL) does nothing. Arguments are copied;
 *             no pointer of the caller's is used after the call returns (callbacks and their
 *             user pointers are the exception, for as long as what they were given to lives).
 * Handles.    NULL, or a live handle of another type, is COPPICE_INVALID_HANDLE. A freed pointer
 *             is as undefined as with free().
 * Parameters. Those of one name mean the same everywhere; a comment may say more.
 *             - `dataset`, `columns`, `pool`, `solver`, `model`, `evaluation`, `info`: the object
 *               that is read or, where it is not const, changed.
 *             - `out`: what receives the result.
 *             - `capacity`, `needed`: how many elements the array `out` has room for, and what
 *               receives its size; see Arrays.
 *             - `length`: how many elements the array before it has.
 *             - `text`, `bytes`: memory that is read.
 *             - `size`: how many bytes the memory before it has.
 *             - `path`: the name of a file.
 *             - `index`: which of several, from 0.
 *             - `catalogue`: whose entries they are, methods, pools or others.
 *             - `name`: what an entry of a catalogue, an option or a quantity is called.
 *             - `value`: what an option is set to.
 *             - `output`: what to predict.
 *             - `threads`: how many threads to use; see Threads.
 *             - `user`: what callbacks receive as their first argument; it is not looked at.
 * Errors.     Beside those that a comment names, every function that returns a status may return
 *             COPPICE_INVALID_HANDLE, COPPICE_INVALID_ARGUMENT (a pointer that is NULL and must not
 *             be, an index, size or number out of its range), COPPICE_OUT_OF_MEMORY and
 *             COPPICE_INTERNAL.
 * Threads.    Different objects may be used from different threads at once. One dataset, pool or
 *             solver must be used by one thread at a time (a dataset that a solver has used is
 *             immutable and may be shared). A model is immutable: any number of threads may
 *             predict with it at once. Work that takes `threads` runs on that many threads, 256 at
 *             most, which live no longer than the call; 0 means all the processor has. Results are
 *             equal bit for bit for every number of threads. A callback may end its thread
 *             (pthread_exit, pthread_cancel): that ends the call as a failure does, without a
 *             status. It must not leave the call by longjmp.
 * Arrays.     Every array comes with its length or capacity, counted in elements. Where a result's
 *             size is not known beforehand, `needed` (may be NULL) receives it, also when the
 *             capacity is too small, which is COPPICE_BUFFER_TOO_SMALL; capacity 0 with a NULL
 *             array is the way to ask. The size of a string counts its terminating NUL.
 * Text.       UTF-8. Numbers are written and read with '.', in the shortest form that reads back
 *             to the same double, whatever the locale.
 * Rounding.   To the nearest, whatever the calling thread's mode, which is what it was after the
 *             call; callbacks find it to be to the nearest.
 * Missing.    NaN among feature values is a missing value. Pools that cannot take it ("missing" of
 *             coppice_catalogue_attribute), and models with learners of theirs, refuse it in the
 *             features that they look at (COPPICE_INVALID_DATA; row, feature and what can take it
 *             are named). Infinite values, and NaN in labels, targets and weights, are refused by
 *             all.
 * Categories. Features are numbers unless they were given levels (coppice_dataset_set_levels).
 *             Pools that cannot take them ("categories" of coppice_catalogue_attribute) refuse
 *             them where they look at them (COPPICE_INVALID_DATA; the feature and what can take it
 *             are named). Datasets are predicted by the names of their levels; a level that the
 *             model was not trained on is missing.
 * Indices.    Rows, features, learners and classes count from 0, in messages too; svmlight files
 *             count features from 1, and messages about a file say line and column.
 * Versions.   Everything here is there since 0.1.0; what is added later will say since when.
 */
#ifndef COPPICE_COPPICE_H
#define COPPICE_COPPICE_H

#include <stddef.h>
#include <stdint.h>

#include "version.h"

#if defined(COPPICE_STATIC)
#define COPPICE_API
#elif defined(_WIN32)
#ifdef COPPICE_BUILD
#define COPPICE_API __declspec(dllexport)
#else
#define COPPICE_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define COPPICE_API __attribute__((visibility("default")))
#else
#define COPPICE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ status and errors ------ */

/* Codes have gaps, are never renumbered, and a later version may add to them. */
typedef enum coppice_status {
  COPPICE_OK = 0,
  COPPICE_INVALID_ARGUMENT = 10, /* a pointer, size, index or value that the call cannot take */
  COPPICE_INVALID_HANDLE = 12,   /* NULL, or a handle of another type */
  COPPICE_UNKNOWN_NAME = 14,     /* no method, pool, option, quantity or format has this name */
  COPPICE_INVALID_OPTION = 16,   /* an option's value of the wrong type or out of its range */
  COPPICE_INVALID_DATA = 20,     /* infinite values, one class only, no rows, wrong width */
  COPPICE_INVALID_STATE = 22,    /* the call comes too late or too early for this object */
  COPPICE_BUFFER_TOO_SMALL = 30, /* `capacity` is less than what the result needs */
  COPPICE_FILE_ERROR = 40,       /* a file cannot be opened, read or written */
  COPPICE_PARSE_ERROR = 42,      /* a data file's content; the message names line and column */
  COPPICE_MODEL_ERROR = 44,      /* not a model file, damaged, or of a later format */
  COPPICE_UNAVAILABLE = 50,      /* this model or build cannot do it; the message says what can */
  COPPICE_CALLBACK_FAILED = 60,  /* a callback threw, or returned what it may not */
  COPPICE_CANCELLED = 62,        /* a callback asked to cancel */
  COPPICE_OUT_OF_MEMORY = 70,
  COPPICE_INTERNAL = 90 /* a fault of the library: please report it */
} coppice_status;

/* The name of `status`, "COPPICE_OK"; "unknown status" for any other number. Static text. */
COPPICE_API const char* coppice_status_name(coppice_status status);

/* What went wrong in the last call on this thread that returned a status other than COPPICE_OK;
 * "" when none did. Every call that returns a status clears it first. The text lives in the
 * thread: copy it to keep it. Never fails, never allocates. (The first call that fails on a thread
 * allocates room for its messages, which is freed when the thread ends. Where that fails, the
 * message is "out of memory", or "" in a process that has so many thread-specific keys that the
 * system needs memory for one more, too.) */
COPPICE_API const char* coppice_last_error(void);

/* The version of the library at run time, to compare with COPPICE_VERSION. Static text. */
COPPICE_API const char* coppice_version(void);

/* -------------------------------------------------------------------------- handles ------ */

/* Examples: rows of feature values, and, to train on, targets and weights. It owns a copy of all.
 * Mutable until a solver has used it, to train or to validate: while a fit or a cross-validation
 * runs, and for ever once one has succeeded, setters are COPPICE_INVALID_STATE. One that fails
 * leaves it mutable. What makes a dataset immutable takes a pointer that is not const. */
typedef struct coppice_dataset coppice_dataset;

/* What the columns of a CSV table are: the label, categories, features. */
typedef struct coppice_csv_columns coppice_csv_columns;

/* A set of weak learners to draw from: a specification, which any number of solvers may share.
 * A solver that is given none uses its method's default, which the catalogue tells as "pool". */
typedef struct coppice_pool coppice_pool;

/* A training method and its options; may fit any number of times. */
typedef struct coppice_solver coppice_solver;

/* What a solver learned: weak learners with weights and a bias, and the account of how they came
 * about. Immutable, and safe to share between threads. */
typedef struct coppice_model coppice_model;

/* How good a model's predictions of a dataset are. Immutable, and safe to share between threads. */
typedef struct coppice_evaluation coppice_evaluation;

/* ---------------------------------------- catalogue: methods, pools, kernels, options ------ */

/* What there is by name. Names, help and options come from the tables that check them; generators
 * (coppice_dataset_generate) and criteria (coppice_evaluation_criterion) have no options. */
typedef enum coppice_catalogue {
  COPPICE_METHODS = 1,
  COPPICE_POOLS = 2,
  COPPICE_GENERATORS = 3,
  COPPICE_CRITERIA = 4,
  COPPICE_KERNELS = 5
} coppice_catalogue;

/* How many entries the catalogue has. */
COPPICE_API coppice_status coppice_catalogue_size(coppice_catalogue catalogue, int64_t* out);

/* The name of entry `index`, and its line of help. Static text. */
COPPICE_API coppice_status coppice_catalogue_name(coppice_catalogue catalogue, int64_t index,
                                                  const char** out);
COPPICE_API coppice_status coppice_catalogue_help(coppice_catalogue catalogue, int64_t index,
                                                  const char** out);

/* The `attribute` of this name of entry `index`, as static text; "" where the entry does not have
 * it:
 * - "name" and "help";
 * - "tasks": what a method can learn or a criterion is defined for, separated by '|';
 * - "takes": what a method builds models from, "pools", "kernels" (its option "kernel") or "";
 * - "pool": what a method that takes pools draws from by default;
 * - "streams": whether a method learns row by row too (coppice_solver_begin), "yes" or "no";
 * - "missing" and "categories": whether a pool takes missing values, and categories, "yes" or "no";
 *   "" for a union, which takes what its members take;
 * - "better": which values of a criterion are the better, "smaller" or "larger".
 * The tasks are
 * - "two-classes", labels of two classes,
 * - "classes", labels of two classes or more,
 * - "numbers", one number a row,
 * - "vectors", two numbers a row or more,
 * - "one-class", rows without labels or targets; where there are any, they are not looked at.
 * To a method with the tasks "two-classes" and "numbers", labels that are two different numbers are
 * two classes, and all other numbers are numbers. Errors: COPPICE_UNKNOWN_NAME. */
COPPICE_API coppice_status coppice_catalogue_attribute(coppice_catalogue catalogue, int64_t index,
                                                       const char* attribute, const char** out);

/* The method to train with where none is named: the first of the catalogue that learns what the
 * labels or targets of the dataset ask for, "cgens" for two classes, "cgens-sls" for more and
 * "cgens-regression" for numbers. One number a row is taken for the label of a class where there
 * are two different ones at most, or where all are whole and there are 20 at most or three rows of
 * each on average; to have them taken otherwise, name the method. Static text. Errors:
 * COPPICE_INVALID_STATE without labels; COPPICE_INVALID_DATA where no method learns them. */
COPPICE_API coppice_status coppice_method_for(const coppice_dataset* dataset, const char** out);

/* How many options the method, pool or kernel called `name` has. */
COPPICE_API coppice_status coppice_option_count(coppice_catalogue catalogue, const char* name,
                                                int64_t* out);

/* The `attribute` of this name of option `index` of the method, pool or kernel called `name`, as
 * static text: "name"; "type" (double, int, string); "default"; "range" (such as "0 < C"; "" where
 * every value of the type will do); "choices" (separated by '|'; "" where there are none); "help".
 */
COPPICE_API coppice_status coppice_option_attribute(coppice_catalogue catalogue, const char* name,
                                                    int64_t index, const char* attribute,
                                                    const char** out);

/* --------------------------------------------------------------------------- datasets ------ */

/* A dataset of `rows` x `features` values from one dense matrix `x`: value (i, d) is
 * x[i * row_stride + d * column_stride]. `row_stride` and `column_stride` count elements: row-major
 * memory without gaps has (features, 1), column-major memory (R) has (1, rows). `length` is the
 * number of elements readable at x. Strides must be positive and must not make two values share an
 * element (a stride along a dimension of size 1 is ignored). NaN is a missing value. Errors:
 * infinite values (row, feature and value are named), rows or features < 1, more than 2^25
 * features, a matrix that reaches beyond `length`. The float form keeps floats. Either keeps bytes
 * where all values are whole numbers from 0 to 255. */
COPPICE_API coppice_status coppice_dataset_create_dense(const double* x, int64_t length,
                                                        int64_t rows, int64_t features,
                                                        int64_t row_stride, int64_t column_stride,
                                                        coppice_dataset** out);
COPPICE_API coppice_status coppice_dataset_create_dense_float(const float* x, int64_t length,
                                                              int64_t rows, int64_t features,
                                                              int64_t row_stride,
                                                              int64_t column_stride,
                                                              coppice_dataset** out);

/* A dataset from compressed sparse rows: row i has the entries indptr[i] .. indptr[i + 1] - 1 of
 * `indices` (of `features` features, ascending within a row) and `values`; what is not listed is 0,
 * what is listed as NaN is missing. `indptr` has `indptr_length` = rows + 1 elements, begins with
 * 0, never falls, and ends with `entries`, the length of the other two. Equal in everything to the
 * dense dataset of the same numbers. Errors: no rows, not 1 <= features <= 2^25, indices out of
 * range or not ascending, infinite values; row, entry and value are named. */
COPPICE_API coppice_status coppice_dataset_create_csr(const int64_t* indptr, int64_t indptr_length,
                                                      const int32_t* indices, const double* values,
                                                      int64_t entries, int64_t features,
                                                      coppice_dataset** out);

/* A labelled dataset from svmlight/LIBSVM text: lines of `label index:value ...`, indices from 1
 * and ascending, `#` begins a comment, gzip is recognised. The value of an entry is missing where
 * it is NA, NaN (in any case) or ?; an entry that is not there is 0. `features` is the width, 2^25
 * at most; 0 takes the largest index found, and lets the set be padded with zeros to the width of a
 * wider model, or have features that a narrower one ignores. Errors: COPPICE_FILE_ERROR,
 * COPPICE_PARSE_ERROR (line and column are named). */
COPPICE_API coppice_status coppice_dataset_read_svmlight(const char* path, int64_t features,
                                                         coppice_dataset** out);

/* The same from memory, plain or gzip; `features` as there. */
COPPICE_API coppice_status coppice_dataset_parse_svmlight(const void* text, int64_t size,
                                                          int64_t features, coppice_dataset** out);

/* What the columns of a CSV table are. As created, every column is a feature. */
COPPICE_API coppice_status coppice_csv_columns_create(coppice_csv_columns** out);

/* Give `column`, a name or a number from 1, the `role`
 * - "label", "weight" (of its row: 0 or from 1e-50 to 1e50) or "id" (the name of its row,
 *   coppice_dataset_row_name), one column at most of each; NULL says that the table has no such
 *   column, whatever is matched,
 * - "category" or "ignore" (whatever its cells hold), any number of columns.
 * Errors: COPPICE_UNKNOWN_NAME, a role that does not exist; COPPICE_INVALID_ARGUMENT, another
 * column of a role that one can have, or another role for the same column. Whether the columns are
 * there is seen when a table is read. */
COPPICE_API coppice_status coppice_csv_columns_set(coppice_csv_columns* columns, const char* column,
                                                   const char* role);

/* Read a table like that of a dataset or of a model, for validation, tests or prediction. What is a
 * category there is one in the table, whatever its cells look like, and what is numbers there must
 * be numbers. Where both have names, only the features that the other has are read, all of which
 * must be there, and the label, the id and, of a dataset, the weights come from the columns of
 * these names, if they are there and columns_set says nothing else. Where there are no names, the
 * same goes for the columns by their numbers if the table is as wide as the other was and its label
 * is where that was; else all columns are features, by position, but for the first of a table with
 * one column more than other data that were no table, which is the label. A table matched to a
 * model in which some label is missing has none. Replaces what was matched before. */
COPPICE_API coppice_status coppice_csv_columns_match_dataset(coppice_csv_columns* columns,
                                                             const coppice_dataset* dataset);
COPPICE_API coppice_status coppice_csv_columns_match_model(coppice_csv_columns* columns,
                                                           const coppice_model* model);

COPPICE_API void coppice_csv_columns_free(coppice_csv_columns* columns);

/* A dataset from CSV (RFC 4180): rows of cells, of the columns that `columns` describes; NULL is
 * the label in the first column and features in the others.
 * - Cells are separated by commas; where every comma of the first row stands between two digits,
 *   by semicolons, tabs or |, in this order, if it has some of them. Blanks around a cell do
 *   not count. Cells may stand in double quotes, but not reach over a line's end. Empty lines are
 *   skipped, and before the first row lines that begin with #; gzip is recognised.
 * - Where commas do not separate cells, numbers may have decimal commas; then all of the table do.
 * - The first row is a header if `columns` calls a column by name, which the row must then have, or
 *   if none of its cells is a number, or ?, or if it has the names of what is matched. (A table of
 *   text needs its header.) It names the features, with names that are distinct; what has no name
 *   there, as row names have, is called "column 1" by its number. A row has 2^25 cells at most.
 * - A value is missing where its cell is empty, NA, NaN (in any case) or ?.
 * - A column of numbers is a feature of numbers; a column of text, none of whose cells is a number,
 *   is a categorical feature, whose levels are the texts of its cells in bytewise order. A column
 *   of both is an error unless it has the role "category": then its levels are the texts of its
 *   cells, numbers or not. A column without any value is one of numbers.
 * - Labels are numbers where all of them are, else names. None may be missing.
 * Errors: COPPICE_FILE_ERROR; COPPICE_PARSE_ERROR: cells of text in a column of numbers or the
 * reverse, inf, text that is not UTF-8, more than 2^24 levels; rows of another length than the
 * first (line, column from 1, and name are given). */
COPPICE_API coppice_status coppice_dataset_read_csv(const char* path,
                                                    const coppice_csv_columns* columns,
                                                    coppice_dataset** out);

/* The same from memory, plain or gzip. */
COPPICE_API coppice_status coppice_dataset_parse_csv(const void* text, int64_t size,
                                                     const coppice_csv_columns* columns,
                                                     coppice_dataset** out);

/* A labelled dataset of `rows` rows drawn from the known distributions of a generator (catalogue
 * COPPICE_GENERATORS), classes evenly. Breiman's, two classes -1 and +1 in D = `features`
 * dimensions (0: 20; 2^25 at most), a = (1, .., 1) / sqrt(D):
 *   "twonorm"    +1 is N(2a, I), -1 is N(-2a, I); the best possible error is 2.3 %
 *   "threenorm"  +1 is N(2a, I) or N(-2a, I), evenly, -1 is N of mean 2 (1, -1, 1, ..) / sqrt(D)
 *   "ringnorm"   +1 is N(0, 4 I), -1 is N(a, I)
 * and of 21 features (0 or 21), each row a random mixture of two of three waves, and noise:
 *   "waveform"         classes 1, 2, 3
 *   "waveform-binary"  class 1 of these is +1, the others are -1
 * and streams, whose rows are to be learned in their order, two classes -1 and +1:
 *   "linear"     N(0, I) in 50 dimensions without a band of width 1, the sides of which are the
 *                classes; with noise 0.1 no longer separable
 *   "mixture"    in 2 dimensions; each class is one of 4 normal distributions N(c, I / 4), evenly,
 *                whose centres are drawn from N(0, 4 I), 2 away from those of the other class
 *   "drifting"   the same, turning about the origin, once in 10,000 rows
 *   "switching"  the same, with centres that are drawn anew every 1,000 rows
 *   "circle"     uniform on [-1.5, 1.5]^2 (2 features); inside the unit circle is +1
 * `noise` (0 to 1) is the probability with which a label is turned into another. The same `seed`
 * gives the same rows on every machine, fewer rows are the first of more rows, and noise changes
 * nothing but labels. */
COPPICE_API coppice_status coppice_dataset_generate(const char* name, int64_t rows,
                                                    int64_t features, double noise, uint64_t seed,
                                                    coppice_dataset** out);

/* `labels`, one a row, by number or by name; replaces what was there. Classes are the distinct
 * labels, numbers sorted by value and names bytewise; with two classes the later one is the
 * positive class. To a method that learns numbers, labels that are numbers are what it learns:
 * classes are made of them only where somebody asks for classes.
 * Errors: length other than rows, non-finite numbers, NULL names. */
COPPICE_API coppice_status coppice_dataset_set_labels(coppice_dataset* dataset,
                                                      const double* labels, int64_t length);
COPPICE_API coppice_status coppice_dataset_set_label_names(coppice_dataset* dataset,
                                                           const char* const* labels,
                                                           int64_t length);

/* The numbers to be predicted of every row, `outputs` a row, row after row in `targets`: several
 * for methods of the task "vectors" (coppice_catalogue_attribute), which are never classes; one is
 * the same as coppice_dataset_set_labels. Replaces what was there. Errors: outputs < 1, length
 * other than rows * outputs, non-finite numbers (row and output are named). */
COPPICE_API coppice_status coppice_dataset_set_targets(coppice_dataset* dataset,
                                                       const double* targets, int64_t length,
                                                       int64_t outputs);

/* The weight of every row, `weights`[i] of row i: 0 or from 1e-50 to 1e50 (1 where never set). A
 * row of weight k counts like k copies of it, in training as in every error and criterion, a row of
 * weight 0 like none. */
COPPICE_API coppice_status coppice_dataset_set_weights(coppice_dataset* dataset,
                                                       const double* weights, int64_t length);

/* `names`, one a feature: UTF-8, not empty, distinct; replaces what was there. A model trained
 * on named features finds its columns by name (coppice_model_predict_dataset). Errors: length other
 * than features, NULL, empty or repeated names (the index, and that of the other, are given). */
COPPICE_API coppice_status coppice_dataset_set_feature_names(coppice_dataset* dataset,
                                                             const char* const* names,
                                                             int64_t length);

/* Make `feature` categorical: it holds one of `count` levels a row, and its values are their codes,
 * 0 to count - 1, or NaN where the level is missing. `levels`[k] is the name of level k: UTF-8, not
 * empty, distinct. The order of the levels means nothing. Replaces what was there. A model trained
 * on levels finds those of other datasets by name (coppice_model_predict_dataset).
 * Errors: not 1 <= count <= 2^24; NULL, empty or repeated names (the index, and that of the other,
 * are given); COPPICE_INVALID_DATA, a value that is neither a code nor missing (row, feature and
 * value are given). */
COPPICE_API coppice_status coppice_dataset_set_levels(coppice_dataset* dataset, int64_t feature,
                                                      const char* const* levels, int64_t count);

/* Call a group of features a view, to restrict pools to it: `features` has the `count` indices of
 * distinct ones, `name` (see coppice_pool_create) is one that no view of this dataset has. Errors:
 * features out of range or named twice, no feature, characters that cannot stand in a name, the
 * name "*". */
COPPICE_API coppice_status coppice_dataset_add_view(coppice_dataset* dataset, const char* name,
                                                    const int64_t* features, int64_t count);

/* A new dataset of `rows`, the numbers of rows of this one, in that order; a row may be named more
 * than once. Targets, weights, views, the list of classes, the names of the features and their
 * levels come along. Values are shared, and stay in memory when `dataset` is freed, by a subset of
 * at least half of the rows; a smaller one copies its own. Errors: no rows, or one that is not
 * there (its place and its number are given). */
COPPICE_API coppice_status coppice_dataset_subset(const coppice_dataset* dataset,
                                                  const int64_t* rows, int64_t length,
                                                  coppice_dataset** out);

/* Two new datasets: `first` has round(`fraction` * n) of the n rows of every class, drawn by
 * `seed`, `second` has the others. Both keep the order of the rows, and are subsets like those of
 * coppice_dataset_subset. All rows count as one class where there are no labels, or more classes
 * than half the rows, as with numbers to be predicted. 0 < fraction < 1. Errors: either part would
 * be empty. */
COPPICE_API coppice_status coppice_dataset_split(const coppice_dataset* dataset, double fraction,
                                                 uint64_t seed, coppice_dataset** first,
                                                 coppice_dataset** second);

/* The number of rows, and the number of features. */
COPPICE_API coppice_status coppice_dataset_rows(const coppice_dataset* dataset, int64_t* out);
COPPICE_API coppice_status coppice_dataset_features(const coppice_dataset* dataset, int64_t* out);

/* The number of classes; 0 where the dataset has no labels, or several numbers a row. */
COPPICE_API coppice_status coppice_dataset_classes(const coppice_dataset* dataset, int64_t* out);

/* How many numbers a row are to be predicted; 0 where labels are names, or nothing is set. */
COPPICE_API coppice_status coppice_dataset_outputs(const coppice_dataset* dataset, int64_t* out);

/* The name of feature `index`; "" where the features have no names. */
COPPICE_API coppice_status coppice_dataset_feature_name(const coppice_dataset* dataset,
                                                        int64_t index, char* out, int64_t capacity,
                                                        int64_t* needed);

/* The column of the table, from 1, that feature `index` was read from; 0 where that was not CSV. */
COPPICE_API coppice_status coppice_dataset_feature_column(const coppice_dataset* dataset,
                                                          int64_t index, int64_t* out);

/* The name of the table's column that the labels were read from or, without a header, its number;
 * "" where there is none. */
COPPICE_API coppice_status coppice_dataset_label_column(const coppice_dataset* dataset, char* out,
                                                        int64_t capacity, int64_t* needed);

/* The name of `row` (role "id", coppice_csv_columns_set); "" where rows have no names. */
COPPICE_API coppice_status coppice_dataset_row_name(const coppice_dataset* dataset, int64_t row,
                                                    char* out, int64_t capacity, int64_t* needed);

/* How many levels `feature` has: 0 where it is numbers. The name of one, whose code is `level`. */
COPPICE_API coppice_status coppice_dataset_levels(const coppice_dataset* dataset, int64_t feature,
                                                  int64_t* out);
COPPICE_API coppice_status coppice_dataset_level_name(const coppice_dataset* dataset,
                                                      int64_t feature, int64_t level, char* out,
                                                      int64_t capacity, int64_t* needed);

/* The label that class `index` stands for, as text. */
COPPICE_API coppice_status coppice_dataset_class_name(const coppice_dataset* dataset, int64_t index,
                                                      char* out, int64_t capacity, int64_t* needed);

/* The class index of every row; its numbers to be predicted, rows x outputs; its weight; the values
 * of `row`, NaN where they are missing. Errors: COPPICE_INVALID_STATE, where the rows have no
 * labels, or no such numbers. */
COPPICE_API coppice_status coppice_dataset_copy_labels(const coppice_dataset* dataset, int64_t* out,
                                                       int64_t capacity);
COPPICE_API coppice_status coppice_dataset_copy_targets(const coppice_dataset* dataset, double* out,
                                                        int64_t capacity);
COPPICE_API coppice_status coppice_dataset_copy_weights(const coppice_dataset* dataset, double* out,
                                                        int64_t capacity);
COPPICE_API coppice_status coppice_dataset_copy_row(const coppice_dataset* dataset, int64_t row,
                                                    double* out, int64_t capacity);

COPPICE_API void coppice_dataset_free(coppice_dataset* dataset);

/* ------------------------------------------------------------------------------ pools ------ */

/* What a callback answers. */
typedef enum coppice_action {
  COPPICE_CONTINUE = 0,
  COPPICE_STOP = 1,  /* end now, keep the best model so far: fit returns COPPICE_OK */
  COPPICE_CANCEL = 2 /* end now, keep nothing: the call returns COPPICE_CANCELLED */
} coppice_action;

/* A pool from its text, `description`: a kind, in parentheses its options, and behind '@' a view of
 * the dataset if its learners are to look at these features only. A union has members in
 * parentheses; its view restricts each of them, and a union within a union adds its members. '*' is
 * every view: a member with it is there once for each view of the dataset that it is fitted to, or
 * looks at all features where that has no views:
 *
 *     "stump", "fourier(gamma=1, candidates=50)", "union(fourier(gamma=1)@low, stump)", "linear@*"
 *
 *     expression = name [ "(" argument { "," argument } ")" ] [ "@" view ]
 *     argument   = name "=" value | expression
 *
 * The short form "kind:name=value,name=value@view" needs no quotes at a shell; pools with ';'
 * between them, "fourier:gamma=1@low;stump", are a union. "union" alone has no members until
 * coppice_pool_add adds some. Blanks around names and signs do not count. Names, also those of
 * views and custom pools, and values are one or more characters of UTF-8 that are neither blanks
 * nor control characters nor any of ( ) , = : ; @ " ' \ .
 * Errors: COPPICE_INVALID_ARGUMENT for text of another form, or with parentheses more than 32 deep
 * (the message says what was expected at which character, counted from 1); COPPICE_UNKNOWN_NAME
 * (the nearest is named); COPPICE_INVALID_OPTION. */
COPPICE_API coppice_status coppice_pool_create(const char* description, coppice_pool** out);

/* Set an option by name (see coppice_option_attribute); of a union, that of every member that has
 * it. A number may be given to either setter of numbers where it is exact, a whole number thus up
 * to 2^53; text is read as the option's type. Errors: COPPICE_UNKNOWN_NAME, whose message has the
 * nearest name; COPPICE_INVALID_OPTION, whose message has the range. */
COPPICE_API coppice_status coppice_pool_set_double(coppice_pool* pool, const char* name,
                                                   double value);
COPPICE_API coppice_status coppice_pool_set_int(coppice_pool* pool, const char* name,
                                                int64_t value);
COPPICE_API coppice_status coppice_pool_set_string(coppice_pool* pool, const char* name,
                                                   const char* value);

/* The value of an option: _double of any number, _int of an option of type int, _string of every
 * option, a number in its shortest form. Of a union, the value that all members with this option
 * have. Errors: COPPICE_UNKNOWN_NAME; COPPICE_INVALID_OPTION where the option is of another type
 * (which is named) or members have different values (two are named, with their values). */
COPPICE_API coppice_status coppice_pool_get_double(const coppice_pool* pool, const char* name,
                                                   double* out);
COPPICE_API coppice_status coppice_pool_get_int(const coppice_pool* pool, const char* name,
                                                int64_t* out);
COPPICE_API coppice_status coppice_pool_get_string(const coppice_pool* pool, const char* name,
                                                   char* out, int64_t capacity, int64_t* needed);

/* The text of a pool, "union(fourier(gamma=1)@low,stump)": the options that are not as by default,
 * no blanks. coppice_pool_create makes the same pool of it, but that of a custom pool, such as
 * "custom(name=wavelet)", cannot give its callbacks. */
COPPICE_API coppice_status coppice_pool_describe(const coppice_pool* pool, char* out,
                                                 int64_t capacity, int64_t* needed);

/* Add a copy of `member`, with the options it has now, to the union `pool`; of a union, copies of
 * its members. `view` names the features that it is restricted to in every dataset, NULL leaves it
 * as it is. The best learner of all members is chosen in every iteration; one that two members have
 * counts as two. Members draw from seeds of their own. */
COPPICE_API coppice_status coppice_pool_add(coppice_pool* pool, const coppice_pool* member,
                                            const char* view);

/* Weak learners of the caller's. A learner is `count` numbers, its parameters.
 *
 * fit finds the learner wanted next: the one with the largest sum over the scores s of
 *
 *     (sum_i residual[i * scores + s] h(x_i))^2,
 *
 * exactly or nearly, among all but those that must not come again, `learners` of them, whose
 * parameters stand one after another in `chosen` (in a fully corrective method a chosen learner's
 * sum is its weight, so it must be kept out; a method that may choose one twice keeps out none).
 * `residual` has `rows` x `scores` numbers, row after row; with one score, as two classes have, the
 * learner is the one with the largest |sum_i residual[i] h(x_i)|. fit gets the values `x` of the
 * training rows (those of positive weight), row after row, and writes `parameters`, which are 0
 * when it is called. It answers COPPICE_CONTINUE, or COPPICE_STOP where there is no learner left. A
 * learner whose outputs on the training rows repeat those of a chosen one counts as none left.
 *
 * evaluate computes the learner's `outputs` on rows, in training as in prediction, from nothing but
 * the parameters and each row: finite numbers, which are rounded to float. It answers
 * COPPICE_CONTINUE.
 *
 * `features` is the number of features, of the view if the pool is restricted to one. Both run only
 * on the thread that called fit or predict, where a model with custom learners uses no other; a
 * model used from several threads calls evaluate from each. Another answer, a number that is not
 * finite, or a C++ exception ends the call with COPPICE_CALLBACK_FAILED, COPPICE_CANCEL with
 * COPPICE_CANCELLED. */
typedef coppice_action (*coppice_custom_fit)(void* user, const double* x, int64_t rows,
                                             int64_t features, const double* residual,
                                             int64_t scores, const double* chosen, int64_t learners,
                                             double* parameters, int64_t count);
typedef coppice_action (*coppice_custom_evaluate)(void* user, const double* parameters,
                                                  int64_t count, const double* x, int64_t rows,
                                                  int64_t features, double* outputs);

/* Called once when nothing will use `user` any more. */
typedef void (*coppice_release)(void* user);

/* A pool of custom learners with `parameters` numbers each, 1 to 2^25, known by `name` in models (a
 * name as coppice_pool_create describes it). `fit` may be NULL where models are only loaded with
 * it; `evaluate` must not. Callbacks and `user` must stay valid as long as the pool, unions it was
 * added to, solvers that draw from it, and models made or loaded with it. Training keeps a dense
 * copy of the rows. Custom learners are never shown missing values: rows that have one in their
 * features are refused.
 *
 * `release` (may be NULL) is called with `user` exactly once, when the last of these has gone: by
 * the _free function that frees it, or by coppice_solver_set_pool where the solver gets another
 * pool, and on that thread. It must not use the handle given to that call, nor end its thread; a
 * C++ exception in it is ignored. Where creation fails, `release` is not called and `user` stays
 * the caller's. */
COPPICE_API coppice_status coppice_pool_create_custom(const char* name, int64_t parameters,
                                                      coppice_custom_fit fit,
                                                      coppice_custom_evaluate evaluate,
                                                      coppice_release release, void* user,
                                                      coppice_pool** out);

COPPICE_API void coppice_pool_free(coppice_pool* pool);

/* ---------------------------------------------------------------------------- solvers ------ */

/* How far a fit or a cross-validation has come. Valid only until the callback that was given it
 * returns: copy what is to be kept. */
typedef struct coppice_progress_info coppice_progress_info;

/* Called during fit and cross_validate, only on the thread that called it, at every iteration and
 * at least every 50 milliseconds. An answer that is not a coppice_action, or a C++ exception, ends
 * the fit with COPPICE_CALLBACK_FAILED. From the callback the solver at work cannot be used or
 * read, nor its datasets be changed (COPPICE_INVALID_STATE); it must not be freed there.
 * (LIBLINEAR, used only where option master=liblinear asks for it, has global state of its own: its
 * calls are not interrupted, run one at a time, call srand(), and silence its print hook. It does
 * not check what malloc gives it, so that a process whose memory runs out there dies. It takes 10^9
 * rows at most.) */
typedef coppice_action (*coppice_progress)(void* user, const coppice_progress_info* info);

/* What a progress callback is told, by name; a later version may add names. Allocates nothing
 * where it succeeds. Errors, which do not end the fit: COPPICE_UNKNOWN_NAME, whose message lists
 * the names of that type; COPPICE_INVALID_HANDLE.
 * int:    "iteration" (how many are done), "iterations" (at most so many, or where option
 *         columns_per_iteration is 0 so many at the pace so far); in cross-validation these count
 *         fits
 * double: "objective", "gap" (relative; both of the training problem), "train_error",
 *         "validation_error" (weighted fractions of rows), "validation_criterion" (that of option
 *         `criterion`), "alignment", "validation_alignment" (of a kernel that is learned, with the
 *         classes); NaN where not known yet or not asked for, and always in cross-validation */
COPPICE_API coppice_status coppice_progress_get_int(const coppice_progress_info* info,
                                                    const char* name, int64_t* out);
COPPICE_API coppice_status coppice_progress_get_double(const coppice_progress_info* info,
                                                       const char* name, double* out);

/* A solver by the name of its `method`, with default options. Errors: COPPICE_UNKNOWN_NAME. */
COPPICE_API coppice_status coppice_solver_create(const char* method, coppice_solver** out);

/* Options, as for pools. */
COPPICE_API coppice_status coppice_solver_set_double(coppice_solver* solver, const char* name,
                                                     double value);
COPPICE_API coppice_status coppice_solver_set_int(coppice_solver* solver, const char* name,
                                                  int64_t value);
COPPICE_API coppice_status coppice_solver_set_string(coppice_solver* solver, const char* name,
                                                     const char* value);

/* The value of an option of the method or, where it has none of this name, of the pool; as for
 * pools. After coppice_solver_cross_validate these are the chosen values. Errors, besides those of
 * pools: COPPICE_INVALID_STATE in a callback of the solver at work, as for setters. */
COPPICE_API coppice_status coppice_solver_get_double(const coppice_solver* solver, const char* name,
                                                     double* out);
COPPICE_API coppice_status coppice_solver_get_int(const coppice_solver* solver, const char* name,
                                                  int64_t* out);
COPPICE_API coppice_status coppice_solver_get_string(const coppice_solver* solver, const char* name,
                                                     char* out, int64_t capacity, int64_t* needed);

/* Draw weak learners from `pool`, with the options it has now. Errors: a method that takes no pools
 * (coppice_catalogue_attribute). */
COPPICE_API coppice_status coppice_solver_set_pool(coppice_solver* solver,
                                                   const coppice_pool* pool);

/* A copy of the pool that learners are drawn from, with the options that it has in the solver. */
COPPICE_API coppice_status coppice_solver_get_pool(const coppice_solver* solver,
                                                   coppice_pool** out);

/* A kernel of the caller's, in one call of all `rows` rows `x` with all `others` rows `z`:
 *
 *     out[i * others + j] = K(x_i, z_j)
 *
 * Rows have `features` values, of the view if the kernel is restricted to one. K must be symmetric,
 * the same for the same two rows whatever the call, and positive semidefinite, at least for
 * coefficients that sum up to 0: negative curvature that a fit meets is a warning of the model, and
 * its objective then need not be the least. It answers COPPICE_CONTINUE. Another answer, a number
 * that is not finite, or a C++ exception ends the call with COPPICE_CALLBACK_FAILED, COPPICE_CANCEL
 * with COPPICE_CANCELLED. It runs only on the thread that called fit or predict, where a model with
 * custom kernels uses no other; a model used from several threads calls it from each. */
typedef coppice_action (*coppice_custom_kernel)(void* user, const double* x, int64_t rows,
                                                const double* z, int64_t others, int64_t features,
                                                double* out);

/* Let option `kernel` have custom(name=NAME) in it, alone or as a member; of several kernels each
 * has a name of its own (one that a pool could have), and one of the same name takes the place of
 * the last. `compare` and `user` must stay valid as long as the solver and models made or loaded
 * with it; `release` (may be NULL) is called with `user` exactly once, as that of custom pools is.
 * Errors: a method that takes no kernels. */
COPPICE_API coppice_status coppice_solver_set_kernel(coppice_solver* solver, const char* name,
                                                     coppice_custom_kernel compare,
                                                     coppice_release release, void* user);

/* Report progress to `callback`, which receives `user`; NULL for none. */
COPPICE_API coppice_status coppice_solver_set_progress(coppice_solver* solver,
                                                       coppice_progress callback, void* user);

/* Watch the error and the criterion of option `criterion` (coppice_evaluation_criterion) on a
 * labelled dataset of other rows, weighted by its weights; NULL for none. Every iteration's go to
 * "curve.validation_error" and "curve.validation_criterion" and to the progress callback; labels
 * are compared as text, one that the training set does not have counts as wrong. The model is then
 * that of the best iteration: the best criterion, the earliest of equals ("best_iteration";
 * objective, gap and train_error are its own). Option `validation_patience` ends a fit after so
 * many iterations without a better one; without it all `learners` are tried.
 *
 * Criteria of probabilities, "log_loss" and "brier", are here and in cross-validation those of the
 * sigmoids (below) that fit the decision values of the rows watched best, found anew for every
 * iteration; option `calibration` has no part in it.
 *
 * The solver keeps the dataset alive; the next fit checks it (labels, width as for prediction, and
 * COPPICE_UNAVAILABLE where the criterion is not defined on it) and makes it immutable. */
COPPICE_API coppice_status coppice_solver_set_validation(coppice_solver* solver,
                                                         coppice_dataset* dataset);

/* Watch the error on a further labelled dataset, as that of coppice_solver_set_validation, without
 * choosing by it: every iteration's goes to "curve.test_error" of a model of weak learners, and to
 * "curve.test_alignment" how a learned kernel is aligned with it. NULL for none. */
COPPICE_API coppice_status coppice_solver_set_test(coppice_solver* solver,
                                                   coppice_dataset* dataset);

/* Train on a dataset with targets. Errors: no labels, one class only, targets that are not one of
 * the method's tasks (coppice_catalogue_attribute), no positive weight in a class or at all,
 * categories, or missing values, in features that a pool looks at and that it cannot take (in rows
 * of positive weight, or of the validation set); COPPICE_CANCELLED; COPPICE_OUT_OF_MEMORY.
 *
 * Going on. Fit again on the same dataset with more `learners`, and training goes on where it was:
 * the model is the same, bit for bit, as if it had run through. In between only `learners`,
 * `threads`, `time_limit` and `validation_patience` may change; anything else set to another value,
 * a pool or a validation set set again, another dataset, no more `learners` than there are, and a
 * fit that failed or was cancelled make the next fit start anew. So does one that was stopped
 * within an iteration, by the callback or by `time_limit`; stopped between two it goes on. Where
 * `learners` end within an iteration of several (columns_per_iteration), the next fit completes it.
 * "fit_seconds" counts all the calls. What is needed to go on is freed with the solver, or when it
 * fits something else; the dataset is kept alive for as long. */
COPPICE_API coppice_status coppice_solver_fit(coppice_solver* solver, coppice_dataset* dataset,
                                              coppice_model** out);

/* The `values` to try of an option in cross-validation, separated by commas: "0.01,0.1,1". The
 * option is the method's or, where it has none of this name, the pool's. Replaces earlier values;
 * NULL or "" takes the option out of the grid. A grid's points are all combinations, the option set
 * last varying fastest; without options it is the one point of the options as they are.
 *
 * A method may follow one of its options as a path: one fit gives what other values of it would
 * give. This option makes no points, and its values are those to look at on the way. Methods that
 * add up learners follow "learners"; without values in the grid every number from 1 to the option's
 * is looked at. */
COPPICE_API coppice_status coppice_solver_set_grid(coppice_solver* solver, const char* name,
                                                   const char* values);

/* How many points the grid has now. Errors: COPPICE_INVALID_STATE, more than 2^31. */
COPPICE_API coppice_status coppice_solver_grid_size(const coppice_solver* solver, int64_t* out);

/* The options of point `index` of the grid as it is now, as a JSON object such as
 * {"C":0.01,"loss":"hinge"}, in the order in which they were set; {} without options. */
COPPICE_API coppice_status coppice_solver_grid_point(const coppice_solver* solver, int64_t index,
                                                     char* out, int64_t capacity, int64_t* needed);

/* Cross-validate every point of the grid on a labelled dataset and set the solver's options to the
 * best, so that a fit trains it on all rows; `best` (may be NULL) gets its index. The solver keeps
 * the results, by name (below), until the next cross-validation has succeeded.
 *
 * Points are measured by the criterion of option `criterion`, on the rows of a fold for a fit on
 * all others. A point's criterion is the mean over `folds` of them, at one value of the path that
 * the method follows; the option is set to that value too. With option select=best each point has
 * its best value, of equals the smallest, and the best point is the best, of equals the earliest.
 * With select=one-standard-error the best is the simplest of all whose mean is within one standard
 * error of that: the one with the smallest value of the path, of equals the earliest point; each
 * point then has its smallest value within, or its best where none is.
 *
 * Rows weigh in the criterion as in training, without the weights of class_weight; rows of weight 0
 * are left out. The folds are drawn by option `seed`, each with its share of every class: sizes, of
 * a class and of all, differ by at most 1. Neither `criterion` nor `select` can be in the grid.
 *
 * The labels must be classes to the method (COPPICE_UNAVAILABLE where it learns numbers of them).
 * The fits are independent and serial, on `threads` threads together, with the same results for
 * every number of them; those that call back (custom learners) run on the calling thread. Folds
 * share the values of the dataset. `time_limit`, `validation_patience` and the validation set have
 * no part in this. Progress counts fits as iterations and tells nothing else; COPPICE_STOP and
 * COPPICE_CANCEL both end it with COPPICE_CANCELLED. Errors: as for fit; not 2 <= folds <= rows;
 * fewer rows of a class than folds. Options and earlier results then stay as they were, but after
 * COPPICE_STOP the results are those of the points whose folds are all finished, each with its best
 * value of the path, and NaN for the others. */
COPPICE_API coppice_status coppice_solver_cross_validate(coppice_solver* solver,
                                                         coppice_dataset* dataset, int64_t folds,
                                                         int64_t* best);

/* What the last cross-validation found, in numbers and, by coppice_solver_get_string, in text.
 * array: "cv.criterion" (a number a point of the grid), "cv.standard_error" (of these means over
 *        folds), "cv.path" (the value at each point of the option that the method follows as a
 *        path; empty where it follows none), "cv.fold_criterion" (points x folds, whose means
 *        "cv.criterion" are)
 * string: "cv.criterion_name" (such as "error"), "cv.path_name" (the option; "" where the method
 *        has none)
 * Errors: COPPICE_UNKNOWN_NAME, whose message lists the names of that type; COPPICE_INVALID_STATE
 * before the first cross-validation. */
COPPICE_API coppice_status coppice_solver_get_array(const coppice_solver* solver, const char* name,
                                                    double* out, int64_t capacity, int64_t* needed);

/* Streams. A method whose attribute "streams" is "yes" (coppice_catalogue_attribute) also learns
 * rows one by one, each once, in memory that does not grow with their number (but for the terms of
 * kernel expansions): classes are declared, the stream is begun, and from then on rows are learned,
 * models are made, and the state is saved, in any order. A fit of such a method is a stream over
 * the rows of the dataset, `iterations` times. */

/* The classes of the stream to come: their `labels`, `length` of them, 2 at least, by number or by
 * name, in ascending order (names bytewise); with two classes the later one is the positive class.
 * Replaces those of an earlier call. Errors: labels that are not distinct, do not ascend, or are
 * not finite numbers (their place is given); COPPICE_INVALID_STATE once the stream has begun. */
COPPICE_API coppice_status coppice_solver_set_classes(coppice_solver* solver, const double* labels,
                                                      int64_t length);
COPPICE_API coppice_status coppice_solver_set_class_names(coppice_solver* solver,
                                                          const char* const* labels,
                                                          int64_t length);

/* Begin a stream of rows of `features` values, with the options that the solver has now. From here
 * on its settings are fixed, but for the progress callback: setters, fit, cross_validate and
 * another stream are COPPICE_INVALID_STATE. Errors: COPPICE_UNAVAILABLE, a method that learns from
 * whole datasets only, or a kernel that has to see the training rows first (which is named);
 * COPPICE_INVALID_STATE, no classes; not 1 <= features <= 2^25; COPPICE_INVALID_OPTION, options
 * that do not go together. */
COPPICE_API coppice_status coppice_solver_begin(coppice_solver* solver, int64_t features);

/* Learn one row: `length` values at `x`; or `entries` of its `values`, whose features are
 * `indices`, ascending, the others being 0. `label` is the index of its class among those declared.
 * `weight`, 0 or from 1e-50 to 1e50, multiplies the row's step; a row of weight 0 is not learned.
 * `out` gets the decision values of the row (coppice_output) as they were before it was learned;
 * NULL with capacity 0 where nobody asks. Allocates nothing, but where a weak learner or a term of
 * a kernel expansion is added. Errors: COPPICE_INVALID_DATA, which names the place and the value,
 * for another number of features than the stream has, indices out of range or not ascending, values
 * that are not finite, whose squares sum up to more than 1e100, or whose kernel is not finite, a
 * label or a weight out of range; COPPICE_INVALID_STATE before the stream has begun. The stream is
 * then as if the row had not come. */
COPPICE_API coppice_status coppice_solver_learn_row(coppice_solver* solver, const double* x,
                                                    int64_t length, int64_t label, double weight,
                                                    double* out, int64_t capacity);
COPPICE_API coppice_status coppice_solver_learn_sparse_row(coppice_solver* solver,
                                                           const int32_t* indices,
                                                           const double* values, int64_t entries,
                                                           int64_t label, double weight,
                                                           double* out, int64_t capacity);

/* Learn the rows of a labelled dataset, the `block`, one after another in their order, with their
 * weights: the same, bit for bit, as row by row. Columns go by position; labels are compared as
 * text. `out` gets the decision values of all rows, each as they were before it was learned, row
 * after row; NULL with capacity 0 where nobody asks. The progress callback is called, and both of
 * its answers that end the work are COPPICE_CANCELLED. Errors: as for a row, which is named by its
 * number in the block; COPPICE_INVALID_STATE without labels; a category, or a label that was not
 * declared. The rows before it have been learned then, "stream.rows" (below) says how many there
 * are, and `out` has their decision values; the others are not touched. */
COPPICE_API coppice_status coppice_solver_learn(coppice_solver* solver,
                                                const coppice_dataset* block, double* out,
                                                int64_t capacity);

/* A model of what has been learned so far, which may be nothing: as immutable as that of a fit, and
 * shared with no stream. What the stream tells of itself is read by name,
 * - coppice_solver_get_int: "stream.rows" (learned, of positive weight), "stream.learners" (weak
 *   learners of all classes, or terms of the kernel expansion), "stream.features",
 *   "stream.scores" (decision values a row),
 * - coppice_solver_get_double: "stream.prequential_error" (the weighted fraction of the rows whose
 *   class was not the one decided before they were learned; NaN before the first).
 * Errors: COPPICE_INVALID_STATE before the stream has begun. */
COPPICE_API coppice_status coppice_solver_snapshot(const coppice_solver* solver,
                                                   coppice_model** out);

/* Save all that it takes to go on, to a file, or to memory in the `format` "json" or "cbor", as
 * models are saved (coppice_model_save, coppice_model_save_buffer): a process that ends meanwhile
 * leaves the old file or the new one. Errors: COPPICE_INVALID_STATE before the stream has begun,
 * and as there. */
COPPICE_API coppice_status coppice_solver_save(const coppice_solver* solver, const char* path);
COPPICE_API coppice_status coppice_solver_save_buffer(const coppice_solver* solver,
                                                      const char* format, void* out,
                                                      int64_t capacity, int64_t* needed);

/* A solver with the method, the options, the classes and the stream of the one that was saved. It
 * goes on, bit for bit, as that one would have gone on; its progress callback is to be set again.
 * The format is recognised by content. Errors: COPPICE_MODEL_ERROR for anything but a saved stream;
 * COPPICE_FILE_ERROR; COPPICE_UNAVAILABLE where a custom kernel is missing, which the functions
 * below take from `solver` as coppice_model_load_custom does. */
COPPICE_API coppice_status coppice_solver_load(const char* path, coppice_solver** out);
COPPICE_API coppice_status coppice_solver_load_buffer(const void* bytes, int64_t size,
                                                      coppice_solver** out);
COPPICE_API coppice_status coppice_solver_load_custom(const char* path,
                                                      const coppice_solver* solver,
                                                      coppice_solver** out);
COPPICE_API coppice_status coppice_solver_load_buffer_custom(const void* bytes, int64_t size,
                                                             const coppice_solver* solver,
                                                             coppice_solver** out);

COPPICE_API void coppice_solver_free(coppice_solver* solver);

/* ----------------------------------------------------------------------------- models ------ */

/* What to predict: for each row, `width` numbers (coppice_model_output_width). */
typedef enum coppice_output {
  COPPICE_DECISION = 1,    /* decision values: 1 for two classes (> 0 or 0: the later), else one a
                              class; of a model that predicts numbers, these */
  COPPICE_CLASS = 2,       /* the index of the predicted class, as a whole double */
  COPPICE_STAGED = 3,      /* decision values after every iteration; needs option keep_stages=yes */
  COPPICE_LEARNERS = 4,    /* the outputs h_j(x) of the weak learners, as they are */
  COPPICE_PROBABILITY = 5, /* a probability for each class; needs option calibration=platt */
  COPPICE_MAP = 6,         /* the learned map: features whose dot product is the model's kernel */
  COPPICE_CONTRIBUTIONS = 7 /* what each feature adds to the decision value (scores x features,
                               score after score); see coppice_model_shape_function */
} coppice_output;

/* Classes, probabilities, and the learned map.
 *
 * The class of a model that is not calibrated is, of two, the later where the decision value is >=
 * 0; of more, that of the largest decision value, the first of equals.
 *
 * A model trained with option calibration=platt has a sigmoid for each decision value f,
 * P = 1 / (1 + exp(-(a f + b))) with a > 0 ("calibration_slope", "calibration_offset"), fitted to
 * the decision values that 5 fits give to the rows they left out. With two classes, P is the
 * probability of the later one. With more, P is that of a class against all others, and the
 * probabilities are these divided by their sum (Zadrozny & Elkan, KDD 2002). Rows weigh in the
 * sigmoids as in the fit: with class_weight=balanced, probabilities are those of classes that are
 * equally frequent. The class is that of the largest probability: of two, the later of equals, so
 * that the threshold on f is -b / a, where that of other models is 0; of more, the first of equals.
 * Errors in the learning curve are always those of decision values; "train_error" is of the model's
 * classes. A fit that was stopped has not been calibrated, and says so in "warnings". Scores of
 * loss=squared-hinge rise with the probability and calibrate best; the hinge's seek the right side
 * of 1/2 only.
 *
 * The learned map x -> F(x) of an ensemble has one feature a weak learner, F_j(x) = |w_j| h_j(x)
 * with |w_j| the Euclidean norm of the learner's weights, of which there are as many as biases.
 * F(x) . F(x') is the kernel that the model has learned, sum_j |w_j|^2 h_j(x) h_j(x'); the sum of
 * |w_j|^2 over the learners of a pool is that pool's share of it, one of "pool_weights". That of
 * kernel-boost and kernel-alignment is what they learn, F_j(x) = scale_j h_j(x), and their decision
 * values follow from it. A dataset made of the map's values trains any other method. */

/* How many numbers this output has for each row. Errors: COPPICE_UNAVAILABLE, where the model
 * does not give this output; the message names the remedy, or what the model gives. */
COPPICE_API coppice_status coppice_model_output_width(const coppice_model* model,
                                                      coppice_output output, int64_t* out);

/* Predict every row of a dense matrix, given by `x`, `length`, `rows`, `features`, `row_stride` and
 * `column_stride` as to coppice_dataset_create_dense, on `threads` threads. The results stand row
 * after row in `out`. The number of features must be the model's; a category has
 * the codes of the training set's levels, and any other whole number from 0 is an unknown level.
 * Errors: as for datasets, infinite values included; what is no code in a category; missing values
 * (NaN) in a feature that some learner looks at and cannot do without. A model of stumps alone
 * takes them anywhere. */
COPPICE_API coppice_status coppice_model_predict(const coppice_model* model, coppice_output output,
                                                 const double* x, int64_t length, int64_t rows,
                                                 int64_t features, int64_t row_stride,
                                                 int64_t column_stride, int64_t threads,
                                                 double* out, int64_t capacity);

/* Predict one row, the values `x` of the model's features, in microseconds, equal bit for bit to
 * what the other two give. Starts no thread and allocates nothing, aside from
 *   - COPPICE_STAGED and COPPICE_CONTRIBUTIONS, which need room for the outputs of all learners;
 *   - the class or probability of more than 64 classes, and decision values by kernels for so many;
 *   - the model's first row with a missing value;
 *   - custom learners with more than 64 results, or on a view of more than 64 features;
 *   - custom kernels, and kernels with members that do not make an additive sum;
 *   - kernels on a view, or that clip rows as tree does, of more than 64 features. */
COPPICE_API coppice_status coppice_model_predict_row(const coppice_model* model,
                                                     coppice_output output, const double* x,
                                                     int64_t length, double* out, int64_t capacity);

/* Predict every row of a dataset; labels are not looked at. Where both the dataset and the training
 * set have names of features, columns are found by name: their order does not matter, and further
 * columns are ignored. Else columns go by position. Levels are found by name, whatever their codes.
 * Errors: COPPICE_INVALID_DATA, where the dataset lacks a feature of the model (it is named), is of
 * another width (both are said; svmlight text whose width was left open may be narrower, padded
 * with zeros, or wider, what is beyond being ignored), has numbers where the training set had a
 * category or the reverse (unless all of them are missing), or has missing values as
 * coppice_model_predict refuses them. */
COPPICE_API coppice_status coppice_model_predict_dataset(const coppice_model* model,
                                                         coppice_output output,
                                                         const coppice_dataset* dataset,
                                                         int64_t threads, double* out,
                                                         int64_t capacity);

/* Predict the rows of a dataset, once, on `threads` threads, and hold the predictions against its
 * labels, or numbers. What it makes keeps neither the model nor the dataset. Rows count by the
 * dataset's weights; labels are compared as text; columns are found as by
 * coppice_model_predict_dataset. Errors: as there; COPPICE_INVALID_STATE, where the dataset has no
 * labels, or not the numbers that the model predicts. */
COPPICE_API coppice_status coppice_model_evaluate(const coppice_model* model,
                                                  const coppice_dataset* dataset, int64_t threads,
                                                  coppice_evaluation** out);

/* The criterion called `name` (catalogue COPPICE_CRITERIA).
 * - "error": the fraction of rows whose predicted class is not their label; a label that the model
 *   has never seen counts as wrong.
 * - "balanced_error": 1 - the mean, over the classes that occur, of their recall, the fraction of a
 *   class's rows that is predicted to be of it.
 * - "log_loss": the mean of -log p of the label's probability p, which is taken to be 2^-52 at
 *   least.
 * - "brier": of two classes the mean of (p - y)^2, p the probability of the later and y = 1 where
 *   it is the label, else 0; of more the mean of the sum of (p_k - y_k)^2 over the classes.
 * - "auc", of which larger is better: the probability that a row of the later class has the larger
 *   decision value than one of the other, equal ones counting half. Of more classes the mean, over
 *   those that occur, of each against the rest by its own decision value.
 * - "squared_error", of models of numbers: the mean of the sum over the outputs of (f - y)^2.
 * Errors: COPPICE_UNKNOWN_NAME; COPPICE_UNAVAILABLE, where the criterion is not defined: a
 * criterion of classes for a model of numbers and the reverse, "log_loss" and "brier" for a model
 * that is not calibrated, "auc" for rows of one class, these three for labels that the model has
 * never seen (unless their rows have weight 0), all for rows without weight; the message names the
 * remedy. */
COPPICE_API coppice_status coppice_evaluation_criterion(const coppice_evaluation* evaluation,
                                                        const char* name, double* out);

/* The confusion matrix: the weight of the rows that have label r and are predicted to be of class
 * c, at out[r * K + c] for the K classes of the model. Where rows have labels that the model has
 * never seen, these make a further row, r = K: (K + 1) * K numbers are always enough. Errors:
 * COPPICE_UNAVAILABLE, where the model predicts numbers. */
COPPICE_API coppice_status coppice_evaluation_confusion(const coppice_evaluation* evaluation,
                                                        double* out, int64_t capacity,
                                                        int64_t* needed);

COPPICE_API void coppice_evaluation_free(coppice_evaluation* evaluation);

/* The criterion "error" of an evaluation, without the evaluation. */
COPPICE_API coppice_status coppice_model_error_rate(const coppice_model* model,
                                                    const coppice_dataset* dataset, int64_t threads,
                                                    double* out);

/* The types of a model's quantities. */
typedef enum coppice_quantity_type {
  COPPICE_INT = 1,
  COPPICE_DOUBLE = 2,
  COPPICE_STRING = 3,
  COPPICE_ARRAY = 4 /* of doubles */
} coppice_quantity_type;

/* How many quantities of a `type` the model has, and the name of quantity `index` of that type. A
 * name has one type. */
COPPICE_API coppice_status coppice_model_quantity_count(const coppice_model* model,
                                                        coppice_quantity_type type, int64_t* out);
COPPICE_API coppice_status coppice_model_quantity_name(const coppice_model* model,
                                                       coppice_quantity_type type, int64_t index,
                                                       char* out, int64_t capacity,
                                                       int64_t* needed);

/* Quantities of the model and its training, by name. Errors: COPPICE_UNKNOWN_NAME, whose message
 * lists the names of that type, or says which type the name has.
 *
 * Every model has
 * int:    "features", "categories" (how many of them are), "classes" (0 where it predicts numbers),
 *         "scores" (decision values a row), "iterations", "best_iteration" (the one whose weights
 *         these are; without a validation set the last), "rows" (of the training set)
 * double: "objective", "dual_objective" (sums over rows, of the minimisation; the second is the
 *         best lower bound that is known, 0 while few learners are chosen), "gap"
 *         ((objective - dual_objective) / |objective|, so that 1 says nothing; 0 where the two
 *         differ by rounding), "optimum" (the least objective over all learners of the pool, which
 *         option price_of_sparsity of cgens computes) and "price_of_sparsity" ((objective -
 *         optimum) / optimum), "train_error" (the weighted fraction of rows), "fit_seconds"; NaN
 *         where the model has none
 * string: "kind" ("ensemble", "kernel-expansion" or "linear"), "method", "options" (all, as a JSON
 *         object, the pool's under "pool"), "gap_scope" ("pool": over every learner of a finite
 *         pool; "restricted": over the chosen learners; "kernel": over all that the kernel
 *         embodies; "problem": over all weights; "": no gap), "findings" (the names of the
 *         quantities that only its method has, a line each), "label_column" and "id_column" (the
 *         name of the table's column or, without a header, its number; "" where there is none),
 *         "stop_reason" (below), "warnings" (a line each; a model without a weak learner has one
 *         that says why), "pools" (a line for each member of a union, as coppice_pool_describe
 *         writes it)
 * array:  "calibration_slope", "calibration_offset" (one a score; empty where the model is not
 *         calibrated), "columns" (of the table that the features were read from, one a feature,
 *         from 1; empty where that was not CSV), and the learning curve, one number an iteration:
 *         "curve.iteration", "curve.learners", "curve.objective", "curve.dual_objective",
 *         "curve.master_gap", "curve.score", "curve.train_error", "curve.validation_error",
 *         "curve.validation_criterion", "curve.alignment",
 *         "curve.validation_alignment", "curve.test_error", "curve.test_alignment"; NaN where it is
 *         not known, as the last score where `learners` ended within an iteration of several:
 *         nothing has been priced since then, and "dual_objective" is the bound of the iteration
 *         before
 * and, of the option's type (int, double or string), "option.NAME" for every option of its method,
 * with the value it was trained with: "option.C".
 *
 * "stop_reason" is "learners" (as many as were asked for), "exhausted" (the pool has no learner
 * left), "patience", "time_limit", "stopped" (by the callback) or "epsilon": the best learner
 * outside scored less than the share `epsilon` of the best score at the start, where each score is
 * divided by the sum of the residuals' magnitudes at its time. Of a pool that draws its learners,
 * "epsilon" says so of many thousand learners that were drawn, and nothing of the others. Boosting
 * ends by "epsilon" also where the newest learner has no error, or none is better than chance. Of
 * kernel machines, erm and drm it is "tolerance" (the gap, or the change of the objective where
 * schedule=paper, is as small as was asked for), "iterations" (as many as were allowed) or
 * "stalled" (rounding lets it become no smaller; a warning says at what gap). Of methods that learn
 * row by row it is "iterations" (as many passes over the rows as were asked for), and "" of a
 * snapshot.
 *
 * An ensemble has also
 * int:    "learners", "stages" (0 unless kept)
 * array:  "weights" (learners x scores; where classes were learned by problems of two, 0 for the
 *         scores that a learner's problem does not count in), "bias" (one a score), "intercept"
 *         (the bias, and what learners that look at no feature add to it; empty where
 *         coppice_model_shape_function is not available), "code" (empty, or the output code that
 *         scores are decoded by, classes x bits, each -1 or +1: then there are weights and biases
 *         for the bits and not for the scores), "feature_counts" (how many learners look at each
 *         feature), "feature_weights" (sum of their |weights|), "feature_importance" (the standard
 *         deviation, over the training rows with their weights, of what each feature contributes:
 *         the sum of w_j h_j(x) over the learners that look at it alone; with several scores, the
 *         root of the sum of the squares of theirs. Learners that look at several features are
 *         left out. Empty where the fit was stopped before that was computed),
 *         "pool_weights" (for each of "pools" the sum of its learners' squared weights: the weights
 *         of the kernels in multiple kernel learning), "pool_learners" (how many they are).
 * A linear model, f_s(x) = b_s + sum_d w_sd x_d, has also
 * int:    "nonzero_features" (how many features have a weight that is not 0)
 * array:  "weights" (features x scores), "bias" (one a score), "intercept" (the same),
 *         "feature_importance" (the standard deviation of what each feature contributes, as above)
 * A model of method erm, linear or over weak learners, has the findings
 * double: "component_loss" (the mean of the losses of its components, each with its cost),
 *         "ensemble_loss" (that of their mean, the model, never larger), "exclusivity" (the mean
 *         over pairs of components of the sum of |w_d| |v_d| over their weights w and v)
 * array:  "component_losses", "pairwise_exclusivity" (components x components),
 *         "component_weights" (components x weights, a class after the other) and
 *         "component_bias", both empty where all components are equal, and so equal to the model.
 * A model of method drm has the findings
 * double: "mean_cosine" (of the directions of every two of its machines)
 * array:  "component_weights" (machines x features).
 * A model of a learned kernel, of method kernel-boost or kernel-alignment, has also
 * int:    "learners" (functions of the map)
 * array:  "map_scales" (one a learner), "weights" (learners x scores) and "bias" of the linear
 *         classifier on the map (both empty of classifier=knn), "feature_counts" and
 *         "feature_weights" (the sum of the scales) as above, "feature_importance" (empty)
 * and the findings
 * double: "alignment" (of its centred kernel with the target of the classes or labels),
 *         "validation_alignment", "test_alignment" (the same on the validation and the test set;
 *         NaN where all rows there are alike)
 * array:  "kernel_weights" (beta of every function, gamma of every view), "pool_weights" (for each
 *         of "pools", the views, its share of the trace of the kernel), "pool_learners".
 * Its "stop_reason" is "epsilon" where no function raises the alignment by more, "optimum" of
 * kernel-alignment.
 * A kernel machine, f_s(x) = b_s + sum_j a_js K(x, z_j), has also
 * int:    "support_vectors"
 * string: "kernel" (its text, options as they were settled)
 * array:  "coefficients" (support vectors x scores), "bias" (one a score), "intercept" (the same;
 *         empty where coppice_model_shape_function is not available)
 * and its iterations are the machines whose gap Newton's method has measured on all rows, or
 * working sets, or, of more than two classes, the problems of two.
 * A model that was learned row by row has the findings
 * double: "prequential_error" (the weighted fraction of the rows whose class was not the one
 *         decided before they were learned; not there before the first)
 * array:  "rho" (of method norma: the margin of each score)
 * and its iterations are passes over the rows. */
COPPICE_API coppice_status coppice_model_get_int(const coppice_model* model, const char* name,
                                                 int64_t* out);
COPPICE_API coppice_status coppice_model_get_double(const coppice_model* model, const char* name,
                                                    double* out);
COPPICE_API coppice_status coppice_model_get_string(const coppice_model* model, const char* name,
                                                    char* out, int64_t capacity, int64_t* needed);
COPPICE_API coppice_status coppice_model_get_array(const coppice_model* model, const char* name,
                                                   double* out, int64_t capacity, int64_t* needed);

/* The label that class `index` stands for, as text. */
COPPICE_API coppice_status coppice_model_class_name(const coppice_model* model, int64_t index,
                                                    char* out, int64_t capacity, int64_t* needed);

/* The name of feature `index` in the training set; "" where the features had no names. */
COPPICE_API coppice_status coppice_model_feature_name(const coppice_model* model, int64_t index,
                                                      char* out, int64_t capacity, int64_t* needed);

/* How many levels `feature` had in the training set: 0 where it is numbers. The name of one, whose
 * code is `level`. */
COPPICE_API coppice_status coppice_model_levels(const coppice_model* model, int64_t feature,
                                                int64_t* out);
COPPICE_API coppice_status coppice_model_level_name(const coppice_model* model, int64_t feature,
                                                    int64_t level, char* out, int64_t capacity,
                                                    int64_t* needed);

/* Weak learner `index`, in the order of their choice, as a JSON object such as
 * {"kind":"stump","feature":51,"threshold":0.0795,"missing":"below"}; where features have names,
 * "feature_name" stands behind "feature". "missing" is the side of the threshold on which missing
 * values are. The stump that tells them from all others has no threshold:
 * {"kind":"stump","feature":51,"condition":"is missing"}. A stump of a category is +1 at some of
 * its levels, known ones, and -1 where the level is another, missing or unknown:
 * {"kind":"level-stump","feature":3,"levels":[0,4],"level_names":["Bergen","Oslo"]}.
 * Errors: COPPICE_UNAVAILABLE where the model has no weak learners. */
COPPICE_API coppice_status coppice_model_learner(const coppice_model* model, int64_t index,
                                                 char* out, int64_t capacity, int64_t* needed);

/* The shape function of `feature`. A model whose weak learners look at one feature each, such as
 * stumps of numbers and of levels, or at none, a kernel machine whose kernel is additive
 * (stump, middle-stump, histogram-intersection, linear, and sums of these), and a linear model are
 * sums of functions of one feature:
 *
 *     f_s(x) = intercept_s + sum_d F_ds(x_d)       ("intercept"; s counts decision values)
 *
 * F_d is given by points of 1 + scores numbers, x, F_d1(x), F_d2(x) ..
 * - Of numbers the points ascend, and F_d is linear between two neighbours; where two have the same
 *   x it jumps, and has the value of the first at x itself. Outside, the line through the two
 *   outermost points goes on; where they have the same x, or there is one point only, F_d is
 *   constant there.
 * - Of a category there is one point for each level, whose code is x.
 * - The last point is that of missing values and of unknown levels: its x is NaN, and so are its
 *   values where the model takes no missing values.
 * There are no points where F_d is 0. COPPICE_CONTRIBUTIONS gives F_ds(x_d) of a row. Errors:
 * COPPICE_UNAVAILABLE where a learner looks at several features, or is not made of steps (it is
 * named), where the kernel is not additive, or where scores are decoded from an output code. */
COPPICE_API coppice_status coppice_model_shape_function(const coppice_model* model, int64_t feature,
                                                        double* out, int64_t capacity,
                                                        int64_t* needed);

/* Save to a file, as JSON or CBOR by the extension (.json, .cbor); the two have the same content.
 * The file is replaced as a whole, or not at all, and is on the disk when the call returns; it
 * keeps its permissions. Where the path is a symbolic link, what it leads to is replaced; what is
 * not an ordinary file, such as a pipe, is written as it is. A process that ends in the midst of it
 * leaves a file PATH.part followed by a number. Errors: COPPICE_UNKNOWN_NAME for another extension,
 * COPPICE_FILE_ERROR. */
COPPICE_API coppice_status coppice_model_save(const coppice_model* model, const char* path);

/* Save to memory; `format` is "json" or "cbor", sizes count bytes. JSON ends with a newline and
 * no NUL. */
COPPICE_API coppice_status coppice_model_save_buffer(const coppice_model* model, const char* format,
                                                     void* out, int64_t capacity, int64_t* needed);

/* Load a model; the format is recognised by content. It predicts bit for bit as the saved one
 * did. Hostile or damaged content is COPPICE_MODEL_ERROR, and takes no more memory than a fixed
 * multiple of its size; a file that cannot be read is COPPICE_FILE_ERROR. */
COPPICE_API coppice_status coppice_model_load(const char* path, coppice_model** out);
COPPICE_API coppice_status coppice_model_load_buffer(const void* bytes, int64_t size,
                                                     coppice_model** out);

/* Load a model that has custom learners or kernels: those that `solver` has under their names, in
 * its pool (which may be a union with several) or by coppice_solver_set_kernel. Errors:
 * COPPICE_UNAVAILABLE where a name is missing, from the other two functions too; the message says
 * which. */
COPPICE_API coppice_status coppice_model_load_custom(const char* path, const coppice_solver* solver,
                                                     coppice_model** out);
COPPICE_API coppice_status coppice_model_load_buffer_custom(const void* bytes, int64_t size,
                                                            const coppice_solver* solver,
                                                            coppice_model** out);

COPPICE_API void coppice_model_free(coppice_model* model);

#ifdef __cplusplus
}
#endif

#endif
