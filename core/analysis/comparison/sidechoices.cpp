// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/sidechoices.h"

#include "core/analysis/population/conditionvalues.h"
#include "core/analysis/rows/namenumbers.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Distinct cells of each value.
class ValueCells
{
public:
    void add(Name value, std::uint32_t cell)
    {
        if (value == m_lastValue && cell == m_lastCell)
            return;
        m_lastValue = value;
        m_lastCell = cell;
        if (isRecordedName(value.text()))
            m_cells[value].insert(cell);
    }

    std::vector<ConditionValue> ordered() const
    {
        std::vector<ConditionValue> out;
        out.reserve(m_cells.size());
        for (const auto &[value, cells] : m_cells)
            out.push_back({value.text(), cells.size()});
        std::ranges::sort(out, [](const ConditionValue &a, const ConditionValue &b) {
            return a.cells != b.cells ? a.cells > b.cells : a.value < b.value;
        });
        return out;
    }

private:
    std::unordered_map<Name, std::unordered_set<std::uint32_t>> m_cells;
    Name m_lastValue;
    std::uint32_t m_lastCell = 0;
};

class RoundCells
{
public:
    void add(int round, std::uint32_t cell) { m_cells[round].insert(cell); }

    std::vector<ConditionValue> ordered() const
    {
        std::vector<ConditionValue> out;
        out.reserve(m_cells.size());
        for (const auto &[round, cells] : m_cells)
            out.push_back({std::to_string(round), cells.size()});
        return out;
    }

private:
    std::map<int, std::unordered_set<std::uint32_t>> m_cells;
};

/// Counts the choices of rows that come in parts.
class ChoiceCounter
{
public:
    void add(std::span<const MetricRow> rows)
    {
        for (const MetricRow &row : rows) {
            const std::uint32_t cell = m_numbers[{row.suite, row.task, row.method}];
            m_methods.add(row.method, cell);
            m_runs.add(row.run, cell);
            m_devices.add(row.device, cell);
            m_baselines.add(row.baseline, cell);
            m_rounds.add(row.round, cell);
        }
    }
    SideChoices choices() const
    {
        return {{{SideKind::Method, m_methods.ordered()},
                 {SideKind::Run, m_runs.ordered()},
                 {SideKind::Device, m_devices.ordered()},
                 {SideKind::Round, m_rounds.ordered()},
                 {SideKind::Baseline, m_baselines.ordered()}}};
    }

private:
    NameNumbers<3> m_numbers;
    ValueCells m_methods;
    ValueCells m_runs;
    ValueCells m_devices;
    ValueCells m_baselines;
    RoundCells m_rounds;
};

/// Returns the first recorded baseline of each run.
std::unordered_map<Name, Name> baselinesOfRuns(std::span<const MetricRow> rows)
{
    std::unordered_map<Name, Name> out;
    for (const MetricRow &row : rows) {
        if (isRecordedName(row.baseline.text()))
            out.try_emplace(row.run, row.baseline);
    }
    return out;
}

SidePair pairOf(SideKind kind, const std::string &first, const std::string &second)
{
    return {sideOf(kind, first), sideOf(kind, second)};
}

using TaskNumbers = std::unordered_set<std::uint32_t>;

/// Tasks of one method.
struct MethodTasks {
    TaskNumbers all;
    TaskNumbers solved;
};

std::unordered_map<Name, MethodTasks> tasksOfMethods(std::span<const MetricRow> rows)
{
    NameNumbers<3> numbers;
    std::unordered_map<Name, MethodTasks> out;
    for (const MetricRow &row : rows) {
        const std::uint32_t task = numbers[{row.suite, row.task, row.protocol}];
        MethodTasks &of = out[row.method];
        of.all.insert(task);
        if (row.verdict == Verdict::Correct)
            of.solved.insert(task);
    }
    return out;
}

std::size_t sharedTasks(const TaskNumbers &a, const TaskNumbers &b)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(a, [&](std::uint32_t task) { return b.contains(task); }));
}

/// Returns the number of tasks that both have, then of tasks that both solve, where speeds can be
/// compared.
std::pair<std::size_t, std::size_t> sharedTasks(const MethodTasks &a, const MethodTasks &b)
{
    return {sharedTasks(a.all, b.all), sharedTasks(a.solved, b.solved)};
}

