// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/localtools.h"
#include "app/kloupe/options/runoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "core/base/counted.h"
#include "core/engine/machine/programs.h"
#include "core/generation/loop/generation.h"
#include "core/generation/loop/profilechoices.h"

#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct GenerateOptions {
    std::filesystem::path profile;
    GenerationRequest request;
    JudgingOptions judging;
    ProfileChoices limits; ///< only its budget is used
};

std::string costText(const Cost &cost, const Profile &profile)
{
    std::string text = fmt::format("{} in, {} out", counted(cost.input, "token"), cost.output);
    if (profile.prices || cost.money.pico > 0)
        text += fmt::format(", ${:.4f}", cost.money.dollars());
    return text;
}

Json toJson(const Cost &cost)
{
    return {{"requests", cost.requests},
            {"input_tokens", cost.input},
            {"output_tokens", cost.output},
            {"dollars", cost.money.dollars()}};
}

Json toJson(const RunOutcome &run)
{
    return {{"evaluated", run.evaluated},      {"already_done", run.alreadyDone},
            {"correct", run.correct},          {"failed", run.failed},
            {"infra_errors", run.infraErrors}, {"cancelled", run.cancelled}};
}

Json toJson(const GenerationOutcome &outcome)
{
    return {{"run", outcome.run},
            {"samples", outcome.samples},
            {"settled", outcome.settled},
            {"candidates", outcome.candidates},
            {"with_code", outcome.withCode},
            {"repeated", outcome.repeated},
            {"stopped", outcome.stopped},
            {"waiting", outcome.waiting},
            {"requests", outcome.requests},
            {"spent", toJson(outcome.spent)},
            {"open_at_most", toJson(outcome.most)},
            {"end", name(outcome.end)},
            {"why", outcome.why},
            {"evaluation", outcome.evaluated ? toJson(*outcome.evaluated) : Json(nullptr)},
            {"confirmation", outcome.confirmed ? toJson(*outcome.confirmed) : Json(nullptr)}};
}

std::string repeatedText(const GenerationOutcome &outcome)
{
    return outcome.repeated == 0
        ? std::string()
        : fmt::format(", {} the same as in an earlier round", outcome.repeated);
}

/// Formats counts as "rounds 3, solved 2"; empty if all samples had one round.
std::string endsText(const GenerationOutcome &outcome)
{
    if (outcome.candidates == outcome.settled)
        return {};
    std::string text;
    for (const auto &[reason, count] : outcome.stopped)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", reason, count);
    return text;
}

void printOutcome(const GenerationOutcome &outcome, const GenerationRequest &request,
                  const Console &console)
{
    console.line(fmt::format("{}: {} of {} samples answered; {}, {} with a program{}; {}, {}",
                             outcome.run, outcome.settled, outcome.samples,
                             counted(outcome.candidates, "answer"), outcome.withCode,
                             repeatedText(outcome), counted(outcome.requests, "request"),
                             costText(outcome.spent, request.profile)));
    if (const std::string ends = endsText(outcome); !ends.empty())
        console.line("samples ended by: " + ends);
    if (const auto &run = outcome.evaluated)
        console.line(fmt::format("{} evaluated now, {} already there; {} correct, {} failed, {}",
                                 run->evaluated, run->alreadyDone, run->correct, run->failed,
                                 counted(run->infraErrors, "infra error")));
    if (const auto &run = outcome.confirmed)
        console.line(fmt::format("results on new inputs: {} evaluated now, {} already there; {} "
                                 "correct, {} failed: the run \"{}\"",
                                 run->evaluated, run->alreadyDone, run->correct, run->failed,
                                 run->run));
    if (request.run.dryRun)
        console.line(fmt::format(
            "dry run, nothing was sent: open are {} of at most {}{}",
            counted(static_cast<int>(outcome.most.requests), "request"),
            costText(outcome.most, request.profile),
            outcome.mayAskAgain ? "; plus repeats of answers that are cut off or have no program"
                                : ""));
    if (outcome.waiting > 0)
        console.line(counted(outcome.waiting, "sample")
                     + " not evaluated yet; continue with the same command and --resume");
    if (outcome.end == AskingEnd::Answered)
        return;
    console.line(fmt::format("{}: {}",
                             outcome.end == AskingEnd::Budget ? "stopped by the budget"
                                                              : "some requests have no answer",
                             outcome.why));
    console.line("continue with the same command and --resume; answered requests are not repeated");
}

