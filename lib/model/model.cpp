#include "model/model.hpp"

#include "core/error.hpp"
#include "core/few_numbers.hpp"
#include "core/json.hpp"

namespace coppice {
namespace {

std::string lines_of(const std::vector<std::string>& texts) {
  std::string result;
  for (const std::string& line : texts) result += text(result.empty() ? "" : "\n", line);
  return result;
}

const char* name_of(coppice_output output) {
  switch (output) {
    case COPPICE_DECISION:
      return "decision values";
    case COPPICE_CLASS:
      return "classes";
    case COPPICE_STAGED:
      return "staged decision values";
    case COPPICE_LEARNERS:
      return "weak learners";
    case COPPICE_PROBABILITY:
      return "probabilities";
    case COPPICE_MAP:
      return "learned map";
    case COPPICE_CONTRIBUTIONS:
      return "contributions of features";
  }
  return "such output";
}

}  // namespace

// ------------------------------------------------------------------------------------ outputs

std::int64_t model::width(coppice_output output) const {
  if (output == COPPICE_DECISION) return scores();
  if (output != COPPICE_CLASS && output != COPPICE_PROBABILITY) return further_width(output);
  if (classes().size() == 0)
    fail(COPPICE_UNAVAILABLE, "this model predicts numbers and has no ", name_of(output),
         "; it gives ", name_of(COPPICE_DECISION));
  if (output == COPPICE_CLASS) return 1;
  if (!calibrated())
    fail(COPPICE_UNAVAILABLE,
         "this model is not calibrated; train it with option calibration=platt");
  return classes().size();
}

void model::predict_row(coppice_output output, const double* x, double* out) const {
  if (output == COPPICE_DECISION) return decide(x, out);
  predict_rows(output, {x, 1, features()}, out);
}

namespace {

/// Outputs that follow from decision values.
bool is_decided(coppice_output output) {
  return output == COPPICE_DECISION || output == COPPICE_CLASS || output == COPPICE_PROBABILITY;
}

}  // namespace

void model::predict_rows(coppice_output output, const row_block& rows, double* out) const {
  if (is_decided(output))
    return predict_decided(
        output, rows.rows, [&](double* decisions) { decide_rows(rows, decisions); }, out);
  const std::int64_t width = further_width(output);
  for (std::int64_t i = 0; i < rows.rows; ++i)
    predict_further(output, rows.row(i), out + i * width);
}

bool model::predicts_strided(coppice_output output) const noexcept {
  return is_decided(output) && takes_strides();
}

void model::predict_strided(coppice_output output, const strided_rows& rows, double* out) const {
  predict_decided(
      output, rows.rows, [&](double* decisions) { decide_strided(rows, decisions); }, out);
}

void model::decide_strided(const strided_rows& /*rows*/, double* /*out*/) const {
  fail(COPPICE_INTERNAL, "models of kind ", kind(), " do not take rows with strides");
}

/// decide(out) writes the decision values of all rows.
template <class Decide>
void model::predict_decided(coppice_output output, std::int64_t rows, const Decide& decide,
                            double* out) const {
  if (output == COPPICE_DECISION) return decide(out);
  few_numbers room(rows * scores());
  double* const decisions = room.data();
  decide(decisions);
  for (std::int64_t i = 0; i < rows; ++i) {
    double* const of_row = decisions + i * scores();
    if (output == COPPICE_CLASS)
      out[i] = static_cast<double>(class_of(sigmoids_, of_row, scores()));
    else
      probabilities_of(sigmoids_, of_row, out + i * classes().size());
  }
}

void model::decide_rows(const row_block& rows, double* out) const {
  for (std::int64_t i = 0; i < rows.rows; ++i) decide(rows.row(i), out + i * scores());
}

std::int64_t model::further_width(coppice_output output) const {
  fail_without(output);
}

void model::predict_further(coppice_output output, const double* /*x*/, double* /*out*/) const {
  fail_without(output);
}

std::vector<double> model::shape_function(std::int64_t /*feature*/) const {
  fail_without(COPPICE_CONTRIBUTIONS);
}

document model::describe_learner(std::int64_t /*j*/) const {
  fail_without(COPPICE_LEARNERS);
}

void model::fail_without(coppice_output output) const {
  fail(COPPICE_UNAVAILABLE, "this model (", kind(), ") has no ", name_of(output), "; it gives ",
       name_of(COPPICE_DECISION), classes().size() > 0 ? " and classes" : "",
       calibrated() ? " and probabilities" : "");
}

// --------------------------------------------------------------------------------- quantities

quantity_list model::quantities() const {
  quantity_list to;
  to.add("kind", [this] { return std::string(kind()); });
  to.add("features", [this] { return features(); });
  to.add("categories", [this] { return levels().size(); });
  to.add("classes", [this] { return classes().size(); });
  to.add("scores", [this] { return scores(); });
  to.add("iterations", [this] { return report_.iterations; });
  to.add("best_iteration", [this] { return report_.best_iteration; });
  to.add("rows", [this] { return report_.rows; });
  to.add("objective", [this] { return report_.objective; });
  to.add("dual_objective", [this] { return report_.dual_objective; });
  to.add("gap", [this] { return report_.gap(); });
  to.add("optimum", [this] { return report_.optimum; });
  to.add("price_of_sparsity", [this] { return report_.price_of_sparsity(); });
  to.add("train_error", [this] { return report_.train_error; });
  to.add("fit_seconds", [this] { return report_.fit_seconds; });
  to.add("method", [this] { return report_.method; });
  to.add("options", [this] { return write_json(report_.options); });
  to.add("gap_scope", [this] { return report_.gap_scope; });
  to.add("stop_reason", [this] { return report_.stop_reason; });
  to.add("warnings", [this] { return lines_of(report_.warnings); });
  to.add("pools", [this] { return lines_of(report_.pools); });
  to.add("label_column", [this] { return report_.table.label.text(); });
  to.add("id_column", [this] { return report_.table.id.text(); });
  to.add("findings", [this] {
    std::vector<std::string> names;
    for (const finding& found : report_.findings) names.push_back(found.name);
    return lines_of(names);
  });
  const auto of_sigmoids = [this](double sigmoid::*number) {
    std::vector<double> numbers;
    for (const sigmoid& one : sigmoids_) numbers.push_back(one.*number);
    return numbers;
  };
  to.add("calibration_slope", [of_sigmoids] { return of_sigmoids(&sigmoid::slope); });
  to.add("calibration_offset", [of_sigmoids] { return of_sigmoids(&sigmoid::offset); });
  to.add("columns", [this] {
    std::vector<double> columns;
    if (report_.table.width > 0)
      for (std::int64_t d = 0; d < report_.features; ++d)
        columns.push_back(static_cast<double>(report_.table.of_feature(d)));
    return columns;
  });
  for (const curve_column& column : curve_columns)
    to.add(text("curve.", column.name), [this, value = column.value] {
      std::vector<double> values;
      for (const curve_point& point : report_.curve) values.push_back(point.*value);
      return values;
    });
  add_options(to);
  add_quantities(to);
  for (const finding& found : report_.findings) {
    if (found.is_list)
      to.add(found.name, [&found] { return found.numbers; });
    else
      to.add(found.name, [&found] { return found.numbers.front(); });
  }
  return to;
}

/// Those that are one number or one text; what is nested stands in "options" only.
void model::add_options(quantity_list& to) const {
  const auto* options = report_.options.get_if<document::object_type>();
  if (options == nullptr) return;
  for (const auto& [name, value] : *options) {
    const std::string full_name = text("option.", name);
    if (const auto* whole = value.get_if<std::int64_t>())
      to.add(full_name, [whole] { return *whole; });
    else if (const auto* real = value.get_if<double>())
      to.add(full_name, [real] { return *real; });
    else if (const auto* string = value.get_if<std::string>())
      to.add(full_name, [string] { return *string; });
  }
}

}  // namespace coppice
