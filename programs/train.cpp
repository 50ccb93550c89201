// coppice train: fits a model to a file of labelled rows, tells how it went, and saves it.
#include "commands.hpp"
#include "continuing.hpp"
#include "input.hpp"
#include "model_report.hpp"
#include "output.hpp"
#include "stream.hpp"
#include "training.hpp"

namespace program {
namespace {

void run_fit(const training_arguments& arguments, const model* continued) {
  const prepared_training prepared = prepare(arguments);
  const json document =
      train(prepared.with, prepared.data, arguments, prepared.load_seconds, continued);

  if (arguments.as_json) return print(printed(document));
  say_warnings(document, arguments);
  if (!arguments.quiet) print(described_training(document, arguments));
}

void run(const training_arguments& arguments) {
  if (is_stream(arguments)) return train_stream(arguments);
  if (!arguments.model.empty()) check_model_path(arguments.model);
  check_settings(arguments, {}, false);
  if (arguments.continued.empty()) return run_fit(arguments, nullptr);
  const model from = read_model(arguments.continued);
  run_fit(continued_from(from, arguments), &from);
}

}  // namespace

void add_train(CLI::App& app) {
  auto arguments = std::make_shared<training_arguments>();
  CLI::App& train = *app.add_subcommand("train", "fit a model to labelled data");
  train.group("Commands");
  add_training_options(train, *arguments);
  CLI::Option* const validation = train
                                      .add_option("--validation", arguments->validation,
                                                  "labelled data to choose the best iteration on")
                                      ->option_text("FILE");
  train
      .add_option("--validation-weights", arguments->validation_weights,
                  "weights of its rows: a column, or a file of one a line")
      ->option_text("NAME|FILE")
      ->needs(validation);
  train
      .add_option("--continue", arguments->continued,
                  "more learners for a model, with its options: DATA are those\n"
                  "that it was trained on, --set learners=N says how many")
      ->option_text("FILE");
  train
      .add_option("--classes", arguments->classes,
                  "learn standard input row by row, as it arrives (DATA is -;\n"
                  "methods online, pegasos, norma): the labels that there will be")
      ->option_text("A,B,...");
  train
      .add_option("--state", arguments->state,
                  "of a stream: go on from there, and save there what it takes\n"
                  "to go on: .json or .cbor")
      ->option_text("FILE");
  train.footer("Ctrl-C stops the training and keeps the best model so far.\n" + what_there_is() +
               "\nExample:\n  coppice train patients.csv --label diagnosis --test tomorrow.csv "
               "--model model.json");
  train.callback([arguments] { run(*arguments); });
}

}  // namespace program
