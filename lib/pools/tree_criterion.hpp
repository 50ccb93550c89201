// What a cut of a node gains. A side of it has the sums S = sum u_i and A = sum |u_i| over its
// rows, and says one thing, -1 or +1, so that it adds |S| to the score of the tree. There are two
// rules:
//
//     gini    A_below A_above / (A_below + A_above) (S_below / A_below - S_above / A_above)^2
//     score   |S_below - S_above|
//
// The first is what least squares of sign(u_i), weighted by |u_i|, explains more by two constants
// than by one: by S_below^2 / A_below + S_above^2 / A_above - S^2 / A. The Gini index of Breiman et
// al., Classification and Regression Trees (1984), counts the same. It looks ahead, to cuts that
// are still to come; the second is the score of a tree of this one cut, the best stump's.
#pragma once

#include <cmath>

namespace coppice {

struct residual_sum {
  double sum = 0;        // S
  double magnitude = 0;  // A

  void add(double u) {
    sum += u;
    magnitude += std::abs(u);
  }
  residual_sum& operator+=(const residual_sum& other) {
    sum += other.sum;
    magnitude += other.magnitude;
    return *this;
  }
  residual_sum& operator-=(const residual_sum& other) {
    sum -= other.sum;
    magnitude -= other.magnitude;
    return *this;
  }
  [[nodiscard]] double mean() const { return sum / magnitude; }
};

enum class tree_criterion { gini, score };

inline double gain_of_cut(tree_criterion by, const residual_sum& below, const residual_sum& above) {
  if (by == tree_criterion::score) return std::abs(below.sum - above.sum);
  const double apart = below.mean() - above.mean();
  return apart * apart * below.magnitude * (above.magnitude / (below.magnitude + above.magnitude));
}

}  // namespace coppice
