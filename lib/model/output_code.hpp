// Output codes: every class has a word of B bits, M_kb = -1 or +1, and an ensemble has B values f_b
// a row, one a bit, each of which tells the classes of one sign from those of the other. The class
// is the one whose word is nearest to the values, and the K scores say how near:
//
//     exponential    score_k = -log(1/B sum_b exp(-M_kb f_b))
//     hamming        score_k = sum_b M_kb sign(f_b),    sign(0) = +1
//
// (Allwein, Schapire & Singer, "Reducing multiclass to binary", JMLR 2000: decoding by loss and by
// Hamming distance. The logarithm leaves the order of the classes as it is and keeps the scores
// within the size of the values; the distance is (B - score_k) / 2.)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/document.hpp"

namespace coppice {

enum class code_distance { exponential, hamming };

class output_code {
 public:
  /// A word of '+' and '-' for each class, all of the same length.
  output_code(const std::vector<std::string>& words, code_distance by);

  [[nodiscard]] std::int64_t classes() const noexcept { return classes_; }
  [[nodiscard]] std::int64_t bits() const noexcept { return bits_; }
  /// -1 or +1.
  [[nodiscard]] double sign(std::int64_t of_class, std::int64_t bit) const {
    return signs_[bit * classes_ + of_class];
  }
  /// All signs, class after class.
  [[nodiscard]] std::vector<double> signs() const;

  /// The scores of the classes from the values of the bits, all finite.
  void decode(const double* values, double* scores) const;

  /// Whether values that differ from these, whose scores are given, by up to `unsure` each have the
  /// same class.
  [[nodiscard]] bool is_sure(const double* values, const double* scores, double unsure) const;

  /// What stands in model files as "decoding".
  [[nodiscard]] document save() const;
  /// Throws COPPICE_MODEL_ERROR.
  static output_code load(const document& saved, std::int64_t classes);

 private:
  void decode_by_loss(const double* values, double* scores) const;
  [[nodiscard]] double score_of_large(const double* values, std::int64_t of_class) const;

  std::int64_t classes_;
  std::int64_t bits_;
  std::vector<signed char> signs_;  // bit after bit, so that those of all classes are neighbours
  code_distance by_;
};

}  // namespace coppice
