// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/comparedfigures.h"

#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/rowgroups.h"

#include <cmath>

namespace loupe {

namespace {

/// Columns of sums for a task. The column of the other run follows that of the baseline.
enum PairColumn : std::size_t {
    PairsJudged,
    BaselineBuilt,
    OtherBuilt,
    BaselineCorrect,
    OtherCorrect,
    BaselineFast,
    OtherFast,
    BaselineTimed,
    OtherTimed,
    PairsTimed,
    BaselineLog,
    OtherLog,
    PairColumns
};

bool isFaster(const MetricRow &row)
{
    return usableSpeedup(row).value_or(0) > 1;
}

void addSide(const MetricRow &row, std::size_t task, std::size_t side, ClusterSums &sums)
{
    const Outcome outcome = outcomeOf(row.verdict);
    sums.add(task, BaselineBuilt + side, outcome != Outcome::NoBuild ? 1 : 0);
    sums.add(task, BaselineCorrect + side, outcome == Outcome::Correct ? 1 : 0);
    sums.add(task, BaselineFast + side, isFaster(row) ? 1 : 0);
    sums.add(task, BaselineTimed + side, usableSpeedup(row) ? 1 : 0);
}

bool isJudgedInBoth(const ComparedPair &pair)
{
    return pair.state == PairState::BothCorrect || pair.state == PairState::Fixed
        || pair.state == PairState::Broken || pair.state == PairState::BothFailed;
}

/// Returns false if a run has correct attempts and timed none, like fast_p of one run.
bool isFastKnown(std::span<const double> sums)
{
    const auto isKnown = [&](std::size_t side) {
        return sums[BaselineCorrect + side] <= 0 || sums[BaselineTimed + side] > 0;
    };
    return isKnown(0) && isKnown(1);
}

ComparedFigure shareFigure(std::string name, PairColumn column, const std::vector<double> &total)
{
    ComparedFigure out;
    out.name = std::move(name);
    out.attempts = static_cast<int>(total[PairsJudged]);
    out.baseline = total[column] / total[PairsJudged];
    out.other = total[column + 1] / total[PairsJudged];
    return out;
}

} // namespace

std::vector<ComparedFigure> comparedFigures(std::span<const ComparedPair> pairs,
                                            SpeedMeasure measure, const BootstrapOptions &options)
{
    NameNumbers<2> tasks;
    std::vector<const ComparedPair *> judged;
    std::vector<std::size_t> taskOf;
    for (const ComparedPair &pair : pairs) {
        if (!isJudgedInBoth(pair))
            continue;
        judged.push_back(&pair);
        taskOf.push_back(tasks[{pair.suite, pair.task}]);
    }
    if (judged.empty())
        return {};
    ClusterSums sums(tasks.size(), PairColumns);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        sums.add(taskOf[i], PairsJudged, 1);
        addSide(*judged[i]->baseline, taskOf[i], 0, sums);
        addSide(*judged[i]->other, taskOf[i], 1, sums);
        if (!judged[i]->ratio)
            continue;
        sums.add(taskOf[i], PairsTimed, 1);
        sums.add(taskOf[i], BaselineLog, std::log(*measuredSpeed(*judged[i]->baseline, measure)));
        sums.add(taskOf[i], OtherLog, std::log(*measuredSpeed(*judged[i]->other, measure)));
    }
    const std::vector<double> total = sums.total();
    std::vector<ComparedFigure> out{shareFigure("built", BaselineBuilt, total),
                                    shareFigure("correct", BaselineCorrect, total)};
    const auto change = [](PairColumn column, std::span<const double> drawn) {
        return (drawn[column + 1] - drawn[column]) / drawn[PairsJudged];
    };
    std::vector<SumStatistic> statistics;
    for (const PairColumn column : {BaselineBuilt, BaselineCorrect})
        statistics.push_back([=](std::span<const double> drawn) { return change(column, drawn); });
    if (isFastKnown(total)) {
        out.push_back(shareFigure("fast_1 (>)", BaselineFast, total));
        statistics.push_back([=](std::span<const double> drawn) {
            return isFastKnown(drawn) ? change(BaselineFast, drawn) : std::nan("");
        });
    }
    if (total[PairsTimed] > 0) {
        const bool isOfTimes = measure == SpeedMeasure::Times;
        ComparedFigure speed;
        speed.name = isOfTimes ? "geometric mean of times, ms" : "geometric mean of speedups";
        speed.isRatio = true;
        speed.attempts = static_cast<int>(total[PairsTimed]);
        speed.baseline = std::exp(total[BaselineLog] / total[PairsTimed]);
        speed.other = std::exp(total[OtherLog] / total[PairsTimed]);
        out.push_back(std::move(speed));
        // For times, the shorter one is faster.
        const double sign = isOfTimes ? -1 : 1;
        statistics.push_back([sign](std::span<const double> drawn) {
            return std::exp(sign * (drawn[OtherLog] - drawn[BaselineLog]) / drawn[PairsTimed]);
        });
    }
    const auto intervals = bootstrap(sums, statistics, options);
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i].change = intervals[i];
    return out;
}

} // namespace loupe
