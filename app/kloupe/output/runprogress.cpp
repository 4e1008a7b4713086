// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/output/runprogress.h"

#include "app/kloupe/output/interrupt.h"
#include "app/kloupe/output/statusline.h"
#include "core/base/counted.h"
#include "core/engine/request/runloadfields.h"
#include "core/executors/makeexecutor.h"

#include <array>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

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
        = fmt::format("memory for candidates: {:.0f} GiB ({} at a time)",
                      static_cast<double>(estimate.memoryBytes) / (1LL << 30), estimate.jobs);
    if (!estimate.seconds)
        return "  time: no estimate, the store has no earlier evaluation; " + memory;
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
    std::vector<std::string> lines{fmt::format(
        "  baseline \"{}\" differs from this run in more than the candidates:", check.run)};
    for (const BaselineDifference &each : check.differences)
        lines.push_back(
            fmt::format("    {}: baseline {}, here {}", each.what, each.baseline,
                        each.here.empty() ? "known only on the machine that runs it" : each.here));
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

/// Formats the load as "5 building, 2 waiting for memory".
std::string occupationText(const RunLoad &load)
{
    constexpr std::array<const char *, occupations> words{"building",
                                                          "generating inputs",
                                                          "starting",
                                                          "waiting for memory",
                                                          "waiting for the device",
                                                          "on the device",
                                                          "waiting to be timed",
                                                          "timed"};
    std::string out;
    for (std::size_t i = 0; i < occupations; ++i) {
        if (load.now[i] > 0)
            out += fmt::format("{}{} {}", out.empty() ? "" : ", ", load.now[i], words[i]);
    }
    return out.empty() ? "idle" : out;
}

std::string furtherLine(const FurtherCount &count)
{
    std::string out = fmt::format("{}: {} timed", count.baseline, counted(count.timed, "task"));
    if (!count.missing.empty())
        out += fmt::format(", {} without a time", count.missing.size());
    return out;
}

/// Prints the numbers of a run; of a run of several precisions, their sums.
void printOutcome(const RunOutcome &outcome, const Console &console)
{
    const int notJudged = outcome.notJudged();
    console.line(fmt::format("{}: {} evaluated now, {} already there; {} correct, {} failed, {}{}",
                             outcome.run, outcome.evaluated, outcome.alreadyDone, outcome.correct,
                             outcome.failed,
                             notJudged > 0 ? fmt::format("{} not judged, ", notJudged) : "",
                             counted(outcome.infraErrors, "infra error")));
    for (const FurtherCount &count : outcome.further)
        console.line(furtherLine(count));
}

Json toJson(const FurtherCount &count)
{
    return {{"baseline", count.baseline}, {"timed", count.timed}, {"missing", count.missing}};
}

/// Returns the part of a run's document that its parts have, too.
Json countsOf(const RunOutcome &outcome)
{
    Json further = Json::array();
    for (const FurtherCount &count : outcome.further)
        further.push_back(toJson(count));
    return {{"run", outcome.run},
            {"evaluated", outcome.evaluated},
            {"correct", outcome.correct},
            {"failed", outcome.failed},
            {"infra_errors", outcome.infraErrors},
            {"cancelled", outcome.cancelled},
            {"further_baselines", further}};
}

std::string liveLine(const RunLoad &load, int done, int total)
{
    return fmt::format("{}/{}, limited by {} | {} | device {:.0f} %, timing {:.0f} %", done, total,
                       name(load.bound), occupationText(load), 100 * load.recent.device,
                       100 * load.recent.timing);
}

std::string closingLine(const RunLoad &load)
{
    return fmt::format(
        "limited by {}: the device had work {:.0f} % of the time and was used for timing {:.0f} %; "
        "of the concurrent evaluations, {:.0f} % were building and {:.0f} % generating inputs",
        name(load.boundSoFar), 100 * load.all.device, 100 * load.all.timing,
        100 * load.all.building, 100 * load.all.drawing);
}

/// Prints one line per evaluation as it ends.
class ProgressPrinter final : public RunObserver
{
public:
    /// While a status line is drawn, only this object may print.
    enum class Status { None, Drawn };
    explicit ProgressPrinter(const Console &console, Status status) : m_console(console)
    {
        if (status == Status::Drawn)
            m_status.emplace();
    }

    const PlanSummary &plan() const { return m_plan; }
    const std::optional<RunLoad> &load() const { return m_load; }
    void endStatus() { m_status.reset(); }
    std::vector<RowId> takeEvaluations() { return std::move(m_evaluations); }

