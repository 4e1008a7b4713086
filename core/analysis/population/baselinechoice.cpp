// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/baselinechoice.h"

#include "core/analysis/population/attemptplaces.h"
#include "core/analysis/population/joinedbaselines.h"
#include "core/analysis/population/methodbaseline.h"
#include "core/model/recordedname.h"

#include <algorithm>

namespace loupe {

namespace {

/// Returns the last record over the baseline for each attempt.
AttemptPlaces recordsOver(Name baseline, std::span<const MetricRow> rows, const RowIndex &index,
                          const NumberedCells &cells)
{
    AttemptPlaces out(rows, cells);
    for (std::uint32_t place = 0; place < rows.size(); ++place) {
        if (rows[place].baseline == baseline && rows[place].speedup
            && index.isConsidered(index.entries[place]))
            out.of(place) = place;
    }
    return out;
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

void mergeBaselines(Name baseline, std::vector<MetricRow> &rows, RowIndex &index,
                    const NumberedCells &cells, std::vector<std::uint32_t> &representatives)
{
    AttemptPlaces over = recordsOver(baseline, rows, index, cells);
    const auto isOverAnother = [&](std::uint32_t place) {
        const Name &own = rows[place].baseline;
        return own != baseline && isRecordedName(own.text());
    };
    for (std::uint32_t &each : representatives) {
        if (!isOverAnother(each))
            continue;
        if (const std::uint32_t timed = over.of(each); timed != AttemptPlaces::none)
            each = timed;
    }
    std::ranges::sort(representatives);
    for (std::uint32_t place = 0; place < rows.size(); ++place) {
        if (!isOverAnother(place) || !index.isConsidered(index.entries[place]))
            continue;
        if (over.of(place) != AttemptPlaces::none)
            index.takeOut(index.entries[place]);
        else
            rows[place].baseline = {};
    }
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
