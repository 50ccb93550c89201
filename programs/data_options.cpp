#include "data_options.hpp"

#include "input.hpp"

namespace program {
namespace {

/// An option that takes columns, several with commas between them or by being given again.
void add_columns(CLI::App& command, const char* name, std::vector<std::string>& columns,
                 const char* help) {
  command.add_option(name, columns, help)
      ->option_text("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false);
}

/// An option of CSV that was given although the data are none, with what svmlight text has instead.
void refuse(bool given, const char* option, const std::string& path, const char* instead) {
  if (given)
    throw user_error(std::string(option) + " is for CSV; " + shown(path) +
                     " is svmlight text, whose " + instead);
}

}  // namespace

void add_data_options(CLI::App& command, data_options& options, const std::string& label_default) {
  command
      .add_option("--features", options.features,
                  "number of features of svmlight text (default: as found)")
      ->option_text("D");
  command
      .add_option("-l,--label", options.label,
                  "label column of CSV, by name or number (default: " + label_default + ")")
      ->option_text("NAME");
  command.add_flag("--no-label", options.no_label, "CSV without a label: all columns are features");
  command.add_option("--id", options.id, "column of CSV that names the rows; not a feature")
      ->option_text("NAME");
  add_columns(command, "--ignore", options.ignored,
              "columns of CSV to leave out, whatever they hold;\nmay be given again");
  add_columns(command, "--category", options.categories,
              "columns of CSV that are categories, as those of text are;\nmay be given again");
}

void check_options(const std::string& path, bool csv, const data_options& options) {
  if (options.no_label && options.label)
    throw user_error("--label and --no-label are both given; expected one of them");
  if (csv && whole_number("--features", options.features) != 0)
    throw user_error("--features is for svmlight text; " + shown(path) +
                     " is CSV, which has as many as it has columns");
  if (csv) return;
  refuse(options.label.has_value(), "--label", path, "lines begin with the label");
  refuse(options.no_label, "--no-label", path, "lines begin with the label");
  refuse(options.id.has_value(), "--id", path, "rows have no names");
  refuse(!options.categories.empty(), "--category", path, "features are numbers");
  refuse(!options.ignored.empty(), "--ignore", path, "features are numbered");
}

csv_columns columns_of(const data_options& options, bool matched) {
  coppice_csv_columns* handle = nullptr;
  check(coppice_csv_columns_create(&handle));
  csv_columns columns(handle);
  const auto set = [&](const char* column, const char* role, const char* option) {
    check(coppice_csv_columns_set(handle, column, role), option);
  };
  if (options.no_label)
    set(nullptr, "label", "--no-label");
  else if (options.label || !matched)
    set(options.label.value_or("1").c_str(), "label", "--label");
  if (options.id) set(options.id->c_str(), "id", "--id");
  for (const std::string& column : options.ignored) set(column.c_str(), "ignore", "--ignore");
  for (const std::string& column : options.categories)
    set(column.c_str(), "category", "--category");
  return columns;
}

}  // namespace program
