#include "core/processor.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace coppice {
namespace {

instruction_set widest() noexcept {
#if defined(__x86_64__)
  const bool has_avx2 = static_cast<bool>(__builtin_cpu_supports("avx2")) &&
                        static_cast<bool>(__builtin_cpu_supports("fma")) &&
                        static_cast<bool>(__builtin_cpu_supports("popcnt"));
  if (has_avx2 && static_cast<bool>(__builtin_cpu_supports("avx512f")) &&
      static_cast<bool>(__builtin_cpu_supports("avx512dq")))
    return instruction_set::avx512;
  if (has_avx2) return instruction_set::avx2;
#endif
  return instruction_set::portable;
}

instruction_set wanted() noexcept {
  const char* const set = std::getenv("COPPICE_INSTRUCTIONS");
  const std::string_view name = set == nullptr ? "" : set;
  if (name == "portable") return instruction_set::portable;
  return name == "avx2" ? instruction_set::avx2 : instruction_set::avx512;
}

}  // namespace

instruction_set instructions() noexcept {
  static const instruction_set chosen = std::min(widest(), wanted());
  return chosen;
}

}  // namespace coppice
