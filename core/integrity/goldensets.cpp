// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/goldensets.h"

#include "core/model/record/recordedname.h"

#include <algorithm>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Minimum number of tasks with equal times; fewer may be chance.
constexpr int minEqualTimes = 5;
/// Minimum fraction of the shared tasks that must have equal times.
constexpr double minEqualShare = 0.9;

bool haveSameTimes(const GoldenList &one, const GoldenList &other)
{
    return std::ranges::equal(one, other,
                              [](const StoredGoldenRecord *a, const StoredGoldenRecord *b) {
                                  return a->record.milliseconds == b->record.milliseconds;
                              });
}

} // namespace

std::string GoldenSet::text() const
{
    return isRecordedName(device) ? fmt::format("{} (run {})", device, run)
                                  : fmt::format("\"{}\" (run {})", folder, run);
}

bool GoldenSet::isOtherThan(const GoldenSet &other) const
{
    return isRecordedName(device) && isRecordedName(other.device) ? device != other.device
                                                                  : folder != other.folder;
}

std::string taskKey(const std::string &suite, const std::string &task)
{
    return suite + "\n" + task;
}

std::string taskText(const std::string &key)
{
    std::string out = key;
    std::ranges::replace(out, '\n', ' ');
    return out;
}

std::vector<GoldenSet> goldenSets(std::span<const StoredGoldenRecord> golden)
{
    std::vector<GoldenSet> out;
    for (const StoredGoldenRecord &each : golden) {
        auto place = std::ranges::find_if(out, [&](const GoldenSet &known) {
            return known.run == each.run && known.device == each.device
                && known.baseline == each.record.baseline;
        });
        if (place == out.end())
            place = out.insert(
                out.end(), {each.run, each.device, each.record.baseline, each.record.folder(), {}});
        place->tasks[taskKey(each.suite, each.record.task)].push_back(&each);
    }
    return out;
}

bool GoldenOverlap::isCopy() const
{
    return equal >= minEqualTimes && equal >= minEqualShare * shared;
}

GoldenOverlap overlapOf(const GoldenSet &one, const GoldenSet &other)
{
    GoldenOverlap out;
    for (const auto &[task, records] : one.tasks) {
        const auto same = other.tasks.find(task);
        if (same == other.tasks.end())
            continue;
        ++out.shared;
        out.equal += haveSameTimes(records, same->second) ? 1 : 0;
    }
    return out;
}

double millisecondsOf(const GoldenList &records)
{
    double sum = 0;
    for (const StoredGoldenRecord *each : records)
        sum += each->record.milliseconds;
    return sum;
}

} // namespace loupe
