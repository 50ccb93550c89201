// The handles: a tag that tells one type of handle from another, and the object. What one object
// needs of another it shares, so that handles may be freed in any order.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <coppice/coppice.h>

#include "core/error.hpp"
#include "core/options.hpp"
#include "core/progress.hpp"
#include "data/csv_columns.hpp"
#include "data/dataset.hpp"
#include "methods/cross_validation.hpp"
#include "methods/grid.hpp"
#include "methods/streaming.hpp"
#include "methods/training.hpp"
#include "model/evaluation.hpp"
#include "model/model.hpp"
#include "pools/specification.hpp"

struct coppice_dataset {
  static constexpr std::uint64_t expected_tag = 0xc0991ce0da7a5e70;
  std::uint64_t tag = expected_tag;
  std::shared_ptr<coppice::dataset> object;
};

struct coppice_csv_columns {
  static constexpr std::uint64_t expected_tag = 0xc0991ce0c5bc0150;
  std::uint64_t tag = expected_tag;
  coppice::csv_columns object;
};

struct coppice_pool {
  static constexpr std::uint64_t expected_tag = 0xc0991ce000900100;
  std::uint64_t tag = expected_tag;
  coppice::pool_specification specification;
};

struct coppice_solver {
  static constexpr std::uint64_t expected_tag = 0xc0991ce0501e0e00;
  std::uint64_t tag = expected_tag;
  coppice::solver_settings settings;
  coppice::option_grid grid;
  coppice::listener told;
  std::unique_ptr<coppice::training> kept;  // what the last fit left to go on from
  bool at_work = false;
  std::optional<coppice::cross_validation> validated = {};  // the last cross-validation
  coppice::class_labels declared = {};                      // classes, for a stream
  std::unique_ptr<coppice::streaming> stream = {};          // null before it has begun
};

struct coppice_model {
  static constexpr std::uint64_t expected_tag = 0xc0991ce030de1000;
  std::uint64_t tag = expected_tag;
  std::shared_ptr<const coppice::model> object;
};

struct coppice_evaluation {
  static constexpr std::uint64_t expected_tag = 0xc0991ce0e0a10a7e;
  std::uint64_t tag = expected_tag;
  std::optional<coppice::evaluation> object = {};
};

/// Made for one call of a progress callback, and gone after it.
struct coppice_progress_info {
  static constexpr std::uint64_t expected_tag = 0xc0991ce0960965e0;
  std::uint64_t tag = expected_tag;
  const coppice::progress_state* state = nullptr;
};

namespace coppice {

/// The handle behind `pointer`, or COPPICE_INVALID_HANDLE. `name` is the argument's, and unless
/// given the type's too.
template <class Handle>
Handle& checked(Handle* pointer, const char* name, const char* type = nullptr) {
  if (pointer == nullptr) fail(COPPICE_INVALID_HANDLE, name, " is NULL; expected a handle");
  if (pointer->tag != Handle::expected_tag)
    fail(COPPICE_INVALID_HANDLE, name, " is not a handle of type coppice_",
         type != nullptr ? type : name);
  return *pointer;
}

/// Frees what a _create function made; the tag goes first, so that a stale pointer is often caught.
template <class Handle>
void release(Handle* pointer) noexcept {
  if (pointer == nullptr || pointer->tag != Handle::expected_tag) return;
  pointer->tag = 0;
  delete pointer;
}

}  // namespace coppice
