// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/methodbaseline.h"

#include "core/analysis/population/attemptnumbers.h"
#include "core/analysis/population/population.h"
#include "core/analysis/population/rowindex.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/namenumbers.h"
#include "core/model/record/protocolname.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::string_view valuePrefix = "method:";

bool isTimed(const MetricRow &row)
{
    return outcomeOf(row.verdict) == Outcome::Correct && isUsableTime(row.candidateMs);
}

void replaceSpeedup(const std::string &baseline, MetricRow &row)
{
    row.takeSpeedup();
    if (!row.references || !isTimed(row))
        return;
    const auto found = std::ranges::find(*row.references, baseline, &ReferenceTime::baseline);
    if (found == row.references->end() || found->isDisputed)
        return;
    row.joinedReference = static_cast<std::int32_t>(found - row.references->begin());
    row.baselineMs = found->milliseconds;
    row.speedup = found->milliseconds / *row.candidateMs;
}

/// Keeps the last row of each attempt.
void keepLastRows(const std::vector<MetricRow> &rows, RowIndex &index, const NumberedCells &cells)
{
    if (!hasSeveralBaselines(index))
        return;
    const AttemptNumbers attempts = attemptNumbers(rows, index, attemptsOf(rows, cells));
    std::vector<bool> isKept(attempts.count, false);
    for (std::size_t end = attempts.numberOf.size(); end > 0; --end) {
        const std::uint32_t number = attempts.numberOf[end - 1];
        if (number == AttemptNumbers::none)
            continue;
        if (isKept[number])
            index.takeOut(index.entries[end - 1]);
        isKept[number] = true;
    }
}

} // namespace

ConditionRule overMethod(std::string_view method)
{
    return {ConditionRule::Kind::Only, std::string(valuePrefix).append(method)};
}

std::optional<std::string> methodOf(const ConditionRule &rule)
{
    if (rule.kind != ConditionRule::Kind::Only || !rule.value.starts_with(valuePrefix))
        return std::nullopt;
    return rule.value.substr(valuePrefix.size());
}

std::optional<std::string> baselineMethod(const Scope &scope)
{
    return methodOf(scope.rule(GroupBy::Baseline));
}

std::string methodBaselineName(std::string_view method)
{
    return std::string("method ").append(method);
}

void replaceSpeedups(Name baseline, std::vector<MetricRow> &rows)
{
    for (MetricRow &row : rows)
        replaceSpeedup(baseline.text(), row);
}

void renameBaselines(Name baseline, std::vector<MetricRow> &rows, RowIndex &index,
                     const NumberedCells &cells, std::vector<LeftOutObservations> &leftOut)
{
    keepLastRows(rows, index, cells);
    LeftOutObservations without{LeftOutReason::NoMethodTime, GroupBy::Baseline, 0};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        MetricRow &row = rows[i];
        row.baseline = row.speedup ? baseline : Name();
        if (!row.speedup && isTimed(row) && index.isConsidered(index.entries[i]))
            ++without.count;
    }
    if (without.count > 0)
        leftOut.push_back(without);
}

namespace {

/// Suite version, protocol, precision, clock. They must be equal if both sides record them.
using LooseConditions = std::array<Name, 4>;

/// The task of a row and the circumstances of its time.
struct Circumstances {
    Name suite;
    Name task;
    Name hash;
    Name device;
    LooseConditions loose;
};

using CircumstanceKey = NameKey<8>;

/// Returns what the circumstances of a row depend on.
CircumstanceKey circumstanceKey(const MetricRow &row)
{
    return {row.suite,        row.task,     row.taskHash,  row.device,
            row.suiteVersion, row.protocol, row.precision, row.clock};
}

Circumstances circumstancesOf(const MetricRow &row, CountedVerdict verdict)
{
    const bool isStrict = verdict == CountedVerdict::Strict;
    const Name protocol = isStrict ? Name(strictPartOf(row.protocol)) : row.protocol;
    return {row.suite,
            row.task,
            row.taskHash,
            Name(unmarkedDevice(row.device)),
            {row.suiteVersion, protocol, row.precision, row.clock}};
}

/// Returns the number of recorded conditions that two sides share; nullopt if they contradict each
/// other.
std::optional<int> sharedConditions(const LooseConditions &one, const LooseConditions &other)
{
    int out = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        if (!isRecordedName(one[i].text()) || !isRecordedName(other[i].text()))
            continue;
        if (one[i] != other[i])
            return std::nullopt;
        ++out;
    }
    return out;
}

