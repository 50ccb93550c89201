#include "model/feature_importance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "core/text.hpp"
#include "data/row_buffers.hpp"
#include "model/ensemble.hpp"
#include "model/prediction.hpp"
#include "model/shape_tables.hpp"

namespace coppice {
namespace {

constexpr std::int64_t least_rows_a_task = 256;
constexpr std::int64_t most_tasks = 64;  // each has sums of its own
constexpr std::int64_t numbers_at_once = std::int64_t{1} << 23;

/// Some learners of one kind that look at one feature each.
struct part_of_one_feature {
  const weak_learners* learners;
  const double* weights;            // one for each score, or one where there are classes
  const two_classes* classes;       // of the problem that they are of
  std::vector<std::int64_t> place;  // of each learner's feature, among those used; -1 for several
};

/// What the features contribute to a row, but for those that have tables.
class contributions {
 public:
  contributions(const ensemble_parts& of, const std::vector<shape_table>& tables)
      : scores_(of.values()) {
    of.for_each_part(of.final_stage.weights, [&](const weak_learners& part, const double* weights,
                                                 const two_classes* classes) {
      std::vector<std::int64_t> features = features_of(part, tables);
      if (std::any_of(features.begin(), features.end(), [](auto feature) { return feature >= 0; }))
        parts_.push_back({&part, weights, classes, std::move(features)});
    });
    for (const part_of_one_feature& part : parts_)
      std::copy_if(part.place.begin(), part.place.end(), std::back_inserter(features_),
                   [](std::int64_t feature) { return feature >= 0; });
    std::sort(features_.begin(), features_.end());
    features_.erase(std::unique(features_.begin(), features_.end()), features_.end());
    for (part_of_one_feature& part : parts_)
      for (std::int64_t& place : part.place)
        if (place >= 0)
          place = std::lower_bound(features_.begin(), features_.end(), place) - features_.begin();
  }

  [[nodiscard]] const std::vector<std::int64_t>& features() const { return features_; }
  [[nodiscard]] std::size_t size() const {  // of what a row has: features x scores
    return features_.size() * static_cast<std::size_t>(scores_);
  }
  [[nodiscard]] bool call_back() const {
    return std::any_of(parts_.begin(), parts_.end(),
                       [](const auto& part) { return part.learners->calls_back(); });
  }

  /// Computes them for one row after another.
  class reader {
   public:
    /// `row` has the width of the values, and zeros where no feature is used.
    reader(const contributions& of, const feature_matrix& values, std::vector<double> row)
        : of_(of), values_(values), row_(std::move(row)) {
      std::int64_t most = 0;
      for (const part_of_one_feature& part : of.parts_)
        most = std::max(most, part.learners->size());
      outputs_.resize(static_cast<std::size_t>(most));
    }
    [[nodiscard]] std::vector<double> take_row() { return std::move(row_); }
    void read(std::int64_t i, std::vector<double>& out) {
      values_.put_row(i, row_.data());  // to look for the features that are used costs more
      std::fill(out.begin(), out.end(), 0.0);
      for (const part_of_one_feature& part : of_.parts_) {
        part.learners->outputs(row_.data(), outputs_.data());
        add(part, out.data());
      }
      values_.erase_row(i, row_.data());
    }

   private:
    /// Of learners whose outputs are computed.
    void add(const part_of_one_feature& part, double* out) const {
      const double* weight = part.weights;
      const std::int64_t of_each = part.classes == nullptr ? of_.scores_ : 1;
      for (std::size_t j = 0; j < part.place.size(); ++j, weight += of_each) {
        if (part.place[j] < 0) continue;
        double* const to = out + part.place[j] * of_.scores_;
        if (part.classes != nullptr)
          part.classes->count(*weight * outputs_[j], to);
        else
          for (std::int64_t s = 0; s < of_each; ++s) to[s] += weight[s] * outputs_[j];
      }
    }

    const contributions& of_;
    const feature_matrix& values_;
    std::vector<double> row_;  // of zeros, but while a row is read
    std::vector<double> outputs_;
  };

