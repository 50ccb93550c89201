// Whatever is wrong is an exception that says what; the program goes on.
//
//     bad_input FOLDER
#include <array>
#include <cstdio>
#include <limits>

#include "example.hpp"

namespace {

template <class Call>
void say(const Call& call) {
  try {
    call();
  } catch (const coppice_error& error) {
    std::printf("%s: %s\n", coppice_status_name(error.status), error.what());
  }
}

dataset dense(const double* x, std::int64_t rows, std::int64_t features) {
  return make<dataset>(coppice_dataset_create_dense, x, rows * features, rows, features, features,
                       std::int64_t{1});
}

}  // namespace

int main() try {
  const std::array<double, 8> x = {1, 2, 3, 4, 5, 6, 7, 8};
  const std::array<double, 4> labels = {1, -1, 1, -1};
  const std::array<double, 4> same = {1, 1, 1, 1};
  const std::array<double, 4> infinite = {1, 2, 3, std::numeric_limits<double>::infinity()};

  say([&] { dense(infinite.data(), 2, 2); });
  const dataset data = dense(x.data(), 4, 2);
  say([&] { must(coppice_dataset_set_labels(data.get(), labels.data(), 3)); });
  say([&] { make<dataset>(coppice_dataset_read_csv, "missing.csv", nullptr); });

  say([&] { make<solver>(coppice_solver_create, "cgen"); });
  const solver method = make<solver>(coppice_solver_create, "cgens");
  say([&] { must(coppice_solver_set_double(method.get(), "c", 1)); });
  say([&] { must(coppice_solver_set_double(method.get(), "C", -1)); });
  say([&] { make<pool>(coppice_pool_create, "union(stump,"); });

  const auto fit = [&] { return make<model>(coppice_solver_fit, method.get(), data.get()); };
  say(fit);
  must(coppice_dataset_set_labels(data.get(), same.data(), 4));
  say(fit);
  must(coppice_dataset_set_labels(data.get(), labels.data(), 4));
  const model trained = fit();
  std::array<double, 8> out{};
  const auto predict = [&](coppice_output output, std::int64_t rows, std::int64_t features) {
    must(coppice_model_predict(trained.get(), output, x.data(), 8, rows, features, features, 1, 1,
                               out.data(), 8));
  };
  say([&] { predict(COPPICE_DECISION, 2, 4); });
  say([&] { predict(COPPICE_PROBABILITY, 4, 2); });
  say([&] { make<model>(coppice_model_load_buffer, "hello", std::int64_t{5}); });
} catch (const coppice_error& error) {
  std::fprintf(stderr, "%s: %s\n", coppice_status_name(error.status), error.what());
  return 1;
}
