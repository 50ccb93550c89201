#include "data/dataset_bins.hpp"

#include <chrono>

#include "core/error.hpp"
#include "data/binned_columns.hpp"

namespace coppice {
namespace {

/// Deriving bins takes a pass over the rows of the whole, many times faster than sorting: it pays
/// unless the subset is a smaller share of the whole than this.
constexpr std::int64_t least_share = 16;

/// Notes which thread is at work, for as long as it is.
class thread_at_work {
 public:
  explicit thread_at_work(std::atomic<std::thread::id>& who) : who_(who) {
    who_ = std::this_thread::get_id();
  }
  ~thread_at_work() { who_ = std::thread::id(); }
  thread_at_work(const thread_at_work&) = delete;
  thread_at_work& operator=(const thread_at_work&) = delete;

 private:
  std::atomic<std::thread::id>& who_;
};

}  // namespace

dataset_bins::dataset_bins(feature_matrix values, feature_levels levels)
    : values_(std::move(values)), levels_(std::move(levels)) {}

dataset_bins::~dataset_bins() = default;

std::shared_ptr<dataset_bins> dataset_bins::of_subset(const std::shared_ptr<dataset_bins>& whole,
                                                      feature_matrix values, const row_list& rows,
                                                      bins_of_whole wanted,
                                                      const progress* report) {
  auto subset = std::make_shared<dataset_bins>(std::move(values), whole->levels_);
  subset->wanted_ = wanted;
  subset->whole_ = whole;
  subset->rows_in_whole_ = rows;
  // A subset of a subset looks to the whole of both, which is likelier to have bins already.
  if (wanted == bins_of_whole::if_there && whole->rows_in_whole_ != nullptr) {
    subset->whole_ = whole->whole_;
    subset->rows_in_whole_ = rows_at(whole->rows_in_whole_, rows, report);
  }
  return subset;
}

std::shared_ptr<const binned_columns> dataset_bins::get(const bin_limit& limit, thread_team& team,
                                                        const progress& report) {
  {
    const auto locked = lock(report);
    if (auto known = find(limit.max_bins)) return known;
  }
  // Not while holding the mutex: the thread that makes the bins of the whole may call back, and
  // the callback may ask for these.
  const std::shared_ptr<dataset_bins> whole = whole_.lock();
  const auto exact = whole ? exact_of(*whole, team, report) : nullptr;
  const auto locked = lock(report);
  if (auto known = find(limit.max_bins)) return known;
  const thread_at_work here(at_work_);
  auto made = exact != nullptr
                  ? std::make_shared<const binned_columns>(values_, *rows_in_whole_, *exact, limit,
                                                           team, report)
                  : std::make_shared<const binned_columns>(values_, levels_, limit, team, report);
  if (limit.max_bins == 0) return exact_ = std::move(made);
  limited_to_ = limit.max_bins;
  return limited_ = std::move(made);
}

void dataset_bins::forget_limited() {
  const std::lock_guard<std::mutex> locked(mutex_);
  limited_ = nullptr;
}

std::unique_lock<std::mutex> dataset_bins::lock(const progress& report) {
  if (at_work_ == std::this_thread::get_id())
    fail(COPPICE_INVALID_STATE,
         "the dataset is being prepared for the fit that calls back; it cannot be used meanwhile");
  // Not try_lock_for, whose clock the ThreadSanitizer of GCC 12 does not know.
  std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  while (!lock.owns_lock()) {
    report.poll();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    lock.try_lock();
  }
  return lock;
}

std::shared_ptr<const binned_columns> dataset_bins::find(std::int64_t max_bins) const {
  if (max_bins == 0) return exact_;
  return limited_to_ == max_bins ? limited_ : nullptr;
}

std::shared_ptr<const binned_columns> dataset_bins::exact_if_there() {
  if (at_work_ == std::this_thread::get_id()) return nullptr;
  const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
  return lock.owns_lock() ? exact_ : nullptr;
}

std::shared_ptr<const binned_columns> dataset_bins::exact_of(dataset_bins& whole, thread_team& team,
                                                             const progress& report) {
  if (wanted_ == bins_of_whole::made) return whole.get({0, {}}, team, report);
  return values_.rows() < whole.values_.rows() / least_share ? nullptr : whole.exact_if_there();
}

}  // namespace coppice
