// SPDX-License-Identifier: Apache-2.0
#include "core/timing/devicetime.h"

#include "core/timing/launchorder.h"

#include <algorithm>
#include <optional>
#include <string>

namespace loupe {

namespace {

Error damaged(const std::string &what)
{
    return Error{Errc::Corrupt, "the markers of a timed block do not fit: " + what};
}

/// Windows of a block, in order of time.
struct Windows {
    std::optional<TimeInterval> block;
    std::vector<TimeInterval> calls;
    std::vector<TimeInterval> flushes;
};

/// Reader of the markers, in the order of their recording.
class MarkerReader
{
public:
    explicit MarkerReader(int calls) : m_calls(static_cast<std::size_t>(calls)) { }

    /// Returns null, or the problem.
    const char *read(const DeviceActivity &marker)
    {
        if (marker.isMarker(ActivityMarker::BlockBegin)) { // drops a block that was broken off
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

/// Returns the window that contains the time, or null. The windows must be sorted and must not
/// overlap.
std::optional<std::size_t> windowOf(const std::vector<TimeInterval> &windows, std::uint64_t time)
{
    const auto after = std::upper_bound(
        windows.begin(), windows.end(), time,
        [](std::uint64_t at, const TimeInterval &window) { return at < window.startNs; });
    if (after == windows.begin() || time >= std::prev(after)->endNs)
        return std::nullopt;
    return static_cast<std::size_t>(std::prev(after) - windows.begin());
}

/// Sorter of a block's work into calls, flushes and the rest.
class WorkSorter
{
public:
    WorkSorter(const Windows &windows, const std::optional<LaunchOrder> &order,
               std::span<const DeviceActivity> records)
        : m_windows(windows)
        , m_order(order)
        , m_records(records)
        , m_calls(windows.calls.size())
        , m_flushes(windows.flushes.size())
    {
    }

    void add(std::size_t place) { listOf(m_records[place]).push_back(place); }

    BlockActivity finish()
    {
        BlockActivity out;
        out.isByLaunch = m_order.has_value();
        for (Places &places : m_flushes)
            keepBesideFlush(places);
        out.calls.reserve(m_calls.size());
        for (std::size_t i = 0; i < m_calls.size(); ++i)
            out.calls.push_back(callOf(i, out.counted));
        out.stray = unite(intervalsOf(m_stray));
        out.counted.insert(out.counted.end(), m_stray.begin(), m_stray.end());
        out.before = std::move(m_before);
        return out;
    }

private:
    using Places = std::vector<std::size_t>; ///< indices of records

    Places &listOf(const DeviceActivity &work)
    {
        if (m_order && !m_order->isBeforeBlock(work)) {
            const LaunchOrder::Part *part = m_order->partOf(work);
            if (part == nullptr)
                return m_stray;
            return part->isFlush ? m_flushes[part->index] : m_calls[part->index];
        }
        if (work.startNs < m_windows.block->startNs)
            return m_before;
        if (const auto call = windowOf(m_windows.calls, work.startNs))
            return m_calls[*call];
        if (const auto flush = windowOf(m_windows.flushes, work.startNs))
            return m_flushes[*flush];
        return m_stray;
    }

    /// Treats all work but the flush itself as stray. The shortest work launched with a flush
    /// counts as the flush, so nothing longer can hide there. If only the clock tells, work of the
    /// previous call may seem to lie there, and the first one counts.
    void keepBesideFlush(Places &places)
    {
        if (places.empty())
            return;
        auto flush = places.begin();
        if (m_order)
            flush = std::min_element(
                places.begin(), places.end(),
                [this](std::size_t a, std::size_t b) { return lengthOf(a) < lengthOf(b); });
        places.erase(flush);
        m_stray.insert(m_stray.end(), places.begin(), places.end());
    }

    CallActivity callOf(std::size_t index, std::vector<std::size_t> &counted) const
    {
        CallActivity call;
        const Places &places = m_calls[index];
        for (const std::size_t place : places)
            (m_records[place].kind == ActivityKind::Kernel ? call.kernels : call.transfers) += 1;
        call.device = unite(intervalsOf(places));
        counted.insert(counted.end(), places.begin(), places.end());
        return call;
    }

    std::uint64_t lengthOf(std::size_t place) const
    {
        return m_records[place].endNs - m_records[place].startNs;
    }
    std::vector<TimeInterval> intervalsOf(const Places &places) const
    {
        std::vector<TimeInterval> out;
        out.reserve(places.size());
        for (const std::size_t place : places)
            out.push_back({m_records[place].startNs, m_records[place].endNs});
        return out;
    }

    const Windows &m_windows;
    const std::optional<LaunchOrder> &m_order;
    std::span<const DeviceActivity> m_records;
    std::vector<Places> m_calls;
    std::vector<Places> m_flushes;
    Places m_stray;
    Places m_before; ///< work before the block
};

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
        if (records[i].isWork())
            work.push_back(i);
    }
    std::stable_sort(work.begin(), work.end(), [&](std::size_t a, std::size_t b) {
        return records[a].startNs < records[b].startNs;
    });
    const std::optional<LaunchOrder> order = LaunchOrder::ofLastBlock(records);
    WorkSorter sorter(*windows, order, records);
    for (const std::size_t place : work)
        sorter.add(place);
    return sorter.finish();
}

} // namespace loupe