/// Returns the largest method that shares tasks with another, and the one that shares most with it.
std::optional<SidePair> usualMethods(std::span<const MetricRow> rows,
                                     const std::vector<ConditionValue> &methods)
{
    const auto tasks = tasksOfMethods(rows);
    for (const ConditionValue &first : methods) {
        const ConditionValue *best = nullptr;
        std::pair<std::size_t, std::size_t> most;
        for (const ConditionValue &other : methods) {
            if (&other == &first)
                continue;
            const auto shared
                = sharedTasks(tasks.at(Name(first.value)), tasks.at(Name(other.value)));
            if (shared.first > 0 && shared > most) {
                most = shared;
                best = &other;
            }
        }
        if (best != nullptr)
            return pairOf(SideKind::Method, first.value, best->value);
    }
    return std::nullopt;
}

std::optional<SidePair> usualRuns(std::span<const MetricRow> rows,
                                  const std::vector<ConditionValue> &runs,
                                  const std::string &marked)
{
    if (runs.size() < 2)
        return std::nullopt;
    const bool isMarked = std::ranges::find(runs, marked, &ConditionValue::value) != runs.end();
    if (isMarked) {
        const auto other = std::ranges::find_if(
            runs, [&](const ConditionValue &each) { return each.value != marked; });
        return pairOf(SideKind::Run, other->value, marked);
    }
    const auto baselines = baselinesOfRuns(rows);
    const auto baselineOf = [&](const std::string &run) {
        const auto found = baselines.find(Name(run));
        return found == baselines.end() ? Name() : found->second;
    };
    // Among equally large runs, prefer one against plain execution of the reference, the suites'
    // default.
    const auto plain = std::ranges::find_if(runs, [&](const ConditionValue &each) {
        return each.cells == runs.front().cells && baselineOf(each.value) == "eager";
    });
    const std::string &first = plain == runs.end() ? runs.front().value : plain->value;
    const auto other = std::ranges::find_if(
        runs, [&](const ConditionValue &each) { return each.value != first; });
    const auto alike = std::ranges::find_if(runs, [&](const ConditionValue &each) {
        return each.value != first && baselineOf(each.value) == baselineOf(first);
    });
    return pairOf(SideKind::Run, first, alike == runs.end() ? other->value : alike->value);
}

} // namespace

const std::vector<ConditionValue> &SideChoices::of(SideKind kind) const
{
    static const std::vector<ConditionValue> none;
    const auto found = values.find(kind);
    return found == values.end() ? none : found->second;
}

bool SideChoices::has(const ComparedSide &side) const
{
    const auto &known = of(side.kind);
    return side.kind == SideKind::Filter
        || std::ranges::find(known, side.value, &ConditionValue::value) != known.end();
}

SideChoices sideChoices(std::span<const MetricRow> rows)
{
    ChoiceCounter counter;
    counter.add(rows);
    return counter.choices();
}

SideChoices sideChoices(const SelectedPairs &rows)
{
    ChoiceCounter counter;
    for (std::size_t i = 0; i < rows.count(); ++i)
        rows.visit(i, [&](std::span<const MetricRow> part) { counter.add(part); });
    return counter.choices();
}

std::string missingSides(const SideChoices &choices)
{
    std::vector<std::string> known;
    for (const SideKind kind : allSideKinds) {
        if (choices.of(kind).size() == 1)
            known.push_back(fmt::format("one {}", name(kind)));
    }
    if (known.empty())
        return "No results with a method, run or device.";
    return fmt::format("All results are of {}.", fmt::join(known, ", "));
}

std::optional<SidePair> usualSides(std::span<const MetricRow> rows, const SideChoices &choices,
                                   const std::string &marked)
{
    const auto firstTwo = [&](SideKind kind) -> std::optional<SidePair> {
        const auto &known = choices.of(kind);
        if (known.size() < 2)
            return std::nullopt;
        return pairOf(kind, known[0].value, known[1].value);
    };
    if (auto methods = usualMethods(rows, choices.of(SideKind::Method)))
        return methods;
    if (auto runs = usualRuns(rows, choices.of(SideKind::Run), marked))
        return runs;
    if (auto devices = firstTwo(SideKind::Device))
        return devices;
    if (auto rounds = firstTwo(SideKind::Round))
        return rounds;
    return firstTwo(SideKind::Method); // they share no task, which is reported
}

} // namespace loupe
