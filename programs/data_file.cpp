// Recognising and reading data.
#include "data_file.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <string_view>

#include <zlib.h>

#include "input.hpp"

namespace program {

bool looks_like_csv(std::string_view text) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    line = line.substr(0, line.find('#'));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    if (line.find_first_of(",;") != std::string_view::npos) return true;
    return line.find('\t') != std::string_view::npos && line.find(':') == std::string_view::npos;
  }
  return false;
}

csv_columns columns_of(const data_options& options) {
  coppice_csv_columns* handle = nullptr;
  check(coppice_csv_columns_create(&handle));
  csv_columns columns(handle);
  const std::string label = options.label.value_or("1");
  if (!options.no_label) check(coppice_csv_columns_set(handle, label.c_str(), "label"), "--label");
  for (const std::string& category : options.categories)
    check(coppice_csv_columns_set(handle, category.c_str(), "category"), "--category");
  return columns;
}

namespace {

constexpr std::size_t enough = 1 << 16;  // bytes, to recognise data by

bool ends_in(std::string_view text, std::string_view end) {
  return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

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

source open(const std::string& path) {
  struct stat known {};
  const bool again = path != "-" && stat(path.c_str(), &known) == 0 && S_ISREG(known.st_mode);
  return {!again, again ? read_bytes(path, enough) : read_bytes(path)};
}

void check_options(const std::string& path, bool csv, std::int64_t features,
                   const data_options& options) {
  if (csv && features != 0)
    throw user_error("--features is for svmlight text; " + shown(path) +
                     " is CSV, which has as many as it has columns");
  if (!csv && (options.label || options.no_label))
    throw user_error(std::string(options.label ? "--label" : "--no-label") + " is for CSV; " +
                     shown(path) + " is svmlight text, whose lines begin with the label");
  if (!csv && !options.categories.empty())
    throw user_error("--category is for CSV; " + shown(path) +
                     " is svmlight text, whose features are numbers");
  if (options.no_label && options.label)
    throw user_error("--label and --no-label are both given; expected one of them");
}

/// A fault in data from memory, which the library, having no path, calls "the text".
void check_parsed(coppice_status status, const std::string& path) {
  if (status != COPPICE_PARSE_ERROR) return check(status, shown(path));
  std::string message = coppice_last_error();
  const std::string name = "the text";
  if (message.compare(0, name.size(), name) == 0) message.replace(0, name.size(), shown(path));
  throw user_error(message);
}

/// `match(columns)` says what else is known of the columns of CSV.
template <class Match>
dataset read_dataset(const std::string& path, const data_options& options, const Match& match) {
  const std::int64_t features = whole_number("--features", options.features);
  const source from = open(path);
  const bool csv = is_csv(path, from.bytes);
  check_options(path, csv, features, options);
  const csv_columns columns = csv ? columns_of(options) : nullptr;
  if (csv) check(match(columns.get()));
  const auto size = static_cast<std::int64_t>(from.bytes.size());
  coppice_dataset* handle = nullptr;
  if (from.in_memory)
    check_parsed(csv ? coppice_dataset_parse_csv(from.bytes.data(), size, columns.get(), &handle)
                     : coppice_dataset_parse_svmlight(from.bytes.data(), size, features, &handle),
                 path);
  else
    check(csv ? coppice_dataset_read_csv(path.c_str(), columns.get(), &handle)
              : coppice_dataset_read_svmlight(path.c_str(), features, &handle));
  return dataset(handle);
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

void add_data_options(CLI::App& command, data_options& options) {
  command
      .add_option("--features", options.features,
                  "number of features of svmlight text (default: as found)")
      ->option_text("D");
  command
      .add_option("--label", options.label,
                  "label column of CSV, by name or number (default: the first)")
      ->option_text("NAME");
  command.add_flag("--no-label", options.no_label, "CSV without a label: all columns are features");
  command
      .add_option("--category", options.categories,
                  "columns of CSV that are categories, as those of text are;\n"
                  "may be given again")
      ->option_text("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false);
}

dataset read_dataset(const std::string& path, const data_options& options) {
  return read_dataset(path, options, [](coppice_csv_columns* /*columns*/) { return COPPICE_OK; });
}

dataset read_dataset_like(const dataset& other, const std::string& path,
                          const data_options& options) {
  return read_dataset(path, options, [&](coppice_csv_columns* columns) {
    return coppice_csv_columns_match_dataset(columns, other.get());
  });
}

dataset read_dataset_like(const model& other, const std::string& path,
                          const data_options& options) {
  return read_dataset(path, options, [&](coppice_csv_columns* columns) {
    return coppice_csv_columns_match_model(columns, other.get());
  });
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
  const auto features = get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_dataset_features(from.get(), out); });
  const auto name_of = [&](std::int64_t d, char* out, std::int64_t capacity, std::int64_t* needed) {
    return coppice_dataset_feature_name(from.get(), d, out, capacity, needed);
  };
  if (names_of(1, name_of).front().empty()) return {};
  return names_of(features, name_of);
}

}  // namespace program
