#include "model/kernel_expansion.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/error.hpp"
#include "data/saved_rows.hpp"

namespace coppice {
namespace {

/// Kernels that are computed at once.
constexpr std::int64_t values_together = 128 * rows_together;

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
  const std::int64_t places = places_of_rows(rows.rows);
  const std::int64_t points_together = values_together / places;
  const std::unique_ptr<const ready_rows> ready =
      rows.rows == 1 ? nullptr : points_->ready(few_rows(rows));  // one row takes no memory
  std::array<double, values_together> values;
  for (std::int64_t first = 0; first < points_->size(); first += points_together) {
    const std::int64_t count = std::min(points_together, points_->size() - first);
    if (ready == nullptr)
      points_->compare(few_rows(rows), first, count, values.data());
    else
      ready->compare(first, count, values.data());
    for (std::int64_t j = 0; j < count; ++j) {
      const double* const coefficients = &parts_.coefficients[(first + j) * wide];
      for (std::int64_t q = 0; q < rows.rows; ++q)
        for (std::int64_t s = 0; s < wide; ++s)
          out[q * wide + s] += coefficients[s] * values[j * places + q];
    }
  }
}

std::int64_t kernel_expansion::rows_of_a_block() const noexcept {
  const std::int64_t rows = model::rows_of_a_block();
  if (features() > wide_rows) return rows;
  return std::max(rows - rows % rows_together, rows_together);
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
  out.add("kernel", parts_.by->save());
  out.add("support_vectors", save_rows(parts_.support_vectors));
  out.add("coefficients", parts_.coefficients);
  out.add("bias", parts_.bias);
}

namespace {

std::unique_ptr<model> load_kernel_expansion(document& saved, training_report report,
                                             const model_loading& loading) {
  const std::int64_t features = report.features;
  auto by = std::make_shared<const kernel>(saved.at("kernel"), features, loading.kernels);
  kernel_expansion_parts parts = {
      std::move(by), load_rows(saved.at("support_vectors"), features, report.rows),
      saved.take_finite_numbers("coefficients"), saved.take_finite_numbers("bias")};
  const std::int64_t rows = parts.support_vectors.rows();
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
  static const model_kind kind = {"kernel-expansion", load_kernel_expansion};
  return kind;
}

const char* kernel_expansion::kind() const noexcept {
  return kernel_expansion_kind().name;
}

}  // namespace coppice
