// The C entries of models.
#include <algorithm>
#include <limits>

#include "capi/edge.hpp"
#include "capi/handle.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "model/model_file.hpp"
#include "model/prediction.hpp"
#include "pools/registry.hpp"

using namespace coppice;  // NOLINT(google-build-using-namespace): the C entries of this library

namespace {

const model& object_of(const coppice_model* handle) {
  return *checked(handle, "model").object;
}

/// rows * width, or a failure.
std::int64_t result_size(std::int64_t rows, std::int64_t width) {
  if (width > 0 && rows > std::numeric_limits<std::int64_t>::max() / width)
    fail(COPPICE_INVALID_ARGUMENT, "rows is ", rows, ", whose results are more than 64 bits count");
  return rows * width;
}

coppice_output checked_output(const coppice_output& output) {
  return checked_enum(output, COPPICE_CONTRIBUTIONS, "output");
}

std::vector<std::string_view> names_of(const quantity_list& quantities,
                                       const coppice_quantity_type& type) {
  return quantities.names(checked_enum(type, COPPICE_ARRAY, "type", "quantity_type"));
}

coppice_model* wrap(std::unique_ptr<model> object) {
  auto handle = std::make_unique<coppice_model>();
  handle->object = std::move(object);
  return handle.release();
}

coppice_model* decode(std::string_view bytes) {
  return wrap(decode_model(bytes, {loader_of_learners({}), {}}));
}

/// Custom parts are those of a solver.
coppice_model* decode(std::string_view bytes, const solver_settings& parts) {
  return wrap(decode_model(bytes, {loader_of_learners(evaluators_of(parts.pool)), parts.kernels}));
}

}  // namespace

