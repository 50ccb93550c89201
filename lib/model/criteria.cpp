#include "model/criteria.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/numbers.hpp"
#include "core/sort.hpp"

namespace coppice {
namespace {

constexpr double least_probability = 0x1p-52;

std::int64_t size_of(const expected_rows& rows) {
  return static_cast<std::int64_t>(rows.weights.size());
}

/// sum_i c_i of(i) / sum_i c_i; NaN where there is no weight. A row of weight 0 may have what `of`
/// does not know, such as a class that has no probability.
template <class Of>
double mean(const expected_rows& rows, const progress& report, const Of& of) {
  double sum = 0;
  double total = 0;
  for (std::int64_t i = 0; i < size_of(rows); ++i) {
    report.poll_at(i);
    if (rows.weights[i] == 0) continue;
    sum += rows.weights[i] * of(i);
    total += rows.weights[i];
  }
  return sum / total;
}

/// The weight of every class that occurs or is known.
std::vector<double> weights_of_classes(const expected_rows& rows) {
  std::vector<double> weights(static_cast<std::size_t>(rows.classes), 0.0);
  for (std::int64_t i = 0; i < size_of(rows); ++i) {
    const auto of = static_cast<std::size_t>(rows.labels[i]);
    if (of >= weights.size()) weights.resize(of + 1, 0.0);
    weights[of] += rows.weights[i];
  }
  return weights;
}

double error_of(const expected_rows& rows, const std::vector<double>& predicted,
                const progress& report) {
  weighted_fraction wrong;
  for (std::int64_t i = 0; i < size_of(rows); ++i) {
    report.poll_at(i);
    wrong.add(rows.weights[i], static_cast<std::int64_t>(predicted[i]) != rows.labels[i]);
  }
  return wrong.value();
}

double balanced_error_of(const expected_rows& rows, const std::vector<double>& predicted,
                         const progress& report) {
  const std::vector<double> weights = weights_of_classes(rows);
  std::vector<double> right(weights.size(), 0.0);
  for (std::int64_t i = 0; i < size_of(rows); ++i) {
    report.poll_at(i);
    if (static_cast<std::int64_t>(predicted[i]) == rows.labels[i])
      right[rows.labels[i]] += rows.weights[i];
  }
  double recalls = 0;
  double classes = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (weights[k] == 0) continue;
    recalls += right[k] / weights[k];
    ++classes;
  }
  return 1 - recalls / classes;
}

double log_loss_of(const expected_rows& rows, const std::vector<double>& predicted,
                   const progress& report) {
  return mean(rows, report, [&](std::int64_t i) {
    return -std::log(std::max(predicted[i * rows.classes + rows.labels[i]], least_probability));
  });
}

double brier_of(const expected_rows& rows, const std::vector<double>& predicted,
                const progress& report) {
  const std::int64_t first = rows.classes == 2 ? 1 : 0;  // both classes of two say the same
  return mean(rows, report, [&](std::int64_t i) {
    double squares = 0;
    for (std::int64_t k = first; k < rows.classes; ++k) {
      const double off = predicted[i * rows.classes + k] - (rows.labels[i] == k ? 1 : 0);
      squares += off * off;
    }
    return squares;
  });
}

/// The area under the curve of one class against the rest, by the scores that rise with it: number
/// `score` of `width` in every row. Weights are added up on either side for each distinct score.
double area_of_class(const expected_rows& rows, std::int64_t of, const std::vector<double>& scores,
                     std::int64_t width, std::int64_t score, const progress& report) {
  std::vector<double> values;
  values.reserve(rows.weights.size());
  for (std::int64_t i = 0; i < size_of(rows); ++i) {
    report.poll_at(i);
    if (rows.weights[i] == 0) continue;
    values.push_back(scores[i * width + score]);
    if (std::isnan(values.back())) return values.back();  // infinite weights of a file may cancel
  }
  sort(values, report);
  report.poll();
  values.erase(std::unique(values.begin(), values.end()), values.end());
  struct sides {
    double inside = 0;
    double rest = 0;
  };
  std::vector<sides> at(values.size());
  for (std::int64_t i = 0; i < size_of(rows); ++i) {
    if (i % 4096 == 0) report.poll();
    if (rows.weights[i] == 0) continue;
    const double value = scores[i * width + score];
    sides& here = at[std::lower_bound(values.begin(), values.end(), value) - values.begin()];
    (rows.labels[i] == of ? here.inside : here.rest) += rows.weights[i];
  }
  sides below;
  double pairs = 0;
  for (std::size_t k = 0; k < at.size(); ++k) {
    report.poll_at(static_cast<std::int64_t>(k));
    pairs += at[k].inside * (below.rest + at[k].rest / 2);
    below.inside += at[k].inside;
    below.rest += at[k].rest;
  }
  return pairs / (below.inside * below.rest);
}

double auc_of(const expected_rows& rows, const std::vector<double>& predicted,
              const progress& report) {
  if (rows.classes == 2) return area_of_class(rows, 1, predicted, 1, 0, report);
  const std::vector<double> weights = weights_of_classes(rows);
  double areas = 0;
  double classes = 0;
  for (std::int64_t k = 0; k < rows.classes; ++k) {
    if (weights[k] == 0) continue;
    areas += area_of_class(rows, k, predicted, rows.classes, k, report);
    ++classes;
  }
  return areas / classes;
}

double squared_error_of(const expected_rows& rows, const std::vector<double>& predicted,
                        const progress& report) {
  const std::int64_t outputs = static_cast<std::int64_t>(predicted.size()) / size_of(rows);
  return mean(rows, report, [&](std::int64_t i) {
    double squares = 0;
    for (std::int64_t k = i * outputs; k < (i + 1) * outputs; ++k)
      squares += (predicted[k] - rows.numbers[k]) * (predicted[k] - rows.numbers[k]);
    return squares;
  });
}

/// The first row of positive weight whose class the predictions do not know; -1 for none.
std::int64_t first_unknown(const expected_rows& rows) {
  for (std::int64_t i = 0; i < size_of(rows); ++i)
    if (rows.labels[i] >= rows.classes && rows.weights[i] > 0) return i;
  return -1;
}

}  // namespace

