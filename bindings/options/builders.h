/* Builders of options, printed from the library's own tables for languages with types: a class a
 * method and a class a pool, with a documented setter an option. A language says how these are
 * written; what there is, nobody lists a second time. */
#ifndef COPPICE_BINDINGS_BUILDERS_H
#define COPPICE_BINDINGS_BUILDERS_H

#include <stdbool.h>

typedef struct entry {
  const char* name; /* of the method or pool */
  const char* help;
} entry;

typedef struct setting {
  const char* name; /* of the option */
  const char* type; /* double, int, string */
  const char* standard;
  const char* values; /* its range or its choices, "" where all values of the type will do */
  const char* help;
} setting;

typedef struct language {
  void (*begin)(const char* of); /* "method" or "pool" */
  void (*begin_class)(const entry* of);
  void (*add)(const entry* of, const setting* with);
  void (*end_class)(void);
  void (*end)(void);
} language;

/* Prints all methods, or all pools, to standard output. */
void print_builders(const language* in, bool of_pools);

/* "columns_per_iteration" and "adaboost-mh" as words that begin with capitals, but for the first
 * where `capital` is false. A name that is in capitals stays so. */
void print_name(const char* name, bool capital);

/* Text inside a comment that XML or HTML is read from. */
void print_escaped(const char* text);

#endif
