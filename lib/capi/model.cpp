// The C entries of models.
#include <algorithm>
#include <limits>

#include "capi/edge.hpp"
#include "capi/handle.hpp"
#include "core/encoding.hpp"
#include "core/files.hpp"
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

/// A quantity of a model by name.
template <class Value>
struct quantity {
  const char* name;
  Value (*get)(const model&);
};

constexpr quantity<std::int64_t> ints[] = {
    {"features", [](const model& m) { return m.features(); }},
    {"classes", [](const model& m) { return m.classes().size(); }},
    {"scores", [](const model& m) { return m.scores(); }},
    {"learners", [](const model& m) { return m.learners(); }},
    {"iterations", [](const model& m) { return m.report().iterations; }},
    {"best_iteration", [](const model& m) { return m.report().best_iteration; }},
    {"rows", [](const model& m) { return m.report().rows; }},
    {"stages", [](const model& m) { return m.stages(); }},
};

constexpr quantity<double> doubles[] = {
    {"objective", [](const model& m) { return m.report().objective; }},
    {"dual_objective", [](const model& m) { return m.report().dual_objective; }},
    {"gap", [](const model& m) { return m.report().gap(); }},
    {"train_error", [](const model& m) { return m.report().train_error; }},
    {"fit_seconds", [](const model& m) { return m.report().fit_seconds; }},
    {"calibration_slope",
     [](const model& m) { return m.calibrated() ? m.calibrated()->slope : curve_point::unknown; }},
    {"calibration_offset",
     [](const model& m) { return m.calibrated() ? m.calibrated()->offset : curve_point::unknown; }},
};

std::string lines_of(const std::vector<std::string>& texts) {
  std::string result;
  for (const std::string& line : texts) result += text(result.empty() ? "" : "\n", line);
  return result;
}

constexpr quantity<std::string> strings[] = {
    {"method", [](const model& m) { return m.report().method; }},
    {"gap_scope", [](const model& m) { return m.report().gap_scope; }},
    {"stop_reason", [](const model& m) { return m.report().stop_reason; }},
    {"warnings", [](const model& m) { return lines_of(m.report().warnings); }},
    {"pools", [](const model& m) { return lines_of(m.report().pools); }},
};

template <class Value, std::size_t Count>
Value get_quantity(const quantity<Value> (&table)[Count], const model& from,
                   std::string_view name) {
  std::vector<std::string_view> names;
  for (const quantity<Value>& row : table) {
    if (row.name == name) return row.get(from);
    names.emplace_back(row.name);
  }
  fail(COPPICE_UNKNOWN_NAME, "a model has no quantity ", in_quotes(name), " of this type",
       suggestion(name, names));
}

constexpr std::string_view curve_prefix = "curve.";

std::vector<double> get_array(const model& from, std::string_view name) {
  if (auto values = from.array(name)) return *values;
  std::vector<std::string_view> names = from.array_names();
  std::vector<std::string> curve_names;
  for (const curve_column& column : curve_columns) {
    curve_names.push_back(text(curve_prefix, column.name));
    if (curve_names.back() != name) continue;
    std::vector<double> values;
    for (const curve_point& point : from.report().curve) values.push_back(point.*column.value);
    return values;
  }
  names.insert(names.end(), curve_names.begin(), curve_names.end());
  fail(COPPICE_UNKNOWN_NAME, "a model has no array ", in_quotes(name), suggestion(name, names));
}

coppice_model* wrap(std::unique_ptr<model> object) {
  auto handle = std::make_unique<coppice_model>();
  handle->object = std::move(object);
  return handle.release();
}

