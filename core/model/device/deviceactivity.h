// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace loupe {

/// Activity of a GPU, or of the process that drives it. The numbers are part of the activity ring's
/// format (core/sandbox/channel/activityring.h).
enum class ActivityKind : std::uint32_t {
    Kernel = 1,
    Memcpy = 2,
    Memset = 3,
    Synchronisation = 4,
    ExternalCorrelation = 5,
    Marker = 6, ///< set by the worker: DeviceActivity::detail is an ActivityMarker
};

/// Begin or end of a timed block or its parts. Every end is set when the device is idle.
enum class ActivityMarker : std::uint32_t {
    BlockBegin = 1,
    BlockEnd = 2,
    CallBegin = 3,
    CallEnd = 4,
    FlushBegin = 5, ///< of the cache
    FlushEnd = 6,
};

/// One activity. Times are nanoseconds of CUPTI's clock.
struct DeviceActivity {
    ActivityKind kind = ActivityKind::Kernel;
    std::uint64_t startNs = 0;
    std::uint64_t endNs = 0; ///< never before startNs
    std::uint32_t device = 0;
    std::uint32_t stream = 0;
    std::uint32_t correlation = 0; ///< of the launch; of a marker: the call's number
    std::array<std::uint32_t, 3> grid = {};
    std::array<std::uint32_t, 3> block = {};
    std::uint32_t registers = 0; ///< per thread
    std::uint32_t staticSharedBytes = 0;
    std::uint32_t dynamicSharedBytes = 0;
    std::uint32_t localBytes = 0; ///< per thread
    std::uint64_t bytes = 0;      ///< of a copy or a memset
    std::uint64_t external = 0;   ///< id of an external correlation
    std::uint32_t detail = 0;     ///< kind of copy or synchronisation, or ActivityMarker
    std::string name;             ///< of a kernel, demangled; empty if the table was full

    bool isWork() const
    {
        return kind == ActivityKind::Kernel || kind == ActivityKind::Memcpy
            || kind == ActivityKind::Memset;
    }
    bool isMarker(ActivityMarker marker) const
    {
        return kind == ActivityKind::Marker && detail == static_cast<std::uint32_t>(marker);
    }
    friend bool operator==(const DeviceActivity &, const DeviceActivity &) = default;
};

} // namespace loupe
