// Reading files and standard input.
#include "input.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "text.hpp"

namespace program {
namespace {

const std::string standard_input = "-";

std::string quoted(const std::string& path) {
  return path == standard_input ? shown(path) : '"' + path + '"';
}

std::string read_all(std::FILE* file, const std::string& path, std::size_t most) {
  std::string bytes;
  std::array<char, 1 << 16> chunk{};
  for (std::size_t count = 1; count > 0 && bytes.size() < most;) {
    count = std::fread(chunk.data(), 1, std::min(chunk.size(), most - bytes.size()), file);
    bytes.append(chunk.data(), count);
  }
  if (std::ferror(file) != 0)
    throw user_error("cannot read " + quoted(path) + ": " + std::strerror(errno));
  return bytes;
}

/// What is wrong with a model, and what is to be done about it.
void check_model(coppice_status status, const std::string& place) {
  if (status != COPPICE_MODEL_ERROR)
    return check(status, status == COPPICE_FILE_ERROR ? "" : place);  // that names the file itself
  const std::string message = coppice_last_error();
  const auto says = [&](const char* words) { return message.find(words) != std::string::npos; };
  std::string remedy;
  if (says("is damaged"))
    remedy = "; expected the file as it was saved: copy it again";
  else if (says("it begins with") || says("it is empty"))
    remedy = "; expected a file that coppice train --model saved";
  throw user_error(place + ": " + message + remedy);
}

}  // namespace

std::string shown(const std::string& path) {
  return path == standard_input ? "standard input" : path;
}

std::string read_bytes(const std::string& path, std::size_t most) {
  if (path == standard_input) {
    static bool used = false;
    if (used) throw user_error("\"-\" is given twice; standard input can be read once");
    used = true;
    return read_all(stdin, path, most);
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             std::fclose);
  if (!file) throw user_error("cannot open " + quoted(path) + ": " + std::strerror(errno));
  return read_all(file.get(), path, most);
}

void set_weights(const dataset& data, const std::string& path) {
  if (path.empty()) return;
  const std::string text = read_bytes(path);
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
  check(coppice_dataset_set_weights(data.get(), weights.data(),
                                    static_cast<std::int64_t>(weights.size())),
        shown(path));
}

model read_model(const std::string& path) {
  coppice_model* handle = nullptr;
  if (path != standard_input) {
    check_model(coppice_model_load(path.c_str(), &handle), path);
    return model(handle);
  }
  const std::string bytes = read_bytes(path);
  check_model(
      coppice_model_load_buffer(bytes.data(), static_cast<std::int64_t>(bytes.size()), &handle),
      shown(path));
  return model(handle);
}

std::int64_t whole_number(const std::string& option, const std::string& text, std::int64_t least) {
  std::int64_t value = 0;
  if (!parse_whole(text, value) || value < least)
    throw user_error(option + " is \"" + text +
                     "\"; expected a whole number >= " + std::to_string(least));
  return value;
}

}  // namespace program
