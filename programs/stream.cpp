// Lines are learned in blocks, as many as have arrived. Where a block has a bad line, the lines are
// read one by one, so that those before it are learned and the message has its number.
#include "stream.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "data_file.hpp"
#include "input.hpp"
#include "model_summary.hpp"
#include "output.hpp"
#include "terminal_line.hpp"
#include "text.hpp"
#include "training.hpp"

namespace program {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 28;

bool exists(const std::string& path) {
  struct stat known {};
  return !path.empty() && stat(path.c_str(), &known) == 0;
}

/// Numbers where all labels are numbers, in ascending order.
void set_classes(const solver& of, std::vector<std::string> labels) {
  std::vector<double> numbers;
  for (const std::string& label : labels)
    if (double number = 0; parse_number(label, number)) numbers.push_back(number);
  if (numbers.size() == labels.size()) {
    std::sort(numbers.begin(), numbers.end());
    return check(coppice_solver_set_classes(of.get(), numbers.data(),
                                            static_cast<std::int64_t>(numbers.size())),
                 "--classes");
  }
  std::sort(labels.begin(), labels.end());
  std::vector<const char*> names;
  names.reserve(labels.size());
  for (const std::string& label : labels) names.push_back(label.c_str());
  check(coppice_solver_set_class_names(of.get(), names.data(),
                                       static_cast<std::int64_t>(names.size())),
        "--classes");
}

/// The lines of standard input that have arrived.
class arriving_lines {
 public:
  /// Waits for some more, unless lines are there; false at the end, or on Ctrl-C.
  bool wait() {
    std::array<char, std::size_t{1} << 16> chunk{};
    while (!interruption::requested()) {
      const ssize_t count = ::read(STDIN_FILENO, chunk.data(), chunk.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0)
        throw user_error(std::string("cannot read standard input: ") + std::strerror(errno));
      if (count == 0) return false;
      text_.append(chunk.data(), static_cast<std::size_t>(count));
      if (text_.find('\n') != std::string::npos) return true;
      if (text_.size() > longest_line)
        throw user_error("standard input: line " + std::to_string(line_) + " is longer than " +
                         std::to_string(longest_line) + " bytes");
    }
    return false;
  }

  /// All that are whole, with their ends.
  std::string take() {
    const std::size_t size = text_.rfind('\n') + 1;
    std::string lines = text_.substr(0, size);
    text_.erase(0, size);
    first_ = line_;
    line_ += std::count(lines.begin(), lines.end(), '\n');
    return lines;
  }

  /// The number of the first line of those taken last.
  [[nodiscard]] std::int64_t first() const noexcept { return first_; }

  void check_end() const {
    if (!text_.empty() && !interruption::requested())
      throw user_error("standard input ends in the middle of line " + std::to_string(line_));
  }

 private:
  std::string text_;
  std::int64_t line_ = 1;  // that text_ begins with
  std::int64_t first_ = 1;
};

class stream_training {
 public:
  explicit stream_training(const training_arguments& arguments)
      : arguments_(arguments), progress_(!arguments.quiet) {
    check_arguments();
    if (exists(arguments.state)) {
      coppice_solver* handle = nullptr;
      check(coppice_solver_load(arguments.state.c_str(), &handle), "--state");
      learner_.reset(handle);
      has_begun_ = true;
      return;
    }
    learner_ = make_solver(arguments.method.empty() ? "online" : arguments.method, arguments);
    set_classes(learner_, split(arguments.classes, ','));
  }

  void run() {
    const interruption listening;
    arriving_lines lines;
    try {
      while (lines.wait()) {
        const std::string block = lines.take();
        learn_block(block, lines.first());
        progress_.show([this] { return progress_parts(); });
      }
      lines.check_end();
    } catch (const user_error&) {
      save_state();  // of the rows before it
      throw;
    }
    if (!has_begun_) throw user_error("standard input has no rows");
    save_state();
    tell();
  }

 private:
  void check_arguments() const {
    for (const auto& [name, value] : {std::pair{"--test", arguments_.test},
                                      {"--validation", arguments_.validation},
                                      {"--continue", arguments_.continued},
                                      {"--weights", arguments_.reading.weights}})
      if (!value.empty())
        throw user_error(std::string(name) +
                         " is for data that are read as a whole; a stream, "
                         "which --classes asks for, has no use for it");
    if (!arguments_.model.empty()) check_model_path(arguments_.model);
  }

  void learn_block(const std::string& block, std::int64_t first) {
    std::string_view lines = block;
    if (!knows_form_) {
      is_csv_ = looks_like_csv(lines);
      knows_form_ = true;
      if (is_csv_) {  // every block is read with the header
        header_ = std::string(lines.substr(0, lines.find('\n') + 1));
        lines.remove_prefix(header_.size());
        ++first;
      }
    }
    if (lines.empty()) return;
    coppice_dataset* handle = nullptr;
    if (parse(lines, &handle) == COPPICE_OK) return learn(dataset(handle), lines, first);
    while (!lines.empty()) {
      const std::string_view line = lines.substr(0, lines.find('\n') + 1);
      lines.remove_prefix(line.size());
      if (is_row(line)) {
        if (parse(line, &handle) != COPPICE_OK) fail_at(first, coppice_last_error());
        learn(dataset(handle), line, first);
      }
      ++first;
    }
  }

