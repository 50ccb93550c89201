// Recognising and reading data.
#include "data_file.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <functional>
#include <string_view>

#include <zlib.h>

#include "input.hpp"
#include "model_report.hpp"
#include "output.hpp"
#include "text.hpp"

namespace program {

bool looks_like_csv(std::string_view text) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    line = line.substr(0, line.find('#'));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    if (line.find_first_of(",;|") != std::string_view::npos) return true;
    return line.find('\t') != std::string_view::npos && line.find(':') == std::string_view::npos;
  }
  return false;
}

namespace {

constexpr std::size_t enough = 1 << 16;  // bytes, to recognise data by

/// The text that bytes begin with: themselves, or what gzip made of it.
std::string beginning_of(std::string bytes) {
  bytes.resize(std::min(bytes.size(), enough));
  if (bytes.compare(0, 2, "\x1f\x8b") != 0) return bytes;
  std::string text(enough, '\0');
  z_stream stream{};
  constexpr int gzip_only = 16 + MAX_WBITS;
  if (inflateInit2(&stream, gzip_only) != Z_OK) throw std::bad_alloc();
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  inflate(&stream, Z_SYNC_FLUSH);  // damaged data are told of when they are read in full
  text.resize(text.size() - stream.avail_out);
  inflateEnd(&stream);
  return text;
}

bool is_csv(const std::string& path, const std::string& bytes) {
  std::string_view name = path;
  if (ends_in(name, ".gz")) name.remove_suffix(3);
  if (ends_in(name, ".csv") || ends_in(name, ".tsv")) return true;
  if (ends_in(name, ".svm") || ends_in(name, ".svmlight") || ends_in(name, ".libsvm")) return false;
  return looks_like_csv(beginning_of(bytes.substr(0, enough)));
}

/// Where the data are: in a file that can be read again, or, having come through a pipe, here.
struct source {
  bool in_memory;
  std::string bytes;  // all of them where in memory, else the first
};

source open_source(const std::string& path) {
  struct stat known {};
  const bool again = path != "-" && stat(path.c_str(), &known) == 0 && S_ISREG(known.st_mode);
  return {!again, again ? read_bytes(path, enough) : read_bytes(path)};
}

/// Whether --weights names a file; what is not a file can be a column of CSV.
bool is_file(const std::string& weights) {
  struct stat known {};
  return weights == "-" || stat(weights.c_str(), &known) == 0;
}

/// What is wrong with the data. The library, having no path for data from memory, calls them "the
/// text".
void check_read(coppice_status status, const std::string& path, bool in_memory,
                const std::string& weight_column) {
  if (status != COPPICE_PARSE_ERROR) return check(status, in_memory ? shown(path) : "");
  std::string message = coppice_last_error();
  const std::string name = "the text";
  if (in_memory && message.compare(0, name.size(), name) == 0)
    message.replace(0, name.size(), shown(path));
  if (message.find(", the name of the weight") != std::string::npos)
    message += " (nor is there a file \"" + weight_column + "\")";
  message = replaced(message, "a column of both must be made a category",
                     "--category makes a column of both a category, --ignore leaves it out");
  throw user_error(replaced(message, "or a column that is made a category",
                            "or --category, which makes the column one of text"));
}

/// What other data or a model say of how data are read.
struct reference {
  std::function<coppice_status(coppice_csv_columns*)> match;  // empty for none
  std::int64_t features = 0;
};

/// LIBSVM ignores them too, but does not say so.
void tell_of_features_beyond(const std::string& path, std::int64_t width, std::int64_t known) {
  if (width <= known) return;
  const std::int64_t beyond = width - known;
  say("warning: " + shown(path) + ": " + counted(beyond, "feature") + " beyond the " +
      std::to_string(known) + " of training " + (beyond == 1 ? "is" : "are") + " ignored");
}

dataset read_dataset(const std::string& path, const data_options& options, const reference& other) {
  const std::int64_t features = whole_number("--features", options.features);
  const source from = open_source(path);
  const bool csv = is_csv(path, from.bytes);
  check_options(path, csv, options);
  const bool matched = static_cast<bool>(other.match);
  const csv_columns columns = csv ? columns_of(options, matched) : nullptr;
  const bool weights_in_column = csv && !options.weights.empty() && !is_file(options.weights);
  if (weights_in_column)
    check(coppice_csv_columns_set(columns.get(), options.weights.c_str(), "weight"), "--weights");
  if (csv && matched) check(other.match(columns.get()));
  const auto size = static_cast<std::int64_t>(from.bytes.size());
  coppice_dataset* handle = nullptr;
  coppice_status status = COPPICE_OK;
  if (from.in_memory)
    status = csv ? coppice_dataset_parse_csv(from.bytes.data(), size, columns.get(), &handle)
                 : coppice_dataset_parse_svmlight(from.bytes.data(), size, features, &handle);
  else
    status = csv ? coppice_dataset_read_csv(path.c_str(), columns.get(), &handle)
                 : coppice_dataset_read_svmlight(path.c_str(), features, &handle);
  check_read(status, path, from.in_memory, options.weights);
  dataset read(handle);
  if (!weights_in_column) set_weights(read, options.weights);
  if (!csv && matched && features == 0)
    tell_of_features_beyond(path, features_of(read), other.features);
  return read;
}

template <class NameOf>
std::vector<std::string> names_of(std::int64_t count, const NameOf& name_of) {
  std::vector<std::string> names;
  for (std::int64_t k = 0; k < count; ++k)
    names.push_back(get_text([&](char* out, std::int64_t capacity, std::int64_t* needed) {
      return name_of(k, out, capacity, needed);
    }));
  return names;
}

}  // namespace

