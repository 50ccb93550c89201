// The C entries of streams.
#include <algorithm>
#include <cmath>

#include "capi/edge.hpp"
#include "capi/handle.hpp"
#include "capi/solver_use.hpp"
#include "core/files.hpp"
#include "methods/stream_file.hpp"

using namespace coppice;  // NOLINT(google-build-using-namespace): the C entries of this library

namespace {

/// Throws unless labels that were declared for the classes ascend, so that an index means the same
/// here as everywhere.
template <class Label>
void check_ascending(const std::vector<Label>& labels) {
  const auto place = std::adjacent_find(labels.begin(), labels.end(),
                                        [](const Label& a, const Label& b) { return !(a < b); });
  if (place == labels.end()) return;
  const auto after = [](const auto& label) {
    if constexpr (std::is_same_v<Label, double>)
      return text(label);
    else
      return in_quotes(label);
  };
  fail(COPPICE_INVALID_ARGUMENT, "labels[", place - labels.begin() + 1, "] is ", after(place[1]),
       " after ", after(place[0]), "; expected distinct labels in ascending order");
}

template <class Label>
void check_count(const Label* labels, int64_t length) {
  if (length < 2)
    fail(COPPICE_INVALID_ARGUMENT, "length is ", length, "; expected at least two classes");
  required(labels, "labels");
}

/// Decision values are given only where they are asked for.
double* checked_decisions(double* out, int64_t capacity, int64_t size) {
  if (out == nullptr && capacity == 0) return nullptr;
  check_capacity(out, capacity, size);
  return out;
}

void learn_row(coppice_solver* solver, const listed_row& x, int64_t label, double weight,
               double* out, int64_t capacity) {
  auto& by = idle(solver);
  streaming& learner = stream_of(by);
  double* const decisions = checked_decisions(out, capacity, learner.scores());
  if (x.entries < 0)
    fail(COPPICE_INVALID_ARGUMENT, "the row has ", x.entries, " values; expected at least 0");
  if (x.entries > 0) required(x.values, "values");
  const solver_at_work working(by);
  learner.learn(x, label, weight, 0, decisions);
}

coppice_solver* wrap(decoded_stream decoded) {
  auto handle = std::make_unique<coppice_solver>(
      coppice_solver{coppice_solver::expected_tag, std::move(decoded.settings), {}, {}, {}});
  handle->declared = decoded.learner->classes();
  handle->stream = std::move(decoded.learner);
  return handle.release();
}

}  // namespace

extern "C" {

coppice_status coppice_solver_set_classes(coppice_solver* solver, const double* labels,
                                          int64_t length) {
  return guard([&] {
    auto& to = changeable(solver);
    check_count(labels, length);
    for (int64_t k = 0; k < length; ++k)
      if (!std::isfinite(labels[k]))
        fail(COPPICE_INVALID_ARGUMENT, "labels[", k, "] is ", labels[k],
             "; expected a finite number");
    std::vector<double> classes(labels, labels + length);
    check_ascending(classes);
    to.declared = class_labels::from_numbers(std::move(classes));
  });
}

coppice_status coppice_solver_set_class_names(coppice_solver* solver, const char* const* labels,
                                              int64_t length) {
  return guard([&] {
    auto& to = changeable(solver);
    check_count(labels, length);
    std::vector<std::string> classes = copy_labels(labels, length, "");
    check_ascending(classes);
    to.declared = class_labels::from_names(std::move(classes));
  });
}

coppice_status coppice_solver_begin(coppice_solver* solver, int64_t features) {
  return guard([&] {
    auto& by = changeable(solver);
    const solver_settings& settings = by.settings;
    const solver_at_work working(by);
    by.stream = std::make_unique<streaming>(*settings.training_method, settings.options,
                                            by.declared, features, settings.kernels);
  });
}

coppice_status coppice_solver_learn_row(coppice_solver* solver, const double* x, int64_t length,
                                        int64_t label, double weight, double* out,
                                        int64_t capacity) {
  return guard([&] {
    learn_row(solver, {nullptr, &required(x, "x"), length}, label, weight, out, capacity);
  });
}

coppice_status coppice_solver_learn_sparse_row(coppice_solver* solver, const int32_t* indices,
                                               const double* values, int64_t entries, int64_t label,
                                               double weight, double* out, int64_t capacity) {
  return guard([&] {
    constexpr int32_t none = 0;
    if (entries > 0) required(indices, "indices");
    const int32_t* const features = indices != nullptr ? indices : &none;
    learn_row(solver, {features, values, entries}, label, weight, out, capacity);
  });
}

coppice_status coppice_solver_learn(coppice_solver* solver, const coppice_dataset* block,
                                    double* out, int64_t capacity) {
  return guard([&] {
    auto& by = idle(solver);
    streaming& learner = stream_of(by);
    const dataset& rows = *checked(block, "block", "dataset").object;
    double* const decisions = checked_decisions(out, capacity, rows.rows() * learner.scores());
    const solver_at_work working(by);
    const progress report(by.told);
    try {
      learner.learn(rows, report, decisions);
    } catch (const interruption&) {
      throw interruption{false};  // the caller must know that rows are left
    }
  });
}

coppice_status coppice_solver_snapshot(const coppice_solver* solver, coppice_model** out) {
  return guard([&] {
    const streaming& learner = stream_of(idle(solver));
    required(out, "out");
    auto handle = std::make_unique<coppice_model>();
    handle->object = learner.snapshot();
    *out = handle.release();
  });
}

coppice_status coppice_solver_save(const coppice_solver* solver, const char* path) {
  return guard([&] {
    const streaming& learner = stream_of(idle(solver));
    const std::string to = &required(path, "path");
    write_file(to, encode_stream(learner, format_of_path(to, called_stream)));
  });
}

coppice_status coppice_solver_save_buffer(const coppice_solver* solver, const char* format,
                                          void* out, int64_t capacity, int64_t* needed) {
  return guard([&] {
    const streaming& learner = stream_of(idle(solver));
    give_bytes(encode_stream(learner, format_of_name(&required(format, "format"))), out, capacity,
               needed);
  });
}

coppice_status coppice_solver_load(const char* path, coppice_solver** out) {
  return guard([&] {
    required(out, "out");
    *out = wrap(decode_stream(read_file(&required(path, "path")), {}));
  });
}

coppice_status coppice_solver_load_buffer(const void* bytes, int64_t size, coppice_solver** out) {
  return guard([&] {
    required(out, "out");
    *out = wrap(decode_stream(checked_bytes(bytes, size), {}));
  });
}

coppice_status coppice_solver_load_custom(const char* path, const coppice_solver* solver,
                                          coppice_solver** out) {
  return guard([&] {
    const auto& parts = checked(solver, "solver").settings;
    required(out, "out");
    *out = wrap(decode_stream(read_file(&required(path, "path")), parts.kernels));
  });
}

coppice_status coppice_solver_load_buffer_custom(const void* bytes, int64_t size,
                                                 const coppice_solver* solver,
                                                 coppice_solver** out) {
  return guard([&] {
    const auto& parts = checked(solver, "solver").settings;
    required(out, "out");
    *out = wrap(decode_stream(checked_bytes(bytes, size), parts.kernels));
  });
}

}  // extern "C"
