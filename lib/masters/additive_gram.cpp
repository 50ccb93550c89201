#include "masters/additive_gram.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <utility>

#include "core/error.hpp"
#include "core/huge_pages.hpp"
#include "core/unset_vector.hpp"
#include "data/column_lists.hpp"

namespace coppice {
namespace {

/// A feature as a part of the kernel sees it: its values that are not 0, before they are mapped,
/// and where its arms are to lie among all members, which may be where these values lie.
struct column_of_part {
  const additive_part* part;
  std::int64_t place;  // among the features of the part
  std::int64_t feature;
  const std::int32_t* rows;
  const double* values;
  std::int64_t size;
  std::int64_t first;
};

/// How many rows are on each side of the origin of a feature: together no more than it has values
/// that are not 0. Where the origin is another value, rows of 0 are on an arm, but those at the
/// origin, which are no fewer, are not.
struct split_column {
  std::int64_t below;
  std::int64_t above;
  double range;  // the distance of its values that are farthest apart, if that is finite
};

/// Splits one feature after another into arms; its memory is kept.
class arm_splitter {
 public:
  arm_splitter(const std::vector<std::int32_t>& places, const progress& report)
      : places_(places), report_(report) {}

  split_column split(const column_of_part& column) {
    read(column);
    weight_ = column.part->terms.distance;
    origin_ = most_common();
    if (origin_ != 0) list_zeros();
    const auto is_less = [](const value_of_row& a, const value_of_row& b) {
      return a.value < b.value;
    };
    const auto [first, last] =
        std::equal_range(entries_.begin(), entries_.end(), value_of_row{origin_, 0}, is_less);
    below_ = first - entries_.begin();
    above_ = entries_.end() - last;
    return {below_, above_,
            (below_ == 0 ? 0 : distance(entries_.front())) +
                (above_ == 0 ? 0 : distance(entries_.back()))};
  }

  /// Writes the rows of the feature that was split last and their distances, the ones below first,
  /// each side the nearest first.
  void write(std::int32_t* rows, double* distances) const {
    const auto put = [&](const value_of_row& one) {
      *distances++ = distance(one);
      *rows++ = static_cast<std::int32_t>(one.row);
    };
    const auto size = static_cast<std::int64_t>(entries_.size());
    for (std::int64_t k = below_; k-- > 0;) put(entries_[k]);
    for (std::int64_t k = size - above_; k < size; ++k) put(entries_[k]);
  }

 private:
  void read(const column_of_part& column) {
    entries_.clear();
    reserve_large(entries_, static_cast<std::size_t>(column.size));
    for (std::int64_t k = 0; k < column.size; ++k) {
      const double value = column.part->mapped(column.place, column.values[k]);
      if (value != 0) add(value, places_[column.rows[k]]);
      report_.poll_at(k);
    }
    sort(entries_, room_, report_);
  }

  [[nodiscard]] double most_common() const {
    double found = 0;
    std::size_t most = places_.size() - entries_.size();
    for (std::size_t first = 0; first < entries_.size();) {
      std::size_t end = first + 1;
      while (end < entries_.size() && entries_[end].value == entries_[first].value) ++end;
      if (end - first > most) {
        most = end - first;
        found = entries_[first].value;
      }
      first = end;
    }
    return found;
  }

  void list_zeros() {
    if (entries_.size() == places_.size()) return;
    std::vector<bool> listed(places_.size(), false);
    for (const value_of_row& one : entries_) listed[one.row] = true;
    for (std::size_t i = 0; i < listed.size(); ++i)
      if (!listed[i]) add(0, static_cast<std::int32_t>(i));
    sort(entries_, room_, report_);
  }

  void add(double value, std::int32_t row) {
    entries_.push_back({value, static_cast<std::uint32_t>(row)});
  }

  [[nodiscard]] double distance(const value_of_row& one) const {
    return weight_ * std::abs(one.value - origin_);
  }

  const std::vector<std::int32_t>& places_;
  const progress& report_;
  unset_vector<value_of_row> entries_;  // of the rows at their places, ascending
  unset_vector<value_of_row> room_;     // to sort them
  double weight_ = 0;
  double origin_ = 0;
  std::int64_t below_ = 0;
  std::int64_t above_ = 0;
};

/// As many as threads, which tasks use in turn: what is sorted takes more memory than what is kept.
/// A task that throws keeps its own, as its thread takes no further task.
class splitters_of_team {
 public:
  splitters_of_team(const std::vector<std::int32_t>& places, const thread_team& team,
                    const progress& report)
      : all_(static_cast<std::size_t>(team.size()), arm_splitter(places, report)) {
    for (arm_splitter& one : all_) idle_.push_back(&one);
  }

  arm_splitter* take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    arm_splitter* const taken = idle_.back();
    idle_.pop_back();
    return taken;
  }

  void give_back(arm_splitter* taken) {
    const std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(taken);
  }

