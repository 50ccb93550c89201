// coppice generate: data drawn from known distributions, written as svmlight text or CSV.
#include "commands.hpp"

#include <optional>

#include "catalogue.hpp"
#include "data_file.hpp"
#include "input.hpp"
#include "output.hpp"
#include "text.hpp"

namespace program {
namespace {

struct generate_arguments {
  std::string name;
  std::string rows;
  std::string features = "0";
  std::string noise = "0";
  std::string seed = "0";
  std::string output;
};

dataset generate(const generate_arguments& arguments) {
  double noise = 0;
  if (!parse_number(arguments.noise, noise) || noise < 0 || noise > 1)
    throw user_error("--noise is \"" + arguments.noise + "\"; expected a number from 0 to 1");
  coppice_dataset* handle = nullptr;
  check(coppice_dataset_generate(arguments.name.c_str(), whole_number("--rows", arguments.rows, 1),
                                 whole_number("--features", arguments.features), noise,
                                 static_cast<std::uint64_t>(whole_number("--seed", arguments.seed)),
                                 &handle),
        arguments.name);
  return dataset(handle);
}

/// What stands between cells, where the name is one of those by which files are read as CSV; none
/// for svmlight text.
std::optional<char> separator_for(const std::string& path) {
  if (ends_in(path, ".csv")) return ',';
  if (ends_in(path, ".tsv")) return '\t';
  return std::nullopt;
}

/// label,x1,x2,..: the numbers that svmlight gives the features.
std::string header_of(std::size_t features, char separator) {
  std::string line = "label";
  for (std::size_t d = 1; d <= features; ++d) line += separator + ("x" + std::to_string(d));
  return line + "\n";
}

void append_row(std::string& to, const std::string& label, const std::vector<double>& values,
                std::optional<char> separator) {
  to += label;
  for (std::size_t d = 0; d < values.size(); ++d) {
    if (separator)
      to += *separator;
    else if (values[d] != 0)
      to += ' ' + std::to_string(d + 1) + ':';
    if (separator || values[d] != 0) to += shortest(values[d]);
  }
  to += '\n';
}

void write(const dataset& from, std::optional<char> separator, output& to) {
  const auto rows = get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_dataset_rows(from.get(), out); });
  const auto features = get_value<std::int64_t>(
      [&](std::int64_t* out) { return coppice_dataset_features(from.get(), out); });
  const std::vector<std::string> classes = class_names(from);
  std::vector<std::int64_t> labels(static_cast<std::size_t>(rows));
  check(coppice_dataset_copy_labels(from.get(), labels.data(), rows));
  std::vector<double> values(static_cast<std::size_t>(features));
  if (separator) to.write(header_of(values.size(), *separator));
  for (std::int64_t i = 0; i < rows; ++i) {
    check(coppice_dataset_copy_row(from.get(), i, values.data(), features));
    std::string line;
    append_row(line, classes[static_cast<std::size_t>(labels[i])], values, separator);
    to.write(line);
  }
  to.finish();
}

void run(const generate_arguments& arguments) {
  if (ends_in(arguments.output, ".gz"))
    throw user_error("--output " + arguments.output +
                     ": files are written uncompressed; expected a name that does not end in .gz");
  const dataset drawn = generate(arguments);
  if (arguments.output == "-") {
    output to;
    return write(drawn, std::nullopt, to);
  }
  output to(arguments.output);
  write(drawn, separator_for(arguments.output), to);
}

}  // namespace

void add_generate(CLI::App& app) {
  auto arguments = std::make_shared<generate_arguments>();
  CLI::App& generate = *app.add_subcommand("generate", "draw data from known distributions");
  generate.group("Commands");
  generate.add_option("NAME", arguments->name, "what to draw")->required()->option_text(" ");
  generate.add_option("-n,--rows", arguments->rows, "number of rows")->required()->option_text("N");
  generate
      .add_option("--features", arguments->features, "number of features (default: the original's)")
      ->option_text("D");
  generate
      .add_option("--noise", arguments->noise,
                  "probability of a label to be turned into another (default 0)")
      ->option_text("P");
  generate.add_option("--seed", arguments->seed, "seed; the same gives the same data (default 0)")
      ->option_text("S");
  generate
      .add_option("-o,--output", arguments->output,
                  "CSV in .csv, tabs in .tsv, else svmlight; - is standard output")
      ->required()
      ->option_text("FILE");
  std::string names;
  for (const catalogue_entry& entry : entries_of(COPPICE_GENERATORS))
    names += "  " + left(entry.name, 17) + wrapped(entry.help, 78, 19) + "\n";
  names.pop_back();
  generate.footer(
      "Names:\n" + names +
      "\n\nExample:\n  coppice generate ringnorm --rows 300 --noise 0.1 --output ring.csv");
  generate.callback([arguments] { run(*arguments); });
}

}  // namespace program
