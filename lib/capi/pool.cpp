// The C entries of pools.
#include "capi/edge.hpp"
#include "capi/handle.hpp"
#include "core/expression.hpp"
#include "pools/custom.hpp"

using namespace coppice;  // NOLINT(google-build-using-namespace): the C entries of this library

extern "C" {

coppice_status coppice_pool_create(const char* description, coppice_pool** out) {
  return guard([&] {
    required(out, "out");
    *out = new coppice_pool{coppice_pool::expected_tag,
                            parse_pool(&required(description, "description"))};
  });
}

coppice_status coppice_pool_create_custom(const char* name, int64_t parameters,
                                          coppice_custom_fit fit, coppice_custom_evaluate evaluate,
                                          coppice_release release, void* user, coppice_pool** out) {
  return guard([&] {
    required(out, "out");
    const std::string called = &required(name, "name");
    check_name("name", called);
    if (parameters < 1 || parameters > most_features)
      fail(COPPICE_INVALID_ARGUMENT, "parameters is ", parameters, "; expected 1 to ",
           most_features);
    if (evaluate == nullptr)
      fail(COPPICE_INVALID_ARGUMENT, "evaluate is NULL; expected a callback");
    const auto functions =
        std::make_shared<custom_functions>(called, parameters, fit, evaluate, user);
    *out = new coppice_pool{coppice_pool::expected_tag, custom_pool(functions)};
    functions->own_user(release);  // last: until here `user` stays the caller's
  });
}

coppice_status coppice_pool_set_double(coppice_pool* pool, const char* name, double value) {
  return guard([&] {
    auto& to = checked(pool, "pool").specification;
    required(name, "name");
    set_option(to, name, [&](option_values& options) { options.set_real(name, value); });
  });
}

coppice_status coppice_pool_set_int(coppice_pool* pool, const char* name, int64_t value) {
  return guard([&] {
    auto& to = checked(pool, "pool").specification;
    required(name, "name");
    set_option(to, name, [&](option_values& options) { options.set_integer(name, value); });
  });
}

coppice_status coppice_pool_set_string(coppice_pool* pool, const char* name, const char* value) {
  return guard([&] {
    auto& to = checked(pool, "pool").specification;
    required(name, "name");
    required(value, "value");
    set_option(to, name, [&](option_values& options) { options.set_text(name, value); });
  });
}

coppice_status coppice_pool_get_double(const coppice_pool* pool, const char* name, double* out) {
  return guard([&] {
    const auto& from = checked(pool, "pool").specification;
    const double value = options_with(from, &required(name, "name")).real(name);
    required(out, "out") = value;
  });
}

coppice_status coppice_pool_get_int(const coppice_pool* pool, const char* name, int64_t* out) {
  return guard([&] {
    const auto& from = checked(pool, "pool").specification;
    const int64_t value = options_with(from, &required(name, "name")).integer(name);
    required(out, "out") = value;
  });
}

coppice_status coppice_pool_get_string(const coppice_pool* pool, const char* name, char* out,
                                       int64_t capacity, int64_t* needed) {
  return guard([&] {
    const auto& from = checked(pool, "pool").specification;
    give_text(options_with(from, &required(name, "name")).text(name), out, capacity, needed);
  });
}

coppice_status coppice_pool_describe(const coppice_pool* pool, char* out, int64_t capacity,
                                     int64_t* needed) {
  return guard(
      [&] { give_text(text_of(checked(pool, "pool").specification), out, capacity, needed); });
}

coppice_status coppice_pool_add(coppice_pool* pool, const coppice_pool* member, const char* view) {
  return guard([&] {
    auto& to = checked(pool, "pool").specification;
    const auto& added = checked(member, "member", "pool").specification;
    if (view != nullptr) check_name("view", view);
    add_member(to, added, view == nullptr ? "" : view);
  });
}

void coppice_pool_free(coppice_pool* pool) {
  release(pool);
}

}  // extern "C"
