// The account of a model as JSON.
#include "model_report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "text.hpp"

namespace program {

std::int64_t get_int(const model& from, const char* name) {
  return get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_model_get_int(from.get(), name, out); });
}

double get_double(const model& from, const char* name) {
  return get_value<double>(
      [&](double* out) { return coppice_model_get_double(from.get(), name, out); });
}

std::string get_string(const model& from, const char* name) {
  return get_text([&](char* out, std::int64_t capacity, std::int64_t* needed) {
    return coppice_model_get_string(from.get(), name, out, capacity, needed);
  });
}

std::vector<double> get_array(const model& from, const char* name) {
  return get_numbers([&](double* out, std::int64_t capacity, std::int64_t* needed) {
    return coppice_model_get_array(from.get(), name, out, capacity, needed);
  });
}

std::vector<std::string> class_names(const model& from) {
  std::vector<std::string> names;
  const std::int64_t classes = get_int(from, "classes");
  for (std::int64_t k = 0; k < classes; ++k)
    names.push_back(get_text([&](char* out, std::int64_t capacity, std::int64_t* needed) {
      return coppice_model_class_name(from.get(), k, out, capacity, needed);
    }));
  return names;
}

std::string feature_name(const model& from, std::int64_t feature) {
  return get_text([&](char* out, std::int64_t capacity, std::int64_t* needed) {
    return coppice_model_feature_name(from.get(), feature, out, capacity, needed);
  });
}

std::string feature_text(const model& from, std::int64_t feature) {
  std::string name = feature_name(from, feature);
  if (!name.empty()) return name;
  const std::vector<double> columns = get_array(from, "columns");
  const bool numbered = feature < static_cast<std::int64_t>(columns.size());
  return numbered ? "column " + shortest(columns[feature])
                  : "feature " + std::to_string(feature + 1);
}

std::string column_text(const std::string& column) {
  std::int64_t number = 0;
  return parse_whole(column, number) ? "column " + column : column;
}

std::string id_header(const model& from, const std::optional<std::string>& given) {
  const std::string column = given ? *given : get_string(from, "id_column");
  std::int64_t number = 0;
  return column.empty() || parse_whole(column, number) ? "id" : column;
}

std::vector<std::string> level_names(const model& from, std::int64_t feature) {
  const auto levels = get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_model_levels(from.get(), feature, out); });
  std::vector<std::string> names;
  for (std::int64_t level = 0; level < levels; ++level)
    names.push_back(get_text([&](char* out, std::int64_t capacity, std::int64_t* needed) {
      return coppice_model_level_name(from.get(), feature, level, out, capacity, needed);
    }));
  return names;
}

namespace {

/// What the learners were drawn from: text, number of learners, sum of squared weights.
json pools_of(const model& from) {
  const std::vector<std::string> descriptions = split(get_string(from, "pools"), '\n');
  const std::vector<double> learners = get_array(from, "pool_learners");
  const std::vector<double> weights = get_array(from, "pool_weights");
  json pools = json::array();
  for (std::size_t k = 0; k < weights.size(); ++k)
    pools.push_back({{"description", descriptions[k]},
                     {"learners", static_cast<std::int64_t>(learners[k])},
                     {"squared_weight", weights[k]}});
  return pools;
}

/// How large the model is, by its kind.
json size_of(const model& from) {
  const std::string kind = get_string(from, "kind");
  if (kind == "linear") return {{"nonzero_features", get_int(from, "nonzero_features")}};
  if (kind == "kernel-expansion")
    return {{"support_vectors", get_int(from, "support_vectors")},
            {"kernel", get_string(from, "kernel")}};
  return {{"learners", get_int(from, "learners")}, {"pools", pools_of(from)}};
}

/// What only its method tells, but for lists; and the names of that.
json findings_of(const model& from) {
  json findings = {{"findings", json::array()}};
  for (const std::string& name : split(get_string(from, "findings"), '\n')) {
    double value = 0;
    if (coppice_model_get_double(from.get(), name.c_str(), &value) != COPPICE_OK) continue;
    findings[name] = value;
    findings["findings"].push_back(name);
  }
  return findings;
}

}  // namespace

json summary_of(const model& from) {
  const std::vector<double> bias = get_array(from, "bias");
  json summary = {{"method", get_string(from, "method")},
                  {"options", json::parse(get_string(from, "options"))},
                  {"rows", get_int(from, "rows")},
                  {"features", get_int(from, "features")},
                  {"categories", get_int(from, "categories")},
                  {"classes", class_names(from)},
                  {"iterations", get_int(from, "iterations")},
                  {"objective", get_double(from, "objective")},
                  {"dual_objective", get_double(from, "dual_objective")},
                  {"gap", get_double(from, "gap")},
                  {"gap_scope", get_string(from, "gap_scope")},
                  {"bias", bias.size() == 1 ? json(bias.front()) : json(bias)},
                  {"train_error", get_double(from, "train_error")},
                  {"stop_reason", get_string(from, "stop_reason")},
                  {"warnings", split(get_string(from, "warnings"), '\n')}};
  summary.update(size_of(from));
  summary.update(findings_of(from));
  if (const double price = get_double(from, "price_of_sparsity"); !std::isnan(price)) {
    summary["optimum"] = get_double(from, "optimum");
    summary["price_of_sparsity"] = price;
  }
  if (const std::vector<double> slope = get_array(from, "calibration_slope"); !slope.empty())
    summary["calibration"] = {{"slope", slope}, {"offset", get_array(from, "calibration_offset")}};
  const std::int64_t best = get_int(from, "best_iteration");
  const std::vector<double> iterations = get_array(from, "curve.iteration");
  const std::vector<double> criteria = get_array(from, "curve.validation_criterion");
  const auto at = static_cast<std::size_t>(
      std::find(iterations.begin(), iterations.end(), static_cast<double>(best)) -
      iterations.begin());
  if (at == iterations.size() || std::isnan(criteria[at])) return summary;
  summary["best_iteration"] = best;
  summary["validation_error"] = get_array(from, "curve.validation_error")[at];
  summary["validation_criterion"] = criteria[at];
  return summary;
}

json curve_of(const model& from) {
  struct column {
    const char* name;
    bool whole = false;
    bool if_known = false;  // of few methods: left out where nothing is known
  };
  constexpr std::array<column, 13> columns = {{{"iteration", true},
                                               {"learners", true},
                                               {"objective"},
                                               {"dual_objective"},
                                               {"master_gap"},
                                               {"score"},
                                               {"train_error"},
                                               {"validation_error"},
                                               {"validation_criterion"},
                                               {"test_error"},
                                               {"alignment", false, true},
                                               {"validation_alignment", false, true},
                                               {"test_alignment", false, true}}};
  json curve = json::array();
  for (const column& of : columns) {
    const std::vector<double> values = get_array(from, (std::string("curve.") + of.name).c_str());
    if (of.if_known &&
        std::all_of(values.begin(), values.end(), [](double value) { return std::isnan(value); }))
      continue;
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (k == curve.size()) curve.push_back(json::object());
      if (of.whole)
        curve[k][of.name] = static_cast<std::int64_t>(values[k]);
      else
        curve[k][of.name] = values[k];
    }
  }
  return curve;
}

std::string printed(const json& document) {
  return document.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

double number(const json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

}  // namespace program