    void planned(const PlanSummary &plan) override
    {
        m_plan = plan;
        m_done = plan.alreadyDone;
        print(fmt::format(
            "{}: {} of {} of suite {}, {} already done", plan.run.empty() ? "plan" : plan.run,
            counted(static_cast<std::size_t>(plan.items), "evaluation"),
            counted(static_cast<std::size_t>(plan.tasks), "task"), plan.suite, plan.alreadyDone));
        if (!plan.precisions.empty())
            print(fmt::format("  each candidate in {}; a run for each precision",
                              fmt::join(plan.precisions, ", ")));
        for (const PlanSkip &skip : plan.skipped)
            print(fmt::format("  skipped {}: {}", skip.what, skip.reason));
        if (plan.estimate)
            print(estimateLine(plan));
        if (plan.baseline) {
            for (const std::string &line : baselineLines(*plan.baseline))
                print(line);
        }
    }
    void itemCancelled(const ItemInfo &item) override
    {
        print(fmt::format("  cancelled {} {} sample {} round {}{}{}", item.task, item.method,
                          item.sample, item.round, item.precision.empty() ? "" : " ",
                          item.precision));
    }
    void itemFinished(const ItemResult &result, int done, int total) override
    {
        m_evaluations.push_back(result.id);
        m_done = done;
        const VerdictFacts &verdict = facts(result.verdict);
        const ItemInfo &item = result.item;
        std::string place = item.round == 0 && item.sample == 0
            ? ""
            : fmt::format(" sample {} round {}", item.sample, item.round);
        place += (item.precision.empty() ? "" : " ") + item.precision;
        std::string end = result.speedup ? fmt::format("{:.2f}×", *result.speedup) : "";
        const bool differs = outcomeOf(result.strictVerdict) != Outcome::Unknown
            && result.strictVerdict != result.verdict;
        if (differs)
            end += fmt::format("{}strict: {}", end.empty() ? "" : "  ",
                               facts(result.strictVerdict).label);
        if (outcomeOf(result.verdict) != Outcome::Correct || differs)
            end += (end.empty() ? "" : "  ") + result.message;
        print(fmt::format("[{:>4}/{}] {} {:<16} {} {}{}  {}", done, total, symbol(verdict.outcome),
                          verdict.label, item.task, item.method, place, end));
    }
    void logged(const std::string &line) override { print("  " + line); }
    void tasksChecked(int done, int total) override
    {
        if (m_status && total > 0)
            m_status->show(fmt::format("checking controls of {}: {} of {}", counted(total, "task"),
                                       done, total));
    }
    void loadTold(const RunLoad &load) override
    {
        m_load = load;
        if (m_status && load.isAtWork())
            m_status->show(liveLine(load, m_done, m_plan.items));
    }

private:
    void print(const std::string &line)
    {
        if (m_status)
            m_status->wipe();
        m_console.progress(line);
    }

    const Console &m_console;
    std::optional<StatusLine> m_status;
    std::optional<RunLoad> m_load;
    int m_done = 0;
    PlanSummary m_plan;
    std::vector<RowId> m_evaluations;
};

} // namespace

ExitCode EndedRun::exitCode() const
{
    if (outcome.cancelled)
        return ExitCode::Interrupted;
    return outcome.infraErrors > 0 ? ExitCode::Environment : ExitCode::Ok;
}

std::unique_ptr<RunObserver> makeProgressPrinter(const Console &console)
{
    return std::make_unique<ProgressPrinter>(console, ProgressPrinter::Status::None);
}

EndedRun runWithProgress(const RunRequest &request, const Console &console)
{
    const InterruptGuard interrupt;
    ProgressPrinter printer(console, ProgressPrinter::Status::Drawn);
    auto ended = runAtPlace(request, printer, interrupt.token());
    printer.endStatus();
    const RunOutcome outcome = orFail(std::move(ended));
    if (request.dryRun) {
        console.line("dry run: nothing was executed or stored");
    } else {
        printOutcome(outcome, console);
        for (const RunOutcome &part : outcome.parts)
            printOutcome(part, console);
        if (outcome.infraErrors > 0)
            console.line("the machine failed, not these candidates; fix the cause above, then "
                         "continue with the same command and --resume");
        // Of several precisions, the load is that of the last one; each logged what limited it.
        if (outcome.parts.empty() && printer.load()
            && printer.load()->boundSoFar != RunBound::Nothing)
            console.line(closingLine(*printer.load()));
    }
    if (outcome.cancelled)
        console.line("cancelled; continue with the same command and --resume");
    return {printer.plan(), outcome, printer.takeEvaluations(), printer.load()};
}

Json toJson(const EndedRun &run)
{
    const auto &[plan, outcome, evaluations, load] = run;
    Json skipped = Json::array();
    for (const PlanSkip &skip : plan.skipped)
        skipped.push_back({{"what", skip.what}, {"reason", skip.reason}});
    Json json = countsOf(outcome);
    json["suite"] = plan.suite;
    json["tasks"] = plan.tasks;
    json["evaluations"] = plan.items;
    json["already_done"] = plan.alreadyDone;
    json["skipped"] = skipped;
    json["load"] = load ? toJson(*load) : Json(nullptr);
    json["estimate"] = plan.estimate ? toJson(*plan.estimate) : Json(nullptr);
    json["baseline"] = plan.baseline ? toJson(*plan.baseline) : Json(nullptr);
    if (plan.precisions.empty())
        return json;
    json["load"] = nullptr; // that of the last part is not that of all
    json["precisions"] = plan.precisions;
    json["runs"] = Json::array();
    for (const RunOutcome &part : outcome.parts) {
        Json one = countsOf(part);
        one["already_done"] = part.alreadyDone;
        one["load"] = part.load ? toJson(*part.load) : Json(nullptr);
        json["runs"].push_back(std::move(one));
    }
    return json;
}

} // namespace loupe::cli
