// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/baselinechoice.h"

#include "core/analysis/population/joinedbaselines.h"
#include "core/analysis/population/methodbaseline.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <tuple>

namespace loupe {

namespace {

/// Returns the last record over the baseline for each attempt, or AttemptNumbers::none.
std::vector<std::uint32_t> recordsOver(Name baseline, std::span<const MetricRow> rows,
                                       const RowIndex &index, const Attempts &attempts)
{
    std::vector<std::uint32_t> out(attempts.count, AttemptNumbers::none);
    for (std::uint32_t place = 0; place < rows.size(); ++place) {
        if (rows[place].baseline == baseline && rows[place].speedup
            && index.isConsidered(index.entries[place]))
            out[attempts.attemptOf[place]] = place;
    }
    return out;
}

bool isOverOther(const MetricRow &row, Name baseline)
{
    return row.baseline != baseline && isRecordedName(row.baseline.text());
}

/// Replaces representatives over other baselines by timed records of the same attempt.
void preferTimed(Name baseline, std::span<const MetricRow> rows, const RowIndex &index,
                 const Attempts &attempts, std::vector<std::uint32_t> &representatives)
{
    const std::vector<std::uint32_t> over = recordsOver(baseline, rows, index, attempts);
    for (std::uint32_t &each : representatives) {
        if (!isOverOther(rows[each], baseline))
            continue;
        if (const std::uint32_t timed = over[attempts.attemptOf[each]];
            timed != AttemptNumbers::none)
            each = timed;
    }
}

/// Returns the row of each attempt that is kept.
std::vector<std::uint32_t> keptRows(std::optional<Name> baseline, std::span<const MetricRow> rows,
                                    const AttemptNumbers &attempts, const NumberedCells &cells,
                                    const std::vector<std::uint32_t> &representatives)
{
    std::vector<std::uint32_t> representativeOf(cells.count, AttemptNumbers::none);
    for (const std::uint32_t place : representatives)
        representativeOf[cells.cellOf[place]] = place;
    const auto worthOf = [&](std::uint32_t place) {
        const std::uint32_t representative = representativeOf[cells.cellOf[place]];
        return std::tuple(baseline && rows[place].baseline == *baseline, place == representative,
                          rows[place].run == rows[representative].run);
    };
    std::vector<std::uint32_t> out(attempts.count, AttemptNumbers::none);
    for (std::uint32_t place = 0; place < rows.size(); ++place) {
        const std::uint32_t number = attempts.numberOf[place];
        if (number == AttemptNumbers::none)
            continue;
        std::uint32_t &kept = out[number];
        if (kept == AttemptNumbers::none || worthOf(place) >= worthOf(kept))
            kept = place;
    }
    return out;
}

/// Excludes the rows of each attempt except the kept one, which replaces them as representative.
void keepRows(const std::vector<std::uint32_t> &kept, const AttemptNumbers &attempts,
              RowIndex &index, std::vector<std::uint32_t> &representatives)
{
    for (std::uint32_t &each : representatives) {
        if (const std::uint32_t number = attempts.numberOf[each]; number != AttemptNumbers::none)
            each = kept[number];
    }
    for (std::uint32_t place = 0; place < index.entries.size(); ++place) {
        const std::uint32_t number = attempts.numberOf[place];
        if (number != AttemptNumbers::none && kept[number] != place)
            index.takeOut(index.entries[place]);
    }
}

void clearOtherBaselines(Name baseline, std::vector<MetricRow> &rows, const RowIndex &index)
{
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (isOverOther(rows[i], baseline) && index.isConsidered(index.entries[i]))
            rows[i].baseline = {};
    }
}

void useMethod(Name baseline, std::vector<MetricRow> &rows)
{
    replaceSpeedups(baseline, rows);
    for (MetricRow &row : rows)
        row.baseline = row.speedup ? baseline : Name();
}

void useBaseline(Name baseline, bool joins, MetricRow &row)
{
    if (row.baseline == baseline || (joins && joinBaseline(row, baseline.text())))
        return;
    row.takeSpeedup();
    row.baseline = {};
}

} // namespace

void keepSpeedupsOver(Name baseline, std::vector<MetricRow> &rows, const RowIndex &index,
                      std::vector<LeftOutObservations> &leftOut)
{
    LeftOutObservations other{LeftOutReason::OtherValue, GroupBy::Baseline, 0};
    LeftOutObservations unknown{LeftOutReason::NotRecorded, GroupBy::Baseline, 0};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        MetricRow &row = rows[i];
        const bool isOverAnother = row.baseline != baseline && (row.speedup || row.baselineMs);
        if (!isOverAnother || !index.isConsidered(index.entries[i]))
            continue;
        if (row.speedup)
            ++(isRecordedName(row.baseline.text()) ? other : unknown).count;
        row.takeSpeedup();
    }
    for (const LeftOutObservations &each : {other, unknown}) {
        if (each.count > 0)
            leftOut.push_back(each);
    }
}

AttemptsToMerge attemptsToMerge(std::span<const MetricRow> rows, const RowIndex &index,
                                const NumberedCells &cells, bool isChosen)
{
    const bool areSeveral = hasSeveralBaselines(index);
    AttemptsToMerge out;
    if (areSeveral || isChosen)
        out.attempts = attemptsOf(rows, cells);
    if (areSeveral)
        out.numbers = attemptNumbers(rows, index, out.attempts);
    return out;
}

void mergeBaselines(std::optional<Name> baseline, const AttemptsToMerge &merged,
                    std::vector<MetricRow> &rows, RowIndex &index, const NumberedCells &cells,
                    std::vector<std::uint32_t> &representatives)
{
    if (baseline)
        preferTimed(*baseline, rows, index, merged.attempts, representatives);
    if (merged.numbers) {
        const std::vector<std::uint32_t> kept
            = keptRows(baseline, rows, *merged.numbers, cells, representatives);
        keepRows(kept, *merged.numbers, index, representatives);
    }
    std::ranges::sort(representatives);
    if (baseline)
        clearOtherBaselines(*baseline, rows, index);
}

void useBaselineOf(const Scope &scope, std::vector<MetricRow> &rows)
{
    const ConditionRule rule = scope.rule(GroupBy::Baseline);
    if (const auto method = methodOf(rule)) {
        useMethod(Name(methodBaselineName(*method)), rows);
        return;
    }
    const bool isChosen = rule.kind == ConditionRule::Kind::Only;
    for (MetricRow &row : rows) {
        if (isChosen)
            useBaseline(Name(rule.value), scope.joinBaselines, row);
        else if (scope.joinBaselines)
            joinBaseline(row, {});
    }
}

} // namespace loupe
