/* Java: handles are longs, statuses ints, texts bytes of UTF-8 that end with a NUL, results arrays
 * that the caller brings. Checked with java -Xcheck:jni. */
%pragma(java) jniclassclassmodifiers = "final class"
%pragma(java) jniclasscode = %{  static { NativeLibrary.load(); }
  static native long retain(Object callbacks);
  static native void release(long reference);
%}
%pragma(java) moduleclassmodifiers = "final class"

%define PASS(TYPE, JNI, JAVA)
%typemap(jni)     TYPE "JNI"
%typemap(jtype)   TYPE "JAVA"
%typemap(jstype)  TYPE "JAVA"
%typemap(javain)  TYPE "$javainput"
%typemap(javaout) TYPE { return $jnicall; }
%typemap(in)      TYPE "$1 = ($1_ltype)$input;"
%typemap(out)     TYPE "$result = (JNI)$1;"
%enddef
PASS(int64_t, jlong, long)
PASS(uint64_t, jlong, long)
PASS(coppice_status, jint, int)
PASS(enum SWIGTYPE, jint, int)

%define HANDLE(TYPE)
PASS(TYPE*, jlong, long)
%typemap(in)     TYPE*, const TYPE* "$1 = ($1_ltype)(intptr_t)$input;"
%typemap(jni)    const TYPE* "jlong"
%typemap(jtype)  const TYPE* "long"
%typemap(jstype) const TYPE* "long"
%typemap(javain) const TYPE* "$javainput"
%typemap(jni)    TYPE** "jlongArray"
%typemap(jtype)  TYPE** "long[]"
%typemap(jstype) TYPE** "long[]"
%typemap(javain) TYPE** "$javainput"
%typemap(in)     TYPE** (TYPE* made = NULL) "$1 = &made;"
%typemap(freearg) TYPE** {
  jlong address = (jlong)(intptr_t)made$argnum;
  if (result == COPPICE_OK) (*jenv)->SetLongArrayRegion(jenv, $input, 0, 1, &address);
}
%ignore TYPE;
%enddef
HANDLE(coppice_dataset)
HANDLE(coppice_csv_columns)
HANDLE(coppice_pool)
HANDLE(coppice_solver)
HANDLE(coppice_model)
HANDLE(coppice_evaluation)
HANDLE(coppice_progress_info)

/* Arrays that are copied in and out, and may be held while callbacks run. A NULL array is NULL and
 * 0: the library says what is missing. */
%define ELEMENTS(TYPE, LENGTH, JAVA, NAME, RELEASE)
%typemap(jni)     (TYPE, int64_t LENGTH) "j" #JAVA "Array"
%typemap(jtype)   (TYPE, int64_t LENGTH) "JAVA[]"
%typemap(jstype)  (TYPE, int64_t LENGTH) "JAVA[]"
%typemap(javain)  (TYPE, int64_t LENGTH) "$javainput"
%typemap(in)      (TYPE, int64_t LENGTH) {
  $1 = $input ? ($1_ltype)(*jenv)->Get ## NAME ## ArrayElements(jenv, $input, NULL) : NULL;
  $2 = $1 ? (*jenv)->GetArrayLength(jenv, $input) : 0;
}
%typemap(freearg) (TYPE, int64_t LENGTH)
  "if ($1) (*jenv)->Release" #NAME "ArrayElements(jenv, $input, (void*)$1, " #RELEASE ");"
%typemap(argout)  (TYPE, int64_t LENGTH) "" /* else that of a lone `TYPE` below would be taken */
%enddef
ELEMENTS(char* out, capacity, byte, Byte, 0)
ELEMENTS(void* out, capacity, byte, Byte, 0)
ELEMENTS(int64_t* out, capacity, long, Long, 0)
ELEMENTS(const int64_t* features, count, long, Long, JNI_ABORT)
ELEMENTS(const int64_t* rows, length, long, Long, JNI_ABORT)
ELEMENTS(const int64_t* indptr, indptr_length, long, Long, JNI_ABORT)
ELEMENTS(const double* values, entries, double, Double, JNI_ABORT)
ELEMENTS(const double* labels, length, double, Double, JNI_ABORT)
ELEMENTS(const double* targets, length, double, Double, JNI_ABORT)
ELEMENTS(const double* weights, length, double, Double, JNI_ABORT)
ELEMENTS(const void* text, size, byte, Byte, JNI_ABORT)
ELEMENTS(const void* bytes, size, byte, Byte, JNI_ABORT)

