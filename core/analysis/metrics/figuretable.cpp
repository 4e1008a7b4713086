// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/figuretable.h"

#include "core/analysis/population/population.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/rowgroups.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// The tasks and rows of one group.
struct GroupTables {
    std::string name;
    SampleTable table;
    std::vector<const MetricRow *> rows; ///< empty unless costs are requested
};

void append(const SampleTable &from, SampleTable &to)
{
    const std::size_t first = to.samples.size();
    to.samples.insert(to.samples.end(), from.samples.begin(), from.samples.end());
    for (TaskSamples task : from.tasks) {
        task.first += first;
        to.tasks.push_back(task);
    }
}

/// Returns the samples of each group. A sample with speedups over several baselines has rows in
/// several groups.
std::vector<SampleTable> tablesOf(std::span<const MetricRow> rows, const RowGroups &groups)
{
    std::vector<std::vector<std::uint32_t>> places(groups.names.size());
    for (std::uint32_t place = 0; place < rows.size(); ++place)
        places[groups.groupOf[place]].push_back(place);
    std::vector<SampleTable> out;
    out.reserve(places.size());
    for (const std::vector<std::uint32_t> &mine : places)
        out.push_back(sampleTable(rows, mine, SampleRule::LastRound));
    return out;
}

std::vector<GroupTables> groupTables(std::span<const MetricRow> rows, const FigureOptions &options)
{
    const RowGroups groups = rowGroups(rows, options.groupBy);
    std::vector<SampleTable> tables = tablesOf(rows, groups);
    SampleTable whole;
    std::vector<GroupTables> out(groups.names.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i].name = groups.names[i];
        append(tables[i], whole);
        out[i].table = std::move(tables[i]);
    }
    for (std::size_t i = 0; options.withCost && i < rows.size(); ++i)
        out[groups.groupOf[i]].rows.push_back(&rows[i]);
    if (options.groupBy == GroupBy::All)
        return out;
    GroupTables &all = out.emplace_back();
    all.name = "all";
    all.table = std::move(whole);
    for (std::size_t i = 0; options.withCost && i < rows.size(); ++i)
        all.rows.push_back(&rows[i]);
    return out;
}

/// Returns the contribution of a task to a mean; nullopt if it has none.
using TaskValue = std::function<std::optional<double>(const TaskSamples &)>;

std::optional<Interval> meanInterval(const SampleTable &table, const TaskValue &valueOf,
                                     const FigureOptions &options)
{
    NameNumbers<2> tasks;
    std::vector<std::uint32_t> clusterOf;
    for (const TaskSamples &task : table.tasks)
        clusterOf.push_back(tasks[{task.row->suite, task.row->task}]);
    ClusterSums sums(tasks.size(), 2);
    for (std::size_t i = 0; i < table.tasks.size(); ++i) {
        if (const auto value = valueOf(table.tasks[i])) {
            sums.add(clusterOf[i], 0, 1);
            sums.add(clusterOf[i], 1, *value);
        }
    }
    const SumStatistic mean = [](std::span<const double> drawn) { return drawn[1] / drawn[0]; };
    return shareInterval(bootstrap(sums, std::span(&mean, 1), options.bootstrap)[0],
                         options.bootstrap);
}

/// Adds the figures of one group.
class GroupFigures
{
public:
    GroupFigures(const GroupTables &group, const FigureOptions &options,
                 std::vector<FigureLine> &lines)
        : m_group(group)
        , m_options(options)
        , m_lines(lines)
    {
    }

    void addFast(FastPThreshold threshold)
    {
        const auto isFastSample = [threshold](const SampleResult &sample) {
            return isFast(sample, threshold.p, threshold.threshold);
        };
        const SampleTable &table = m_group.table;
        add(fastPName(threshold.p, threshold.threshold),
            fastP(table, threshold.p, threshold.threshold),
            [&](const TaskSamples &task) -> std::optional<double> {
                if (task.count == 0)
                    return std::nullopt;
                return isFastSample(table.samples[task.first]) ? 1.0 : 0.0;
            });
        // fast_p is unknown if correct kernels exist but none was timed, whatever the estimator.
        const bool isUnknown = isSpeedUnknown(table);
        for (const int k : m_options.passAt) {
            if (isUnknown)
                addPlain(fastPName(threshold.p, threshold.threshold, std::to_string(k)),
                         {std::nullopt, 0, static_cast<int>(table.tasks.size())});
            else
                addEstimator(fastPName(threshold.p, threshold.threshold, std::to_string(k)), k,
                             isFastSample);
        }
    }

    void addPassAt(int k)
    {
        const auto isCorrect = [](const SampleResult &sample) { return sample.isCorrect; };
        addEstimator(fmt::format("pass@{} (estimator)", k), k, isCorrect);
        addEstimator(fmt::format("pass@{} (KernelBench as shipped)", k), k, isCorrect,
                     PassAtKRule::KernelBenchShipped);
    }

