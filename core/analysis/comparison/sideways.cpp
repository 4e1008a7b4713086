// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/sideways.h"

#include "core/analysis/comparison/sidefacts.h"
#include "core/analysis/population/conditionvalues.h"
#include "core/analysis/rows/grouping.h"
#include "core/base/counted.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

using TaskKey = std::pair<Name, Name>; ///< suite and name
using Tasks = std::set<TaskKey>;
using IsWanted = std::function<bool(const MetricRow &)>;

constexpr std::array tellingConditions{GroupBy::Suite, GroupBy::Protocol, GroupBy::Device,
                                       GroupBy::Baseline};

Tasks tasksWhere(std::span<const MetricRow> rows, const IsWanted &isWanted)
{
    Tasks out;
    for (const MetricRow &row : rows) {
        if (isWanted(row))
            out.emplace(row.suite, row.task);
    }
    return out;
}

int countCommon(const Tasks &first, const Tasks &second)
{
    return static_cast<int>(
        std::ranges::count_if(first, [&](const TaskKey &task) { return second.contains(task); }));
}

/// The properties of a run: its methods, and the values of each condition.
struct RunNature {
    std::set<Name> methods;
    std::map<GroupBy, std::set<Name>> conditions;

    std::optional<Name> only(GroupBy condition) const
    {
        const auto found = conditions.find(condition);
        if (found == conditions.end() || found->second.size() != 1)
            return std::nullopt;
        return *found->second.begin();
    }

    /// Returns true if the runs agree in everything except one condition.
    bool isLike(const RunNature &other, GroupBy but) const
    {
        return methods == other.methods
            && std::ranges::all_of(tellingConditions, [&](GroupBy each) {
                   return each == but || only(each) == other.only(each);
               });
    }
};

std::map<Name, RunNature> naturesOf(std::span<const MetricRow> rows)
{
    std::map<Name, RunNature> out;
    for (const MetricRow &row : rows) {
        RunNature &nature = out[row.run];
        nature.methods.insert(row.method);
        for (const GroupBy condition : tellingConditions) {
            const Name value = conditionOf(row, condition);
            if (isRecordedName(value.text()))
                nature.conditions[condition].insert(value);
        }
    }
    return out;
}

class WayFinder
{
public:
    explicit WayFinder(const RefusedSides &sides) : m_sides(sides) { }

    std::vector<SideWay> find()
    {
        if (m_sides.first.kind == SideKind::Run && m_sides.second.kind == SideKind::Run)
            addOtherRuns();
        addOutcomes();
        addTimes();
        std::ranges::stable_sort(m_ways, [](const SideWay &a, const SideWay &b) {
            return a.isPossible != b.isPossible ? a.isPossible : a.tasks > b.tasks;
        });
        return std::move(m_ways);
    }

private:
    void addOtherRuns()
    {
        m_natures = naturesOf(m_sides.rows);
        const RunNature &first = m_natures[Name(m_sides.first.value)];
        const RunNature &second = m_natures[Name(m_sides.second.value)];
        // Runs on different devices are compared on purpose, so the device may differ.
        if (first.only(GroupBy::Protocol) != second.only(GroupBy::Protocol))
            return;
        const auto ofFirst = first.only(GroupBy::Baseline);
        const auto ofSecond = second.only(GroupBy::Baseline);
        if (!ofFirst || !ofSecond || ofFirst == ofSecond)
            return;
        addOtherRun(m_sides.first, second, *ofFirst, true);
        addOtherRun(m_sides.second, first, *ofSecond, false);
    }

    /// Adds the run that has this baseline and otherwise matches `replaced`, as a replacement for
    /// it.
    void addOtherRun(const ComparedSide &kept, const RunNature &replaced, Name baseline,
                     bool isSecond)
    {
        for (const auto &[run, nature] : m_natures) {
            if (nature.only(GroupBy::Baseline) != baseline || run == Name(kept.value)
                || !nature.isLike(replaced, GroupBy::Baseline))
                continue;
            SideWay way;
            const ComparedSide other = sideOf(SideKind::Run, run.text());
            way.first = isSecond ? kept : other;
            way.second = isSecond ? other : kept;
            way.tasks = countCommon(timedIn(Name(kept.value)), timedIn(run));
            way.title = fmt::format("Use {} on both sides", baseline.text());
            way.verb = fmt::format("Use {}", baseline.text());
            way.reason = fmt::format("{} timed on both. Side {} becomes \"{}\".",
                                     counted(way.tasks, "task"), isSecond ? "B" : "A", run.text());
            if (way.tasks > 0)
                m_ways.push_back(std::move(way));
            return;
        }
    }

    Tasks timedIn(Name run) const
    {
        return tasksWhere(m_sides.rows, [run](const MetricRow &row) {
            return row.run == run && usableSpeedup(row);
        });
    }

    int onBoth(const IsWanted &isWanted) const
    {
        return countCommon(tasksWhere(m_sides.ofFirst.cells(), isWanted),
                           tasksWhere(m_sides.ofSecond.cells(), isWanted));
    }

    SideWay wayOf(SpeedMeasure measure, std::string title, std::string verb) const
    {
        SideWay out;
        out.title = std::move(title);
        out.verb = std::move(verb);
        out.first = m_sides.first;
        out.second = m_sides.second;
        out.measure = measure;
        return out;
    }

    void addOutcomes()
    {
        SideWay way = wayOf(SpeedMeasure::Nothing, "Compare outcomes only", "Outcomes only");
        way.tasks = onBoth([](const MetricRow &row) { return isJudged(outcomeOf(row.verdict)); });
        way.isPossible = way.tasks > 0;
        way.reason = way.isPossible ? fmt::format("{} evaluated on both sides. Correctness does "
                                                  "not depend on the baseline of the speedups.",
                                                  counted(way.tasks, "task"))
                                    : "Not possible: no task was evaluated on both sides.";
        m_ways.push_back(std::move(way));
    }

    bool areDevicesAlike() const
    {
        const auto facts
            = sideFacts(m_sides.ofFirst, m_sides.ofSecond,
                        comparedDimensions(m_sides.first, m_sides.second), SpeedMeasure::Times);
        return std::ranges::find(facts, SideFact::State::Differs, &SideFact::state) == facts.end();
    }

    void addTimes()
    {
        SideWay way = wayOf(SpeedMeasure::Times, "Compare times instead of speedups", "Use times");
        const bool isComparable = areDevicesAlike() && !m_sides.haveUnlikeClocks;
        way.tasks = isComparable ? onBoth([](const MetricRow &row) {
            return measuredSpeed(row, SpeedMeasure::Times).has_value();
        })
                                 : 0;
        way.isPossible = way.tasks > 0;
        if (way.isPossible)
            way.reason = fmt::format("{} with times in milliseconds on both sides.",
                                     counted(way.tasks, "task"));
        else if (isComparable)
            way.reason = "Not possible: no times in milliseconds on both sides.";
        else
            way.reason = "Not possible: times of different devices, protocols or clocks cannot be "
                         "compared.";
        m_ways.push_back(std::move(way));
    }

    const RefusedSides &m_sides;
    std::map<Name, RunNature> m_natures;
    std::vector<SideWay> m_ways;
};

} // namespace

std::vector<SideWay> waysToCompare(const RefusedSides &sides)
{
    return WayFinder(sides).find();
}

} // namespace loupe
