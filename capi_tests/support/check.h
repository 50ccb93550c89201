/* What the tests share: CMocka, checks of calls, and the data sets. */
#ifndef COPPICE_TESTS_CHECK_H
#define COPPICE_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <coppice/coppice.h>

/* The call returns COPPICE_OK and leaves no message. */
#define check_ok(call) check_ok_at((call), #call, __FILE__, __LINE__)

/* The call returns `status`, with a message that has every fragment in it; fragments are separated
 * by '|', as in "row 3|feature 1|nan". */
#define check_error(call, status, fragments) \
  check_error_at((call), #call, (status), (fragments), __FILE__, __LINE__)

void check_ok_at(coppice_status got, const char* call, const char* file, int line);
void check_error_at(coppice_status got, const char* call, coppice_status expected,
                    const char* fragments, const char* file, int line);

/* |a - b| <= tolerance * max(1, |a|, |b|). */
#define check_close(a, b, tolerance) \
  check_close_at((a), (b), (tolerance), #a " ~ " #b, __FILE__, __LINE__)
void check_close_at(double a, double b, double tolerance, const char* what, const char* file,
                    int line);

/* A data set of capi_tests/data: its path (static buffer), and the set read as svmlight. */
const char* data_path(const char* file);
coppice_dataset* load_data(const char* file);

/* CSV whose label is the column called so, by name or number; NULL for the first, "" for none. */
coppice_status read_csv(const char* path, const char* label, coppice_dataset** out);
coppice_status parse_csv(const void* text, int64_t size, const char* label, coppice_dataset** out);

/* The rows of `data` whose label is `negative` or `positive` (class names). */
coppice_dataset* two_classes(const coppice_dataset* data, const char* negative,
                             const char* positive);

/* The dataset of the named rows. */
coppice_dataset* subset_of(const coppice_dataset* data, const int64_t* rows, int64_t count);

int64_t rows_of(const coppice_dataset* data);
int64_t features_of(const coppice_dataset* data);

/* Numbers of a model by name; learners_of is count_of "learners". */
double quantity_of(const coppice_model* model, const char* name);
int64_t count_of(const coppice_model* model, const char* name);
int64_t learners_of(const coppice_model* model);

/* A criterion of an evaluation, and of a model on a dataset. */
double criterion_of(const coppice_evaluation* evaluation, const char* name);
double criterion_on(const coppice_model* model, const coppice_dataset* data, const char* name);
coppice_evaluation* evaluate(const coppice_model* model, const coppice_dataset* data);

/* What a progress callback is told, by name. */
int64_t told_int(const coppice_progress_info* info, const char* name);
double told_double(const coppice_progress_info* info, const char* name);

/* A text of a model, "method" and the like; free() it. */
char* text_of(const coppice_model* model, const char* name);

/* That text is exactly the one expected. */
void check_text(const coppice_model* model, const char* name, const char* expected);

/* An array quantity of a model; free() it. `size` may be NULL. */
double* array_of(const coppice_model* model, const char* name, int64_t* size);

/* How many quantities of a type a model has, and the name of one; free() it. */
int64_t quantities_of(const coppice_model* model, coppice_quantity_type type);
char* quantity_name(const coppice_model* model, coppice_quantity_type type, int64_t index);

/* The quantities of this type and name have the same bits, but that any NaN equals any other. */
void check_same_quantity(const coppice_model* a, const coppice_model* b, coppice_quantity_type type,
                         const char* name);

/* The arrays of this name have the same length and bits, but that any NaN equals any other. */
void check_same_array(const coppice_model* a, const coppice_model* b, const char* name);

#endif
