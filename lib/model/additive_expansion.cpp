#include "model/additive_expansion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/sort.hpp"
#include "data/column_reader.hpp"

namespace coppice {

bool additive_expansion::exists(const std::vector<additive_part>& parts,
                                const std::vector<double>& coefficients, std::int64_t scores) {
  constexpr std::uint64_t most_rows = std::numeric_limits<std::int32_t>::max();
  const auto wide = static_cast<std::size_t>(scores);
  if (parts.empty() || coefficients.size() > most_rows * wide) return false;
  const bool products_only = std::all_of(parts.begin(), parts.end(), [](const additive_part& part) {
    return part.terms.distance == 0 && part.terms.sum == 0;
  });
  if (products_only) return true;
  constexpr double rounding = 1e-12;
  for (std::size_t s = 0; s < wide; ++s) {
    double sum = 0;
    double magnitudes = 0;
    for (std::size_t j = s; j < coefficients.size(); j += wide) {
      sum += coefficients[j];
      magnitudes += std::abs(coefficients[j]);
    }
    if (!(std::abs(sum) <= rounding * magnitudes)) return false;
  }
  return true;
}

/// Makes the function of one part and one feature after another.
class additive_expansion::builder {
 public:
  builder(additive_expansion& made, const feature_matrix& support_vectors,
          const std::vector<double>& coefficients, const progress& report)
      : made_(made),
        coefficients_(coefficients),
        rows_(support_vectors.rows()),
        scores_(static_cast<std::size_t>(made.scores_)),
        report_(report) {}

