/* Choose the cost of an SVM whose kernel embodies all stumps, by cross-validation.
 *
 *     cross_validate FOLDER */
#include "example.h"

int main(int argc, char** argv) {
  coppice_dataset* cells =
      read_set(argc > 1 ? argv[1] : "capi_tests/data", "breast-cancer-diagnostic.svm");
  coppice_solver* solver = NULL;
  coppice_model* model = NULL;
  static const double costs[] = {0.0001, 0.001, 0.01, 0.1};
  double errors[4], deviations[4], C, trained;
  int64_t best, points, vectors;

  must(coppice_solver_create("svm", &solver));
  must(coppice_solver_set_string(solver, "kernel", "stump"));
  must(coppice_solver_set_grid(solver, "C", "0.0001,0.001,0.01,0.1"));
  must(coppice_solver_cross_validate(solver, cells, 5, &best));

  must(coppice_solver_grid_size(solver, &points));
  must(coppice_solver_get_array(solver, "cv.criterion", errors, 4, NULL));
  must(coppice_solver_get_array(solver, "cv.standard_error", deviations, 4, NULL));
  for (int64_t k = 0; k < points; ++k)
    printf("C = %g: error %.2f %% +- %.2f%s\n", costs[k], 100 * errors[k], 100 * deviations[k],
           k == best ? ", the best" : "");

  must(coppice_solver_get_double(solver, "C", &C)); /* the solver has it already */
  must(coppice_solver_fit(solver, cells, &model));
  must(coppice_model_get_double(model, "train_error", &trained));
  must(coppice_model_get_int(model, "support_vectors", &vectors));
  printf("with C = %g: %d support vectors, training error %.2f %%\n", C, (int)vectors,
         100 * trained);

  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(cells);
  return 0;
}
