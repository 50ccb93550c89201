#include "capi/edge.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>

#include "core/progress.hpp"

namespace coppice {
namespace {

/// Fixed in size, so that to say what went wrong cannot itself go wrong.
std::array<char, 1024>& last_error_text() noexcept {
  static thread_local std::array<char, 1024> text{};
  return text;
}

void set_last_error(std::string_view message) noexcept {
  std::array<char, 1024>& text = last_error_text();
  std::size_t size = std::min(message.size(), text.size() - 1);
  if (size < message.size())  // not inside a character
    while (size > 0 && (static_cast<unsigned char>(message[size]) & 0xc0) == 0x80) --size;
  std::copy_n(message.data(), size, text.begin());
  text[size] = '\0';
}

}  // namespace

void clear_last_error() noexcept {
  last_error_text()[0] = '\0';
}

coppice_status record_exception() noexcept {
  try {
    throw;
  } catch (const error& known) {
    set_last_error(known.what());
    return known.status();
  } catch (const interruption&) {
    set_last_error("the progress callback cancelled the fit");
    return COPPICE_CANCELLED;
  } catch (const std::bad_alloc&) {
    set_last_error("out of memory");
    return COPPICE_OUT_OF_MEMORY;
  } catch (const std::length_error&) {
    set_last_error("out of memory: a size exceeds what a program can hold");
    return COPPICE_OUT_OF_MEMORY;
  } catch (const std::exception& unknown) {
    set_last_error(unknown.what());
    return COPPICE_INTERNAL;
  } catch (...) {
    set_last_error("an unknown exception");
    return COPPICE_INTERNAL;
  }
}

void check_index(std::int64_t index, std::int64_t size, const char* what) {
  if (size == 0)
    fail(COPPICE_INVALID_ARGUMENT, what, " is ", index, ", but there is nothing to choose from");
  if (index < 0 || index >= size)
    fail(COPPICE_INVALID_ARGUMENT, what, " is ", index, "; expected 0 to ", size - 1);
}

void check_threads(std::int64_t threads) {
  if (threads < 0)
    fail(COPPICE_INVALID_ARGUMENT, "threads is ", threads, "; expected at least 0 (all)");
}

void check_capacity(const void* out, std::int64_t capacity, std::int64_t size) {
  if (capacity < 0)
    fail(COPPICE_INVALID_ARGUMENT, "capacity is ", capacity, "; expected at least 0");
  if (capacity < size)
    fail(COPPICE_BUFFER_TOO_SMALL, "out has capacity ", capacity, "; the result needs ", size);
  if (out == nullptr && size > 0)
    fail(COPPICE_INVALID_ARGUMENT, "out is NULL; expected a place for the result");
}

void give_text(std::string_view text, char* out, std::int64_t capacity, std::int64_t* needed) {
  const auto size = static_cast<std::int64_t>(text.size());
  give(out, capacity, needed, size + 1, [&] {
    std::copy(text.begin(), text.end(), out);
    out[size] = '\0';
  });
}

}  // namespace coppice

extern "C" {

const char* coppice_last_error(void) {
  return coppice::last_error_text().data();
}

const char* coppice_version(void) {
  return COPPICE_VERSION;
}

const char* coppice_status_name(coppice_status status) {
  switch (coppice::number_of(status)) {
#define COPPICE_NAME(code) \
  case code:               \
    return #code
    COPPICE_NAME(COPPICE_OK);
    COPPICE_NAME(COPPICE_INVALID_ARGUMENT);
    COPPICE_NAME(COPPICE_INVALID_HANDLE);
    COPPICE_NAME(COPPICE_UNKNOWN_NAME);
    COPPICE_NAME(COPPICE_INVALID_OPTION);
    COPPICE_NAME(COPPICE_INVALID_DATA);
    COPPICE_NAME(COPPICE_INVALID_STATE);
    COPPICE_NAME(COPPICE_BUFFER_TOO_SMALL);
    COPPICE_NAME(COPPICE_FILE_ERROR);
    COPPICE_NAME(COPPICE_PARSE_ERROR);
    COPPICE_NAME(COPPICE_MODEL_ERROR);
    COPPICE_NAME(COPPICE_UNAVAILABLE);
    COPPICE_NAME(COPPICE_CALLBACK_FAILED);
    COPPICE_NAME(COPPICE_CANCELLED);
    COPPICE_NAME(COPPICE_OUT_OF_MEMORY);
    COPPICE_NAME(COPPICE_INTERNAL);
#undef COPPICE_NAME
  }
  return "unknown status";
}

}  // extern "C"
