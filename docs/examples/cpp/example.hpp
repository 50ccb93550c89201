// What the examples share: handles that free themselves, and the library's errors as exceptions. A
// program of yours can have this file as it is.
#pragma once

#include <coppice/coppice.h>

#include <memory>
#include <stdexcept>
#include <string>

class coppice_error : public std::runtime_error {
 public:
  explicit coppice_error(coppice_status of)
      : std::runtime_error(coppice_last_error()), status(of) {}
  coppice_status status;
};

inline void must(coppice_status status) {
  if (status != COPPICE_OK) throw coppice_error(status);
}

template <class Object, void free_one(Object*)>
struct freed_by {
  void operator()(Object* object) const { free_one(object); }
};
template <class Object, void free_one(Object*)>
using owned = std::unique_ptr<Object, freed_by<Object, free_one>>;

using dataset = owned<coppice_dataset, coppice_dataset_free>;
using pool = owned<coppice_pool, coppice_pool_free>;
using solver = owned<coppice_solver, coppice_solver_free>;
using model = owned<coppice_model, coppice_model_free>;
using evaluation = owned<coppice_evaluation, coppice_evaluation_free>;

/// What `function(arguments.., &out)` makes: make<solver>(coppice_solver_create, "cgens").
template <class Owned, class Function, class... Arguments>
Owned make(Function function, Arguments... arguments) {
  typename Owned::pointer made = nullptr;
  must(function(arguments..., &made));
  return Owned(made);
}

/// The number that `function(arguments.., &out)` gives.
template <class Number, class Function, class... Arguments>
Number get(Function function, Arguments... arguments) {
  Number number{};
  must(function(arguments..., &number));
  return number;
}

/// FOLDER/NAME, of the folder of data sets that the program is given.
inline dataset read_set(int argc, char** argv, const std::string& name) {
  const std::string folder = argc > 1 ? argv[1] : "capi_tests/data";
  return make<dataset>(coppice_dataset_read_svmlight, (folder + "/" + name).c_str(),
                       std::int64_t{0});
}
