// How good a cut of a node is. A side of it has the sums S = sum u_i and A = sum a_i over its rows,
// where a_i = |u_i|, of which P = (A + S) / 2 weigh for +1 and Q = (A - S) / 2 for -1. There are
// three criteria, each with what a cut gains:
//
//     gini         A_below A_above / A (S_below / A_below - S_above / A_above)^2
//     score        |S_below - S_above|
//     gain ratio   I - I_below - I_above,    I = P log(A / P) + Q log(A / Q)
//
// The first is what least squares of sign(u_i), weighted by |u_i|, explains more by two constants
// than by one: S_below^2 / A_below + S_above^2 / A_above - S^2 / A. The Gini index of Breiman et
// al., Classification and Regression Trees (1984), counts the same. It looks ahead, to cuts that
// are still to come. Where the residual is u_i = a_i z_i with weights a_i, it is the same of the
// responses z_i. The second is the score of a tree of this one cut.
//
// The third is that of Quinlan, C4.5: Programs for Machine Learning (1993): the information that
// the side of a row has about its sign. Columns are then compared by the ratio of this gain to the
// information in the cut itself, A_below log(A / A_below) + A_above log(A / A_above), and those
// that gain less than the average column are left out (cut_choice.hpp). A row is |u_i| N / sum |u|
// cases, so that N rows are N cases, and each side must have two. What release 8 of C4.5 takes off
// the gain for the number of cuts to choose from is not taken off; nor are missing values divided:
// they are on one side of a cut, as in all trees here.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace coppice {

/// A sum that is not more than this share of what it was made of may be rounding.
constexpr double rounding_of_sums = 1e-12;

struct residual_sum {
  double sum = 0;        // S
  double magnitude = 0;  // A

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

enum class tree_criterion { gini, score, gain_ratio };

/// part log(whole / part), 0 for no part; rounding may have made it a little less.
inline double information(double part, double whole) {
  return part > 0 ? part * std::log(whole / part) : 0;
}

/// I of the criterion gain ratio.
inline double information(const residual_sum& of) {
  return information((of.magnitude + of.sum) / 2, of.magnitude) +
         information((of.magnitude - of.sum) / 2, of.magnitude);
}

/// `whole` is the information of the node; only the gain ratio looks at it.
inline double gain_of_cut(tree_criterion by, double whole, const residual_sum& below,
                          const residual_sum& above) {
  if (by == tree_criterion::score) return std::abs(below.sum - above.sum);
  if (by == tree_criterion::gain_ratio) return whole - information(below) - information(above);
  const double apart = below.mean() - above.mean();
  return apart * apart * below.magnitude * (above.magnitude / (below.magnitude + above.magnitude));
}

/// What columns are compared by: the gain, or its ratio.
inline double worth_of_cut(tree_criterion by, double gain, const residual_sum& below,
                           const residual_sum& above) {
  if (by != tree_criterion::gain_ratio) return gain;
  const double all = below.magnitude + above.magnitude;
  return gain / (information(below.magnitude, all) + information(above.magnitude, all));
}

/// The least A of a side. Sums of two cases that rounding has made a little less are two cases.
inline double least_side(tree_criterion by, double all, std::int64_t rows) {
  const double two_cases = (2 - 1e-9) * (all / static_cast<double>(rows));
  return std::max(by == tree_criterion::gain_ratio ? two_cases : 0, rounding_of_sums * all);
}

}  // namespace coppice
