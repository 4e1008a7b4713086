// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/averagetable.h"

#include "core/analysis/metrics/roofline.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/base/median.h"

#include <algorithm>
#include <string>

namespace loupe {

namespace {

std::optional<double> partOf(const std::optional<double> &rate, const std::optional<double> &peak)
{
    return rate && peak && *peak > 0 ? std::optional(*rate / *peak) : std::nullopt;
}

void addKnown(const std::optional<double> &value, Figure &figure)
{
    ++figure.total;
    if (!value)
        return;
    ++figure.used;
    figure.value = figure.value.value_or(0) + *value;
}

void divideByUsed(Figure &figure)
{
    if (figure.value)
        figure.value = *figure.value / figure.used;
}

} // namespace

Utilisation utilisation(const WorkRecord &work, double measuredMs)
{
    const RooflinePoint point = rooflinePoint(work, measuredMs);
    Utilisation out;
    out.iou = partOf(point.byteRate, work.bandwidth);
    out.mfu = partOf(point.operationRate, work.peakFlops);
    out.best = std::max(out.iou, out.mfu);
    return out;
}

MeanUtilisation meanUtilisation(std::span<const Utilisation> kernels)
{
    MeanUtilisation out;
    for (const Utilisation &kernel : kernels) {
        addKnown(kernel.iou, out.iou);
        addKnown(kernel.mfu, out.mfu);
        addKnown(kernel.best, out.best);
    }
    divideByUsed(out.iou);
    divideByUsed(out.mfu);
    divideByUsed(out.best);
    return out;
}

namespace {

using Places = std::span<const std::uint32_t>;

/// The averaged values of one group.
struct GroupSpeedups {
    std::vector<double> speedups;
    std::vector<TimePair> times;
    std::vector<double> bestOfTasks;
    int correct = 0;
    int judgedTasks = 0;
};

GroupSpeedups speedupsOf(std::span<const MetricRow> rows, Places places)
{
    GroupSpeedups out;
    NameNumbers<4> tasks;
    std::vector<double> best; // 0 if there is none
    for (const std::uint32_t place : places) {
        const MetricRow &row = rows[place];
        const Outcome outcome = outcomeOf(row.verdict);
        if (!isJudged(outcome))
            continue;
        const auto speedup = usableSpeedup(row);
        const std::uint32_t task = tasks[{row.run, row.method, row.suite, row.task}];
        best.resize(std::max(best.size(), tasks.size()));
        best[task] = std::max(best[task], speedup.value_or(0));
        if (outcome != Outcome::Correct)
            continue;
        ++out.correct;
        if (speedup)
            out.speedups.push_back(*speedup);
        if (isUsableTime(row.baselineMs) && isUsableTime(row.candidateMs))
            out.times.push_back({*row.baselineMs, *row.candidateMs});
    }
    out.judgedTasks = static_cast<int>(best.size());
    std::erase(best, 0.0);
    out.bestOfTasks = std::move(best);
    return out;
}

std::vector<double> geometricTerms(std::span<const EqualWork> of, Places places,
                                   std::optional<double> EqualWork::*member)
{
    std::vector<double> out;
    for (const std::uint32_t place : places) {
        if (const auto &value = of[place].*member)
            out.push_back(*value);
    }
    return out;
}

} // namespace

std::vector<FigureLine> averageTable(std::span<const MetricRow> rows, GroupBy groupBy)
{
    std::vector<FigureLine> out;
    forEachGroup(rows, groupBy, [&](const std::string &group, Places places) {
        const GroupSpeedups found = speedupsOf(rows, places);
        const std::vector<double> &speedups = found.speedups;
        const auto add = [&](const char *name, std::optional<double> value, std::size_t used,
                             int total) {
            out.push_back({group, name, {value, static_cast<int>(used), total}, std::nullopt});
        };
        const auto addMean = [&](const char *name, std::optional<double> value) {
            add(name, value, speedups.size(), found.correct);
        };
        addMean("geometric mean", geometricMeanOf(speedups));
        addMean("arithmetic mean", arithmeticMeanOf(speedups));
        addMean("harmonic mean", harmonicMeanOf(speedups));
        addMean("median", speedups.empty() ? std::nullopt : std::optional(medianOf(speedups)));
        addMean("interquartile mean (exact)", interquartileMeanOf(speedups, QuartileRule::Exact));
        addMean("interquartile mean (KernelGenBench)",
                interquartileMeanOf(speedups, QuartileRule::KernelGenBench));
        add("ratio of total times", globalRatio(found.times), found.times.size(), found.correct);
        add("best of task, geometric mean", geometricMeanOfBest(found.bestOfTasks, false),
            found.bestOfTasks.size(), found.judgedTasks);
        add("best of task, at least 1 (METR)", geometricMeanOfBest(found.bestOfTasks, true),
            found.bestOfTasks.size(), found.judgedTasks);
    });
    return out;
}

std::vector<FigureLine> utilisationTable(std::span<const MetricRow> rows,
                                         std::span<const Utilisation> of, GroupBy groupBy)
{
    std::vector<FigureLine> out;
    forEachGroup(rows, groupBy, [&](const std::string &group, Places places) {
        std::vector<Utilisation> mine;
        mine.reserve(places.size());
        for (const std::uint32_t place : places)
            mine.push_back(of[place]);
        const MeanUtilisation mean = meanUtilisation(mine);
        out.push_back({group, "IOU", mean.iou, std::nullopt});
        out.push_back({group, "MFU", mean.mfu, std::nullopt});
        out.push_back({group, "max(IOU, MFU)", mean.best, std::nullopt});
    });
    return out;
}

std::vector<FigureLine> equalWorkTable(std::span<const MetricRow> rows,
                                       std::span<const EqualWork> of, GroupBy groupBy)
{
    std::vector<FigureLine> out;
    forEachGroup(rows, groupBy, [&](const std::string &group, Places places) {
        const std::vector<double> equal = geometricTerms(of, places, &EqualWork::speedup);
        const std::vector<double> claimed = geometricTerms(of, places, &EqualWork::claimed);
        std::vector<double> covered;
        double dropped = 0;
        for (const std::uint32_t place : places) {
            if (!of[place].speedup)
                continue;
            covered.push_back(of[place].coveredShare);
            dropped += of[place].baselineOnly > 0 ? 1 : 0;
        }
        const auto add = [&](const char *name, std::optional<double> value) {
            out.push_back({group,
                           name,
                           {value, static_cast<int>(equal.size()), static_cast<int>(places.size())},
                           std::nullopt});
        };
        add("speedup at equal work", geometricMeanOf(equal));
        add("speedup claimed", geometricMeanOf(claimed));
        add("share that dropped cases",
            equal.empty() ? std::nullopt
                          : std::optional(dropped / static_cast<double>(equal.size())));
        add("baseline's time covered", arithmeticMeanOf(covered));
    });
    return out;
}

} // namespace loupe
