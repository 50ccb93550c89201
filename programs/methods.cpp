// coppice methods: every method, pool and kernel with its options, from the tables that check them.
#include <algorithm>

#include "catalogue.hpp"
#include "commands.hpp"
#include "handles.hpp"
#include "model_report.hpp"
#include "output.hpp"
#include "text.hpp"

namespace program {
namespace {

constexpr std::size_t listing_width = 96;
constexpr std::size_t help_indent = 8;

struct listing {
  std::vector<catalogue_entry> methods;
  std::vector<catalogue_entry> pools;
  std::vector<catalogue_entry> kernels;
};

/// Keeps the entries of this name; "" keeps all.
void keep_named(std::vector<catalogue_entry>& entries, const std::string& name) {
  if (name.empty()) return;
  entries.erase(std::remove_if(entries.begin(), entries.end(),
                               [&](const catalogue_entry& entry) { return entry.name != name; }),
                entries.end());
}

listing list(const std::string& name) {
  listing found{entries_of(COPPICE_METHODS), entries_of(COPPICE_POOLS),
                entries_of(COPPICE_KERNELS)};
  std::vector<std::string> names = names_of(found.methods);
  for (const std::string& pool : names_of(found.pools)) names.push_back(pool);
  for (const std::string& kernel : names_of(found.kernels))
    if (std::find(names.begin(), names.end(), kernel) == names.end()) names.push_back(kernel);
  keep_named(found.methods, name);
  keep_named(found.pools, name);
  keep_named(found.kernels, name);
  if (found.methods.empty() && found.pools.empty() && found.kernels.empty())
    throw user_error("there is no method, pool or kernel \"" + name + "\"" +
                     suggestion(name, names, "; coppice methods lists them"));
  return found;
}

json default_of(const option_row& option) {
  double value = 0;
  if (option.type == "string" || !parse_number(option.default_text, value))
    return option.default_text;
  return option.type == "int" ? json(static_cast<std::int64_t>(value)) : json(value);
}

json document_of(const std::vector<catalogue_entry>& entries) {
  json all = json::array();
  for (const catalogue_entry& entry : entries) {
    json options = json::array();
    for (const option_row& option : entry.options)
      options.push_back({{"name", option.name},
                         {"type", option.type},
                         {"default", default_of(option)},
                         {"range", option.range},
                         {"choices", option.choices},
                         {"help", option.help}});
    json described = {{"name", entry.name}, {"help", entry.help}};
    if (!entry.tasks.empty()) {
      described["tasks"] = entry.tasks;
      described["takes"] = entry.takes;
      if (!entry.pool.empty()) described["pool"] = entry.pool;
    }
    if (!entry.missing.empty()) described["missing"] = entry.missing;
    if (!entry.categories.empty()) described["categories"] = entry.categories;
    described["options"] = std::move(options);
    all.push_back(std::move(described));
  }
  return all;
}

json document_of_criteria() {
  json all = json::array();
  for (const catalogue_entry& entry : entries_of(COPPICE_CRITERIA))
    all.push_back({{"name", entry.name},
                   {"help", entry.help},
                   {"tasks", entry.tasks},
                   {"better", entry.better}});
  return all;
}

std::string values_of(const option_row& option) {
  return option.choices.empty() ? option.range : joined(option.choices, ", ");
}

/// Name, type, default and values in columns as wide as their widest text, and the help below.
std::string table_of(const std::vector<option_row>& options) {
  std::vector<std::vector<std::string>> rows = {{"option", "type", "default", "values"}};
  for (const option_row& option : options)
    rows.push_back({option.name, option.type, option.default_text, values_of(option)});
  std::vector<std::size_t> widths(3, 0);
  for (const std::vector<std::string>& row : rows)
    for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], row[c].size());

  std::string text;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    text += "    ";
    for (std::size_t c = 0; c < widths.size(); ++c) text += left(rows[k][c], widths[c] + 2);
    text += rows[k].back() + "\n";
    if (k > 0)
      text += std::string(help_indent, ' ') +
              wrapped(options[k - 1].help, listing_width - help_indent, help_indent) + "\n";
  }
  return text;
}

std::string text_of_taken(const catalogue_entry& pool) {
  return std::string("    ") + (pool.missing == "yes" ? "takes" : "no") + " missing values; " +
         (pool.categories == "yes" ? "takes" : "no") + " categories\n";
}

std::string described(const std::string& what, const std::vector<catalogue_entry>& entries) {
  std::string text;
  for (const catalogue_entry& entry : entries) {
    text += what + " " + entry.name + "\n";
    text += "    " + wrapped(entry.help, listing_width - 4, 4) + "\n";
    if (!entry.tasks.empty())
      text += "    learns " + joined(entry.tasks, ", ") +
              (entry.takes.empty() ? "" : "; takes " + entry.takes) +
              (entry.pool.empty() ? "" : ", by default " + entry.pool) + "\n";
    if (!entry.missing.empty()) text += text_of_taken(entry);
    text += "\n";
    text += entry.options.empty() ? "    no options\n" : table_of(entry.options);
    text += "\n";
  }
  return text;
}

std::string all_criteria() {
  std::string text;
  for (const catalogue_entry& entry : entries_of(COPPICE_CRITERIA))
    text += "criterion " + entry.name + "\n    " + wrapped(entry.help, listing_width - 4, 4) +
            "; the " + entry.better + " the better\n";
  return text + "\n";
}

void run(const std::string& name, bool as_json) {
  const listing found = list(name);
  if (as_json) {
    json document = {{"methods", document_of(found.methods)},
                     {"pools", document_of(found.pools)},
                     {"kernels", document_of(found.kernels)}};
    if (name.empty()) document["criteria"] = document_of_criteria();
    return print(printed(document));
  }
  std::string text = described("method", found.methods) + described("pool", found.pools) +
                     described("kernel", found.kernels);
  if (name.empty()) text += all_criteria();
  text +=
      "Set an option with --set name=value, a pool's also with --pool 'KIND(name=value)', a "
      "kernel's\nwith --set 'kernel=KIND(name=value)'.\n";
  print(text);
}

}  // namespace

void add_methods(CLI::App& app) {
  auto name = std::make_shared<std::string>();
  auto as_json = std::make_shared<bool>(false);
  CLI::App& methods =
      *app.add_subcommand("methods", "list the methods, pools and kernels with their options");
  methods.group("Commands");
  methods.add_option("NAME", *name, "only this method, pool or kernel")->option_text(" ");
  methods.add_flag("-j,--json", *as_json, "print one JSON object");
  methods.footer("Example:\n  coppice methods cgens");
  methods.callback([name, as_json] { run(*name, *as_json); });
}

}  // namespace program
