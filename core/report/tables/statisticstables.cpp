// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/statisticstables.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

std::string intervalText(const std::optional<Interval> &interval)
{
    return interval ? fmt::format("{:.4g} – {:.4g}", interval->low, interval->high) : "–";
}

std::string percentText(double share)
{
    return fmt::format("{:.2f} %", 100 * share);
}

std::vector<std::string> devianceRow(const ExplainedDeviance &model)
{
    return {model.model,
            std::to_string(model.degrees),
            fmt::format("{:.2f}", model.explained),
            percentText(model.share),
            fmt::format("{:.2f}", model.perDegree),
            percentText(model.adjusted),
            fmt::format("{:.3g}", model.p),
            model.permutedShare ? percentText(*model.permutedShare) : "–",
            orDash(model.permutedP, "{:.3g}")};
}

/// Describes where outcomes are separated; empty if they are not.
std::string separationText(const ExplainedDeviance &model)
{
    std::string out;
    if (!model.separatedLevels.empty())
        out = fmt::format(" {}: separated by {}, which never or always succeed: their coefficients "
                          "are not identified, deviances and rates are.",
                          model.model, fmt::join(model.separatedLevels, ", "));
    if (model.isSeparated)
        out += fmt::format(" {}: separated by a combination of levels: coefficients are not "
                           "identified, deviances and rates are.",
                           model.model);
    return out;
}

std::string permutationText(const ExplainedDeviance &model)
{
    return model.permutations == 0 ? std::string()
                                   : fmt::format(" {}: {} permutations of {}.", model.model,
                                                 model.permutations, model.permuted);
}

/// Describes how intervals of groups were computed.
std::string intervalCaption(const BootstrapOptions &options)
{
    return fmt::format("{:.3g} % intervals by {} bootstrap, {} resamples of whole tasks, seed {}: "
                       "evaluations of a task stay together. Shares are of the judged, averages "
                       "over the correct with usable numbers",
                       100 * options.confidence, name(options.kind), options.resamples,
                       options.seed);
}

/// Returns "0.25", or "0.25 to 0.75" if some inputs are unknown.
std::string figureText(const Figure &figure)
{
    if (!figure.value || !figure.high)
        return orDash(figure.value, "{:.4g}");
    return fmt::format("{} to {}", orDash(figure.value, "{:.4g}"), orDash(figure.high, "{:.4g}"));
}

/// Returns a table of figures without intervals.
Table plainFigures(std::span<const FigureLine> lines, const std::string &groupTitle,
                   std::string caption)
{
    Table table;
    table.caption = std::move(caption);
    table.columns
        = {{groupTitle, false}, {"figure", false}, {"value", true}, {"n used", true}, {"of", true}};
    for (const FigureLine &line : lines)
        table.rows.push_back({line.group, line.name, figureText(line.figure),
                              std::to_string(line.figure.used), std::to_string(line.figure.total)});
    return table;
}

} // namespace

Table averageTableText(std::span<const FigureLine> lines, const std::string &groupTitle)
{
    return plainFigures(
        lines, groupTitle,
        "Averages of speedup = baseline time / candidate time over the correct evaluations with a "
        "usable one (n used of the correct). Interquartile mean: of the middle half, a value on "
        "its edge in part; KernelGenBench's: of sorted values n/4 to 3n/4, indices rounded down, "
        "of fewer than four the geometric mean. Ratio of total times: sum of baseline / sum of "
        "candidate times, KernelBench-X's avg_speedup_global. Best of task: the fastest correct "
        "sample or round of each task, method and run, n used of the tasks judged; METR counts one "
        "below 1 as 1; tasks without a correct one enter neither.");
}

Table utilisationTableText(std::span<const FigureLine> lines, const std::string &groupTitle)
{
    return plainFigures(
        lines, groupTitle,
        "Means over the correct evaluations (n used of) that keep a time, a count and the device's "
        "calibrated peak. IOU = bytes / time / memory bandwidth; MFU = operations / time / peak "
        "rate of the type. Counts are the task's formulas; above 1 where caches or better code "
        "than the calibration's beat the measured peak. max(IOU, MFU): one reading of "
        "KernelBench-X's score, whose tables of peaks are not published.");
}

Table equalWorkTableText(std::span<const FigureLine> lines, const std::string &groupTitle)
{
    return plainFigures(
        lines, groupTitle,
        "Over the correct evaluations that keep raw times of both sides (n used of). At equal "
        "work, ours: sum of baseline medians / sum of candidate medians over the cases that both "
        "sides have; claimed: all of the baseline's cases / all of the candidate's, as "
        "KernelBench-X divides. Geometric means. Covered: the share of the baseline's time in the "
        "candidate's cases.");
}

