// Save a model, load it again, and serve predictions from many threads at once: a model is
// immutable, and needs no lock.
//
//     serve FOLDER
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <thread>
#include <vector>

#include "example.hpp"

int main(int argc, char** argv) try {
  constexpr std::int64_t features = 57;
  const dataset mails = read_set(argc, argv, "spam.train.svm");
  const dataset others = read_set(argc, argv, "spam.test.svm");

  const solver method = make<solver>(coppice_solver_create, "cgens");
  must(coppice_solver_set_int(method.get(), "learners", 60));
  must(coppice_model_save(make<model>(coppice_solver_fit, method.get(), mails.get()).get(),
                          "serve-cpp.cbor"));
  const model loaded = make<model>(coppice_model_load, "serve-cpp.cbor");
  std::remove("serve-cpp.cbor");

  const auto rows = get<std::int64_t>(coppice_dataset_rows, others.get());
  std::vector<double> values(static_cast<std::size_t>(rows * features));
  for (std::int64_t i = 0; i < rows; ++i)
    must(coppice_dataset_copy_row(others.get(), i, &values[i * features], features));

  std::vector<double> sums(8, 0.0);  // of the magnitudes of all decision values
  std::vector<std::thread> threads;
  for (double& sum : sums)
    threads.emplace_back([&] {
      for (std::int64_t i = 0; i < rows; ++i) {
        double value = 0;
        if (coppice_model_predict_row(loaded.get(), COPPICE_DECISION, &values[i * features],
                                      features, &value, 1) == COPPICE_OK)
          sum += std::abs(value);
      }
    });
  for (std::thread& thread : threads) thread.join();

  const bool equal =
      std::all_of(sums.begin(), sums.end(), [&](double sum) { return sum == sums[0]; });
  std::printf("%zu threads, %d mails each: %s\n", sums.size(), static_cast<int>(rows),
              equal ? "equal" : "different");
  std::printf("the mean magnitude of a score is %.4f\n", sums[0] / static_cast<double>(rows));
  return equal ? 0 : 1;
} catch (const coppice_error& error) {
  std::fprintf(stderr, "%s: %s\n", coppice_status_name(error.status), error.what());
  return 1;
}
