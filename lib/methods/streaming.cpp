#include "methods/streaming.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.hpp"
#include "data/missing_values.hpp"

namespace coppice {
namespace {

constexpr std::int64_t most_rows = std::int64_t{1} << 53;

/// Says which value of a row is not finite, or that the row is too long.
[[noreturn]] void fail_values(const listed_row& x, std::int64_t row, double squared_norm,
                              const char* method) {
  for (std::int64_t k = 0; k < x.entries; ++k) {
    if (std::isinf(x.values[k])) fail_infinite(row, x.feature(k), x.values[k]);
    if (!std::isnan(x.values[k])) continue;
    fail(COPPICE_INVALID_DATA, "x[row ", row, ", feature ", x.feature(k), "] is nan; method ",
         method, " cannot take missing values; methods that take pools can");
  }
  fail(COPPICE_INVALID_DATA, "the squares of row ", row, " sum up to ", squared_norm, "; expected ",
       stream_example::most_squared_norm, " at most");
}

void check_listed(const listed_row& x, std::int64_t row, std::int64_t features) {
  std::int64_t last = -1;
  for (std::int64_t k = 0; k < x.entries; ++k) {
    const std::int64_t feature = x.features[k];
    if (feature < 0 || feature >= features)
      fail(COPPICE_INVALID_DATA, "indices[", k, "], of row ", row, ", is ", feature,
           "; expected 0 to ", features - 1);
    if (feature <= last)
      fail(COPPICE_INVALID_DATA, "indices[", k, "], of row ", row, ", is ", feature, " after ",
           last, "; expected ascending features");
    last = feature;
  }
}

}  // namespace

streaming::streaming(const method& by, const option_values& options, class_labels classes,
                     std::int64_t features, const custom_kernels& kernels, const dataset* examples)
    : by_(by),
      options_(document_of(options)),
      classes_(std::move(classes)),
      features_(features),
      scores_(classes_.size() == 2 ? 1 : classes_.size()),
      decisions_(static_cast<std::size_t>(scores_)) {
  check_declared();
  learned_ = by_.begin(request(options, kernels, examples));
}

void streaming::check_declared() const {
  if (by_.begin == nullptr)
    fail(COPPICE_UNAVAILABLE, "method ", by_.name, " learns from whole datasets only; ",
         "coppice_catalogue_attribute tells by \"streams\" which methods learn row by row");
  if (classes_.size() < 2)
    fail(COPPICE_INVALID_STATE, "a stream of ", classes_.size(),
         " classes; expected at least two, declared by coppice_solver_set_classes");
  if (features_ < 1 || features_ > most_features)
    fail(COPPICE_INVALID_ARGUMENT, "features is ", features_, "; expected 1 to ", most_features);
}

stream_request streaming::request(const option_values& options, const custom_kernels& kernels,
                                  const dataset* examples) const {
  return {options, classes_, features_, kernels, examples};
}

bool streaming::decides(const double* decisions, std::int64_t label) const {
  if (scores_ == 1) return (*decisions >= 0 ? 1 : 0) == label;
  return std::max_element(decisions, decisions + scores_) - decisions == label;
}

void streaming::learn(const listed_row& x, std::int64_t label, double weight, std::int64_t row,
                      double* decisions) {
  if (label < 0 || label >= classes_.size())
    fail(COPPICE_INVALID_DATA, "the label of row ", row, " is ", label, "; expected 0 to ",
         classes_.size() - 1, ", the classes that were declared");
  check_weight(row, weight);
  if (x.features != nullptr)
    check_listed(x, row, features_);
  else if (x.entries != features_)
    fail(COPPICE_INVALID_DATA, "row ", row, " has ", x.entries,
         " features; the stream was begun with ", features_);
  const double squared_norm = coppice::squared_norm(x);
  if (!(squared_norm <= stream_example::most_squared_norm))
    fail_values(x, row, squared_norm, by_.name);
  double* const to = decisions != nullptr ? decisions : decisions_.data();
  learned_->learn({x, squared_norm, static_cast<std::int32_t>(label), weight}, to);
  if (weight == 0) return;
  ++rows_;
  weight_ += weight;
  if (!decides(to, label)) wrong_ += weight;
}

namespace {

/// The rows of a matrix, one after another as they are listed there.
class row_lister {
 public:
  explicit row_lister(const feature_matrix& values) : values_(values) {
    if (!values.is_sparse()) room_.resize(static_cast<std::size_t>(values.features()));
  }
  listed_row row(std::int64_t i) {
    if (!values_.is_sparse()) {
      values_.copy_row(i, room_.data());
      return {nullptr, room_.data(), values_.features()};
    }
    room_.clear();
    features_.clear();
    values_.for_each_value(i, [this](std::int64_t feature, double value) {
      features_.push_back(static_cast<std::int32_t>(feature));
      room_.push_back(value);
    });
    return {features_.data(), room_.data(), static_cast<std::int64_t>(room_.size())};
  }

