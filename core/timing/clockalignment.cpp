// SPDX-License-Identifier: Apache-2.0
#include "core/timing/clockalignment.h"

#include "core/timing/devicetime.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

namespace loupe {

namespace {

/// Further apart the same pattern of calls and flushes would fit again. Also keeps what a process
/// may write from overflowing anything.
constexpr std::int64_t mostShiftNs = 1'000'000;
constexpr std::size_t mostPairs = 1'000'000;

/// Shifts, both ends included.
struct ShiftRange {
    std::int64_t least = 0;
    std::int64_t most = 0;
};

std::vector<TimeInterval> flushesOfLastBlock(const std::vector<DeviceActivity> &records)
{
    std::vector<TimeInterval> flushes;
    std::uint64_t begin = 0;
    bool isOpen = false;
    for (const DeviceActivity &record : records) {
        if (record.isMarker(ActivityMarker::BlockBegin)) {
            flushes.clear();
            isOpen = false;
        } else if (record.isMarker(ActivityMarker::FlushBegin)) {
            begin = record.startNs;
            isOpen = true;
        } else if (record.isMarker(ActivityMarker::FlushEnd) && isOpen && begin <= record.startNs) {
            flushes.push_back({begin, record.startNs});
            isOpen = false;
        }
    }
    return flushes;
}

/// By how much a record may be shifted to lie in the window; nothing where it is too long for it,
/// too short to be a flush of that length, or too far away.
std::optional<ShiftRange> rangeOf(const DeviceActivity &record, const TimeInterval &window)
{
    const std::uint64_t room = window.endNs - window.startNs;
    const std::uint64_t length = record.endNs - record.startNs;
    if (length > room || length < room / 2)
        return std::nullopt;
    const auto least = static_cast<std::int64_t>(window.startNs - record.startNs);
    if (least < -mostShiftNs || least > mostShiftNs || room > mostShiftNs)
        return std::nullopt;
    return ShiftRange{least, least + static_cast<std::int64_t>(room - length)};
}

std::int64_t distanceFromZero(const ShiftRange &range)
{
    return std::max<std::int64_t>({range.least, -range.most, 0});
}

/// Where most of the ranges overlap; of equal places the one nearest to 0.
ShiftRange mostCommon(const std::vector<ShiftRange> &ranges)
{
    // Beginnings sort before ends at the same shift: both ends are included.
    std::vector<std::pair<std::int64_t, int>> edges;
    for (const ShiftRange &range : ranges) {
        edges.emplace_back(range.least, 0);
        edges.emplace_back(range.most, 1);
    }
    std::sort(edges.begin(), edges.end());
    ShiftRange best;
    int count = 0;
    int highest = 0;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        count += edges[i].second == 0 ? 1 : -1;
        if (edges[i].second != 0 || edges[i + 1].second != 1)
            continue; // only between a beginning and an end is a summit
        const ShiftRange here{edges[i].first, edges[i + 1].first};
        if (count > highest
            || (count == highest && distanceFromZero(here) < distanceFromZero(best))) {
            highest = count;
            best = here;
        }
    }
    return best;
}

void shiftBy(std::int64_t shift, DeviceActivity &record)
{
    const auto distance = static_cast<std::uint64_t>(std::abs(shift));
    if (shift < 0 && record.startNs >= distance) {
        record.startNs -= distance;
        record.endNs -= distance;
    } else if (shift > 0 && record.endNs <= std::numeric_limits<std::uint64_t>::max() - distance) {
        record.startNs += distance;
        record.endNs += distance;
    }
}

} // namespace

std::int64_t alignToFlushes(std::vector<DeviceActivity> &records)
{
    const std::vector<TimeInterval> flushes = flushesOfLastBlock(records);
    const auto work = std::count_if(records.begin(), records.end(),
                                    [](const DeviceActivity &record) { return record.isWork(); });
    if (flushes.empty() || static_cast<std::size_t>(work) > mostPairs / flushes.size())
        return 0;
    std::vector<ShiftRange> ranges;
    std::size_t inPlace = 0;
    for (const TimeInterval &flush : flushes) {
        bool isInPlace = false;
        for (const DeviceActivity &record : records) {
            const auto range = record.isWork() ? rangeOf(record, flush) : std::nullopt;
            if (!range)
                continue;
            ranges.push_back(*range);
            isInPlace = isInPlace || distanceFromZero(*range) == 0;
        }
        inPlace += isInPlace ? 1 : 0;
    }
    if (ranges.empty() || inPlace * 2 > flushes.size())
        return 0;
    const ShiftRange best = mostCommon(ranges);
    const std::int64_t shift = best.least + (best.most - best.least) / 2;
    for (DeviceActivity &record : records) {
        if (record.isWork())
            shiftBy(shift, record);
    }
    return shift;
}

} // namespace loupe