ExitCode exitCodeOf(const GenerationOutcome &outcome)
{
    const bool isCancelled = (outcome.evaluated && outcome.evaluated->cancelled)
        || (outcome.confirmed && outcome.confirmed->cancelled);
    if (outcome.end == AskingEnd::Stopped || isCancelled)
        return ExitCode::Interrupted;
    return outcome.end == AskingEnd::Endpoint ? ExitCode::Failed : ExitCode::Ok;
}

ExitCode generateKernels(const GenerateOptions &options, const Console &console)
{
    GenerationRequest request = options.request;
    auto profile = orFail(readProfile(options.profile));
    auto limited = orFail(profileWithin(profile, options.limits));
    request.profile = std::move(limited);
    orFail(options.judging.applyTo(request.run));

    const auto local = LocalTools::make(console);
    GenerationTools tools = local->tools();
    tools.askProgram = askProgram();
    const auto outcome = orFail(generate(request, tools, local->token()));
    printOutcome(outcome, request, console);
    console.document(toJson(outcome));
    return exitCodeOf(outcome);
}

void addWhat(CLI::App &command, GenerateOptions &options)
{
    RunRequest &run = options.request.run;
    command
        .add_option("--profile", options.profile,
                    "A generation profile, *.json: endpoint, model, samples, budget")
        ->required();
    addSuiteOption(command, run.suite);
    command.add_option("--tasks", run.taskFilter,
                       "Filter of the tasks: category:Math,Loss level<3 softmax");
    command.add_option("--name", run.name, "Name of the run (default: suite and profile)");
    command
        .add_option("--samples", options.request.samples,
                    "Samples of each task (default: the profile's)")
        ->check(wholeNumber(1, 10'000));
    command
        .add_option("--rounds", options.request.rounds,
                    "Rounds of each sample (default: the profile's)")
        ->check(wholeNumber(1, 1000));
    addPlatformOption(command, run.python.platform);
    command.add_flag("--resume", run.resume,
                     "Continue a run: send only open requests, evaluate only open answers");
    command.add_flag("--dry-run", run.dryRun,
                     "Show the number of requests and the max cost; send nothing");
}

void addLimits(CLI::App &command, GenerateOptions &options)
{
    command
        .add_option("--budget-requests", options.limits.requests,
                    "Max requests, if the profile allows more")
        ->check(wholeNumber(1));
    command
        .add_option("--budget-tokens", options.limits.outputTokens,
                    "Max tokens of answers, if the profile allows more")
        ->check(wholeNumber(1));
    command
        .add_option("--budget-usd", options.limits.dollars, "Max dollars, by the profile's prices")
        ->check(numberAboveZero(1'000'000));
    CLI::Option *record = command.add_option("--record", options.request.record,
                                             "Record requests and answers in this file");
    command
        .add_option("--replay", options.request.replay,
                    "Use the answers recorded in this file: no network, no key")
        ->excludes(record);
    command.add_flag("--replay-exact", options.request.isReplayExact,
                     "A request that differs from the recorded one is an error");
}

void addHow(CLI::App &command, GenerateOptions &options)
{
    RunRequest &run = options.request.run;
    command
        .add_option("--jobs", run.jobs, "Parallel builds and verifications (default: processors)")
        ->check(wholeNumber(1, 1024));
    options.judging.addTo(command, run);
}

} // namespace

void addGenerateCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<GenerateOptions>();
    CLI::App *command = app.add_subcommand(
        "generate", "Ask a model for kernels, evaluate its answers and store everything");
    addStore(*command, options->request.run.store, StoreUse::Required, "created when missing");
    addWhat(*command, *options);
    addLimits(*command, *options);
    addHow(*command, *options);
    setAction(*command, chosen, options, generateKernels);
}

} // namespace loupe::cli
