// A value that is computed when it is first asked for. Any number of threads may ask at once.
#pragma once

#include <atomic>
#include <memory>

namespace coppice {

template <class Value>
class lazy {
 public:
  lazy() = default;
  ~lazy() { delete made_.load(); }
  lazy(const lazy&) = delete;
  lazy& operator=(const lazy&) = delete;

  /// The value, from make() where nobody has asked before. Threads that ask at the same time each
  /// make one and share the one that is there first: no thread waits for another, so that make()
  /// may call back. What make() throws reaches the caller, and the next caller makes the value.
  template <class Make>
  const Value& get(const Make& make) const {
    if (const Value* made = made_.load(std::memory_order_acquire)) return *made;
    auto own = std::make_unique<const Value>(make());
    const Value* first = nullptr;
    return made_.compare_exchange_strong(first, own.get()) ? *own.release() : *first;
  }

 private:
  mutable std::atomic<const Value*> made_{nullptr};
};

}  // namespace coppice
