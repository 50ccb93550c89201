/* Training with a pool in one line, and what tests read from the learners of sampled pools. */
#ifndef COPPICE_TESTS_POOLS_H
#define COPPICE_TESTS_POOLS_H

#include "training.h"

/* As solver_with of training.h, drawing from the pool described. */
coppice_solver* pool_solver(const char* pool, const char* options);

/* As train_dataset of training.h, drawing from the pool described. */
coppice_model* train_pool(coppice_dataset* data, const char* pool, const char* options);

/* The same by another method. */
coppice_model* train_pool_by(const char* method, coppice_dataset* data, const char* pool,
                             const char* options);

/* Up to `most` numbers of the JSON array (or the number) behind "name": in the text of learner j;
 * returns how many there are, 0 where the name is not there. */
int64_t learner_numbers(const coppice_model* model, int64_t j, const char* name, double* out,
                        int64_t most);

/* Learners, weights, biases and decision values of the rows have the same bits. */
void check_equal_models(const coppice_model* a, const coppice_model* b,
                        const coppice_dataset* data);

/* A fit with five learners an iteration that ends within the third one, after 11 to 14 learners, is
 * solved as others are, and goes on to 20 from the end of the second, as if it had run through. */
void check_goes_on_within(const char* method, const char* options, coppice_dataset* data);

/* Two classes in the four corners of a square, opposite corners alike: no sum of functions of one
 * feature each tells them apart. */
table* exclusive_or(int64_t rows, uint32_t seed);

#endif
