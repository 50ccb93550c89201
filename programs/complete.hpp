// What the last word of a command line that is being typed may become, for the completion of
// shells.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace program {

/// Every word that may stand in place of the last of those given, which follow the program's name
/// and of which the last may be empty or incomplete. The one word ":files" stands for the names of
/// files.
std::vector<std::string> completions(const CLI::App& app, std::vector<std::string> given);

}  // namespace program
