#include "model/model_file.hpp"

#include <array>
#include <cstdio>
#include <limits>

#include <zlib.h>

#include "core/error.hpp"
#include "data/feature_matrix.hpp"

namespace coppice {
namespace {

constexpr std::int64_t format_version = 1;
constexpr std::string_view cbor_tag = "\xd9\xd9\xf7";  // RFC 8949: this is CBOR

/// How the fields of fixed place are announced in each format: JSON's punctuation, and CBOR's
/// lengths of key and text, which happen to be letters.
struct layout {
  std::string_view magic;
  std::string_view before_length;
  std::string_view before_crc;
};
constexpr layout json_layout = {"{\"format\":\"coppice-model\"", "\"length\":\"", "\"crc32\":\""};
constexpr layout cbor_layout = {"fformatmcoppice-model", "flengthl", "ecrc32h"};

constexpr std::string_view no_length = "000000000000";
constexpr std::string_view no_crc = "00000000";
constexpr std::size_t header_size = 128;

const layout& layout_of(model_format format) {
  return format == model_format::as_json ? json_layout : cbor_layout;
}

[[noreturn]] void damaged(const std::string& what) {
  fail(COPPICE_MODEL_ERROR, "the model is damaged: ", what);
}

std::size_t field_at(std::string_view bytes, std::string_view before, std::size_t size) {
  const std::size_t found = bytes.substr(0, header_size).find(before);
  if (found == std::string_view::npos || found + before.size() + size > bytes.size())
    damaged("its header is incomplete");
  return found + before.size();
}

std::string digits(std::uint64_t value, int width, const char* form) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), form, width,
                static_cast<unsigned long long>(value));  // NOLINT(google-runtime-int): %llx
  return buffer.data();
}

/// The CRC-32 of the bytes with the checksum's own digits as zeros.
std::string checksum(std::string_view bytes, std::size_t crc_at) {
  const auto update = [](uLong crc, std::string_view part) {
    return crc32_z(crc, reinterpret_cast<const Bytef*>(part.data()), part.size());
  };
  uLong crc = update(0, bytes.substr(0, crc_at));
  crc = update(crc, no_crc);
  crc = update(crc, bytes.substr(crc_at + no_crc.size()));
  return digits(crc, 8, "%0*llx");
}

json encode_classes(const class_labels& classes) {
  if (classes.numeric()) return classes.numbers();
  json names = json::array();
  for (std::int64_t k = 0; k < classes.size(); ++k) names.push_back(classes.text(k));
  return names;
}

class_labels decode_classes(const json& document) {
  const json& saved = member(document, "classes");
  try {
    if (saved.is_array() && !saved.empty() && saved.front().is_string())
      return class_labels::from_names(saved.get<std::vector<std::string>>());
    return class_labels::from_numbers(get_finite_doubles(document, "classes"));
  } catch (const std::invalid_argument&) {
  } catch (const json::exception&) {
  }
  damaged("\"classes\" are not distinct labels in ascending order");
}

json encode_report(const training_report& report) {
  json curve = json::object();
  for (const curve_column& column : curve_columns) {
    json values = json::array();
    for (const curve_point& point : report.curve) values.push_back(point.*column.value);
    curve[column.name] = std::move(values);
  }
  return {{"rows", report.rows},
          {"iterations", report.iterations},
          {"objective", report.objective},
          {"dual_objective", report.dual_objective},
          {"gap_scope", report.gap_scope},
          {"train_error", report.train_error},
          {"fit_seconds", report.fit_seconds},
          {"stop_reason", report.stop_reason},
          {"warnings", report.warnings},
          {"curve", std::move(curve)}};
}

training_report decode_report(const json& document) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  training_report report;
  report.method = get_string(document, "method");
  report.options = member(document, "options");
  report.features = get_int(document, "features", 1, most_features);
  report.classes = decode_classes(document);
  if (report.classes.size() < 2) damaged("it has fewer than two classes");
  const json& training = member(document, "training");
  report.rows = get_int(training, "rows", 1, most);
  report.iterations = get_int(training, "iterations", 0, most);
  report.objective = get_double(training, "objective");
  report.dual_objective = get_double(training, "dual_objective");
  report.gap_scope = get_string(training, "gap_scope");
  report.train_error = get_double(training, "train_error");
  report.fit_seconds = get_double(training, "fit_seconds");
  report.stop_reason = get_string(training, "stop_reason");
  const json& warnings = member(training, "warnings");
  for (const json& warning : warnings) {
    if (!warning.is_string()) damaged("\"warnings\" holds something that is not text");
    report.warnings.push_back(warning.get<std::string>());
  }
  const json& curve = member(training, "curve");
  for (const curve_column& column : curve_columns) {
    const std::vector<double> values = get_doubles(curve, column.name);
    if (&column == &curve_columns.front()) report.curve.resize(values.size());
    if (values.size() != report.curve.size()) damaged("the curve's columns differ in length");
    for (std::size_t k = 0; k < values.size(); ++k) report.curve[k].*column.value = values[k];
  }
  return report;
}

}  // namespace

