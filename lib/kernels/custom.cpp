// A custom kernel: the caller's callback computes it from the rows' features.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/few_numbers.hpp"
#include "kernels/kernel.hpp"

namespace coppice {

const kernel_kind& custom_kernel_kind();

namespace {

class custom_points final : public kernel_points {
 public:
  custom_points(const feature_matrix& rows, std::shared_ptr<const custom_kernel> by,
                std::shared_ptr<const feature_extent> extent, const progress& report)
      : by_(std::move(by)), extent_(std::move(extent)), size_(rows.rows()) {
    report.resize(z_, size_ * extent_->width);
    std::vector<double> row(static_cast<std::size_t>(rows.features()));
    for (std::int64_t i = 0; i < size_; ++i) {
      rows.copy_row(i, row.data());
      view(row.data(), &z_[i * extent_->width]);
      report.poll();
    }
  }

  [[nodiscard]] std::int64_t size() const noexcept override { return size_; }
  [[nodiscard]] bool calls_back() const noexcept override { return true; }

  void compare(const few_rows& some, std::int64_t first, std::int64_t count,
               double* out) const override {
    std::vector<double> room;
    const row_block x = some.block(room);
    const std::int64_t places = places_of_rows(x.rows);
    few_numbers viewed(extent_->features == nullptr ? 0 : x.rows * extent_->width);
    const double* rows = x.values;
    if (extent_->features != nullptr) {
      for (std::int64_t q = 0; q < x.rows; ++q) view(x.row(q), viewed.data() + q * extent_->width);
      rows = viewed.data();
    }
    few_numbers values(x.rows * count);
    call(rows, x.rows, first, count, values.data());
    std::fill_n(out, count * places, 0.0);
    for (std::int64_t q = 0; q < x.rows; ++q)
      for (std::int64_t j = 0; j < count; ++j) out[j * places + q] = values.data()[q * count + j];
  }

 private:
  /// The values of a row that the kernel looks at.
  void view(const double* row, double* out) const {
    for (std::int64_t d = 0; d < extent_->width; ++d)
      out[d] = row[extent_->features == nullptr ? d : (*extent_->features)[d]];
  }

  void call(const double* x, std::int64_t rows, std::int64_t first, std::int64_t count,
            double* out) const {
    std::fill_n(out, rows * count, std::numeric_limits<double>::quiet_NaN());
    const int answer = by_->answer_of("compare", [&] {
      return by_->compare(by_->user, x, rows, &z_[first * extent_->width], count, extent_->width,
                          out);
    });
    if (answer != COPPICE_CONTINUE) by_->fail_answer("compare", answer, "COPPICE_CONTINUE");
    for (std::int64_t k = 0; k < rows * count; ++k)
      if (!std::isfinite(out[k]))
        fail(COPPICE_CALLBACK_FAILED, by_->called("compare"), " gave ", out[k], " for row ",
             k / count, " of x and row ", k % count, " of z of the ", rows, " and ", count,
             " that it was called with; expected a finite number");
  }

  std::shared_ptr<const custom_kernel> by_;
  std::shared_ptr<const feature_extent> extent_;
  std::int64_t size_;
  std::vector<double> z_;  // rows x width
};

class custom_values final : public given_values {
 public:
  explicit custom_values(const given_setting& setting)
      : by_(find_custom_kernel(setting.callbacks, setting.options.text("name"))),
        extent_(setting.extent) {}

  [[nodiscard]] std::unique_ptr<kernel_points> points_of(const feature_matrix& rows,
                                                         const progress& report) const override {
    return std::make_unique<custom_points>(rows, by_, extent_, report);
  }

  /// Of a few rows: the symmetry of all would double the time of a fit.
  void check(const dataset& examples, const progress& report) const override {
    const std::int64_t few = std::min(rows_together, examples.rows());
    std::vector<std::int64_t> first(static_cast<std::size_t>(few));
    for (std::int64_t i = 0; i < few; ++i) first[i] = i;
    const feature_matrix rows =
        examples.values().subset(std::make_shared<const std::vector<std::int64_t>>(first));
    const std::unique_ptr<kernel_points> points = points_of(rows, report);
    const std::int64_t places = places_of_rows(few);
    std::vector<double> values(static_cast<std::size_t>(few * places));
    points->compare(few_rows(rows, first.data(), few), 0, few, values.data());
    const auto value = [&](std::int64_t i, std::int64_t j) { return values[j * places + i]; };
    check_symmetry(
        few, value,
        [&](std::int64_t i, std::int64_t j) {
          fail(COPPICE_CALLBACK_FAILED, by_->called("compare"), " gave ", value(i, j), " for rows ",
               i, " and ", j, ", but ", value(j, i),
               " for the same rows the other way round; expected a symmetric function");
        },
        report);
  }

 private:
  std::shared_ptr<const custom_kernel> by_;
  std::shared_ptr<const feature_extent> extent_;
};

}  // namespace

std::shared_ptr<const custom_kernel> find_custom_kernel(const custom_kernels& among,
                                                        std::string_view name) {
  if (name.empty())
    fail(COPPICE_INVALID_OPTION,
         "kernel custom has no name; expected that of a kernel which the solver was given, as in "
         "custom(name=alignment)");
  for (const std::shared_ptr<const custom_kernel>& one : among)
    if (one->name == name) return one;
  fail(
      COPPICE_UNAVAILABLE, "there is no custom kernel called ", in_quotes(name),
      "; expected a solver that has one, by coppice_solver_set_kernel; models are loaded with such "
      "a solver by coppice_model_load_custom");
}

const kernel_kind& custom_kernel_kind() {
  static const kernel_kind kind = {
      "custom",
      "of the caller's: a callback that the solver was given under this name",
      {text_option(
          "name", "", [](std::string_view /*any that an expression may have*/) {}, "a name",
          "the name of the callback")},
      extent_wanted::nothing,
      nullptr,
      nullptr,
      [](const given_setting& setting) -> std::shared_ptr<const given_values> {
        return std::make_shared<const custom_values>(setting);
      }};
  return kind;
}

}  // namespace coppice
