// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands.h"
#include "app/kloupe/storeargument.h"
#include "core/store/file/storeupdate.h"
#include "core/store/read/storereader.h"

#include <memory>

namespace loupe::cli {

namespace {

ExitCode check(const std::filesystem::path &file, bool isUpdating, const Console &console)
{
    if (isUpdating) {
        if (const Status updated = updateStore(file); !updated)
            return console.fail(updated.error());
    }
    const auto reader = StoreReader::open(file);
    if (!reader)
        return console.fail(reader.error());
    const auto problems = (*reader)->check();
    if (!problems)
        return console.fail(problems.error());
    const auto runs = (*reader)->runs();
    if (!runs)
        return console.fail(runs.error());
    int evaluations = 0;
    for (const RunSummary &run : *runs)
        evaluations += run.evaluations;
    console.document({{"file", file.string()},
                      {"ok", problems->empty()},
                      {"runs", runs->size()},
                      {"evaluations", evaluations},
                      {"problems", *problems}});
    for (const std::string &problem : *problems)
        console.line("problem: " + problem);
    if (problems->empty())
        console.line(file.string() + ": intact, " + std::to_string(runs->size()) + " runs, "
                     + std::to_string(evaluations) + " evaluations");
    return problems->empty() ? ExitCode::Ok : ExitCode::BadInput;
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
        "First bring a store of an older version up to date, after a backup beside it");
    command->callback([=, &chosen] {
        chosen = [=](const Console &console) { return check(*file, *isUpdating, console); };
    });
}

} // namespace loupe::cli
