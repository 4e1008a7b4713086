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

/// With a larger shift the same pattern of calls and flushes would fit again. It also prevents
/// overflows, because a process may write any times.
constexpr std::int64_t maxShiftNs = 1'000'000;
constexpr std::int64_t maxFarShiftNs = 1'000'000'000; ///< needs the evidence of all work
constexpr std::size_t maxAnchors = 64;
constexpr std::size_t maxRefined = 16; ///< records and windows
/// No device of today writes 256 MB faster. On a busy machine a flush waits long in its window.
constexpr std::uint64_t minFlushNs = 20'000;
constexpr std::size_t maxPairs = 1'000'000;

/// Range of shifts, both ends included.
struct ShiftRange {
    std::int64_t least = 0;
    std::int64_t most = 0;
};

/// Windows of the last block by its markers.
struct BlockWindows {
    std::vector<TimeInterval> flushes;
    std::vector<TimeInterval> all; ///< calls and flushes, by start
};

BlockWindows windowsOfLastBlock(const std::vector<DeviceActivity> &records)
{
    BlockWindows out;
    std::uint64_t begin = 0;
    bool isOpen = false;
    for (const DeviceActivity &record : records) {
        if (record.isMarker(ActivityMarker::BlockBegin)) {
            out = {};
            isOpen = false;
        } else if (record.isMarker(ActivityMarker::FlushBegin)
                   || record.isMarker(ActivityMarker::CallBegin)) {
            begin = record.startNs;
            isOpen = true;
        } else if ((record.isMarker(ActivityMarker::FlushEnd)
                    || record.isMarker(ActivityMarker::CallEnd))
                   && isOpen && begin <= record.startNs) {
            out.all.push_back({begin, record.startNs});
            if (record.isMarker(ActivityMarker::FlushEnd))
                out.flushes.push_back(out.all.back());
            isOpen = false;
        }
    }
    std::sort(out.all.begin(), out.all.end(),
              [](const TimeInterval &a, const TimeInterval &b) { return a.startNs < b.startNs; });
    return out;
}

/// Returns the shifts that put a record into the window; null if it is too long, too short for a
/// flush of that length, or too far away.
std::optional<ShiftRange> rangeOf(const DeviceActivity &record, const TimeInterval &window,
                                  std::int64_t most)
{
    const std::uint64_t room = window.endNs - window.startNs;
    const std::uint64_t length = record.endNs - record.startNs;
    if (length > room || length < std::min(room / 2, minFlushNs))
        return std::nullopt;
    const auto least = static_cast<std::int64_t>(window.startNs - record.startNs);
    if (least < -most || least > most || room > static_cast<std::uint64_t>(most))
        return std::nullopt;
    return ShiftRange{least, least + static_cast<std::int64_t>(room - length)};
}

std::int64_t distanceFromZero(const ShiftRange &range)
{
    return std::max<std::int64_t>({range.least, -range.most, 0});
}

