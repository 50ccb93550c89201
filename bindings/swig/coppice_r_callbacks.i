/* Functions of R that the library calls: progress, custom learners and custom kernels.
 *
 * All that a callback does with R, from the making of its arguments to the copying of its result, runs
 * in coppice_r_guard. A jump (an error, an interrupt, a restart) ends there; the library is told to
 * cancel; and coppice_r_check lets the jump go on when the library has returned, so that R sees the
 * condition that was signalled. What a callback is given are copies, which it may keep. */
%{
static void coppice_r_caught(void* place, Rboolean jump) {
  if (jump) longjmp(*(jmp_buf*)place, 1);
}

/* What body(call) wrote to *answer; COPPICE_CANCEL where it was left by a jump. */
static coppice_action coppice_r_guard(SEXP (*body)(void*), void* call, const int* answer) {
  jmp_buf place;
  if (coppice_r_unwinding) return COPPICE_CANCEL;
  if (setjmp(place)) {
    coppice_r_unwinding = 1;
    return COPPICE_CANCEL;
  }
  R_UnwindProtect(body, call, coppice_r_caught, &place, coppice_r_token);
  SETCAR(coppice_r_token, R_NilValue);
  return (coppice_action)*answer;
}

/* A matrix of R, column after column, of the library's, row after row; and the reverse. */
static SEXP coppice_r_matrix(const double* from, int64_t rows, int64_t columns) {
  SEXP matrix;
  double* to;
  int64_t i, j;
  if (rows > INT_MAX || columns > INT_MAX) Rf_error("R takes matrices of less than 2^31 rows");
  PROTECT(matrix = Rf_allocMatrix(REALSXP, (int)rows, (int)columns));
  to = REAL(matrix);
  for (j = 0; j < columns; ++j)
    for (i = 0; i < rows; ++i) *to++ = from[i * columns + j];
  UNPROTECT(1);
  return matrix;
}
static void coppice_r_copy(SEXP value, int64_t rows, int64_t columns, double* to, const char* who) {
  const double* from;
  int64_t i, j;
  if (!coppice_r_is_numeric(value) || Rf_xlength(value) != rows * columns)
    Rf_error("%s returned an object of type %s and length %.0f; expected %.0f numbers", who,
             Rf_type2char(TYPEOF(value)), (double)Rf_xlength(value), (double)(rows * columns));
  PROTECT(value = Rf_coerceVector(value, REALSXP));
  from = REAL(value);
  for (j = 0; j < columns; ++j)
    for (i = 0; i < rows; ++i) to[i * columns + j] = *from++;
  UNPROTECT(1);
}

/* Progress: `user` is a list of a function of R, or NULL, and whether an interrupt keeps the model.
 * The function gets a list of numbers, and answers with an action. */
typedef struct {
  SEXP watch;
  const coppice_progress_info* info;
  int answer;
} coppice_r_progress_call;

static SEXP coppice_r_told(const coppice_progress_info* info) {
  static const char* names[] = {"iteration",        "iterations",           "objective",
                                "gap",              "train_error",          "validation_error",
                                "validation_criterion", "alignment",        "validation_alignment",
                                ""};
  SEXP told = PROTECT(Rf_mkNamed(VECSXP, names));
  int k;
  for (k = 0; names[k][0]; ++k) {
    int64_t whole = 0;
    double number = NA_REAL;
    if (k >= 2)
      coppice_progress_get_double(info, names[k], &number);
    else if (coppice_progress_get_int(info, names[k], &whole) == COPPICE_OK)
      number = (double)whole;
    SET_VECTOR_ELT(told, k, Rf_ScalarReal(number));
  }
  UNPROTECT(1);
  return told;
}
static SEXP coppice_r_progress_body(void* data) {
  coppice_r_progress_call* call = data;
  R_CheckUserInterrupt();
  if (call->watch != R_NilValue) {
    SEXP told = PROTECT(coppice_r_told(call->info));
    SEXP expression = PROTECT(Rf_lang2(call->watch, told));
    call->answer = Rf_asInteger(Rf_eval(expression, R_GlobalEnv));
    UNPROTECT(2);
  }
  return R_NilValue;
}
static void coppice_r_look(void* unused) {
  (void)unused;
  R_CheckUserInterrupt();
}
static coppice_action coppice_r_progress(void* user, const coppice_progress_info* info) {
  coppice_r_progress_call call = {VECTOR_ELT(user, 0), info, COPPICE_CONTINUE};
  const int keeps = LOGICAL(VECTOR_ELT(user, 1))[0];
  if (keeps && !R_ToplevelExec(coppice_r_look, NULL)) return COPPICE_STOP;
  return coppice_r_guard(coppice_r_progress_body, &call, &call.answer);
}

/* Custom learners: `user` is a list of two functions, fit(x, residual, chosen) and
 * evaluate(parameters, x). Custom kernels: one of one, compare(x, z). */
typedef struct {
  SEXP user;
  const double *x, *residual, *chosen, *parameters;
  int64_t rows, features, scores, learners, count;
  double* to;
  int answer;
} coppice_r_learner_call;

static SEXP coppice_r_fit_body(void* data) {
  coppice_r_learner_call* call = data;
  SEXP x = PROTECT(coppice_r_matrix(call->x, call->rows, call->features));
  SEXP residual = PROTECT(coppice_r_matrix(call->residual, call->rows, call->scores));
  SEXP chosen = PROTECT(coppice_r_matrix(call->chosen, call->learners, call->count));
  SEXP expression = PROTECT(Rf_lang4(VECTOR_ELT(call->user, 0), x, residual, chosen));
  SEXP value = PROTECT(Rf_eval(expression, R_GlobalEnv));
  if (value == R_NilValue)
    call->answer = COPPICE_STOP;
  else
    coppice_r_copy(value, call->count, 1, call->to, "fit");
  UNPROTECT(5);
  return R_NilValue;
}
static coppice_action coppice_r_fit(void* user, const double* x, int64_t rows, int64_t features,
                                    const double* residual, int64_t scores, const double* chosen,
                                    int64_t learners, double* parameters, int64_t count) {
  coppice_r_learner_call call = {user,   x,        residual, chosen, NULL,       rows,
                                 features, scores, learners, count,  parameters, COPPICE_CONTINUE};
  return coppice_r_guard(coppice_r_fit_body, &call, &call.answer);
}

static SEXP coppice_r_evaluate_body(void* data) {
  coppice_r_learner_call* call = data;
  SEXP parameters = PROTECT(Rf_allocVector(REALSXP, call->count));
  SEXP x = PROTECT(coppice_r_matrix(call->x, call->rows, call->features));
  SEXP expression = PROTECT(Rf_lang3(VECTOR_ELT(call->user, 1), parameters, x));
  SEXP value;
  memcpy(REAL(parameters), call->parameters, (size_t)call->count * sizeof(double));
  PROTECT(value = Rf_eval(expression, R_GlobalEnv));
  coppice_r_copy(value, call->rows, 1, call->to, "evaluate");
  UNPROTECT(4);
  return R_NilValue;
}
static coppice_action coppice_r_evaluate(void* user, const double* parameters, int64_t count,
                                         const double* x, int64_t rows, int64_t features,
                                         double* outputs) {
  coppice_r_learner_call call = {user,     x, NULL, NULL,  parameters, rows,
                                 features, 0, 0,    count, outputs,    COPPICE_CONTINUE};
  return coppice_r_guard(coppice_r_evaluate_body, &call, &call.answer);
}

typedef struct {
  SEXP user;
  const double *x, *z;
  int64_t rows, others, features;
  double* to;
  int answer;
} coppice_r_kernel_call;

static SEXP coppice_r_compare_body(void* data) {
  coppice_r_kernel_call* call = data;
  SEXP x = PROTECT(coppice_r_matrix(call->x, call->rows, call->features));
  SEXP z = PROTECT(coppice_r_matrix(call->z, call->others, call->features));
  SEXP expression = PROTECT(Rf_lang3(VECTOR_ELT(call->user, 0), x, z));
  SEXP value = PROTECT(Rf_eval(expression, R_GlobalEnv));
  coppice_r_copy(value, call->rows, call->others, call->to, "the kernel");
  UNPROTECT(4);
  return R_NilValue;
}
static coppice_action coppice_r_compare(void* user, const double* x, int64_t rows, const double* z,
                                        int64_t others, int64_t features, double* out) {
  coppice_r_kernel_call call = {user, x, z, rows, others, features, out, COPPICE_CONTINUE};
  return coppice_r_guard(coppice_r_compare_body, &call, &call.answer);
}

/* Refuses what is not a list of `count` functions. */
static SEXP coppice_r_functions(SEXP value, R_xlen_t count, const char* name) {
  R_xlen_t i;
  if (TYPEOF(value) != VECSXP || Rf_xlength(value) != count)
    coppice_r_refuse(value, name, "a list of functions");
  for (i = 0; i < count; ++i)
    if (!Rf_isFunction(VECTOR_ELT(value, i)))
      coppice_r_refuse(VECTOR_ELT(value, i), name, "a function");
  return value;
}
%}

