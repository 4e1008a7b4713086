// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/originalexport.h"
#include "app/kloupe/commands/tableexport.h"
#include "app/kloupe/options/storeargument.h"

#include <memory>
#include <string>

namespace loupe::cli {

void addExportCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<ExportTableOptions>();
    auto original = std::make_shared<std::string>();
    CLI::App *command = app.add_subcommand(
        "export", "Write a store's contents as CSV, JSON lines, LaTeX, JUnit or SARIF");
    addStore(*command, options->store);
    CLI::Option *output = command->add_option(
        "-o,--output", options->output,
        "The file to write; must not exist (default: standard output). With --original: a folder");
    CLI::Option *files = command->add_option(
        "--original", *original,
        "Instead of a table, write the original files that this run was imported from");
    files->needs(output);
    addExportTableOptions(*command, *options);
    command->callback([=, &chosen] {
        for (const std::string &name : scopeOptionNames("--baseline")) {
            const bool isOfLists = name == "--baseline" || name == "--no-join";
            if (options->table == "evaluations" && !isOfLists && command->count(name) > 0)
                throw CLI::ValidationError(
                    name, "goes with --table rates or clusters; --filter selects evaluations");
        }
        chosen = [options, original](const Console &console) {
            return original->empty()
                ? exportTable(*options, console)
                : exportOriginal(options->store, *original, options->output, console);
        };
    });
}

} // namespace loupe::cli