/// Returns the range where most of the ranges overlap; among equals the one nearest to 0.
ShiftRange commonRange(const std::vector<ShiftRange> &ranges)
{
    // At equal shifts a beginning sorts before an end, because both ends are included.
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
            continue; // a maximum lies only between a beginning and an end
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

void shiftAll(std::int64_t shift, std::vector<DeviceActivity> &records)
{
    for (DeviceActivity &record : records) {
        if (shift != 0 && record.isWork())
            shiftBy(shift, record);
    }
}

/// Returns the shift within maxShiftNs that puts most flushes into their windows; 0 if most of
/// them are there, null if none fits.
std::optional<std::int64_t> nearShift(const std::vector<DeviceActivity> &records,
                                      const std::vector<TimeInterval> &flushes)
{
    std::vector<ShiftRange> ranges;
    std::size_t inPlace = 0;
    for (const TimeInterval &flush : flushes) {
        bool isInPlace = false;
        for (const DeviceActivity &record : records) {
            const auto range = record.isWork() ? rangeOf(record, flush, maxShiftNs) : std::nullopt;
            if (!range)
                continue;
            ranges.push_back(*range);
            isInPlace = isInPlace || distanceFromZero(*range) == 0;
        }
        inPlace += isInPlace ? 1 : 0;
    }
    if (inPlace * 2 > flushes.size())
        return 0;
    if (ranges.empty())
        return std::nullopt;
    const ShiftRange best = commonRange(ranges);
    return best.least + (best.most - best.least) / 2;
}

/// Returns how well the shifted work fits: records that lie wholly in a window plus windows with
/// such records.
std::size_t fitting(const std::vector<DeviceActivity> &records,
                    const std::vector<TimeInterval> &windows, std::int64_t shift)
{
    std::size_t count = 0;
    std::vector<bool> isHit(windows.size());
    for (DeviceActivity record : records) {
        if (!record.isWork())
            continue;
        shiftBy(shift, record);
        const auto after = std::upper_bound(
            windows.begin(), windows.end(), record.startNs,
            [](std::uint64_t at, const TimeInterval &window) { return at < window.startNs; });
        if (after == windows.begin() || record.endNs > std::prev(after)->endNs)
            continue;
        isHit[static_cast<std::size_t>(std::prev(after) - windows.begin())] = true;
        ++count;
    }
    return count + static_cast<std::size_t>(std::count(isHit.begin(), isHit.end(), true));
}

/// Returns the shift for clocks that differ by more than a call takes, as after recording began on
/// a busy machine. The first flush is the first work of a block: of all records that may be it, the
/// one with the best fit wins. 0 if none fits.
std::int64_t farShift(const std::vector<DeviceActivity> &records, const BlockWindows &windows)
{
    std::int64_t best = 0;
    std::size_t most = 0;
    std::size_t tried = 0;
    for (const DeviceActivity &record : records) {
        const auto range = record.isWork() ? rangeOf(record, windows.flushes.front(), maxFarShiftNs)
                                           : std::nullopt;
        if (!range)
            continue;
        if (++tried > maxAnchors)
            break;
        const std::int64_t shift = range->least + (range->most - range->least) / 2;
        const std::size_t count = fitting(records, windows.all, shift);
        if (count > most || (count == most && std::abs(shift) < std::abs(best))) {
            most = count;
            best = shift;
        }
    }
    return best;
}

/// Refines a shift, because flushes that waited long in their windows leave it inexact. Tries the
/// shifts near `around` that centre a record in a window, and returns the one with the best fit.
std::int64_t refined(const std::vector<DeviceActivity> &records, const BlockWindows &windows,
                     std::int64_t around)
{
    std::int64_t best = around;
    std::size_t most = fitting(records, windows.all, around);
    std::size_t tried = 0;
    for (const DeviceActivity &record : records) {
        if (!record.isWork() || ++tried > maxRefined)
            continue;
        for (std::size_t i = 0; i < std::min(windows.all.size(), maxRefined); ++i) {
            const TimeInterval &window = windows.all[i];
            const std::uint64_t room = window.endNs - window.startNs;
            const std::uint64_t length = record.endNs - record.startNs;
            const auto least = static_cast<std::int64_t>(window.startNs - record.startNs);
            if (length > room || least < around - maxShiftNs || least > around + maxShiftNs)
                continue;
            const std::int64_t shift = least + static_cast<std::int64_t>((room - length) / 2);
            const std::size_t count = fitting(records, windows.all, shift);
            if (count > most
                || (count == most && std::abs(shift - around) < std::abs(best - around))) {
                most = count;
                best = shift;
            }
        }
    }
    return best;
}

} // namespace

std::int64_t alignToFlushes(std::vector<DeviceActivity> &records)
{
    const BlockWindows windows = windowsOfLastBlock(records);
    const auto work = std::count_if(records.begin(), records.end(),
                                    [](const DeviceActivity &record) { return record.isWork(); });
    if (windows.flushes.empty()
        || static_cast<std::size_t>(work) > maxPairs / windows.flushes.size())
        return 0;
    const std::optional<std::int64_t> near = nearShift(records, windows.flushes);
    if (near == 0)
        return 0;
    if (near
        && fitting(records, windows.all, *near)
            == static_cast<std::size_t>(work) + windows.all.size()) {
        shiftAll(*near, records);
        return *near;
    }
    const std::int64_t far = farShift(records, windows);
    const bool isFar
        = fitting(records, windows.all, far) > fitting(records, windows.all, near.value_or(0));
    const std::int64_t chosen = refined(records, windows, isFar ? far : near.value_or(0));
    shiftAll(chosen, records);
    return chosen;
}

} // namespace loupe
