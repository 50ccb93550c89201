/* Whatever is wrong is a status and a message that says what; the program goes on.
 *
 *     bad_input FOLDER */
#include <math.h>

#include "example.h"

static void say(coppice_status status) {
  printf("%s: %s\n", coppice_status_name(status), coppice_last_error());
}

int main(void) {
  const double x[] = {1, 2, 3, 4, 5, 6, 7, 8}, labels[] = {1, -1, 1, -1};
  const double same[] = {1, 1, 1, 1}, infinite[] = {1, 2, 3, INFINITY};
  double out[4];
  coppice_dataset *data = NULL, *none = NULL;
  coppice_solver *solver = NULL, *no_solver = NULL;
  coppice_model *model = NULL, *no_model = NULL;
  coppice_pool* no_pool = NULL;

  say(coppice_dataset_create_dense(infinite, 4, 2, 2, 2, 1, &none));
  must(coppice_dataset_create_dense(x, 8, 4, 2, 2, 1, &data));
  say(coppice_dataset_set_labels(data, labels, 3));
  say(coppice_dataset_read_csv("missing.csv", NULL, &none));

  say(coppice_solver_create("cgen", &no_solver));
  must(coppice_solver_create("cgens", &solver));
  say(coppice_solver_set_double(solver, "c", 1));
  say(coppice_solver_set_double(solver, "C", -1));
  say(coppice_pool_create("union(stump,", &no_pool));

  say(coppice_solver_fit(solver, data, &no_model));
  must(coppice_dataset_set_labels(data, same, 4));
  say(coppice_solver_fit(solver, data, &no_model));
  must(coppice_dataset_set_labels(data, labels, 4));
  must(coppice_solver_fit(solver, data, &model));
  say(coppice_model_predict(model, COPPICE_DECISION, x, 8, 2, 4, 4, 1, 1, out, 4));
  say(coppice_model_predict(model, COPPICE_PROBABILITY, x, 8, 4, 2, 2, 1, 1, out, 4));
  say(coppice_model_load_buffer("hello", 5, &no_model));

  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  return 0;
}
