#include "masters/clp.hpp"

#include "core/error.hpp"

#ifdef COPPICE_HAS_CLP

#include <coin/Clp_C_Interface.h>
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>

namespace coppice {
namespace {

/// Of Debian's package coinor-libclp1.
constexpr const char* soname = "libClp.so.1";

template <class... Reasons>
[[noreturn]] void fail_unavailable(const Reasons&... reasons) {
  fail(COPPICE_UNAVAILABLE, "method lpboost needs ", soname, ": ", reasons...,
       "; install CLP (Debian: coinor-libclp1)");
}

/// The functions of CLP that are called.
struct clp_library {
  clp_library();
  static const clp_library& opened() {
    static const clp_library library;  // when that throws, the next call tries again
    return library;
  }

  decltype(&::Clp_newModel) new_model = nullptr;
  decltype(&::Clp_deleteModel) delete_model = nullptr;
  decltype(&::Clp_loadProblem) load_problem = nullptr;
  decltype(&::Clp_addColumns) add_columns = nullptr;
  decltype(&::Clp_setLogLevel) set_log_level = nullptr;
  decltype(&::Clp_setMaximumIterations) set_maximum_iterations = nullptr;
  decltype(&::Clp_primal) primal = nullptr;
  decltype(&::Clp_status) status = nullptr;
  decltype(&::Clp_primalColumnSolution) column_solution = nullptr;
  decltype(&::Clp_dualRowSolution) row_duals = nullptr;
};

template <class Symbol>
void find(void* library, const char* name, Symbol*& symbol) {
  symbol = reinterpret_cast<Symbol*>(dlsym(library, name));
  if (symbol == nullptr) fail_unavailable("it has no ", name);
}

clp_library::clp_library() {
  void* library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* reason = dlerror();
    fail_unavailable(reason != nullptr ? reason : "it cannot be opened");
  }
  find(library, "Clp_newModel", new_model);
  find(library, "Clp_deleteModel", delete_model);
  find(library, "Clp_loadProblem", load_problem);
  find(library, "Clp_addColumns", add_columns);
  find(library, "Clp_setLogLevel", set_log_level);
  find(library, "Clp_setMaximumIterations", set_maximum_iterations);
  find(library, "Clp_primal", primal);
  find(library, "Clp_status", status);
  find(library, "Clp_primalColumnSolution", column_solution);
  find(library, "Clp_dualRowSolution", row_duals);
}

class clp_program final : public growing_linear_program {
 public:
  clp_program(const std::vector<double>& prices, const progress& report)
      : clp_(clp_library::opened()),
        report_(report),
        model_(clp_.new_model(), clp_.delete_model),
        rows_(prices.size()) {
    if (model_ == nullptr) throw std::bad_alloc();
    clp_.set_log_level(model_.get(), 0);
    std::iota(rows_.begin(), rows_.end(), 0);
    std::vector<CoinBigIndex> starts(rows_.begin(), rows_.end());
    const auto count = static_cast<int>(rows_.size());
    starts.push_back(count);
    std::vector<double> ones(prices);
    std::fill(ones.begin(), ones.end(), 1.0);
    std::vector<double> none(prices);
    std::fill(none.begin(), none.end(), 0.0);
    std::vector<double> infinite(prices);
    std::fill(infinite.begin(), infinite.end(), std::numeric_limits<double>::max());
    clp_.load_problem(model_.get(), count, count, starts.data(), rows_.data(), ones.data(),
                      none.data(), infinite.data(), prices.data(), ones.data(), infinite.data());
  }

  void add_column(const std::vector<double>& column, double price) override {
    const double lower = 0;
    const double upper = std::numeric_limits<double>::max();
    const CoinBigIndex starts[] = {0, static_cast<CoinBigIndex>(column.size())};
    clp_.add_columns(model_.get(), 1, &lower, &upper, &price, starts, rows_.data(), column.data());
  }

  /// In pieces of so many iterations as a poll may wait for.
  bool solve() override {
    constexpr double most_seconds = 0.01;
    for (int iterations = 0; iterations < most_iterations;) {
      clp_.set_maximum_iterations(model_.get(), a_piece_);
      const auto started = std::chrono::steady_clock::now();
      clp_.primal(model_.get(), 0);
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started;
      report_.poll();
      if (clp_.status(model_.get()) != stopped_by_iterations) break;
      iterations += a_piece_;
      if (taken.count() > most_seconds)
        a_piece_ = std::max(1, a_piece_ / 2);
      else if (taken.count() < most_seconds / 4)
        a_piece_ *= 2;
    }
    return clp_.status(model_.get()) == optimal;
  }

  [[nodiscard]] const double* solution() const override {
    return clp_.column_solution(model_.get());
  }
  [[nodiscard]] const double* duals() const override { return clp_.row_duals(model_.get()); }

 private:
  static constexpr int optimal = 0;
  static constexpr int stopped_by_iterations = 3;
  static constexpr int most_iterations = 10000000;

  const clp_library& clp_;
  const progress& report_;
  std::unique_ptr<Clp_Simplex, decltype(&::Clp_deleteModel)> model_;
  std::vector<int> rows_;  // 0, 1, ..
  int a_piece_ = 64;       // iterations
};

}  // namespace

std::unique_ptr<growing_linear_program> make_linear_program(const std::vector<double>& prices,
                                                            const progress& report) {
  if (prices.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    fail(COPPICE_INVALID_DATA, "method lpboost takes at most ", std::numeric_limits<int>::max(),
         " rows, not ", prices.size());
  return std::make_unique<clp_program>(prices, report);
}

}  // namespace coppice

#else

namespace coppice {

std::unique_ptr<growing_linear_program> make_linear_program(const std::vector<double>& /*prices*/,
                                                            const progress& /*report*/) {
  fail(COPPICE_UNAVAILABLE,
       "method lpboost is not in this build; build with CLP's header (Debian: coinor-libclp-dev)");
}

}  // namespace coppice

#endif
