#include "core/bring_in.hpp"

#include <algorithm>
#include <cstdint>

#include "core/row_sums.hpp"

namespace coppice {

void bring_in(thread_team* team, const progress& report, void* memory, std::size_t bytes) {
  constexpr std::size_t small_page = 4096;
  const auto tasks = static_cast<std::int64_t>((bytes + huge_page - 1) / huge_page);
  run_each(team, report, tasks, [&](std::int64_t task) {
    const std::size_t first = static_cast<std::size_t>(task) * huge_page;
    const std::size_t last = std::min(bytes, first + huge_page);
    auto* const at = static_cast<volatile unsigned char*>(memory);
    for (std::size_t k = first; k < last; k += small_page) at[k] = 0;
  });
}

}  // namespace coppice
