// The one exception of the library: a status of the public interface and a message for its user.
#pragma once

#include <exception>
#include <string>
#include <utility>

#include <coppice/coppice.h>

#include "core/text.hpp"

namespace coppice {

class error : public std::exception {
 public:
  error(coppice_status status, std::string message)
      : status_(status), message_(std::move(message)) {}
  [[nodiscard]] coppice_status status() const noexcept { return status_; }
  [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

 private:
  coppice_status status_;
  std::string message_;
};

/// Throws an error whose message is the parts one after another. A message names the argument, the
/// row and feature if any, the offending value, and what was expected.
template <class... Parts>
[[noreturn]] void fail(coppice_status status, const Parts&... parts) {
  throw error(status, text(parts...));
}

}  // namespace coppice
