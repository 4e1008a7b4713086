// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/localtools.h"
#include "app/kloupe/options/runoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/usageerror.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/generation/agents/judgesocket.h"
#include "core/generation/loop/submission.h"

#include <memory>
#include <string>

namespace loupe::cli {

namespace {

struct EvaluateOneOptions {
    SubmissionRequest request;
    std::filesystem::path file;
    std::filesystem::path folder; ///< folder of an agent; empty: evaluate in this process
    JudgingOptions judging;
};

ExitCode codeOf(Outcome end)
{
    if (!isJudged(end))
        return ExitCode::Environment;
    return end == Outcome::Correct ? ExitCode::Ok : ExitCode::Failed;
}

void printFeedback(const std::string &feedback, const Console &console)
{
    console.text(feedback.substr(0, feedback.find_last_not_of('\n') + 1));
}

/// Sends the program to the process that runs the agent, which evaluates and counts it.
ExitCode askJudgeIn(const EvaluateOneOptions &options, const Console &console)
{
    const auto message = orFail(askJudge(options.folder, options.file));
    const auto text = message.value("text", std::string());
    const Json facts = message.value("facts", Json::object());
    if (facts.value("refused", false))
        return console.fail({Errc::Environment, text, options.file.string()});
    printFeedback(text + "\n\nVerdicts left: " + facts.value("verdicts_left", Json()).dump(),
                  console);
    Json document = facts;
    document["feedback"] = text;
    console.document(document);
    const auto verdict = verdictFromId(facts.value("verdict", std::string()));
    return codeOf(verdict ? outcomeOf(*verdict) : Outcome::Unknown);
}

/// Returns the first missing option of an evaluation without an agent's folder; "" if complete.
std::string missingOption(const EvaluateOneOptions &options)
{
    if (options.request.run.store.empty())
        return "STORE";
    if (options.request.run.taskFilter.empty())
        return "--task";
    return options.request.program.method.empty() ? "--method" : "";
}

ExitCode evaluateOne(const EvaluateOneOptions &options, const CLI::App &command,
                     const Console &console)
{
    if (!options.folder.empty())
        return askJudgeIn(options, console);
    if (const std::string missing = missingOption(options); !missing.empty())
        return console.refuse(usage(command, missing + " is missing",
                                    "name store, task and method; in a command that kloupe agent "
                                    "runs, --folder"));
    SubmissionRequest request = options.request;
    orFail(options.judging.applyTo(request.run));
    auto source = orFail(readFile(options.file, maxProgramBytes));
    request.program.source = std::move(source);
    request.program.fileName = options.file.filename().string();

    const auto local = LocalTools::make(console);
    GenerationTools tools = local->tools();
    const auto outcome = orFail(submit(request, tools));
    printFeedback(outcome.feedback, console);
    console.document({{"run", outcome.run},
                      {"task", outcome.task},
                      {"evaluation", outcome.evaluation.value},
                      {"round", outcome.round},
                      {"verdict", facts(outcome.verdict).id},
                      {"outcome", name(outcomeOf(outcome.verdict))},
                      {"speedup", orNull(outcome.speedup)},
                      {"feedback", outcome.feedback}});
    return codeOf(outcomeOf(outcome.verdict));
}

void addWhat(CLI::App &command, EvaluateOneOptions &options)
{
    RunRequest &run = options.request.run;
    command.add_option("--file", options.file, "The program")->required();
    CLI::Option *folder = command.add_option(
        "--folder", options.folder,
        "Within `kloupe agent`: its folder, instead of store, task and method");
    command
        .add_option("--task", run.taskFilter,
                    "The task: its name, or a filter that matches only it")
        ->excludes(folder);
    command.add_option("--method", options.request.program.method, "Name of the method")
        ->excludes(folder);
    command
        .add_option("--sample", options.request.program.sample,
                    "Number of the attempt at the task (default: 0); its programs are rounds")
        ->check(wholeNumber(0, 1'000'000));
    addSuiteOption(command, run.suite);
    command.add_option("--name", run.name, "Name of the run (default: suite and method)");
    addPlatformOption(command, run.python.platform);
    addJudgeOption(command, options.request.judge);
}

} // namespace

void addEvaluateOneCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<EvaluateOneOptions>();
    CLI::App *command = app.add_subcommand(
        "evaluate-one",
        "Evaluate one program as the next round of an attempt, and print the feedback for a model");
    addStore(*command, options->request.run.store, StoreUse::Sometimes, "created when missing");
    addWhat(*command, *options);
    options->judging.addTo(*command, options->request.run);
    command->callback([=, &chosen] {
        chosen = [options, command](const Console &console) {
            return evaluateOne(*options, *command, console);
        };
    });
}

} // namespace loupe::cli
