/* Train on real mails, and say how good the model is on others.
 *
 *     train FOLDER */
#include "example.h"

int main(int argc, char** argv) {
  const char* folder = argc > 1 ? argv[1] : "capi_tests/data";
  coppice_dataset* mails = read_set(folder, "spam.train.svm");
  coppice_dataset* others = read_set(folder, "spam.test.svm");
  coppice_solver* solver = NULL;
  coppice_model* model = NULL;
  coppice_evaluation* evaluation = NULL;
  double row[57], score, error, objective, counts[57];

  must(coppice_solver_create("cgens", &solver));
  must(coppice_solver_set_double(solver, "C", 0.01));
  must(coppice_solver_set_int(solver, "learners", 60));
  must(coppice_solver_fit(solver, mails, &model));

  must(coppice_model_evaluate(model, others, 1, &evaluation));
  must(coppice_evaluation_criterion(evaluation, "error", &error));
  printf("held-out error %.2f %%\n", 100 * error);

  must(coppice_dataset_copy_row(others, 0, row, 57));
  must(coppice_model_predict_row(model, COPPICE_DECISION, row, 57, &score, 1));
  printf("first mail scores %+.3f\n", score);

  must(coppice_model_get_double(model, "objective", &objective));
  printf("objective %.4f\n", objective);

  must(coppice_model_get_array(model, "feature_counts", counts, 57, NULL));
  for (int d = 0; d < 57; ++d)
    if (counts[d] >= 4) printf("feature %d is looked at by %.0f stumps\n", d, counts[d]);

  coppice_evaluation_free(evaluation);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(others);
  coppice_dataset_free(mails);
  return 0;
}
