#include "masters/additive_gram.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/error.hpp"
#include "core/unset_vector.hpp"
#include "data/column_reader.hpp"

namespace coppice {
namespace {

/// Splits one feature after another into arms; its memory is kept.
class arm_splitter {
 public:
  arm_splitter(const column_reader& reader, const std::vector<std::int32_t>& places,
               const progress& report)
      : reader_(reader), places_(places), report_(report) {}

  void split(const additive_part& part, std::int64_t place, std::int64_t feature) {
    read(part, place, feature);
    weight_ = part.terms.distance;
    origin_ = most_common();
    if (origin_ != 0) list_zeros();
    const auto is_less = [](const value_of_row& a, const value_of_row& b) {
      return a.first < b.first;
    };
    const auto [first, last] =
        std::equal_range(entries_.begin(), entries_.end(), value_of_row(origin_, 0), is_less);
    below_ = first - entries_.begin();
    above_ = entries_.end() - last;
  }

  /// Of the feature that was split last, how many rows are on each side of its origin.
  [[nodiscard]] std::int64_t below() const noexcept { return below_; }
  [[nodiscard]] std::int64_t above() const noexcept { return above_; }

  /// The distance of its values that are farthest apart; infinite where it is not finite.
  [[nodiscard]] double range() const noexcept {
    return (below_ == 0 ? 0 : distance(entries_.front())) +
           (above_ == 0 ? 0 : distance(entries_.back()));
  }

  /// Writes those rows and their distances, the ones below first, each side the nearest first.
  void write(std::int32_t* rows, double* distances) const {
    const auto put = [&](const value_of_row& one) {
      *distances++ = distance(one);
      *rows++ = static_cast<std::int32_t>(one.second);
    };
    const auto size = static_cast<std::int64_t>(entries_.size());
    for (std::int64_t k = below_; k-- > 0;) put(entries_[k]);
    for (std::int64_t k = size - above_; k < size; ++k) put(entries_[k]);
  }

 private:
  void read(const additive_part& part, std::int64_t place, std::int64_t feature) {
    reader_.read(feature, column_);
    entries_.clear();
    for (std::size_t k = 0; k < column_.rows.size(); ++k) {
      const double value = part.mapped(place, column_.values[k]);
      if (value != 0) entries_.emplace_back(value, places_[column_.rows[k]]);
      report_.poll_at(static_cast<std::int64_t>(k));
    }
    sort(entries_, report_);
  }

  [[nodiscard]] double most_common() const {
    double found = 0;
    std::size_t most = places_.size() - entries_.size();
    for (std::size_t first = 0; first < entries_.size();) {
      std::size_t end = first + 1;
      while (end < entries_.size() && entries_[end].first == entries_[first].first) ++end;
      if (end - first > most) {
        most = end - first;
        found = entries_[first].first;
      }
      first = end;
    }
    return found;
  }

  void list_zeros() {
    if (entries_.size() == places_.size()) return;
    std::vector<bool> listed(places_.size(), false);
    for (const value_of_row& one : entries_) listed[one.second] = true;
    for (std::size_t i = 0; i < listed.size(); ++i)
      if (!listed[i]) entries_.emplace_back(0, static_cast<std::int32_t>(i));
    sort(entries_, report_);
  }

  [[nodiscard]] double distance(const value_of_row& one) const {
    return weight_ * std::abs(one.first - origin_);
  }

