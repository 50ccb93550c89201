// A shared library that is opened when it is first wanted, so that coppice runs where it is not
// installed. It is never closed: others may have opened it too, and functions of it may be running.
#pragma once

#include "core/error.hpp"

namespace coppice {

class loaded_library {
 public:
  /// Opens the library that SONAME names. What cannot be opened or found throws COPPICE_UNAVAILABLE
  /// and says what needs it, as in "master=liblinear", and the remedy, as in "install LIBLINEAR".
  /// All texts outlive the object.
  loaded_library(const char* needed_by, const char* soname, const char* remedy);

  /// Points SYMBOL, a function or a variable, at what the library calls NAME.
  template <class Symbol>
  void find(const char* name, Symbol*& symbol) const {
    symbol = reinterpret_cast<Symbol*>(address(name));
  }

  /// Says that the library cannot be used, and why.
  template <class... Reasons>
  [[noreturn]] void refuse(const Reasons&... reasons) const {
    fail(COPPICE_UNAVAILABLE, needed_by_, " needs ", soname_, ": ", reasons..., "; ", remedy_);
  }

 private:
  [[nodiscard]] void* address(const char* name) const;

  const char* needed_by_;
  const char* soname_;
  const char* remedy_;
  void* handle_;
};

}  // namespace coppice