    void addAnyOf(int k)
    {
        addAny(fmt::format("Compilation@{} (any)", k), k,
               [](const SampleResult &sample) { return sample.isBuilt; });
        addAny(fmt::format("Pass@{} (any)", k), k,
               [](const SampleResult &sample) { return sample.isCorrect; });
        const std::string fast = fmt::format("SpeedUp_1@{} (any, >=)", k);
        if (isSpeedUnknown(m_group.table)) {
            addPlain(fast, {std::nullopt, 0, static_cast<int>(m_group.table.tasks.size())});
            return;
        }
        addAny(fast, k,
               [](const SampleResult &sample) { return isFast(sample, 1, Threshold::AtLeast); });
    }

    void addStages(int suiteTasks)
    {
        const StageCounts counts = stageCounts(m_group.table);
        const auto addBoth = [&](const char *stage, int count) {
            addPlain(fmt::format("{} rate, of submitted", stage),
                     {StageCounts::rate(count, counts.submitted), count, counts.submitted});
            addPlain(fmt::format("{} rate, of suite", stage),
                     {StageCounts::rate(count, suiteTasks), count, suiteTasks});
        };
        addBoth("call", counts.call);
        addBoth("exe", counts.exe);
        addBoth("perf", counts.perf);
    }

    void addCost()
    {
        const CostPerSuccess cost = costPerSuccess(m_group.rows);
        const auto addPart = [&](const char *name, const CostPerSuccess::Part &part) {
            addPlain(std::string(name) + " per success",
                     {part.perSuccess, part.recorded, cost.rows});
        };
        addPart("tokens", cost.tokens);
        addPart("dollars", cost.dollars);
        addPart("seconds", cost.seconds);
        addPart("requests", cost.requests);
    }

private:
    void addPlain(std::string name, Figure figure)
    {
        m_lines.push_back({m_group.name, std::move(name), figure, std::nullopt});
    }
    void add(std::string name, const Figure &figure, const TaskValue &valueOf)
    {
        addPlain(std::move(name), figure);
        if (m_options.withIntervals && figure.value)
            m_lines.back().interval = meanInterval(m_group.table, valueOf, m_options);
    }
    void addEstimator(std::string name, int k, const IsSuccess &isSuccess,
                      PassAtKRule rule = PassAtKRule::EnoughSamples)
    {
        const auto counts = countSuccesses(m_group.table, isSuccess);
        add(std::move(name), meanPassAtK(counts, k, rule),
            [&](const TaskSamples &task) -> std::optional<double> {
                const auto value = passAtK(countSuccesses(m_group.table.of(task), isSuccess), k);
                const bool countsAsZero
                    = !value && rule == PassAtKRule::KernelBenchShipped && task.count > 0;
                return countsAsZero ? std::optional(0.0) : value;
            });
    }
    void addAny(std::string name, int k, const IsSuccess &isSuccess)
    {
        const auto counts = countSuccesses(m_group.table, isSuccess);
        add(std::move(name), anyOfFirstK(counts, k),
            [&](const TaskSamples &task) -> std::optional<double> {
                if (task.count == 0)
                    return std::nullopt;
                const SuccessCount count = countSuccesses(m_group.table.of(task), isSuccess);
                return count.firstSuccess >= 0 && count.firstSuccess < k ? 1.0 : 0.0;
            });
    }
    const GroupTables &m_group;
    const FigureOptions &m_options;
    std::vector<FigureLine> &m_lines;
};

} // namespace

std::vector<FigureLine> figureTable(std::span<const MetricRow> rows, const FigureOptions &options)
{
    std::vector<FigureLine> out;
    for (const GroupTables &group : groupTables(rows, options)) {
        GroupFigures figures(group, options, out);
        for (const FastPThreshold threshold : options.fast)
            figures.addFast(threshold);
        for (const int k : options.passAt)
            figures.addPassAt(k);
        for (const int k : options.anyOf)
            figures.addAnyOf(k);
        if (options.suiteTasks)
            figures.addStages(*options.suiteTasks);
        if (options.withCost)
            figures.addCost();
    }
    return out;
}

std::vector<FigureLine> figureTable(const Population &population, const FigureOptions &options)
{
    FigureOptions figures = options;
    figures.withCost = false;
    std::vector<FigureLine> out = figureTable(countedSamples(population), figures);
    if (options.withCost) {
        FigureOptions costs;
        costs.groupBy = options.groupBy;
        costs.withCost = true;
        std::ranges::move(figureTable(population.observations(), costs), std::back_inserter(out));
    }
    removePooled(population, out);
    return out;
}

void removePooled(const Population &population, std::vector<FigureLine> &lines)
{
    if (population.isSplit())
        std::erase_if(lines, [](const FigureLine &line) { return line.group == "all"; });
}

std::vector<FigureLine> roundFigureTable(std::span<const MetricRow> rows,
                                         std::span<const FastPThreshold> thresholds)
{
    std::vector<FigureLine> out;
    for (const FastPThreshold threshold : thresholds) {
        const std::string figure = fastPName(threshold.p, threshold.threshold, "N");
        const std::string last = fastPName(threshold.p, threshold.threshold, "N last");
        for (const RoundFigure &each : fastPByRound(rows, threshold.p, threshold.threshold)) {
            const std::string round = fmt::format("round {}", each.round);
            out.push_back({round, figure, each.fast, std::nullopt});
            out.push_back({round, last, each.last, std::nullopt});
        }
    }
    return out;
}

} // namespace loupe
