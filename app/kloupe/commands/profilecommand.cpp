// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/profiletext.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/runoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/interrupt.h"
#include "core/engine/run/outsideuse.h"
#include "core/engine/run/profiling.h"
#include "core/platforms/host/sanitizer.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct ProfileOptions {
    std::filesystem::path store;
    std::int64_t evaluation = 0;
    RunRequest request;
    SandboxOption sandbox;
    bool accepts = false;
    std::string sanitizer; ///< tool of compute-sanitizer to run instead; empty: counters
};

EvaluationDetail detailOf(const ProfileOptions &options)
{
    const auto reader = orFail(openStore(options.store));
    return orFail(reader->detail(RowId{options.evaluation}));
}

ExitCode profile(const ProfileOptions &options, const Console &console)
{
    ProfilingRequest request{options.store, RowId{options.evaluation}, options.sanitizer,
                             options.request};
    request.given.sandbox = options.sandbox.choice().mode;
    request.given.unconfinedAsRoot = options.sandbox.choice().evenAsRoot;
    bool isUnconfined = false;
    // Guarded from the answer to the question on: before, Ctrl+C ends the program.
    std::optional<InterruptGuard> interrupt;
    std::stop_source stop;
    std::optional<std::stop_callback<std::function<void()>>> interrupted;
    ProfilingTools tools;
    tools.accept = [&](const RunRequest &repeated) -> Status {
        if (const std::string overruled = overruledSandbox(repeated); !overruled.empty())
            console.progress(overruled);
        if (Status settled = settleUses(repeated, options.accepts, console); !settled)
            return settled;
        isUnconfined = request.given.sandbox != SandboxMode::Bubblewrap;
        if (isUnconfined)
            console.progress(unconfinedWarning({}));
        interrupt.emplace();
        interrupted.emplace(interrupt->token(), [&stop] { stop.request_stop(); });
        return {};
    };
    tools.open = openToChange;
    bool isWaiting = false;
    tools.waits = [&](const Error &error) {
        if (error.code != Errc::Busy) // a script must not wait for a full disk
            return false;
        if (!std::exchange(isWaiting, true))
            console.progress("measured; waiting to store the result: " + error.message);
        return true;
    };
    const auto measured = profileStored(request, tools, stop.get_token());
    if (isUnconfined)
        console.progress(unconfinedReminder({}));
    if (!measured)
        return console.fail(measured.error());
    if (!options.sanitizer.empty())
        console.text(measured->original);
    const auto now = detailOf(options);
    for (const std::string &line : profileLines(now))
        console.line(line);
    console.document(profileJson(now));
    return ExitCode::Ok;
}

} // namespace

void addProfileCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<ProfileOptions>();
    CLI::App *command = app.add_subcommand(
        "profile",
        "Run an evaluation's candidate again with hardware counters, or under compute-sanitizer, "
        "and store the result");
    addStore(*command, options->store);
    addEvaluation(*command, options->evaluation)->required();
    command->add_option("--python", options->request.python.interpreter,
                        "Interpreter (default: the run's own)");
    command
        ->add_option(
            "--sanitize", options->sanitizer,
            "Tool of compute-sanitizer to run it under instead, without counters: memcheck, "
            "racecheck, initcheck or synccheck")
        ->transform(oneOf({sanitizerTools.begin(), sanitizerTools.end()}));
    addAcceptOption(*command, options->accepts);
    options->sandbox.addTo(*command,
                           "Run the candidate without the sandbox; only for code you trust");
    setAction(*command, chosen, options, profile);
}

} // namespace loupe::cli
