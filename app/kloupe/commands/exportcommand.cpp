// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/tableexport.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/output/console.h"
#include "core/base/counted.h"
#include "core/base/nearest.h"
#include "core/store/read/storereader.h"
#include "core/store/write/originalfiles.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

/// Implements `kloupe export --original RUN`: writes the files that a run was imported from.
ExitCode exportOriginal(const std::filesystem::path &store, const std::string &run,
                        const std::filesystem::path &folder, const Console &console)
{
    const auto reader = openStore(store);
    if (!reader)
        return console.fail(reader.error());
    const auto runs = (*reader)->runs();
    if (!runs)
        return console.fail(runs.error());
    const bool isThere = std::any_of(runs->begin(), runs->end(),
                                     [&](const RunSummary &each) { return each.run.name == run; });
    std::vector<std::string> known;
    known.reserve(runs->size());
    for (const RunSummary &each : *runs)
        known.push_back(each.run.name);
    if (!isThere)
        return console.fail({Errc::NotFound, "there is no run \"" + run + "\"", store.string(),
                             hintWithNearest(run, known, "kloupe runs STORE lists them")});
    const auto files = (*reader)->importedFiles(run);
    if (!files)
        return console.fail(files.error());
    if (const Status written = writeOriginalFiles(*files, folder); !written)
        return console.fail(written.error());
    std::size_t bytes = 0;
    Json names = Json::array();
    for (const ImportedFile &file : *files) {
        bytes += file.content.size();
        names.push_back(file.name);
    }
    console.line(fmt::format("{}: {}, {}, as imported", folder.string(),
                             counted(files->size(), "file"), counted(bytes, "byte")));
    console.document({{"run", run}, {"folder", folder.string()}, {"files", names}});
    return ExitCode::Ok;
}

} // namespace

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
