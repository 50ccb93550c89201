// The account of a model for people, made from its JSON document.
#include "model_summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluation.hpp"
#include "text.hpp"

namespace program {
namespace {

constexpr std::size_t name_width = 13;
constexpr std::size_t summary_width = 80;
constexpr std::size_t longest_bar = 32;

/// The gap of a point of the curve, as the library counts it: rounding below 0 is none.
double relative_gap(const json& point) {
  const double objective = number(point["objective"]);
  const double gap = (objective - number(point["dual_objective"])) /
                     std::max(std::abs(objective), std::numeric_limits<double>::min());
  return gap < 0 && gap >= -1e-12 ? 0 : gap;
}

/// How a column of numbers is written: all with the same decimals, or all with exponents.
struct number_format {
  bool with_exponents;
  int decimals;
  [[nodiscard]] std::string text(double value) const {
    return with_exponents ? scientific(value, decimals) : fixed(value, decimals);
  }
};

/// Six digits of the largest objective, unless the smallest one would be lost.
number_format format_of_objectives(const json& curve) {
  double largest = 0;
  double smallest = std::numeric_limits<double>::infinity();
  for (const json& point : curve) {
    largest = std::max(largest, number(point["objective"]));
    smallest = std::min(smallest, number(point["objective"]));
  }
  const bool alike = largest < 1e7 && smallest > 1e-4 && largest < 1e3 * smallest;
  if (!alike) return {true, 4};
  return {false, std::max(0, 5 - static_cast<int>(std::floor(std::log10(largest))))};
}

/// Iterations 1, 2, 4, 8, .., the one that was chosen, and the last.
std::vector<std::size_t> shown_points(std::size_t size, std::size_t chosen) {
  std::vector<std::size_t> points;
  for (std::size_t k = 1; k < size; k *= 2) points.push_back(k - 1);
  points.push_back(size - 1);
  if (chosen >= 1 && chosen <= size) points.push_back(chosen - 1);
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

/// What a validation set chooses by.
std::string criterion_of(const json& document) {
  return document["options"].value("criterion", "error");
}

/// Of a long list its beginning and its length.
std::string shown_value(const json& value) {
  constexpr std::size_t most = 4;
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return shortest(value.get<double>());
  if (!value.is_array() || value.size() <= most) return value.dump();
  std::string text = "[";
  for (std::size_t k = 0; k < most; ++k) text += significant(number(value[k]), 4) + ",";
  return text + ".. " + std::to_string(value.size()) + "]";
}

}  // namespace

std::string summary_line(const std::string& name, const std::string& text) {
  return left(name, name_width) + wrapped(text, summary_width - name_width, name_width) + "\n";
}

std::string settings(const json& object, const std::string& without) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : object.items()) {
    if (name == without || value.is_object()) continue;
    parts.push_back(name + "=" + shown_value(value));
  }
  return joined(parts, " ");
}

std::string described_options(const json& document) {
  const json& options = document["options"];
  std::string text = summary_line("method", document["method"].get<std::string>());
  text += summary_line("options", settings(options));
  if (!options.contains("pool")) return text;
  const json& drawn = options["pool"];
  if (drawn.contains("members")) return text;  // told with their weights
  const std::string kind = drawn["kind"];
  const std::string set = settings(drawn, "kind");
  return text + summary_line("pool", set.empty() ? kind : kind + " " + set);
}

std::string described_gap(double gap) {
  return gap >= 1 ? "-" : scientific(gap, 1);
}

/// How far the learners chosen are from all of them.
std::string described_price(const json& document) {
  const double price = number(document["price_of_sparsity"]);
  constexpr double known_to = 1e-6;
  if (price < known_to) return "the optimum of all learners";
  return (price < 1 ? significant(100 * price, 3) + " % above"
                    : significant(1 + price, 3) + " times") +
         " the optimum of all learners, " + significant(number(document["optimum"]), 7);
}

