// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/output/interrupt.h"
#include "core/base/counted.h"
#include "core/store/merge/mergestores.h"

#include <memory>
#include <vector>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct MergeOptions {
    std::vector<std::filesystem::path> stores;
    std::filesystem::path target;
};

ExitCode merge(const MergeOptions &options, const Console &console)
{
    const InterruptGuard interrupt;
    const auto summary = orFail(mergeStores(options.stores, options.target, interrupt.token()));
    Json parts = Json::array();
    for (const MergedPart &part : summary.parts) {
        console.line(fmt::format("{}: {}, {} known; {}, {} known", part.file.string(),
                                 counted(part.runs, "new run"), part.sharedRuns,
                                 counted(part.evaluations, "new evaluation"), part.known));
        for (const std::string &renamed : part.renamed)
            console.line("note: " + renamed);
        parts.push_back({{"file", part.file.string()},
                         {"runs", part.runs},
                         {"shared_runs", part.sharedRuns},
                         {"evaluations", part.evaluations},
                         {"known", part.known},
                         {"renamed", part.renamed}});
    }
    console.line(fmt::format("{}: {}, {}", options.target.string(),
                             counted(summary.evaluations, "evaluation"),
                             counted(summary.reviews, "review")));
    console.document({{"store", options.target.string()},
                      {"evaluations", summary.evaluations},
                      {"reviews", summary.reviews},
                      {"parts", parts}});
    return ExitCode::Ok;
}

} // namespace

void addMergeCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<MergeOptions>();
    CLI::App *command = app.add_subcommand("merge", "Merge stores into one");
    command->add_option("stores", options->stores, "Result stores, *.kloupe; they are not changed")
        ->required();
    command->add_option("-o,--output", options->target, "The store to create; must not exist")
        ->required();
    setAction(*command, chosen, options, merge);
}

} // namespace loupe::cli
