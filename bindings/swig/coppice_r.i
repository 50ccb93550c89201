/* R. The generated C is used; the generated R, S4 classes around every enum, is not: the typemaps
 * check each argument in C, so that what is left of a function of R is one .Call, which
 * bindings/r/generate.sh writes.
 *
 * R's errors are longjmps, and any call of R's may make one. None may cross a frame of the library:
 * wrappers call R before and after the library only, allocate by R alone, and make the pointer of a
 * result before the library makes the result. Callbacks are guarded (below). */
%{
#include <R_ext/Utils.h>
#include <math.h>
#include <setjmp.h>
#include <string.h>

/* Whether a callback was left by a jump, which goes on when the library has returned. R's token says
 * where to; a callback of a callback is done with it before the outer one needs it. */
static SEXP coppice_r_token = NULL;
static int coppice_r_unwinding = 0;

/* Raises a condition of R, of the class that stop_coppice() in the package gives to a status. */
static void coppice_r_stop(coppice_status status, const char* message) {
  SEXP text, code, package, call;
  PROTECT(text = Rf_ScalarString(Rf_mkCharCE(message, CE_UTF8)));
  PROTECT(code = Rf_ScalarInteger(status));
  PROTECT(package = Rf_mkString("coppice"));
  PROTECT(call = Rf_lang3(Rf_install("stop_coppice"), code, text));
  Rf_eval(call, R_FindNamespace(package)); /* does not return */
  UNPROTECT(4);
}

static void coppice_r_check(coppice_status status) {
  if (coppice_r_unwinding) {
    coppice_r_unwinding = 0;
    R_ContinueUnwind(coppice_r_token);
  }
  if (status != COPPICE_OK) coppice_r_stop(status, coppice_last_error());
}

static void coppice_r_refuse(SEXP value, const char* name, const char* expected) {
  char message[512];
  snprintf(message, sizeof message, "%s is of type %s and length %.0f; expected %s", name,
           Rf_isFactor(value) ? "factor" : Rf_type2char(TYPEOF(value)), (double)Rf_xlength(value),
           expected);
  coppice_r_stop(COPPICE_INVALID_ARGUMENT, message);
}

static int coppice_r_is_numeric(SEXP value) { return Rf_isNumeric(value) || Rf_isLogical(value); }

static double coppice_r_number(SEXP value, const char* name) {
  if (!coppice_r_is_numeric(value) || Rf_xlength(value) != 1)
    coppice_r_refuse(value, name, "one number");
  return Rf_asReal(value);
}

/* 64-bit integers travel as doubles, exact to 2^53. */
static int64_t coppice_r_as_whole(double number, const char* name) {
  if (!(fabs(number) <= 9007199254740992.0) || number != floor(number)) {
    char message[256];
    snprintf(message, sizeof message, "%s is %.17g; expected a whole number up to 2^53", name,
             number);
    coppice_r_stop(COPPICE_INVALID_ARGUMENT, message);
  }
  return (int64_t)number;
}
static int64_t coppice_r_whole(SEXP value, const char* name) {
  return coppice_r_as_whole(coppice_r_number(value, name), name);
}

static const char* coppice_r_text(SEXP value, const char* name) {
  if (value == R_NilValue) return NULL;
  if (!Rf_isString(value) || Rf_xlength(value) != 1 || STRING_ELT(value, 0) == NA_STRING)
    coppice_r_refuse(value, name, "one text");
  return Rf_translateCharUTF8(STRING_ELT(value, 0));
}

static SEXP coppice_r_string(const char* text) {
  return Rf_ScalarString(Rf_mkCharCE(text, CE_UTF8));
}

/* Numbers of this type; the same object where it is of that type. R may keep long sequences in a few
 * bytes: `limit` refuses them where there can be no use for one, before they are written out. */
static SEXP coppice_r_vector(SEXP value, SEXPTYPE type, R_xlen_t limit, const char* name) {
  if (!coppice_r_is_numeric(value)) coppice_r_refuse(value, name, "numbers");
  if (Rf_xlength(value) > limit) coppice_r_refuse(value, name, "less than 2^31 elements");
  return Rf_coerceVector(value, type);
}

static int64_t* coppice_r_wholes(SEXP value, const char* name) {
  R_xlen_t n, i;
  int64_t* wholes;
  PROTECT(value = coppice_r_vector(value, REALSXP, INT_MAX, name));
  n = Rf_xlength(value);
  wholes = (int64_t*)R_alloc(n + 1, sizeof(int64_t));
  for (i = 0; i < n; ++i) wholes[i] = coppice_r_as_whole(REAL(value)[i], name);
  UNPROTECT(1);
  return wholes;
}

static const char** coppice_r_texts(SEXP value, const char* name) {
  R_xlen_t n = Rf_xlength(value), i;
  const char** texts;
  if (!Rf_isString(value)) coppice_r_refuse(value, name, "text");
  if (n > INT_MAX) coppice_r_refuse(value, name, "less than 2^31 elements");
  texts = (const char**)R_alloc(n + 1, sizeof(char*));
  for (i = 0; i < n; ++i) {
    SEXP text = STRING_ELT(value, i);
    texts[i] = text == NA_STRING ? NULL : Rf_translateCharUTF8(text);
  }
  return texts;
}

/* Where a list or a vector has this name, -1 where it has not. */
static R_xlen_t coppice_r_place(SEXP named, const char* name) {
  const SEXP names = Rf_getAttrib(named, R_NamesSymbol);
  R_xlen_t i;
  for (i = 0; i < Rf_xlength(names); ++i)
    if (strcmp(CHAR(STRING_ELT(names, i)), name) == 0) return i;
  return -1;
}
static SEXP coppice_r_element(SEXP list, const char* name) {
  const R_xlen_t place = TYPEOF(list) == VECSXP ? coppice_r_place(list, name) : -1;
  return place < 0 ? R_NilValue : VECTOR_ELT(list, place);
}

/* NULL, which the library refuses, for what is not a handle of this type. */
static void* coppice_r_address(SEXP handle, const char* type) {
  char message[256];
  if (TYPEOF(handle) != EXTPTRSXP || R_ExternalPtrTag(handle) != Rf_install(type)) return NULL;
  if (!R_ExternalPtrAddr(handle)) {
    snprintf(message, sizeof message,
             "this %s is closed, or comes from another session of R; only models can be restored",
             type);
    coppice_r_stop(COPPICE_INVALID_HANDLE, message);
  }
  return R_ExternalPtrAddr(handle);
}
%}

