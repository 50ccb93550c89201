// Weak learners of one's own: h(x) = +1 where a feature is between two numbers, else -1. The fit
// tries all bands between quartiles of each feature.
//
//     custom_learner FOLDER
#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "example.hpp"

namespace {

using band = std::array<double, 3>;  // feature, lower and upper bound

double output(const double* of, const double* row) {
  const double value = row[static_cast<std::size_t>(of[0])];
  return value > of[1] && value <= of[2] ? 1 : -1;
}

/// Exceptions would end the call with COPPICE_CALLBACK_FAILED, and not leave the library.
coppice_action evaluate(void* /*user*/, const double* parameters, std::int64_t /*count*/,
                        const double* x, std::int64_t rows, std::int64_t features,
                        double* outputs) {
  for (std::int64_t i = 0; i < rows; ++i) outputs[i] = output(parameters, x + i * features);
  return COPPICE_CONTINUE;
}

/// The band whose outputs are closest to the residuals of the rows, of those not chosen yet.
coppice_action fit(void* /*user*/, const double* x, std::int64_t rows, std::int64_t features,
                   const double* residual, std::int64_t /*scores*/, const double* chosen,
                   std::int64_t learners, double* parameters, std::int64_t count) {
  const auto is_chosen = [&](const band& one) {
    for (std::int64_t j = 0; j < learners; ++j)
      if (std::equal(one.begin(), one.end(), chosen + j * count)) return true;
    return false;
  };
  double best = -1;
  for (std::int64_t d = 0; d < features; ++d) {
    std::vector<double> column;
    for (std::int64_t i = 0; i < rows; ++i) column.push_back(x[i * features + d]);
    std::sort(column.begin(), column.end());
    std::array<double, 5> bounds{column[0] - 1};
    for (std::int64_t q = 1; q < 5; ++q) bounds[q] = column[q * (rows - 1) / 4];
    for (std::size_t a = 0; a < bounds.size(); ++a)
      for (std::size_t b = a + 1; b < bounds.size(); ++b) {
        const band one = {static_cast<double>(d), bounds[a], bounds[b]};
        if (is_chosen(one)) continue;
        double sum = 0;
        for (std::int64_t i = 0; i < rows; ++i)
          sum += residual[i] * output(one.data(), x + i * features);
        if (sum * sum <= best * (1 + 1e-9)) continue;
        best = sum * sum;
        std::copy(one.begin(), one.end(), parameters);
      }
  }
  return best > 0 ? COPPICE_CONTINUE : COPPICE_STOP;
}

}  // namespace

int main(int argc, char** argv) try {
  const dataset echoes = read_set(argc, argv, "ionosphere.svm");

  const pool bands = make<pool>(coppice_pool_create_custom, "band", std::int64_t{3}, fit, evaluate,
                                nullptr, nullptr);
  const solver method = make<solver>(coppice_solver_create, "cgens");
  must(coppice_solver_set_pool(method.get(), bands.get()));
  must(coppice_solver_set_double(method.get(), "C", 0.1));
  must(coppice_solver_set_int(method.get(), "learners", 12));
  const model trained = make<model>(coppice_solver_fit, method.get(), echoes.get());

  std::vector<double> weights(12);
  must(coppice_model_get_array(trained.get(), "weights", weights.data(), 12, nullptr));
  std::printf("%d bands, training error %.2f %%\n",
              static_cast<int>(get<std::int64_t>(coppice_model_get_int, trained.get(), "learners")),
              100 * get<double>(coppice_model_get_double, trained.get(), "train_error"));
  std::printf("the first weighs %.3f\n", weights[0]);
} catch (const coppice_error& error) {
  std::fprintf(stderr, "%s: %s\n", coppice_status_name(error.status), error.what());
  return 1;
}
