// Which solvers an entry may use: idle ones, whose options may be changed, or that learn a stream.
#pragma once

#include "capi/handle.hpp"

namespace coppice {

/// A solver that may be used: not one at work, by whose callback this is called.
template <class Solver>
Solver& idle(Solver* solver) {
  auto& found = checked(solver, "solver");
  if (found.at_work)
    fail(COPPICE_INVALID_STATE, "solver is at work; its callbacks cannot use it before it is done");
  return found;
}

/// An idle solver that has not begun a stream, with which its settings are fixed.
inline coppice_solver& changeable(coppice_solver* solver) {
  coppice_solver& found = idle(solver);
  if (found.stream != nullptr)
    fail(COPPICE_INVALID_STATE,
         "solver has begun a stream, which fixes its settings; expected a solver that has not");
  return found;
}

/// That of an idle solver.
inline streaming& stream_of(const coppice_solver& solver) {
  if (solver.stream == nullptr)
    fail(COPPICE_INVALID_STATE, "solver has begun no stream; expected coppice_solver_begin before");
  return *solver.stream;
}

class solver_at_work {
 public:
  explicit solver_at_work(coppice_solver& solver) : solver_(solver) { solver_.at_work = true; }
  ~solver_at_work() { solver_.at_work = false; }
  solver_at_work(const solver_at_work&) = delete;
  solver_at_work& operator=(const solver_at_work&) = delete;

 private:
  coppice_solver& solver_;
};

}  // namespace coppice
