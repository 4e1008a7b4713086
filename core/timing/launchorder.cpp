// SPDX-License-Identifier: Apache-2.0
#include "core/timing/launchorder.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::uint32_t waitForContext
    = 4; ///< CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE

/// Returns the waits for the whole device, by start. Their times are the host's, like the markers'.
std::vector<const DeviceActivity *> waitsIn(std::span<const DeviceActivity> records)
{
    std::vector<const DeviceActivity *> out;
    for (const DeviceActivity &record : records) {
        if (record.kind == ActivityKind::Synchronisation && record.detail == waitForContext)
            out.push_back(&record);
    }
    std::stable_sort(out.begin(), out.end(), [](const DeviceActivity *a, const DeviceActivity *b) {
        return a->startNs < b->startNs;
    });
    return out;
}

/// Returns the highest number of a wait within the interval, or null. A candidate may wait as well;
/// the marker's wait is the last one.
std::optional<std::uint32_t> lastWait(const std::vector<const DeviceActivity *> &waits,
                                      std::uint64_t from, std::uint64_t to)
{
    std::optional<std::uint32_t> last;
    const auto first = std::lower_bound(
        waits.begin(), waits.end(), from,
        [](const DeviceActivity *wait, std::uint64_t time) { return wait->startNs < time; });
    for (auto it = first; it != waits.end() && (*it)->startNs <= to; ++it) {
        if ((*it)->endNs <= to)
            last = std::max(last.value_or(0), (*it)->correlation);
    }
    return last;
}

} // namespace

std::optional<LaunchOrder> LaunchOrder::ofLastBlock(std::span<const DeviceActivity> records)
{
    const std::vector<const DeviceActivity *> waits = waitsIn(records);
    std::optional<LaunchOrder> out;
    std::uint64_t previous = 0;
    std::size_t calls = 0;
    std::size_t flushes = 0;
    for (const DeviceActivity &record : records) {
        if (record.kind != ActivityKind::Marker)
            continue;
        const std::uint64_t from = previous;
        previous = record.startNs;
        const bool isFlush = record.isMarker(ActivityMarker::FlushEnd);
        if (record.isMarker(ActivityMarker::BlockBegin)) {
            out.reset();
            calls = flushes = 0;
            if (const auto wait = lastWait(waits, 0, record.startNs)) {
                out.emplace();
                out->m_begin = *wait;
            }
        } else if (out && (isFlush || record.isMarker(ActivityMarker::CallEnd))) {
            const auto wait = lastWait(waits, from, record.startNs);
            const std::uint32_t before
                = out->m_parts.empty() ? out->m_begin : out->m_parts.back().end;
            if (wait && *wait > before)
                out->m_parts.push_back({isFlush, isFlush ? flushes++ : calls++, *wait});
            else
                out.reset();
        }
    }
    return out;
}

const LaunchOrder::Part *LaunchOrder::partOf(const DeviceActivity &work) const
{
    const auto part = std::lower_bound(
        m_parts.begin(), m_parts.end(), work.correlation,
        [](const Part &each, std::uint32_t number) { return each.end < number; });
    return part == m_parts.end() ? nullptr : &*part;
}

} // namespace loupe
