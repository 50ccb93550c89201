// Callbacks of the caller's under a name that models remember, with the `user` pointer they are
// given. What shares them keeps one such object, and the last to go releases `user`: it is never
// copied.
#pragma once

#include <string>
#include <utility>

#include <coppice/coppice.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "core/thread_exit.hpp"

namespace coppice {

class named_callbacks {
 public:
  /// `part` is what messages call the part of a model that they are, such as "pool".
  named_callbacks(const char* part, std::string called, void* given)
      : name(std::move(called)), user(given), part_(part) {}
  virtual ~named_callbacks();
  named_callbacks(const named_callbacks&) = delete;
  named_callbacks& operator=(const named_callbacks&) = delete;

  /// From now on `user` is released in the end, unless `hook` is null.
  void own_user(coppice_release hook) noexcept { release_ = hook; }

  /// For messages: the evaluate callback of pool "wavelet".
  [[nodiscard]] std::string called(const char* callback) const {
    return text("the ", callback, " callback of ", part_, " ", in_quotes(name));
  }

  /// What the call answers; throws COPPICE_CALLBACK_FAILED for an exception in it.
  template <class Call>
  int answer_of(const char* callback, const Call& call) const {
    try {
      return call();
    }
    COPPICE_LET_THREAD_EXIT
    catch (...) {
      fail(COPPICE_CALLBACK_FAILED, called(callback), " threw an exception");
    }
  }

  /// The failure that an answer other than the expected one is.
  [[noreturn]] void fail_answer(const char* callback, int answer, const char* expected) const;

  const std::string name;
  void* const user;

 private:
  const char* part_;
  coppice_release release_ = nullptr;
};

}  // namespace coppice