/* SWIG's own typemaps for R give `free` to every int*, double* and char*. */
%typemap(freearg) SWIGTYPE*, double*, const double*, int32_t*, const int32_t*, char*, const char* ""

%typemap(in) int64_t "$1 = coppice_r_whole($input, \"$1_name\");"
%typemap(in) uint64_t "$1 = (uint64_t)coppice_r_whole($input, \"$1_name\");"
%typemap(in) double "$1 = coppice_r_number($input, \"$1_name\");"
%typemap(in) enum SWIGTYPE "$1 = ($1_ltype)coppice_r_whole($input, \"$1_name\");"
%typemap(in) const char* "$1 = (char*)coppice_r_text($input, \"$1_name\");"
%typemap(out) const char* "$result = coppice_r_string($1);"
%typemap(out) coppice_status "coppice_r_check($1);"
%typemap(in) SEXP "$1 = $input;"
%typemap(out) SEXP "$result = $1;"

/* Handles: an external pointer, tagged with the type, with a finalizer; made before the object. */
%define HANDLE(TYPE)
%{
static void TYPE ## _finalize(SEXP handle) {
  TYPE* address = R_ExternalPtrAddr(handle);
  R_ClearExternalPtr(handle);
  TYPE ## _free(address);
}
%}
%typemap(in) TYPE*, const TYPE* { $1 = coppice_r_address($input, #TYPE); }
%typemap(in, numinputs=0) TYPE** (TYPE* made = NULL, SEXP handle) {
  PROTECT(handle = R_MakeExternalPtr(NULL, Rf_install(#TYPE), R_NilValue));
  ++r_nprotect;
  R_RegisterCFinalizerEx(handle, TYPE ## _finalize, TRUE);
  $1 = &made;
}
%typemap(argout) TYPE** {
  R_SetExternalPtrAddr(handle$argnum, made$argnum);
  $result = handle$argnum;
}
%ignore TYPE;
%ignore TYPE ## _free;
%enddef
HANDLE(coppice_dataset)
HANDLE(coppice_csv_columns)
HANDLE(coppice_pool)
HANDLE(coppice_solver)
HANDLE(coppice_model)
HANDLE(coppice_evaluation)
/* Of a split: a list of both. Both have an owner before R is asked for the list. */
%typemap(argout) coppice_dataset** first "R_SetExternalPtrAddr(handle$argnum, made$argnum); $result = handle$argnum;"
%typemap(argout) coppice_dataset** second {
  R_SetExternalPtrAddr(handle$argnum, made$argnum);
  SEXP pair = PROTECT(Rf_allocVector(VECSXP, 2));
  ++r_nprotect;
  SET_VECTOR_ELT(pair, 0, $result);
  SET_VECTOR_ELT(pair, 1, handle$argnum);
  $result = pair;
}

/* Arrays in: R's own memory. Matrices may be longer than what has a number a row. */
%define NUMBERS(NAME, LENGTH, LIMIT)
%typemap(in) (const double* NAME, int64_t LENGTH) {
  PROTECT($input = coppice_r_vector($input, REALSXP, LIMIT, "$1_name"));
  ++r_nprotect;
  $1 = REAL($input);
  $2 = Rf_xlength($input);
}
%enddef
NUMBERS(x, length, R_XLEN_T_MAX)
NUMBERS(targets, length, R_XLEN_T_MAX)
NUMBERS(values, entries, R_XLEN_T_MAX)
NUMBERS(labels, length, INT_MAX)
NUMBERS(weights, length, INT_MAX)
%typemap(in) (const int64_t* rows, int64_t length) {
  $1 = coppice_r_wholes($input, "$1_name");
  $2 = Rf_xlength($input);
}
%apply (const int64_t* rows, int64_t length) { (const int64_t* features, int64_t count),
                                               (const int64_t* indptr, int64_t indptr_length) };
/* As many as there are `values`: R looks, before. */
%typemap(in) const int32_t* indices {
  PROTECT($input = coppice_r_vector($input, INTSXP, R_XLEN_T_MAX, "$1_name"));
  ++r_nprotect;
  $1 = INTEGER($input);
}
%typemap(in) (const void* bytes, int64_t size) {
  if (TYPEOF($input) != RAWSXP) coppice_r_refuse($input, "$1_name", "a raw vector");
  $1 = RAW($input);
  $2 = Rf_xlength($input);
}
%apply (const void* bytes, int64_t size) { (const void* text, int64_t size) };
%typemap(in) (const char* const* names, int64_t length) {
  $1 = ($1_ltype)coppice_r_texts($input, "$1_name");
  $2 = Rf_xlength($input);
}
%apply (const char* const* names, int64_t length) { (const char* const* labels, int64_t length),
                                                    (const char* const* levels, int64_t count) };
%ignore coppice_dataset_create_dense_float; /* R has no floats */

/* Arrays out: R says how long, and gets a vector. */
%typemap(in) (double* out, int64_t capacity) (SEXP vector) {
  $2 = coppice_r_whole($input, "$2_name");
  PROTECT(vector = Rf_allocVector(REALSXP, (R_xlen_t)$2));
  ++r_nprotect;
  $1 = REAL(vector);
}
%typemap(argout) (double* out, int64_t capacity) "$result = vector$argnum;"
%typemap(in) (int64_t* out, int64_t capacity) (SEXP vector) {
  $2 = coppice_r_whole($input, "$2_name");
  PROTECT(vector = Rf_allocVector(REALSXP, (R_xlen_t)$2));
  ++r_nprotect;
  $1 = (int64_t*)R_alloc($2 + 1, sizeof(int64_t));
}
%typemap(argout) (int64_t* out, int64_t capacity) {
  int64_t i;
  for (i = 0; i < $2; ++i) REAL(vector$argnum)[i] = (double)$1[i];
  $result = vector$argnum;
}
%typemap(in, numinputs=0) int64_t* out (int64_t number = 0) "$1 = &number;"
%typemap(argout) int64_t* out "$result = Rf_ScalarReal((double)*$1);"
%apply int64_t* out { int64_t* best };
%typemap(in, numinputs=0) double* out (double number = 0) "$1 = &number;"
%typemap(argout) double* out "$result = Rf_ScalarReal(*$1);"
%typemap(in, numinputs=0) const char** out (const char* text = NULL) "$1 = ($1_ltype)&text;"
%typemap(argout) const char** out "$result = coppice_r_string(*$1);"

/* Results of unknown size: the first call asks for it, a second one fills memory of R's. (One whose
 * line is missing here always fails, with COPPICE_BUFFER_TOO_SMALL.) */
%define GROWING(TYPE, RESULT)
%typemap(in, numinputs=0) (TYPE* out, int64_t capacity, int64_t* needed)
    (int64_t need = 0, SEXP grown = R_NilValue) "$1 = NULL; $2 = 0; $3 = &need;"
%typemap(argout) (TYPE* out, int64_t capacity, int64_t* needed) "$result = RESULT;"
%enddef
GROWING(char, coppice_r_string($1))
GROWING(void, grown$argnum)
GROWING(double, $1 ? grown$argnum : Rf_allocVector(REALSXP, 0))
%define FILLED(FUNCTION, OUT, CAPACITY, NEED, MEMORY)
%exception FUNCTION {
  $action
  if (result == COPPICE_BUFFER_TOO_SMALL) {
    CAPACITY = NEED;
    OUT = MEMORY;
    $action
  }
}
%enddef
%{
#define COPPICE_R_ROOM(vector, type, access, count) \
  (PROTECT((vector) = Rf_allocVector(type, (R_xlen_t)(count))), ++r_nprotect, access(vector))
%}
%define TEXT(FUNCTION, N, M)
FILLED(FUNCTION, arg ## N, arg ## M, need ## N, R_alloc((size_t)need ## N, 1))
%enddef
%define ARRAY(FUNCTION, N, M, TYPE, ACCESS)
FILLED(FUNCTION, arg ## N, arg ## M, need ## N, COPPICE_R_ROOM(grown ## N, TYPE, ACCESS, need ## N))
%enddef
TEXT(coppice_dataset_feature_name, 3, 4)
TEXT(coppice_dataset_label_column, 2, 3)
TEXT(coppice_dataset_row_name, 3, 4)
TEXT(coppice_dataset_level_name, 4, 5)
TEXT(coppice_dataset_class_name, 3, 4)
TEXT(coppice_pool_get_string, 3, 4)
TEXT(coppice_pool_describe, 2, 3)
TEXT(coppice_solver_get_string, 3, 4)
TEXT(coppice_solver_grid_point, 3, 4)
TEXT(coppice_model_quantity_name, 4, 5)
TEXT(coppice_model_get_string, 3, 4)
TEXT(coppice_model_class_name, 3, 4)
TEXT(coppice_model_feature_name, 3, 4)
TEXT(coppice_model_level_name, 4, 5)
TEXT(coppice_model_learner, 3, 4)
ARRAY(coppice_solver_get_array, 3, 4, REALSXP, REAL)
ARRAY(coppice_solver_save_buffer, 3, 4, RAWSXP, RAW)
ARRAY(coppice_evaluation_confusion, 2, 3, REALSXP, REAL)
ARRAY(coppice_model_get_array, 3, 4, REALSXP, REAL)
ARRAY(coppice_model_shape_function, 3, 4, REALSXP, REAL)
ARRAY(coppice_model_save_buffer, 3, 4, RAWSXP, RAW)

%include "coppice_r_callbacks.i"

/* SWIG's R_init registers the routines, and no more: this adds what it has no place for. */
%{
static int coppice_r_register(DllInfo* dll, const R_CMethodDef* c, const R_CallMethodDef* call,
                              const R_FortranMethodDef* fortran, const R_ExternalMethodDef* external) {
  R_PreserveObject(coppice_r_token = R_MakeUnwindCont());
  R_useDynamicSymbols(dll, FALSE);
  return R_registerRoutines(dll, c, call, fortran, external);
}
#define R_registerRoutines coppice_r_register

/* 1 where `model` is an open model and `type` is a name in `outputs`, whose number becomes `output`. */
static int coppice_r_has_output(SEXP model, SEXP outputs, SEXP type, coppice_output* output) {
  const SEXP handle = Rf_inherits(model, "coppice") ? coppice_r_element(model, "handle") : R_NilValue;
  const R_xlen_t place =
      Rf_isString(type) && Rf_xlength(type) == 1 ? coppice_r_place(outputs, CHAR(STRING_ELT(type, 0))) : -1;
  if (TYPEOF(handle) != EXTPTRSXP || !R_ExternalPtrAddr(handle) || place < 0) return 0;
  *output = (coppice_output)REAL(outputs)[place];
  return 1;
}
%}

%inline %{
/* Frees what a handle holds now; the garbage collector would, some day. */
static SEXP coppice_close_handle(SEXP handle) {
  const SEXP type = R_ExternalPtrTag(handle);
  if (type == Rf_install("coppice_dataset")) coppice_dataset_finalize(handle);
  if (type == Rf_install("coppice_csv_columns")) coppice_csv_columns_finalize(handle);
  if (type == Rf_install("coppice_pool")) coppice_pool_finalize(handle);
  if (type == Rf_install("coppice_solver")) coppice_solver_finalize(handle);
  if (type == Rf_install("coppice_model")) coppice_model_finalize(handle);
  if (type == Rf_install("coppice_evaluation")) coppice_evaluation_finalize(handle);
  return R_NilValue;
}
/* FALSE for one that was closed or comes from readRDS(), which restores it without its address. */
static SEXP coppice_is_open(SEXP handle) {
  return Rf_ScalarLogical(TYPEOF(handle) == EXTPTRSXP && R_ExternalPtrAddr(handle) != NULL);
}
/* Gives a closed handle of a model what `made` holds, which is then closed. */
static SEXP coppice_reopen_model(SEXP handle, SEXP made) {
  if (TYPEOF(handle) != EXTPTRSXP || R_ExternalPtrTag(handle) != Rf_install("coppice_model"))
    coppice_r_refuse(handle, "the model's handle", "that of a model");
  R_RegisterCFinalizerEx(handle, coppice_model_finalize, TRUE);
  R_SetExternalPtrAddr(handle, R_ExternalPtrAddr(made));
  R_SetExternalPtrProtected(handle, R_ExternalPtrProtected(made));
  R_ClearExternalPtr(made);
  return handle;
}
/* Predicts one row. Where coppice_r_has_output() answers 0 it does nothing and returns NULL. */
static SEXP coppice_predict_row(SEXP model, SEXP outputs, SEXP type, SEXP x) {
  int64_t width = 0;
  SEXP values;
  coppice_output asked;
  if (!coppice_r_has_output(model, outputs, type, &asked)) return R_NilValue;
  const coppice_model* const address = coppice_r_address(coppice_r_element(model, "handle"), "coppice_model");
  PROTECT(x = coppice_r_vector(x, REALSXP, R_XLEN_T_MAX, "x"));
  coppice_r_check(coppice_model_output_width(address, asked, &width));
  PROTECT(values = Rf_allocVector(REALSXP, (R_xlen_t)width));
  coppice_r_check(coppice_model_predict_row(address, asked, REAL(x), Rf_xlength(x), REAL(values), width));
  UNPROTECT(2);
  return values;
}
/* Predicts the rows of a matrix of doubles whose columns have no names. It returns NULL where the rows
 * are something else, or where the model has a formula or categories: R knows what to do then. */
static SEXP coppice_predict_matrix(SEXP model, SEXP outputs, SEXP type, SEXP x, SEXP threads) {
  int64_t width = 0, categories = 0;
  coppice_output asked;
  if (!coppice_r_has_output(model, outputs, type, &asked)) return R_NilValue;
  if (coppice_r_element(model, "terms") != R_NilValue) return R_NilValue;
  if (TYPEOF(x) != REALSXP || OBJECT(x) || !Rf_isMatrix(x) || Rf_nrows(x) == 0) return R_NilValue;
  const SEXP names = Rf_getAttrib(x, R_DimNamesSymbol);
  if (names != R_NilValue && VECTOR_ELT(names, 1) != R_NilValue) return R_NilValue;
  const coppice_model* const address = coppice_r_address(coppice_r_element(model, "handle"), "coppice_model");
  if (coppice_model_get_int(address, "categories", &categories) || categories > 0) return R_NilValue;
  if (coppice_model_output_width(address, asked, &width)) return R_NilValue;
  const int64_t rows = Rf_nrows(x);
  const int64_t team = coppice_r_whole(threads, "threads");
  if (width > R_XLEN_T_MAX / rows) return R_NilValue;
  const SEXP values = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)(rows * width)));
  coppice_r_check(coppice_model_predict(address, asked, REAL(x), Rf_xlength(x), rows, Rf_ncols(x), 1, rows, team,
                                        REAL(values), rows * width));
  UNPROTECT(1);
  return values;
}
%}