/* As many as there are `values`: Java looks, before. */
%typemap(jni)     const int32_t* indices "jintArray"
%typemap(jtype)   const int32_t* indices "int[]"
%typemap(jstype)  const int32_t* indices "int[]"
%typemap(javain)  const int32_t* indices "$javainput"
%typemap(in)      const int32_t* indices "$1 = $input ? ($1_ltype)(*jenv)->GetIntArrayElements(jenv, $input, NULL) : NULL;"
%typemap(freearg) const int32_t* indices "if ($1) (*jenv)->ReleaseIntArrayElements(jenv, $input, (jint*)$1, JNI_ABORT);"

/* Rows and their results, without a copy. They are taken in `check`, after every other argument, and
 * given back first (freearg runs in the order of arguments): between the two no JNI function may be
 * called, and so no callback may run. Models with callbacks take the buffers below. */
%define CRITICAL(TYPE, LENGTH, JAVA, MODE)
%typemap(jni)     (TYPE, int64_t LENGTH) "j" #JAVA "Array"
%typemap(jtype)   (TYPE, int64_t LENGTH) "JAVA[]"
%typemap(jstype)  (TYPE, int64_t LENGTH) "JAVA[]"
%typemap(javain)  (TYPE, int64_t LENGTH) "$javainput"
%typemap(in)      (TYPE, int64_t LENGTH) "$1 = NULL; $2 = $input ? (*jenv)->GetArrayLength(jenv, $input) : 0;"
%typemap(check)   (TYPE, int64_t LENGTH) "if ($input) $1 = ($1_ltype)(*jenv)->GetPrimitiveArrayCritical(jenv, $input, NULL);"
%typemap(freearg) (TYPE, int64_t LENGTH) "if ($1) (*jenv)->ReleasePrimitiveArrayCritical(jenv, $input, (void*)$1, " #MODE ");"
%typemap(argout)  (TYPE, int64_t LENGTH) ""
%enddef
CRITICAL(const double* x, length, double, JNI_ABORT)
CRITICAL(const float* x, length, float, JNI_ABORT)
CRITICAL(double* out, capacity, double, 0)

/* Direct buffers: any size, no copy, callbacks welcome. One that is not direct is NULL here. */
%define BUFFER(TYPE, LENGTH)
%typemap(jni)    (TYPE, int64_t LENGTH) "jobject"
%typemap(jtype)  (TYPE, int64_t LENGTH) "java.nio.DoubleBuffer"
%typemap(jstype) (TYPE, int64_t LENGTH) "java.nio.DoubleBuffer"
%typemap(javain) (TYPE, int64_t LENGTH) "$javainput"
%typemap(in)     (TYPE, int64_t LENGTH) {
  $1 = $input ? ($1_ltype)(*jenv)->GetDirectBufferAddress(jenv, $input) : NULL;
  $2 = $1 ? (*jenv)->GetDirectBufferCapacity(jenv, $input) : 0;
}
%enddef
BUFFER(const double* buffer, elements)
BUFFER(double* results, room)
%inline %{
static coppice_status coppice_model_predict_buffer(
    const coppice_model* model, coppice_output output, const double* buffer, int64_t elements,
    int64_t rows, int64_t features, int64_t row_stride, int64_t column_stride, int64_t threads,
    double* results, int64_t room) {
  return coppice_model_predict(model, output, buffer, elements, rows, features, row_stride,
                               column_stride, threads, results, room);
}
static coppice_status coppice_model_predict_row_buffer(const coppice_model* model,
                                                       coppice_output output,
                                                       const double* buffer, int64_t elements,
                                                       double* results, int64_t room) {
  return coppice_model_predict_row(model, output, buffer, elements, results, room);
}
static coppice_status coppice_model_predict_dataset_buffer(
    const coppice_model* model, coppice_output output, const coppice_dataset* dataset,
    int64_t threads, double* results, int64_t room) {
  return coppice_model_predict_dataset(model, output, dataset, threads, results, room);
}
static coppice_status coppice_dataset_create_dense_buffer(const double* buffer, int64_t elements,
                                                          int64_t rows, int64_t features,
                                                          coppice_dataset** out) {
  return coppice_dataset_create_dense(buffer, elements, rows, features, features, 1, out);
}
static coppice_status coppice_solver_learn_row_buffer(coppice_solver* solver, const double* buffer,
                                                      int64_t elements, int64_t label,
                                                      double weight, double* results,
                                                      int64_t room) {
  return coppice_solver_learn_row(solver, buffer, elements, label, weight, results, room);
}
%}

