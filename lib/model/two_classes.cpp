#include "model/two_classes.hpp"

#include <utility>

#include "core/error.hpp"

namespace coppice {

document save_problems(const std::vector<learners_of_problem>& problems) {
  std::vector<std::int64_t> added_to;
  std::vector<std::int64_t> taken_from;
  std::vector<std::int64_t> groups;
  for (const learners_of_problem& problem : problems) {
    added_to.push_back(problem.classes.added_to);
    taken_from.push_back(problem.classes.taken_from);
    groups.push_back(problem.parts);
  }
  return document()
      .with("added_to", std::move(added_to))
      .with("taken_from", std::move(taken_from))
      .with("groups", std::move(groups));
}

std::vector<learners_of_problem> load_problems(const document& saved, std::int64_t scores,
                                               std::size_t parts) {
  const std::vector<std::int64_t> added_to = saved.integers("added_to", 0, scores - 1);
  const std::vector<std::int64_t> taken_from = saved.integers("taken_from", -1, scores - 1);
  const auto most = static_cast<std::int64_t>(parts);
  const std::vector<std::int64_t> groups = saved.integers("groups", 0, most);
  const std::size_t count = groups.size();
  if (count == 0 || added_to.size() != count || taken_from.size() != count)
    fail_damaged(text("its \"problems\" have ", added_to.size(), " and ", taken_from.size(),
                      " classes, and ", count, " numbers of groups"));
  std::vector<learners_of_problem> loaded;
  std::int64_t left = most;
  for (std::size_t p = 0; p < count; ++p) {
    if (added_to[p] == taken_from[p])
      fail_damaged(text("its problem ", p, " takes from the score that it adds to"));
    left = left < groups[p] ? -1 : left - groups[p];
    loaded.push_back({{added_to[p], taken_from[p]}, groups[p]});
  }
  if (left != 0) fail_damaged(text("its \"problems\" do not have ", most, " groups in all"));
  return loaded;
}

}  // namespace coppice