 private:
  std::vector<arm_splitter> all_;
  std::vector<arm_splitter*> idle_;
  std::mutex mutex_;
};

/// The columns of all parts, whose arms are to lie one behind the other. The lists outlive them.
std::vector<column_of_part> columns_of(const std::vector<additive_part>& parts,
                                       const column_lists<std::int32_t>& lists,
                                       const progress& report) {
  std::vector<column_of_part> columns;
  std::int64_t next = 0;
  const auto add = [&](const additive_part& part, std::int64_t place, std::int64_t feature) {
    report.poll_at(feature);
    const std::int64_t start = lists.starts[feature];
    const std::int64_t size = lists.starts[feature + 1] - start;
    if (size == 0) return;
    columns.push_back({&part, place, feature, lists.rows.data() + start,
                       lists.values.data() + start, size, next});
    next += size;
  };
  for (const additive_part& part : parts) {
    const auto& features = part.extent->features;
    for (std::int64_t place = 0; place < part.extent->width; ++place)
      add(part, place, features == nullptr ? place : (*features)[place]);
  }
  return columns;
}

/// A piecewise linear function, from one knot to the next.
class rising_sum {
 public:
  double up_to(double distance, double slope) {
    value_ += slope * (distance - reached_);
    reached_ = distance;
    return value_;
  }

 private:
  double value_ = 0;
  double reached_ = 0;
};

/// out += f_a(u_a) for two arms, with `beyond` to work in. They are taken side by side: every sum
/// along an arm is one long chain of additions, each of which waits for the one before. (Four parts
/// of one arm at once, which need to know where f begins on each, took 1.3 to 1.8 times as long,
/// and left more rounding.)
void add_products(const additive_gram::arm& one, const additive_gram::arm& other, const double* v,
                  double* out, unset_vector<double>& beyond) {
  const std::int64_t both = std::min(one.size, other.size);
  resize_anew(beyond, static_cast<std::size_t>(one.size + other.size));  // sums of v, by arm
  double* const beyond_one = beyond.data();
  double* const beyond_other = beyond_one + one.size;
  double sum_one = 0;
  double sum_other = 0;
  for (std::int64_t k = one.size; k-- > both;) beyond_one[k] = sum_one += v[one.rows[k]];
  for (std::int64_t k = other.size; k-- > both;) beyond_other[k] = sum_other += v[other.rows[k]];
  for (std::int64_t k = both; k-- > 0;) {
    beyond_one[k] = sum_one += v[one.rows[k]];
    beyond_other[k] = sum_other += v[other.rows[k]];
  }
  rising_sum f_one;
  rising_sum f_other;
  for (std::int64_t k = 0; k < both; ++k) {
    out[one.rows[k]] += f_one.up_to(one.distances[k], 2 * beyond_one[k]);
    out[other.rows[k]] += f_other.up_to(other.distances[k], 2 * beyond_other[k]);
  }
  for (std::int64_t k = both; k < one.size; ++k)
    out[one.rows[k]] += f_one.up_to(one.distances[k], 2 * beyond_one[k]);
  for (std::int64_t k = both; k < other.size; ++k)
    out[other.rows[k]] += f_other.up_to(other.distances[k], 2 * beyond_other[k]);
}

}  // namespace

bool additive_gram::exists(const std::vector<additive_part>& parts, std::int64_t rows) {
  return !parts.empty() && rows <= std::numeric_limits<std::int32_t>::max() &&
         std::all_of(parts.begin(), parts.end(), [](const additive_part& part) {
           return part.terms.distance > 0 && part.terms.product == 0;
         });
}

additive_gram::additive_gram(const std::vector<additive_part>& parts, const feature_matrix& rows,
                             const std::vector<std::int32_t>& places, thread_team& team,
                             const progress& report)
    : rows_(rows.rows()) {
  auto lists = lists_of_columns<std::int32_t>(rows, report, &team);
  const std::vector<column_of_part> columns = columns_of(parts, lists, report);
  // Arms of the only part may lie where its columns are: fresh memory takes longer than sorting.
  if (parts.size() == 1 && parts.front().extent->features == nullptr) {
    members_.swap(lists.rows);
    distances_.swap(lists.values);
  } else if (!columns.empty()) {
    make_room(columns.back().first + columns.back().size);
  }
  const std::size_t count = columns.size();
  std::vector<split_column> splits(count);
  splitters_of_team splitters(places, team, report);
  team.run(
      static_cast<std::int64_t>(count),
      [&](std::int64_t k) {
        const std::int64_t first = columns[k].first;
        arm_splitter* const splitter = splitters.take();
        splits[k] = splitter->split(columns[k]);
        splitter->write(members_.data() + first, distances_.data() + first);
        splitters.give_back(splitter);
      },
      [&report] { report.poll(); });
  double farthest = 0;  // of two rows, at most
  for (std::size_t k = 0; k < count; ++k) {
    const auto [below, above, range] = splits[k];
    farthest += range;
    if (!std::isfinite(farthest))
      fail(COPPICE_INVALID_DATA, "the values of feature ", columns[k].feature,
           " are so far apart that distances of rows, which are sums over features, are not "
           "finite; expected a feature that is scaled");
    add_arm(columns[k].first, below);
    add_arm(columns[k].first + below, above);
    report.poll_at(static_cast<std::int64_t>(k));
  }
  find_lanes();
}

