#include "core/huge_pages.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#endif

namespace coppice {

void ask_for_huge_pages(void* memory, std::size_t bytes) noexcept {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (bytes < huge_page) return;  // none lies within
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto over = reinterpret_cast<std::uintptr_t>(memory) % page;
  const std::size_t skipped = over == 0 ? 0 : page - over;
  // Advice: where the system refuses, the memory is as good as before.
  static_cast<void>(madvise(static_cast<char*>(memory) + skipped, bytes - skipped, MADV_HUGEPAGE));
#else
  static_cast<void>(memory);
  static_cast<void>(bytes);
#endif
}

}  // namespace coppice
