// SPDX-License-Identifier: Apache-2.0
#include "core/timing/devicetime.h"

#include <algorithm>
#include <optional>
#include <string>

namespace loupe {

namespace {

Error damaged(const std::string &what)
{
    return Error{Errc::Corrupt, "the markers of a timed block do not fit: " + what, {}, {}, {}};
}

/// Windows of a block, in the order of time.
struct Windows {
    std::optional<TimeInterval> block;
    std::vector<TimeInterval> calls;
    std::vector<TimeInterval> flushes;
};

/// Reads the markers, which come in the order in which they were set.
class MarkerReader
{
public:
    explicit MarkerReader(int calls) : m_calls(static_cast<std::size_t>(calls)) { }

    /// Null, or what is wrong.
    const char *read(const DeviceActivity &marker)
    {
        if (marker.isMarker(ActivityMarker::BlockBegin)) { // a block that was broken off is gone
            *this = MarkerReader(static_cast<int>(m_calls));
            m_begin = m_last = marker.startNs;
            return nullptr;
        }
        if (!m_begin || m_windows.block)
            return "one lies outside the block";
        if (marker.startNs < m_last)
            return "time goes backwards";
        m_last = marker.startNs;
        if (marker.isMarker(ActivityMarker::BlockEnd)) {
            m_windows.block = TimeInterval{*m_begin, marker.startNs};
            return m_call || m_flush ? "the block ends before its call" : nullptr;
        }
        if (marker.isMarker(ActivityMarker::CallBegin) || marker.isMarker(ActivityMarker::CallEnd))
            return readPart(marker, ActivityMarker::CallBegin, m_call, m_flush, m_windows.calls);
        return readPart(marker, ActivityMarker::FlushBegin, m_flush, m_call, m_windows.flushes);
    }
    Result<Windows> finish() const
    {
        if (!m_windows.block)
            return damaged("the block has no end");
        if (m_windows.calls.size() != m_calls)
            return damaged(std::to_string(m_windows.calls.size()) + " calls instead of "
                           + std::to_string(m_calls));
        return m_windows;
    }

private:
    static const char *readPart(const DeviceActivity &marker, ActivityMarker beginning,
                                std::optional<std::uint64_t> &open,
                                const std::optional<std::uint64_t> &other,
                                std::vector<TimeInterval> &windows)
    {
        if (other || open.has_value() == marker.isMarker(beginning))
            return "one begins before another ends";
        if (!open) {
            open = marker.startNs;
            return nullptr;
        }
        windows.push_back({*open, marker.startNs});
        open.reset();
        return nullptr;
    }

    std::size_t m_calls;
    Windows m_windows;
    std::optional<std::uint64_t> m_begin;
    std::uint64_t m_last = 0;
    std::optional<std::uint64_t> m_call;
    std::optional<std::uint64_t> m_flush;
};

/// The window that holds the time, or none. The windows are in order and do not overlap.
std::optional<std::size_t> windowOf(const std::vector<TimeInterval> &windows, std::uint64_t time)
{
    const auto after = std::upper_bound(
        windows.begin(), windows.end(), time,
        [](std::uint64_t at, const TimeInterval &window) { return at < window.startNs; });
    if (after == windows.begin() || time >= std::prev(after)->endNs)
        return std::nullopt;
    return static_cast<std::size_t>(std::prev(after) - windows.begin());
}

} // namespace

IntervalUnion unite(std::vector<TimeInterval> intervals)
{
    IntervalUnion out;
    if (intervals.empty())
        return out;
    std::sort(intervals.begin(), intervals.end(),
              [](const TimeInterval &a, const TimeInterval &b) { return a.startNs < b.startNs; });
    TimeInterval open = intervals.front();
    std::uint64_t sum = 0;
    const std::uint64_t first = open.startNs;
    for (const TimeInterval &next : intervals) {
        sum += next.endNs - next.startNs;
        if (next.startNs > open.endNs) {
            out.busyNs += open.endNs - open.startNs;
            open = next;
        } else {
            open.endNs = std::max(open.endNs, next.endNs);
        }
    }
    out.busyNs += open.endNs - open.startNs;
    out.overlapNs = sum - out.busyNs;
    out.spanNs = open.endNs - first;
    out.gapNs = out.spanNs - out.busyNs;
    return out;
}

Result<BlockActivity> activityOfBlock(std::span<const DeviceActivity> records, int calls)
{
    MarkerReader reader(calls);
    for (const DeviceActivity &record : records) {
        if (record.kind != ActivityKind::Marker)
            continue;
        if (const char *problem = reader.read(record))
            return damaged(problem);
    }
    const Result<Windows> windows = reader.finish();
    if (!windows)
        return windows.error();

    std::vector<std::size_t> work;
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (records[i].isWork() && records[i].startNs >= windows->block->startNs)
            work.push_back(i);
    }
    std::stable_sort(work.begin(), work.end(), [&](std::size_t a, std::size_t b) {
        return records[a].startNs < records[b].startNs;
    });
    BlockActivity out;
    out.window = *windows->block;
    out.calls.resize(windows->calls.size());
    std::vector<std::vector<TimeInterval>> ofCalls(windows->calls.size());
    std::vector<TimeInterval> stray;
    std::vector<bool> flushed(windows->flushes.size(), false);
    for (const std::size_t place : work) {
        const DeviceActivity &record = records[place];
        const TimeInterval interval{record.startNs, record.endNs};
        if (const auto call = windowOf(windows->calls, record.startNs)) {
            ofCalls[*call].push_back(interval);
            out.counted.push_back(place);
            CallActivity &activity = out.calls[*call];
            (record.kind == ActivityKind::Kernel ? activity.kernels : activity.transfers) += 1;
            continue;
        }
        const auto flush = windowOf(windows->flushes, record.startNs);
        if (flush && !flushed[*flush]) {
            flushed[*flush] = true;
        } else {
            stray.push_back(interval);
            out.counted.push_back(place);
        }
    }
    for (std::size_t i = 0; i < out.calls.size(); ++i) {
        CallActivity &call = out.calls[i];
        call.window = windows->calls[i];
        if (!ofCalls[i].empty())
            call.leadNs = ofCalls[i].front().startNs - call.window.startNs;
        call.device = unite(std::move(ofCalls[i]));
    }
    out.stray = unite(std::move(stray));
    return out;
}

} // namespace loupe
