#include "pools/pool.hpp"

namespace coppice {

std::unique_ptr<pool> create_pool(const dataset& examples, pool_specification& wanted,
                                  thread_team& team, progress& report, std::uint64_t seed) {
  return wanted.kind->create({examples, wanted, team, report, seed,
                              wanted.view.empty() ? nullptr : examples.view(wanted.view)});
}

}  // namespace coppice