/* One number; `needed` also where the call fails. Given to Java after the arrays were given back. */
%define ONE(TYPE, NAME, JAVA, REGION, WHEN)
%typemap(jni)     TYPE* NAME "j" #JAVA "Array"
%typemap(jtype)   TYPE* NAME "JAVA[]"
%typemap(jstype)  TYPE* NAME "JAVA[]"
%typemap(javain)  TYPE* NAME "$javainput"
%typemap(in)      TYPE* NAME (TYPE number = 0) "$1 = &number;"
%typemap(freearg) TYPE* NAME "if (WHEN) (*jenv)->Set" #REGION "ArrayRegion(jenv, $input, 0, 1, (void*)$1);"
%enddef
ONE(int64_t, out, long, Long, result == COPPICE_OK)
ONE(int64_t, best, long, Long, result == COPPICE_OK)
ONE(int64_t, needed, long, Long, !(*jenv)->ExceptionCheck(jenv))
ONE(double, out, double, Double, result == COPPICE_OK)

/* Text. Bytes, since JNI's own strings are not UTF-8: outside the basic plane they are six bytes a
 * character, which the library would take for text that is damaged. */
%typemap(jni)     const char* "jbyteArray"
%typemap(jtype)   const char* "byte[]"
%typemap(jstype)  const char* "String"
%typemap(javain)  const char* "Text.bytes($javainput)"
%typemap(javaout) const char* { return Text.string($jnicall); }
%typemap(in)      const char* "$1 = $input ? (char*)(*jenv)->GetByteArrayElements(jenv, $input, NULL) : NULL;"
%typemap(freearg) const char* "if ($1) (*jenv)->ReleaseByteArrayElements(jenv, $input, (jbyte*)$1, JNI_ABORT);"
%typemap(out)     const char* "$result = coppice_java_bytes(jenv, $1);"
%{
#include <stdlib.h>
#include <string.h>
static jbyteArray coppice_java_bytes(JNIEnv* jenv, const char* text) {
  const jsize size = (jsize)strlen(text);
  jbyteArray array = (*jenv)->NewByteArray(jenv, size);
  if (array) (*jenv)->SetByteArrayRegion(jenv, array, 0, size, (const jbyte*)text);
  return array;
}
%}
%typemap(jni)    const char** out "jobjectArray"
%typemap(jtype)  const char** out "byte[][]"
%typemap(jstype) const char** out "byte[][]"
%typemap(javain) const char** out "$javainput"
%typemap(in)     const char** out (const char* text = NULL) "$1 = ($1_ltype)&text;"
%typemap(argout) const char** out
  "if (*$1) (*jenv)->SetObjectArrayElement(jenv, $input, 0, coppice_java_bytes(jenv, *$1));"

/* Lists of texts: one array, each text with its NUL behind it (Text.list). */
%define TEXTS(LIST, LENGTH)
%typemap(jni)    (const char* const* LIST, int64_t LENGTH) "jbyteArray"
%typemap(jtype)  (const char* const* LIST, int64_t LENGTH) "byte[]"
%typemap(jstype) (const char* const* LIST, int64_t LENGTH) "String[]"
%typemap(javain) (const char* const* LIST, int64_t LENGTH) "Text.list($javainput)"
%typemap(in)     (const char* const* LIST, int64_t LENGTH) (jbyte* text = NULL) {
  const jsize size = (*jenv)->GetArrayLength(jenv, $input);
  jsize i;
  text = (*jenv)->GetByteArrayElements(jenv, $input, NULL);
  for (i = 0, $2 = 0; text && i < size; ++i) $2 += text[i] == 0;
  $1 = malloc((size_t)($2 + 1) * sizeof(char*));
  for (i = 0, $2 = 0; $1 && i < size; ++i)
    if (i == 0 || text[i - 1] == 0) ((const char**)$1)[$2++] = (const char*)text + i;
}
%typemap(freearg) (const char* const* LIST, int64_t LENGTH) {
  free((void*)$1);
  if (text$argnum) (*jenv)->ReleaseByteArrayElements(jenv, $input, text$argnum, JNI_ABORT);
}
%enddef
TEXTS(labels, length)
TEXTS(names, length)
TEXTS(levels, count)

