// A kernel that grows by rank one, K_t = K_(t-1) + beta f f' = F F', and its centred alignment with
// the target QQ' (masters/target_kernel.hpp),
//
//     A = <K~, QQ'> / (||K~|| ||QQ'||),    K~ = HKH = F~F~',    ||QQ'|| = sqrt(q),
//
// from small matrices: with a = <K~, QQ'> = ||Q'F~||^2 and c = ||K~||^2 before it comes,
//
//     a grows by beta b,                        b = ||Q'f~||^2,
//     c grows by 2 beta d + beta^2 e,           d = f~'K~f~ = ||F~'f~||^2,  e = ||f~||^4,
//
// norms being Frobenius'. What a function costs is one product with Q and one with F~.
#pragma once

#include <cstdint>
#include <vector>

#include "core/linear_algebra.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"

namespace coppice {

/// What ff' is beside the kernel so far.
struct kernel_step {
  double a = 0;
  double c = 0;
  double b = 0;
  double d = 0;
  double e = 0;

  /// The beta of the largest alignment of K + beta ff': (bc - ad) / (ae - bd), and 1 at the first.
  /// Where ff' alone beats K, the alignment rises for ever, and beta is as large as can be told
  /// from that. 0 where no beta raises the alignment.
  [[nodiscard]] double best_beta() const;
  /// a / sqrt(c) of K + beta ff': the alignment times sqrt(q).
  [[nodiscard]] double alignment(double beta) const;
};

class growing_kernel {
 public:
  /// `target` has the basis Q of the rows, `roots` the square roots of their weights; both outlive
  /// the kernel, as the team and the report do.
  growing_kernel(const matrix& target, const vector& roots, thread_team& team,
                 const progress& report)
      : target_(target),
        roots_(roots),
        team_(team),
        report_(report),
        centres_(matrix::Zero(target.cols(), target.cols())) {}

  /// f on all rows, to be looked at before it is added.
  struct function {
    vector centred;    // f~, rows multiplied by the roots
    double mean = 0;   // of f
    vector on_target;  // Q'f~
    kernel_step step;
  };
  [[nodiscard]] function look_at(const float* f) const;
  void add(function f, double beta);

  [[nodiscard]] double alignment() const;
  /// Q'F~F~'Q, the products of the class centres.
  [[nodiscard]] const matrix& centres() const noexcept { return centres_; }
  [[nodiscard]] double a() const noexcept { return a_; }
  [[nodiscard]] double c() const noexcept { return c_; }

 private:
  const matrix& target_;
  const vector& roots_;
  thread_team& team_;
  const progress& report_;
  std::vector<vector> map_;  // the columns of F~
  matrix centres_;
  double a_ = 0;
  double c_ = 0;
};

}  // namespace coppice
