// The C entries of solvers.
#include <algorithm>

#include "capi/edge.hpp"
#include "capi/handle.hpp"
#include "capi/solver_use.hpp"
#include "core/expression.hpp"
#include "core/json.hpp"
#include "methods/registry.hpp"

using namespace coppice;  // NOLINT(google-build-using-namespace): the C entries of this library

namespace {

listener listener_of(coppice_progress callback, void* user) {
  if (callback == nullptr) return {};
  return [callback, user](const progress_state& state) {
    const coppice_progress_info info = {coppice_progress_info::expected_tag, &state};
    return static_cast<int>(callback(user, &info));
  };
}

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

/// What a stream tells, by name.
template <class Value>
struct stream_value {
  const char* name;
  Value (streaming::*value)() const noexcept;
};

constexpr stream_value<std::int64_t> stream_ints[] = {
    {"stream.rows", &streaming::rows},
    {"stream.learners", &streaming::learners},
    {"stream.features", &streaming::features},
    {"stream.scores", &streaming::scores},
};

constexpr stream_value<double> stream_doubles[] = {
    {"stream.prequential_error", &streaming::prequential_error},
};

bool is_of_stream(std::string_view name) {
  return name.substr(0, 7) == "stream.";
}

template <class Value, std::size_t Count>
Value get_of_stream(const stream_value<Value> (&table)[Count], const coppice_solver& from,
                    std::string_view name) {
  const streaming& learner = stream_of(from);
  for (const stream_value<Value>& row : table)  // needs no memory, as rows need none
    if (row.name == name) return (learner.*row.value)();
  std::vector<std::string_view> names;
  for (const stream_value<Value>& row : table) names.emplace_back(row.name);
  fail(COPPICE_UNKNOWN_NAME, "a stream has no number ", in_quotes(name), " of this type",
       suggestion(name, names));
}

}  // namespace

extern "C" {

coppice_status coppice_solver_create(const char* method, coppice_solver** out) {
  return guard([&] {
    required(out, "out");
    const auto& found = find_method(&required(method, "method"));
    *out = new coppice_solver{coppice_solver::expected_tag, default_settings(found), {}, {}, {}};
  });
}

coppice_status coppice_method_for(const coppice_dataset* dataset, const char** out) {
  return guard([&] {
    required(out, "out");
    *out = method_for(*checked(dataset, "dataset").object).name;
  });
}

coppice_status coppice_solver_set_double(coppice_solver* solver, const char* name, double value) {
  return guard(
      [&] { changeable(solver).settings.options.set_real(&required(name, "name"), value); });
}

coppice_status coppice_solver_set_int(coppice_solver* solver, const char* name, int64_t value) {
  return guard(
      [&] { changeable(solver).settings.options.set_integer(&required(name, "name"), value); });
}

coppice_status coppice_solver_set_string(coppice_solver* solver, const char* name,
                                         const char* value) {
  return guard([&] {
    changeable(solver).settings.options.set_text(&required(name, "name"),
                                                 &required(value, "value"));
  });
}

coppice_status coppice_solver_get_double(const coppice_solver* solver, const char* name,
                                         double* out) {
  return guard([&] {
    const auto& from = idle(solver);
    const std::string_view asked = &required(name, "name");
    const double value = is_of_stream(asked) ? get_of_stream(stream_doubles, from, asked)
                                             : options_with(from.settings, asked).real(asked);
    required(out, "out") = value;
  });
}

coppice_status coppice_solver_get_int(const coppice_solver* solver, const char* name,
                                      int64_t* out) {
  return guard([&] {
    const auto& from = idle(solver);
    const std::string_view asked = &required(name, "name");
    const int64_t value = is_of_stream(asked) ? get_of_stream(stream_ints, from, asked)
                                              : options_with(from.settings, asked).integer(asked);
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
    auto& to = changeable(solver);
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
    auto& to = changeable(solver);
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
    auto& to = changeable(solver);
    to.settings.validation = dataset != nullptr ? checked(dataset, "dataset").object : nullptr;
    to.kept.reset();
  });
}

coppice_status coppice_solver_set_test(coppice_solver* solver, coppice_dataset* dataset) {
  return guard([&] {
    auto& to = changeable(solver);
    to.settings.test = dataset != nullptr ? checked(dataset, "dataset").object : nullptr;
    to.kept.reset();
  });
}

coppice_status coppice_solver_fit(coppice_solver* solver, coppice_dataset* dataset,
                                  coppice_model** out) {
  return guard([&] {
    auto& from = changeable(solver);
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
    auto& to = changeable(solver);
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
    auto& from = changeable(solver);
    const auto examples = checked(dataset, "dataset").object;
    const solver_at_work working(from);
    std::optional<cross_validation> stopped;
    try {
      from.validated =
          cross_validate(from.settings, from.grid, *examples, folds, from.told, stopped);
    } catch (const interruption&) {
      if (stopped) from.validated = std::move(stopped);
      throw;
    }
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
