#include "methods/method.hpp"

#include "pools/custom.hpp"

namespace coppice {
namespace {

document document_of(const option_values& options) {
  document result = document::object_type();
  for (const option_values::value& value : options.all()) {
    const char* name = value.declared->name;
    if (value.declared->type == option_type::choice)
      result.add(name, value.text);
    else if (value.declared->type == option_type::integer)
      result.add(name, static_cast<std::int64_t>(value.number));
    else
      result.add(name, value.number);
  }
  return result;
}

document document_of(const pool_specification& pool) {
  document result = document().with("kind", pool.kind->name);
  if (pool.custom) result.add("name", pool.custom->name);
  result.add_all(document_of(pool.options));
  if (!pool.view.empty()) result.add("view", pool.view);
  if (!is_union(*pool.kind)) return result;
  document members = document::array_type();
  for (const pool_specification& member : pool.members) members.push_back(document_of(member));
  result.add("members", std::move(members));
  return result;
}

void describe_pool(const pool_specification& pool, training_report& report) {
  report.options.set("pool", document_of(pool));
  report.pools = texts_of_members(pool);
}

}  // namespace

training_report start_report(const method& method, const fit_request& request) {
  training_report report;
  report.method = method.name;
  report.options = document_of(request.options);
  describe_pool(request.pool, report);
  report.classes = request.examples.classes();
  report.features = request.examples.features();
  report.names = request.examples.names();
  return report;
}

void finish_report(const fit_request& request, training_report& report) {
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - request.started;
  report.fit_seconds = taken.count();
}

std::unique_ptr<pool> make_pool(const fit_request& request, const dataset& examples,
                                thread_team& team, training_report& report) {
  pool_specification wanted = request.pool;
  const auto seed = static_cast<std::uint64_t>(request.options.integer("seed"));
  auto made = create_pool(examples, wanted, team, request.report, seed);
  describe_pool(wanted, report);
  return made;
}

option threads_option() {
  return integer_option("threads", "1", 0, "threads >= 0",
                        "threads to use, 0 for all; the model is the same for every number");
}

option seed_option() {
  return integer_option("seed", "0", 0, "seed >= 0",
                        "seed of what is drawn at random; the same seed gives the same model");
}

option learners_option() {
  return integer_option("learners", "500", 1, "learners >= 1",
                        "most weak learners to choose (J_max)");
}

option keep_stages_option() {
  return choice_option("keep_stages", "no", "no|yes",
                       "keep the weights of every iteration, for staged prediction");
}

}  // namespace coppice
