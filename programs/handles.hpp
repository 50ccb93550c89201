// Owners of the library's handles, and the one way a status becomes an exception: everything the
// program calls goes through check(), everything it opens is freed by its owner.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <coppice/coppice.h>

namespace program {

/// What the caller of the program did wrong, or what the world refused: exit status 1.
struct user_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A fault of the library or a lack of memory: exit status 2.
struct internal_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws what a status other than COPPICE_OK says; `place` (a file, an option) goes before it.
inline void check(coppice_status status, const std::string& place = "") {
  if (status == COPPICE_OK) return;
  const std::string message = (place.empty() ? "" : place + ": ") + coppice_last_error();
  if (status == COPPICE_INTERNAL || status == COPPICE_OUT_OF_MEMORY ||
      status == COPPICE_CALLBACK_FAILED)
    throw internal_error(message);
  throw user_error(message);
}

struct handle_deleter {
  void operator()(coppice_dataset* handle) const { coppice_dataset_free(handle); }
  void operator()(coppice_csv_columns* handle) const { coppice_csv_columns_free(handle); }
  void operator()(coppice_pool* handle) const { coppice_pool_free(handle); }
  void operator()(coppice_solver* handle) const { coppice_solver_free(handle); }
  void operator()(coppice_model* handle) const { coppice_model_free(handle); }
  void operator()(coppice_evaluation* handle) const { coppice_evaluation_free(handle); }
};

using dataset = std::unique_ptr<coppice_dataset, handle_deleter>;
using csv_columns = std::unique_ptr<coppice_csv_columns, handle_deleter>;
using pool = std::unique_ptr<coppice_pool, handle_deleter>;
using solver = std::unique_ptr<coppice_solver, handle_deleter>;
using model = std::unique_ptr<coppice_model, handle_deleter>;
using evaluation = std::unique_ptr<coppice_evaluation, handle_deleter>;

/// The text that get(out, capacity, &needed) gives.
template <class Get>
std::string get_text(const Get& get) {
  std::int64_t needed = 0;
  if (const coppice_status status = get(nullptr, 0, &needed); status != COPPICE_BUFFER_TOO_SMALL)
    check(status);
  std::string text(static_cast<std::size_t>(needed), '\0');
  check(get(text.data(), needed, &needed));
  text.pop_back();  // the terminating NUL
  return text;
}

/// The numbers that get(out, capacity, &needed) gives.
template <class Get>
std::vector<double> get_numbers(const Get& get) {
  std::int64_t needed = 0;
  if (const coppice_status status = get(nullptr, 0, &needed); status != COPPICE_BUFFER_TOO_SMALL)
    check(status);
  std::vector<double> numbers(static_cast<std::size_t>(needed));
  if (needed > 0) check(get(numbers.data(), needed, &needed));
  return numbers;
}

/// The value that get(&out) gives.
template <class Value, class Get>
Value get_value(const Get& get) {
  Value value{};
  check(get(&value));
  return value;
}

}  // namespace program
