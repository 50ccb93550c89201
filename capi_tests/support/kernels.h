/* Kernels by their definitions in "Support vector machinery for infinite ensemble learning" (Lin &
 * Li, JMLR 2008), term by term: what the library's are compared with. */
#ifndef COPPICE_TESTS_KERNELS_H
#define COPPICE_TESTS_KERNELS_H

#include "table.h"

/* What some kernels know of the rows that they were settled on. */
typedef struct kernel_facts {
  int64_t features;
  double* least;      /* L_d */
  double* most;       /* R_d */
  double half_range;  /* Delta_S */
  double radius;      /* the largest norm */
  double** midpoints; /* of each feature */
  int64_t* midpoint_counts;
} kernel_facts;

kernel_facts* kernel_facts_of(const table* t);
void kernel_facts_free(kernel_facts* facts);

typedef struct kernel_case {
  const char* text; /* as option kernel has it */
  double (*value)(const kernel_facts* facts, const double* x, const double* z);
  const char* solver; /* Newton's where there is one for it: the other is tested with the others */
} kernel_case;

/* One of each kind, combinations among them. */
extern const kernel_case kernel_cases[];
extern const int kernel_case_count;

/* K of all rows with all rows. free() it. */
double* kernel_matrix(const kernel_case* of, const table* t);

#endif
