#include "model/kernel_expansion.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/error.hpp"

namespace coppice {
namespace {

constexpr std::int64_t points_together = 128;

}  // namespace

kernel_expansion::kernel_expansion(kernel_expansion_parts parts, training_report report,
                                   const progress& polled)
    : model(std::move(report)), parts_(std::move(parts)) {
  const std::vector<additive_part> additive = parts_.by->additive_parts();
  if (additive_expansion::exists(additive, parts_.coefficients, scores()))
    shapes_ = std::make_unique<const additive_expansion>(additive, parts_.support_vectors,
                                                         parts_.coefficients, scores(), polled);
  else
    points_ = parts_.by->points_of(parts_.support_vectors, polled);
}

void kernel_expansion::decide(const double* x, double* out) const {
  decide_together({x, 1, features()}, out);
}

void kernel_expansion::decide_rows(const row_block& rows, double* out) const {
  if (shapes_ != nullptr) return decide_together(rows, out);
  for (std::int64_t i = 0; i < rows.rows; i += rows_together)
    decide_together({rows.row(i), std::min(rows_together, rows.rows - i), rows.features},
                    out + i * scores());
}

/// Of up to rows_together rows where it takes points. Every score adds up the support vectors, or
/// the features, in their order.
void kernel_expansion::decide_together(const row_block& rows, double* out) const {
  const std::int64_t wide = scores();
  for (std::int64_t q = 0; q < rows.rows; ++q)
    std::copy(parts_.bias.begin(), parts_.bias.end(), out + q * wide);
  if (shapes_ != nullptr) return shapes_->add(rows, out);
  const std::int64_t places = places_of(rows);
  std::array<double, points_together * rows_together> values;
  for (std::int64_t first = 0; first < points_->size(); first += points_together) {
    const std::int64_t count = std::min(points_together, points_->size() - first);
    points_->compare(rows, first, count, values.data());
    for (std::int64_t j = 0; j < count; ++j) {
      const double* const coefficients = &parts_.coefficients[(first + j) * wide];
      for (std::int64_t q = 0; q < rows.rows; ++q)
        for (std::int64_t s = 0; s < wide; ++s)
          out[q * wide + s] += coefficients[s] * values[j * places + q];
    }
  }
}

bool kernel_expansion::calls_back() const noexcept {
  return points_ != nullptr && points_->calls_back();
}

double kernel_expansion::row_cost() const noexcept {
  if (shapes_ != nullptr) return shapes_->row_cost();
  return static_cast<double>(points_->size()) * static_cast<double>(features() + scores());
}

void kernel_expansion::check_additive() const {
  if (shapes_ != nullptr) return;
  const bool by_kernel = parts_.by->additive_parts().empty();
  fail(COPPICE_UNAVAILABLE, "this model is not a sum of functions of one feature each: ",
       by_kernel ? text("kernel ", parts_.by->text(), " is not additive")
                 : text("its coefficients do not sum up to 0"));
}

std::int64_t kernel_expansion::further_width(coppice_output output) const {
  if (output != COPPICE_CONTRIBUTIONS) return model::further_width(output);
  check_additive();
  return scores() * features();
}

void kernel_expansion::predict_further(coppice_output output, const double* x, double* out) const {
  if (output != COPPICE_CONTRIBUTIONS) return model::predict_further(output, x, out);
  std::fill_n(out, scores() * features(), 0.0);
  shapes_->add_contributions(x, features(), out);
}

std::vector<double> kernel_expansion::shape_function(std::int64_t feature) const {
  check_additive();
  return shapes_->shape_function(feature);
}

void kernel_expansion::add_quantities(quantity_list& to) const {
  to.add("kernel", [this] { return parts_.by->text(); });
  to.add("support_vectors", [this] { return parts_.support_vectors.rows(); });
  to.add("coefficients", [this] { return parts_.coefficients; });
  to.add("bias", [this] { return parts_.bias; });
  to.add("intercept", [this] { return shapes_ != nullptr ? parts_.bias : std::vector<double>(); });
}

needed_features kernel_expansion::find_needed() const {
  needed_features needed{{}, "kernel machines", "method cgens with stumps can"};
  needed.by.assign(static_cast<std::size_t>(features()), "");
  return needed;
}

void kernel_expansion::save(document& out) const {
  const feature_matrix& rows = parts_.support_vectors;
  document saved = document().with("rows", rows.rows());
  std::vector<double> values;
  if (!rows.is_sparse()) {
    values.resize(static_cast<std::size_t>(rows.rows() * rows.features()));
    for (std::int64_t i = 0; i < rows.rows(); ++i) rows.copy_row(i, &values[i * rows.features()]);
  } else {
    std::vector<std::int64_t> counts;
    std::vector<std::int32_t> features;
    for (std::int64_t i = 0; i < rows.rows(); ++i) {
      rows.for_each_value(i, [&](std::int64_t feature, double value) {
        features.push_back(static_cast<std::int32_t>(feature));
        values.push_back(value);
      });
      counts.push_back(static_cast<std::int64_t>(values.size()));
    }
    saved.add("ends", std::move(counts));
    saved.add("features", std::move(features));
  }
  saved.add("values", std::move(values));
  out.add("kernel", parts_.by->save());
  out.add("support_vectors", std::move(saved));
  out.add("coefficients", parts_.coefficients);
  out.add("bias", parts_.bias);
}

namespace {

[[noreturn]] void fail_support_vectors() {
  fail_damaged("its support vectors are incomplete");
}

feature_matrix load_dense(document& saved, std::int64_t rows, std::int64_t features) {
  dense_rows<double> dense{saved.take_finite_numbers("values")};
  const auto expected = static_cast<double>(rows) * static_cast<double>(features);
  if (static_cast<double>(dense.values.size()) != expected) fail_support_vectors();
  return {std::move(dense), features};
}

feature_matrix load_sparse(document& saved, std::int64_t rows, std::int64_t features) {
  sparse_rows sparse;
  sparse.values = saved.take_finite_numbers("values");
  sparse.features = saved.take_integers<std::int32_t>("features", 0, features - 1);
  const auto entries = static_cast<std::int64_t>(sparse.values.size());
  const std::vector<std::int64_t> ends = saved.integers("ends", 0, entries);
  if (static_cast<std::int64_t>(ends.size()) != rows || (rows > 0 && ends.back() != entries) ||
      sparse.features.size() != sparse.values.size())
    fail_support_vectors();
  for (const std::int64_t end : ends) {
    if (end < sparse.starts.back()) fail_support_vectors();
    for (std::int64_t k = sparse.starts.back(); k < end; ++k)
      if (sparse.values[k] == 0 ||
          (k > sparse.starts.back() && sparse.features[k] <= sparse.features[k - 1]))
        fail_support_vectors();
    sparse.starts.push_back(end);
  }
  return {std::move(sparse), features};
}

std::unique_ptr<model> load(document& saved, training_report report, const model_loading& loading) {
  document& points = saved.at("support_vectors");
  const std::int64_t features = report.features;
  const std::int64_t rows = points.integer("rows", 0, report.rows);
  const bool is_sparse = points.has("ends");
  auto by = std::make_shared<const kernel>(saved.at("kernel"), features, loading.kernels);
  kernel_expansion_parts parts = {
      std::move(by),
      is_sparse ? load_sparse(points, rows, features) : load_dense(points, rows, features),
      saved.take_finite_numbers("coefficients"), saved.take_finite_numbers("bias")};
  const auto scores = static_cast<std::size_t>(report.scores());
  if (parts.bias.size() != scores ||
      parts.coefficients.size() != scores * static_cast<std::size_t>(rows))
    fail_damaged(text(rows, " support vectors and ", scores, " scores do not fit ",
                      parts.coefficients.size(), " coefficients and ", parts.bias.size(),
                      " biases"));
  return std::make_unique<kernel_expansion>(std::move(parts), std::move(report), progress());
}

}  // namespace

const model_kind& kernel_expansion_kind() {
  static const model_kind kind = {"kernel-expansion", load};
  return kind;
}

const char* kernel_expansion::kind() const noexcept {
  return kernel_expansion_kind().name;
}

}  // namespace coppice