  void add(const additive_part& part, std::int64_t place, std::int64_t feature,
           const column_entries& column) {
    group(part, place, column);
    if (groups_.empty()) return;
    find_lines(part.terms);
    function f{feature, static_cast<std::int64_t>(made_.knots_.size()), 0,
               part.mapping == row_mapping::ranks};
    const std::size_t lines = made_.lines_.size();
    if (f.has_steps)
      append_steps(part.extent->midpoints[place], part.extent->rank(place, -infinity));
    else if (part.terms.distance == 0)
      append_line(values_.data(), slopes_.data());
    else
      append_pieces();
    const bool is_nothing = std::all_of(made_.lines_.begin() + static_cast<std::ptrdiff_t>(lines),
                                        made_.lines_.end(), [](double one) { return one == 0; });
    f.knots = static_cast<std::int64_t>(made_.knots_.size()) - f.first;
    if (is_nothing) {
      made_.lines_.resize(lines);
      made_.knots_.resize(static_cast<std::size_t>(f.first));
    } else {
      made_.functions_.push_back(f);
    }
    report_.poll();
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  /// The distinct values, as mapped, that support vectors have.
  void group(const additive_part& part, std::int64_t place, const column_entries& column) {
    entries_.clear();
    for (std::size_t k = 0; k < column.rows.size(); ++k)
      entries_.push_back(
          {part.mapped(place, column.values[k]), static_cast<std::uint32_t>(column.rows[k])});
    sort(entries_, room_, report_);
    groups_.clear();
    const bool has_zeros = static_cast<std::int64_t>(entries_.size()) < rows_;
    for (const value_of_row& entry : entries_)
      if (groups_.empty() || groups_.back() != entry.value) groups_.push_back(entry.value);
    const auto zero = std::lower_bound(groups_.begin(), groups_.end(), 0.0);
    if (has_zeros && (zero == groups_.end() || *zero != 0)) groups_.insert(zero, 0);
  }

  /// The value at every group, and the slopes before the first and behind each.
  void find_lines(const additive_terms& terms) {
    const std::size_t count = groups_.size();
    values_.assign(count * scores_, 0.0);
    slopes_.assign((count + 1) * scores_, 0.0);
    // Coefficients of distances sum up to 0: from any origin their moment is the same.
    const double from = terms.distance == 0 ? 0 : groups_.front();
    std::vector<double> of_groups(count);
    for (std::size_t s = 0; s < scores_; ++s) {
      add_up(s, of_groups);
      double moment = 0;
      for (std::size_t k = 0; k < count; ++k) moment += of_groups[k] * (groups_[k] - from);
      const double of_products = terms.product * moment;
      double value = (terms.sum - terms.distance) * moment + of_products * from;
      double up_to = 0;  // the sum of the coefficients of this group and those before
      slopes_[s] = of_products;
      for (std::size_t k = 0; k < count; ++k) {
        if (k > 0) value += slopes_[k * scores_ + s] * (groups_[k] - groups_[k - 1]);
        values_[k * scores_ + s] = value;
        up_to = k + 1 < count ? up_to + of_groups[k] : 0;
        slopes_[(k + 1) * scores_ + s] = of_products - 2 * terms.distance * up_to;
      }
    }
  }

  /// A score's coefficients, group by group. Those of rows that are not listed are not needed: the
  /// value is 0 there, and all of them sum up to 0 where more than their moment counts.
  void add_up(std::size_t score, std::vector<double>& of_groups) const {
    std::fill(of_groups.begin(), of_groups.end(), 0.0);
    double listed = 0;
    std::size_t k = 0;
    for (const auto& [value, row] : entries_) {
      const double a = coefficients_[static_cast<std::size_t>(row) * scores_ + score];
      while (groups_[k] != value) ++k;
      of_groups[k] += a;
      listed += a;
    }
    if (static_cast<std::int64_t>(entries_.size()) == rows_) return;
    of_groups[std::lower_bound(groups_.begin(), groups_.end(), 0.0) - groups_.begin()] -= listed;
  }

  void append_line(const double* values, const double* slopes) {
    for (std::size_t s = 0; s < scores_; ++s) {
      made_.lines_.push_back(values[s]);
      made_.lines_.push_back(slopes == nullptr ? 0 : slopes[s]);
    }
  }

  /// Anchored at the knot before; the first at that behind it.
  void append_pieces() {
    made_.knots_.insert(made_.knots_.end(), groups_.begin(), groups_.end());
    for (std::size_t piece = 0; piece <= groups_.size(); ++piece)
      append_line(&values_[(piece > 0 ? piece - 1 : 0) * scores_], &slopes_[piece * scores_]);
  }

  /// Steps at the midpoints, between which ranks are whole numbers from `least` on.
  void append_steps(const std::vector<double>& midpoints, double least) {
    std::vector<double> values(scores_);
    std::size_t k = 0;
    for (std::size_t cell = 0; cell <= midpoints.size(); ++cell) {
      const double rank = least + static_cast<double>(cell);
      while (k < groups_.size() && groups_[k] < rank) ++k;
      const std::size_t anchor = k > 0 ? k - 1 : 0;
      for (std::size_t s = 0; s < scores_; ++s)
        values[s] =
            values_[anchor * scores_ + s] + slopes_[k * scores_ + s] * (rank - groups_[anchor]);
      bool steps = cell == 0;
      for (std::size_t s = 0; !steps && s < scores_; ++s)
        steps = made_.lines_[made_.lines_.size() - 2 * (scores_ - s)] != values[s];
      if (!steps) continue;
      if (cell > 0) made_.knots_.push_back(midpoints[cell - 1]);
      append_line(values.data(), nullptr);
    }
  }

  additive_expansion& made_;
  const std::vector<double>& coefficients_;
  std::int64_t rows_;
  std::size_t scores_;
  const progress& report_;
  unset_vector<value_of_row> entries_;  // ascending
  unset_vector<value_of_row> room_;     // to sort them
  std::vector<double> groups_;
  std::vector<double> values_;  // groups x scores
  std::vector<double> slopes_;  // groups + 1 x scores
};

additive_expansion::additive_expansion(const std::vector<additive_part>& parts,
                                       const feature_matrix& support_vectors,
                                       const std::vector<double>& coefficients, std::int64_t scores,
                                       const progress& report)
    : scores_(scores) {
  const column_reader reader(support_vectors, report);
  builder build(*this, support_vectors, coefficients, report);
  column_entries column;
  const auto add = [&](const additive_part& part, std::int64_t place, std::int64_t feature) {
    reader.read(feature, column);
    build.add(part, place, feature, column);
  };
  for (const additive_part& part : parts) {
    if (const auto& features = part.extent->features; features != nullptr)
      for (std::int64_t place = 0; place < part.extent->width; ++place)
        add(part, place, (*features)[place]);
    else
      for (const std::int64_t feature : reader.features()) add(part, feature, feature);
  }
}

/// The knots below each of a few values: searches side by side wait for memory together, 16 of them
/// a quarter of the time of one after another (1,000,000 rows, 45,000 knots a feature).
void additive_expansion::find_pieces(const function& f, const double* u, std::int64_t count,
                                     std::int64_t* pieces) const {
  const double* const knots = knots_.data() + f.first;
  std::fill_n(pieces, count, 0);
  std::int64_t left = f.knots;
  for (; left > 1; left -= left / 2)
    for (std::int64_t q = 0; q < count; ++q)
      pieces[q] += knots[pieces[q] + left / 2 - 1] < u[q] ? left / 2 : 0;
  if (left == 1)
    for (std::int64_t q = 0; q < count; ++q) pieces[q] += knots[pieces[q]] < u[q] ? 1 : 0;
}

std::int64_t additive_expansion::piece_of(const function& f, double u) const {
  std::int64_t piece = 0;
  find_pieces(f, &u, 1, &piece);
  return piece;
}

double additive_expansion::anchor_of(const function& f, std::int64_t piece) const {
  return f.knots == 0 ? 0 : knots_[f.first + std::max<std::int64_t>(piece - 1, 0)];
}

const double* additive_expansion::lines_of(const function& f, std::int64_t piece) const {
  const std::int64_t index = &f - functions_.data();
  return &lines_[(f.first + index + piece) * 2 * scores_];
}

void additive_expansion::add_values(const function& f, std::int64_t piece, double u, double* out,
                                    std::int64_t stride) const {
  const double beyond = u - anchor_of(f, piece);
  const double* const lines = lines_of(f, piece);
  for (std::int64_t s = 0; s < scores_; ++s)
    out[s * stride] += lines[2 * s] + (lines[2 * s + 1] == 0 ? 0 : lines[2 * s + 1] * beyond);
}

void additive_expansion::add(const row_block& x, double* out) const {
  constexpr std::int64_t together = 16;
  std::array<double, together> u{};
  std::array<std::int64_t, together> pieces{};
  for (std::int64_t first = 0; first < x.rows; first += together) {
    const std::int64_t count = std::min(together, x.rows - first);
    for (const function& f : functions_) {
      for (std::int64_t q = 0; q < count; ++q) u[q] = x.row(first + q)[f.feature];
      find_pieces(f, u.data(), count, pieces.data());
      for (std::int64_t q = 0; q < count; ++q)
        add_values(f, pieces[q], u[q], out + (first + q) * scores_, 1);
    }
  }
}

void additive_expansion::add_contributions(const double* x, std::int64_t features,
                                           double* out) const {
  for (const function& f : functions_)
    add_values(f, piece_of(f, x[f.feature]), x[f.feature], out + f.feature, features);
}

double additive_expansion::row_cost() const noexcept {
  double cost = 0;
  for (const function& f : functions_)
    cost += static_cast<double>(scores_) + std::log2(static_cast<double>(f.knots + 2));
  return cost;
}

std::vector<double> additive_expansion::shape_function(std::int64_t feature) const {
  std::vector<const function*> of_feature;
  std::vector<double> knots;
  double slope = 0;  // of any score outside of the knots
  for (const function& f : functions_) {
    if (f.feature != feature) continue;
    of_feature.push_back(&f);
    knots.insert(knots.end(), knots_.begin() + f.first, knots_.begin() + f.first + f.knots);
    for (std::int64_t s = 0; s < scores_; ++s)
      slope = std::max(slope, std::abs(lines_of(f, 0)[2 * s + 1]));
  }
  std::vector<double> points;
  if (of_feature.empty()) return points;
  std::sort(knots.begin(), knots.end());
  knots.erase(std::unique(knots.begin(), knots.end()), knots.end());
  if (knots.empty()) knots = {0};

  const auto append = [&](double u, bool behind) {
    points.push_back(u);
    points.insert(points.end(), static_cast<std::size_t>(scores_), 0.0);
    for (const function* f : of_feature) {
      std::int64_t piece = piece_of(*f, u);
      if (behind && piece < f->knots && knots_[f->first + piece] == u) ++piece;
      add_values(*f, piece, u, &*(points.end() - scores_), 1);
    }
  };
  constexpr double largest = std::numeric_limits<double>::max();
  const double beyond = std::max(knots.back() - knots.front(), 1.0);
  // A line that goes on outside needs a point there.
  if (slope != 0) append(std::max(knots.front() - beyond, -largest), false);
  for (const double u : knots) {
    const bool is_end = slope == 0 && (u == knots.front() || u == knots.back());
    const bool has_step = std::any_of(of_feature.begin(), of_feature.end(), [&](const function* f) {
      const std::int64_t piece = piece_of(*f, u);
      return f->has_steps && piece < f->knots && knots_[f->first + piece] == u;
    });
    append(u, false);
    if (is_end || has_step) append(u, true);
  }
  if (slope != 0) append(std::min(knots.back() + beyond, largest), false);
  points.insert(points.end(), static_cast<std::size_t>(scores_) + 1,
                std::numeric_limits<double>::quiet_NaN());
  return points;
}

}  // namespace coppice
