// The program's commands. Each adds itself to the command line, with its options and what it does.
#pragma once

#include <CLI/CLI.hpp>

namespace program {

void add_train(CLI::App& app);
void add_cv(CLI::App& app);
void add_predict(CLI::App& app);
void add_info(CLI::App& app);
void add_methods(CLI::App& app);
void add_generate(CLI::App& app);

}  // namespace program
