// SPDX-License-Identifier: Apache-2.0
#include "core/timing/activitytally.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::size_t maxConfigurations = 1024; ///< per name; further ones are ignored
constexpr std::size_t maxStreams = 1024;

const char *kindName(ActivityKind kind)
{
    return kind == ActivityKind::Kernel ? "kernel"
        : kind == ActivityKind::Memcpy  ? "memcpy"
                                        : "memset";
}

/// Converts CUPTI's CUpti_ActivityMemcpyKind.
const char *direction(std::uint32_t detail)
{
    switch (detail) {
    case 1:
        return "host to device";
    case 2:
        return "device to host";
    case 8:
        return "device to device";
    case 9:
        return "host to host";
    case 10:
        return "peer to peer";
    default:
        return "other";
    }
}

std::string nameOf(const DeviceActivity &record)
{
    if (record.kind == ActivityKind::Memcpy)
        return direction(record.detail);
    if (record.kind == ActivityKind::Memset)
        return "memset";
    return record.name.empty() ? "(no name)" : record.name;
}

} // namespace

ActivityTally::Sums &ActivityTally::sumsOf(const DeviceActivity &record)
{
    const Key key{kindName(record.kind), nameOf(record)};
    const auto found = m_sums.find(key);
    if (found != m_sums.end())
        return found->second;
    return m_sums.size() < maxNames ? m_sums[key] : m_sums[{"rest", "all others"}];
}

void ActivityTally::add(std::span<const DeviceActivity> records, const BlockActivity &block)
{
    m_calls += block.calls.size();
    for (const std::size_t place : block.counted) {
        const DeviceActivity &record = records[place];
        Sums &sums = sumsOf(record);
        const std::uint64_t length = record.endNs - record.startNs;
        ++sums.launches;
        sums.nanoseconds += length;
        sums.bytes += record.bytes;
        if (sums.streams.size() < maxStreams)
            sums.streams.insert(record.stream);
        if (record.kind != ActivityKind::Kernel)
            continue;
        const Configuration used{record.grid,
                                 record.block,
                                 record.registers,
                                 record.staticSharedBytes,
                                 record.dynamicSharedBytes,
                                 record.localBytes};
        if (sums.configurations.count(used) != 0 || sums.configurations.size() < maxConfigurations)
            sums.configurations[used] += length;
    }
}

std::vector<KernelActivity> ActivityTally::rows() const
{
    std::vector<KernelActivity> out;
    double total = 0;
    for (const auto &[key, sums] : m_sums)
        total += static_cast<double>(sums.nanoseconds);
    const double calls = m_calls == 0 ? 1.0 : static_cast<double>(m_calls);
    for (const auto &[key, sums] : m_sums) {
        KernelActivity row;
        row.kind = key.first;
        row.name = key.second;
        const auto nanoseconds = static_cast<double>(sums.nanoseconds);
        row.launchesPerCall = static_cast<double>(sums.launches) / calls;
        row.deviceMsPerCall = nanoseconds / 1e6 / calls;
        row.share = total > 0 ? nanoseconds / total : 0;
        row.bytesPerCall = static_cast<double>(sums.bytes) / calls;
        row.streams = static_cast<int>(sums.streams.size());
        row.configurations = static_cast<int>(sums.configurations.size());
        const auto longest
            = std::max_element(sums.configurations.begin(), sums.configurations.end(),
                               [](const auto &a, const auto &b) { return a.second < b.second; });
        if (longest != sums.configurations.end())
            std::tie(row.grid, row.block, row.registers, row.staticSharedBytes,
                     row.dynamicSharedBytes, row.localBytes)
                = longest->first;
        out.push_back(std::move(row));
    }
    std::stable_sort(out.begin(), out.end(), [](const KernelActivity &a, const KernelActivity &b) {
        return a.deviceMsPerCall > b.deviceMsPerCall;
    });
    return out;
}

} // namespace loupe
