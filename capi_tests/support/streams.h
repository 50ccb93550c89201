/* Streams in tests: solvers that have begun one, rows drawn for them, and what they tell. */
#ifndef COPPICE_TESTS_STREAMS_H
#define COPPICE_TESTS_STREAMS_H

#include "training.h"

/* A solver of a method with options given as text, that has begun a stream of the classes 0 ..
 * classes - 1. */
coppice_solver* stream_of_method(const char* method, const char* options, int64_t classes,
                                 int64_t features);

/* What a stream tells. */
int64_t stream_count(const coppice_solver* stream, const char* name);
double stream_error(const coppice_solver* stream);

/* A model of what has been learned so far. */
coppice_model* snapshot_of(const coppice_solver* stream);

/* The bytes that a stream is saved as; free() them. */
void* stream_bytes(const coppice_solver* stream, const char* format, int64_t* size);

/* Both streams are saved as the same bytes. */
void check_same_stream(const coppice_solver* a, const coppice_solver* b);

/* Numbers that look random, each from the last: on [0, 1), and around 0 with deviation 1. */
double draw_uniform(uint64_t* state);
double draw_normal(uint64_t* state);

#endif
