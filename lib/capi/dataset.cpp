// The C entries of datasets.
#include <algorithm>
#include <cmath>

#include "capi/edge.hpp"
#include "capi/handle.hpp"
#include "data/csr.hpp"
#include "data/csv.hpp"
#include "data/generators.hpp"
#include "data/svmlight.hpp"

using namespace coppice;  // NOLINT(google-build-using-namespace): the C entries of this library

namespace {

coppice_dataset* wrap(std::unique_ptr<dataset> object) {
  auto handle = std::make_unique<coppice_dataset>();
  handle->object = std::move(object);
  return handle.release();
}

template <class Value>
coppice_status create_dense(const strided_matrix<Value>& x, coppice_dataset** out) {
  return guard([&] {
    required(out, "out");
    *out = wrap(std::make_unique<dataset>(feature_matrix(x)));
  });
}

text_lines lines_of(const void* text, std::int64_t size) {
  if (text == nullptr) fail(COPPICE_INVALID_ARGUMENT, "text is NULL; expected a pointer");
  if (size < 0) fail(COPPICE_INVALID_ARGUMENT, "size is ", size, "; expected at least 0");
  return {text, static_cast<std::size_t>(size)};
}

csv_columns& object_of(coppice_csv_columns* handle) {
  return checked(handle, "columns", "csv_columns").object;
}

/// The columns behind a handle, or, without one, the label in the first.
csv_columns columns_of(const coppice_csv_columns* handle) {
  if (handle != nullptr) return checked(handle, "columns", "csv_columns").object;
  csv_columns columns;
  columns.set("1", "label");
  return columns;
}

dataset& object_of(coppice_dataset* handle) {
  return *checked(handle, "dataset").object;
}

const dataset& object_of(const coppice_dataset* handle) {
  return *checked(handle, "dataset").object;
}

}  // namespace

