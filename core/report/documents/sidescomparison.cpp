// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/sidescomparison.h"

#include "core/analysis/comparison/attempttests.h"
#include "core/analysis/comparison/comparedside.h"
#include "core/analysis/comparison/runcomparison.h"
#include "core/analysis/metrics/suitespeedup.h"
#include "core/analysis/population/selectedpairs.h"
#include "core/base/result.h"
#include "core/report/documents/storecomparison.h"
#include "core/store/read/scopedrows.h"
#include "core/store/read/storereader.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

using Clocks = std::pair<std::string, std::string>;

/// Returns the clock of the times behind the speedup, else of the candidate's times.
std::string clockOf(const Evaluation &evaluation)
{
    std::string chosen = chooseTimes(evaluation.timings).clock;
    if (!chosen.empty())
        return chosen;
    const auto own = std::ranges::find(evaluation.timings, "candidate", &TimingSeries::role);
    return own == evaluation.timings.end() ? std::string() : own->clock;
}

std::vector<RowId> timedIds(const RunComparison &comparison)
{
    std::vector<RowId> out;
    out.reserve(2 * comparison.pairs.size());
    for (const ComparedPair &pair : comparison.pairs) {
        if (!pair.ratio)
            continue;
        out.push_back(pair.baseline->id);
        out.push_back(pair.other->id);
    }
    return out;
}

/// Returns the clocks of two sides if most pairs with recorded clocks were timed by different ones.
/// Fails with Cancelled soon after `stop` is requested.
Result<std::optional<Clocks>> unlikeClocks(const RunComparison &comparison, StoreReader &reader,
                                           const std::stop_token &stop)
{
    constexpr std::size_t idsAtOnce = 512;
    const std::vector<RowId> ids = timedIds(comparison);
    std::map<Clocks, int> unlike;
    int known = 0;
    for (std::size_t begin = 0; begin < ids.size(); begin += idsAtOnce) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "cancelled"};
        const auto measured = reader.measurements(
            std::span(ids).subspan(begin, std::min(idsAtOnce, ids.size() - begin)));
        if (!measured)
            return measured.error();
        for (std::size_t i = 0; i + 1 < measured->size(); i += 2) {
            const Clocks clocks{clockOf((*measured)[i]), clockOf((*measured)[i + 1])};
            if (clocks.first.empty() || clocks.second.empty())
                continue;
            ++known;
            if (clocks.first != clocks.second)
                ++unlike[clocks];
        }
    }
    const auto most
        = std::ranges::max_element(unlike, {}, [](const auto &each) { return each.second; });
    if (most == unlike.end() || 2 * most->second <= known)
        return std::optional<Clocks>();
    return std::optional(most->first);
}

/// Returns the names of the sides among the rows; equal labels are distinguished by their kinds.
std::vector<std::string> namesOf(const SidesRequest &request)
{
    const auto nameOf = [](const ComparedSide &side) {
        return side.kind == SideKind::Filter ? side.value : side.label;
    };
    std::vector<std::string> out{nameOf(request.first), nameOf(request.second)};
    if (out.front() == out.back() && request.first.kind != request.second.kind) {
        out.front() += fmt::format(" ({})", name(request.first.kind));
        out.back() += fmt::format(" ({})", name(request.second.kind));
    }
    return out;
}

/// Returns the labels if they differ, else the names, which always differ.
std::pair<std::string, std::string> labelsOf(const SidesComparison &sides)
{
    if (sides.sides.front().label != sides.sides.back().label)
        return {sides.sides.front().label, sides.sides.back().label};
    return {sides.names.front(), sides.names.back()};
}

/// Adds the cells of a side as one run of one sample. Equal sample numbers keep cells of the two
/// sides comparable.
void addSide(const Population &population, const std::string &side, std::vector<MetricRow> &rows)
{
    for (MetricRow row : population.cells()) {
        row.run = side;
        row.sample = 0;
        rows.push_back(std::move(row));
    }
}

/// Fails if a result is on both sides, because it would be compared with itself. A result without a
/// speed may be on both sides if it belongs to each value of the compared condition.
Status areApart(const SidesComparison &sides)
{
    if (sides.names.front() == sides.names.back())
        return Error{Errc::InvalidInput, "both sides are the same", "--b",
                     "give each side a filter of its own, such as method:NAME"};
    const SideKind kind = sides.sides.front().kind;
    const bool isByCondition = kind == SideKind::Device || kind == SideKind::Baseline;
    std::set<std::int64_t> first;
    for (const MetricRow &row : sides.populations.front().cells())
        first.insert(row.id.value);
    for (const MetricRow &row : sides.populations.back().cells()) {
        const bool isOfEach = isByCondition && !row.speedup;
        if (!isOfEach && first.contains(row.id.value))
            return Error{Errc::InvalidInput,
                         fmt::format("result {} is on both sides", row.id.value), "--b",
                         "Narrow the filters until they have nothing in common"};
    }
    return {};
}

