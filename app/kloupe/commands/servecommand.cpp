// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/runoptions.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/interrupt.h"
#include "app/kloupe/output/runprogress.h"
#include "core/engine/machine/programs.h"
#include "core/executors/jobserver.h"

#include <memory>

#include <unistd.h>

namespace loupe::cli {

namespace {

ExitCode serve(const Console & /*console*/)
{
    const InterruptGuard interrupt;
    ignoreBrokenPipes();
    const auto programs = orFail(findPrograms());
    const JobServerSettings settings{programs.cache / "remote", startWorkProcess};
    const Status served = serveJobs(LineStream(Fd(dup(STDIN_FILENO)), Fd(dup(STDOUT_FILENO))),
                                    settings, interrupt.token());
    return served ? ExitCode::Ok : exitCodeOf(served.error().code);
}

struct WorkOptions {
    std::filesystem::path job;
    int shard = 1;
    std::filesystem::path scratch;
    SandboxOption sandbox;
    bool accepts = false;
};

/// Gets consent for the job's settings, unless the user already accepted them on another machine.
/// Nothing is remembered then.
void settle(const WorkOptions &options, const Console &console)
{
    if (options.accepts)
        return;
    const auto job = orFail(JobFolder(options.job).readJob());
    orFail(settleUses(job.preset.request, false, console));
}

ExitCode work(const WorkOptions &options, const Console &console)
{
    settle(options, console);
    const InterruptGuard interrupt;
    const auto observer = makeProgressPrinter(console);
    const auto outcome = orFail(workOnJob(JobFolder(options.job), options.shard, options.scratch,
                                          options.sandbox.choice(), *observer, interrupt.token()));
    return outcome.cancelled ? ExitCode::Interrupted : ExitCode::Ok;
}

} // namespace

void addServeCommand(CLI::App &app, Action &chosen)
{
    CLI::App *command = app.add_subcommand(
        "serve", "Evaluate for a kloupe on another machine; started by `run --on ssh:HOST`");
    auto stdio = std::make_shared<bool>(false);
    command
        ->add_flag("--stdio", *stdio,
                   "Communicate over standard input and output (required; no port is opened)")
        ->required();
    // The command keeps the flag, which it sets.
    command->callback([stdio, &chosen] { chosen = serve; });
}

void addWorkCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<WorkOptions>();
    CLI::App *command
        = app.add_subcommand("work", "Run one shard of a job; started by `serve` and array jobs");
    command->add_option("job", options->job, "The job's folder")->required();
    command->add_option("--shard", options->shard, "Number of the shard, from 1")
        ->check(wholeNumber(1, 100'000))
        ->capture_default_str();
    command->add_option("--scratch", options->scratch,
                        "Folder on a local disk, if the job's folder is shared");
    command->add_flag("--accept-settings", options->accepts,
                      "The job's interpreter was accepted on the machine it comes from");
    options->sandbox.addTo(*command, "As given by the user on the other machine");
    setAction(*command, chosen, options, work);
}

} // namespace loupe::cli
