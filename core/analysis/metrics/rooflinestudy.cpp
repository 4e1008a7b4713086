// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/rooflinestudy.h"

#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/base/median.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace loupe {

namespace {

std::optional<RooflineGap> gapOfOutcome(Outcome outcome)
{
    if (outcome == Outcome::Correct)
        return std::nullopt;
    if (outcome == Outcome::Flagged)
        return RooflineGap::Flagged;
    return isFailure(outcome) ? RooflineGap::Failed : RooflineGap::NotJudged;
}

bool isPositive(const std::optional<double> &value)
{
    return value && *value > 0;
}

/// Returns why the row has no point, or nothing after setting its point.
std::optional<RooflineGap> placeResult(const MetricRow &row, RooflinePoint &point)
{
    if (const auto gap = gapOfOutcome(outcomeOf(row.verdict)))
        return gap;
    if (!isUsableTime(row.candidateMs))
        return RooflineGap::NotTimed;
    if (row.work == nullptr)
        return RooflineGap::NotCounted;
    const WorkRecord &work = *row.work;
    const bool hasBytes = isPositive(work.bytes) || isPositive(work.compulsoryBytes);
    if (!isPositive(work.flops))
        return hasBytes ? RooflineGap::BytesOnly : RooflineGap::NotCounted;
    point = rooflinePoint(work, *row.candidateMs);
    return isPositive(point.intensity) ? std::nullopt : std::optional(RooflineGap::NoBytes);
}

/// Counts the result, except its id.
void addResult(const RooflineResult &result, RooflineGroup &group, std::vector<double> &shares)
{
    if (result.point.bound == RooflineBound::Memory)
        ++group.memoryBound;
    if (result.isAbove())
        ++group.above;
    else if (result.point.fraction)
        shares.push_back(*result.point.fraction);
}

} // namespace

std::string_view label(RooflineGap gap)
{
    switch (gap) {
    case RooflineGap::NotJudged:
        return "not judged";
    case RooflineGap::Failed:
        return "not correct";
    case RooflineGap::Flagged:
        return "flagged by the audit";
    case RooflineGap::NotTimed:
        return "not timed";
    case RooflineGap::NotCounted:
        return "without recorded work";
    case RooflineGap::BytesOnly:
        return "without known operations (bytes only)";
    case RooflineGap::NoBytes:
        break;
    }
    return "without known bytes";
}

RooflineStudy rooflineStudy(std::span<const MetricRow> rows)
{
    RooflineStudy out;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        RooflineResult result{i, {}};
        if (const auto gap = placeResult(rows[i], result.point)) {
            out.leftOut[static_cast<std::size_t>(*gap)].push_back(i);
            continue;
        }
        if (!result.point.fraction)
            ++out.withoutCeiling;
        out.placed.push_back(result);
    }
    return out;
}

std::vector<RooflineGroup> rooflineGroups(std::span<const MetricRow> rows,
                                          const RooflineStudy &study, GroupBy groupBy)
{
    const RowGroups groups = rowGroups(rows, groupBy);
    const RowGroups devices = rowGroups(rows, GroupBy::Device);
    using Key = std::pair<std::uint32_t, std::uint32_t>; // device, group
    std::map<Key, std::pair<RooflineGroup, std::vector<double>>> found;
    for (const RooflineResult &result : study.placed) {
        auto &[group, shares] = found[{devices.groupOf[result.row], groups.groupOf[result.row]}];
        group.ids.push_back(rows[result.row].id);
        addResult(result, group, shares);
    }
    // The keys are sorted by device.
    const bool namesDevice = groupBy != GroupBy::Device && !found.empty()
        && found.begin()->first.first != found.rbegin()->first.first;
    std::vector<RooflineGroup> out;
    for (auto &[key, each] : found) {
        auto &[group, shares] = each;
        const std::string &name = groups.names[key.second];
        group.name = namesDevice ? devices.names[key.first] + " · " + name : name;
        group.known = shares.size();
        if (!shares.empty()) {
            group.median = medianOf(shares);
            group.best = std::ranges::max(shares);
        }
        out.push_back(std::move(group));
    }
    return out;
}

std::vector<RooflineShareBin> rooflineShareBins(std::span<const MetricRow> rows,
                                                std::span<const RooflineResult> results)
{
    constexpr std::size_t binsPerUnit = 20;
    constexpr std::size_t possible = 21; // up to maxShareOfCeiling
    std::vector<RooflineShareBin> out(possible + 1);
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i].from = static_cast<double>(i) / binsPerUnit;
        out[i].to = static_cast<double>(i + 1) / binsPerUnit;
    }
    out.back().to = std::numeric_limits<double>::infinity();
    for (const RooflineResult &result : results) {
        if (!result.point.fraction)
            continue;
        // A share that equals maxShareOfCeiling is possible.
        const auto bin = result.isAbove()
            ? possible
            : std::min(static_cast<std::size_t>(*result.point.fraction * binsPerUnit),
                       possible - 1);
        out[bin].ids.push_back(rows[result.row].id);
    }
    return out;
}

std::vector<RooflineNote> rooflineNotes(std::span<const MetricRow> rows, const RooflineStudy &study)
{
    std::vector<RooflineNote> out;
    for (std::size_t i = 0; i < rooflineGaps; ++i) {
        RooflineNote note{label(static_cast<RooflineGap>(i)), {}};
        for (const std::uint32_t row : study.leftOut.at(i))
            note.ids.push_back(rows[row].id);
        out.push_back(std::move(note));
    }
    RooflineNote unmeasured{"drawn without a measured ceiling", {}};
    for (const RooflineResult &result : study.placed) {
        if (!result.point.fraction)
            unmeasured.ids.push_back(rows[result.row].id);
    }
    out.push_back(std::move(unmeasured));
    std::erase_if(out, [](const RooflineNote &note) { return note.ids.empty(); });
    return out;
}

} // namespace loupe
