// The design matrix whose columns are all there from the beginning: the features of a dataset, or
// what a map of random features makes of them. Values are doubles. Dense rows stand one after the
// other, where the dataset has them so in its own memory; sparse ones keep their entries, and work
// on them costs these.
//
// Beside the products of a design there are those with several vectors at once, which the method of
// multipliers takes for all components of an ensemble: products of matrices.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/feature_matrix.hpp"
#include "masters/design.hpp"

namespace coppice {

class design_matrix final : public design {
 public:
  /// The values of the named features, or of all where that is null; none of them is missing. The
  /// values, the team and the report outlive it.
  design_matrix(const feature_matrix& values, const std::vector<std::int64_t>* features,
                thread_team& team, const progress& report);
  /// rows x columns, row after row.
  design_matrix(std::vector<double> values, std::int64_t columns, thread_team& team,
                const progress& report);

  [[nodiscard]] std::int64_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::int64_t columns() const noexcept override { return columns_; }

  void multiply(const vector& w, double start, std::vector<double>& f) const override;
  void multiply(const vector& w, double start, const row_indices& rows,
                row_values& f) const override;
  [[nodiscard]] double multiply_row(std::int64_t i, const vector& w, double start) const override;
  [[nodiscard]] vector correlate(const std::vector<double>& v) const override;
  void add_correlations(const row_indices& rows, const row_values& v,
                        vector& result) const override;
  [[nodiscard]] matrix_view gram_of_rows(const row_indices& rows, gram_room& room) const override;
  [[nodiscard]] matrix_view gram_of_columns(const row_indices& rows, const row_values& curvatures,
                                            bool with_ones, gram_room& room) const override;

  /// f = Phi w of several vectors, w being columns x k and f rows x k, row after row.
  void multiply_several(const matrix& w, std::vector<double>& f) const;
  /// Phi' v, columns x k, of the same form v.
  [[nodiscard]] matrix correlate_several(const std::vector<double>& v, std::int64_t k) const;

  /// Phi' v of a v that depends on f = Phi w, with one look at every row: `work` is called for
  /// rows with their f and fills their v, of k numbers a row. No call has rows of two pieces of
  /// `rows_a_piece`; those of one piece are worked on in their order, by any thread.
  using row_work =
      std::function<void(std::int64_t first, std::int64_t last, const double* f, double* v)>;
  [[nodiscard]] matrix multiply_and_correlate(const matrix& w, std::int64_t k,
                                              const row_work& work) const;

  /// So many that their values stay in the second-level cache while all is done with them.
  static constexpr std::int64_t rows_a_piece = 512;

  [[nodiscard]] double squared_norm(std::int64_t i) const;

  /// The mean of every column over the rows, and its variance.
  void measure(vector& means, vector& variances) const;

 private:
  [[nodiscard]] const double* row(std::int64_t i) const { return dense_ + i * columns_; }
  [[nodiscard]] double product(std::int64_t i, const double* w) const;
  void add_row(std::int64_t i, double factor, double* to) const;
  void multiply_piece(const matrix& w, std::int64_t first, std::int64_t count, double* f) const;
  void correlate_piece(const double* v, std::int64_t k, std::int64_t first, std::int64_t count,
                       matrix& sums) const;
  template <class Add>
  [[nodiscard]] matrix sum_of_pieces(std::int64_t k, const Add& add) const;
  [[nodiscard]] matrix_view gather(const row_indices& rows, std::int64_t first, std::int64_t count,
                                   bool with_ones, matrix_room& room) const;
  void add_gram_of_entries(const row_indices& rows, const row_values& curvatures, bool with_ones,
                           matrix_view& to) const;

  std::int64_t rows_;
  std::int64_t columns_;
  bool is_sparse_;
  thread_team& team_;
  const progress& report_;
  const double* dense_ = nullptr;       // rows x columns, if not sparse: the dataset's, or values_
  std::vector<double> values_;          // rows x columns, or the entries
  std::vector<std::int64_t> starts_;    // of the entries of each row
  std::vector<std::int32_t> features_;  // of the entries
};

}  // namespace coppice
