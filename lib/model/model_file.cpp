#include "model/model_file.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "core/error.hpp"
#include "core/expression.hpp"
#include "data/feature_matrix.hpp"
#include "model/registry.hpp"

namespace coppice {
namespace {

constexpr sealed_kind model_file = {"coppice-model", "model"};

name_list decode_names(const document& saved, std::int64_t features) {
  constexpr const char* member = "feature_names";
  if (!saved.has(member)) return {};
  try {
    name_list names(saved.strings(member));
    if (names.size() == features) return names;
    fail_damaged(text("\"", member, "\" has ", names.size(), " names for ", features, " features"));
  } catch (const error& refused) {
    if (refused.status() != COPPICE_INVALID_DATA) throw;
    fail_damaged(text("\"", member, "\": ", refused.what()));
  }
}

document encode_levels(const feature_levels& levels) {
  document features = document::array_type();
  for (const auto& [feature, names] : levels)
    features.push_back(document().with("feature", feature).with("levels", names->all()));
  return features;
}

feature_levels decode_levels(const document& saved, std::int64_t features) {
  constexpr const char* member = "feature_levels";
  feature_levels levels;
  if (!saved.has(member)) return levels;
  std::int64_t next = 0;
  for (const document& one : saved.array(member)) {
    const std::int64_t feature = one.integer("feature", 0, features - 1);
    if (feature < next) fail_damaged(text("the features of its \"", member, "\" do not ascend"));
    next = feature + 1;
    try {
      levels.set(feature, name_list(one.strings("levels"), "levels"));
    } catch (const error& refused) {
      if (refused.status() != COPPICE_INVALID_DATA) throw;
      fail_damaged(text("\"", member, "\" of feature ", feature, ": ", refused.what()));
    }
  }
  return levels;
}

document encode_place(const table_columns::place& column) {
  document encoded = document().with("column", column.number);
  if (!column.name.empty()) encoded.add("name", column.name);
  return encoded;
}

document encode_table(const table_columns& table) {
  document encoded = document().with("width", table.width).with("others", table.others);
  if (table.label.exists()) encoded.add("label", encode_place(table.label));
  if (table.id.exists()) encoded.add("id", encode_place(table.id));
  return encoded;
}

/// A column beside the features.
table_columns::place decode_place(const document& saved, const char* member,
                                  const table_columns& table) {
  if (!saved.has(member)) return {};
  const document& encoded = saved.at(member);
  table_columns::place column{encoded.integer("column", 1, table.width), ""};
  if (!std::binary_search(table.others.begin(), table.others.end(), column.number))
    fail_damaged(
        text("the ", member, " of its table is column ", column.number, ", which is a feature"));
  if (encoded.has("name")) column.name = encoded.string("name");
  if (encoded.has("name") && (column.name.empty() || !is_name(column.name)))
    fail_damaged(text("the ", member, " of its table is called ", in_quotes(column.name)));
  return column;
}

table_columns decode_table(const document& saved, std::int64_t features) {
  constexpr const char* member = "table";
  if (!saved.has(member)) return {};
  const document& encoded = saved.at(member);
  table_columns table;
  table.width = encoded.integer("width", 1, most_features);
  table.others = encoded.integers("others", 1, table.width);
  if (!std::is_sorted(table.others.begin(), table.others.end(), std::less_equal<>()))
    fail_damaged("the columns of its table that are not features do not ascend");
  if (table.width - static_cast<std::int64_t>(table.others.size()) != features)
    fail_damaged(text("its table has ", table.width, " columns, ", table.others.size(),
                      " of them not features; expected ", features, " others"));
  table.label = decode_place(encoded, "label", table);
  table.id = decode_place(encoded, "id", table);
  return table;
}

/// What is not known is absent.
void add_known(document& to, const char* name, double value) {
  if (std::isfinite(value)) to.add(name, value);
}

double number_if_known(const document& saved, const char* name) {
  return saved.has(name) ? saved.number(name) : training_report::unknown;
}

/// A column of which nothing is known is absent, but for the first, which says how many points
/// there are.
document encode_curve(const learning_curve& points) {
  document curve = document::object_type();
  for (const curve_column& column : curve_columns) {
    std::vector<double> values;
    values.reserve(points.size());
    for (const curve_point& point : points) values.push_back(point.*column.value);
    const bool known = std::any_of(values.begin(), values.end(),
                                   [](double value) { return std::isfinite(value); });
    if (known || &column == &curve_columns.front()) curve.add(column.name, std::move(values));
  }
  return curve;
}

learning_curve decode_curve(const document& saved) {
  learning_curve points(saved.numbers(curve_columns.front().name).size());
  for (const curve_column& column : curve_columns) {
    if (!saved.has(column.name)) continue;
    const std::vector<double> values = saved.numbers(column.name);
    if (values.size() != points.size()) fail_damaged("the curve's columns differ in length");
    for (std::size_t k = 0; k < values.size(); ++k) points[k].*column.value = values[k];
  }
  return points;
}

document encode_findings(const std::vector<finding>& findings) {
  document encoded = document::object_type();
  for (const finding& found : findings) {
    if (found.is_list)
      encoded.add(found.name, found.numbers);
    else
      encoded.add(found.name, found.numbers.front());
  }
  return encoded;
}

/// Their names are words of small letters, as those of all quantities are.
std::vector<finding> decode_findings(const document& saved) {
  std::vector<finding> findings;
  if (!saved.has("findings")) return findings;
  const document& encoded = saved.object("findings");
  for (const auto& [name, value] : *encoded.get_if<document::object_type>()) {
    if (name.empty() ||
        name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos)
      fail_damaged(text(in_quotes(name), " is not the name of a finding"));
    const bool is_number = value.is_null() || value.holds<std::int64_t>() || value.holds<double>();
    findings.push_back({name,
                        is_number ? std::vector<double>{encoded.number(name.c_str())}
                                  : encoded.numbers(name.c_str()),
                        !is_number});
  }
  return findings;
}

document encode_report(const training_report& report) {
  document training = document()
                          .with("pools", report.pools)
                          .with("rows", report.rows)
                          .with("iterations", report.iterations)
                          .with("best_iteration", report.best_iteration);
  add_known(training, "objective", report.objective);
  add_known(training, "dual_objective", report.dual_objective);
  add_known(training, "optimum", report.optimum);
  if (!report.gap_scope.empty()) training.add("gap_scope", report.gap_scope);
  add_known(training, "train_error", report.train_error);
  add_known(training, "fit_seconds", report.fit_seconds);
  if (!report.findings.empty()) training.add("findings", encode_findings(report.findings));
  return std::move(training)
      .with("stop_reason", report.stop_reason)
      .with("warnings", report.warnings)
      .with("curve", encode_curve(report.curve));
}

/// Models give their pools line by line, so these must be texts that the library itself writes.
void check_pool(const std::string& pool) {
  std::string canonical;
  try {
    canonical = text_of(parse_expression(pool, "union"));
  } catch (const error& wrong) {
    fail_damaged(text("its pool is ", in_quotes(pool), "; ", wrong.what()));
  }
  if (canonical != pool)
    fail_damaged(text("its pool is ", in_quotes(pool), "; expected ", in_quotes(canonical)));
}

training_report decode_report(const document& saved) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  training_report report;
  report.method = saved.string("method");
  report.options = saved.object("options").copy();
  report.features = saved.integer("features", 1, most_features);
  report.names = decode_names(saved, report.features);
  report.levels = decode_levels(saved, report.features);
  report.table = decode_table(saved, report.features);
  if (saved.has("outputs")) {
    report.outputs = saved.integer("outputs", 1, most);
  } else {
    report.classes = class_labels::load(saved, "classes");
    if (report.classes.size() < 2) fail_damaged("it has fewer than two classes");
  }
  const document& training = saved.at("training");
  report.pools = training.strings("pools");
  for (const std::string& pool : report.pools) check_pool(pool);
  report.rows = training.integer("rows", 0, most);
  report.iterations = training.integer("iterations", 0, most);
  report.best_iteration = training.integer("best_iteration", 0, report.iterations);
  report.objective = number_if_known(training, "objective");
  report.dual_objective = number_if_known(training, "dual_objective");
  report.optimum = number_if_known(training, "optimum");
  if (training.has("gap_scope")) report.gap_scope = training.string("gap_scope");
  report.train_error = number_if_known(training, "train_error");
  report.fit_seconds = number_if_known(training, "fit_seconds");
  report.stop_reason = training.string("stop_reason");
  report.warnings = training.strings("warnings");
  report.findings = decode_findings(training);
  report.curve = decode_curve(training.at("curve"));
  return report;
}

document encode_calibration(const std::vector<sigmoid>& sigmoids) {
  std::vector<double> slope;
  std::vector<double> offset;
  for (const sigmoid& one : sigmoids) {
    slope.push_back(one.slope);
    offset.push_back(one.offset);
  }
  return document().with("slope", slope).with("offset", offset);
}

/// Empty where the model is not calibrated.
std::vector<sigmoid> decode_calibration(const document& saved, const model& of) {
  if (!saved.has("calibration")) return {};
  if (of.classes().size() == 0)
    fail_damaged("it has a calibration, but no classes whose probabilities that could give");
  const std::int64_t scores = of.scores();
  const std::vector<double> slope = saved.at("calibration").finite_numbers("slope");
  const std::vector<double> offset = saved.at("calibration").finite_numbers("offset");
  const auto expected = static_cast<std::size_t>(scores);
  if (slope.size() != expected || offset.size() != expected)
    fail_damaged(text("its calibration has ", slope.size(), " slopes and ", offset.size(),
                      " offsets; expected ", scores, " of each, one a score"));
  std::vector<sigmoid> sigmoids;
  for (std::size_t s = 0; s < expected; ++s) {
    if (!(slope[s] > 0))
      fail_damaged(text("the slope of its calibration is ", slope[s], " for score ", s,
                        "; expected a rising sigmoid, a slope > 0"));
    sigmoids.push_back({slope[s], offset[s]});
  }
  return sigmoids;
}

}  // namespace

