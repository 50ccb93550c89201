// The simplex code of K classes (Shen & Liu, section V): unit vectors c_1 .. c_K in K - 1
// dimensions, any two of them at the same angle, c_a . c_b = -1 / (K - 1), so that they sum up to
// 0:
//
//     C_2 = [1 -1],    C_{k+1} = [ 1   -1/k .. -1/k         ]     columns are classes.
//                                [ 0   sqrt(1 - 1/k^2) C_k  ]
//
// At every dimension before its own a class has the same number as all classes behind it, and 0 at
// every dimension after its own: the scores <f, c_y> of all classes take O(K) operations.
//
// A point f of the code's space becomes scores as models have them: K of them, or for two classes
// one, which is positive for the later class.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace coppice {

class simplex_code {
 public:
  explicit simplex_code(std::int64_t classes) : classes_(classes) {
    double scale = 1;
    for (std::int64_t t = 0; t < dimensions(); ++t) {
      const auto others = static_cast<double>(dimensions() - t);  // classes behind class t
      own_.push_back(scale);
      behind_.push_back(-scale / others);
      scale *= std::sqrt(1 - 1 / (others * others));
    }
  }

  [[nodiscard]] std::int64_t dimensions() const noexcept { return classes_ - 1; }

  /// Number t of the code of a class.
  [[nodiscard]] double at(std::int64_t label, std::int64_t t) const {
    if (t > label) return 0;
    return t == label ? own_[t] : behind_[t];
  }

  /// The scores of a point; they may take its place.
  void score(const double* f, double* out) const {
    if (classes_ == 2) {
      *out = behind_[0] * f[0];
      return;
    }
    double before = 0;
    for (std::int64_t y = 0; y < dimensions(); ++y) {
      const double along = f[y];
      out[y] = before + own_[y] * along;
      before += behind_[y] * along;
    }
    out[dimensions()] = before;
  }

 private:
  std::int64_t classes_;
  std::vector<double> own_;     // of class t at dimension t
  std::vector<double> behind_;  // of the classes after t at dimension t
};

}  // namespace coppice
