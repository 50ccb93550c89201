#include "core/named_callbacks.hpp"

namespace coppice {

named_callbacks::~named_callbacks() {
  if (release_ == nullptr) return;
  try {
    release_(user);
  } catch (...) {  // nobody is left who could be told
  }
}

void named_callbacks::fail_answer(const char* callback, int answer, const char* expected) const {
  if (answer == COPPICE_CANCEL) fail(COPPICE_CANCELLED, called(callback), " asked to cancel");
  fail(COPPICE_CALLBACK_FAILED, called(callback), " returned ", answer, "; expected ", expected);
}

}  // namespace coppice