/* Objects of Java that are called back. `retain` makes a reference that the library is given as
 * `user`, and gives back by coppice_java_release when nothing can call it any more. A callback has a
 * frame of local references of its own: those of a call that calls back thousands of times would
 * pile up until it returns. What a callback throws stays pending, the library is told to cancel, and
 * Java sees the exception when the call returns. */
%{
typedef struct coppice_java_callbacks {
  JavaVM* vm;
  jobject object;
} coppice_java_callbacks;

static JNIEnv* coppice_java_env(const coppice_java_callbacks* callbacks) {
  JNIEnv* jenv = NULL;
  (*callbacks->vm)->GetEnv(callbacks->vm, (void**)&jenv, JNI_VERSION_1_8);
  return jenv;
}
static void coppice_java_release(void* user) {
  coppice_java_callbacks* callbacks = user;
  JNIEnv* jenv = coppice_java_env(callbacks);
  if (jenv) (*jenv)->DeleteGlobalRef(jenv, callbacks->object);
  free(callbacks);
}
JNIEXPORT jlong JNICALL Java_org_coppice_Native_retain(JNIEnv* jenv, jclass type, jobject object) {
  coppice_java_callbacks* callbacks = malloc(sizeof *callbacks);
  (void)type;
  if (!callbacks) return 0;
  (*jenv)->GetJavaVM(jenv, &callbacks->vm);
  callbacks->object = (*jenv)->NewGlobalRef(jenv, object);
  return (jlong)(intptr_t)callbacks;
}
JNIEXPORT void JNICALL Java_org_coppice_Native_release(JNIEnv* jenv, jclass type, jlong reference) {
  (void)jenv, (void)type;
  coppice_java_release((void*)(intptr_t)reference);
}
static jmethodID coppice_java_method(JNIEnv* jenv, jobject object, const char* name,
                                     const char* signature) {
  return (*jenv)->GetMethodID(jenv, (*jenv)->GetObjectClass(jenv, object), name, signature);
}
/* Seen by Java for the length of the call, without a copy. */
static jobject coppice_java_view(JNIEnv* jenv, const double* numbers, int64_t count) {
  return (*jenv)->NewDirectByteBuffer(jenv, (void*)numbers, count * (jlong)sizeof(double));
}
static coppice_action coppice_java_answer(JNIEnv* jenv, jint action) {
  (*jenv)->PopLocalFrame(jenv, NULL);
  return (*jenv)->ExceptionCheck(jenv) ? COPPICE_CANCEL : (coppice_action)action;
}
#define VIEWS "Ljava/nio/ByteBuffer;"
static coppice_action coppice_java_fit(void* user, const double* x, int64_t rows, int64_t features,
                                       const double* residual, int64_t scores, const double* chosen,
                                       int64_t learners, double* parameters, int64_t count) {
  const coppice_java_callbacks* callbacks = user;
  JNIEnv* jenv = coppice_java_env(callbacks);
  if (!jenv || (*jenv)->PushLocalFrame(jenv, 16)) return COPPICE_CANCEL;
  return coppice_java_answer(
      jenv, (*jenv)->CallIntMethod(
                jenv, callbacks->object,
                coppice_java_method(jenv, callbacks->object, "fit",
                                    "(" VIEWS "JJ" VIEWS "J" VIEWS "J" VIEWS ")I"),
                coppice_java_view(jenv, x, rows * features), (jlong)rows, (jlong)features,
                coppice_java_view(jenv, residual, rows * scores), (jlong)scores,
                coppice_java_view(jenv, chosen, learners * count), (jlong)learners,
                coppice_java_view(jenv, parameters, count)));
}
static coppice_action coppice_java_evaluate(void* user, const double* parameters, int64_t count,
                                            const double* x, int64_t rows, int64_t features,
                                            double* outputs) {
  const coppice_java_callbacks* callbacks = user;
  JNIEnv* jenv = coppice_java_env(callbacks);
  if (!jenv || (*jenv)->PushLocalFrame(jenv, 16)) return COPPICE_CANCEL;
  return coppice_java_answer(
      jenv, (*jenv)->CallIntMethod(jenv, callbacks->object,
                                   coppice_java_method(jenv, callbacks->object, "evaluate",
                                                       "(" VIEWS VIEWS "JJ" VIEWS ")I"),
                                   coppice_java_view(jenv, parameters, count),
                                   coppice_java_view(jenv, x, rows * features), (jlong)rows,
                                   (jlong)features, coppice_java_view(jenv, outputs, rows)));
}
static coppice_action coppice_java_compare(void* user, const double* x, int64_t rows,
                                           const double* z, int64_t others, int64_t features,
                                           double* out) {
  const coppice_java_callbacks* callbacks = user;
  JNIEnv* jenv = coppice_java_env(callbacks);
  if (!jenv || (*jenv)->PushLocalFrame(jenv, 16)) return COPPICE_CANCEL;
  return coppice_java_answer(
      jenv, (*jenv)->CallIntMethod(jenv, callbacks->object,
                                   coppice_java_method(jenv, callbacks->object, "compare",
                                                       "(" VIEWS "J" VIEWS "JJ" VIEWS ")I"),
                                   coppice_java_view(jenv, x, rows * features), (jlong)rows,
                                   coppice_java_view(jenv, z, others * features), (jlong)others,
                                   (jlong)features, coppice_java_view(jenv, out, rows * others)));
}
static coppice_action coppice_java_progress(void* user, const coppice_progress_info* info) {
  const coppice_java_callbacks* callbacks = user;
  JNIEnv* jenv = coppice_java_env(callbacks);
  if (!jenv || (*jenv)->PushLocalFrame(jenv, 16)) return COPPICE_CANCEL;
  return coppice_java_answer(
      jenv, (*jenv)->CallIntMethod(jenv, callbacks->object,
                                   coppice_java_method(jenv, callbacks->object, "report", "(J)I"),
                                   (jlong)(intptr_t)info));
}
%}
%define CALLBACKS(...)
%typemap(jni)    (__VA_ARGS__) "jlong"
%typemap(jtype)  (__VA_ARGS__) "long"
%typemap(jstype) (__VA_ARGS__) "long"
%typemap(javain) (__VA_ARGS__) "$javainput"
%enddef
%define LEARNERS coppice_custom_fit fit, coppice_custom_evaluate evaluate, coppice_release release, void* user %enddef
CALLBACKS(LEARNERS)
%typemap(in) (LEARNERS) "$1 = coppice_java_fit; $2 = coppice_java_evaluate; $3 = coppice_java_release; $4 = (void*)(intptr_t)$input;"
%define KERNEL coppice_custom_kernel compare, coppice_release release, void* user %enddef
CALLBACKS(KERNEL)
%typemap(in) (KERNEL) "$1 = coppice_java_compare; $2 = coppice_java_release; $3 = (void*)(intptr_t)$input;"
%define PROGRESS coppice_progress callback, void* user %enddef
CALLBACKS(PROGRESS)
%typemap(in) (PROGRESS) "$1 = $input ? coppice_java_progress : NULL; $2 = (void*)(intptr_t)$input;"

/* Sparse rows and blocks are learned with arrays that may be held while callbacks run. Progress is set
 * and a block learned in one call, which a close at the same time cannot part. */
ELEMENTS(double* decisions, scores, double, Double, 0)
%ignore coppice_solver_learn_sparse_row;
%rename(solver_learn_sparse_row) learn_sparse_row;
%inline %{
static coppice_status learn_sparse_row(coppice_solver* solver, const int32_t* indices,
                                       const double* values, int64_t entries, int64_t label,
                                       double weight, double* decisions, int64_t scores) {
  return coppice_solver_learn_sparse_row(solver, indices, values, entries, label, weight,
                                         decisions, scores);
}
static coppice_status coppice_solver_learn_watched(coppice_solver* solver,
                                                   const coppice_dataset* block,
                                                   coppice_progress callback, void* user,
                                                   double* decisions, int64_t scores) {
  const coppice_status status = coppice_solver_set_progress(solver, callback, user);
  return status == COPPICE_OK ? coppice_solver_learn(solver, block, decisions, scores) : status;
}
%}
