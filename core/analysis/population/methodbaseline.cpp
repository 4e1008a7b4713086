// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/methodbaseline.h"

#include "core/analysis/population/attemptnumbers.h"
#include "core/analysis/rows/grouping.h"

#include <algorithm>
#include <cstdint>

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

} // namespace loupe
