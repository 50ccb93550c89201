#include "masters/clp.hpp"

#include "core/error.hpp"

#ifdef COPPICE_HAS_CLP

#include <coin/Clp_C_Interface.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <future>
#include <limits>
#include <numeric>
#include <system_error>

#include "core/loaded_library.hpp"

namespace coppice {
namespace {

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
  decltype(&::Clp_addRows) add_rows = nullptr;
  decltype(&::Clp_scaling) scaling = nullptr;
  decltype(&::Clp_setPerturbation) set_perturbation = nullptr;
  decltype(&::Clp_setLogLevel) set_log_level = nullptr;
  decltype(&::Clp_setMaximumIterations) set_maximum_iterations = nullptr;
  decltype(&::Clp_dual) dual = nullptr;
  decltype(&::Clp_primalColumnSolution) column_solution = nullptr;
  decltype(&::Clp_dualRowSolution) row_duals = nullptr;
};

clp_library::clp_library() {
  const loaded_library library("method lpboost", "libClp.so.1",
                               "install CLP (Debian: coinor-libclp1)");
  library.find("Clp_newModel", new_model);
  library.find("Clp_deleteModel", delete_model);
  library.find("Clp_loadProblem", load_problem);
  library.find("Clp_addRows", add_rows);
  library.find("Clp_scaling", scaling);
  library.find("Clp_setPerturbation", set_perturbation);
  library.find("Clp_setLogLevel", set_log_level);
  library.find("Clp_setMaximumIterations", set_maximum_iterations);
  library.find("Clp_dual", dual);
  library.find("Clp_primalColumnSolution", column_solution);
  library.find("Clp_dualRowSolution", row_duals);
}

class clp_program final : public growing_linear_program {
 public:
  clp_program(const std::vector<double>& upper, const progress& report)
      : clp_(clp_library::opened()),
        report_(report),
        model_(clp_.new_model(), clp_.delete_model),
        columns_(upper.size()) {
    if (model_ == nullptr) throw std::bad_alloc();
    clp_.set_log_level(model_.get(), 0);
    clp_.scaling(model_.get(), 0);            // outputs are about 1
    clp_.set_perturbation(model_.get(), 50);  // rows tie, and would enter and leave one at a time
    std::iota(columns_.begin(), columns_.end(), 0);
    const std::vector<CoinBigIndex> starts(upper.size() + 1, 0);
    const std::vector<double> none(upper.size(), 0.0);
    const std::vector<double> gains(upper.size(), -1.0);  // CLP takes the least
    clp_.load_problem(model_.get(), static_cast<int>(upper.size()), 0, starts.data(), nullptr,
                      nullptr, none.data(), upper.data(), gains.data(), nullptr, nullptr);
  }

  void add_row(std::vector<double> row) override { added_.push_back(std::move(row)); }

  /// CLP calls nobody while it works, and is dear to start, so that it cannot work in pieces. It
  /// has a thread of its own meanwhile, and this one polls.
  void solve() override {
    clp_.set_maximum_iterations(model_.get(), most_iterations);
    try {
      std::future<void> work = std::async(std::launch::async, [this] { add_and_solve(); });
      const stop_at_exit stop = {*this};
      while (work.wait_for(std::chrono::milliseconds(10)) != std::future_status::ready)
        report_.poll();
      work.get();
    } catch (const std::system_error&) {  // no thread is to be had
      add_and_solve();
    }
  }

  [[nodiscard]] const double* solution() const override {
    return clp_.column_solution(model_.get());
  }
  [[nodiscard]] const double* multipliers() const override { return clp_.row_duals(model_.get()); }

 private:
  static constexpr int most_iterations = 10000000;

  /// Where a poll throws, the work ends at CLP's next step, and is waited for by its future.
  struct stop_at_exit {
    const clp_program& program;
    ~stop_at_exit() { program.clp_.set_maximum_iterations(program.model_.get(), 0); }
  };

  void add_and_solve() {
    for (; !added_.empty(); added_.pop_front()) {
      const double lower = -1;
      const double upper = 1;
      const std::vector<double>& row = added_.front();
      const CoinBigIndex starts[] = {0, static_cast<CoinBigIndex>(row.size())};
      clp_.add_rows(model_.get(), 1, &lower, &upper, starts, columns_.data(), row.data());
    }
    clp_.dual(model_.get(), 0);
  }

  const clp_library& clp_;
  const progress& report_;
  std::unique_ptr<Clp_Simplex, decltype(&::Clp_deleteModel)> model_;
  std::vector<int> columns_;               // 0, 1, ..
  std::deque<std::vector<double>> added_;  // rows that CLP does not have yet
};

}  // namespace

std::unique_ptr<growing_linear_program> make_linear_program(const std::vector<double>& upper,
                                                            const progress& report) {
  if (upper.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    fail(COPPICE_INVALID_DATA, "method lpboost takes at most ", std::numeric_limits<int>::max(),
         " rows, not ", upper.size());
  return std::make_unique<clp_program>(upper, report);
}

}  // namespace coppice

#else

namespace coppice {

std::unique_ptr<growing_linear_program> make_linear_program(const std::vector<double>& /*upper*/,
                                                            const progress& /*report*/) {
  fail(COPPICE_UNAVAILABLE,
       "method lpboost is not in this build; build with CLP's header (Debian: coinor-libclp-dev)");
}

}  // namespace coppice

#endif