std::string_view checked_bytes(const void* bytes, int64_t size) {
  if (bytes == nullptr) fail(COPPICE_INVALID_ARGUMENT, "bytes is NULL; expected a pointer");
  if (size < 0) fail(COPPICE_INVALID_ARGUMENT, "size is ", size, "; expected at least 0");
  return {static_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

coppice_model* decode(std::string_view bytes, custom_evaluators evaluators = {}) {
  return wrap(decode_model(bytes, loader_of_learners(std::move(evaluators))));
}

}  // namespace

extern "C" {

coppice_status coppice_model_output_width(const coppice_model* model, coppice_output output,
                                          int64_t* out) {
  return guard([&] {
    const auto& from = object_of(model);
    required(out, "out") = from.width(checked_enum(output, COPPICE_PROBABILITY, "output"));
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
    check_capacity(
        out, capacity,
        result_size(rows, from.width(checked_enum(output, COPPICE_PROBABILITY, "output"))));
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
    check_capacity(out, capacity, from.width(checked_enum(output, COPPICE_PROBABILITY, "output")));
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
    check_capacity(out, capacity,
                   result_size(examples.rows(),
                               from.width(checked_enum(output, COPPICE_PROBABILITY, "output"))));
    predict(from, output, examples, threads, out);
  });
}

coppice_status coppice_model_error_rate(const coppice_model* model, const coppice_dataset* dataset,
                                        int64_t threads, double* out) {
  return guard([&] {
    const auto& from = object_of(model);
    const auto& examples = *checked(dataset, "dataset").object;
    check_threads(threads);
    required(out, "out") = error_rate(from, examples, threads);
  });
}

coppice_status coppice_model_get_int(const coppice_model* model, const char* name, int64_t* out) {
  return guard([&] {
    const auto& from = object_of(model);
    required(out, "out") = get_quantity(ints, from, &required(name, "name"));
  });
}

coppice_status coppice_model_get_double(const coppice_model* model, const char* name, double* out) {
  return guard([&] {
    const auto& from = object_of(model);
    required(out, "out") = get_quantity(doubles, from, &required(name, "name"));
  });
}

coppice_status coppice_model_get_string(const coppice_model* model, const char* name, char* out,
                                        int64_t capacity, int64_t* needed) {
  return guard([&] {
    const auto& from = object_of(model);
    give_text(get_quantity(strings, from, &required(name, "name")), out, capacity, needed);
  });
}

coppice_status coppice_model_get_array(const coppice_model* model, const char* name, double* out,
                                       int64_t capacity, int64_t* needed) {
  return guard([&] {
    const std::vector<double> values = get_array(object_of(model), &required(name, "name"));
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

coppice_status coppice_model_learner(const coppice_model* model, int64_t index, char* out,
                                     int64_t capacity, int64_t* needed) {
  return guard([&] {
    const auto& from = object_of(model);
    check_index(index, from.learners(), "index");
    give_text(write_json(from.describe_learner(index)), out, capacity, needed);
  });
}

coppice_status coppice_model_save(const coppice_model* model, const char* path) {
  return guard([&] {
    const auto& from = object_of(model);
    const std::string to = &required(path, "path");
    write_file(to, encode_model(from, format_of_path(to)));
  });
}

coppice_status coppice_model_save_buffer(const coppice_model* model, const char* format, void* out,
                                         int64_t capacity, int64_t* needed) {
  return guard([&] {
    const std::string bytes =
        encode_model(object_of(model), format_of_name(&required(format, "format")));
    give(out, capacity, needed, static_cast<int64_t>(bytes.size()),
         [&] { std::copy(bytes.begin(), bytes.end(), static_cast<char*>(out)); });
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

coppice_status coppice_model_load_custom(const char* path, const coppice_pool* pool,
                                         coppice_model** out) {
  return guard([&] {
    const auto& evaluators = checked(pool, "pool").specification;
    required(out, "out");
    *out = decode(read_file(&required(path, "path")), evaluators_of(evaluators));
  });
}

coppice_status coppice_model_load_buffer_custom(const void* bytes, int64_t size,
                                                const coppice_pool* pool, coppice_model** out) {
  return guard([&] {
    const auto& evaluators = checked(pool, "pool").specification;
    required(out, "out");
    *out = decode(checked_bytes(bytes, size), evaluators_of(evaluators));
  });
}

void coppice_model_free(coppice_model* model) {
  release(model);
}

}  // extern "C"