 private:
  const feature_matrix& values_;
  std::vector<double> room_;
  std::vector<std::int32_t> features_;
};

}  // namespace

void streaming::learn(const dataset& block, const progress& report, double* decisions) {
  constexpr std::int64_t at_once = 8;  // a row of a kernel of many terms takes milliseconds
  block.check_labelled("the block");
  if (block.features() != features_ && !(block.open_width() && block.features() < features_))
    fail(COPPICE_INVALID_DATA, "the block has ", block.features(),
         " features; the stream was begun with ", features_);
  for (const auto& [feature, names] : block.levels())
    fail(COPPICE_INVALID_DATA, "feature ", feature, " of the block is a category; method ",
         by_.name, " takes numbers");
  const std::vector<std::int64_t> declared = same_classes(block.classes(&report), classes_);
  const std::vector<std::int32_t>& labels = block.labels(&report);
  row_lister rows(block.values());
  for (std::int64_t i = 0; i < block.rows(); ++i) {
    const std::int64_t label = declared[labels[i]];
    if (label < 0)
      fail(COPPICE_INVALID_DATA, "the label of row ", i, " is ",
           in_quotes(block.classes().text(labels[i])),
           "; expected one of the classes that were declared");
    learn(rows.row(i), label, block.weight(i), i,
          decisions == nullptr ? nullptr : decisions + i * scores_);
    if (i % at_once == at_once - 1) report.poll();
  }
}

std::unique_ptr<model> streaming::snapshot() const {
  training_report report;
  report.method = by_.name;
  report.options = options_.copy();
  report.classes = classes_;
  report.features = features_;
  report.rows = rows_;
  report.iterations = report.best_iteration = rows_ > 0 ? 1 : 0;
  return snapshot(std::move(report));
}

std::unique_ptr<model> streaming::snapshot(training_report report) const {
  if (weight_ > 0) report.find("prequential_error", prequential_error());
  return learned_->snapshot(std::move(report));
}

document streaming::save() const {
  return document()
      .with("method", by_.name)
      .with("options", options_.copy())
      .with("features", features_)
      .with("classes", classes_.save())
      .with("rows", rows_)
      .with("weight", weight_)
      .with("wrong", wrong_)
      .with("learned", learned_->save());
}

namespace {

void set_saved_options(const document& saved, option_values& options) {
  try {
    for (const auto& [name, value] : *saved.object("options").get_if<document::object_type>()) {
      if (const auto* whole = value.get_if<std::int64_t>())
        options.set_real(name, static_cast<double>(*whole));
      else if (const auto* real = value.get_if<double>())
        options.set_real(name, *real);
      else
        options.set_text(name, saved.at("options").string(name.c_str()));
    }
  } catch (const error& refused) {
    if (refused.status() == COPPICE_MODEL_ERROR) throw;
    fail_damaged(refused.what());
  }
}

}  // namespace

streaming::streaming(const method& by, option_values& options, document& saved,
                     const custom_kernels& kernels)
    : by_(by),
      classes_(class_labels::load(saved, "classes")),
      features_(saved.integer("features", 1, most_features)),
      scores_(classes_.size() == 2 ? 1 : classes_.size()),
      rows_(saved.integer("rows", 0, most_rows)),
      weight_(saved.finite_number("weight")),
      wrong_(saved.finite_number("wrong")),
      decisions_(static_cast<std::size_t>(scores_)) {
  if (by_.begin == nullptr) fail_damaged(text("method ", by_.name, " does not learn streams"));
  if (classes_.size() < 2) fail_damaged("it has fewer than two classes");
  set_saved_options(saved, options);
  options_ = document_of(options);
  learned_ = by_.resume(request(options, kernels, nullptr), saved.at("learned"));
}

}  // namespace coppice
