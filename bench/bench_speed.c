/* A method on MNIST, odd against even digits or all ten of them, on demand: it says "ready" when it
 * has loaded the data; then, for every line on standard input, a number of threads, it fits once
 * and prints a line of JSON. speed.py drives it beside its peers, so that their fits take turns on
 * the machine.
 *
 *     bench_speed [--data FOLDER] [--task odd-even|digits] [--method cgens] [--rows 10000]
 *                 [--learners 500] [--options "C=0.001"] [--pool stump] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static coppice_dataset* load_task(const char* folder, const char* task, const char* name) {
  if (strcmp(task, "digits") == 0) return load(folder, name, 784);
  if (strcmp(task, "odd-even") != 0) fail("there is no task %s\n", task);
  return load_odd_even(folder, name);
}

int main(int argc, char** argv) {
  const char* folder = data_folder(argc, argv);
  const int64_t rows = whole_argument(argc, argv, "rows", 10000);
  const int64_t learners = whole_argument(argc, argv, "learners", 500);
  const char* task = argument(argc, argv, "task", "odd-even");
  const char* method = argument(argc, argv, "method", "cgens");
  const char* options = argument(argc, argv, "options", "C=0.001");
  const char* of_pool = argument(argc, argv, "pool", "stump");
  no_more_arguments(argc, argv);

  coppice_dataset* whole = load_task(folder, task, "mnist.train");
  coppice_dataset* test = load_task(folder, task, "mnist.test");
  coppice_dataset* train = first_rows(whole, rows);
  coppice_dataset_free(whole);

  printf("ready\n");
  fflush(stdout);
  char line[64];
  while (fgets(line, sizeof line, stdin) != NULL) {
    /* What a fit makes of the data, such as bins, stays with the dataset, and what it takes to go
     * on with the solver: begin with new ones. */
    coppice_dataset* fresh = first_rows(train, rows);
    coppice_solver* solver = NULL;
    coppice_pool* pool = NULL;
    must(coppice_solver_create(method, &solver));
    must(coppice_pool_create(of_pool, &pool));
    must(coppice_solver_set_pool(solver, pool));
    coppice_pool_free(pool);
    set_options(solver, options);
    must(coppice_solver_set_int(solver, "learners", learners));
    must(coppice_solver_set_int(solver, "threads", atoi(line)));
    fit_cost cost;
    coppice_model* model = timed_fit(solver, fresh, &cost);
    printf(
        "{\"wall\": %.3f, \"cpu\": %.3f, \"data\": %.1f, \"peak\": %.1f, \"train_error\": %.4f, "
        "\"test_error\": %.4f, \"note\": \"%d learners, objective %.6g\"}\n",
        cost.wall, cost.cpu, cost.before, cost.peak, quantity(model, "train_error"),
        error_rate(model, test), (int)count_of(model, "learners"), quantity(model, "objective"));
    fflush(stdout);
    coppice_model_free(model);
    coppice_solver_free(solver);
    coppice_dataset_free(fresh);
  }
  coppice_dataset_free(train);
  coppice_dataset_free(test);
  return 0;
}
