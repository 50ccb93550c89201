#include "methods/drawn_design.hpp"

#include <utility>

#include "learners/outputs.hpp"
#include "methods/selection.hpp"

namespace coppice {
namespace {

/// What a map makes of the rows, rows x learners.
std::vector<double> mapped_rows(const learner_sequence& map, const dataset& examples,
                                const fit_request& request) {
  const std::int64_t rows = examples.rows();
  std::vector<double> mapped;
  request.report.resize(mapped, rows * map.size());
  std::vector<float> column(static_cast<std::size_t>(rows));
  for (std::int64_t j = 0; j < map.size(); ++j) {
    std::int64_t at = j;
    const weak_learners& part = map.find(at);
    const auto learner = part.make_empty();
    learner->append(part, at, 1);
    compute_outputs(*learner, examples, request.team, request.report, column.data());
    for (std::int64_t i = 0; i < rows; ++i) {
      mapped[i * map.size() + j] = static_cast<double>(column[i]);
      request.report.poll_at(i);
    }
  }
  return mapped;
}

}  // namespace

learner_sequence drawn_map(const training_set& training, const fit_request& request,
                           pool_specification& wanted) {
  learner_sequence map;
  if (wanted.kind->is_of_features) return map;
  const auto pool = create_pool(training.examples(), wanted, request.team, request.report,
                                seed_of(request.options));
  for (auto& learner : pool->draw(request.options.integer("learners")))
    map.append(std::move(learner));
  return map;
}

design_matrix design_of(const learner_sequence& map, const training_set& training,
                        const fit_request& request) {
  const dataset& examples = training.examples();
  if (map.size() > 0)
    return {mapped_rows(map, examples, request), map.size(), request.team, request.report};
  const auto view = request.pool.view.empty() ? nullptr : request.examples.view(request.pool.view);
  return {examples.values(), view.get(), request.team, request.report};
}

}  // namespace coppice
