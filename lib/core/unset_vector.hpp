// A vector whose new elements are not set, for what is written before it is read. std::vector sets
// them to 0, which is a pass over memory of its own and brings in pages that may never be used: a
// solver whose lists shrink and grow with every step would do little else.
//
// It begins with a cache line. Where a row of a matrix is whole lines long, eight columns of
// doubles that are read together are then one line of every row and not two: a loop that reads
// 60,000 x 784 doubles so takes a third of the time.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "core/huge_pages.hpp"

namespace coppice {

/// Large memory is of whole huge pages where it is to be worked in: what lies before the first of
/// them or behind the last would be brought in by small ones. (A kernel machine of 20,000 rows
/// takes 0.96 of the time that it takes otherwise.) What is kept, such as a dataset, takes no more
/// than it needs.
template <class T, bool in_whole_pages>
struct unset_allocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = unset_allocator<U, in_whole_pages>;
  };
  unset_allocator() = default;
  template <class U>
  unset_allocator(const unset_allocator<U, in_whole_pages>& /*other*/) noexcept {}

  [[nodiscard]] T* allocate(std::size_t count) {
    const std::size_t bytes = size_of(count);
    void* const memory = ::operator new(bytes, alignment_of(count));
    ask_for_huge_pages(memory, bytes);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    ::operator delete(memory, alignment_of(count));
  }

  template <class U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }

 private:
  /// Of so many whole pages, where it is at least half of one.
  static bool is_in_pages(std::size_t count) {
    return in_whole_pages && count >= huge_page / 2 / sizeof(T);
  }
  static std::size_t size_of(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    return is_in_pages(count) ? (bytes + huge_page - 1) / huge_page * huge_page : bytes;
  }
  static std::align_val_t alignment_of(std::size_t count) {
    constexpr std::size_t cache_line = 64;
    return std::align_val_t{is_in_pages(count) ? huge_page : cache_line};
  }
};

template <class T>
using unset_vector = std::vector<T, unset_allocator<T, true>>;

/// The same, to be kept.
template <class T>
using kept_vector = std::vector<T, unset_allocator<T, false>>;

}  // namespace coppice
