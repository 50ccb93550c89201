#include "continuing.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "input.hpp"
#include "model_report.hpp"
#include "text.hpp"

namespace program {
namespace {

/// What may differ: how far to go, and how fast.
constexpr std::array<std::string_view, 4> budgets = {"learners", "time_limit",
                                                     "validation_patience", "threads"};

bool is_budget(const std::string& name) {
  return std::find(budgets.begin(), budgets.end(), name) != budgets.end();
}

void check_method(const model& from, const std::string& place) {
  const std::string method = get_string(from, "method");
  const json options = json::parse(get_string(from, "options"));
  if (options.contains("learners") && get_string(from, "kind") == "ensemble") return;
  throw user_error(
      place + "method " + method + " does not add learner to learner, so that there is " +
      "nothing to go on with; train anew, or, of a stream, go on from what --state saved");
}

/// The model's options as --set takes them, but for budgets.
std::vector<std::string> settings_of(const model& from) {
  std::vector<std::string> settings;
  const json options = json::parse(get_string(from, "options"));
  for (const auto& [name, value] : options.items()) {
    if (value.is_object() || value.is_array() || is_budget(name)) continue;
    settings.push_back(name + "=" +
                       (value.is_string() ? value.get<std::string>() : shortest(number(value))));
  }
  return settings;
}

std::string learner_text(const model& of, std::int64_t j) {
  return get_text([&](char* out, std::int64_t capacity, std::int64_t* needed) {
    return coppice_model_learner(of.get(), j, out, capacity, needed);
  });
}

}  // namespace

training_arguments continued_from(const model& from, training_arguments arguments) {
  const std::string place = "--continue " + arguments.continued + ": ";
  check_method(from, place);
  if (!arguments.method.empty() || !arguments.pools.empty() || !arguments.seed.empty())
    throw user_error(place +
                     "method, pools and seed are the model's; expected no --method, --pool " +
                     "or --seed");
  const std::int64_t known = get_int(from, "learners");
  bool more = false;
  for (const std::string& setting : arguments.settings) {
    const auto [name, value] = name_and_value("--set", setting);
    if (!is_budget(name))
      throw user_error(place + "--set " + setting + " would make it another fit; expected " +
                       "learners, time_limit or validation_patience");
    if (name != "learners") continue;
    more = whole_number("--set learners", value, 1) > known;
  }
  if (!more)
    throw user_error(place + "the model has " + counted(known, "learner") +
                     "; expected --set learners=N with more");
  std::vector<std::string> settings = settings_of(from);
  settings.insert(settings.end(), arguments.settings.begin(), arguments.settings.end());
  arguments.settings = std::move(settings);
  arguments.method = get_string(from, "method");
  arguments.pools = split(get_string(from, "pools"), '\n');
  return arguments;
}

void check_continues(const model& from, const model& fitted, const training_arguments& arguments) {
  const std::int64_t both = std::min(get_int(from, "learners"), get_int(fitted, "learners"));
  for (std::int64_t j = 0; j < both; ++j)
    if (learner_text(from, j) != learner_text(fitted, j))
      throw user_error("--continue " + arguments.continued + ": learner " + std::to_string(j + 1) +
                       " is another than in the model; expected the data, weights and validation "
                       "data that it was trained on");
}

}  // namespace program
