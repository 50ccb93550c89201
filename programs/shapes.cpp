#include "shapes.hpp"

#include <algorithm>
#include <cmath>

#include "text.hpp"

namespace program {
namespace {

/// Decision values of one point: a number where there is one, else an array.
json value_of(const double* first, std::size_t scores) {
  if (scores == 1) return *first;
  return std::vector<double>(first, first + scores);
}

json shape_of(const model& from, std::int64_t feature, const std::vector<double>& points,
              std::size_t scores) {
  const std::size_t width = 1 + scores;
  const std::size_t missing = points.size() - width;
  const std::vector<std::string> levels = level_names(from, feature);
  json shape = {{"feature", feature}};
  if (const std::string name = feature_name(from, feature); !name.empty())
    shape["feature_name"] = name;
  shape["points"] = json::array();
  for (std::size_t k = 0; k < missing; k += width) {
    json point = levels.empty() ? json{{"x", points[k]}} : json{{"level", levels[k / width]}};
    point["value"] = value_of(&points[k + 1], scores);
    shape["points"].push_back(std::move(point));
  }
  if (!std::isnan(points[missing + 1])) shape["missing"] = value_of(&points[missing + 1], scores);
  return shape;
}

std::vector<std::string> row(const std::string& where, const json& value) {
  std::vector<std::string> cells = {"  " + where};
  if (value.is_array())
    for (const json& of_score : value) cells.push_back(significant(number(of_score), 5));
  else
    cells.push_back(significant(number(value), 5));
  return cells;
}

/// Whether between steps, each of which has two points of the same x, the values are constant.
bool has_steps_only(const json& points) {
  if (points.size() % 2 != 0) return false;
  for (std::size_t k = 0; k < points.size(); k += 2) {
    if (points[k]["x"] != points[k + 1]["x"]) return false;
    if (k > 0 && points[k]["value"] != points[k - 1]["value"]) return false;
  }
  return true;
}

using lines_of_cells = std::vector<std::vector<std::string>>;

void add_steps(lines_of_cells& rows, const json& points) {
  for (std::size_t k = 0; k < points.size(); k += 2)
    rows.push_back(row("<= " + significant(number(points[k]["x"]), 5), points[k]["value"]));
  rows.push_back(row(" > " + significant(number(points.back()["x"]), 5), points.back()["value"]));
}

/// Of many points a few, the first and the last among them; beyond two that are equal F is
/// constant.
void add_line(lines_of_cells& rows, const json& points) {
  constexpr std::size_t most = 11;
  const std::size_t first = points[0] == points[1] ? 1 : 0;
  const std::size_t last = points.size() - (points.back() == points[points.size() - 2] ? 2 : 1);
  const std::size_t count = std::min(most, last - first + 1);
  for (std::size_t k = 0; k < count; ++k) {
    const json& point = points[count == 1 ? first : first + k * (last - first) / (count - 1)];
    const char* where = "at ";
    if (k == 0 && first == 1) where = "<= ";
    if (k + 1 == count && last + 1 < points.size()) where = ">= ";
    rows.push_back(row(where + significant(number(point["x"]), 5), point["value"]));
  }
}

void add_points(lines_of_cells& rows, const json& points) {
  if (points[0].contains("level"))
    for (const json& point : points) rows.push_back(row(point["level"], point["value"]));
  else if (points.size() == 1)
    rows.push_back(row("any number", points[0]["value"]));
  else if (has_steps_only(points))
    add_steps(rows, points);
  else
    add_line(rows, points);
}

}  // namespace

json shapes_of(const model& from, const std::string& where) {
  const auto scores = static_cast<std::size_t>(get_int(from, "scores"));
  std::int64_t width = 0;
  const coppice_status status =
      coppice_model_output_width(from.get(), COPPICE_CONTRIBUTIONS, &width);
  if (status == COPPICE_UNAVAILABLE)
    throw user_error(where + ": " + coppice_last_error() +
                     "; expected one of stumps, of an additive kernel, or a linear one");
  check(status, where);
  json shapes = json::array();
  for (std::int64_t feature = 0; feature < get_int(from, "features"); ++feature) {
    const std::vector<double> points =
        get_numbers([&](double* out, std::int64_t capacity, std::int64_t* needed) {
          return coppice_model_shape_function(from.get(), feature, out, capacity, needed);
        });
    if (!points.empty()) shapes.push_back(shape_of(from, feature, points, scores));
  }
  return {{"intercept", value_of(get_array(from, "intercept").data(), scores)}, {"shapes", shapes}};
}

std::string described_shapes(const model& from, const json& document) {
  std::string text =
      "\nshapes: what each feature adds to the decision value, beside the intercept\n";
  lines_of_cells rows;
  if (document["intercept"].is_array()) {
    rows.push_back({""});
    for (const json& name : document["classes"]) rows.back().push_back(name);
    for (std::size_t s = rows.back().size(); s <= document["intercept"].size(); ++s)
      rows.back().push_back("output " + std::to_string(s));
  }
  rows.push_back(row("intercept", document["intercept"]));
  for (const json& shape : document["shapes"]) {
    rows.push_back({feature_text(from, shape["feature"].get<std::int64_t>())});
    add_points(rows, shape["points"]);
    if (shape.contains("missing")) rows.push_back(row("missing", shape["missing"]));
  }
  return text + table(rows);
}

}  // namespace program
