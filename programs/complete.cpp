// Completion of what is typed at a shell. Commands and options are those of the command line
// itself, what is behind them those of the library's catalogue: nothing is listed here.
#include "complete.hpp"

#include <algorithm>

#include "catalogue.hpp"
#include "text.hpp"

namespace program {
namespace {

using words = std::vector<std::string>;

const words file_names = {":files"};

bool begins_with(const std::string& whole, const std::string& beginning) {
  return whole.compare(0, beginning.size(), beginning) == 0;
}

/// Those that the text may become, behind what stands before it.
words those_of(const words& candidates, const std::string& text, const std::string& before = "") {
  words found;
  for (const std::string& candidate : candidates)
    if (begins_with(candidate, text) &&
        std::find(found.begin(), found.end(), before + candidate) == found.end())
      found.push_back(before + candidate);
  return found;
}

const catalogue_entry* entry_named(const std::vector<catalogue_entry>& entries,
                                   const std::string& name) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const auto& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

void add_settings(words& settings, const catalogue_entry& entry) {
  for (const option_row& option : entry.options) settings.push_back(option.name + "=");
}

void add_choices(words& choices, const catalogue_entry& entry, const std::string& name) {
  for (const option_row& option : entry.options)
    if (option.name == name)
      choices.insert(choices.end(), option.choices.begin(), option.choices.end());
}

/// What the end of the text of a pool or kernel stands in: kinds whose options or members are open,
/// and where the word begins that is being typed.
struct open_expression {
  words kinds;
  std::string option;  // whose value is being typed
  std::size_t begin = 0;
  bool in_view = false;
};

open_expression read_expression(const std::string& text) {
  open_expression at;
  const auto next_word = [&](std::size_t place) {
    at.option.clear();
    at.in_view = false;
    at.begin = place + 1;
  };
  for (std::size_t k = 0; k < text.size(); ++k) {
    const std::string word = text.substr(at.begin, k - at.begin);
    switch (text[k]) {
      case '(':
      case ':':
        next_word(k);
        at.kinds.push_back(word);
        break;
      case ')':
        next_word(k);
        if (!at.kinds.empty()) at.kinds.pop_back();
        break;
      case ';':
        at.kinds.clear();
        next_word(k);
        break;
      case ',':
      case ' ':
        next_word(k);
        break;
      case '=':
        next_word(k);
        at.option = word;
        break;
      case '@':
        next_word(k);
        at.in_view = true;
        break;
      default:
        break;
    }
  }
  return at;
}

/// The text of a pool or kernel: a kind; within one its options, and the kinds of members where it
/// has no options.
words expressions(coppice_catalogue catalogue, const std::string& text) {
  const std::vector<catalogue_entry> entries = entries_of(catalogue);
  const open_expression at = read_expression(text);
  words candidates;
  if (at.in_view) return candidates;
  const catalogue_entry* within =
      at.kinds.empty() ? nullptr : entry_named(entries, at.kinds.back());
  if (!at.option.empty()) {
    if (within != nullptr) add_choices(candidates, *within, at.option);
  } else if (within != nullptr && !within->options.empty()) {
    add_settings(candidates, *within);
  } else if (within != nullptr || at.kinds.empty()) {
    candidates = names_of(entries);
  }
  return those_of(candidates, text.substr(at.begin), text.substr(0, at.begin));
}

/// What --set and --grid take: the options of the method, or of all of them where none is named,
/// and of all pools.
words setting_words(const std::string& method, const std::string& text) {
  std::vector<catalogue_entry> owners = entries_of(COPPICE_METHODS);
  if (const catalogue_entry* named = entry_named(owners, method)) owners = {*named};
  for (catalogue_entry& pool : entries_of(COPPICE_POOLS)) owners.push_back(std::move(pool));

  const std::size_t equals = text.find('=');
  words candidates;
  if (equals == std::string::npos) {
    for (const catalogue_entry& owner : owners) add_settings(candidates, owner);
    return those_of(candidates, text);
  }
  const std::string name = text.substr(0, equals);
  const std::size_t begin = std::max(equals, text.find_last_of("=,")) + 1;
  for (const catalogue_entry& owner : owners) {
    if (name == "kernel" && owner.takes == "kernels") {
      candidates = expressions(COPPICE_KERNELS, text.substr(equals + 1));
      return those_of(candidates, "", text.substr(0, equals + 1));
    }
    add_choices(candidates, owner, name);
  }
  return those_of(candidates, text.substr(begin), text.substr(0, begin));
}

/// The value of an option, which the name of its value in the help tells.
words values_of(const CLI::Option& option, const std::string& method, const std::string& text) {
  const std::string& kind = option.get_option_text();
  if (option.check_lname("method")) return those_of(names_of(entries_of(COPPICE_METHODS)), text);
  if (kind == "POOL") return expressions(COPPICE_POOLS, text);
  if (begins_with(kind, "name=value")) return setting_words(method, text);
  if (kind == "FILE") return file_names;
  if (kind.find('|') != std::string::npos) return those_of(split(kind, '|'), text);
  return {};
}

/// What stands without an option before it: names for the commands that take one, or files.
words positionals(const std::string& command, const CLI::Option& next, const std::string& text) {
  if (next.get_name() != "NAME") return file_names;
  if (command == "generate") return those_of(names_of(entries_of(COPPICE_GENERATORS)), text);
  words names;
  for (const coppice_catalogue catalogue : {COPPICE_METHODS, COPPICE_POOLS, COPPICE_KERNELS})
    for (const std::string& name : names_of(entries_of(catalogue))) names.push_back(name);
  return those_of(names, text);
}

words option_names_of(const CLI::App& command) {
  words names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// The words of a command read as far as they go.
struct read_words {
  const CLI::Option* waiting = nullptr;  // the option whose value comes next
  std::size_t positionals = 0;
  std::string method;
};

read_words read(const CLI::App& command, const words& given) {
  read_words so_far;
  for (const std::string& word : given) {
    if (so_far.waiting != nullptr) {
      if (so_far.waiting->check_lname("method")) so_far.method = word;
      so_far.waiting = nullptr;
    } else if (begins_with(word, "-") && word != "-") {
      const std::size_t equals = word.find('=');
      const CLI::Option* option = command.get_option_no_throw(word.substr(0, equals));
      if (option == nullptr || option->get_items_expected_max() == 0) continue;
      if (equals == std::string::npos)
        so_far.waiting = option;
      else if (option->check_lname("method"))
        so_far.method = word.substr(equals + 1);
    } else {
      ++so_far.positionals;
    }
  }
  return so_far;
}

words of_command(const CLI::App& command, const words& given, const std::string& text) {
  const read_words before = read(command, given);
  if (before.waiting != nullptr) return values_of(*before.waiting, before.method, text);
  const std::size_t equals = text.find('=');
  if (begins_with(text, "--") && equals != std::string::npos) {
    const CLI::Option* option = command.get_option_no_throw(text.substr(0, equals));
    if (option == nullptr || option->get_items_expected_max() == 0) return {};
    const words found = values_of(*option, before.method, text.substr(equals + 1));
    return found == file_names ? found : those_of(found, "", text.substr(0, equals + 1));
  }
  if (begins_with(text, "-")) return those_of(option_names_of(command), text);
  std::size_t place = before.positionals;
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional() && place-- == 0)
      return positionals(command.get_name(), *option, text);
  return {};
}

}  // namespace

std::vector<std::string> completions(const CLI::App& app, words given) {
  const std::string text = given.empty() ? "" : given.back();
  if (!given.empty()) given.pop_back();
  if (given.empty()) {
    words candidates;
    for (const CLI::App* command : app.get_subcommands({}))
      candidates.push_back(command->get_name());
    for (const std::string& name : option_names_of(app)) candidates.push_back(name);
    return those_of(candidates, text);
  }
  const std::string name = given.front();
  given.erase(given.begin());
  for (const CLI::App* command : app.get_subcommands({}))
    if (command->get_name() == name) return of_command(*command, given, text);
  return {};
}

}  // namespace program
