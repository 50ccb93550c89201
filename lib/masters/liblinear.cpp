#ifdef COPPICE_HAS_LIBLINEAR
#include "masters/liblinear.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <memory>
#include <mutex>

#include "core/error.hpp"

namespace coppice {
namespace {

/// Of Debian's package liblinear4. Later ones lay out their structs differently.
constexpr const char* soname = "liblinear.so.4";

template <class... Reasons>
[[noreturn]] void fail_unavailable(const Reasons&... reasons) {
  fail(COPPICE_UNAVAILABLE, "master=liblinear needs ", soname, ": ", reasons...,
       "; install LIBLINEAR (Debian: liblinear4), or use master=dual");
}

template <class Symbol>
void find(void* library, const char* name, Symbol*& symbol) {
  symbol = reinterpret_cast<Symbol*>(dlsym(library, name));
  if (symbol == nullptr) fail_unavailable("it has no ", name);
}

}  // namespace

liblinear::liblinear() {
  void* library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* reason = dlerror();
    fail_unavailable(reason != nullptr ? reason : "it cannot be opened");
  }
  const int* version = nullptr;
  find(library, "liblinear_version", version);
  if (*version != LIBLINEAR_VERSION)
    fail_unavailable("its version is ", *version, ", expected ", LIBLINEAR_VERSION);
  find(library, "train", train_);
  find(library, "free_and_destroy_model", free_);
  find(library, "set_print_string_function", set_print_);
}

const liblinear& liblinear::engine() {
  static const liblinear opened;  // when that throws, the next call tries again
  return opened;
}

std::vector<double> liblinear::train(const ::problem& problem, const ::parameter& parameter) const {
  static std::mutex one_at_a_time;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  set_print_([](const char*) {});
  std::srand(1);
  const auto free_model = [this](::model* trained) { free_(&trained); };
  const std::unique_ptr<::model, decltype(free_model)> trained(train_(&problem, &parameter),
                                                               free_model);
  std::vector<double> weights(trained->w, trained->w + problem.n);
  if (trained->label[0] < 0)
    for (double& weight : weights) weight = -weight;
  return weights;
}

}  // namespace coppice
#endif
