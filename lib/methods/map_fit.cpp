#include "methods/map_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/error.hpp"
#include "core/random.hpp"
#include "data/row_buffers.hpp"
#include "masters/design_matrix.hpp"
#include "methods/label_signs.hpp"
#include "methods/linear_svm.hpp"
#include "methods/selection.hpp"

namespace coppice {

void map_in_making::add(std::unique_ptr<weak_learners> learner, double scale,
                        std::vector<float> of_rows, double mean, vector on_the_target) {
  learners.append(std::move(learner));
  scales.push_back(scale);
  outputs.push_back(std::move(of_rows));
  means.push_back(mean);
  on_target.push_back(std::move(on_the_target));
}

// ---------------------------------------------------------------------------- rows and views

map_fit::map_fit(const fit_request& request, const method& of, bool of_features)
    : request_(request),
      training_(request, of, balances_classes(request.options)),
      pool_(request.pool),
      report_(start_report(of, request)) {
  report_.rows = training_.examples().rows();
  rows_.emplace(labelled(training_.examples(), training_.weights(), "the training set"));
  check_labels_differ(rows_->signs);
  note_dependent_labels();
  if (request.validation != nullptr)
    validation_.emplace(held_out(*request.validation, "the validation set"));
  if (request.test != nullptr) test_.emplace(held_out(*request.test, "the test set"));
  make_views(of_features);
}

labelled_rows map_fit::held_out(const dataset& examples, const char* who) const {
  std::vector<double> weights;
  for (std::int64_t i = 0; i < examples.rows(); ++i) weights.push_back(examples.weight(i));
  return labelled(examples, weights, who);
}

/// The target has no directions where all rows that count have the same labels.
labelled_rows map_fit::labelled(const dataset& examples, const std::vector<double>& weights,
                                const char* who) const {
  labelled_rows made = {
      examples,
      aligned_rows(examples, {report_.features, report_.names, report_.levels}, who),
      label_signs(examples, report_, who, request_.report),
      vector::Map(weights.data(), examples.rows()).cwiseSqrt(),
      {}};
  if (made.roots.squaredNorm() > 0)
    made.target = make_target_kernel(made.signs, made.roots, request_.team, request_.report);
  return made;
}

/// Of classes one always depends on the others.
void map_fit::note_dependent_labels() {
  if (report_.classes.size() > 0) return;
  const std::vector<std::int64_t>& kept = rows_->target.independent;
  for (std::int64_t s = 0; s < report_.outputs; ++s)
    if (std::find(kept.begin(), kept.end(), s) == kept.end())
      report_.warnings.push_back(text("target ", s,
                                      " is a linear combination of the others, and adds nothing to "
                                      "what the kernel is aligned with"));
}

void map_fit::make_views(bool of_features) {
  const bool is_alone = !is_union(*pool_.kind);
  std::vector<pool_specification> alone;
  if (is_alone) alone.push_back(pool_);
  std::vector<pool_specification>& members = is_alone ? alone : pool_.members;
  if (members.empty())
    fail(COPPICE_INVALID_STATE, "pool union has no members; add them before the fit");
  for (std::size_t k = 0; k < members.size(); ++k) {
    if (of_features && members[k].kind->is_of_features)
      views_.push_back(std::make_shared<const combined_terms>(features_of(members[k])));
    else
      views_.push_back(std::make_shared<const combined_terms>(
          learners_of(members[k], stream_seed(seed_of(request_.options), k))));
    names_.push_back(text_of(members[k]));
  }
  if (is_alone) pool_ = members.front();
}

std::vector<std::int64_t> map_fit::features_of(const pool_specification& wanted) const {
  if (!wanted.view.empty()) return *request_.examples.view(wanted.view);
  std::vector<std::int64_t> features(static_cast<std::size_t>(report_.features));
  std::iota(features.begin(), features.end(), 0);
  return features;
}

/// All of a pool that lists them, else as many as are to be drawn.
learner_sequence map_fit::learners_of(pool_specification& wanted, std::uint64_t seed) const {
  const auto pool = create_pool(training_.examples(), wanted, request_.team, request_.report, seed);
  std::vector<std::unique_ptr<weak_learners>> found = pool->listed();
  const char* const count = request_.options.has("terms") ? "terms" : "learners";
  if (found.empty()) found = pool->draw(request_.options.integer(count));
  learner_sequence learners;
  for (auto& learner : found) learners.append(std::move(learner));
  if (learners.size() == 0)
    fail(COPPICE_INVALID_DATA, "pool ", text_of(wanted), " has no learner on these data");
  return learners;
}

/// Rows are read in blocks, once for all views, and turned into columns there.
std::vector<matrix> map_fit::columns(const labelled_rows& of) const {
  constexpr std::int64_t rows_at_once = 32;
  const std::int64_t rows = of.aligned.rows();
  std::vector<matrix> made;
  std::int64_t widest = 0;
  bool calls_back = false;
  for (const auto& terms : views_) {
    made.emplace_back();
    made.back().resize(rows, terms->size());
    widest = std::max(widest, terms->size());
    calls_back = calls_back || terms->learners().calls_back();
  }
  row_buffers buffers(report_.features);
  const auto read = [&](std::int64_t block) {
    const std::int64_t first = block * rows_at_once;
    const std::int64_t count = std::min(rows_at_once, rows - first);
    std::vector<double> row = buffers.take(request_.report);
    std::vector<double> values(static_cast<std::size_t>(widest * rows_at_once));
    for (std::size_t v = 0; v < views_.size(); ++v) {
      const std::int64_t wide = views_[v]->size();
      for (std::int64_t i = 0; i < count; ++i) {
        of.aligned.put_row(first + i, row.data());
        views_[v]->values(row.data(), values.data() + i * wide);
        of.aligned.erase_row(first + i, row.data());
      }
      for (std::int64_t k = 0; k < wide; ++k)
        for (std::int64_t i = 0; i < count; ++i) made[v](first + i, k) = values[i * wide + k];
    }
    buffers.give_back(std::move(row));
  };
  thread_team alone(1);
  (calls_back ? alone : request_.team).run((rows + rows_at_once - 1) / rows_at_once, read, [this] {
    request_.report.poll();
  });
  return made;
}

/// Outputs of learners are floats, cut at the largest there is. What is compared are sums of fourth
/// powers of differences, which doubles have for all that floats can differ by.
void map_fit::check_columns(const std::vector<matrix>& of_views) const {
  constexpr double largest = 1e37;
  for (std::size_t v = 0; v < of_views.size(); ++v) {
    double apart = 0;
    for (const auto column : of_views[v].colwise()) {
      apart = std::max(apart, column.maxCoeff() - column.minCoeff());
      request_.report.poll();
    }
    if (apart == 0)
      fail(COPPICE_INVALID_DATA, "pool ", in_quotes(name(v)),
           " tells no rows apart: what it looks at has the same value in all of them; expected "
           "views with a feature that varies");
    if (!(apart >= 1 / largest && apart <= largest))
      fail(COPPICE_INVALID_DATA, "what pool ", in_quotes(name(v)), " looks at differs by ", apart,
           " at most; expected features that are scaled, with differences of ", 1 / largest, " to ",
           largest);
  }
}

void map_fit::tell(std::int64_t iteration, std::int64_t of, const alignments& reached) {
  curve_point& point = report_.curve.emplace_back();
  point.iteration = static_cast<double>(iteration);
  point.learners = static_cast<double>(iteration);
  point.alignment = reached.training;
  point.validation_alignment = reached.validation;
  point.test_alignment = reached.test;
  report_.iterations = report_.best_iteration = iteration;
  progress_state state;
  state.iteration = iteration;
  state.iterations = of;
  state.alignment = reached.training;
  state.validation_alignment = reached.validation;
  request_.report.report(state);
}

// --------------------------------------------------------------------------------- classifiers

std::vector<double> map_fit::mapped_rows(const map_in_making& map, const progress& report) const {
  const std::int64_t width = map.learners.size();
  std::vector<double> mapped(static_cast<std::size_t>(report_.rows * width));
  for (std::int64_t i = 0; i < report_.rows; ++i) {
    report.poll_at(i);
    for (std::int64_t j = 0; j < width; ++j)
      mapped[i * width + j] = map.scales[j] * static_cast<double>(map.outputs[j][i]);
  }
  return mapped;
}

/// The mean of every label over the rows, on no map at all: of classes the one of most weight.
linear_decision map_fit::expected_labels() const {
  linear_decision made;
  const std::vector<double>& weights = training_.weights();
  const vector all = vector::Map(weights.data(), report_.rows);
  for (std::int64_t s = 0; s < report_.scores(); ++s)
    made.bias.push_back(rows_->signs.col(s).dot(all) / all.sum());
  return made;
}

/// The centre of the rows that have label s is, beside that of all, (HL)_s'F~ / 2 over their
/// weight, and (HL)'F~ = R'Q'F~, so that no row is looked at again. Of classes the nearest centre
/// is chosen; a label is there where that of the rows that have it is nearer than that of those
/// that do not.
linear_decision map_fit::nearest_centre(const map_in_making& map) const {
  const std::int64_t width = map.learners.size();
  const std::int64_t scores = report_.scores();
  const bool against_others = scores == 1 || report_.classes.size() == 0;
  linear_decision made;
  for (std::int64_t s = 0; s < scores; ++s) {
    double with = 0;
    double without = 0;
    for (std::int64_t i = 0; i < report_.rows; ++i)
      (rows_->signs(i, s) > 0 ? with : without) += training_.weights()[i];
    double bias = 0;
    for (std::int64_t j = 0; j < width; ++j) {
      const double along =
          map.scales[j] * rows_->target.coordinates.col(s).dot(map.on_target[j]) / 2;
      const double centre = along / with;
      const double other = against_others ? -along / without : 0;
      made.weights.push_back(centre - other);
      bias -=
          (centre * centre - other * other) / 2 + (centre - other) * map.scales[j] * map.means[j];
    }
    made.bias.push_back(bias);
  }
  return made;
}

/// One against the rest.
linear_decision map_fit::svm(const map_in_making& map) {
  const design_matrix design(mapped_rows(map, request_.report), map.learners.size(), request_.team,
                             request_.report);
  linear_decision made;
  for (std::int64_t s = 0; s < report_.scores(); ++s) {
    margin_problem problem;
    problem.signs.assign(rows_->signs.col(s).begin(), rows_->signs.col(s).end());
    problem.costs = training_.weights();
    for (double& cost : problem.costs) cost *= request_.options.real("C");
    problem.row_weights = training_.row_weights();
    problem.tolerance = request_.options.real("tolerance");
    const linear_svm solved =
        solve_linear_svm(std::move(problem), design, request_.team, request_.report);
    made.weights.insert(made.weights.end(), solved.weights.begin(), solved.weights.end());
    made.bias.push_back(solved.bias);
  }
  return made;
}

std::unique_ptr<model> map_fit::make_model(map_in_making map, const std::vector<double>& shares) {
  learned_map_parts parts;
  const bool by_neighbours = request_.options.choice("classifier") == "knn";
  if (map.learners.size() == 0) {
    if (!request_.report.ended())
      report_.warnings.emplace_back(
          "no function of a view raises the alignment with the labels: the same is predicted for "
          "every row");
    parts.classifier = make_linear_classifier(expected_labels());
  } else if (by_neighbours) {
    neighbouring_rows by;
    by.neighbours = std::min(request_.options.integer("neighbours"), report_.rows);
    by.width = map.learners.size();
    by.mapped = mapped_rows(map, progress());  // also where the fit was asked to end
    for (std::int64_t i = 0; i < report_.rows; ++i)
      for (std::int64_t s = 0; s < report_.scores(); ++s)
        by.expected.push_back(static_cast<float>(rows_->signs(i, s)));
    const std::vector<double>& weights = training_.weights();
    if (std::adjacent_find(weights.begin(), weights.end(), std::not_equal_to<>()) != weights.end())
      by.weights = weights;
    parts.classifier = make_neighbour_classifier(std::move(by), report_.scores());
  } else {
    linear_decision by = nearest_centre(map);
    unless_ended(request_.report, [&] { by = svm(map); });
    if (request_.report.ended())
      report_.warnings.emplace_back(
          "the fit ended before the SVM was trained: the class of the nearest centre is predicted");
    parts.classifier = make_linear_classifier(std::move(by));
  }
  if (request_.report.ended()) report_.stop_reason = request_.report.asked().reason;
  parts.learners = std::move(map.learners);
  parts.scales = std::move(map.scales);
  describe_pool(pool_, report_);
  report_.find("pool_weights", shares);
  if (!report_.curve.empty()) {
    report_.find("alignment", report_.curve.back().alignment);
    if (validation_)
      report_.find("validation_alignment", report_.curve.back().validation_alignment);
    if (test_) report_.find("test_alignment", report_.curve.back().test_alignment);
  }
  auto made = std::make_unique<learned_map>(std::move(parts), std::move(report_));
  measure_last_point(request_, training_.examples(), *made, by_neighbours);
  return made;
}

option_table with_map_options(option_table own) {
  const option_table shared = {
      choice_option("classifier", "linear-svm", "linear-svm|knn",
                    "what decides rows on the learned map: a linear SVM, one for each class "
                    "against the rest, or the nearest neighbours"),
      real_option("C", "1", 1e-50, false, 1e50, "1e-50 <= C <= 1e50",
                  "cost of the SVM's hinge loss against the squared norm of its weights"),
      real_option("tolerance", "1e-4", 1e-12, false, 1, "1e-12 <= tolerance <= 1",
                  "relative gap to which the SVM is solved"),
      integer_option("neighbours", "5", 1, 1e9, "1 <= neighbours <= 1e9",
                     "how many nearest rows vote with classifier=knn"),
      class_weight_option(),
      calibration_option(),
      criterion_option(),
      select_option(),
      time_limit_option(),
      threads_option(),
      seed_option()};
  own.insert(own.end(), shared.begin(), shared.end());
  return own;
}

}  // namespace coppice
