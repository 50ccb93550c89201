// How good a model's predictions of a dataset are.
#include "model/evaluation.hpp"

#include <algorithm>

#include "capi/edge.hpp"
#include "capi/handle.hpp"

using namespace coppice;  // NOLINT(google-build-using-namespace): the C entries of this library

extern "C" {

coppice_status coppice_model_evaluate(const coppice_model* model, const coppice_dataset* dataset,
                                      int64_t threads, coppice_evaluation** out) {
  return guard([&] {
    const auto& from = *checked(model, "model").object;
    const auto& examples = *checked(dataset, "dataset").object;
    check_threads(threads);
    required(out, "out");
    auto made = std::make_unique<coppice_evaluation>();
    made->object.emplace(from, examples, threads);
    *out = made.release();
  });
}

coppice_status coppice_evaluation_criterion(const coppice_evaluation* evaluation, const char* name,
                                            double* out) {
  return guard([&] {
    const auto& from = *checked(evaluation, "evaluation").object;
    const criterion& wanted = find_criterion(&required(name, "name"));
    required(out, "out") = from.value(wanted);
  });
}

coppice_status coppice_evaluation_confusion(const coppice_evaluation* evaluation, double* out,
                                            int64_t capacity, int64_t* needed) {
  return guard([&] {
    const std::vector<double> matrix = checked(evaluation, "evaluation").object->confusion_matrix();
    give(out, capacity, needed, static_cast<int64_t>(matrix.size()),
         [&] { std::copy(matrix.begin(), matrix.end(), out); });
  });
}

void coppice_evaluation_free(coppice_evaluation* evaluation) {
  release(evaluation);
}

coppice_status coppice_model_error_rate(const coppice_model* model, const coppice_dataset* dataset,
                                        int64_t threads, double* out) {
  return guard([&] {
    const auto& from = *checked(model, "model").object;
    const auto& examples = *checked(dataset, "dataset").object;
    check_threads(threads);
    required(out, "out") = evaluation(from, examples, threads).value(find_criterion("error"));
  });
}

}  // extern "C"