Table intervalSummaryText(std::span<const GroupIntervals> groups, const std::string &groupTitle,
                          const BootstrapOptions &options)
{
    Table table;
    table.columns = {{groupTitle, false}, {"tasks", true}};
    if (!groups.empty()) {
        for (const GroupStatistic &each : groups.front().statistics)
            table.columns.push_back({each.name, true});
    }
    for (const GroupIntervals &group : groups) {
        std::vector<std::string> row{group.group, std::to_string(group.tasks)};
        for (const GroupStatistic &each : group.statistics)
            row.push_back(each.interval ? fmt::format("{:.4g} ({})", each.interval->estimate,
                                                      intervalText(each.interval))
                                        : "–");
        table.rows.push_back(std::move(row));
    }
    table.caption = intervalCaption(options);
    table.caption += ". – : fewer than two tasks, or no value.";
    return table;
}

Table figureTableText(std::span<const FigureLine> lines, const std::string &groupTitle)
{
    Table table;
    table.columns = {{groupTitle, false}, {"figure", false}, {"value", true},
                     {"interval", true},  {"n used", true},  {"of", true}};
    for (const FigureLine &line : lines)
        table.rows.push_back({line.group, line.name, figureText(line.figure),
                              intervalText(line.interval), std::to_string(line.figure.used),
                              std::to_string(line.figure.total)});
    table.caption
        = "A task counts once for each method, with the samples of the run that counts; each "
          "sample by its last judged round. "
          "fast_p: "
          "first sample correct with speedup > p (or >= p, as named), of all tasks; n used = not "
          "correct-but-untimed. pass@k and fast_p@k: unbiased estimator 1 - C(n-c, k) / C(n, k), "
          "mean over the n used tasks with at least k samples; as KernelBench ships it, a task "
          "with "
          "fewer counts as 0 and the mean is over all. any: a success among the first k "
          "samples, of all tasks; n used = tasks with k samples. call, exe, perf: built, correct, "
          "correct and timed. @N, by round: with the best correct round so far, of all tasks; @N "
          "last: "
          "with the last judged one so far. per "
          "success: total over all evaluations that record it (n used), "
          "failures too, / tasks solved.";
    return table;
}

Table intervalTableText(std::span<const GroupIntervals> groups, const std::string &groupTitle,
                        const BootstrapOptions &options)
{
    Table table;
    table.columns
        = {{groupTitle, false}, {"statistic", false}, {"estimate", true}, {"low", true},
           {"high", true},      {"n used", true},     {"of", true},       {"tasks", true}};
    for (const GroupIntervals &group : groups) {
        for (const GroupStatistic &each : group.statistics) {
            const auto &interval = each.interval;
            table.rows.push_back(
                {group.group, each.name, interval ? fmt::format("{:.4g}", interval->estimate) : "–",
                 interval ? fmt::format("{:.4g}", interval->low) : "–",
                 interval ? fmt::format("{:.4g}", interval->high) : "–", std::to_string(each.used),
                 std::to_string(each.total), std::to_string(group.tasks)});
        }
    }
    table.caption = intervalCaption(options);
    table.caption += " (n used of). – : fewer than two tasks, or no value.";
    return table;
}

Table devianceTableText(const DevianceTable &deviance)
{
    Table table;
    table.columns = {{"model", false}, {"df", true},       {"explained", true},
                     {"share", true},  {"per df", true},   {"adjusted", true},
                     {"LR p", true},   {"permuted", true}, {"permuted p", true}};
    for (const ExplainedDeviance *model : {&deviance.first, &deviance.second, &deviance.both,
                                           &deviance.firstGivenSecond, &deviance.secondGivenFirst})
        table.rows.push_back(devianceRow(*model));
    table.caption = fmt::format(
        "{} or not of {:.0f} judged evaluations ({:.0f} {}), binomial deviance of the mean {:.2f}. "
        "share = explained / that (McFadden); per df is about 1 by chance; adjusted = 1 - "
        "(D + 2 df) / D0. LR p takes evaluations for independent, which those of one task are not; "
        "permuted is the mean share when labels mean nothing, tasks kept whole.",
        deviance.of == DevianceOf::Correct ? "Correct" : "Built", deviance.outcomes,
        deviance.successes, deviance.of == DevianceOf::Correct ? "correct" : "built",
        deviance.nullDeviance);
    if (!deviance.leftOut.empty())
        table.caption
            += fmt::format(" Excluded, no success: {}.", fmt::join(deviance.leftOut, ", "));
    for (const ExplainedDeviance *model : {&deviance.first, &deviance.second, &deviance.both}) {
        table.caption += separationText(*model);
        table.caption += permutationText(*model);
    }
    return table;
}

Table compositionTableText(std::span<const RoundChange> changes)
{
    Table table;
    table.columns = {{"step", false},    {"mean before", true}, {"mean after", true},
                     {"change", true},   {"within", true},      {"newly correct", true},
                     {"appeared", true}, {"regressed", true},   {"disappeared", true}};
    const auto part = [](const CompositionPart &each) {
        return fmt::format("{:+.4f} (n {})", each.effect, each.kernels);
    };
    for (const RoundChange &change : changes)
        table.rows.push_back({fmt::format("{} → {}", change.fromRound, change.toRound),
                              fmt::format("{:.4f} (n {})", change.meanBefore, change.before),
                              fmt::format("{:.4f} (n {})", change.meanAfter, change.after),
                              fmt::format("{:+.4f}", change.change()),
                              fmt::format("{:+.4f} (n {})", change.within, change.persistent),
                              part(change.rescued), part(change.appeared), part(change.broken),
                              part(change.disappeared)});
    table.caption
        = "Why the arithmetic mean of the speedups changed: within = the same kernels "
          "measured one round later; the other parts are kernels that entered or left the "
          "average. They add up to the change.";
    return table;
}

