// The handler does nothing but set a flag; the fit looks at it in its progress callback.
#include "interruption.hpp"

namespace program {
namespace {

volatile std::sig_atomic_t flag = 0;

extern "C" void note_interruption(int /*signal*/) {
  flag = 1;
}

}  // namespace

interruption::interruption() {
  flag = 0;
  struct sigaction action {};
  action.sa_handler = note_interruption;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second one finds the default
  sigemptyset(&action.sa_mask);
  for (std::size_t k = 0; k < signals.size(); ++k) sigaction(signals[k], &action, &before_[k]);
}

interruption::~interruption() {
  for (std::size_t k = 0; k < signals.size() && !requested(); ++k)
    sigaction(signals[k], &before_[k], nullptr);
}

bool interruption::requested() {
  return flag != 0;
}

}  // namespace program
