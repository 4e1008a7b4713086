// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands.h"
#include "app/kloupe/interrupt.h"
#include "app/kloupe/openstore.h"
#include "app/kloupe/profiletext.h"
#include "core/engine/profiling.h"
#include "core/store/storewriter.h"

#include <memory>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct ProfileOptions {
    std::filesystem::path store;
    std::int64_t evaluation = 0;
    RunRequest request;
    bool noSandbox = false;
};

Result<EvaluationDetail> detailOf(const ProfileOptions &options)
{
    const auto reader = openStore(options.store);
    if (!reader)
        return reader.error();
    return (*reader)->detail(RowId{options.evaluation});
}

ExitCode profile(const ProfileOptions &options, const Console &console)
{
    const InterruptGuard interrupt;
    const auto detail = detailOf(options);
    if (!detail)
        return console.fail(detail.error());
    RunRequest request = options.request;
    request.sandbox = options.noSandbox ? SandboxMode::None : SandboxMode::Bubblewrap;
    const auto counters = profileEvaluation(*detail, request, interrupt.token());
    if (!counters)
        return console.fail(counters.error());
    {
        const auto writer = StoreWriter::open(options.store);
        if (!writer)
            return console.fail(writer.error());
        const Status stored = (*writer)->recordCounters(RowId{options.evaluation}, *counters);
        if (!stored)
            return console.fail(stored.error());
    }
    const auto now = detailOf(options);
    if (!now)
        return console.fail(now.error());
    for (const std::string &line : profileLines(*now))
        console.line(line);
    console.document(profileJson(*now));
    return ExitCode::Ok;
}

} // namespace

void addProfileCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<ProfileOptions>();
    CLI::App *command = app.add_subcommand(
        "profile", "Run an evaluation's candidate again under hardware counters and keep them");
    command->add_option("evaluation", options->evaluation, "Its id, as kloupe query lists it")
        ->required()
        ->check(CLI::PositiveNumber);
    command->add_option("--store", options->store, "Result store, *.kloupe")->required();
    command->add_option("--python", options->request.python.interpreter,
                        "Interpreter (default: the run's own)");
    command->add_flag("--no-sandbox", options->noSandbox,
                      "Run the candidate unconfined: only what you trust");
    command->callback([=, &chosen] {
        chosen = [options](const Console &console) { return profile(*options, console); };
    });
}

} // namespace loupe::cli