/// Times of a method by task and circumstances.
class MethodTimes
{
public:
    MethodTimes(std::string_view method, const Scope &scope)
        : m_baseline(methodBaselineName(method))
    {
        m_scope.choice = scope.choice;
        m_scope.verdict = scope.verdict;
        m_scope.includeWithheld = scope.includeWithheld;
        m_scope.rules[GroupBy::Baseline] = overMethod(method);
    }

    /// Adds the times of the method's representatives under each set of conditions.
    void add(std::span<const MetricRow> results, Name method)
    {
        // With a reference of 1 ms for all results, the rule "best" chooses the shortest time.
        const auto unit = std::make_shared<const ReferenceTimes>(
            ReferenceTimes{{m_baseline, 1.0, {}, {}, false}});
        NameNumbers<6> numbers;
        std::vector<std::vector<MetricRow>> groups; // one for each set of conditions
        for (const MetricRow &row : results) {
            if (row.method != method)
                continue;
            const auto [version, protocol, precision, clock]
                = circumstancesOf(row, m_scope.verdict).loose;
            const std::uint32_t number
                = numbers[{row.suite, row.device, version, protocol, precision, clock}];
            groups.resize(numbers.size());
            groups[number].push_back(row);
            groups[number].back().references = unit;
            groups[number].back().selectedForms = ~0U;
        }
        for (std::vector<MetricRow> &group : groups)
            addPopulation(populationOf(std::move(group), m_scope));
    }

    /// Adds a task that rows have, so that the number of its contents is known.
    void addTask(const Circumstances &of) { m_contents.add(of.suite, of.task, of.hash); }

    std::shared_ptr<const ReferenceTimes> of(const Circumstances &row)
    {
        const std::uint32_t task = m_contents.add(row.suite, row.task, row.hash);
        if (task >= m_times.size() || !isRecordedName(row.device.text()))
            return nullptr;
        int most = -1;
        double low = 0;
        double high = 0;
        std::optional<ReferenceTime> out;
        for (const KnownTime &each : m_times[task]) {
            const auto shared = sharedConditions(row.loose, each.of.loose);
            if (!shared || *shared < most || row.device != each.of.device
                || contentOf(task, row) != contentOf(task, each.of))
                continue;
            const double time = each.time.milliseconds;
            if (*shared > most) {
                most = *shared;
                out = each.time;
                low = time;
                high = time;
            }
            low = std::min(low, time);
            high = std::max(high, time);
        }
        if (!out)
            return nullptr;
        constexpr double noise = 0.05; // as for recorded reference times
        out->isDisputed = high > (1 + noise) * low;
        return std::make_shared<const ReferenceTimes>(ReferenceTimes{*std::move(out)});
    }

private:
    struct KnownTime {
        Circumstances of;
        ReferenceTime time;
    };

    Name contentOf(std::uint32_t task, const Circumstances &of) const
    {
        return m_contents.contentOf(task, of.hash);
    }

    void addPopulation(const Population &population)
    {
        for (const MetricRow &row : population.cells()) {
            if (!usableSpeedup(row))
                continue; // wrong, flagged or untimed
            const Circumstances of = circumstancesOf(row, m_scope.verdict);
            const std::uint32_t task = m_contents.add(of.suite, of.task, of.hash);
            if (task >= m_times.size())
                m_times.resize(task + 1);
            m_times[task].push_back({of,
                                     {m_baseline, *row.candidateMs, row.run.text(),
                                      fmt::format("result {}", row.id.value), false}});
        }
    }

    std::string m_baseline;
    Scope m_scope;
    KnownContents m_contents;
    std::vector<std::vector<KnownTime>> m_times; ///< by the number of the task
};

} // namespace

void useTimesOf(std::string_view method, std::span<const MetricRow> results, const Scope &scope,
                std::vector<MetricRow> &rows)
{
    MethodTimes times(method, scope);
    times.add(results, Name(method));
    NameNumbers<std::tuple_size_v<CircumstanceKey>> numbers;
    std::vector<Circumstances> circumstances; // by number
    std::vector<std::uint32_t> numberOf;
    numberOf.reserve(rows.size());
    for (const MetricRow &row : rows) {
        numberOf.push_back(numbers[circumstanceKey(row)]);
        if (circumstances.size() < numbers.size()) {
            circumstances.push_back(circumstancesOf(row, scope.verdict));
            times.addTask(circumstances.back());
        }
    }
    std::vector<std::shared_ptr<const ReferenceTimes>> found;
    found.reserve(circumstances.size());
    for (const Circumstances &each : circumstances)
        found.push_back(times.of(each));
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].references = found[numberOf[i]];
}

} // namespace loupe
