// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands.h"
#include "app/kloupe/interrupt.h"
#include "app/kloupe/judgingoptions.h"
#include "app/kloupe/runprogress.h"
#include "app/kloupe/storeargument.h"
#include "app/kloupe/valuechecks.h"
#include "core/base/json.h"
#include "core/executors/makeexecutor.h"
#include "core/generation/loop/submission.h"

#include <memory>
#include <string>

namespace loupe::cli {

namespace {

struct EvaluateOneOptions {
    SubmissionRequest request;
    JudgingOptions judging;
    std::string judge = "strict";
};

ExitCode evaluateOne(const EvaluateOneOptions &options, const Console &console)
{
    SubmissionRequest request = options.request;
    options.judging.applyTo(request.run);
    request.judge = options.judge == "suite" ? Strategy::Judge::Suite : Strategy::Judge::Strict;

    const InterruptGuard interrupt;
    const auto executor = makeExecutor("local");
    if (!executor)
        return console.fail(executor.error());
    const auto printer = makeProgressPrinter(console);
    GenerationTools tools;
    tools.say = [&console](const std::string &line) { console.progress(line); };
    tools.evaluate
        = [&](const RunRequest &run) { return (*executor)->run(run, *printer, interrupt.token()); };
    const auto outcome = submit(request, tools);
    if (!outcome)
        return console.fail(outcome.error());
    console.text(outcome->feedback.substr(0, outcome->feedback.find_last_not_of('\n') + 1));
    console.document({{"run", outcome->run},
                      {"task", outcome->task},
                      {"evaluation", outcome->evaluation.value},
                      {"round", outcome->round},
                      {"verdict", facts(outcome->verdict).id},
                      {"outcome", name(outcomeOf(outcome->verdict))},
                      {"speedup", orNull(outcome->speedup)},
                      {"feedback", outcome->feedback}});
    const Outcome end = outcomeOf(outcome->verdict);
    if (!isJudged(end))
        return ExitCode::Environment;
    return end == Outcome::Correct ? ExitCode::Ok : ExitCode::Failed;
}

void addWhat(CLI::App &command, EvaluateOneOptions &options)
{
    RunRequest &run = options.request.run;
    command
        .add_option("--task", run.taskFilter,
                    "The task: its name, or a filter that selects it alone")
        ->required();
    command.add_option("--file", options.request.file, "The program")->required();
    command.add_option("--method", options.request.method, "Whose it is")->required();
    command
        .add_option("--sample", options.request.sample,
                    "Which attempt at the task (default: 0). Its programs are rounds")
        ->check(wholeNumber(0, 1'000'000));
    command.add_option("--suite", run.suite,
                       "Folder of native tasks, checkout of a benchmark, or a name that `suites "
                       "add` remembers (default: the shipped suite)");
    command.add_option("--name", run.name, "Name of the run (default: suite and method)");
    command.add_option("--platform", run.python.platform,
                       "What it is written with: of native tasks cpu (default) or cuda, of "
                       "benchmarks in Python triton, cuda or torch-cpu");
    command.add_option("--judge", options.judge, "Whose verdict counts: strict (default) or suite")
        ->check(CLI::IsMember({"strict", "suite"}));
}

} // namespace

void addEvaluateOneCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<EvaluateOneOptions>();
    CLI::App *command
        = app.add_subcommand("evaluate-one",
                             "Evaluate one program as the next round of an attempt, and say what a "
                             "model would be told of it");
    addStore(*command, options->request.run.store, StoreUse::Required, "created when missing");
    addWhat(*command, *options);
    options->judging.addTo(*command, options->request.run);
    command->callback([=, &chosen] {
        chosen = [options](const Console &console) { return evaluateOne(*options, console); };
    });
}

} // namespace loupe::cli