  [[nodiscard]] bool is_row(std::string_view line) const {
    if (!is_csv_) line = line.substr(0, line.find('#'));
    return line.find_first_not_of(" \t\r\n") != std::string_view::npos;
  }

  coppice_status parse(std::string_view lines, coppice_dataset** out) {
    if (!is_csv_)
      return coppice_dataset_parse_svmlight(lines.data(), static_cast<std::int64_t>(lines.size()),
                                            features(), out);
    const std::string with_header = header_ + std::string(lines);
    return coppice_dataset_parse_csv(with_header.data(),
                                     static_cast<std::int64_t>(with_header.size()),
                                     columns_of(arguments_.reading).get(), out);
  }

  /// Of svmlight text, where a later line may have features that the first do not show.
  [[nodiscard]] std::int64_t features() const {
    if (has_begun_) return stream_count("stream.features");
    const std::int64_t given = whole_number("--features", arguments_.reading.features);
    if (given == 0)
      throw user_error(
          "--features is not given; a stream of svmlight text does not show how many "
          "there will be");
    return given;
  }

  void learn(const dataset& rows, std::string_view lines, std::int64_t first) {
    if (!has_begun_) {
      const auto wide = get_value<std::int64_t>(
          [&](std::int64_t* out) { return coppice_dataset_features(rows.get(), out); });
      check(coppice_solver_begin(learner_.get(), wide), "--method");
      has_begun_ = true;
    }
    const std::int64_t before = stream_count("stream.rows");
    if (coppice_solver_learn(learner_.get(), rows.get(), nullptr, 0) == COPPICE_OK) return;
    const std::string message = coppice_last_error();
    std::int64_t learned = stream_count("stream.rows") - before;
    while (!is_row(lines.substr(0, lines.find('\n') + 1)) || learned-- > 0) {
      lines.remove_prefix(lines.find('\n') + 1);
      ++first;
    }
    fail_at(first, message);
  }

  /// The library calls what it was given "the text", and counts its lines from 1.
  [[noreturn]] void fail_at(std::int64_t line, std::string message) const {
    const std::string called = "the text: line " + std::to_string(is_csv_ ? 2 : 1);
    if (message.compare(0, called.size(), called) == 0)
      message = message.substr(called.size());
    else
      message = ": " + message;
    throw user_error("standard input: line " + std::to_string(line) + message);
  }

  [[nodiscard]] std::int64_t stream_count(const char* name) const {
    return get_value<std::int64_t>(
        [&](std::int64_t* out) { return coppice_solver_get_int(learner_.get(), name, out); });
  }

  [[nodiscard]] std::vector<std::string> progress_parts() const {
    const auto error = get_value<double>([&](double* out) {
      return coppice_solver_get_double(learner_.get(), "stream.prequential_error", out);
    });
    const std::int64_t learners = stream_count("stream.learners");
    std::vector<std::string> parts = {counted(stream_count("stream.rows"), "row"),
                                      progress_.elapsed_text(), "error " + fixed(error, 4)};
    if (learners > 0) parts.push_back("learners " + std::to_string(learners));
    return parts;
  }

  void save_state() const {
    if (has_begun_ && !arguments_.state.empty())
      check(coppice_solver_save(learner_.get(), arguments_.state.c_str()), "--state");
  }

  void tell() const {
    coppice_model* handle = nullptr;
    check(coppice_solver_snapshot(learner_.get(), &handle));
    const model learned(handle);
    if (!arguments_.model.empty())
      check(coppice_model_save(learned.get(), arguments_.model.c_str()));
    const json document = summary_of(learned);
    if (arguments_.as_json) return print(printed(document));
    if (arguments_.quiet) return;
    std::string text = summary_line("data", "standard input: " + described_shape(document) + ", " +
                                                described_targets(document));
    text += described_options(document) + described_size(document) + described_findings(document);
    if (!arguments_.model.empty()) text += summary_line("model", arguments_.model);
    if (!arguments_.state.empty()) text += summary_line("state", arguments_.state);
    print(text);
  }

  const training_arguments& arguments_;
  terminal_line progress_;
  solver learner_;
  bool has_begun_ = false;
  bool knows_form_ = false;
  bool is_csv_ = false;
  std::string header_;
};

}  // namespace

bool is_stream(const training_arguments& arguments) {
  return !arguments.classes.empty() || !arguments.state.empty();
}

void train_stream(const training_arguments& arguments) {
  if (arguments.data != "-")
    throw user_error((arguments.classes.empty() ? "--state" : "--classes") +
                     std::string(" is for a stream on standard input; DATA is \"") +
                     arguments.data + "\", expected -");
  if (arguments.classes.empty() && !exists(arguments.state))
    throw user_error("--classes is not given; a stream does not show which there will be");
  stream_training(arguments).run();
}

}  // namespace program
