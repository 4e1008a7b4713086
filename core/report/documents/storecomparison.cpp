// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/storecomparison.h"

#include "core/analysis/comparison/attempttests.h"
#include "core/base/nearest.h"
#include "core/base/result.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

Result<Run> runNamed(const std::vector<RunSummary> &runs, const std::string &name)
{
    const auto found = std::find_if(runs.begin(), runs.end(),
                                    [&](const RunSummary &each) { return each.run.name == name; });
    if (found != runs.end())
        return found->run;
    std::vector<std::string> known;
    known.reserve(runs.size());
    for (const RunSummary &each : runs)
        known.push_back(each.run.name);
    return Error{Errc::NotFound, "the store has no run named \"" + name + "\"", "run",
                 hintWithNearest(name, known, "kloupe runs STORE lists them")};
}

Result<std::vector<Run>> runsNamed(StoreReader &reader, const std::vector<std::string> &names)
{
    const auto summaries = reader.runs();
    if (!summaries)
        return summaries.error();
    std::vector<Run> out;
    for (const std::string &name : names) {
        auto run = runNamed(*summaries, name);
        if (!run)
            return std::move(run).error();
        out.push_back(std::move(*run));
    }
    return out;
}

/// Returns the requested floor, else one measured on a repeat of the baseline or on identical code,
/// else an assumed one.
Result<NoiseFloor> noiseFloorOf(const ComparisonRequest &request,
                                const std::vector<MetricRow> &rows)
{
    if (request.noiseFloor)
        return NoiseFloor{*request.noiseFloor, 0, "given"};
    if (!request.repeat.empty()) {
        const auto repeat = compareRuns(rows, request.baseline, request.repeat, {});
        if (!repeat)
            return repeat.error();
        std::vector<double> ratios;
        for (const ComparedPair &pair : repeat->pairs) {
            if (pair.ratio)
                ratios.push_back(*pair.ratio);
        }
        const auto floor = measuredNoiseFloor(
            ratios, fmt::format("95 % of {} repeats in \"{}\"", ratios.size(), request.repeat));
        if (floor)
            return *floor;
        return Error{Errc::InvalidInput,
                     fmt::format("\"{}\" repeats {} timed attempts of the baseline; a noise floor "
                                 "needs 20",
                                 request.repeat, ratios.size()),
                     "--repeat", "set one with --noise-floor PERCENT"};
    }
    std::vector<Name> runs{request.baseline};
    runs.insert(runs.end(), request.runs.begin(), request.runs.end());
    const std::vector<double> ratios = identicalCodeRatios(rows, runs);
    const auto floor = measuredNoiseFloor(
        ratios, fmt::format("95 % of {} rounds with identical code", ratios.size()));
    return floor.value_or(NoiseFloor{0.05, 0, "assumed: too few repeats to measure one"});
}

/// Removes rows of other runs, which may be many and are not needed once the floor is known.
void keepRows(std::vector<MetricRow> &rows, const std::vector<std::string> &runs)
{
    const std::vector<Name> names(runs.begin(), runs.end());
    std::erase_if(rows, [&](const MetricRow &row) {
        return std::find(names.begin(), names.end(), row.run) == names.end();
    });
    rows.shrink_to_fit();
}

/// Corrects the tests of successful comparisons for their number.
void correct(std::vector<Result<RunComparison>> &comparisons)
{
    std::vector<RunComparison> compared;
    for (Result<RunComparison> &each : comparisons) {
        if (each)
            compared.push_back(std::move(*each));
    }
    correctForMany(compared);
    auto next = compared.begin();
    for (Result<RunComparison> &each : comparisons) {
        if (each)
            *each = std::move(*next++);
    }
}

} // namespace

Status testFromStore(RunComparison &comparison, StoreReader &reader, std::uint64_t seed,
                     const std::stop_token &stop)
{
    PermutationOptions permutations;
    permutations.seed = seed;
    return testAttempts(
        comparison,
        [&](std::span<const RowId> ids) -> Result<std::vector<Evaluation>> {
            if (stop.stop_requested())
                return Error{Errc::Cancelled, "cancelled"};
            return reader.measurements(ids);
        },
        permutations);
}

Result<StoreComparison> compareStored(StoreReader &reader, const ComparisonRequest &request,
                                      const std::stop_token &stop)
{
    StoreComparison out;
    out.names.push_back(request.baseline);
    out.names.insert(out.names.end(), request.runs.begin(), request.runs.end());
    const auto runs = runsNamed(reader, out.names);
    if (!runs)
        return runs.error();
    auto rows = reader.metricRows(request.filter, stop);
    if (!rows)
        return std::move(rows).error();
    out.rows = std::move(*rows);
    std::erase_if(out.rows, [](const MetricRow &row) { return !row.isSelected(); });
    if (!request.includeWithheld)
        out.flagged = flagWithheld(out.rows);
    std::vector<std::string> methods;
    for (const std::string &name : out.names)
        methods.push_back(methodNames(out.rows, name));
    out.configuration = configurationSettings(*runs, methods);
    const auto floor = noiseFloorOf(request, out.rows);
    if (!floor)
        return floor.error();
    keepRows(out.rows, out.names);
    ComparisonOptions how{*floor, request.bootstrap, request.allowChangedTasks};
    if (request.outcomesOnly)
        how.measure = SpeedMeasure::Nothing;
    for (const std::string &run : request.runs) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "cancelled"};
        auto comparison = compareRuns(out.rows, request.baseline, run, how);
        if (comparison) {
            const Status tested = testFromStore(*comparison, reader, request.bootstrap.seed, stop);
            if (!tested)
                return tested.error();
        }
        out.comparisons.push_back(std::move(comparison));
    }
    correct(out.comparisons);
    return out;
}

Result<std::optional<std::pair<std::string, std::string>>>
firstStoredPair(StoreReader &reader, const Filter &filter, const std::vector<std::string> &runs,
                const std::string &preferred, const std::stop_token &stop)
{
    auto rows = reader.metricRows(filter, stop);
    if (!rows)
        return std::move(rows).error();
    std::erase_if(*rows, [](const MetricRow &row) { return !row.isSelected(); });
    flagWithheld(*rows);
    const std::vector<Name> names(runs.begin(), runs.end());
    std::optional<std::pair<std::string, std::string>> out;
    if (const auto found = firstComparablePair(*rows, names, preferred, stop))
        out.emplace(found->first.text(), found->second.text());
    return out;
}

} // namespace loupe