void additive_gram::add_arm(std::int64_t first, std::int64_t size) {
  if (size == 0) return;
  arms_.push_back({first, size});
  entries_ += size;
}

/// Memory that nobody has written yet: each thread writes its own.
void additive_gram::make_room(std::int64_t entries) {
  members_.resize(static_cast<std::size_t>(entries));
  distances_.resize(static_cast<std::size_t>(entries));
}

additive_gram::additive_gram(const additive_gram& all, const std::vector<std::int32_t>& places,
                             std::int64_t count, thread_team& team, const progress& report)
    : rows_(count) {
  take(
      all, [&](std::int32_t row) { return places[row]; }, team, report);
}

additive_gram::additive_gram(const additive_gram& all, std::int64_t count, thread_team& team,
                             const progress& report)
    : rows_(count) {
  take(
      all, [count](std::int32_t row) { return row < count ? row : -1; }, team, report);
}

/// Those rows whose place(row) is not negative: it is their number here.
template <class Place>
void additive_gram::take(const additive_gram& all, const Place& place, thread_team& team,
                         const progress& report) {
  arms_.resize(static_cast<std::size_t>(all.arms()));
  const auto for_arms = [&](const auto& work) {
    team.run(all.arms(), work, [&report] { report.poll(); });
  };
  for_arms([&](std::int64_t a) {
    const arm from = all[a];
    std::int64_t size = 0;
    for (std::int64_t k = 0; k < from.size; ++k) size += place(from.rows[k]) >= 0 ? 1 : 0;
    arms_[a].size = size;
  });
  for (place_of_arm& one : arms_) one.first = std::exchange(entries_, entries_ + one.size);
  make_room(entries_);
  for_arms([&](std::int64_t a) {
    const arm from = all[a];
    // Without a branch: which rows have a place is as good as random to the processor. What is
    // written in vain is written over, as it ends with the last of them.
    std::int64_t next = arms_[a].first;
    const std::int64_t end = next + arms_[a].size;
    for (std::int64_t k = 0; next < end; ++k) {
      const std::int32_t row = place(from.rows[k]);
      members_[next] = row;
      distances_[next] = from.distances[k];
      next += row >= 0 ? 1 : 0;
    }
  });
  find_lanes();
}

/// A lane's sums are written and added up row by row: it is worth while where it has several
/// entries a row, and many.
void additive_gram::find_lanes() {
  constexpr std::int64_t entries_a_row = 4;
  constexpr std::int64_t entries_a_lane = 1 << 11;
  constexpr std::int64_t most = 16;
  const std::int64_t least = std::max(entries_a_lane, entries_a_row * rows_);
  std::int64_t lanes = 1;
  while (lanes < most && 2 * lanes * least <= entries()) lanes *= 2;
  std::int64_t before = 0;  // entries of the arms up to a
  std::int64_t a = 0;
  for (std::int64_t lane = 0; lane <= lanes; ++lane) {
    const std::int64_t entry = entries() / lanes * lane + entries() % lanes * lane / lanes;
    while (before < entry) before += arms_[a++].size;
    if (a % 2 == 1 && a < arms()) before += arms_[a++].size;  // as arms are taken by twos
    lanes_.push_back(a);
  }
}

double additive_gram::mean_distance(thread_team& team, const progress& report) const {
  std::vector<double> by_arm(static_cast<std::size_t>(arms()), 0.0);
  for_arms(team, report, [&](std::int64_t a) {
    const arm one = (*this)[a];
    double sum = 0;
    for (std::int64_t k = 0; k < one.size; ++k) {
      const double beyond = static_cast<double>(one.size - k) / static_cast<double>(rows_);
      const double step = one.distances[k] - (k > 0 ? one.distances[k - 1] : 0);
      sum += 2 * step * beyond * (1 - beyond);
    }
    by_arm[a] = sum;
  });
  return std::accumulate(by_arm.begin(), by_arm.end(), 0.0);
}

std::vector<double> additive_gram::product(const std::vector<double>& v, thread_team& team,
                                           const progress& report) const {
  return sum_of_arms(
      team, report, [&](const two_arms& arms, double* out, unset_vector<double>& room) {
        const arm one = (*this)[arms.one];
        const arm other =
            arms.other == two_arms::none ? arm{one.rows, one.distances, 0} : (*this)[arms.other];
        add_products(one, other, v.data(), out, room);
      });
}

}  // namespace coppice
