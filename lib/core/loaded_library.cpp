#include "core/loaded_library.hpp"

#include <dlfcn.h>

namespace coppice {

loaded_library::loaded_library(const char* needed_by, const char* soname, const char* remedy)
    : needed_by_(needed_by),
      soname_(soname),
      remedy_(remedy),
      handle_(dlopen(soname, RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ != nullptr) return;
  const char* reason = dlerror();
  refuse(reason != nullptr ? reason : "it cannot be opened");
}

void* loaded_library::address(const char* name) const {
  void* found = dlsym(handle_, name);
  if (found == nullptr) refuse("it has no ", name);
  return found;
}

}  // namespace coppice
