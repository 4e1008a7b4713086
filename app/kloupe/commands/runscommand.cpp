// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/storeargument.h"
#include "core/base/clock.h"
#include "core/base/counted.h"
#include "core/base/digest.h"
#include "core/base/nearest.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct RunsOptions {
    std::filesystem::path store;
    std::vector<std::string> pins;
    std::vector<std::string> unpins;
    std::string baseline;
    bool noBaseline = false;
    std::string person;

    bool marks() const
    {
        return !pins.empty() || !unpins.empty() || !baseline.empty() || noBaseline;
    }
};

std::vector<RunSummary> runsOf(const std::filesystem::path &store)
{
    const auto reader = orFail(openStore(store));
    return orFail(reader->runs());
}

/// Returns the marks of the command line, in the order pins, unpins, baseline.
std::vector<RunMark> marksOf(const RunsOptions &options, const std::vector<RunSummary> &runs)
{
    std::vector<RunMark> marks;
    const std::string now = isoTime(systemClock().wallNow());
    const auto say = [&](const std::string &run, RunMarkKind kind) {
        const auto known = std::ranges::find_if(
            runs, [&](const RunSummary &each) { return each.run.name == run; });
        std::vector<std::string> names;
        names.reserve(runs.size());
        for (const RunSummary &each : runs)
            names.push_back(each.run.name);
        if (known == runs.end())
            throw CommandError{{Errc::NotFound, "the store has no run named \"" + run + "\"",
                                options.store.string(),
                                hintWithNearest(run, names, "kloupe runs STORE lists them")}};
        constexpr int uuidBytes = 16;
        marks.push_back({randomHex(uuidBytes), known->id, kind, options.person, now});
    };
    for (const std::string &run : options.pins)
        say(run, RunMarkKind::Pin);
    for (const std::string &run : options.unpins)
        say(run, RunMarkKind::Unpin);
    if (!options.baseline.empty())
        say(options.baseline, RunMarkKind::Baseline);
    const auto present = std::ranges::find_if(runs, &RunSummary::isBaseline);
    if (options.noBaseline && present != runs.end())
        say(present->run.name, RunMarkKind::NoBaseline);
    return marks;
}

void mark(const RunsOptions &options)
{
    // Open the writer first: it migrates an older store, which readers do not.
    const auto writer = orFail(openToChange(options.store));
    const auto runs = runsOf(options.store);
    orFail(writer->markRuns(marksOf(options, runs)));
}

ExitCode runs(const RunsOptions &options, const Console &console)
{
    if (options.marks())
        mark(options);
    auto runs = runsOf(options.store);
    // Sort as on the page Runs.
    std::ranges::stable_sort(runs, {}, [](const RunSummary &run) {
        return run.isBaseline ? 0 : run.isPinned ? 1 : 2;
    });
    Json list = Json::array();
    for (const RunSummary &run : runs) {
        console.line(fmt::format(
            "{}{}{}: {}, {}, {}, {} correct, {} failed, {} unknown", run.isBaseline ? "★ " : "",
            run.run.name, run.isPinned ? " (pinned)" : "", run.run.suite, run.state,
            counted(run.evaluations, "evaluation"), run.correct, run.failed, run.unknown));
        list.push_back({{"run", run.run.name},
                        {"suite", run.run.suite},
                        {"origin", run.run.origin},
                        {"state", run.state},
                        {"started_at", run.run.startedAt},
                        {"finished_at", run.finishedAt},
                        {"device", run.run.environment.deviceName},
                        {"evaluations", run.evaluations},
                        {"correct", run.correct},
                        {"failed", run.failed},
                        {"unknown", run.unknown},
                        {"pinned", run.isPinned},
                        {"baseline", run.isBaseline}});
    }
    if (runs.empty())
        console.line("the store has no runs");
    console.document({{"runs", list}});
    return ExitCode::Ok;
}

} // namespace

void addRunsCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<RunsOptions>();
    CLI::App *command
        = app.add_subcommand("runs", "List the runs of a store, pin runs and set the baseline");
    addStore(*command, options->store);
    CLI::Option *pin
        = command->add_option("--pin", options->pins, "Pin this run to the top; may be repeated")
              ->allow_extra_args(false);
    CLI::Option *unpin
        = command->add_option("--unpin", options->unpins, "Unpin this run; may be repeated")
              ->allow_extra_args(false);
    CLI::Option *baseline
        = command->add_option("--baseline", options->baseline,
                              "Set the baseline, the default run that compare compares with");
    CLI::Option *none
        = command->add_flag("--no-baseline", options->noBaseline, "Remove the baseline mark");
    none->excludes(baseline);
    CLI::Option *person = command->add_option("--person", options->person, "Your name");
    for (CLI::Option *each : {pin, unpin, baseline, none})
        each->needs(person);
    setAction(*command, chosen, options, runs);
}

} // namespace loupe::cli
