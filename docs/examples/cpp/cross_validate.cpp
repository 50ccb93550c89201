// Choose the cost of an SVM whose kernel embodies all stumps, by cross-validation.
//
//     cross_validate FOLDER
#include <array>
#include <cstdio>

#include "example.hpp"

int main(int argc, char** argv) try {
  const dataset cells = read_set(argc, argv, "breast-cancer-diagnostic.svm");
  constexpr std::array<double, 4> costs = {0.0001, 0.001, 0.01, 0.1};

  const solver method = make<solver>(coppice_solver_create, "svm");
  must(coppice_solver_set_string(method.get(), "kernel", "stump"));
  must(coppice_solver_set_grid(method.get(), "C", "0.0001,0.001,0.01,0.1"));
  const auto best =
      get<std::int64_t>(coppice_solver_cross_validate, method.get(), cells.get(), std::int64_t{5});

  std::array<double, 4> errors{};
  std::array<double, 4> deviations{};
  must(coppice_solver_get_array(method.get(), "cv.criterion", errors.data(), 4, nullptr));
  must(coppice_solver_get_array(method.get(), "cv.standard_error", deviations.data(), 4, nullptr));
  for (std::size_t k = 0; k < costs.size(); ++k)
    std::printf("C = %g: error %.2f %% +- %.2f%s\n", costs[k], 100 * errors[k], 100 * deviations[k],
                static_cast<std::int64_t>(k) == best ? ", the best" : "");

  // The solver has the best already.
  const model trained = make<model>(coppice_solver_fit, method.get(), cells.get());
  std::printf(
      "with C = %g: %d support vectors, training error %.2f %%\n",
      get<double>(coppice_solver_get_double, method.get(), "C"),
      static_cast<int>(get<std::int64_t>(coppice_model_get_int, trained.get(), "support_vectors")),
      100 * get<double>(coppice_model_get_double, trained.get(), "train_error"));
} catch (const coppice_error& error) {
  std::fprintf(stderr, "%s: %s\n", coppice_status_name(error.status), error.what());
  return 1;
}
