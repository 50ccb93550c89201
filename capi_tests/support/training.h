/* Training on a table in one line, and what a test computes from a model by itself: decision
 * values, learners, the objective. */
#ifndef COPPICE_TESTS_TRAINING_H
#define COPPICE_TESTS_TRAINING_H

#include "table.h"

/* A cgens model with options given as text, "C=0.1 learners=20"; "" leaves the defaults. */
coppice_model* train(const table* t, const char* options);
coppice_model* train_dataset(coppice_dataset* data, const char* options);

/* A model of a method that takes kernels. */
coppice_model* train_kernel(const char* method, coppice_dataset* data, const char* kernel,
                            const char* options);

/* A solver with such options; solver_with makes one of cgens. */
coppice_solver* solver_of_method(const char* method, const char* options);
coppice_solver* solver_with(const char* options);

/* coppice_model_load_buffer_custom with a solver that draws from `pool`. */
coppice_status load_with_pool(const char* bytes, size_t size, const coppice_pool* pool,
                              coppice_model** out);

/* An output for every row of `t`, row after row; free() it. */
double* predictions_of(const coppice_model* model, coppice_output output, const table* t);
double* decisions_of(const coppice_model* model, const table* t);

/* Learner `j`, a stump, from its JSON text. */
void learner_of(const coppice_model* model, int64_t j, int64_t* feature, double* threshold);

/* 1/2 |w|^2 + B(b) + C sum_i weight_i max(0, 1 - y_i f_i) from the weights, the bias and the
 * decision values; B(b) = b^2 / (2 bias_scale^2), or 0 with bias_scale 0. */
double objective_of(const coppice_model* model, const table* t, double C, double bias_scale);

/* The same learners, and weights, biases and decision values on `t` with the same bits. */
void check_same_model(const coppice_model* a, const coppice_model* b, const table* t);

/* The weight of the rows on the wrong side, 0 counting as +1, as a fraction of the weight of all.
 */
double error_of(const double* decisions, const table* t);

/* Seconds from some point in the past. */
double seconds_now(void);

#endif
