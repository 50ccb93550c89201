#ifdef COPPICE_HAS_LIBLINEAR
#include "masters/liblinear.hpp"

#include <cstdlib>
#include <memory>
#include <mutex>

#include "core/loaded_library.hpp"

namespace coppice {
liblinear::liblinear() {
  // Of Debian's package liblinear4. Later ones lay out their structs differently.
  const loaded_library library("master=liblinear", "liblinear.so.4",
                               "install LIBLINEAR (Debian: liblinear4), or use master=dual");
  const int* version = nullptr;
  library.find("liblinear_version", version);
  if (*version != LIBLINEAR_VERSION)
    library.refuse("its version is ", *version, ", expected ", LIBLINEAR_VERSION);
  library.find("train", train_);
  library.find("free_and_destroy_model", free_);
  library.find("set_print_string_function", set_print_);
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
