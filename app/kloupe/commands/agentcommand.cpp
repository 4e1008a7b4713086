// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/localtools.h"
#include "app/kloupe/options/runoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
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
                     + " were finished before");
    if (outcome.isInterrupted)
        console.line("continue with the same command and --resume");
    console.document({{"run", outcome.run},
                      {"tasks", tasks},
                      {"done_before", outcome.doneBefore},
                      {"interrupted", outcome.isInterrupted}});
}

/// Returns Failed if there were tasks and no agent handed anything in.
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
    orFail(options.judging.applyTo(request.run));
    request.limits.seconds = options.minutes * 60;
    if (options.dollars > 0)
        request.limits.dollars = options.dollars;
    request.command.sandbox = request.run.sandbox;
    std::error_code failed;
    request.command.kloupe = std::filesystem::read_symlink("/proc/self/exe", failed);

    const auto local = LocalTools::make(console);
    GenerationTools tools = local->tools();
    const auto outcome = orFail(runAgents(request, tools, local->token()));
    printOutcome(outcome, console);
    return exitCodeOf(outcome);
}

void addWhat(CLI::App &command, AgentOptions &options)
{
    RunRequest &run = options.request.run;
    command.add_option("command", options.request.command.argv, "The agent's command, behind --")
        ->required();
    command.add_option("--method", options.request.method, "Name of the agent in the store")
        ->required();
    addSuiteOption(command, run.suite);
    command.add_option("--tasks", run.taskFilter, "Filter of the tasks: category:Math");
    command.add_option("--name", run.name, "Name of the run (default: suite and method)");
    command
        .add_option("--sample", options.request.sample,
                    "Number of the attempt at the tasks (default: 0); its programs are rounds")
        ->check(wholeNumber(0, 1'000'000));
    addPlatformOption(command, run.python.platform);
    addJudgeOption(command, options.request.judge);
    command.add_flag(
        "--resume", run.resume,
        "Continue a run: evaluate pending programs and start the agent for the unfinished tasks");
}

void addLimits(CLI::App &command, AgentOptions &options)
{
    command
        .add_option("--agents", options.request.atOnce,
                    "Number of agents at the same time, each with its own task (default: 1). Their "
                    "programs are evaluated one at a time")
        ->check(wholeNumber(1, 64));
    AgentLimits &limits = options.request.limits;
    command
        .add_option("--verdicts", limits.verdicts, "Max evaluated programs of a task (default: 20)")
        ->check(wholeNumber(1, 100'000));
    command.add_option("--minutes", options.minutes, "Max minutes for a task (default: 30)")
        ->check(numberAboveZero(100'000));
    command
        .add_option("--budget-usd", options.dollars,
                    "Max dollars for a task, by the costs that the agent reports")
        ->check(numberAboveZero(1'000'000));
    command
        .add_option("--grace", limits.graceSeconds,
                    "Seconds from the request to stop to SIGTERM, and then to SIGKILL (default: 5)")
        ->check(number(0, 3600));
}

void addConfinement(CLI::App &command, AgentOptions &options)
{
    AgentCommand &agent = options.request.command;
    command.add_flag("--network", agent.hasNetwork, "Give the agent network access");
    command
        .add_option(
            "--env", agent.environment,
            "Name of an environment variable for the agent, such as its API key. May be repeated")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command
        .add_option(
            "--bind", agent.readOnly,
            "A file or folder that the agent can read, besides the system's own. May be repeated")
        ->type_name("PATH")
        ->allow_extra_args(false);
    command.add_option("--folder", options.request.folder,
                       "Folder for the agent's folders, one for each task (default: STORE.agents)");
}

} // namespace

void addAgentCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<AgentOptions>();
    CLI::App *command = app.add_subcommand(
        "agent",
        "Start a command that searches for kernels, in a sandbox, and evaluate its programs");
    addStore(*command, options->request.run.store, StoreUse::Required, "created when missing");
    addWhat(*command, *options);
    addLimits(*command, *options);
    addConfinement(*command, *options);
    options->judging.addTo(*command, options->request.run,
                           "Run the agent and its programs without the sandbox, with all your "
                           "rights. Recorded with the run");
    setAction(*command, chosen, options, runAgent);
}

} // namespace loupe::cli