model_format format_of_name(std::string_view name) {
  if (name == "json") return model_format::as_json;
  if (name == "cbor") return model_format::as_cbor;
  fail(COPPICE_UNKNOWN_NAME, "format is ", in_quotes(name), "; expected json or cbor");
}

model_format format_of_path(std::string_view path) {
  if (path.size() > 5 && path.substr(path.size() - 5) == ".json") return model_format::as_json;
  if (path.size() > 5 && path.substr(path.size() - 5) == ".cbor") return model_format::as_cbor;
  fail(COPPICE_UNKNOWN_NAME, "the path ", in_quotes(path),
       " does not say the model's format; expected it to end in .json or .cbor");
}

std::string encode_model(const model& model, model_format format) {
  const training_report& report = model.report();
  json document = {{"format", "coppice-model"},
                   {"version", format_version},
                   {"length", no_length},
                   {"crc32", no_crc},
                   {"kind", model.kind()},
                   {"method", report.method},
                   {"options", report.options},
                   {"features", report.features},
                   {"classes", encode_classes(report.classes)}};
  model.save(document);
  document["training"] = encode_report(report);

  std::string bytes;
  if (format == model_format::as_json) {
    bytes = document.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
  } else {
    bytes = cbor_tag;
    json::to_cbor(document, bytes);
  }
  const layout& places = layout_of(format);
  bytes.replace(field_at(bytes, places.before_length, no_length.size()), no_length.size(),
                digits(bytes.size(), 12, "%0*llu"));
  const std::size_t crc_at = field_at(bytes, places.before_crc, no_crc.size());
  bytes.replace(crc_at, no_crc.size(), checksum(bytes, crc_at));
  return bytes;
}

std::unique_ptr<model> decode_model(std::string_view bytes,
                                    ensemble::learner_loader load_learners) {
  const std::string_view header = bytes.substr(0, header_size);
  const bool is_json = header.substr(0, json_layout.magic.size()) == json_layout.magic;
  const bool is_cbor = header.substr(0, cbor_tag.size()) == cbor_tag &&
                       header.find(cbor_layout.magic) != std::string_view::npos;
  if (!is_json && !is_cbor)
    fail(COPPICE_MODEL_ERROR, "this is not a coppice model: it begins with ",
         in_quotes(header.substr(0, 16)));
  const layout& places = is_json ? json_layout : cbor_layout;
  const std::size_t length_at = field_at(bytes, places.before_length, no_length.size());
  if (bytes.substr(length_at, no_length.size()) != digits(bytes.size(), 12, "%0*llu"))
    damaged(text("it has ", bytes.size(), " bytes, but its header says ",
                 in_quotes(bytes.substr(length_at, no_length.size()))));
  const std::size_t crc_at = field_at(bytes, places.before_crc, no_crc.size());
  if (bytes.substr(crc_at, no_crc.size()) != checksum(bytes, crc_at))
    damaged("its checksum does not fit its content");

  const json document =
      is_json ? parse_json(bytes.data(), bytes.size())
              : parse_cbor(bytes.data() + cbor_tag.size(), bytes.size() - cbor_tag.size());
  const std::int64_t version =
      get_int(document, "version", 1, std::numeric_limits<std::int64_t>::max());
  if (version > format_version)
    fail(COPPICE_MODEL_ERROR, "the model is written in format ", version,
         "; this library reads formats up to ", format_version);
  const std::string kind = get_string(document, "kind");
  training_report report = decode_report(document);
  if (kind == "ensemble") return ensemble::load(document, std::move(report), load_learners);
  fail(COPPICE_MODEL_ERROR, "the model is of an unknown kind, ", in_quotes(kind));
}

}  // namespace coppice