Table survivalTableText(std::span<const SurvivalRound> survival,
                        std::span<const RoundFigure> bestSoFar)
{
    Table table;
    table.columns = {{"round", true},      {"at risk", true},        {"solved", true},
                     {"censored", true},   {"still unsolved", true}, {"fast_1@N (>)", true},
                     {"best so far", true}};
    for (const SurvivalRound &each : survival) {
        const auto found
            = std::find_if(bestSoFar.begin(), bestSoFar.end(),
                           [&](const RoundFigure &figure) { return figure.round == each.round; });
        const bool isKnown = found != bestSoFar.end();
        table.rows.push_back({std::to_string(each.round), std::to_string(each.atRisk),
                              std::to_string(each.solved), std::to_string(each.censored),
                              fmt::format("{:.4f}", each.unsolved),
                              isKnown ? orDash(found->fast.value, "{:.4g}") : "–",
                              isKnown && found->bestMean
                                  ? fmt::format("{:.4f} (n {})", *found->bestMean, found->bestTimed)
                                  : "–"});
    }
    table.caption
        = "still unsolved: Kaplan and Meier's estimate over trajectories; those that end without "
          "success are censored. fast_1@N: share of tasks whose best round so far is correct and "
          "faster than the baseline; best so far: geometric mean of the best speedups, over the n "
          "tasks with one.";
    return table;
}

Table portabilityTableText(const PortabilityTable &portability, std::size_t most)
{
    Table table;
    table.columns
        = {{"task", false}, {"method", false},  {"devices", true},  {"correct on", true},
           {"ratio", true}, {"fastest", false}, {"slowest", false}, {"score (ours)", true}};
    for (std::size_t i = 0; i < std::min(most, portability.tasks.size()); ++i) {
        const TaskPortability &task = portability.tasks[i];
        table.rows.push_back({task.task, task.method, std::to_string(task.devices),
                              std::to_string(task.correctOn), orDash(task.ratio, "{:.4g}"),
                              task.fastest, task.slowest, orDash(task.score, "{:.4g}")});
    }
    table.caption = fmt::format(
        "{} devices, {} tasks evaluated on two or more. ratio = largest / smallest speedup over "
        "devices: largest {}, median {} (n {}). score, our own and no suite's: harmonic mean of "
        "the speedups over all devices, 0 where one fails; mean {} (n {}).",
        portability.devices, portability.tasks.size(), orDash(portability.maxRatio, "{:.4g}"),
        orDash(portability.medianRatio, "{:.4g}"), portability.withRatio,
        orDash(portability.meanScore, "{:.4g}"), portability.withScore);
    return table;
}

Table suiteSpeedupTable(std::span<const SuiteSpeedupGroup> groups, const std::string &groupTitle)
{
    Table table;
    table.columns
        = {{"suite", false},  {groupTitle, false},   {"figure", false},    {"by the suite", true},
           {"ours", true},    {"tasks", true},       {"correct", true},    {"raw times", true},
           {"dropped", true}, {"other clock", true}, {"not counted", true}};
    std::set<SpeedupRule> rules;
    std::map<std::string, int> absences;
    for (const SuiteSpeedupGroup &group : groups) {
        const SuiteAggregate &counts = group.aggregate;
        rules.insert(group.rule);
        for (const auto &[why, count] : counts.absences)
            absences[why] += count;
        for (const SuiteFigure &figure : counts.figures) {
            table.rows.push_back(
                {group.suite, group.group, figure.name, orDash(figure.value, "{:.4g}"),
                 orDash(group.ourGeometricMean, "{:.4g}"), std::to_string(counts.tasks),
                 std::to_string(counts.correct),
                 fmt::format("{} of {}", counts.correct - counts.missing, counts.correct),
                 std::to_string(counts.dropped), std::to_string(counts.otherClock),
                 std::to_string(counts.notCounted)});
        }
    }
    for (const SpeedupRule rule : rules) {
        table.caption += definition(rule);
        table.caption += " ";
    }
    table.caption
        += "ours = geometric mean over the timed correct of median baseline / median candidate. "
           "raw times = correct tasks with them, of all correct; figures use only these; missing "
           "times are not replaced. dropped = outside the suite's limits. other clock = of those "
           "used, without device events on both sides, by the run's own clock. Baseline: timed "
           "together with the candidate; if a record has only the candidate's times, the store's "
           "recorded reference times on the same device and inputs.";
    for (const auto &[why, count] : absences)
        table.caption += fmt::format(" Missing: {} of the correct ({}).", count, why);
    return table;
}

} // namespace loupe
