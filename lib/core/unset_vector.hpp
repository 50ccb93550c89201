// A vector whose new elements are not set, for what is written before it is read. std::vector sets
// them to 0, which is a pass over memory of its own and brings in pages that may never be used: a
// solver whose lists shrink and grow with every step would do little else.
#pragma once

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace coppice {

template <class T>
struct unset_allocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = unset_allocator<U>;
  };
  unset_allocator() = default;
  template <class U>
  unset_allocator(const unset_allocator<U>& /*other*/) noexcept {}

  template <class U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
};

template <class T>
using unset_vector = std::vector<T, unset_allocator<T>>;

}  // namespace coppice