std::string encode_model(const model& model, document_format format) {
  const training_report& report = model.report();
  document content = document()
                         .with("kind", model.kind())
                         .with("method", report.method)
                         .with("options", report.options.copy())
                         .with("features", report.features);
  if (!report.names.empty()) content.add("feature_names", report.names.all());
  if (!report.levels.empty()) content.add("feature_levels", encode_levels(report.levels));
  if (report.table.width > 0) content.add("table", encode_table(report.table));
  if (report.classes.size() > 0)
    content.add("classes", report.classes.save());
  else
    content.add("outputs", report.outputs);
  model.save(content);
  if (model.calibrated()) content.add("calibration", encode_calibration(model.sigmoids()));
  content.add("training", encode_report(report));
  return seal(model_file, std::move(content), format);
}

std::unique_ptr<model> decode_model(std::string_view bytes, const model_loading& loading) {
  document content = unseal(model_file, bytes);
  const model_kind& kind = find_model_kind(content.string("kind"));
  training_report report = decode_report(content);
  auto loaded = kind.load(content, std::move(report), loading);
  loaded->calibrate(decode_calibration(content, *loaded));
  if (!loaded->quantities().are_distinct())
    fail_damaged("a finding has the name of another quantity");
  return loaded;
}

}  // namespace coppice
