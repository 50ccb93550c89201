// The C entries of solvers.
#include <algorithm>

#include "capi/edge.hpp"
#include "capi/handle.hpp"
#include "core/expression.hpp"
#include "core/json.hpp"
#include "methods/registry.hpp"

using namespace coppice;  // NOLINT(google-build-using-namespace): the C entries of this library

namespace {

/// A solver that may be used: not one at work, by whose callback this is called.
template <class Solver>
Solver& idle(Solver* solver) {
  auto& found = checked(solver, "solver");
  if (found.at_work)
    fail(COPPICE_INVALID_STATE, "solver is at work; its callbacks cannot use it before it is done");
  return found;
}

listener listener_of(coppice_progress callback, void* user) {
  if (callback == nullptr) return {};
  return [callback, user](const progress_state& state) {
    const coppice_progress_info info = {coppice_progress_info::expected_tag, &state};
    return static_cast<int>(callback(user, &info));
  };
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

/// A result of cross-validation by name.
template <class Value>
struct result {
  const char* name;
  Value cross_validation::*value;
};

constexpr result<std::vector<double>> arrays[] = {
    {"cv.criterion", &cross_validation::criteria},
    {"cv.standard_error", &cross_validation::standard_errors},
    {"cv.path", &cross_validation::path_values},
    {"cv.fold_criterion", &cross_validation::fold_criteria},
};

constexpr result<const char*> texts[] = {
    {"cv.criterion_name", &cross_validation::criterion},
    {"cv.path_name", &cross_validation::path},
};

template <class Value, std::size_t Count>
const Value& get_result(const result<Value> (&table)[Count], const coppice_solver& from,
                        std::string_view name) {
  std::vector<std::string_view> names;
  for (const result<Value>& row : table) {
    names.emplace_back(row.name);
    if (row.name != name) continue;
    if (!from.validated)
      fail(COPPICE_INVALID_STATE, name, " is not there; expected a cross-validation before");
    return (*from.validated).*row.value;
  }
  fail(COPPICE_UNKNOWN_NAME, "a solver has no result ", in_quotes(name), " of this type",
       suggestion(name, names));
}

}  // namespace

extern "C" {

coppice_status coppice_solver_create(const char* method, coppice_solver** out) {
  return guard([&] {
    required(out, "out");
    const auto& found = find_method(&required(method, "method"));
    solver_settings settings = {&found,
                                option_values(found.options, text("method ", found.name)),
                                parse_pool(found.default_pool),
                                {},
                                nullptr};
    *out = new coppice_solver{coppice_solver::expected_tag, std::move(settings), {}, {}, {}, false};
  });
}

coppice_status coppice_method_for(const coppice_dataset* dataset, const char** out) {
  return guard([&] {
    required(out, "out");
    *out = method_for(*checked(dataset, "dataset").object).name;
  });
}

coppice_status coppice_solver_set_double(coppice_solver* solver, const char* name, double value) {
  return guard([&] { idle(solver).settings.options.set_real(&required(name, "name"), value); });
}

coppice_status coppice_solver_set_int(coppice_solver* solver, const char* name, int64_t value) {
  return guard([&] { idle(solver).settings.options.set_integer(&required(name, "name"), value); });
}

coppice_status coppice_solver_set_string(coppice_solver* solver, const char* name,
                                         const char* value) {
  return guard([&] {
    idle(solver).settings.options.set_text(&required(name, "name"), &required(value, "value"));
  });
}

coppice_status coppice_solver_get_double(const coppice_solver* solver, const char* name,
                                         double* out) {
  return guard([&] {
    const auto& from = idle(solver).settings;
    const double value = options_with(from, &required(name, "name")).real(name);
    required(out, "out") = value;
  });
}

coppice_status coppice_solver_get_int(const coppice_solver* solver, const char* name,
                                      int64_t* out) {
  return guard([&] {
    const auto& from = idle(solver).settings;
    const int64_t value = options_with(from, &required(name, "name")).integer(name);
    required(out, "out") = value;
  });
}

coppice_status coppice_solver_get_string(const coppice_solver* solver, const char* name, char* out,
                                         int64_t capacity, int64_t* needed) {
  return guard([&] {
    const auto& from = idle(solver);
    const std::string_view asked = &required(name, "name");
    const bool is_result = asked.substr(0, 3) == "cv.";
    give_text(
        is_result ? get_result(texts, from, asked) : options_with(from.settings, asked).text(asked),
        out, capacity, needed);
  });
}

coppice_status coppice_solver_set_pool(coppice_solver* solver, const coppice_pool* pool) {
  return guard([&] {
    auto& to = idle(solver);
    const auto& drawn_from = checked(pool, "pool").specification;
    if (const method& of = *to.settings.training_method; of.takes != building_blocks::pools)
      fail(COPPICE_INVALID_ARGUMENT, "pool has no effect: method ", of.name, " takes ",
           of.takes == building_blocks::nothing ? "no pools" : name_of(of.takes));
    to.settings.pool = pool_specification(drawn_from);
    to.kept.reset();
  });
}

coppice_status coppice_solver_get_pool(const coppice_solver* solver, coppice_pool** out) {
  return guard([&] {
    const auto& from = idle(solver).settings;
    required(out, "out");
    *out = new coppice_pool{coppice_pool::expected_tag, from.pool};
  });
}

coppice_status coppice_solver_set_kernel(coppice_solver* solver, const char* name,
                                         coppice_custom_kernel compare, coppice_release release,
                                         void* user) {
  return guard([&] {
    auto& to = idle(solver);
    const std::string called = &required(name, "name");
    check_name("name", called);
    if (compare == nullptr) fail(COPPICE_INVALID_ARGUMENT, "compare is NULL; expected a callback");
    if (const method& of = *to.settings.training_method; of.takes != building_blocks::kernels)
      fail(COPPICE_INVALID_ARGUMENT, "compare has no effect: method ", of.name,
           " takes no kernels");
    custom_kernels kernels = to.settings.kernels;
    const auto same = std::find_if(kernels.begin(), kernels.end(),
                                   [&](const auto& one) { return one->name == called; });
    if (same != kernels.end()) kernels.erase(same);
    const auto given = std::make_shared<custom_kernel>(called, compare, user);
    kernels.push_back(given);
    to.settings.kernels.swap(kernels);
    to.kept.reset();
    given->own_user(release);  // last: until here `user` stays the caller's
  });
}

coppice_status coppice_solver_set_progress(coppice_solver* solver, coppice_progress callback,
                                           void* user) {
  return guard([&] { idle(solver).told = listener_of(callback, user); });
}

coppice_status coppice_solver_set_validation(coppice_solver* solver, coppice_dataset* dataset) {
  return guard([&] {
    auto& to = idle(solver);
    to.settings.validation = dataset != nullptr ? checked(dataset, "dataset").object : nullptr;
    to.kept.reset();
  });
}

coppice_status coppice_solver_fit(coppice_solver* solver, coppice_dataset* dataset,
                                  coppice_model** out) {
  return guard([&] {
    auto& from = idle(solver);
    const auto& examples = checked(dataset, "dataset").object;
    required(out, "out");
    auto handle = std::make_unique<coppice_model>();
    const solver_at_work working(from);
    handle->object = fit(from.settings, examples, from.told, from.kept);
    *out = handle.release();
  });
}

coppice_status coppice_solver_set_grid(coppice_solver* solver, const char* name,
                                       const char* values) {
  return guard([&] {
    auto& to = idle(solver);
    to.grid.set(to.settings, &required(name, "name"), values != nullptr ? values : "");
  });
}

coppice_status coppice_solver_grid_size(const coppice_solver* solver, int64_t* out) {
  return guard([&] {
    const int64_t points = idle(solver).grid.points();
    required(out, "out") = points;
  });
}

coppice_status coppice_solver_grid_point(const coppice_solver* solver, int64_t index, char* out,
                                         int64_t capacity, int64_t* needed) {
  return guard([&] {
    const option_grid& grid = idle(solver).grid;
    check_index(index, grid.points(), "index");
    give_text(write_json(grid.describe(index)), out, capacity, needed);
  });
}

coppice_status coppice_solver_cross_validate(coppice_solver* solver, coppice_dataset* dataset,
                                             int64_t folds, int64_t* best) {
  return guard([&] {
    auto& from = idle(solver);
    const auto examples = checked(dataset, "dataset").object;
    const solver_at_work working(from);
    from.validated = cross_validate(from.settings, from.grid, *examples, folds, from.told);
    from.kept.reset();
    if (best != nullptr) *best = from.validated->best;
  });
}

coppice_status coppice_solver_get_array(const coppice_solver* solver, const char* name, double* out,
                                        int64_t capacity, int64_t* needed) {
  return guard([&] {
    const std::vector<double>& values = get_result(arrays, idle(solver), &required(name, "name"));
    give(out, capacity, needed, static_cast<int64_t>(values.size()),
         [&] { std::copy(values.begin(), values.end(), out); });
  });
}

void coppice_solver_free(coppice_solver* solver) {
  release(solver);
}

}  // extern "C"