Status readSides(StoreReader &reader, const SidesRequest &request, const std::stop_token &stop,
                 SidesComparison &out)
{
    std::vector<std::vector<MetricRow>> rows;
    std::vector<Scope> scopes;
    for (const ComparedSide *side : {&request.first, &request.second}) {
        auto asked = scopeOf(*side, request.filter, request.scope);
        if (!asked)
            return std::move(asked).error();
        const auto read
            = scopedParts(reader, asked->filter, asked->scope, stop, PairRows::Selected);
        if (!read)
            return read.error();
        rows.push_back(selectedPairs(**read));
        scopes.push_back(std::move(asked->scope));
    }
    ScopedRows first{rows.front(), scopes.front()};
    ScopedRows second{rows.back(), scopes.back()};
    shareConditions(first, second);
    out.populations.push_back(populationOf(std::move(rows.front()), first.scope));
    out.populations.push_back(populationOf(std::move(rows.back()), second.scope));
    for (std::size_t i = 0; i < out.names.size(); ++i)
        addSide(out.populations[i], out.names[i], out.rows);
    return {};
}

/// Returns an error for a side without results; nullopt if both have some.
std::optional<Error> emptySide(const SidesComparison &sides)
{
    for (std::size_t i = 0; i < sides.names.size(); ++i) {
        if (sides.populations[i].cells().empty())
            return Error{
                Errc::NotFound, fmt::format("\"{}\" has no results in this scope", sides.names[i]),
                i == 0 ? "--a" : "--b", "choose another side, or widen the filter or the scope"};
    }
    return std::nullopt;
}

Status compareRead(StoreReader &reader, const SidesRequest &request, const std::stop_token &stop,
                   SidesComparison &out)
{
    const auto compared = comparedDimensions(request.first, request.second);
    const bool areDevicesCompared = compared.contains(GroupBy::Device);
    out.measure = request.measure.value_or(usualMeasure(
        out.populations.front().cells(), out.populations.back().cells(), areDevicesCompared));
    out.facts = sideFacts(out.populations.front(), out.populations.back(), compared, out.measure);
    if (auto missing = emptySide(out)) {
        out.comparison = std::move(*missing);
        return {};
    }
    const NoiseFloor floor{request.noiseFloor.value_or(0.05), 0,
                           request.noiseFloor ? "given" : "assumed"};
    ComparisonOptions how{floor, request.bootstrap, request.allowChangedTasks};
    how.measure = out.measure;
    how.areDevicesCompared = areDevicesCompared;
    out.comparison = compareRuns(out.rows, out.names.front(), out.names.back(), how);
    if (!out.comparison || out.measure == SpeedMeasure::Nothing)
        return {};
    const auto clocks = unlikeClocks(*out.comparison, reader, stop);
    if (!clocks)
        return clocks.error();
    if (*clocks) {
        const auto &[first, second] = **clocks;
        out.comparison = conditionsError(*out.comparison,
                                         fmt::format("clock \"{}\" and \"{}\"", first, second));
        out.facts.push_back({"Clock", first, second, SideFact::State::Differs});
        return {};
    }
    const bool hasIntervals
        = out.measure == SpeedMeasure::Speedups || out.measure == SpeedMeasure::Gains;
    if (!hasIntervals)
        return {};
    return testFromStore(*out.comparison, reader, request.bootstrap.seed, stop);
}

/// Finds alternatives, which may use other runs of the store.
Status findWays(StoreReader &reader, const SidesRequest &request, const std::stop_token &stop,
                SidesComparison &out)
{
    auto all = reader.metricRows(request.filter, stop);
    if (!all)
        return std::move(all).error();
    const bool haveUnlikeClocks
        = std::ranges::find(out.facts, "Clock", &SideFact::what) != out.facts.end();
    out.ways = waysToCompare({*all, request.first, request.second, out.populations.front(),
                              out.populations.back(), haveUnlikeClocks});
    return {};
}

void summarise(SidesComparison &out)
{
    std::vector<RunComparison> compared;
    compared.push_back(std::move(*out.comparison));
    correctForMany(compared);
    out.comparison = std::move(compared.front());
    auto [first, second] = labelsOf(out);
    out.summary = summaryOf(*out.comparison, std::move(first), std::move(second));
}

} // namespace

Result<SidesComparison> compareSides(StoreReader &reader, const SidesRequest &request,
                                     const std::stop_token &stop)
{
    SidesComparison out;
    out.sides = {request.first, request.second};
    out.names = namesOf(request);
    if (Status read = readSides(reader, request, stop, out); !read)
        return read.error();
    if (Status apart = areApart(out); !apart)
        return apart.error();
    if (Status compared = compareRead(reader, request, stop, out); !compared)
        return compared.error();
    if (out.comparison)
        summarise(out);
    else if (isOfConditions(out.comparison.error())) {
        if (Status found = findWays(reader, request, stop, out); !found)
            return found.error();
    }
    return out;
}

} // namespace loupe
