// Train on real mails, and say how good the model is on others.
//
//     train FOLDER
#include <cstdio>
#include <vector>

#include "example.hpp"

int main(int argc, char** argv) try {
  const dataset mails = read_set(argc, argv, "spam.train.svm");
  const dataset others = read_set(argc, argv, "spam.test.svm");

  const solver method = make<solver>(coppice_solver_create, "cgens");
  must(coppice_solver_set_double(method.get(), "C", 0.01));
  must(coppice_solver_set_int(method.get(), "learners", 60));
  const model trained = make<model>(coppice_solver_fit, method.get(), mails.get());

  const evaluation held_out =
      make<evaluation>(coppice_model_evaluate, trained.get(), others.get(), std::int64_t{1});
  const auto error = get<double>(coppice_evaluation_criterion, held_out.get(), "error");
  std::printf("held-out error %.2f %%\n", 100 * error);

  std::vector<double> row(57);
  double score = 0;
  must(coppice_dataset_copy_row(others.get(), 0, row.data(), 57));
  must(coppice_model_predict_row(trained.get(), COPPICE_DECISION, row.data(), 57, &score, 1));
  std::printf("first mail scores %+.3f\n", score);
  std::printf("objective %.4f\n",
              get<double>(coppice_model_get_double, trained.get(), "objective"));

  std::vector<double> counts(57);
  must(coppice_model_get_array(trained.get(), "feature_counts", counts.data(), 57, nullptr));
  for (std::size_t d = 0; d < counts.size(); ++d)
    if (counts[d] >= 4) std::printf("feature %zu is looked at by %.0f stumps\n", d, counts[d]);
} catch (const coppice_error& error) {
  std::fprintf(stderr, "%s: %s\n", coppice_status_name(error.status), error.what());
  return 1;
}
