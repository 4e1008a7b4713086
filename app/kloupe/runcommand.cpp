// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands.h"
#include "app/kloupe/interrupt.h"
#include "core/engine/programs.h"
#include "core/engine/runner.h"

#include <memory>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

/// Prints one line per evaluation as it ends.
class ProgressPrinter final : public RunObserver
{
public:
    explicit ProgressPrinter(const Console &console) : m_console(console) { }

    const PlanSummary &plan() const { return m_plan; }

    void planned(const PlanSummary &plan) override
    {
        m_plan = plan;
        m_console.progress(
            fmt::format("{}: {} evaluations of {} tasks of suite {}, {} already done",
                        plan.run.empty() ? "plan" : plan.run, plan.items, plan.tasks, plan.suite,
                        plan.alreadyDone));
        for (const PlanSkip &skip : plan.skipped)
            m_console.progress(fmt::format("  skipped {}: {}", skip.what, skip.reason));
    }
    void itemFinished(const ItemResult &result, int done, int total) override
    {
        const VerdictFacts &verdict = facts(result.verdict);
        const std::string place = result.item.round == 0 && result.item.sample == 0
            ? ""
            : fmt::format(" sample {} round {}", result.item.sample, result.item.round);
        const std::string end = result.speedup ? fmt::format("{:.2f}×", *result.speedup)
            : outcomeOf(result.verdict) == Outcome::Correct ? ""
                                                            : result.message;
        m_console.progress(fmt::format("[{:>4}/{}] {} {:<16} {} {}{}  {}", done, total,
                                       symbol(verdict.outcome), verdict.label, result.item.task,
                                       result.item.method, place, end));
    }
    void logged(const std::string &line) override { m_console.progress("  " + line); }

private:
    const Console &m_console;
    PlanSummary m_plan;
};

Json toJson(const PlanSummary &plan, const RunOutcome &outcome)
{
    Json skipped = Json::array();
    for (const PlanSkip &skip : plan.skipped)
        skipped.push_back({{"what", skip.what}, {"reason", skip.reason}});
    return {{"run", outcome.run},
            {"suite", plan.suite},
            {"tasks", plan.tasks},
            {"evaluations", plan.items},
            {"already_done", plan.alreadyDone},
            {"evaluated", outcome.evaluated},
            {"correct", outcome.correct},
            {"failed", outcome.failed},
            {"infra_errors", outcome.infraErrors},
            {"cancelled", outcome.cancelled},
            {"skipped", skipped}};
}

ExitCode run(const RunRequest &given, const Console &console)
{
    RunRequest request = given;
    if (request.suite.empty()) {
        auto suite = findNativeSuite();
        if (!suite)
            return console.fail(suite.error());
        request.suite = *suite;
    }
    const InterruptGuard interrupt;
    ProgressPrinter printer(console);
    const auto outcome = executeRun(request, printer, interrupt.token());
    if (!outcome)
        return console.fail(outcome.error());
    console.document(toJson(printer.plan(), *outcome));
    if (request.dryRun) {
        console.line("dry run: nothing was executed or stored");
        return ExitCode::Ok;
    }
    console.line(fmt::format(
        "{}: {} evaluated now, {} already there; {} correct, {} failed, {} infra errors",
        outcome->run, outcome->evaluated, outcome->alreadyDone, outcome->correct, outcome->failed,
        outcome->infraErrors));
    if (outcome->cancelled) {
        console.line("cancelled; continue with the same command and --resume");
        return ExitCode::Interrupted;
    }
    return ExitCode::Ok;
}

} // namespace

void addRunCommand(CLI::App &app, Action &chosen)
{
    auto request = std::make_shared<RunRequest>();
    auto noSandbox = std::make_shared<bool>(false);
    auto noTiming = std::make_shared<bool>(false);
    CLI::App *command = app.add_subcommand("run", "Evaluate candidates and store the results");
    command->add_option("--suite", request->suite,
                        "Folder of native tasks (default: the shipped suite)");
    command
        ->add_option("--candidates", request->candidates, "Folder of candidates; may be repeated")
        ->required();
    command->add_option("--method", request->method,
                        "Name of the method, instead of the folder's own");
    command->add_option("--store", request->store, "Result store, *.kloupe; created when missing")
        ->required();
    command->add_option("--name", request->name, "Name of the run (default: suite and methods)");
    command->add_option("--tasks", request->taskFilter,
                        "Which tasks, in the filter language: category:Math,Loss level<3 softmax");
    command
        ->add_option("--jobs", request->jobs,
                     "Parallel builds and verifications (default: processors)")
        ->check(CLI::Range(1, 1024));
    command->add_flag("--resume", request->resume, "Finish a run: only what it does not have yet");
    command->add_flag("--dry-run", request->dryRun, "Say what would be done, and do nothing");
    command->add_flag("--no-timing", *noTiming, "Verify only");
    command->add_flag("--no-sandbox", *noSandbox,
                      "Run candidates unconfined; only for code you trust. Recorded with the run");
    command->add_option("--call-seconds", request->limits.callSeconds, "Deadline of one call")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command
        ->add_option("--max-timing-seconds", request->timing.maximumSeconds,
                     "Longest timing of one side")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command->callback([=, &chosen] {
        request->sandbox = *noSandbox ? SandboxMode::None : SandboxMode::Bubblewrap;
        request->timing.enabled = !*noTiming;
        chosen = [request](const Console &console) { return run(*request, console); };
    });
}

} // namespace loupe::cli
