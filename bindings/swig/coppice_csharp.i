/* C#: everything passes through as it is, so that the generated C only forwards. Native.solver_fit
 * returns a status; Capi.solver_fit checks its arguments and throws. SWIG's own helpers for exceptions and
 * strings are left out by macros (bindings/csharp/CMakeLists.txt). */
%pragma(csharp) imclassclassmodifiers = "internal static unsafe class"
%pragma(csharp) moduleclassmodifiers = "internal static unsafe class"

%define PASS(TYPE, CTYPE, CSHARP)
%typemap(ctype)  TYPE "CTYPE"
%typemap(imtype) TYPE "CSHARP"
%typemap(cstype) TYPE "CSHARP"
%typemap(csin)   TYPE "$csinput"
%typemap(in)     TYPE "$1 = ($1_ltype)$input;"
%enddef
PASS(int64_t, int64_t, long)
PASS(uint64_t, uint64_t, ulong)
PASS(double, double, double)
PASS(enum SWIGTYPE, int, int)
PASS(double*, void*, double*)
PASS(const double*, void*, double*)
PASS(const float*, void*, float*)
PASS(int64_t*, void*, long*)
PASS(const int64_t*, void*, long*)
PASS(const int32_t*, void*, int*)
PASS(char*, void*, byte*)
PASS(void*, void*, byte*)
PASS(const void*, void*, byte*)
PASS(const char* const*, void*, byte**)
PASS(void* user, void*, global::System.IntPtr)
PASS(const coppice_progress_info*, void*, global::System.IntPtr)
%ignore coppice_progress_info;

/* Delegates are C functions by the time they arrive. */
PASS(coppice_progress, coppice_progress, ProgressCallback)
PASS(coppice_custom_fit, coppice_custom_fit, FitCallback)
PASS(coppice_custom_evaluate, coppice_custom_evaluate, EvaluateCallback)
PASS(coppice_custom_kernel, coppice_custom_kernel, CompareCallback)
PASS(coppice_release, coppice_release, ReleaseCallback)

/* What is wrong is thrown before anything else can happen on the thread. */
%typemap(ctype)  coppice_status "int"
%typemap(imtype) coppice_status "int"
%typemap(cstype, out="void") coppice_status "int"
%typemap(csin)   coppice_status "$csinput"
%typemap(in)     coppice_status "$1 = (coppice_status)$input;"
%typemap(out)    coppice_status "$result = $1;"
%typemap(csout)  coppice_status { CoppiceException.Check($imcall); }

/* Text is bytes of UTF-8 that end with a NUL: `string` would travel in the system's code page, and a
 * NUL inside would cut it short without a word. */
%typemap(ctype)  const char* "const char*"
%typemap(imtype, out="global::System.IntPtr") const char* "byte[]"
%typemap(cstype) const char* "string"
%typemap(csin)   const char* "Text.Utf8($csinput, nameof($csinput))"
%typemap(csin)   const char* view, const char* column "$csinput == null ? null : Text.Utf8($csinput, nameof($csinput))"
%typemap(in)     const char* "$1 = ($1_ltype)$input;"
%typemap(out)    const char* "$result = $1;"
%typemap(csout)  const char* { return Text.FromUtf8($imcall); }
%typemap(ctype)  const char** out "void*"
%typemap(imtype) const char** out "out global::System.IntPtr"
%typemap(cstype) const char** out "out global::System.IntPtr"
%typemap(csin)   const char** out "out $csinput"
%typemap(in)     const char** out "$1 = ($1_ltype)$input;"

/* SafeHandles: alive during every call that they are given to, and freed once, whatever the order. */
%define HANDLE(TYPE, CLASS, SAFE_HANDLE)
PASS(TYPE*, void*, CLASS)
PASS(const TYPE*, void*, CLASS)
%typemap(imtype) TYPE*, const TYPE* "SAFE_HANDLE"
%typemap(csin, pre="    NativeObject.Check($csinput, nameof($csinput));") TYPE*, const TYPE* "$csinput.Handle"
PASS(TYPE**, void*, out SAFE_HANDLE)
%typemap(csin) TYPE** "out $csinput"
%ignore TYPE;
%ignore TYPE ## _free;
%inline %{ static void TYPE ## _release(void* address) { TYPE ## _free((TYPE*)address); } %}
%enddef
PASS(void* address, void*, global::System.IntPtr)
HANDLE(coppice_dataset, Dataset, DatasetHandle)
HANDLE(coppice_csv_columns, CsvColumns, CsvColumnsHandle)
HANDLE(coppice_pool, Pool, PoolHandle)
HANDLE(coppice_solver, Solver, SolverHandle)
HANDLE(coppice_model, Model, ModelHandle)
HANDLE(coppice_evaluation, Evaluation, EvaluationHandle)

/* Mono would inline it into its caller, and bind it before the caller has found the library. */
%csmethodmodifiers coppice_version
  "[global::System.Runtime.CompilerServices.MethodImpl(global::System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
  public"

/* Progress is set and the work done in one call, which a Dispose at the same time cannot part. */
%inline %{
static coppice_status coppice_solver_fit_watched(coppice_solver* solver, coppice_progress callback,
                                                 void* user, coppice_dataset* dataset,
                                                 coppice_model** out) {
  const coppice_status status = coppice_solver_set_progress(solver, callback, user);
  return status == COPPICE_OK ? coppice_solver_fit(solver, dataset, out) : status;
}
static coppice_status coppice_solver_cross_validate_watched(coppice_solver* solver,
                                                            coppice_progress callback, void* user,
                                                            coppice_dataset* dataset, int64_t folds,
                                                            int64_t* best) {
  const coppice_status status = coppice_solver_set_progress(solver, callback, user);
  return status == COPPICE_OK ? coppice_solver_cross_validate(solver, dataset, folds, best) : status;
}
static coppice_status coppice_solver_learn_watched(coppice_solver* solver, coppice_progress callback,
                                                   void* user, const coppice_dataset* block,
                                                   double* out, int64_t capacity) {
  const coppice_status status = coppice_solver_set_progress(solver, callback, user);
  return status == COPPICE_OK ? coppice_solver_learn(solver, block, out, capacity) : status;
}
%}
