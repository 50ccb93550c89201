// Solves the dual of kernel machines (kernel_problem.hpp) where the kernel is additive, on samples
// of the rows that grow eightfold, each of which starts where the one before ended. Of a sample
// only those rows take part whose loss may be positive. The certificate is about all rows; it is
// asked at the end, and now and then on a long way there.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/additive_certificate.hpp"
#include "masters/additive_gram.hpp"
#include "masters/additive_newton.hpp"
#include "masters/cost_path.hpp"
#include "masters/kernel_problem.hpp"

namespace coppice {

class sampling_solver {
 public:
  /// Rows are in an order whose beginnings are samples. `scale` is the size of the kernel. All
  /// outlive this object.
  sampling_solver(const kernel_problem& problem, const additive_gram& all,
                  additive_certificate& certificate, double scale, face_memory& memory,
                  thread_team& team, progress& report);

  /// Starts at 0 and goes on until the best machine is good enough, or can become no better.
  void run();

  /// Does the same from coefficients that are within the bounds and sum up to 0.
  void go_on(std::vector<double> coefficients);

  /// Does the same from the solutions for other costs than `cost`, that of the problem. `multiple`
  /// times the last one is within the bounds.
  void go_on(const cost_path& solved, double cost, double multiple);

  /// Where it ended.
  [[nodiscard]] newton_point& at() noexcept { return at_; }

 private:
  void begin_at_zero();
  [[nodiscard]] std::vector<additive_gram> nested_samples() const;
  void begin(std::int64_t count, double factor, bool is_first);
  void begin_step(std::int64_t count, double factor, bool is_first);
  double solve_sample(const additive_gram& sample, bool is_first);
  void find_resting_margin(std::int64_t sampled);
  void solve_all(bool is_first);
  void solve_awake(double multiple);
  void wake_and_solve(std::vector<std::int32_t> places);
  bool certify_rows(std::vector<std::int32_t>& places, double factor);
  void follow_path(std::vector<std::int32_t>& places);
  [[nodiscard]] bool any_at_bound(double factor) const;
  [[nodiscard]] double within_bounds(std::size_t i, double factor, double value) const;
  [[nodiscard]] std::vector<std::int32_t> awake(std::int64_t count, double multiple = 1);
  void shorten_step(double multiple);
  [[nodiscard]] double loss_argument(std::int64_t i, double multiple = 1) const;
  [[nodiscard]] double loss(std::int64_t i) const;
  [[nodiscard]] bool resting_lose(const std::vector<std::int32_t>& places) const;
  bool solve_rows(const additive_gram& gram, std::vector<std::int32_t>& places, double factor,
                  double tolerance, const std::function<bool()>& accept);
  newton_end go_on(const additive_gram& gram, std::vector<std::int32_t>& places, double factor,
                   double tolerance, const std::function<bool()>& accept);

  const kernel_problem& problem_;
  const additive_gram& all_;
  additive_certificate& certificate_;
  double scale_;
  face_memory& memory_;
  thread_team& team_;
  progress& report_;
  newton_point at_;                       // over all rows
  const newton_point* inside_ = nullptr;  // of the rows that are being solved
  double resting_margin_;
};

}  // namespace coppice
