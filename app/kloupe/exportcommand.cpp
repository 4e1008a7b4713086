// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands.h"
#include "app/kloupe/originalexport.h"

#include <filesystem>
#include <memory>

namespace loupe::cli {

namespace {

struct ExportOptions {
    std::filesystem::path store;
    std::filesystem::path output;
    std::string original; ///< a run's name
};

} // namespace

void addExportCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<ExportOptions>();
    CLI::App *command = app.add_subcommand("export", "Give results out of a store");
    command
        ->add_option("--original", options->original,
                     "The run whose imported files are given back, byte by byte")
        ->required();
    command->add_option("--store", options->store, "Result store, *.kloupe")->required();
    command->add_option("-o,--output", options->output, "A new folder; nothing is ever overwritten")
        ->required();
    command->callback([=, &chosen] {
        chosen = [options](const Console &console) {
            return exportOriginal(options->store, options->original, options->output, console);
        };
    });
}

} // namespace loupe::cli