%define LEARNERS coppice_custom_fit fit, coppice_custom_evaluate evaluate, coppice_release release, void* user %enddef
%typemap(in) (LEARNERS) {
  $1 = coppice_r_fit;
  $2 = coppice_r_evaluate;
  $3 = NULL;
  $4 = coppice_r_functions($input, 2, "learners");
}
%define KERNEL coppice_custom_kernel compare, coppice_release release, void* user %enddef
%typemap(in) (KERNEL) {
  $1 = coppice_r_compare;
  $2 = NULL;
  $3 = coppice_r_functions($input, 1, "kernel");
}
/* What the library calls must be reachable as long as the handles of what may call it, but from them
 * alone: a function often refers to the model that it is a part of, and R could never collect either if
 * the list of functions were preserved until the library releases it. */
%inline %{
static SEXP coppice_keep(SEXP handle, SEXP object) {
  R_SetExternalPtrProtected(handle, Rf_cons(object, R_ExternalPtrProtected(handle)));
  return handle;
}
/* All that a handle keeps, for another one to keep. */
static SEXP coppice_kept(SEXP handle) { return R_ExternalPtrProtected(handle); }
%}

/* Progress is set and the fit run in one call: nothing has to be kept beyond it. */
%typemap(in) (coppice_progress callback, void* user) {
  $1 = coppice_r_progress;
  $2 = $input;
}
%ignore coppice_custom_fit;
%ignore coppice_custom_evaluate;
%ignore coppice_custom_kernel;
%ignore coppice_release;
%ignore coppice_progress;
%ignore coppice_progress_info;
%ignore coppice_progress_get_int;
%ignore coppice_progress_get_double;
%ignore coppice_solver_set_progress;
%ignore coppice_solver_fit;
%ignore coppice_solver_cross_validate;
%ignore coppice_solver_learn;
%inline %{
static coppice_status coppice_solver_fit_watched(coppice_solver* solver, coppice_dataset* dataset,
                                                 coppice_progress callback, void* user,
                                                 coppice_model** out) {
  coppice_status status = coppice_solver_set_progress(solver, callback, user);
  return status ? status : coppice_solver_fit(solver, dataset, out);
}
static coppice_status coppice_solver_cross_validate_watched(coppice_solver* solver,
                                                            coppice_dataset* dataset, int64_t folds,
                                                            coppice_progress callback, void* user,
                                                            int64_t* best) {
  coppice_status status = coppice_solver_set_progress(solver, callback, user);
  return status ? status : coppice_solver_cross_validate(solver, dataset, folds, best);
}
static coppice_status coppice_solver_learn_watched(coppice_solver* solver,
                                                   const coppice_dataset* block,
                                                   coppice_progress callback, void* user,
                                                   double* out, int64_t capacity) {
  coppice_status status = coppice_solver_set_progress(solver, callback, user);
  return status ? status : coppice_solver_learn(solver, block, out, capacity);
}
%}