 private:
  /// The feature of each learner that looks at one alone which has no table, -1 for the others.
  static std::vector<std::int64_t> features_of(const weak_learners& part,
                                               const std::vector<shape_table>& tables) {
    const auto has_table = [&](std::int64_t feature) {
      const auto found =
          std::lower_bound(tables.begin(), tables.end(), feature,
                           [](const shape_table& a, std::int64_t b) { return a.feature() < b; });
      return found != tables.end() && found->feature() == feature;
    };
    std::vector<std::int64_t> features;
    std::vector<std::int64_t> looked_at;
    for (std::int64_t j = 0; j < part.size(); ++j) {
      looked_at.clear();
      part.features_of(j, looked_at);
      const bool is_read = looked_at.size() == 1 && !has_table(looked_at.front());
      features.push_back(is_read ? looked_at.front() : -1);
    }
    return features;
  }

  std::int64_t scores_;
  std::vector<part_of_one_feature> parts_;
  std::vector<std::int64_t> features_;
};

struct moments {
  double weight = 0;
  std::vector<double> sums;
  std::vector<double> squares;
};

/// Calls each(part, first row, last row) for parts of the rows that do not depend on the threads,
/// of which each has so many numbers in memory; returns how many parts there are.
template <class Each>
std::int64_t in_parts(std::int64_t rows, std::size_t numbers, thread_team& team,
                      const progress& report, const Each& each) {
  const std::int64_t most =
      std::clamp<std::int64_t>(numbers_at_once / static_cast<std::int64_t>(numbers), 1, most_tasks);
  const std::int64_t rows_a_part = std::max(least_rows_a_task, (rows + most - 1) / most);
  const std::int64_t parts = (rows + rows_a_part - 1) / rows_a_part;
  team.run(
      parts,
      [&](std::int64_t part) {
        each(part, part * rows_a_part, std::min(rows, (part + 1) * rows_a_part));
      },
      [&] { report.poll(); });
  return parts;
}

/// Of features with tables: from the weights of the rows in each cell.
void add_variances(const std::vector<shape_table>& tables, std::int64_t scores,
                   const dataset& examples, thread_team& team, const progress& report,
                   std::map<std::int64_t, double>& variances) {
  if (tables.empty()) return;
  std::vector<std::size_t> first = {0};  // of each table's cells
  for (const shape_table& table : tables)
    first.push_back(first.back() + static_cast<std::size_t>(table.cells()));
  std::array<std::vector<double>, most_tasks> of_parts;
  row_buffers buffers(examples.features());
  const std::int64_t parts =
      in_parts(examples.rows(), first.back(), team, report,
               [&](std::int64_t part, std::int64_t begin, std::int64_t end) {
                 of_parts[part].assign(first.back(), 0.0);
                 std::vector<double> row = buffers.take(report);
                 for (std::int64_t i = begin; i < end; ++i) {
                   if (i % rows_predicted_a_poll == 0) report.poll();
                   examples.values().put_row(i, row.data());
                   for (std::size_t k = 0; k < tables.size(); ++k)
                     of_parts[part][first[k] + tables[k].cell_of(row[tables[k].feature()])] +=
                         examples.weight(i);
                   examples.values().erase_row(i, row.data());
                 }
                 buffers.give_back(std::move(row));
               });
  std::vector<double> weights(first.back(), 0.0);
  for (std::int64_t part = 0; part < parts; ++part)
    for (std::size_t k = 0; k < weights.size(); ++k) weights[k] += of_parts[part][k];
  for (std::size_t k = 0; k < tables.size(); ++k) {
    double sum = 0;
    for (std::int64_t s = 0; s < scores; ++s) sum += tables[k].variance(s, &weights[first[k]]);
    variances[tables[k].feature()] = sum;
  }
}

/// Of other features: the moments of the difference to the first row, so that what is constant has
/// none.
void add_variances(const contributions& of, std::int64_t scores, const dataset& examples,
                   thread_team& team, const progress& report,
                   std::map<std::int64_t, double>& variances) {
  if (of.features().empty()) return;
  std::vector<double> first(of.size());
  row_buffers buffers(examples.features());
  contributions::reader first_reader(of, examples.values(), buffers.take(report));
  first_reader.read(0, first);
  buffers.give_back(first_reader.take_row());
  report.poll();

  std::array<moments, most_tasks> of_parts;
  thread_team alone(1);
  const std::int64_t parts =
      in_parts(examples.rows(), 2 * of.size(), of.call_back() ? alone : team, report,
               [&](std::int64_t task, std::int64_t begin, std::int64_t end) {
                 moments& part = of_parts[task];
                 part.sums.assign(of.size(), 0.0);
                 part.squares.assign(of.size(), 0.0);
                 contributions::reader reader(of, examples.values(), buffers.take(report));
                 std::vector<double> row(of.size());
                 for (std::int64_t i = begin; i < end; ++i) {
                   if (i % rows_predicted_a_poll == 0) report.poll();
                   const double weight = examples.weight(i);
                   if (weight == 0) continue;
                   reader.read(i, row);
                   part.weight += weight;
                   for (std::size_t k = 0; k < row.size(); ++k) {
                     const double difference = row[k] - first[k];
                     part.sums[k] += weight * difference;
                     part.squares[k] += weight * difference * difference;
                   }
                 }
                 buffers.give_back(reader.take_row());
               });

  double weight = 0;
  for (std::int64_t part = 0; part < parts; ++part) weight += of_parts[part].weight;
  for (std::size_t k = 0; k < of.size(); ++k) {
    double sum = 0;
    double squares = 0;
    for (std::int64_t part = 0; part < parts; ++part) {
      sum += of_parts[part].sums[k];
      squares += of_parts[part].squares[k];
    }
    const double variance = (squares - sum * (sum / weight)) / weight;
    variances[of.features()[k / static_cast<std::size_t>(scores)]] += std::max(0.0, variance);
  }
}

}  // namespace

std::vector<double> feature_importance::of_all(std::int64_t features_in_all) const {
  std::vector<double> result(static_cast<std::size_t>(features_in_all), 0.0);
  for (std::size_t k = 0; k < features.size(); ++k) result[features[k]] = importances[k];
  return result;
}

document feature_importance::save() const {
  return document().with("feature", features).with("importance", importances);
}

feature_importance feature_importance::load(document& saved, std::int64_t features_in_all) {
  feature_importance loaded{saved.integers("feature", 0, features_in_all - 1),
                            saved.finite_numbers("importance")};
  const auto not_ascending = [](std::int64_t a, std::int64_t b) { return a >= b; };
  if (std::adjacent_find(loaded.features.begin(), loaded.features.end(), not_ascending) !=
      loaded.features.end())
    fail_damaged("the features of its \"feature_importance\" do not ascend");
  if (loaded.importances.size() != loaded.features.size())
    fail_damaged(text("its \"feature_importance\" has ", loaded.importances.size(), " numbers for ",
                      loaded.features.size(), " features"));
  for (const double importance : loaded.importances)
    if (importance < 0)
      fail_damaged(text("its \"feature_importance\" has ", importance, "; expected at least 0"));
  return loaded;
}

feature_importance importance_of_features(const ensemble_parts& of, const dataset& examples,
                                          thread_team& team, const progress& report) {
  const std::vector<shape_table> tables = shape_tables(of, report);
  std::map<std::int64_t, double> variances;
  add_variances(tables, of.values(), examples, team, report, variances);
  add_variances(contributions(of, tables), of.values(), examples, team, report, variances);
  feature_importance result;
  for (const auto& [feature, variance] : variances) {
    const double importance = std::sqrt(variance);
    result.features.push_back(feature);
    result.importances.push_back(std::isfinite(importance) ? importance
                                                           : std::numeric_limits<double>::max());
  }
  return result;
}

}  // namespace coppice
