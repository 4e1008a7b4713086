// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/runprogress.h"

#include "app/kloupe/interrupt.h"
#include "core/executors/makeexecutor.h"

#include <fmt/format.h>

namespace loupe::cli {

namespace {

std::string duration(double seconds)
{
    if (seconds < 90)
        return fmt::format("{:.0f} s", seconds);
    return seconds < 5400 ? fmt::format("{:.0f} min", seconds / 60)
                          : fmt::format("{:.1f} h", seconds / 3600);
}

std::string estimateLine(const PlanSummary &plan)
{
    const RunEstimate &estimate = *plan.estimate;
    const std::string memory
        = fmt::format("candidates may take {:.0f} GiB together ({} at a time)",
                      static_cast<double>(estimate.memoryBytes) / (1LL << 30), estimate.jobs);
    if (!estimate.seconds)
        return "  time: unknown, the store holds no earlier evaluation of the engine; " + memory;
    return fmt::format("  ETA: {} (80 % range {} to {}), from past evaluations of the same tasks "
                       "for {} of {} candidates; {}",
                       duration(*estimate.seconds), duration(*estimate.secondsLow),
                       duration(*estimate.secondsHigh), estimate.itemsWithHistory, plan.items,
                       memory);
}

std::vector<std::string> baselineLines(const BaselineCheck &check)
{
    if (check.differences.empty())
        return {fmt::format("  baseline \"{}\": the same device, suite and version", check.run)};
    std::vector<std::string> lines{
        fmt::format("  baseline \"{}\" is not like this run, so that comparing their figures "
                    "compares more than candidates:",
                    check.run)};
    for (const BaselineDifference &each : check.differences)
        lines.push_back(
            fmt::format("    {}: baseline {}, here {}", each.what, each.baseline,
                        each.here.empty() ? "known only where the run takes place" : each.here));
    return lines;
}

Json toJson(const BaselineCheck &check)
{
    Json differences = Json::array();
    for (const BaselineDifference &each : check.differences)
        differences.push_back(
            {{"what", each.what}, {"baseline", each.baseline}, {"here", each.here}});
    return {{"run", check.run}, {"differences", differences}};
}

Json toJson(const RunEstimate &estimate)
{
    return {{"seconds", orNull(estimate.seconds)},
            {"seconds_low", orNull(estimate.secondsLow)},
            {"seconds_high", orNull(estimate.secondsHigh)},
            {"evaluations_with_history", estimate.itemsWithHistory},
            {"jobs", estimate.jobs},
            {"memory_bytes", estimate.memoryBytes}};
}

/// Prints one line per evaluation as it ends.
class ProgressPrinter final : public RunObserver
{
public:
    explicit ProgressPrinter(const Console &console) : m_console(console) { }

    const PlanSummary &plan() const { return m_plan; }
    std::vector<RowId> takeEvaluations() { return std::move(m_evaluations); }

    void planned(const PlanSummary &plan) override
    {
        m_plan = plan;
        m_console.progress(
            fmt::format("{}: {} evaluations of {} tasks of suite {}, {} already done",
                        plan.run.empty() ? "plan" : plan.run, plan.items, plan.tasks, plan.suite,
                        plan.alreadyDone));
        for (const PlanSkip &skip : plan.skipped)
            m_console.progress(fmt::format("  skipped {}: {}", skip.what, skip.reason));
        if (plan.estimate)
            m_console.progress(estimateLine(plan));
        if (plan.baseline) {
            for (const std::string &line : baselineLines(*plan.baseline))
                m_console.progress(line);
        }
    }
    void itemCancelled(const ItemInfo &item) override
    {
        m_console.progress(fmt::format("  cancelled {} {} sample {} round {}", item.task,
                                       item.method, item.sample, item.round));
    }
    void itemFinished(const ItemResult &result, int done, int total) override
    {
        m_evaluations.push_back(result.id);
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
    std::vector<RowId> m_evaluations;
};

} // namespace

ExitCode EndedRun::exitCode() const
{
    return outcome.cancelled ? ExitCode::Interrupted : ExitCode::Ok;
}

std::unique_ptr<RunObserver> makeProgressPrinter(const Console &console)
{
    return std::make_unique<ProgressPrinter>(console);
}

Result<EndedRun> runWithProgress(const RunRequest &request, const Console &console,
                                 const std::string &place)
{
    RunRequest placed = request;
    placed.place = place == "local" ? std::string() : place;
    const InterruptGuard interrupt;
    ProgressPrinter printer(console);
    const auto executor = makeExecutor(request.dryRun ? "local" : place);
    if (!executor)
        return executor.error();
    const auto outcome = (*executor)->run(placed, printer, interrupt.token());
    if (!outcome)
        return outcome.error();
    if (request.dryRun) {
        console.line("dry run: nothing was executed or stored");
    } else {
        console.line(fmt::format(
            "{}: {} evaluated now, {} already there; {} correct, {} failed, {} infra errors",
            outcome->run, outcome->evaluated, outcome->alreadyDone, outcome->correct,
            outcome->failed, outcome->infraErrors));
    }
    if (outcome->cancelled)
        console.line("cancelled; continue with the same command and --resume");
    return EndedRun{printer.plan(), *outcome, printer.takeEvaluations()};
}

Json toJson(const EndedRun &run)
{
    const auto &[plan, outcome, evaluations] = run;
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
            {"skipped", skipped},
            {"estimate", plan.estimate ? toJson(*plan.estimate) : Json(nullptr)},
            {"baseline", plan.baseline ? toJson(*plan.baseline) : Json(nullptr)}};
}

} // namespace loupe::cli
