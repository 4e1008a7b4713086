// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/storeargument.h"
#include "core/store/file/storefile.h"
#include "core/store/read/storereader.h"
#include "core/store/write/importbatch.h"

#include <memory>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

Json leftoversJson(const ImportLeftovers &leftovers)
{
    Json files = Json::array();
    for (const std::filesystem::path &each : leftovers.files)
        files.push_back(each.string());
    return files;
}

void printLeftovers(const ImportLeftovers &leftovers, const Console &console)
{
    for (const std::filesystem::path &each : leftovers.files)
        console.line("leftovers of a killed import: " + each.string());
    if (!leftovers.files.empty())
        console.line(fmt::format("{:.1f} MB; they hold no stored results; delete them, or the next "
                                 "import into this store will",
                                 static_cast<double>(leftovers.bytes) / 1e6));
}

ExitCode check(const std::filesystem::path &file, bool isUpdating, const Console &console)
{
    const ImportLeftovers leftovers = importLeftovers(file);
    printLeftovers(leftovers, console);
    if (isUpdating)
        orFail(updateStore(file));
    const auto reader = orFail(StoreReader::open(file));
    const auto problems = orFail(reader->check());
    const auto runs = orFail(reader->runs());
    int evaluations = 0;
    for (const RunSummary &run : runs)
        evaluations += run.evaluations;
    console.document({{"file", file.string()},
                      {"ok", problems.empty()},
                      {"runs", runs.size()},
                      {"evaluations", evaluations},
                      {"problems", problems},
                      {"leftovers", leftoversJson(leftovers)}});
    for (const std::string &problem : problems)
        console.line("problem: " + problem);
    if (problems.empty())
        console.line(file.string() + ": intact, " + std::to_string(runs.size()) + " runs, "
                     + std::to_string(evaluations) + " evaluations");
    return problems.empty() ? ExitCode::Ok : ExitCode::BadInput;
}

} // namespace

void addCheckCommand(CLI::App &app, Action &chosen)
{
    auto file = std::make_shared<std::filesystem::path>();
    CLI::App *command = app.add_subcommand("check", "Check a result store for damage");
    addStore(*command, *file);
    auto isUpdating = std::make_shared<bool>(false);
    command->add_flag(
        "--update", *isUpdating,
        "First update a store of an older version; a backup is kept in the same folder");
    command->callback([=, &chosen] {
        chosen = [=](const Console &console) { return check(*file, *isUpdating, console); };
    });
}

} // namespace loupe::cli
