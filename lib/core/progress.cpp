#include "core/progress.hpp"

#include "core/error.hpp"

namespace coppice {

void progress::report(const progress_state& state) const {
  last_ = state;
  if (callback_ == nullptr) return;
  int answer = 0;
  try {
    answer = callback_(user_, state.iteration, state.iterations, state.objective, state.gap,
                       state.train_error, state.validation_error);
  } catch (...) {
    fail(COPPICE_CALLBACK_FAILED, "the progress callback threw an exception");
  }
  called_ = clock::now();
  switch (answer) {
    case COPPICE_CONTINUE:
      return;
    case COPPICE_STOP:
      throw interruption{true};
    case COPPICE_CANCEL:
      throw interruption{false};
    default:
      fail(COPPICE_CALLBACK_FAILED, "the progress callback returned ", answer,
           "; expected COPPICE_CONTINUE, COPPICE_STOP or COPPICE_CANCEL");
  }
}

void progress::poll() const {
  if (callback_ == nullptr || std::this_thread::get_id() != thread_) return;
  if (clock::now() - called_ >= std::chrono::milliseconds(25)) report(last_);
}

}  // namespace coppice
