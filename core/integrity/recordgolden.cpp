// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/goldensets.h"
#include "core/integrity/recordlooks.h"
#include "core/integrity/recordstates.h"
#include "core/model/device/devicewords.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Minimum traffic that exceeds every cache, which is faster than any memory.
constexpr double minBytes = 0.5e9;

/// Returns the evaluations that were recorded on the device.
std::vector<RowId> evaluationsOn(std::span<const RecordedState> states, const std::string &device)
{
    StateList found;
    for (const RecordedState &state : states) {
        if (deviceWithoutRemark(state.device) == deviceWithoutRemark(device))
            found.push_back(&state);
    }
    return idsOf(found);
}

} // namespace

std::vector<RecordFinding> lookForCopiedGolden(const AuditedRecords &records)
{
    const std::vector<GoldenSet> places = goldenSets(records.golden);
    std::vector<RecordFinding> out;
    for (std::size_t i = 0; i < places.size(); ++i) {
        for (std::size_t j = i + 1; j < places.size(); ++j) {
            if (!places[i].isOtherThan(places[j]))
                continue;
            const GoldenOverlap overlap = overlapOf(places[i], places[j]);
            if (!overlap.isCopy())
                continue;
            RecordFinding found;
            found.finding
                = {"copied_golden", RuleLayer::Record, FindingSeverity::Suspicion,
                   fmt::format("the golden records of {} and {} are the same to the last digit on "
                               "{} of {} tasks: one is a copy of the other",
                               places[i].text(), places[j].text(), overlap.equal, overlap.shared),
                   0};
            found.numbers = {{"equal_tasks", overlap.equal}, {"shared_tasks", overlap.shared}};
            if (isRecordedName(places[j].device))
                found.evaluations = evaluationsOn(records.states, places[j].device);
            out.push_back(std::move(found));
        }
    }
    return out;
}

std::vector<RecordFinding> lookForImpossibleBandwidths(const AuditedRecords &records)
{
    std::vector<RecordFinding> out;
    for (const GoldenSet &place : goldenSets(records.golden)) {
        const auto sheet = sheetBandwidth(place.device);
        if (!sheet)
            continue;
        const StoredGoldenRecord *worst = nullptr;
        int impossible = 0;
        std::set<std::string> tasks;
        for (const auto &[task, list] : place.tasks) {
            for (const StoredGoldenRecord *each : list) {
                const double rate = each->record.gigabytesPerSecond.value_or(0);
                if (rate <= *sheet || rate * 1e6 * each->record.milliseconds < minBytes)
                    continue;
                ++impossible;
                tasks.insert(task);
                if (worst == nullptr || rate > *worst->record.gigabytesPerSecond)
                    worst = each;
            }
        }
        if (worst == nullptr)
            continue;
        RecordFinding found;
        found.finding
            = {"impossible_bandwidth", RuleLayer::Record, FindingSeverity::Suspicion,
               fmt::format("{} golden records of {} in {} tasks are faster than the {} GB/s of the "
                           "device's memory, up to {} GB/s ({})",
                           impossible, place.text(), tasks.size(), shortNumber(*sheet),
                           shortNumber(*worst->record.gigabytesPerSecond), worst->record.task),
               0};
        found.numbers = {{"records", impossible},
                         {"tasks", static_cast<double>(tasks.size())},
                         {"sheet_gigabytes_per_second", *sheet},
                         {"highest_gigabytes_per_second", *worst->record.gigabytesPerSecond}};
        out.push_back(std::move(found));
    }
    return out;
}

} // namespace loupe
