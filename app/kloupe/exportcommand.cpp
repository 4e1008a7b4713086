// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands.h"
#include "app/kloupe/tableexport.h"

#include <memory>
#include <string>

namespace loupe::cli {

void addExportCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<ExportTableOptions>();
    CLI::App *command = app.add_subcommand("export", "Write a store's contents for other programs");
    command->add_option("store", options->store, "Result store, *.kloupe")->required();
    command->add_option("-o,--output", options->output,
                        "The file to write; must not exist (default: standard output)");
    addExportTableOptions(*command, *options);
    command->callback([=, &chosen] {
        chosen = [options](const Console &console) { return exportTable(*options, console); };
    });
}

} // namespace loupe::cli