std::string described_objective(const json& document) {
  std::string text = significant(number(document["objective"]), 7);
  const std::string scope = document["gap_scope"].get<std::string>();
  if (scope.empty()) return text;
  if (document.contains("price_of_sparsity")) return text + ", " + described_price(document);
  const double gap = number(document["gap"]);
  if (scope == "kernel" || scope == "problem") return text + ", gap " + described_gap(gap);
  if (scope == "pool" && gap >= 1)
    return text + ", too few learners yet for a bound over the whole pool";
  return text + ", gap " + described_gap(gap) +
         (scope == "pool" ? " over the whole pool" : " over the chosen learners");
}

std::string described_shape(const json& document) {
  const auto count = [&](const char* name) { return document[name].get<std::int64_t>(); };
  const std::int64_t categories = count("categories");
  return std::to_string(count("rows")) + " rows x " + std::to_string(count("features")) +
         " features" +
         (categories == 0 ? ""
                          : ", " + std::to_string(categories) +
                                (categories == 1 ? " of them a category" : " of them categories"));
}

std::string described_targets(const json& document) {
  const std::vector<std::string> classes = document["classes"];
  if (!classes.empty()) return "classes " + joined(classes, ", ");
  const json& bias = document["bias"];
  return bias.is_number() ? "1 number a row" : std::to_string(bias.size()) + " numbers a row";
}

namespace {

/// How the squared weights are spread over several pools; "" for one.
std::string described_pools(const json& pools) {
  if (pools.size() < 2) return "";
  double sum = 1e-300;
  for (const json& one : pools) sum += number(one["squared_weight"]);
  std::string text;
  for (const json& one : pools)
    text +=
        summary_line("pool", one["description"].get<std::string>() + " has " +
                                 fixed(100 * number(one["squared_weight"]) / sum, 1) +
                                 " % of the squared weights in " +
                                 std::to_string(one["learners"].get<std::int64_t>()) + " learners");
  return text;
}

}  // namespace

std::string described_size(const json& document) {
  const bool is_ensemble = document.contains("learners");
  const bool validated = is_ensemble && document.contains("best_iteration");
  const auto iterations = document["iterations"].get<std::int64_t>();
  const auto reached = [&](const char* size, const char* of) {
    return std::to_string(document[size].get<std::int64_t>()) + of +
           (validated ? " from the best of " : " after ") + std::to_string(iterations) +
           (iterations == 1 ? " iteration" : " iterations") +
           ", stop reason: " + document["stop_reason"].get<std::string>();
  };
  if (is_ensemble)
    return summary_line("learners", reached("learners", "")) + described_pools(document["pools"]);
  if (!document.contains("kernel"))
    return summary_line("weights", reached("nonzero_features", " features that count"));
  return summary_line("kernel", document["kernel"].get<std::string>()) +
         summary_line("support", reached("support_vectors", " support vectors"));
}

std::string described_findings(const json& document) {
  std::vector<std::string> parts;
  for (const json& name : document["findings"])
    parts.push_back(name.get<std::string>() + " " +
                    significant(number(document[name.get<std::string>()]), 5));
  return parts.empty() ? "" : summary_line("findings", joined(parts, ", "));
}

bool is_known(const json& quantity) {
  return !quantity.is_null() && !std::isnan(number(quantity));
}

std::string described_validation(const json& document) {
  const std::string criterion = criterion_of(document);
  std::string reached =
      criterion + " " + criterion_for_people(number(document["validation_criterion"]));
  if (document["classes"].empty()) return reached;
  const std::string error = criterion_for_people(number(document["validation_error"]));
  return criterion == "error" ? error : error + ", " + reached;
}