dataset read_dataset(const std::string& path, const data_options& options) {
  return read_dataset(path, options, reference());
}

dataset read_dataset_like(const dataset& other, const std::string& path,
                          const data_options& options) {
  return read_dataset(path, options,
                      {[&](coppice_csv_columns* columns) {
                         return coppice_csv_columns_match_dataset(columns, other.get());
                       },
                       features_of(other)});
}

dataset read_dataset_like(const model& other, const std::string& path,
                          const data_options& options) {
  return read_dataset(path, options,
                      {[&](coppice_csv_columns* columns) {
                         return coppice_csv_columns_match_model(columns, other.get());
                       },
                       get_int(other, "features")});
}

std::int64_t rows_of(const dataset& from) {
  return get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_dataset_rows(from.get(), out); });
}

std::int64_t features_of(const dataset& from) {
  return get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_dataset_features(from.get(), out); });
}

std::vector<std::string> class_names(const dataset& from) {
  const auto classes = get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_dataset_classes(from.get(), out); });
  return names_of(classes,
                  [&](std::int64_t k, char* out, std::int64_t capacity, std::int64_t* needed) {
                    return coppice_dataset_class_name(from.get(), k, out, capacity, needed);
                  });
}

std::vector<std::string> feature_names(const dataset& from) {
  const auto name_of = [&](std::int64_t d, char* out, std::int64_t capacity, std::int64_t* needed) {
    return coppice_dataset_feature_name(from.get(), d, out, capacity, needed);
  };
  if (names_of(1, name_of).front().empty()) return {};
  return names_of(features_of(from), name_of);
}

std::string label_column(const dataset& from) {
  return get_text([&](char* out, std::int64_t capacity, std::int64_t* needed) {
    return coppice_dataset_label_column(from.get(), out, capacity, needed);
  });
}

std::vector<std::string> row_names(const dataset& from) {
  std::vector<std::string> names = names_of(
      rows_of(from), [&](std::int64_t i, char* out, std::int64_t capacity, std::int64_t* needed) {
        return coppice_dataset_row_name(from.get(), i, out, capacity, needed);
      });
  const bool none =
      std::all_of(names.begin(), names.end(), [](const std::string& name) { return name.empty(); });
  return none ? std::vector<std::string>() : names;
}

}  // namespace program
