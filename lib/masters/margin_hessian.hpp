// The Hessian of the exponential loss of margins, sum_{i, r != y_i} U_ir (exponential_master.hpp),
// among some of its weights. A row i of class y adds, phi_i being the outputs on it,
//
//     U_ir phi_i phi_i'   to the weights of a score r != y,
//     sum_r U_ir phi_i phi_i'   to those of y,   -U_ir phi_i phi_i'   between r and y,
//
// so that rows of class y alone tie score y to the others. With V the residual, the factors are
// |V_ir| and -|V_ir|. Of A weights of K classes it takes 2 N A^2 / K multiplications,
// and half as many where all classes have the same columns.
#pragma once

#include <cstdint>
#include <vector>

#include "core/linear_algebra.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "masters/column_matrix.hpp"

namespace coppice {

class margin_hessian {
 public:
  /// Labels are classes; two of them have one score. Columns, team and report must outlive this.
  margin_hessian(const std::vector<std::int32_t>& labels, std::int64_t classes, std::int64_t scores,
                 const column_matrix& columns, thread_team& team, progress& report);

  /// The lower triangle among `some` weights, in ascending order, of which there are as many as
  /// columns for score after score. `residual` is V, rows x scores. It stands until the next call.
  matrix_view among(const std::vector<Eigen::Index>& some, const std::vector<double>& residual);

 private:
  /// The weights of one score: the first of them, and their columns.
  struct block {
    Eigen::Index first = 0;
    std::vector<Eigen::Index> columns;
  };
  /// For the work of a score on the rows of one class: U-weighted products of its own columns with
  /// all that are named, its own ones before those that the class has besides. (One product where
  /// there were two, of own columns with each other and with those of the class, takes half of the
  /// time where both have the same columns, as most have.)
  struct workspace {
    std::vector<Eigen::Index> columns;
    Eigen::Index own_columns = 0;
    std::vector<Eigen::Index> places_of_label;  // among the columns
    matrix_room taken;
    matrix_room scaled;
    matrix_room room;

    matrix_view products() {
      return room.make(own_columns, static_cast<Eigen::Index>(columns.size()));
    }
    void begin(const std::vector<Eigen::Index>& own, const block* label);
    void add_to(matrix_view& result, Eigen::Index first, Eigen::Index first_of_label);
  };
  void add(const std::int64_t* rows, const matrix_view& outputs, std::int64_t score,
           const std::vector<double>& residual);

  const column_matrix& columns_;
  thread_team& team_;
  progress& report_;
  std::int64_t scores_;
  std::vector<std::vector<std::int64_t>> rows_of_classes_;
  matrix_room result_;
  matrix_room outputs_;
  std::vector<workspace> workspaces_;  // of the scores
};

}  // namespace coppice
