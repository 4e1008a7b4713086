// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// What a device did under one name in the calls of one side that were timed.
struct KernelActivity {
    std::string role;     ///< "candidate" or "baseline"
    std::string caseName; ///< as in TimingSeries
    std::string kind;     ///< "kernel", "memcpy", "memset", or "rest": all names beyond the most
                          ///< that are kept
    std::string name;     ///< demangled; of a copy its direction
    double launchesPerCall = 0.0;
    double deviceMsPerCall = 0.0; ///< added up over streams
    double share = 0.0;           ///< of the summed device time of all rows of the side, 0 to 1
    double bytesPerCall = 0.0;    ///< copied or set
    /// Of the configuration that took the most time; zeros where it is no kernel.
    std::array<std::uint32_t, 3> grid = {};
    std::array<std::uint32_t, 3> block = {};
    std::uint32_t registers = 0; ///< per thread
    std::uint32_t staticSharedBytes = 0;
    std::uint32_t dynamicSharedBytes = 0;
    std::uint32_t localBytes = 0; ///< per thread
    int configurations = 0;       ///< different ones of the above
    int streams = 0;              ///< different ones

    /// Shared memory of one block, static and dynamic together.
    std::int64_t sharedBytes() const
    {
        return std::int64_t{staticSharedBytes} + std::int64_t{dynamicSharedBytes};
    }
    friend bool operator==(const KernelActivity &, const KernelActivity &) = default;
};

/// How much a case has to do at least and what its device can do: what a roofline is drawn from.
/// What is not known is missing, never guessed.
struct WorkRecord {
    std::string caseName;
    std::optional<double> flops; ///< of one call, by the task's formula
    std::optional<double> bytes; ///< to and from memory, by the task's formula
    /// Inputs read once and outputs written once: no more than that is compulsory.
    std::optional<double> compulsoryBytes;
    std::string peakName;                 ///< the rate that `peakFlops` is: "float32", "bfloat16"
    std::optional<double> peakFlops;      ///< operations per second, measured on this device
    std::optional<double> bandwidth;      ///< bytes per second, measured on this device
    std::optional<double> cacheBytes;     ///< of the last-level cache
    std::optional<double> cacheBandwidth; ///< bytes per second, measured on this device
    std::string evidence; ///< why the time is faster than physics allow; empty: it is not
    friend bool operator==(const WorkRecord &, const WorkRecord &) = default;
};

/// One number of a profiler.
struct CounterValue {
    double value = 0.0;
    std::string unit; ///< as the profiler names it; may be empty
    friend bool operator==(const CounterValue &, const CounterValue &) = default;
};

/// Hardware counters of one launch of a kernel. Shares are 0 to 1 of what the device sustains.
struct KernelCounters {
    std::string name;
    int launch = 0; ///< its number within the profile
    std::array<std::uint32_t, 3> grid = {};
    std::array<std::uint32_t, 3> block = {};
    std::optional<double> durationMs = {};
    std::optional<double> dramReadBytes = {};
    std::optional<double> dramWriteBytes = {};
    std::optional<double> achievedOccupancy = {}; ///< active warps of those that fit
    std::optional<double> smThroughput = {};
    std::optional<double> memoryThroughput = {};
    std::optional<double> tensorUse = {};             ///< of the tensor pipes' cycles
    std::map<std::string, CounterValue> metrics = {}; ///< every number, by the profiler's name
    friend bool operator==(const KernelCounters &, const KernelCounters &) = default;
};

/// What a profiler measured of one evaluation's candidate.
struct CounterProfile {
    std::string source;     ///< "cupti", "ncu", "import:ncu"
    std::string tool;       ///< version of the profiler, as far as it says
    std::string deviceName; ///< that it ran on
    std::string takenAt;    ///< ISO 8601 UTC; when it was imported, for imports
    std::string note;       ///< what a reader must know; may be empty
    std::string original;   ///< imports: the file as it was
    std::vector<KernelCounters> kernels;
    friend bool operator==(const CounterProfile &, const CounterProfile &) = default;
};

} // namespace loupe
