// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands.h"
#include "app/kloupe/judgingoptions.h"
#include "app/kloupe/localtools.h"
#include "app/kloupe/storeargument.h"
#include "app/kloupe/valuechecks.h"
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
    ProfileChoices limits; ///< of them only the budget
};

std::string costText(const Cost &cost, const Profile &profile)
{
    std::string text = fmt::format("{} tokens in, {} out", cost.input, cost.output);
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

std::string countedOf(int count, const char *what)
{
    return counted(static_cast<std::size_t>(count), what);
}

std::string repeatedText(const GenerationOutcome &outcome)
{
    return outcome.repeated == 0
        ? std::string()
        : fmt::format(", {} the same as in an earlier round", outcome.repeated);
}

/// "rounds 3, solved 2"; empty where all had one round.
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
                             countedOf(outcome.candidates, "answer"), outcome.withCode,
                             repeatedText(outcome), countedOf(outcome.requests, "request"),
                             costText(outcome.spent, request.profile)));
    if (const std::string ends = endsText(outcome); !ends.empty())
        console.line("samples ended by: " + ends);
    if (const auto &run = outcome.evaluated)
        console.line(fmt::format("{} evaluated now, {} already there; {} correct, {} failed, {} "
                                 "infra errors",
                                 run->evaluated, run->alreadyDone, run->correct, run->failed,
                                 run->infraErrors));
    if (const auto &run = outcome.confirmed)
        console.line(
            fmt::format("results with fresh inputs: {} evaluated now, {} already there; {} "
                        "correct, {} failed: the run \"{}\"",
                        run->evaluated, run->alreadyDone, run->correct, run->failed, run->run));
    if (request.run.dryRun)
        console.line(fmt::format("dry run, nothing was asked: what is open is {} of at most {}{}",
                                 countedOf(static_cast<int>(outcome.most.requests), "request"),
                                 costText(outcome.most, request.profile),
                                 outcome.mayAskAgain ? "; answers that are cut off or have no "
                                                       "program are asked for again on top of that"
                                                     : ""));
    if (outcome.waiting > 0)
        console.line(countedOf(outcome.waiting, "sample")
                     + " not judged yet: the same command with --resume evaluates what is left");
    if (outcome.end == AskingEnd::Answered)
        return;
    console.line(fmt::format(
        "{}: {}", outcome.end == AskingEnd::Budget ? "the budget ends it" : "not all were answered",
        outcome.why));
    console.line("the same command with --resume goes on; nothing answered is asked again");
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
    auto profile = readProfile(options.profile);
    if (!profile)
        return console.fail(profile.error());
    auto limited = profileWithin(*profile, options.limits);
    if (!limited)
        return console.fail(limited.error());
    request.profile = std::move(*limited);
    options.judging.applyTo(request.run);

    const auto local = LocalTools::make(console);
    if (!local)
        return console.fail(local.error());
    GenerationTools tools = (*local)->tools();
    tools.askProgram = askProgram();
    const auto outcome = generate(request, tools, (*local)->token());
    if (!outcome)
        return console.fail(outcome.error());
    printOutcome(*outcome, request, console);
    console.document(toJson(*outcome));
    return exitCodeOf(*outcome);
}

void addWhat(CLI::App &command, GenerateOptions &options)
{
    RunRequest &run = options.request.run;
    command
        .add_option("--profile", options.profile,
                    "A generation profile, *.json: endpoint, model, samples, budget")
        ->required();
    command.add_option("--suite", run.suite,
                       "Folder of native tasks, checkout of a benchmark, or a name that `suites "
                       "add` remembers (default: the shipped suite)");
    command.add_option("--tasks", run.taskFilter,
                       "Which tasks, in the filter language: category:Math,Loss level<3 softmax");
    command.add_option("--name", run.name, "Name of the run (default: suite and profile)");
    command
        .add_option("--samples", options.request.samples,
                    "Answers for each task, instead of the profile's number")
        ->check(wholeNumber(1, 10'000));
    command
        .add_option("--rounds", options.request.rounds,
                    "Rounds of each sample, instead of the profile's number")
        ->check(wholeNumber(1, 1000));
    command.add_option("--platform", run.python.platform,
                       "What kernels are written with: of native tasks cpu (default) or cuda, of "
                       "benchmarks in Python triton, cuda or torch-cpu");
    command.add_flag("--resume", run.resume,
                     "Go on with a run: ask only what has no answer, evaluate what is not yet");
    command.add_flag("--dry-run", run.dryRun,
                     "Say how much would be asked and what it may cost, and ask nothing");
}

void addLimits(CLI::App &command, GenerateOptions &options)
{
    command
        .add_option("--budget-requests", options.limits.requests,
                    "At most so many requests, where the profile allows more")
        ->check(wholeNumber(1));
    command
        .add_option("--budget-tokens", options.limits.outputTokens,
                    "At most so many tokens of answers, where the profile allows more")
        ->check(wholeNumber(1));
    command
        .add_option("--budget-usd", options.limits.dollars,
                    "At most so many dollars, by the profile's prices")
        ->check(numberAboveZero(1'000'000));
    CLI::Option *record = command.add_option("--record", options.request.record,
                                             "Add requests and answers to a cassette");
    command
        .add_option("--replay", options.request.replay, "Let a cassette answer: no network, no key")
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
        "generate", "Ask a model for kernels, evaluate what it answers, and keep all of it");
    addStore(*command, options->request.run.store, StoreUse::Required, "created when missing");
    addWhat(*command, *options);
    addLimits(*command, *options);
    addHow(*command, *options);
    command->callback([=, &chosen] {
        chosen = [options](const Console &console) { return generateKernels(*options, console); };
    });
}

} // namespace loupe::cli
