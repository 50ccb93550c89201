// A kernel: a symmetric function K(x, z) of two rows whose matrix over any rows is positive
// semidefinite, at least on vectors whose entries sum up to 0 (the SVM's constraint y'lambda = 0
// keeps to these). An infinite ensemble is the SVM with the kernel that embodies all its weak
// learners (Lin & Li, "Support vector machinery for infinite ensemble learning", JMLR 2008).
//
// Most kernels are a function of one sum over features (pair_sums.hpp); others combine the values
// of members, or have values that the caller gives. What a kernel is by its training rows, such as
// their range in every feature, it settles once and keeps: a model compares new rows as its
// training did.
//
// To add a kernel, write one file that defines a function returning its `kernel_kind`, and add that
// function's name to the list in registry.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/document.hpp"
#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/dataset.hpp"
#include "kernels/custom_kernel.hpp"
#include "kernels/feature_extent.hpp"
#include "kernels/given_values.hpp"
#include "kernels/pair_sums.hpp"
#include "kernels/points.hpp"
#include "kernels/specification.hpp"

namespace coppice {

/// What becomes of a row before it is compared.
enum class row_mapping {
  none,
  clipped,  // to the range of the training rows
  ranks     // feature_extent::rank
};

/// An additive kernel: K(x, z) is the sum over features of
///
///     distance * -|u - v| + sum * (u + v) + product * u v,       u = x_d, v = z_d, as mapped.
struct additive_terms {
  double distance;
  double sum;
  double product;
};

/// A kernel as a function of the sum of one term over features: of_sums replaces sums by values;
/// without it they are the values.
struct pair_function {
  pair_term term = pair_term::product;
  std::vector<double> numbers;  // gamma and the like
  void (*of_sums)(const std::vector<double>& numbers, double* sums, std::int64_t count) = nullptr;
  row_mapping mapping = row_mapping::none;
  std::optional<additive_terms> additive = {};
  std::optional<double> diagonal = {};  // K(x, x), where it is the same for all rows
  std::vector<std::string> warnings = {};
};

/// What such a function is made from.
struct pair_setting {
  option_values& options;  // a kernel that settles an option on the rows (gamma=0) writes it
  const feature_extent& extent;
  /// Whether constants count. The SVM does not see a constant that is added to its kernel, which a
  /// kernel of large constants would round to; as a factor of others it must have them.
  bool full;
};

/// Values of members, two at a time: `values` becomes the combination with those of the next.
struct combination {
  void (*combine)(double* values, const double* next, std::int64_t count, double diagonal,
                  double next_diagonal);
  double (*diagonal)(double diagonal, double next_diagonal);
  bool is_sum = false;
  bool needs_full = false;      // members with their constants
  bool needs_diagonal = false;  // members whose K(x, x) is the same for all rows
};

/// One of the additive kernels whose sum a kernel is.
struct additive_part {
  const feature_extent* extent;  // of the kernel, which outlives this
  row_mapping mapping;
  additive_terms terms;

  /// What a feature's value, at its place in the extent, is mapped to.
  [[nodiscard]] double mapped(std::int64_t place, double value) const {
    return mapping == row_mapping::ranks ? extent->rank(place, value) : value;
  }
};

/// A row of the registry: one of the three is there.
struct kernel_kind {
  const char* name;
  const char* help;
  option_table options = {};
  extent_wanted extent = extent_wanted::nothing;
  pair_function (*of_pairs)(const pair_setting& setting) = nullptr;
  const combination* of_members = nullptr;
  std::shared_ptr<const given_values> (*of_given)(const given_setting& setting) = nullptr;
};

/// Whether kernels of this kind have members.
inline bool is_combination(const kernel_kind& kind) {
  return kind.of_members != nullptr;
}

/// What a kernel is settled on.
struct kernel_setting {
  const dataset& examples;
  const custom_kernels& callbacks;
  thread_team& team;
  const progress& report;
};

class kernel {
 public:
  /// Throws COPPICE_UNKNOWN_NAME where the training set does not have the view, and
  /// COPPICE_INVALID_DATA or COPPICE_INVALID_ARGUMENT where the kernel is not defined.
  kernel(const kernel_specification& wanted, const kernel_setting& setting);
  /// As save() wrote it.
  kernel(document& saved, std::int64_t features, const custom_kernels& callbacks);
  [[nodiscard]] document save() const;

  /// Its text, options as they were settled.
  [[nodiscard]] std::string text() const;

  /// Rows as others are compared with them: themselves, unless the kernel is precomputed.
  [[nodiscard]] feature_matrix support_vectors_of(const feature_matrix& rows,
                                                  const progress& report) const;

  [[nodiscard]] std::unique_ptr<kernel_points> points_of(const feature_matrix& rows,
                                                         const progress& report) const;

  /// K(x, x), where it is the same for all rows.
  [[nodiscard]] std::optional<double> diagonal() const noexcept { return diagonal_; }

  /// Whether its value of any two rows is that of the other kernel, bit for bit, whatever rows
  /// these were settled on; never where the caller gives its matrix.
  [[nodiscard]] bool compares_alike(const kernel& other) const;

  /// The additive kernels whose sum it is; none where it is not additive.
  [[nodiscard]] std::vector<additive_part> additive_parts() const;

  /// What the user should know of it, such as an option out of its range.
  [[nodiscard]] std::vector<std::string> warnings() const;

 private:
  kernel(const kernel_specification& wanted, const kernel_setting& setting, bool full);
  kernel(document& saved, std::int64_t features, const custom_kernels& callbacks, bool full);
  void settle(bool full, const custom_kernels& callbacks);
  void check_matrices(std::int64_t features) const;
  void add_leaves(std::vector<const kernel*>& to) const;
  [[nodiscard]] bool members_are_full(bool full) const;
  [[nodiscard]] kernel_specification whole_specification() const;

  kernel_specification specification_;  // without members: these are kernels of their own
  std::shared_ptr<const feature_extent> extent_;
  pair_function function_;
  std::shared_ptr<const given_values> given_;
  std::vector<kernel> members_;
  std::optional<double> diagonal_;
};

}  // namespace coppice
