// The dense values that a dataset keeps: bytes where all are whole numbers from 0 to 255, as those
// of images, of counts and of columns of 0 and 1 often are, else what they came as. Bytes are the
// same numbers in an eighth or a quarter of the memory: 60,000 images of 784 numbers, given as
// floats, take 47 MB and not 188, and are copied in 0.4 of the time, as most of it goes into pages
// that the system clears.
#pragma once

#include <cstdint>
#include <variant>

#include "core/unset_vector.hpp"
#include "data/strided_matrix.hpp"

namespace coppice {

/// Rows one after another, without gaps.
template <class Value>
struct dense_rows {
  kept_vector<Value> values;
};

using dense_values = std::variant<dense_rows<double>, dense_rows<float>, dense_rows<std::uint8_t>>;

/// Whether all values of a matrix of a checked shape are whole numbers from 0 to 255; -0 is not.
template <class Value>
[[nodiscard]] bool are_bytes(const strided_matrix<Value>& x);

/// A copy of a matrix of a checked shape; as bytes, where all its values are.
template <class Value>
[[nodiscard]] dense_values copy_of(const strided_matrix<Value>& x, bool as_bytes);

/// The same values, as bytes where they all are.
[[nodiscard]] dense_values narrowed(kept_vector<double> values);

}  // namespace coppice
