#include "shapes.hpp"

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
  shape["missing"] = value_of(&points[missing + 1], scores);
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

/// Where a step function has the value of a point: two points of the same x are the two sides of a
/// step, and between steps it is constant.
std::string place_of(const json& points, std::size_t k) {
  if (points[k].contains("level")) return points[k]["level"];
  if (points.size() == 1) return "any number";
  const bool is_last = k + 1 == points.size();
  return (is_last ? " > " : "<= ") + significant(number(points[k]["x"]), 5);
}

}  // namespace

json shapes_of(const model& from, const std::string& where) {
  const auto scores = static_cast<std::size_t>(get_int(from, "scores"));
  std::int64_t width = 0;
  check(coppice_model_output_width(from.get(), COPPICE_CONTRIBUTIONS, &width), where);
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

std::string described_shapes(const json& document) {
  std::string text =
      "\nshapes: what each feature adds to the decision value, beside the intercept\n";
  std::vector<std::vector<std::string>> rows;
  if (document["intercept"].is_array()) {
    rows.push_back({""});
    for (const json& name : document["classes"]) rows.back().push_back(name);
    for (std::size_t s = rows.back().size(); s <= document["intercept"].size(); ++s)
      rows.back().push_back("output " + std::to_string(s));
  }
  rows.push_back(row("intercept", document["intercept"]));
  for (const json& shape : document["shapes"]) {
    const json& points = shape["points"];
    rows.push_back(
        {"feature " + std::to_string(shape["feature"].get<std::int64_t>()) +
         (shape.contains("feature_name") ? " " + shape["feature_name"].get<std::string>() : "")});
    const bool steps = points.size() > 1 && points[0].contains("x");
    for (std::size_t k = 0; k < points.size(); ++k) {
      const bool ends_piece = !steps || k % 2 == 0 || k + 1 == points.size();
      if (ends_piece) rows.push_back(row(place_of(points, k), points[k]["value"]));
    }
    rows.push_back(row("missing", shape["missing"]));
  }
  return text + table(rows);
}

}  // namespace program
