// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/goldensets.h"
#include "core/integrity/recordlooks.h"
#include "core/integrity/recordstates.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Minimum ratio for equal work. Recorded rates are rounded, and random sizes differ a little.
constexpr double sameWork = 0.95;
/// Maximum relative difference of the remaining records' sum.
constexpr double sameSum = 0.01;

struct Work {
    double bytes = 0;
    double operations = 0;
};

Work workOf(const StoredGoldenRecord &record)
{
    const double seconds = record.record.milliseconds / 1000;
    return {record.record.gigabytesPerSecond.value_or(0) * 1e9 * seconds,
            record.record.teraflops.value_or(0) * 1e12 * seconds};
}

Work workOf(const GoldenList &records)
{
    Work out;
    for (const StoredGoldenRecord *each : records) {
        const Work one = workOf(*each);
        out.bytes += one.bytes;
        out.operations += one.operations;
    }
    return out;
}

/// Returns the golden records that the candidate did: all but the most expensive ones, whose bytes
/// are missing. nullopt if no such subset matches.
std::optional<GoldenList> recordsDone(const GoldenList &all, double bytes)
{
    GoldenList sorted = all;
    std::ranges::stable_sort(sorted, std::ranges::greater(), [](const StoredGoldenRecord *each) {
        return each->record.milliseconds;
    });
    const double whole = workOf(all).bytes;
    for (std::size_t left = 1; left < sorted.size(); ++left) {
        GoldenList done(sorted.begin() + static_cast<std::ptrdiff_t>(left), sorted.end());
        if (std::abs(workOf(done).bytes - bytes) <= sameSum * whole)
            return done;
    }
    return std::nullopt;
}

/// Returns the golden records that a state's speedup is based on: those whose sum is its baseline's
/// time.
const GoldenList *baselineOf(const RecordedState &state, const RecordedBaselines &baselines,
                             const std::vector<GoldenSet> &places)
{
    const auto range = baselines.of(state);
    if (!range)
        return nullptr;
    for (const GoldenSet &place : places) {
        const auto list = place.tasks.find(taskKey(state.row.suite, state.row.task));
        if (list == place.tasks.end())
            continue;
        const double total = millisecondsOf(list->second);
        if (range->low <= total && total <= range->high)
            return &list->second;
    }
    return nullptr;
}

std::optional<RecordFinding> droppedWork(const RecordedState &state, const GoldenList &golden)
{
    const Work whole = workOf(golden);
    if (!state.work || !state.work->bytes || !state.work->flops || whole.bytes <= 0
        || whole.operations <= 0)
        return std::nullopt;
    const double bytes = *state.work->bytes / whole.bytes;
    const double operations = *state.work->flops / whole.operations;
    // If only one of them differs, its formula was changed, not the work.
    if (bytes >= sameWork || operations >= sameWork)
        return std::nullopt;
    std::vector<std::pair<std::string, double>> numbers{
        {"bytes_ratio", bytes}, {"operations_ratio", operations}, {"speedup", *state.row.speedup}};
    std::string equal;
    if (const auto done = recordsDone(golden, *state.work->bytes)) {
        const double speedup = millisecondsOf(*done) / *state.row.candidateMs;
        equal = fmt::format("; without the {} most expensive of {} golden records the speedup is "
                            "{}",
                            golden.size() - done->size(), golden.size(), shortNumber(speedup));
        numbers.emplace_back("equal_work_speedup", speedup);
    }
    return recordFinding(
        "dropped_work", FindingSeverity::Suspicion,
        fmt::format("{}, round {}: speedup {}, but only {:.4g} of the bytes and {:.4g} "
                    "of the operations that its baseline's time is of{}",
                    nameOf(state), state.row.round, shortNumber(*state.row.speedup), bytes,
                    operations, equal),
        std::move(numbers), {state.row.id});
}

} // namespace

std::vector<RecordFinding> lookForDroppedWork(const AuditedRecords &records)
{
    const std::vector<GoldenSet> places = goldenSets(records.golden);
    const RecordedBaselines baselines(records.states);
    std::vector<RecordFinding> out;
    for (const RecordedState &state : records.states) {
        if (!isTime(state.row.speedup) || !isTime(state.row.candidateMs))
            continue;
        const GoldenList *golden = baselineOf(state, baselines, places);
        if (golden == nullptr)
            continue;
        if (auto found = droppedWork(state, *golden))
            out.push_back(std::move(*found));
    }
    return out;
}

} // namespace loupe
