/* What the examples share: a call that fails ends the program with the library's message. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <coppice/coppice.h>
#include <stdio.h>
#include <stdlib.h>

static inline void must(coppice_status status) {
  if (status == COPPICE_OK) return;
  fprintf(stderr, "%s: %s\n", coppice_status_name(status), coppice_last_error());
  exit(1);
}

/* FOLDER/NAME, of the folder of data sets that the program is given. */
static inline coppice_dataset* read_set(const char* folder, const char* name) {
  char path[4096];
  coppice_dataset* data = NULL;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  must(coppice_dataset_read_svmlight(path, 0, &data));
  return data;
}

#endif
