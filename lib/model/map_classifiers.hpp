// What decides a row by where a learned map puts it, F(x) of `width` numbers:
//
//     linear       f_s = b_s + w_s . F(x)
//     neighbours   f_s = the weighted mean, over the k rows of the training set that are nearest to
//                  F(x), of what was expected of each, -1 or +1 for score s
//
// Of rows at the same distance the earlier one is nearer.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/document.hpp"

namespace coppice {

class map_classifier {
 public:
  map_classifier() = default;
  virtual ~map_classifier() = default;
  map_classifier(const map_classifier&) = delete;
  map_classifier& operator=(const map_classifier&) = delete;

  [[nodiscard]] virtual const char* kind() const noexcept = 0;
  [[nodiscard]] virtual std::int64_t width() const noexcept = 0;
  [[nodiscard]] virtual std::int64_t scores() const noexcept = 0;
  /// The scores of several mapped rows, row after row.
  virtual void decide(const double* mapped, std::int64_t rows, double* out) const = 0;
  /// Roughly how many numbers are looked at for a row.
  [[nodiscard]] virtual double row_cost() const noexcept = 0;
  /// Of a linear one, width x scores and one a score; else none.
  [[nodiscard]] virtual std::vector<double> weights() const { return {}; }
  [[nodiscard]] virtual std::vector<double> bias() const { return {}; }
  /// Without "kind".
  [[nodiscard]] virtual document save() const = 0;
};

struct linear_decision {
  std::vector<double> weights;  // scores x width
  std::vector<double> bias;     // scores
};
std::unique_ptr<const map_classifier> make_linear_classifier(linear_decision by);

struct neighbouring_rows {
  std::int64_t neighbours = 1;  // k, at most as many as there are rows
  std::int64_t width = 0;
  std::vector<double> mapped;   // rows x width
  std::vector<float> expected;  // rows x scores, -1 or +1
  std::vector<double> weights;  // of the rows, > 0; empty where all are the same
};
std::unique_ptr<const map_classifier> make_neighbour_classifier(neighbouring_rows by,
                                                                std::int64_t scores);

/// As save() wrote it, for maps of this width and so many scores; throws COPPICE_MODEL_ERROR.
std::unique_ptr<const map_classifier> load_map_classifier(document& saved, std::int64_t width,
                                                          std::int64_t scores);

}  // namespace coppice