extern "C" {

coppice_status coppice_dataset_create_dense(const double* x, int64_t length, int64_t rows,
                                            int64_t features, int64_t row_stride,
                                            int64_t column_stride, coppice_dataset** out) {
  return create_dense<double>({x, length, rows, features, row_stride, column_stride}, out);
}

coppice_status coppice_dataset_create_dense_float(const float* x, int64_t length, int64_t rows,
                                                  int64_t features, int64_t row_stride,
                                                  int64_t column_stride, coppice_dataset** out) {
  return create_dense<float>({x, length, rows, features, row_stride, column_stride}, out);
}

coppice_status coppice_dataset_create_csr(const int64_t* indptr, int64_t indptr_length,
                                          const int32_t* indices, const double* values,
                                          int64_t entries, int64_t features,
                                          coppice_dataset** out) {
  return guard([&] {
    required(out, "out");
    const csr_arrays arrays = {indptr, indptr_length, indices, values, entries, features};
    *out = wrap(std::make_unique<dataset>(feature_matrix(copy_rows(arrays), features)));
  });
}

coppice_status coppice_dataset_read_svmlight(const char* path, int64_t features,
                                             coppice_dataset** out) {
  return guard([&] {
    required(out, "out");
    text_lines lines{std::string(&required(path, "path"))};
    *out = wrap(read_svmlight(lines, features));
  });
}

coppice_status coppice_dataset_parse_svmlight(const void* text, int64_t size, int64_t features,
                                              coppice_dataset** out) {
  return guard([&] {
    required(out, "out");
    text_lines lines = lines_of(text, size);
    *out = wrap(read_svmlight(lines, features));
  });
}

coppice_status coppice_csv_columns_create(coppice_csv_columns** out) {
  return guard([&] {
    required(out, "out");  // before there is something to lose
    *out = new coppice_csv_columns();
  });
}

coppice_status coppice_csv_columns_set(coppice_csv_columns* columns, const char* column,
                                       const char* role) {
  return guard([&] {
    auto& to = object_of(columns);
    required(role, "role");
    if (column == nullptr)
      to.set_none(role);
    else
      to.set(column, role);
  });
}

coppice_status coppice_csv_columns_match_dataset(coppice_csv_columns* columns,
                                                 const coppice_dataset* dataset) {
  return guard([&] {
    auto& to = object_of(columns);
    const auto& from = object_of(dataset);
    to.match({from.features(), from.names(), from.levels(), from.table()});
  });
}

coppice_status coppice_csv_columns_match_model(coppice_csv_columns* columns,
                                               const coppice_model* model) {
  return guard([&] {
    auto& to = object_of(columns);
    const auto& from = *checked(model, "model").object;
    to.match({from.features(), from.names(), from.levels(), from.table(), true});
  });
}

void coppice_csv_columns_free(coppice_csv_columns* columns) {
  release(columns);
}

coppice_status coppice_dataset_read_csv(const char* path, const coppice_csv_columns* columns,
                                        coppice_dataset** out) {
  return guard([&] {
    required(out, "out");
    const csv_columns wanted = columns_of(columns);
    text_lines lines{std::string(&required(path, "path"))};
    *out = wrap(read_csv(lines, wanted));
  });
}

coppice_status coppice_dataset_parse_csv(const void* text, int64_t size,
                                         const coppice_csv_columns* columns,
                                         coppice_dataset** out) {
  return guard([&] {
    required(out, "out");
    const csv_columns wanted = columns_of(columns);
    text_lines lines = lines_of(text, size);
    *out = wrap(read_csv(lines, wanted));
  });
}

coppice_status coppice_dataset_generate(const char* name, int64_t rows, int64_t features,
                                        double noise, uint64_t seed, coppice_dataset** out) {
  return guard([&] {
    required(out, "out");
    *out = wrap(generate(&required(name, "name"), {rows, features, noise}, seed));
  });
}

coppice_status coppice_dataset_set_labels(coppice_dataset* dataset, const double* labels,
                                          int64_t length) {
  return guard([&] { object_of(dataset).set_labels(&required(labels, "labels"), length); });
}

coppice_status coppice_dataset_set_label_names(coppice_dataset* dataset, const char* const* labels,
                                               int64_t length) {
  return guard([&] { object_of(dataset).set_label_names(&required(labels, "labels"), length); });
}

coppice_status coppice_dataset_set_targets(coppice_dataset* dataset, const double* targets,
                                           int64_t length, int64_t outputs) {
  return guard(
      [&] { object_of(dataset).set_targets(&required(targets, "targets"), length, outputs); });
}

coppice_status coppice_dataset_set_weights(coppice_dataset* dataset, const double* weights,
                                           int64_t length) {
  return guard([&] { object_of(dataset).set_weights(&required(weights, "weights"), length); });
}

coppice_status coppice_dataset_set_feature_names(coppice_dataset* dataset, const char* const* names,
                                                 int64_t length) {
  return guard([&] { object_of(dataset).set_feature_names(&required(names, "names"), length); });
}

coppice_status coppice_dataset_set_levels(coppice_dataset* dataset, int64_t feature,
                                          const char* const* levels, int64_t count) {
  return guard([&] {
    auto& to = object_of(dataset);
    check_index(feature, to.features(), "feature");
    required(levels, "levels");
    if (count < 1 || count > most_levels)
      fail(COPPICE_INVALID_ARGUMENT, "count is ", count, "; expected 1 to ", most_levels);
    to.set_levels(feature, name_list(levels, count, "levels"));
  });
}

coppice_status coppice_dataset_add_view(coppice_dataset* dataset, const char* name,
                                        const int64_t* features, int64_t count) {
  return guard([&] {
    auto& to = object_of(dataset);
    required(name, "name");
    to.add_view(name, &required(features, "features"), count);
  });
}

coppice_status coppice_dataset_subset(const coppice_dataset* dataset, const int64_t* rows,
                                      int64_t length, coppice_dataset** out) {
  return guard([&] {
    const auto& from = object_of(dataset);
    required(out, "out");
    required(rows, "rows");
    if (length < 1) fail(COPPICE_INVALID_ARGUMENT, "length is ", length, "; expected at least 1");
    for (int64_t k = 0; k < length; ++k)
      if (rows[k] < 0 || rows[k] >= from.rows())
        fail(COPPICE_INVALID_ARGUMENT, "rows[", k, "] is ", rows[k], "; expected 0 to ",
             from.rows() - 1);
    *out = wrap(from.lasting_subset(std::vector<int64_t>(rows, rows + length)));
  });
}

coppice_status coppice_dataset_split(const coppice_dataset* dataset, double fraction, uint64_t seed,
                                     coppice_dataset** first, coppice_dataset** second) {
  return guard([&] {
    const auto& from = object_of(dataset);
    required(first, "first");
    required(second, "second");
    if (first == second)
      fail(COPPICE_INVALID_ARGUMENT, "first and second are the same place; expected two");
    if (!(fraction > 0 && fraction < 1))
      fail(COPPICE_INVALID_ARGUMENT, "fraction is ", fraction, "; expected 0 < fraction < 1");
    auto parts = from.split(fraction, seed);
    std::unique_ptr<coppice_dataset> second_handle(wrap(std::move(parts.second)));
    *first = wrap(std::move(parts.first));
    *second = second_handle.release();
  });
}

coppice_status coppice_dataset_rows(const coppice_dataset* dataset, int64_t* out) {
  return guard([&] {
    const auto& from = object_of(dataset);
    required(out, "out") = from.rows();
  });
}

coppice_status coppice_dataset_features(const coppice_dataset* dataset, int64_t* out) {
  return guard([&] {
    const auto& from = object_of(dataset);
    required(out, "out") = from.features();
  });
}

coppice_status coppice_dataset_classes(const coppice_dataset* dataset, int64_t* out) {
  return guard([&] {
    const auto& from = object_of(dataset);
    required(out, "out") = from.classes().size();
  });
}

coppice_status coppice_dataset_outputs(const coppice_dataset* dataset, int64_t* out) {
  return guard([&] {
    const auto& from = object_of(dataset);
    required(out, "out") = from.targets().outputs();
  });
}

coppice_status coppice_dataset_feature_name(const coppice_dataset* dataset, int64_t index,
                                            char* out, int64_t capacity, int64_t* needed) {
  return guard([&] {
    const auto& from = object_of(dataset);
    check_index(index, from.features(), "index");
    give_text(from.names().of(index), out, capacity, needed);
  });
}

coppice_status coppice_dataset_feature_column(const coppice_dataset* dataset, int64_t index,
                                              int64_t* out) {
  return guard([&] {
    const auto& from = object_of(dataset);
    check_index(index, from.features(), "index");
    required(out, "out") = from.table().of_feature(index);
  });
}

coppice_status coppice_dataset_label_column(const coppice_dataset* dataset, char* out,
                                            int64_t capacity, int64_t* needed) {
  return guard([&] { give_text(object_of(dataset).table().label.text(), out, capacity, needed); });
}

coppice_status coppice_dataset_row_name(const coppice_dataset* dataset, int64_t row, char* out,
                                        int64_t capacity, int64_t* needed) {
  return guard([&] {
    const auto& from = object_of(dataset);
    check_index(row, from.rows(), "row");
    give_text(from.row_name(row), out, capacity, needed);
  });
}

coppice_status coppice_dataset_levels(const coppice_dataset* dataset, int64_t feature,
                                      int64_t* out) {
  return guard([&] {
    const auto& from = object_of(dataset);
    check_index(feature, from.features(), "feature");
    required(out, "out") = from.levels().count(feature);
  });
}

coppice_status coppice_dataset_level_name(const coppice_dataset* dataset, int64_t feature,
                                          int64_t level, char* out, int64_t capacity,
                                          int64_t* needed) {
  return guard([&] {
    const auto& from = object_of(dataset);
    check_index(feature, from.features(), "feature");
    check_index(level, from.levels().count(feature), "level");
    give_text(from.levels().find(feature)->of(level), out, capacity, needed);
  });
}

coppice_status coppice_dataset_class_name(const coppice_dataset* dataset, int64_t index, char* out,
                                          int64_t capacity, int64_t* needed) {
  return guard([&] {
    const class_labels& classes = object_of(dataset).classes();
    check_index(index, classes.size(), "index");
    give_text(classes.text(index), out, capacity, needed);
  });
}

coppice_status coppice_dataset_copy_labels(const coppice_dataset* dataset, int64_t* out,
                                           int64_t capacity) {
  return guard([&] {
    const auto& from = object_of(dataset);
    from.check_labelled("the dataset");
    check_capacity(out, capacity, from.rows());
    std::copy(from.labels().begin(), from.labels().end(), out);
  });
}

coppice_status coppice_dataset_copy_targets(const coppice_dataset* dataset, double* out,
                                            int64_t capacity) {
  return guard([&] {
    const row_targets& targets = object_of(dataset).targets();
    if (targets.outputs() == 0)
      fail(COPPICE_INVALID_STATE, "the dataset has no numeric targets",
           targets.are_names() ? "; its labels are names" : "");
    check_capacity(out, capacity, static_cast<int64_t>(targets.numbers().size()));
    std::copy(targets.numbers().begin(), targets.numbers().end(), out);
  });
}

coppice_status coppice_dataset_copy_weights(const coppice_dataset* dataset, double* out,
                                            int64_t capacity) {
  return guard([&] {
    const auto& from = object_of(dataset);
    check_capacity(out, capacity, from.rows());
    for (int64_t i = 0; i < from.rows(); ++i) out[i] = from.weight(i);
  });
}

coppice_status coppice_dataset_copy_row(const coppice_dataset* dataset, int64_t row, double* out,
                                        int64_t capacity) {
  return guard([&] {
    const auto& from = object_of(dataset);
    check_index(row, from.rows(), "row");
    check_capacity(out, capacity, from.features());
    from.values().copy_row(row, out);
  });
}

void coppice_dataset_free(coppice_dataset* dataset) {
  release(dataset);
}

}  // extern "C"
