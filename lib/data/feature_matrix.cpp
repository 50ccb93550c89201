#include "data/feature_matrix.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/huge_pages.hpp"

namespace coppice {
namespace {

/// Calls each(row) for all rows, by the threads of a team where one is given.
template <class Each>
void for_each_row(std::int64_t rows, thread_team* team, const Each& each) {
  constexpr std::int64_t in_block = 512;
  const auto take_block = [&](std::int64_t block) {
    const std::int64_t last = std::min(rows, (block + 1) * in_block);
    for (std::int64_t i = block * in_block; i < last; ++i) each(i);
  };
  const std::int64_t blocks = (rows + in_block - 1) / in_block;
  if (team != nullptr) return team->run(blocks, take_block);
  for (std::int64_t block = 0; block < blocks; ++block) take_block(block);
}

template <class Value>
dense_rows<Value> rows_of(const feature_matrix& matrix, const dense_rows<Value>& stored,
                          thread_team* team) {
  dense_rows<Value> own;
  const std::int64_t features = matrix.features();
  own.values.resize(static_cast<std::size_t>(matrix.rows() * features));
  for_each_row(matrix.rows(), team, [&](std::int64_t i) {
    std::copy_n(stored.values.data() + matrix.row_in_storage(i) * features, features,
                own.values.data() + i * features);
  });
  return own;
}

sparse_rows rows_of(const feature_matrix& matrix, const sparse_rows& stored, thread_team* team) {
  sparse_rows own;
  own.starts.reserve(static_cast<std::size_t>(matrix.rows()) + 1);
  for (std::int64_t i = 0; i < matrix.rows(); ++i) {
    const std::int64_t row = matrix.row_in_storage(i);
    own.starts.push_back(own.starts.back() + stored.starts[row + 1] - stored.starts[row]);
  }
  assign_large(own.features, static_cast<std::size_t>(own.starts.back()), 0);
  assign_large(own.values, static_cast<std::size_t>(own.starts.back()), 0.0);
  for_each_row(matrix.rows(), team, [&](std::int64_t i) {
    const std::int64_t from = stored.starts[matrix.row_in_storage(i)];
    const std::int64_t count = own.starts[i + 1] - own.starts[i];
    std::copy_n(stored.features.data() + from, count, own.features.data() + own.starts[i]);
    std::copy_n(stored.values.data() + from, count, own.values.data() + own.starts[i]);
  });
  return own;
}

template <class Values>
bool any_missing(const Values& values) {
  bool missing = false;
  for (const auto value : values) missing |= std::isnan(value);
  return missing;
}

}  // namespace

std::shared_ptr<const feature_matrix::storage> feature_matrix::stored(dense_values values) {
  return std::visit([](auto& form) { return std::make_shared<const storage>(std::move(form)); },
                    values);
}

template <class Value>
feature_matrix::feature_matrix(const strided_matrix<Value>& x)
    : rows_(x.rows), features_(x.features) {
  check_shape(x);
  const bool as_bytes = are_bytes(x);
  may_have_missing_ = !as_bytes && check_values(x);
  storage_ = stored(copy_of(x, as_bytes));
}

feature_matrix::feature_matrix(dense_values rows, std::int64_t features)
    : features_(features), storage_(stored(std::move(rows))) {
  rows_ = stored_rows();
  std::visit([this](const auto& form) { may_have_missing_ = any_missing(form.values); }, *storage_);
}

feature_matrix::feature_matrix(sparse_rows rows, std::int64_t features)
    : rows_(static_cast<std::int64_t>(rows.starts.size()) - 1),
      features_(features),
      may_have_missing_(any_missing(rows.values)),
      storage_(std::make_shared<const storage>(std::move(rows))) {}

void feature_matrix::copy_row(std::int64_t row, double* out) const {
  if (is_sparse()) std::fill(out, out + features_, 0.0);
  put_row(row, out);
}

void feature_matrix::copy_row_at(std::int64_t row, const std::int64_t* features, std::int64_t count,
                                 double* out) const {
  for (std::int64_t k = 0; k < count; ++k) out[k] = value(row, features[k]);
}

void feature_matrix::put_row(std::int64_t row, double* out) const {
  for_each_value(row, [out](std::int64_t feature, double value) { out[feature] = value; });
}

void feature_matrix::erase_row(std::int64_t row, double* out) const {
  if (!is_sparse()) return;
  for_each_value(row, [out](std::int64_t feature, double /*value*/) { out[feature] = 0; });
}

double feature_matrix::value(std::int64_t row, std::int64_t feature) const {
  const std::int64_t stored = row_in_storage(row);
  return std::visit(
      [&](const auto& form) {
        if constexpr (std::is_same_v<std::decay_t<decltype(form)>, sparse_rows>) {
          const auto first = form.features.begin() + form.starts[stored];
          const auto last = form.features.begin() + form.starts[stored + 1];
          const auto found = std::lower_bound(first, last, feature);
          if (found == last || *found != feature) return 0.0;
          return form.values[found - form.features.begin()];
        } else {
          return static_cast<double>(form.values[stored * features_ + feature]);
        }
      },
      *storage_);
}

feature_matrix feature_matrix::subset(const row_list& rows, const progress* report) const {
  feature_matrix result = *this;
  result.rows_ = static_cast<std::int64_t>(rows->size());
  result.stored_rows_ = rows_at(stored_rows_, rows, report);
  return result;
}

std::int64_t feature_matrix::stored_rows() const {
  return std::visit(
      [&](const auto& form) {
        if constexpr (std::is_same_v<std::decay_t<decltype(form)>, sparse_rows>)
          return static_cast<std::int64_t>(form.starts.size()) - 1;
        else
          return static_cast<std::int64_t>(form.values.size()) / features_;
      },
      *storage_);
}

std::int64_t feature_matrix::stored_values() const {
  return std::visit([](const auto& form) { return static_cast<std::int64_t>(form.values.size()); },
                    *storage_);
}

feature_matrix feature_matrix::copy(thread_team* team) const {
  feature_matrix result = *this;
  std::vector<std::int64_t> originals(static_cast<std::size_t>(rows_));
  for (std::int64_t i = 0; i < rows_; ++i) originals[i] = original_row(i);
  result.original_rows_ = std::make_shared<const std::vector<std::int64_t>>(std::move(originals));
  result.originals_ = original_rows();
  std::visit(
      [&](const auto& form) {
        result.storage_ = std::make_shared<const storage>(rows_of(*this, form, team));
      },
      *storage_);
  result.stored_rows_ = nullptr;
  return result;
}

row_list rows_at(const row_list& from, const row_list& chosen, const progress* report) {
  if (from == nullptr) return chosen;
  std::vector<std::int64_t> rows;
  rows.reserve(chosen->size());
  for (const std::int64_t row : *chosen) {
    rows.push_back((*from)[row]);
    if (report != nullptr) report->poll_at(static_cast<std::int64_t>(rows.size()));
  }
  return std::make_shared<const std::vector<std::int64_t>>(std::move(rows));
}

template feature_matrix::feature_matrix(const strided_matrix<double>&);
template feature_matrix::feature_matrix(const strided_matrix<float>&);

}  // namespace coppice
