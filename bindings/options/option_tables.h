/* What programs that print the library's tables of options ask them. */
#ifndef COPPICE_BINDINGS_OPTION_TABLES_H
#define COPPICE_BINDINGS_OPTION_TABLES_H

#include <coppice/coppice.h>
#include <stdio.h>
#include <stdlib.h>

static inline void check(coppice_status status) {
  if (status == COPPICE_OK) return;
  fprintf(stderr, "%s\n", coppice_last_error());
  exit(1);
}

static inline const char* option_attribute(coppice_catalogue catalogue, const char* name,
                                           int64_t index, const char* which) {
  const char* text = NULL;
  check(coppice_option_attribute(catalogue, name, index, which, &text));
  return text;
}

/* Its choices or its range, "" where all values of the type will do. */
static inline const char* option_values(coppice_catalogue catalogue, const char* name,
                                        int64_t index) {
  const char* choices = option_attribute(catalogue, name, index, "choices");
  return choices[0] != '\0' ? choices : option_attribute(catalogue, name, index, "range");
}

#endif
