// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/profiletext.h"
#include "app/kloupe/options/acceptance.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/sandboxoption.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/interrupt.h"
#include "core/engine/run/outsideuse.h"
#include "core/engine/run/profiling.h"
#include "core/platforms/host/sanitizer.h"
#include "core/store/write/storewriter.h"

#include <memory>

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

Result<EvaluationDetail> detailOf(const ProfileOptions &options)
{
    const auto reader = openStore(options.store);
    if (!reader)
        return reader.error();
    return (*reader)->detail(RowId{options.evaluation});
}

/// Asks for consent to the settings that the stored run names.
Status settle(const EvaluationDetail &detail, const RunRequest &given, bool accepts,
              const Console &console)
{
    const auto request = requestToProfile(detail, given);
    if (!request)
        return request.error();
    if (const std::string overruled = overruledSandbox(*request); !overruled.empty())
        console.progress(overruled);
    return settleUses(*request, accepts, console);
}

ExitCode profile(const ProfileOptions &options, const Console &console)
{
    const auto detail = detailOf(options);
    if (!detail)
        return console.fail(detail.error());
    RunRequest request = options.request;
    request.sandbox = options.sandbox.choice().mode;
    request.unconfinedAsRoot = options.sandbox.choice().evenAsRoot;
    if (const Status settled = settle(*detail, request, options.accepts, console); !settled)
        return console.fail(settled.error());
    const InterruptGuard interrupt;
    const bool isConfined = request.sandbox == SandboxMode::Bubblewrap;
    if (!isConfined)
        console.progress(unconfinedWarning({}));
    const auto measured = options.sanitizer.empty()
        ? profileEvaluation(*detail, request, interrupt.token())
        : sanitizeEvaluation(*detail, request, options.sanitizer, interrupt.token());
    if (!isConfined)
        console.progress(unconfinedReminder({}));
    if (!measured)
        return console.fail(measured.error());
    {
        const auto writer = openToChange(options.store);
        if (!writer)
            return console.fail(writer.error());
        const Status stored = (*writer)->recordCounters(RowId{options.evaluation}, *measured);
        if (!stored)
            return console.fail(stored.error());
    }
    if (!options.sanitizer.empty())
        console.text(measured->original);
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
        "profile",
        "Run an evaluation's candidate again with hardware counters, or under compute-sanitizer, "
        "and store the result");
    addStore(*command, options->store);
    command
        ->add_option("evaluation", options->evaluation,
                     "Id of the evaluation, as listed by kloupe query")
        ->required()
        ->check(wholeNumber(1));
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
    command->callback([=, &chosen] {
        chosen = [options](const Console &console) { return profile(*options, console); };
    });
}

} // namespace loupe::cli
