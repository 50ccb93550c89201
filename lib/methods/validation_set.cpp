#include "methods/validation_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/few_numbers.hpp"
#include "core/row_sums.hpp"
#include "core/sort.hpp"
#include "masters/class_of.hpp"
#include "methods/selection.hpp"

namespace coppice {
namespace {

/// A learner that looks at more features than these is shown whole rows.
constexpr std::size_t few_features = 8;
/// Learners whose outputs are computed together, in one pass over whole rows: so many, or fewer
/// where their outputs would take more than 16 MB.
constexpr std::int64_t learners_at_once = 64;
constexpr std::int64_t outputs_at_once = 4'000'000;
constexpr std::int64_t rows_a_poll = 4096;

}  // namespace

validation_set::validation_set(const dataset& examples, const dataset& training, task learned,
                               const criterion& watched, thread_team& team, progress& report,
                               std::shared_ptr<const output_code> code, const char* called)
    : team_(team),
      report_(report),
      watched_(watched),
      code_(std::move(code)),
      expected_(is_of_classes(learned)
                    ? expected_classes(examples, training.classes(), called)
                    : expected_of(examples, {}, training.targets().outputs(), called)),
      rows_(examples, {training.features(), training.names(), training.levels()}, called),
      reader_(examples.values(), report),
      scores_(std::make_unique<watched_scores>(examples.rows(), team, report)),
      buffers_(training.features()) {
  check_defined(watched, expected_, called);
}

void validation_set::add(const weak_learners& learners) {
  const std::int64_t rows = std::max<std::int64_t>(rows_.rows(), 1);
  const std::int64_t most = std::clamp<std::int64_t>(outputs_at_once / rows, 1, learners_at_once);
  for (std::int64_t first = 0; first < learners.size(); first += most) {
    const std::unique_ptr<weak_learners> few = learners.make_empty();
    few->append(learners, first, std::min(most, learners.size() - first));
    add_few(*few);
  }
}

void validation_set::add_few(const weak_learners& learners) {
  std::vector<float> columns;
  report_.resize(columns, rows_.rows() * learners.size());
  std::vector<std::int64_t> features;
  if (learners.size() == 1) learners.features_of(0, features);
  if (learners.size() == 1 && features.size() <= few_features)
    look_at_columns(learners, columns.data());
  else
    look_at_rows(learners, columns.data());
  scores_->append(columns.data(), learners.size());
}

void validation_set::look_at_columns(const weak_learners& learner, float* column) {
  std::vector<std::int64_t> features;
  learner.features_of(0, features);
  std::vector<column_entries> entries(features.size());
  for (std::size_t k = 0; k < features.size(); ++k)
    if (const std::int64_t at = rows_.column_of(features[k]); at >= 0) reader_.read(at, entries[k]);
  std::vector<std::size_t> next(features.size(), 0);
  std::vector<double> row = buffers_.take(report_);
  for (std::int64_t i = 0; i < rows_.rows(); ++i) {
    for (std::size_t k = 0; k < features.size(); ++k) {
      const bool here = next[k] < entries[k].rows.size() && entries[k].rows[next[k]] == i;
      row[features[k]] = rows_.in_training(features[k], here ? entries[k].values[next[k]++] : 0);
    }
    double output = 0;
    learner.outputs(row.data(), &output);
    column[i] = static_cast<float>(output);
    if (i % rows_a_poll == 0) report_.poll();
  }
  for (const std::int64_t feature : features) row[feature] = 0;
  buffers_.give_back(std::move(row));
}

void validation_set::look_at_rows(const weak_learners& learners, float* columns) {
  thread_team alone(1);
  for_rows(learners.calls_back() ? alone : team_, report_, rows_.rows(), learners.size(),
           [&](std::int64_t first, std::int64_t last) {
             std::vector<double> row = buffers_.take(report_);
             std::vector<double> outputs(static_cast<std::size_t>(learners.size()));
             for (std::int64_t i = first; i < last; ++i) {
               rows_.put_row(i, row.data());
               learners.outputs(row.data(), outputs.data());
               rows_.erase_row(i, row.data());
               for (std::size_t j = 0; j < outputs.size(); ++j)
                 columns[static_cast<std::int64_t>(j) * rows_.rows() + i] =
                     static_cast<float>(outputs[j]);
             }
             buffers_.give_back(std::move(row));
           });
}

void validation_set::add_problems(const ensemble_parts& all) {
  auto part = all.learners.parts().begin();
  for (const learners_of_problem& problem : all.problems) {
    scores_->begin_problem(problem.classes);
    for (std::int64_t k = 0; k < problem.parts; ++k, ++part) add(**part);
  }
}

validation_set::measured validation_set::measure(const ensemble_stage& stage) {
  scores_->update(stage);
  if (!watched_.of_classes)
    return {std::numeric_limits<double>::quiet_NaN(), watched_.of(expected_, values(), report_)};
  const std::vector<double> predicted = classes();
  const criterion& plain = find_criterion("error");
  measured found = {plain.of(expected_, predicted, report_), 0};
  if (&watched_ == &plain)
    found.criterion = found.error;
  else if (watched_.needs == COPPICE_CLASS)
    found.criterion = watched_.of(expected_, predicted, report_);
  else
    found.criterion =
        coppice::measure(watched_, expected_, code_ == nullptr ? values() : decoded(), report_);
  return found;
}

validation_set::measured validation_set::measure_ahead(
    const std::vector<std::unique_ptr<weak_learners>>& learners, const ensemble_stage& stage) {
  struct put_back {
    std::unique_ptr<watched_scores>& scores;
    std::unique_ptr<watched_scores> kept;
    ~put_back() { scores = std::move(kept); }
  };
  auto ahead = std::make_unique<watched_scores>(*scores_);
  const put_back at_return = {scores_, std::exchange(scores_, std::move(ahead))};
  for (const auto& learner : learners) add(*learner);
  return measure(stage);
}

std::vector<double> validation_set::classes() const {
  std::vector<double> predicted(expected_.labels.size());
  for_rows(team_, report_, rows_.rows(), scores_->count(),
           [&](std::int64_t first, std::int64_t last) {
             for (std::int64_t i = first; i < last; ++i)
               predicted[i] = static_cast<double>(class_of(i));
           });
  return predicted;
}

/// Decision values, row after row. Criteria of probabilities take them with their rounding; where
/// the order of values counts it matters whether two are equal, so that those with another within
/// rounding are added up as predictions are.
std::vector<double> validation_set::values() const {
  const std::int64_t scores = scores_->count();
  std::vector<double> values(static_cast<std::size_t>(rows_.rows() * scores));
  for (std::int64_t s = 0; s < scores; ++s) {
    const double near = 2 * scores_->rounding(s);
    const std::vector<double>& of_score = scores_->values(s);
    std::vector<double> sorted;
    if (orders_rows()) sorted = of_score;
    sort(sorted, report_);
    const auto has_another = [&](double f) {
      const auto first = std::lower_bound(sorted.begin(), sorted.end(), f - near);
      return sorted.end() - first > 1 && *(first + 1) <= f + near;
    };
    report_.in_pieces(rows_.rows(), 64, [&](std::int64_t first, std::int64_t count) {
      for (std::int64_t i = first; i < first + count; ++i) {
        const double f = of_score[i];
        values[i * scores + s] = has_another(f) ? scores_->exact(i, s) : f;
      }
    });
  }
  return values;
}

/// The scores that a code makes of the bits' values, row after row; where the order of scores
/// counts, of values that are added up as predictions are.
std::vector<double> validation_set::decoded() const {
  const bool exact = orders_rows();
  const std::int64_t classes = code_->classes();
  std::vector<double> scores(expected_.labels.size() * static_cast<std::size_t>(classes));
  std::vector<double> bits(static_cast<std::size_t>(scores_->count()));
  report_.in_pieces(rows_.rows(), 64, [&](std::int64_t first, std::int64_t count) {
    for (std::int64_t i = first; i < first + count; ++i) {
      for (std::int64_t b = 0; b < scores_->count(); ++b)
        bits[b] = exact ? scores_->exact(i, b) : scores_->values(b)[i];
      code_->decode(bits.data(), &scores[i * classes]);
    }
  });
  return scores;
}

/// Rows so near a boundary that the order of additions decides are added up as predictions are.
std::int64_t validation_set::class_of(std::int64_t row) const {
  const std::int64_t count = scores_->count();
  few_numbers scores(count);
  double rounding = 0;
  for (std::int64_t s = 0; s < count; ++s) {
    scores.data()[s] = scores_->values(s)[row];
    rounding = std::max(rounding, scores_->rounding(s));
  }
  return coppice::class_of(code_.get(), scores.data(), count, count == 1 ? rounding : 2 * rounding,
                           [&](std::int64_t s) { return scores_->exact(row, s); });
}

}  // namespace coppice
