// coppice info: what is in a model, which learners and features weigh most, and how it learned.
#include <algorithm>
#include <cmath>

#include "commands.hpp"
#include "input.hpp"
#include "model_report.hpp"
#include "model_summary.hpp"
#include "output.hpp"
#include "shapes.hpp"
#include "text.hpp"

namespace program {
namespace {

constexpr std::size_t most_shown = 10;

/// Every weak learner, in the order of choice, with its weight (as many as there are biases where
/// there are more).
json learners_of(const model& from) {
  const std::size_t biases = get_array(from, "bias").size();
  const std::vector<double> weights = get_array(from, "weights");
  json learners = json::array();
  for (std::size_t j = 0; j * biases < weights.size(); ++j) {
    json learner =
        json::parse(get_text([&](char* out, std::int64_t capacity, std::int64_t* needed) {
          return coppice_model_learner(from.get(), static_cast<std::int64_t>(j), out, capacity,
                                       needed);
        }));
    const double* const first = &weights[j * biases];
    if (biases == 1)
      learner["weight"] = *first;
    else
      learner["weight"] = std::vector<double>(first, first + biases);
    learners.push_back(std::move(learner));
  }
  return learners;
}

/// The features that learners look at: how many learners, the sum of their |weights|, and how much
/// the feature matters where the model knows it.
json features_of(const model& from) {
  const std::vector<double> counts = get_array(from, "feature_counts");
  const std::vector<double> weights = get_array(from, "feature_weights");
  const std::vector<double> importances = get_array(from, "feature_importance");
  const std::vector<double> columns = get_array(from, "columns");
  json features = json::array();
  for (std::size_t d = 0; d < counts.size(); ++d) {
    if (counts[d] <= 0) continue;
    json feature = {{"feature", d}};
    const std::string name = feature_name(from, static_cast<std::int64_t>(d));
    if (!name.empty()) feature["feature_name"] = name;
    if (d < columns.size()) feature["column"] = static_cast<std::int64_t>(columns[d]);
    feature["learners"] = static_cast<std::int64_t>(counts[d]);
    feature["weight"] = weights[d];
    if (!importances.empty()) feature["importance"] = importances[d];
    features.push_back(std::move(feature));
  }
  return features;
}

double magnitude(const json& item, const char* of) {
  const json& weight = item[of];
  if (!weight.is_array()) return std::abs(number(weight));
  double sum = 0;
  for (const json& of_score : weight) sum += std::abs(number(of_score));
  return sum;
}

/// The items with the largest magnitude of a member, the largest first.
std::vector<json> heaviest(const json& items, const char* by) {
  std::vector<json> sorted(items.begin(), items.end());
  std::stable_sort(sorted.begin(), sorted.end(), [by](const json& a, const json& b) {
    return magnitude(a, by) > magnitude(b, by);
  });
  if (sorted.size() > most_shown) sorted.resize(most_shown);
  return sorted;
}

std::string heading(const std::string& what, std::size_t shown, std::size_t all) {
  if (shown == all) return "\n" + what + "\n";
  return "\n" + what + ", the heaviest " + std::to_string(shown) + " of " + std::to_string(all) +
         "\n";
}

/// "Bern, Ulm and 3 more".
std::string some_of(std::vector<std::string> levels) {
  constexpr std::size_t most = 6;
  const std::size_t more = levels.size() > most ? levels.size() - most + 1 : 0;
  levels.resize(levels.size() - more);
  for (std::string& level : levels)
    if (level.find(',') != std::string::npos) level = '"' + level + '"';
  return joined(levels, ", ") + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

/// When a stump of a category is +1: "city is one of Bern, Ulm", or by the levels that it leaves
/// out where these are fewer.
std::string condition(const model& from, const json& learner) {
  const auto feature = learner["feature"].get<std::int64_t>();
  const std::string subject = feature_text(from, feature) + " is ";
  const std::vector<std::string> levels = learner["level_names"];
  const std::vector<std::string> all = level_names(from, feature);
  if (2 * levels.size() <= all.size())
    return subject + (levels.size() == 1 ? "" : "one of ") + some_of(levels);
  std::vector<std::string> others;
  auto next = levels.begin();  // in the order of all, that of their codes
  for (const std::string& level : all)
    if (next != levels.end() && *next == level)
      ++next;
    else
      others.push_back(level);
  return subject + (others.empty() ? "not missing" : "neither " + some_of(others) + " nor missing");
}

/// "age > 0.5: (feature 2 is missing: +1, else -1), else -1", cut short where it is long.
std::string questions(const model& from, const json& node) {
  if (node.contains("output")) return number(node["output"]) > 0 ? "+1" : "-1";
  const std::string subject = feature_text(from, node["feature"].get<std::int64_t>());
  const std::string question = node.contains("condition")
                                   ? subject + " is missing"
                                   : subject + " > " + significant(number(node["threshold"]), 5);
  const auto branch = [&](const json& of) {
    return of.contains("output") ? questions(from, of) : "(" + questions(from, of) + ")";
  };
  return question + ": " + branch(node["above"]) + ", else " + branch(node["below"]);
}

/// When a stump of numbers is +1: "age > 41.5", "age > 41.5 or missing", "age is missing".
std::string comparison(const model& from, const json& learner) {
  const std::string subject = feature_text(from, learner["feature"].get<std::int64_t>());
  if (learner.contains("condition")) return subject + " " + learner["condition"].get<std::string>();
  return subject + " > " + significant(number(learner["threshold"]), 5) +
         (learner.value("missing", "") == "above" ? " or missing" : "");
}

std::string shortened(const std::string& text) {
  constexpr std::size_t most = 75;
  return text.size() <= most ? text : text.substr(0, most) + " ...";
}

std::string described_learner(const model& from, const json& learner) {
  if (learner.contains("level_names")) return condition(from, learner);
  if (learner.contains("below")) return shortened(questions(from, learner));
  if (learner.contains("threshold") || learner.contains("condition"))
    return comparison(from, learner);
  return settings(learner);
}

std::string described_heaviest(const model& from, const json& learners) {
  const std::vector<json> shown = heaviest(learners, "weight");
  std::string text = heading("weak learners by |weight|", shown.size(), learners.size());
  for (json learner : shown) {
    const json weight = learner["weight"];
    const std::string kind = learner["kind"];
    learner.erase("weight");
    learner.erase("kind");
    const std::string described = described_learner(from, learner);
    text += right(weight.is_array() ? significant(magnitude({{"weight", weight}}, "weight"), 5)
                                    : significant(number(weight), 5),
                  13) +
            "  " + kind + (described.empty() ? "" : "  " + described) + "\n";
  }
  return text;
}

/// By importance; by weights where the model does not know it, or every learner looks at several.
std::string described_features(const model& from, const json& features) {
  const bool known = std::any_of(features.begin(), features.end(), [](const json& feature) {
    return feature.contains("importance") && number(feature["importance"]) > 0;
  });
  const char* const by = known ? "importance" : "weight";
  const std::vector<json> shown = heaviest(features, by);
  std::string text = heading(known ? "features by standard deviation of what they contribute"
                                   : "features by sum of |weight|",
                             shown.size(), features.size());
  for (const json& feature : shown) {
    const auto count = feature["learners"].get<std::int64_t>();
    text += right(significant(number(feature[by]), 5), 13) + "  " +
            feature_text(from, feature["feature"].get<std::int64_t>()) + " in " +
            counted(count, "learner") + "\n";
  }
  return text;
}

/// The sigmoid of the later of two classes; of more classes one for each, against the others.
std::string described_calibration(const json& calibration,
                                  const std::vector<std::string>& classes) {
  const auto sigmoid = [&](std::size_t score) {
    return "1 / (1 + exp(-(" + significant(number(calibration["slope"][score]), 5) + " f + " +
           significant(number(calibration["offset"][score]), 5) + ")))";
  };
  if (classes.size() == 2)
    return summary_line("probability", sigmoid(0) + " of class " + classes[1]);
  std::string text;
  for (std::size_t k = 0; k < classes.size(); ++k)
    text +=
        summary_line("probability", sigmoid(k) + ", over the sum of all, of class " + classes[k]);
  return text;
}

std::string described_learners(const model& from, const json& document) {
  std::string text = described_heaviest(from, document["weak_learners"]);
  return text + described_features(from, document["features_used"]);
}

std::string described(const model& from, const json& document) {
  const std::vector<std::string> classes = document["classes"];
  std::string text = described_options(document);
  text += classes.empty() ? summary_line("targets", described_targets(document))
                          : summary_line("classes", joined(classes, ", "));
  if (document.contains("label")) text += summary_line("label", column_text(document["label"]));
  text += summary_line("trained on", described_shape(document) + " in " +
                                         fixed(number(document["seconds"]["fit"]), 3) + " seconds");
  text += described_size(document);
  text += summary_line("objective", described_objective(document));
  text += described_findings(document);
  if (!classes.empty())
    text += summary_line("train error", fixed(number(document["train_error"]), 4));
  if (document.contains("validation_error"))
    text += summary_line("validation", described_validation(document));
  if (document["bias"].is_number())
    text += summary_line("bias", significant(number(document["bias"]), 5));
  if (document.contains("calibration"))
    text += described_calibration(document["calibration"], classes);
  for (const json& warning : document["warnings"])
    text += summary_line("warning", warning.get<std::string>());
  const bool has_learners = !document.value("weak_learners", json::array()).empty();
  if (has_learners) text += described_learners(from, document);
  if (document.contains("shapes")) text += described_shapes(from, document);
  const std::string curve = has_learners ? described_curve(document) : "";
  return curve.empty() ? text : text + "\n" + curve;
}

struct info_arguments {
  std::string model;
  bool shapes = false;
  bool as_json = false;
};

void run(const info_arguments& arguments) {
  const model from = read_model(arguments.model);
  json document = summary_of(from);
  document["seconds"] = {{"fit", get_double(from, "fit_seconds")}};
  if (document.contains("learners")) {
    document["weak_learners"] = learners_of(from);
    document["features_used"] = features_of(from);
  }
  if (arguments.shapes) document.update(shapes_of(from, shown(arguments.model)));
  document["curve"] = curve_of(from);
  if (const std::string label = get_string(from, "label_column"); !label.empty())
    document["label"] = label;
  if (const std::string id = get_string(from, "id_column"); !id.empty()) document["id"] = id;
  print(arguments.as_json ? printed(document) : described(from, document));
}

}  // namespace

void add_info(CLI::App& app) {
  auto arguments = std::make_shared<info_arguments>();
  CLI::App& info = *app.add_subcommand("info", "show what is in a model");
  info.group("Commands");
  info.add_option("MODEL", arguments->model, "a model that train saved; - is standard input")
      ->required()
      ->option_text(" ");
  info.add_flag("--shapes", arguments->shapes,
                "show what each feature adds to the decision value, wherever it is");
  info.add_flag("-j,--json", arguments->as_json, "print one JSON object, with every learner");
  info.footer("Example:\n  coppice info model.json --shapes");
  info.callback([arguments] { run(*arguments); });
}

}  // namespace program