const std::vector<criterion>& criteria() {
  static const std::vector<criterion> all = {
      {"error", "fraction of rows in the wrong class", true, COPPICE_CLASS, false, error_of},
      {"balanced_error", "1 - the mean of the classes' recalls", true, COPPICE_CLASS, false,
       balanced_error_of},
      {"log_loss", "mean of -log of the probability of the right class", true, COPPICE_PROBABILITY,
       false, log_loss_of},
      {"brier", "mean squared error of the probabilities", true, COPPICE_PROBABILITY, false,
       brier_of},
      {"auc", "area under the ROC curve, of K classes the mean of each against the rest", true,
       COPPICE_DECISION, true, auc_of},
      {"squared_error", "mean squared error of predicted numbers", false, COPPICE_DECISION, false,
       squared_error_of},
  };
  return all;
}

const criterion& find_criterion(std::string_view name) {
  std::vector<std::string_view> names;
  for (const criterion& one : criteria()) {
    if (one.name == name) return one;
    names.emplace_back(one.name);
  }
  fail(COPPICE_UNKNOWN_NAME, "there is no criterion ", in_quotes(name), suggestion(name, names));
}

std::string why_undefined(const criterion& which, const expected_rows& rows) {
  if (which.of_classes != (rows.classes > 0))
    return text("criterion ", which.name,
                which.of_classes ? " is of classes, but numbers are predicted; use squared_error"
                                 : " is of numbers, but classes are predicted; use error");
  if (std::all_of(rows.weights.begin(), rows.weights.end(), [](double c) { return c == 0; }))
    return text("criterion ", which.name, " needs a row with a positive weight");
  if (!which.of_classes || which.needs == COPPICE_CLASS) return "";
  if (const std::int64_t row = first_unknown(rows); row >= 0)
    return text("criterion ", which.name, " needs labels that the model knows; the label of row ",
                row, " is not one: give it weight 0, or use error or balanced_error");
  if (which.needs == COPPICE_PROBABILITY) return "";
  const std::vector<double> weights = weights_of_classes(rows);
  const auto occurring =
      std::count_if(weights.begin(), weights.end(), [](double weight) { return weight > 0; });
  if (occurring > 1) return "";
  return text("criterion ", which.name,
              " compares classes, but all rows with a positive weight are of one; add rows of "
              "another, or use error");
}

std::vector<double> confusion(const expected_rows& rows, const std::vector<double>& predicted) {
  const bool with_unknown = first_unknown(rows) >= 0;
  std::vector<double> matrix(
      static_cast<std::size_t>((rows.classes + (with_unknown ? 1 : 0)) * rows.classes), 0.0);
  for (std::int64_t i = 0; i < size_of(rows); ++i) {
    if (rows.weights[i] == 0) continue;
    const std::int64_t row = std::min(rows.labels[i], rows.classes);
    matrix[row * rows.classes + static_cast<std::int64_t>(predicted[i])] += rows.weights[i];
  }
  return matrix;
}

}  // namespace coppice
