#include "capi/edge.hpp"

#include <pthread.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <stdexcept>

#include "core/progress.hpp"

namespace coppice {
namespace {

/// What went wrong last, for each thread. Not a thread_local array: where a library is loaded late,
/// the dynamic linker allocates those at their first use, and ends the process where it cannot. The
/// text of a thread is allocated when its first call fails; where there is no memory, that is the
/// text.
class thread_messages {
 public:
  thread_messages() noexcept : usable_(pthread_key_create(&key_, discard) == 0) {}
  ~thread_messages() {
    if (!usable_) return;
    discard(pthread_getspecific(key_));
    pthread_key_delete(key_);
  }
  thread_messages(const thread_messages&) = delete;
  thread_messages& operator=(const thread_messages&) = delete;

  [[nodiscard]] const char* get() const noexcept {
    const char* const text = found();
    return text != nullptr ? text : "";
  }
  void clear() noexcept {
    char* const text = found();
    if (text == no_memory)
      pthread_setspecific(key_, nullptr);
    else if (text != nullptr)
      *text = '\0';
  }
  void set(std::string_view message) noexcept {
    char* const text = room();
    if (text == nullptr || text == no_memory) return;
    std::size_t size = std::min(message.size(), capacity - 1);
    if (size < message.size())  // not inside a character
      while (size > 0 && (static_cast<unsigned char>(message[size]) & 0xc0) == 0x80) --size;
    std::copy_n(message.data(), size, text);
    text[size] = '\0';
  }

 private:
  static constexpr std::size_t capacity = 1024;
  static inline char no_memory[] = "out of memory";

  static void discard(void* text) noexcept {
    if (text != no_memory) std::free(text);
  }
  [[nodiscard]] char* found() const noexcept {
    return usable_ ? static_cast<char*>(pthread_getspecific(key_)) : nullptr;
  }
  char* room() noexcept {
    char* text = found();
    if (!usable_ || (text != nullptr && text != no_memory)) return text;
    text = static_cast<char*>(std::malloc(capacity));
    if (text == nullptr) text = no_memory;
    if (pthread_setspecific(key_, text) == 0) return text;
    discard(text);
    return nullptr;
  }

  pthread_key_t key_ = {};
  bool usable_;
};

thread_messages& messages() noexcept {
  static thread_messages all;
  return all;
}

}  // namespace

void clear_last_error() noexcept {
  messages().clear();
}

coppice_status record_exception() noexcept {
  try {
    throw;
  } catch (const error& known) {
    messages().set(known.what());
    return known.status();
  } catch (const interruption&) {
    messages().set("the progress callback cancelled the fit");
    return COPPICE_CANCELLED;
  } catch (const std::bad_alloc&) {
    messages().set("out of memory");
    return COPPICE_OUT_OF_MEMORY;
  } catch (const std::length_error&) {
    messages().set("out of memory: a size exceeds what a program can hold");
    return COPPICE_OUT_OF_MEMORY;
  } catch (const std::exception& unknown) {
    messages().set(unknown.what());
    return COPPICE_INTERNAL;
  } catch (...) {
    messages().set("an unknown exception");
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

void give_bytes(std::string_view bytes, void* out, std::int64_t capacity, std::int64_t* needed) {
  give(out, capacity, needed, static_cast<std::int64_t>(bytes.size()),
       [&] { std::copy(bytes.begin(), bytes.end(), static_cast<char*>(out)); });
}

std::string_view checked_bytes(const void* bytes, std::int64_t size) {
  if (bytes == nullptr) fail(COPPICE_INVALID_ARGUMENT, "bytes is NULL; expected a pointer");
  if (size < 0) fail(COPPICE_INVALID_ARGUMENT, "size is ", size, "; expected at least 0");
  return {static_cast<const char*>(bytes), static_cast<std::size_t>(size)};
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
  return coppice::messages().get();
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
