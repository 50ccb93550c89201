// The C entries of progress: what a callback is told, read by name. A value more is a member of
// progress_state and a row here.
#include "core/progress.hpp"

#include <array>

#include "capi/edge.hpp"
#include "capi/handle.hpp"

using namespace coppice;  // NOLINT(google-build-using-namespace): the C entries of this library

namespace {

template <class Value>
struct told_value {
  const char* name;
  Value progress_state::*member;
};

constexpr told_value<std::int64_t> ints[] = {
    {"iteration", &progress_state::iteration},
    {"iterations", &progress_state::iterations},
};

constexpr told_value<double> doubles[] = {
    {"objective", &progress_state::objective},
    {"gap", &progress_state::gap},
    {"train_error", &progress_state::train_error},
    {"validation_error", &progress_state::validation_error},
    {"validation_criterion", &progress_state::validation_criterion},
    {"alignment", &progress_state::alignment},
    {"validation_alignment", &progress_state::validation_alignment},
};

/// Allocates nothing where the name is known.
template <class Value, std::size_t Count>
void get_value(const told_value<Value> (&table)[Count], const char* type,
               const coppice_progress_info* info, const char* name, Value* out) {
  const progress_state& state = *checked(info, "info", "progress_info").state;
  const std::string_view wanted = &required(name, "name");
  Value& to = required(out, "out");
  std::array<std::string_view, Count> names;
  for (std::size_t k = 0; k < Count; ++k) {
    names[k] = table[k].name;
    if (names[k] != wanted) continue;
    to = state.*table[k].member;
    return;
  }
  fail(COPPICE_UNKNOWN_NAME, "progress has no ", type, " ", in_quotes(wanted),
       "; there are: ", listed(names), did_you_mean(wanted, names));
}

}  // namespace

extern "C" {

coppice_status coppice_progress_get_int(const coppice_progress_info* info, const char* name,
                                        int64_t* out) {
  return guard([&] { get_value(ints, "int", info, name, out); });
}

coppice_status coppice_progress_get_double(const coppice_progress_info* info, const char* name,
                                           double* out) {
  return guard([&] { get_value(doubles, "double", info, name, out); });
}

}  // extern "C"
