// The coppice program: reads the command line, runs one command, and turns what went wrong into a
// message and an exit status: 0 done, 1 bad input or options, 2 a fault of the program.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <new>

#include "commands.hpp"
#include "complete.hpp"
#include "handles.hpp"
#include "output.hpp"
#include "text.hpp"

namespace {

using program::internal_error;
using program::user_error;

/// Without memory, of which there may be none left.
int fail(int exit_status, const char* message) {
  std::fprintf(stderr, "coppice: %s\n", message);
  return exit_status;
}

/// Memory may run out where no exception may be thrown: in destructors that allocate, as those of
/// JSON do, while another exception is under way.
[[noreturn]] void end_without_memory() {
  try {
    if (std::current_exception() != nullptr) throw;
  } catch (const std::bad_alloc&) {
    std::_Exit(fail(2, "out of memory"));
  } catch (...) {
    std::abort();
  }
  std::abort();
}

/// The command that was given, else the program itself.
const CLI::App& given_command(const CLI::App& app) {
  const std::vector<CLI::App*> given = app.get_subcommands();
  return given.empty() ? app : *given.front();
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

/// What coppice help COMMAND prints.
std::string help_on(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty()) return app.help();
  if (words.size() > 1)
    throw user_error("did not expect \"" + words[1] +
                     "\": help tells about one command\nsee coppice --help");
  for (const CLI::App* command : app.get_subcommands({}))
    if (command->get_name() == words.front()) return command->help("coppice");
  throw user_error("there is no command \"" + words.front() + "\"" +
                   program::suggestion(words.front(), command_names(app)) + "\nsee coppice --help");
}

/// Nothing takes the empty text: an empty variable in a script is a mistake and no default.
void refuse_empty_values(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands({}))
    for (CLI::Option* option : command->get_options())
      option->check([](const std::string& value) {
        return std::string(value.empty() ? "expected a value" : "");
      });
}

/// What is wrong with the value of an option: there is none, or there is more than one.
std::string wrong_value(const CLI::App& command, const CLI::ParseError& error) {
  const std::string message = error.what();
  const std::string name = message.substr(0, message.find(':'));
  const CLI::Option* option = command.get_option_no_throw(name);
  const bool again = option != nullptr && option->results().size() > 1;
  return name + (again ? " is given more than once" : " expected a value");
}

/// "DATA is required: svmlight text or CSV, plain or gzip; - is standard input".
std::string missing(const CLI::App& command, const CLI::ParseError& error) {
  const std::string message = error.what();
  const CLI::Option* const option =
      command.get_option_no_throw(message.substr(0, message.find(' ')));
  return option == nullptr ? message : message + ": " + option->get_description();
}

/// A flag that is given twice says nothing new.
void check_flags(const CLI::App& app, const std::vector<std::string>& words) {
  for (const CLI::App* command : app.get_subcommands({})) {
    if (words.empty() || command->get_name() != words.front()) continue;
    for (const CLI::Option* option : command->get_options()) {
      if (option->get_items_expected_max() > 0 || option->get_lnames().empty()) continue;
      const std::string name = "--" + option->get_lnames().front();
      if (std::count(words.begin(), words.end(), name) > 1)
        throw user_error(name + " is given more than once\nsee coppice " + command->get_name() +
                         " --help");
    }
  }
}

/// What is wrong with the command line. Words that nobody asked for are looked at first: they are
/// why something else is missing.
std::string explained(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = given_command(app);
  const std::vector<std::string> extra = app.remaining(true);
  if (extra.empty() && &command == &app)
    return "no command; expected one of: " + program::joined(command_names(app), ", ");
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr ||
      dynamic_cast<const CLI::ValidationError*>(&error) != nullptr)
    return wrong_value(command, error);
  if (extra.empty()) return missing(command, error);
  const std::string& word = extra.front();
  if (word.size() > 1 && word[0] == '-') {
    const std::string name = word.substr(0, word.find('='));
    return "there is no option " + name +
           program::suggestion(name, option_names(command), "");  // what is said next lists them
  }
  if (&command == &app)
    return "there is no command \"" + word + "\"" + program::suggestion(word, command_names(app));
  return "did not expect \"" + word + "\"";
}

int run(int argc, char** argv) {
  CLI::App app("Large-margin ensembles: kernel machines and ensembles of weak learners at once.",
               "coppice");
  app.set_help_flag("-h,--help", "print this help and exit");
  app.set_version_flag("-V,--version", std::string("coppice ") + coppice_version(),
                       "print the version and exit");
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  program::add_train(app);
  program::add_cv(app);
  program::add_predict(app);
  program::add_info(app);
  program::add_methods(app);
  program::add_generate(app);
  // Before the words are read as the program's own: they are those of a line that is not complete.
  if (argc > 1 && std::string(argv[1]) == "complete") {
    for (const std::string& word : program::completions(app, {argv + 2, argv + argc}))
      program::print(word + "\n");
    return 0;
  }
  refuse_empty_values(app);
  app.footer(
      "coppice COMMAND --help, or coppice help COMMAND, tells more about a command.\n\n"
      "Example:\n"
      "  coppice train patients.csv --label diagnosis --model patients.json\n"
      "  coppice predict patients.json tomorrow.csv --output diagnoses.csv\n"
      "  coppice info patients.json");
  if (argc > 1 && std::string(argv[1]) == "help") {
    program::print(help_on(app, {argv + 2, argv + argc}));
    return 0;
  }
  check_flags(app, {argv + 1, argv + argc});
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    program::print(app.help());
  } catch (const CLI::CallForVersion& version) {
    program::print(std::string(version.what()) + "\n");
  } catch (const CLI::ParseError& error) {
    const CLI::App& command = given_command(app);
    const std::string name = &command == &app ? "" : command.get_name() + " ";
    throw user_error(explained(app, error) + "\nsee coppice " + name + "--help");
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(end_without_memory);
  std::signal(SIGPIPE, SIG_IGN);  // until what is half written has been cleared away
  try {
    return run(argc, argv);
  } catch (const program::closed_pipe&) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);  // quietly, as the shell expects
    return 1;
  } catch (const user_error& error) {
    return fail(1, error.what());
  } catch (const internal_error& error) {
    return fail(2, error.what());
  } catch (const std::bad_alloc&) {
    return fail(2, "out of memory");
  } catch (const std::exception& error) {
    return fail(2, error.what());
  }
}
