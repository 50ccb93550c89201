// The edge: what every entry of the C interface does alike. Exceptions end here and become a
// status and a message; arguments are checked in the same words everywhere.
#pragma once

#include <cfenv>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <coppice/coppice.h>

#include "core/error.hpp"
#include "core/thread_exit.hpp"

namespace coppice {

void clear_last_error() noexcept;

/// Stores the exception in flight as the last error of the thread and returns its status. Neither
/// throws nor allocates.
coppice_status record_exception() noexcept;

/// Rounds to nearest for as long as it lives, whatever the caller's thread does, so that numbers
/// are read and computed alike for every caller. Threads inherit it.
class nearest_rounding {
 public:
  nearest_rounding() noexcept : callers_(std::fegetround()) {
    if (callers_ != FE_TONEAREST) std::fesetround(FE_TONEAREST);
  }
  ~nearest_rounding() {
    if (callers_ != FE_TONEAREST) std::fesetround(callers_);
  }
  nearest_rounding(const nearest_rounding&) = delete;
  nearest_rounding& operator=(const nearest_rounding&) = delete;

 private:
  int callers_;
};

/// Runs the body of an entry.
template <class Body>
coppice_status guard(const Body& body) {
  clear_last_error();
  const nearest_rounding rounding;
  try {
    body();
    clear_last_error();  // callbacks may have left one of their own calls
    return COPPICE_OK;
  }
  COPPICE_LET_THREAD_EXIT
  catch (...) {
    return record_exception();
  }
}

/// The object behind an argument that must not be NULL.
template <class Value>
Value& required(Value* pointer, const char* name) {
  if (pointer == nullptr) fail(COPPICE_INVALID_ARGUMENT, name, " is NULL; expected a pointer");
  return *pointer;
}

/// The number that a caller passed for an enum. C takes any int; to C++ a load of one that no
/// enumerator's bits can hold is undefined, so its bytes are copied instead.
template <class Enum>
int number_of(const Enum& given) noexcept {
  static_assert(sizeof(Enum) == sizeof(int));
  int value = 0;
  std::memcpy(&value, &given, sizeof value);
  return value;
}

/// What a caller passed for an enum of the values 1 to `last`. `name` is the argument's, and unless
/// given the type's too.
template <class Enum>
Enum checked_enum(const Enum& given, int last, const char* name, const char* type = nullptr) {
  const int value = number_of(given);
  if (value < 1 || value > last)
    fail(COPPICE_INVALID_ARGUMENT, name, " is ", value, "; expected a value of coppice_",
         type != nullptr ? type : name);
  return static_cast<Enum>(value);
}

/// An index from 0 to size - 1.
void check_index(std::int64_t index, std::int64_t size, const char* what);

void check_threads(std::int64_t threads);

/// An output array that must hold at least `size` elements.
void check_capacity(const void* out, std::int64_t capacity, std::int64_t size);

/// Gives a result of a size the caller may not know: `copy` writes it when there is room. `needed`
/// gets the size in either case, and nothing else is touched when there is not.
template <class Copy>
void give(const void* out, std::int64_t capacity, std::int64_t* needed, std::int64_t size,
          const Copy& copy) {
  if (capacity >= 0 && capacity < size && needed != nullptr) *needed = size;
  check_capacity(out, capacity, size);
  if (size > 0) copy();
  if (needed != nullptr) *needed = size;
}

/// Gives bytes as they are.
void give_bytes(std::string_view bytes, void* out, std::int64_t capacity, std::int64_t* needed);

/// `size` bytes of the caller's.
std::string_view checked_bytes(const void* bytes, std::int64_t size);

/// Gives text with its terminating NUL.
void give_text(std::string_view text, char* out, std::int64_t capacity, std::int64_t* needed);

}  // namespace coppice