extern "C" {

coppice_status coppice_model_output_width(const coppice_model* model, coppice_output output,
                                          int64_t* out) {
  return guard([&] {
    const auto& from = object_of(model);
    required(out, "out") = from.width(checked_output(output));
  });
}

coppice_status coppice_model_predict(const coppice_model* model, coppice_output output,
                                     const double* x, int64_t length, int64_t rows,
                                     int64_t features, int64_t row_stride, int64_t column_stride,
                                     int64_t threads, double* out, int64_t capacity) {
  return guard([&] {
    const auto& from = object_of(model);
    const strided_matrix<double> matrix = {x, length, rows, features, row_stride, column_stride};
    check_shape(matrix);
    check_threads(threads);
    check_capacity(out, capacity, result_size(rows, from.width(checked_output(output))));
    predict(from, output, matrix, threads, out);
  });
}

coppice_status coppice_model_predict_row(const coppice_model* model, coppice_output output,
                                         const double* x, int64_t length, double* out,
                                         int64_t capacity) {
  return guard([&] {
    const auto& from = object_of(model);
    required(x, "x");
    check_row(from, x, length);
    check_capacity(out, capacity, from.width(checked_output(output)));
    predict_row(from, output, x, out);
  });
}

coppice_status coppice_model_predict_dataset(const coppice_model* model, coppice_output output,
                                             const coppice_dataset* dataset, int64_t threads,
                                             double* out, int64_t capacity) {
  return guard([&] {
    const auto& from = object_of(model);
    const auto& examples = *checked(dataset, "dataset").object;
    check_threads(threads);
    check_capacity(out, capacity, result_size(examples.rows(), from.width(checked_output(output))));
    predict(from, output, examples, threads, out);
  });
}

coppice_status coppice_model_quantity_count(const coppice_model* model, coppice_quantity_type type,
                                            int64_t* out) {
  return guard([&] {
    const quantity_list quantities = object_of(model).quantities();
    const std::vector<std::string_view> names = names_of(quantities, type);
    required(out, "out") = static_cast<int64_t>(names.size());
  });
}

coppice_status coppice_model_quantity_name(const coppice_model* model, coppice_quantity_type type,
                                           int64_t index, char* out, int64_t capacity,
                                           int64_t* needed) {
  return guard([&] {
    const quantity_list quantities = object_of(model).quantities();
    const std::vector<std::string_view> names = names_of(quantities, type);
    check_index(index, static_cast<int64_t>(names.size()), "index");
    give_text(names[static_cast<std::size_t>(index)], out, capacity, needed);
  });
}

coppice_status coppice_model_get_int(const coppice_model* model, const char* name, int64_t* out) {
  return guard([&] {
    const auto& from = object_of(model);
    required(out, "out") = from.quantities().integer(&required(name, "name"));
  });
}

coppice_status coppice_model_get_double(const coppice_model* model, const char* name, double* out) {
  return guard([&] {
    const auto& from = object_of(model);
    required(out, "out") = from.quantities().real(&required(name, "name"));
  });
}

coppice_status coppice_model_get_string(const coppice_model* model, const char* name, char* out,
                                        int64_t capacity, int64_t* needed) {
  return guard([&] {
    const auto& from = object_of(model);
    give_text(from.quantities().text(&required(name, "name")), out, capacity, needed);
  });
}

coppice_status coppice_model_get_array(const coppice_model* model, const char* name, double* out,
                                       int64_t capacity, int64_t* needed) {
  return guard([&] {
    const auto& from = object_of(model);
    const std::vector<double> values = from.quantities().array(&required(name, "name"));
    give(out, capacity, needed, static_cast<int64_t>(values.size()),
         [&] { std::copy(values.begin(), values.end(), out); });
  });
}

coppice_status coppice_model_class_name(const coppice_model* model, int64_t index, char* out,
                                        int64_t capacity, int64_t* needed) {
  return guard([&] {
    const class_labels& classes = object_of(model).classes();
    check_index(index, classes.size(), "index");
    give_text(classes.text(index), out, capacity, needed);
  });
}

coppice_status coppice_model_feature_name(const coppice_model* model, int64_t index, char* out,
                                          int64_t capacity, int64_t* needed) {
  return guard([&] {
    const auto& from = object_of(model);
    check_index(index, from.features(), "index");
    give_text(from.names().of(index), out, capacity, needed);
  });
}

coppice_status coppice_model_levels(const coppice_model* model, int64_t feature, int64_t* out) {
  return guard([&] {
    const auto& from = object_of(model);
    check_index(feature, from.features(), "feature");
    required(out, "out") = from.levels().count(feature);
  });
}

coppice_status coppice_model_level_name(const coppice_model* model, int64_t feature, int64_t level,
                                        char* out, int64_t capacity, int64_t* needed) {
  return guard([&] {
    const auto& from = object_of(model);
    check_index(feature, from.features(), "feature");
    check_index(level, from.levels().count(feature), "level");
    give_text(from.levels().find(feature)->of(level), out, capacity, needed);
  });
}

coppice_status coppice_model_learner(const coppice_model* model, int64_t index, char* out,
                                     int64_t capacity, int64_t* needed) {
  return guard([&] {
    const auto& from = object_of(model);
    check_index(index, from.width(COPPICE_LEARNERS), "index");
    give_text(write_json(from.describe_learner(index)), out, capacity, needed);
  });
}

coppice_status coppice_model_shape_function(const coppice_model* model, int64_t feature,
                                            double* out, int64_t capacity, int64_t* needed) {
  return guard([&] {
    const auto& from = object_of(model);
    check_index(feature, from.features(), "feature");
    const std::vector<double> points = from.shape_function(feature);
    give(out, capacity, needed, static_cast<int64_t>(points.size()),
         [&] { std::copy(points.begin(), points.end(), out); });
  });
}

coppice_status coppice_model_save(const coppice_model* model, const char* path) {
  return guard([&] {
    const auto& from = object_of(model);
    const std::string to = &required(path, "path");
    write_file(to, encode_model(from, format_of_path(to, "model")));
  });
}

coppice_status coppice_model_save_buffer(const coppice_model* model, const char* format, void* out,
                                         int64_t capacity, int64_t* needed) {
  return guard([&] {
    give_bytes(encode_model(object_of(model), format_of_name(&required(format, "format"))), out,
               capacity, needed);
  });
}

coppice_status coppice_model_load(const char* path, coppice_model** out) {
  return guard([&] {
    required(out, "out");
    *out = decode(read_file(&required(path, "path")));
  });
}

coppice_status coppice_model_load_buffer(const void* bytes, int64_t size, coppice_model** out) {
  return guard([&] {
    required(out, "out");
    *out = decode(checked_bytes(bytes, size));
  });
}

coppice_status coppice_model_load_custom(const char* path, const coppice_solver* solver,
                                         coppice_model** out) {
  return guard([&] {
    const auto& settings = checked(solver, "solver").settings;
    required(out, "out");
    *out = decode(read_file(&required(path, "path")), settings);
  });
}

coppice_status coppice_model_load_buffer_custom(const void* bytes, int64_t size,
                                                const coppice_solver* solver, coppice_model** out) {
  return guard([&] {
    const auto& settings = checked(solver, "solver").settings;
    required(out, "out");
    *out = decode(checked_bytes(bytes, size), settings);
  });
}

void coppice_model_free(coppice_model* model) {
  release(model);
}

}  // extern "C"
