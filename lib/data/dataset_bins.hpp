// The bins of a dataset's rows, kept for the next call: the exact ones, which cost the most,
// and those of the last limit of their number that was asked for; others live as long as they are
// used. Those of a subset are derived from the exact bins of the whole, without sorting, where
// these are there already or where several subsets share them.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>

#include "core/progress.hpp"
#include "core/thread_team.hpp"
#include "data/feature_levels.hpp"
#include "data/feature_matrix.hpp"

namespace coppice {

class binned_columns;
struct bin_limit;

/// Whether the exact bins of the whole are made for a subset that needs bins.
enum class bins_of_whole { if_there, made };

class dataset_bins {
 public:
  dataset_bins(feature_matrix values, feature_levels levels);
  ~dataset_bins();
  dataset_bins(const dataset_bins&) = delete;
  dataset_bins& operator=(const dataset_bins&) = delete;

  /// Of the subset `values` of the rows of `whole`, whose levels it has. It does not keep the whole
  /// alive; without it the subset makes bins of its own.
  static std::shared_ptr<dataset_bins> of_subset(const std::shared_ptr<dataset_bins>& whole,
                                                 feature_matrix values, const row_list& rows,
                                                 bins_of_whole wanted, const progress* report);

  /// The bins of every feature. A caller on another thread polls its own `report` until they are
  /// there. Until forget_limited() is called the weights must be the same in every call.
  std::shared_ptr<const binned_columns> get(const bin_limit& limit, thread_team& team,
                                            const progress& report);

  /// Drops bins that hang on the weights of rows.
  void forget_limited();

 private:
  std::unique_lock<std::mutex> lock(const progress& report);
  [[nodiscard]] std::shared_ptr<const binned_columns> find(std::int64_t max_bins) const;
  std::shared_ptr<const binned_columns> exact_if_there();
  std::shared_ptr<const binned_columns> exact_of(dataset_bins& whole, thread_team& team,
                                                 const progress& report);

  feature_matrix values_;
  feature_levels levels_;
  std::weak_ptr<dataset_bins> whole_;
  row_list rows_in_whole_;
  bins_of_whole wanted_ = bins_of_whole::if_there;

  std::mutex mutex_;
  std::atomic<std::thread::id> at_work_{};  // who makes bins, and holds the mutex
  std::shared_ptr<const binned_columns> exact_;
  std::shared_ptr<const binned_columns> limited_;
  std::int64_t limited_to_ = 0;  // the limit of limited_
};

}  // namespace coppice
