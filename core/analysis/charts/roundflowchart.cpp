// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/charts.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/rows/trajectories.h"

#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::size_t maxFlowColumns = 12;

/// Order from top to bottom of a column. One more place follows for samples without a result.
constexpr std::array flowOutcomes{Outcome::NoBuild, Outcome::Crash,   Outcome::Timeout,
                                  Outcome::Wrong,   Outcome::Correct, Outcome::Flagged,
                                  Outcome::Unknown, Outcome::Skipped, Outcome::InfraError};
constexpr std::size_t flowEnded = flowOutcomes.size();

std::size_t flowPlaceOf(const RoundEntry *entry)
{
    if (entry == nullptr)
        return flowEnded;
    std::size_t place = 0;
    while (flowOutcomes[place] != entry->outcome)
        ++place;
    return place;
}

std::string flowWord(std::size_t place)
{
    return place == flowEnded ? "no result" : std::string(label(flowOutcomes[place]));
}

ChartTone flowTone(std::size_t place)
{
    return place == flowEnded ? ChartTone() : outcomeTone(flowOutcomes[place]);
}

/// Returns the rounds that are columns: all, or evenly spaced ones including both ends.
std::vector<int> flowColumns(const std::vector<int> &rounds)
{
    if (rounds.size() <= maxFlowColumns)
        return rounds;
    std::vector<int> out;
    for (std::size_t i = 0; i < maxFlowColumns; ++i)
        out.push_back(rounds[i * (rounds.size() - 1) / (maxFlowColumns - 1)]);
    return out;
}

/// Trajectories in one node or one flow.
struct FlowCount {
    int count = 0;
    std::vector<RowId> members;

    void add(const RoundEntry *entry)
    {
        if (entry != nullptr)
            members.push_back(entry->id);
    }
};

class FlowCounter
{
public:
    FlowCounter(TrajectorySpan trajectories, std::vector<int> columns)
        : m_trajectories(trajectories)
        , m_columns(std::move(columns))
    {
    }

    ChartPanel panel(const std::stop_token &stop)
    {
        ChartPanel out;
        std::map<std::pair<int, std::size_t>, std::size_t> nodes;
        for (std::size_t i = 0; i < m_columns.size() && !stop.stop_requested(); ++i)
            addColumn(static_cast<int>(i), nodes, out);
        for (std::size_t i = 1; i < m_columns.size() && !stop.stop_requested(); ++i)
            addFlows(static_cast<int>(i), nodes, out);
        return out;
    }

private:
    using Nodes = std::map<std::pair<int, std::size_t>, std::size_t>;

    const RoundEntry *entryOf(const Trajectory &trajectory, int column) const
    {
        return trajectory.at(m_columns[static_cast<std::size_t>(column)]);
    }

    void addColumn(int column, Nodes &nodes, ChartPanel &panel) const
    {
        std::array<FlowCount, flowEnded + 1> counts;
        for (const Trajectory &trajectory : m_trajectories) {
            const RoundEntry *entry = entryOf(trajectory, column);
            FlowCount &count = counts[flowPlaceOf(entry)];
            ++count.count;
            count.add(entry);
        }
        for (std::size_t place = 0; place < counts.size(); ++place) {
            FlowCount &count = counts[place];
            if (count.count == 0)
                continue;
            nodes[{column, place}] = panel.nodes.size();
            const std::string label = fmt::format("{} {}", count.count, flowWord(place));
            panel.nodes.push_back(
                {column,
                 static_cast<double>(count.count),
                 flowTone(place),
                 label,
                 {fmt::format("round {}: {} of {}", m_columns[static_cast<std::size_t>(column)],
                              label, m_trajectories.size()),
                  std::move(count.members)}});
        }
    }

    void addFlows(int column, const Nodes &nodes, ChartPanel &panel) const
    {
        std::array<std::array<FlowCount, flowEnded + 1>, flowEnded + 1> counts;
        for (const Trajectory &trajectory : m_trajectories) {
            const RoundEntry *before = entryOf(trajectory, column - 1);
            const RoundEntry *after = entryOf(trajectory, column);
            FlowCount &count = counts[flowPlaceOf(before)][flowPlaceOf(after)];
            ++count.count;
            count.add(before);
            count.add(after);
        }
        const auto from = static_cast<std::size_t>(column) - 1;
        for (std::size_t before = 0; before < counts.size(); ++before) {
            for (std::size_t after = 0; after < counts.size(); ++after) {
                FlowCount &count = counts[before][after];
                if (count.count == 0)
                    continue;
                const std::string text = fmt::format(
                    "round {} to {}: {} of {} from {} to {}", m_columns[from], m_columns[from + 1],
                    count.count, m_trajectories.size(), flowWord(before), flowWord(after));
                panel.flows.push_back({nodes.at({column - 1, before}),
                                       nodes.at({column, after}),
                                       static_cast<double>(count.count),
                                       flowTone(after),
                                       {text, std::move(count.members)}});
            }
        }
    }

    TrajectorySpan m_trajectories;
    std::vector<int> m_columns;
};

} // namespace

Result<Chart> roundFlowChart(const RoundStudy &study, const ChartRequest & /*request*/,
                             const std::stop_token &stop)
{
    const Trajectories &trajectories = study.trajectories;
    const std::vector<int> columns = flowColumns(study.rounds);
    Chart chart;
    chart.title = "Outcome by round";
    chart.n = study.n;
    chart.panels.push_back(FlowCounter(trajectories, columns).panel(stop));
    if (stop.stop_requested())
        return roundChartCancelled();
    ChartPanel &panel = chart.panels.front();
    panel.note = fmt::format("{} trajectories", trajectories.size());
    panel.x.title = "round";
    panel.x.most = static_cast<double>(columns.size()) - 1;
    for (std::size_t i = 0; i < columns.size(); ++i)
        panel.x.ticks.push_back({static_cast<double>(i), std::to_string(columns[i])});
    chart.definition = fmt::format(
        "Each of {} trajectories (one sample of a method at a task, in one run) by its outcome in "
        "each round; of several attempts at a round, the last judged one counts. Rounds that are "
        "not judged are unknown, not failed; no result: the sample had ended or not started.",
        trajectories.size());
    if (columns.size() < study.rounds.size())
        chart.definition
            += fmt::format(" {} of {} rounds are drawn.", columns.size(), study.rounds.size());
    chart.definition += study.leftOut;
    return chart;
}

} // namespace loupe
