// Reading files and standard input.
#include "input.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "text.hpp"

namespace program {
namespace {

const std::string standard_input = "-";

std::string read_all(std::FILE* file, const std::string& path) {
  std::string bytes;
  std::array<char, 1 << 16> chunk{};
  for (std::size_t count = 0; (count = std::fread(chunk.data(), 1, chunk.size(), file)) > 0;)
    bytes.append(chunk.data(), count);
  if (std::ferror(file) != 0)
    throw user_error("cannot read " + shown(path) + ": " + std::strerror(errno));
  return bytes;
}

std::string read_standard_input() {
  static bool used = false;
  if (used) throw user_error("\"-\" is given twice; standard input can be read once");
  used = true;
  return read_all(stdin, standard_input);
}

std::string read_file(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             std::fclose);
  if (!file) throw user_error("cannot open \"" + path + "\": " + std::strerror(errno));
  return read_all(file.get(), path);
}

}  // namespace

std::string shown(const std::string& path) {
  return path == standard_input ? "standard input" : path;
}

dataset read_dataset(const std::string& path, std::int64_t features) {
  coppice_dataset* handle = nullptr;
  if (path != standard_input) {
    check(coppice_dataset_read_svmlight(path.c_str(), features, &handle));
    return dataset(handle);
  }
  const std::string text = read_standard_input();
  const coppice_status status = coppice_dataset_parse_svmlight(
      text.data(), static_cast<std::int64_t>(text.size()), features, &handle);
  if (status == COPPICE_PARSE_ERROR) {
    std::string message = coppice_last_error();
    const std::string name = "the text";  // what the library calls it, having no path
    if (message.compare(0, name.size(), name) == 0) message.replace(0, name.size(), shown(path));
    throw user_error(message);
  }
  check(status, shown(path));
  return dataset(handle);
}

std::vector<std::string> class_names(const dataset& from) {
  std::vector<std::string> names;
  const auto classes = get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_dataset_classes(from.get(), out); });
  for (std::int64_t k = 0; k < classes; ++k)
    names.push_back(get_text([&](char* out, std::int64_t capacity, std::int64_t* needed) {
      return coppice_dataset_class_name(from.get(), k, out, capacity, needed);
    }));
  return names;
}

std::vector<double> read_weights(const std::string& path) {
  const std::string text = path == standard_input ? read_standard_input() : read_file(path);
  std::vector<std::string> lines = split(text, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  std::vector<double> weights;
  for (std::string& line : lines) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    double weight = 0;
    if (!parse_number(line, weight) || weight < 0)
      throw user_error(shown(path) + ": line " + std::to_string(weights.size() + 1) +
                       ": weight \"" + line.substr(0, 60) + "\"; expected a finite number >= 0");
    weights.push_back(weight);
  }
  if (weights.empty()) throw user_error(shown(path) + ": there are no weights");
  return weights;
}

model read_model(const std::string& path) {
  coppice_model* handle = nullptr;
  if (path != standard_input) {
    const coppice_status status = coppice_model_load(path.c_str(), &handle);
    check(status, status == COPPICE_FILE_ERROR ? "" : path);  // that one names the file itself
    return model(handle);
  }
  const std::string bytes = read_standard_input();
  check(coppice_model_load_buffer(bytes.data(), static_cast<std::int64_t>(bytes.size()), &handle),
        shown(path));
  return model(handle);
}

std::int64_t whole_number(const std::string& option, const std::string& text) {
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [read, code] = std::from_chars(text.data(), end, value);
  if (code != std::errc() || read != end || value < 0)
    throw user_error(option + " is \"" + text + "\"; expected a whole number >= 0");
  return value;
}

}  // namespace program
