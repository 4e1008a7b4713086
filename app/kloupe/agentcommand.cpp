// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands.h"
#include "app/kloupe/judgingoptions.h"
#include "app/kloupe/localtools.h"
#include "app/kloupe/storeargument.h"
#include "app/kloupe/valuechecks.h"
#include "core/base/counted.h"
#include "core/generation/agents/agentrun.h"

#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct AgentOptions {
    AgentRunRequest request;
    JudgingOptions judging;
    std::string judge = "strict";
    double minutes = 30;
    double dollars = 0; ///< 0: no limit
};

Json toJson(const AgentTaskOutcome &task)
{
    return {{"task", task.task},
            {"end", name(task.end)},
            {"why", task.why},
            {"verdicts", task.spent.verdicts},
            {"input_tokens", orNull(task.spent.input)},
            {"output_tokens", orNull(task.spent.output)},
            {"dollars", orNull(task.spent.dollars)},
            {"seconds", task.spent.seconds},
            {"right", task.right},
            {"best_round", orNull(task.bestRound)},
            {"best_speedup", orNull(task.bestSpeedup)},
            {"folder", task.folder.string()}};
}

void printOutcome(const AgentRunOutcome &outcome, const Console &console)
{
    Json tasks = Json::array();
    for (const AgentTaskOutcome &task : outcome.tasks) {
        console.line(inWords(task));
        tasks.push_back(toJson(task));
    }
    console.line(fmt::format("the run \"{}\"", outcome.run));
    if (outcome.doneBefore > 0)
        console.line(counted(static_cast<std::size_t>(outcome.doneBefore), "task")
                     + " had come to their end before");
    if (outcome.isInterrupted)
        console.line("the same command with --resume goes on");
    console.document({{"run", outcome.run},
                      {"tasks", tasks},
                      {"done_before", outcome.doneBefore},
                      {"interrupted", outcome.isInterrupted}});
}

/// An agent that handed nothing in was not worth its start, but where all had ended before.
ExitCode exitCodeOf(const AgentRunOutcome &outcome)
{
    if (outcome.isInterrupted)
        return ExitCode::Interrupted;
    const bool isAnyJudged
        = std::any_of(outcome.tasks.begin(), outcome.tasks.end(),
                      [](const AgentTaskOutcome &task) { return task.spent.verdicts > 0; });
    return isAnyJudged || outcome.tasks.empty() ? ExitCode::Ok : ExitCode::Failed;
}

ExitCode runAgent(const AgentOptions &options, const Console &console)
{
    AgentRunRequest request = options.request;
    options.judging.applyTo(request.run);
    request.judge = options.judge == "suite" ? Strategy::Judge::Suite : Strategy::Judge::Strict;
    request.limits.seconds = options.minutes * 60;
    if (options.dollars > 0)
        request.limits.dollars = options.dollars;
    request.command.sandbox = request.run.sandbox;
    std::error_code failed;
    request.command.kloupe = std::filesystem::read_symlink("/proc/self/exe", failed);

    const auto local = LocalTools::make(console);
    if (!local)
        return console.fail(local.error());
    GenerationTools tools = (*local)->tools();
    const auto outcome = runAgents(request, tools, (*local)->token());
    if (!outcome)
        return console.fail(outcome.error());
    printOutcome(*outcome, console);
    return exitCodeOf(*outcome);
}

void addWhat(CLI::App &command, AgentOptions &options)
{
    RunRequest &run = options.request.run;
    command.add_option("command", options.request.command.argv, "The agent's command, behind --")
        ->required();
    command.add_option("--method", options.request.method, "What the agent is called in the store")
        ->required();
    command.add_option("--suite", run.suite,
                       "Folder of native tasks, checkout of a benchmark, or a name that `suites "
                       "add` remembers (default: the shipped suite)");
    command.add_option("--tasks", run.taskFilter,
                       "Which tasks, in the filter language: category:Math");
    command.add_option("--name", run.name, "Name of the run (default: suite and method)");
    command
        .add_option("--sample", options.request.sample,
                    "Which attempt at the tasks (default: 0). Its programs are rounds")
        ->check(wholeNumber(0, 1'000'000));
    command.add_option("--platform", run.python.platform,
                       "What it is written with: of native tasks cpu (default) or cuda, of "
                       "benchmarks in Python triton, cuda or torch-cpu");
    command.add_option("--judge", options.judge, "Whose verdict counts: strict (default) or suite")
        ->check(CLI::IsMember({"strict", "suite"}));
    command.add_flag("--resume", run.resume,
                     "Go on with a run: judge what was handed in, and start the agent for the "
                     "tasks that have not come to their end");
}

void addLimits(CLI::App &command, AgentOptions &options)
{
    command
        .add_option("--agents", options.request.atOnce,
                    "How many agents work at the same time, each at a task of its own (default: "
                    "1). Their programs are judged one after the other")
        ->check(wholeNumber(1, 64));
    AgentLimits &limits = options.request.limits;
    command
        .add_option("--verdicts", limits.verdicts,
                    "At most so many programs of a task are judged (default: 20)")
        ->check(wholeNumber(1, 100'000));
    command.add_option("--minutes", options.minutes, "At most so long for a task (default: 30)")
        ->check(numberAboveZero(100'000));
    command
        .add_option("--budget-usd", options.dollars,
                    "At most so many dollars for a task, of those that the agent reports")
        ->check(numberAboveZero(1'000'000));
    command
        .add_option("--grace", limits.graceSeconds,
                    "Seconds from being told to the first signal, and to the last (default: 5)")
        ->check(number(0, 3600));
}

void addConfinement(CLI::App &command, AgentOptions &options)
{
    AgentCommand &agent = options.request.command;
    command.add_flag("--network", agent.hasNetwork, "The agent has the machine's network");
    command
        .add_option("--env", agent.environment,
                    "A variable that the agent gets, by its name: its key. May be repeated")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command
        .add_option("--bind", agent.readOnly,
                    "A file or folder that the agent can read, beside the system. May be repeated")
        ->type_name("PATH")
        ->allow_extra_args(false);
    command.add_option("--folder", options.request.folder,
                       "In which each task gets a folder for the agent (default: STORE.agents)");
}

} // namespace

void addAgentCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<AgentOptions>();
    CLI::App *command = app.add_subcommand(
        "agent",
        "Start a command that searches for kernels itself, in a sandbox with a judge that counts");
    addStore(*command, options->request.run.store, StoreUse::Required, "created when missing");
    addWhat(*command, *options);
    addLimits(*command, *options);
    addConfinement(*command, *options);
    options->judging.addTo(*command, options->request.run,
                           "Run the agent and its programs unconfined, with all your rights. "
                           "Recorded with the run");
    command->callback([=, &chosen] {
        chosen = [options](const Console &console) { return runAgent(*options, console); };
    });
}

} // namespace loupe::cli
