// The feature values of a dataset, rows x features: dense doubles, floats or bytes (row-major), or
// compressed sparse rows. A value is finite, or NaN where it is missing; what a sparse row does not
// list is 0. None ever changes: a matrix made of some rows of another shares its values and has a
// list of rows.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/dense_rows.hpp"
#include "data/strided_matrix.hpp"

namespace coppice {

/// Row i has the entries starts[i] .. starts[i + 1] - 1, features ascending, no zeros.
struct sparse_rows {
  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> features;
  std::vector<double> values;
};

/// Numbers of rows, shared; null for all rows in their order.
using row_list = std::shared_ptr<const std::vector<std::int64_t>>;

/// What the rows at the places `chosen` of `from` are; polls `report`, where one is given.
[[nodiscard]] row_list rows_at(const row_list& from, const row_list& chosen,
                               const progress* report = nullptr);

class feature_matrix {
 public:
  template <class Value>
  explicit feature_matrix(const strided_matrix<Value>& x);
  /// Values that are known not to be infinite, `features` a row.
  feature_matrix(dense_values rows, std::int64_t features);
  feature_matrix(sparse_rows rows, std::int64_t features);

  [[nodiscard]] std::int64_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::int64_t features() const noexcept { return features_; }

  /// The values where they stand in memory, row after row, as dense doubles; else null. They are
  /// there as long as this matrix, or a copy of it.
  [[nodiscard]] const double* contiguous_values() const noexcept {
    const auto* const dense = std::get_if<dense_rows<double>>(storage_.get());
    return dense == nullptr || stored_rows_ != nullptr ? nullptr : dense->values.data();
  }

  /// Writes the features() values of a row.
  void copy_row(std::int64_t row, double* out) const;

  /// Writes the values of `count` features of a row.
  void copy_row_at(std::int64_t row, const std::int64_t* features, std::int64_t count,
                   double* out) const;

  /// The same as copy_row() where `out` has zeros, or was put and erased before: a row of a sparse
  /// matrix costs its entries, however wide it is. What is erased is zeros again in a sparse
  /// matrix; in a dense one it is left as it is.
  void put_row(std::int64_t row, double* out) const;
  void erase_row(std::int64_t row, double* out) const;

  /// Calls each(feature, value) for the values of a row, but for zeros that are not stored.
  template <class Each>
  void for_each_value(std::int64_t row, const Each& each) const {
    const std::int64_t stored = row_in_storage(row);
    std::visit(
        [&](const auto& form) {
          if constexpr (std::is_same_v<std::decay_t<decltype(form)>, sparse_rows>) {
            for (std::int64_t k = form.starts[stored]; k < form.starts[stored + 1]; ++k)
              each(static_cast<std::int64_t>(form.features[k]), form.values[k]);
          } else {
            const auto* const values = form.values.data() + stored * features_;
            for (std::int64_t d = 0; d < features_; ++d) each(d, static_cast<double>(values[d]));
          }
        },
        *storage_);
  }

  [[nodiscard]] bool is_sparse() const noexcept {
    return std::holds_alternative<sparse_rows>(*storage_);
  }

  [[nodiscard]] double value(std::int64_t row, std::int64_t feature) const;

  /// False where no value is missing, in this matrix or in those that share its values.
  [[nodiscard]] bool may_have_missing() const noexcept { return may_have_missing_; }

  /// The first feature of a row whose value is missing and that counts(feature); -1 without one.
  template <class Counts>
  [[nodiscard]] std::int64_t first_missing(std::int64_t row, const Counts& counts) const;

  /// The named rows; polls `report`, where one is given.
  [[nodiscard]] feature_matrix subset(const row_list& rows, const progress* report = nullptr) const;

  /// How many rows are in memory, for this matrix and those that share its values.
  [[nodiscard]] std::int64_t stored_rows() const;

  /// How many values these have, those of sparse rows that are 0 left out.
  [[nodiscard]] std::int64_t stored_values() const;

  /// The same rows with values of their own, which no other matrix shares; by the threads of a
  /// team where one is given.
  [[nodiscard]] feature_matrix copy(thread_team* team = nullptr) const;

  /// Whether both are rows of the same stored ones.
  [[nodiscard]] bool shares_values_of(const feature_matrix& other) const noexcept {
    return storage_ == other.storage_;
  }

  /// Which of the stored rows a row is: the same for the same row of all that share the values.
  [[nodiscard]] std::int64_t row_in_storage(std::int64_t row) const {
    return stored_rows_ == nullptr ? row : (*stored_rows_)[row];
  }

  /// Which row it is of the matrix that this one was made of, by subsets and copies; how many rows
  /// that one had.
  [[nodiscard]] std::int64_t original_row(std::int64_t row) const {
    const std::int64_t stored = row_in_storage(row);
    return original_rows_ == nullptr ? stored : (*original_rows_)[stored];
  }
  [[nodiscard]] std::int64_t original_rows() const {
    return originals_ > 0 ? originals_ : stored_rows();
  }

 private:
  friend class column_reader;
  using storage =
      std::variant<dense_rows<double>, dense_rows<float>, dense_rows<std::uint8_t>, sparse_rows>;
  static std::shared_ptr<const storage> stored(dense_values values);
  std::int64_t rows_ = 0;
  std::int64_t features_;
  bool may_have_missing_ = false;
  std::shared_ptr<const storage> storage_;
  row_list stored_rows_;
  row_list original_rows_;      // of the stored rows, where these are a copy
  std::int64_t originals_ = 0;  // and how many there were
};

template <class Counts>
std::int64_t feature_matrix::first_missing(std::int64_t row, const Counts& counts) const {
  const std::int64_t stored = row_in_storage(row);
  return std::visit(
      [&](const auto& form) -> std::int64_t {
        if constexpr (std::is_same_v<std::decay_t<decltype(form)>, sparse_rows>) {
          for (std::int64_t k = form.starts[stored]; k < form.starts[stored + 1]; ++k)
            if (std::isnan(form.values[k]) && counts(form.features[k])) return form.features[k];
        } else {
          for (std::int64_t d = 0; d < features_; ++d)
            if (std::isnan(form.values[stored * features_ + d]) && counts(d)) return d;
        }
        return -1;
      },
      *storage_);
}

}  // namespace coppice