namespace {

/// Of a kernel that is aligned with the classes.
std::string described_alignments(const json& document) {
  const json& curve = document["curve"];
  const auto chosen = document.value<std::size_t>("best_iteration", 0);
  struct told {
    const char* heading;
    const char* of_point;
  };
  std::vector<told> columns;
  for (const told& one :
       {told{"  alignment", "alignment"}, told{"  validation", "validation_alignment"},
        told{"    test", "test_alignment"}})
    if (curve.front().contains(one.of_point)) columns.push_back(one);
  std::string text = "iteration";
  for (const told& column : columns) text += column.heading;
  text += "\n";
  for (const std::size_t k : shown_points(curve.size(), chosen)) {
    const json& point = curve[k];
    const double alignment = number(point["alignment"]);
    text += right(std::to_string(point["iteration"].get<std::int64_t>()), 9);
    for (const told& column : columns)
      text += right(fixed(number(point[column.of_point]), 4), std::strlen(column.heading));
    const auto bar = std::lround(alignment * static_cast<double>(longest_bar));
    text += "  " + std::string(static_cast<std::size_t>(std::max(0L, bar)), '#');
    text += chosen == k + 1 ? " chosen\n" : "\n";
  }
  return text;
}

/// A column of the curve that stands behind the numbers of the fit.
struct error_column {
  std::string heading;
  const char* of_point;
  [[nodiscard]] std::string cell(const json& point) const {
    return right(criterion_for_people(number(point[of_point])), heading.size());
  }
};

std::vector<error_column> error_columns(const json& document) {
  const json& first = document["curve"].front();
  const bool of_classes = !document["classes"].empty();
  const bool validated = is_known(first["validation_criterion"]);
  const std::string criterion = criterion_of(document);
  std::vector<error_column> columns;
  if (of_classes) columns.push_back({"train error", "train_error"});
  if (of_classes && validated) columns.push_back({"validation", "validation_error"});
  if (validated && criterion != "error")
    columns.push_back({right(criterion, 9), "validation_criterion"});
  if (is_known(first["test_error"])) columns.push_back({"test error", "test_error"});
  return columns;
}

/// What the bars show: what the iteration is chosen by, else the test error, else the training
/// error.
const char* drawn_by(const json& document) {
  const json& first = document["curve"].front();
  if (document["classes"].empty()) return "validation_criterion";
  if (is_known(first["validation_error"])) return "validation_error";
  return is_known(first["test_error"]) ? "test_error" : "train_error";
}

}  // namespace

std::string described_curve(const json& document) {
  const json& curve = document["curve"];
  if (curve.empty() || !document.contains("learners")) return "";
  if (curve.front().contains("alignment")) return described_alignments(document);
  const std::vector<error_column> columns = error_columns(document);
  const char* const drawn = drawn_by(document);
  std::string text = "iteration  learners   objective       gap";
  for (const error_column& column : columns) text += "  " + column.heading;
  text += "\n";
  double largest_error = 1e-12;
  for (const json& point : curve) largest_error = std::max(largest_error, number(point[drawn]));
  const number_format objective_format = format_of_objectives(curve);
  const auto chosen = document.value<std::size_t>("best_iteration", 0);
  const std::size_t room = summary_width - std::min(summary_width, text.size());
  const std::size_t longest = std::clamp<std::size_t>(room, 8, longest_bar);
  for (const std::size_t k : shown_points(curve.size(), chosen)) {
    const json& point = curve[k];
    const double error = number(point[drawn]);
    const double share = std::isnan(error) ? 0 : error / largest_error;
    const auto bar = std::lround(share * static_cast<double>(longest));
    text += right(std::to_string(point["iteration"].get<std::int64_t>()), 9) +
            right(std::to_string(point["learners"].get<std::int64_t>()), 10) +
            right(objective_format.text(number(point["objective"])), 12) +
            right(described_gap(relative_gap(point)), 10);
    for (const error_column& column : columns) text += "  " + column.cell(point);
    if (bar > 0) text += "  " + std::string(static_cast<std::size_t>(bar), '#');
    if (chosen == k + 1) text += bar > 0 ? " chosen" : "  chosen";
    text += "\n";
  }
  return text;
}

}  // namespace program