  const column_reader& reader_;
  const std::vector<std::int32_t>& places_;
  const progress& report_;
  column_entries column_;
  std::vector<value_of_row> entries_;  // of the rows at their places, ascending
  double weight_ = 0;
  double origin_ = 0;
  std::int64_t below_ = 0;
  std::int64_t above_ = 0;
};

/// out += f_a(u_a). The arm is taken in parts, side by side: every sum along it is one long chain
/// of additions, each of which waits for the one before.
void add_product(const additive_gram::arm& arm, const double* v, double* out) {
  constexpr std::int64_t parts = 4;
  const std::int64_t size = arm.size / parts;
  const std::int64_t tail = parts * size;  // where the rows begin that are in no part
  const double* const u = arm.distances;
  const auto width = [u](std::int64_t k) { return k > 0 ? u[k] - u[k - 1] : u[0]; };
  unset_vector<double> beyond(static_cast<std::size_t>(arm.size));  // sums of v within the part
  std::array<double, parts + 1> sums{};                             // of each part, and the tail
  std::array<double, parts> rises{};  // of f / 2, by the sums within the part
  for (std::int64_t k = arm.size - 1; k >= tail; --k) beyond[k] = sums[parts] += v[arm.rows[k]];
  for (std::int64_t k = size - 1; k >= 0; --k)
    for (std::int64_t p = 0; p < parts; ++p) {
      const std::int64_t at = p * size + k;
      beyond[at] = sums[p] += v[arm.rows[at]];
      rises[p] += sums[p] * width(at);
    }
  for (std::int64_t p = parts; p-- > 0;) sums[p] += sums[p + 1];
  std::array<double, parts + 1> f{};  // where each part begins, and the tail
  for (std::int64_t p = 0; p < parts && size > 0; ++p) {
    const double whole = u[(p + 1) * size - 1] - (p > 0 ? u[p * size - 1] : 0);
    f[p + 1] = f[p] + 2 * (rises[p] + sums[p + 1] * whole);
  }
  for (std::int64_t k = 0; k < size; ++k)
    for (std::int64_t p = 0; p < parts; ++p) {
      const std::int64_t at = p * size + k;
      f[p] += 2 * (beyond[at] + sums[p + 1]) * width(at);
      out[arm.rows[at]] += f[p];
    }
  for (std::int64_t k = tail; k < arm.size; ++k) {
    f[parts] += 2 * beyond[k] * width(k);
    out[arm.rows[k]] += f[parts];
  }
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
  const column_reader reader(rows, report, &team);
  const std::vector<std::int64_t> listed = reader.features();
  struct feature_of_part {
    const additive_part* part;
    std::int64_t place;
    std::int64_t feature;
  };
  std::vector<feature_of_part> columns;
  for (const additive_part& part : parts) {
    const auto& features = part.extent->features;
    if (features == nullptr)
      for (const std::int64_t feature : listed) columns.push_back({&part, feature, feature});
    else
      for (std::int64_t place = 0; place < part.extent->width; ++place)
        columns.push_back({&part, place, (*features)[place]});
  }
  // Arms have no more entries than there are values that are not 0: where the origin is another
  // value, rows of 0 lie on an arm, but those at the origin, which are no fewer, do not.
  make_room(reader.entries() * static_cast<std::int64_t>(parts.size()));
  // A few columns at a time: what is sorted takes more memory than what is kept.
  const auto count = static_cast<std::int64_t>(columns.size());
  std::vector<arm_splitter> splitters(static_cast<std::size_t>(2 * team.size()),
                                      arm_splitter(reader, places, report));
  std::vector<std::int64_t> firsts(splitters.size());  // of the arms of each splitter
  double farthest = 0;                                 // of two rows, at most
  report.in_pieces(count, 2 * team.size(), [&](std::int64_t first, std::int64_t more) {
    const auto for_columns = [&](const auto& work) {
      team.run(more, work, [&report] { report.poll(); });
    };
    for_columns([&](std::int64_t k) {
      const feature_of_part& one = columns[first + k];
      splitters[k].split(*one.part, one.place, one.feature);
    });
    for (std::int64_t k = 0; k < more; ++k) {
      farthest += splitters[k].range();
      if (!std::isfinite(farthest))
        fail(COPPICE_INVALID_DATA, "the values of feature ", columns[first + k].feature,
             " are so far apart that distances of rows, which are sums over features, are not "
             "finite; expected a feature that is scaled");
      firsts[k] = starts_.back();
      for (const std::int64_t size : {splitters[k].below(), splitters[k].above()})
        if (size > 0) starts_.push_back(starts_.back() + size);
    }
    for_columns([&](std::int64_t k) {
      splitters[k].write(members_.data() + firsts[k], distances_.data() + firsts[k]);
    });
  });
  find_lanes();
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
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(all.arms()), 0);
  const auto for_arms = [&](const auto& work) {
    team.run(all.arms(), work, [&report] { report.poll(); });
  };
  for_arms([&](std::int64_t a) {
    const arm from = all[a];
    std::int64_t size = 0;
    for (std::int64_t k = 0; k < from.size; ++k) size += place(from.rows[k]) >= 0 ? 1 : 0;
    sizes[a] = size;
  });
  starts_.resize(sizes.size() + 1);
  for (std::size_t a = 0; a < sizes.size(); ++a) starts_[a + 1] = starts_[a] + sizes[a];
  make_room(starts_.back());
  for_arms([&](std::int64_t a) {
    const arm from = all[a];
    // Without a branch: which rows have a place is as good as random to the processor. What is
    // written in vain is written over, as it ends with the last of them.
    const std::int64_t end = starts_[a + 1];
    std::int64_t next = starts_[a];
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
  for (std::int64_t lane = 0; lane <= lanes; ++lane) {
    const std::int64_t entry = entries() / lanes * lane + entries() % lanes * lane / lanes;
    lanes_.push_back(std::lower_bound(starts_.begin(), starts_.end(), entry) - starts_.begin());
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
  return sum_of_arms(team, report,
                     [&](std::int64_t a, double* out) { add_product((*this)[a], v.data(), out); });
}

}  // namespace coppice
