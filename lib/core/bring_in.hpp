// Brings in the pages of memory that is not touched yet, by several threads: a page of 4 kB that is
// touched first takes from 0.2 to 10 microseconds, one of 2 MB up to milliseconds, and a fit of a
// million rows touches hundreds of these.
#pragma once

#include <cstddef>

#include "core/huge_pages.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"

namespace coppice {

/// Of memory in which nothing lives yet: what it holds is undefined. `team` may be null.
void bring_in(thread_team* team, const progress& report, void* memory, std::size_t bytes);

/// Room for so many rows in a vector whose values are not kept, brought in where it is new.
template <class Vector>
void make_room_for_rows(Vector& values, std::size_t rows, thread_team& team,
                        const progress& report) {
  values.clear();
  if (values.capacity() >= rows) return;
  reserve_large(values, rows);
  bring_in(&team, report, values.data(), rows * sizeof(*values.data()));
}

/// assign_large(values, rows, value), by all threads where it takes new pages.
template <class Vector>
void assign_rows(Vector& values, std::size_t rows, typename Vector::value_type value,
                 thread_team& team, const progress& report) {
  make_room_for_rows(values, rows, team, report);
  values.assign(rows, value);
}

/// to = from, by all threads where it takes new pages.
template <class Vector>
void copy_rows(const Vector& from, Vector& to, thread_team& team, const progress& report) {
  make_room_for_rows(to, from.size(), team, report);
  to = from;
}

}  // namespace coppice
