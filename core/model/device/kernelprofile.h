// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Device activity under one name in the timed calls of one side.
struct KernelActivity {
    std::string role;     ///< "candidate" or "baseline"
    std::string caseName; ///< as in TimingSeries
    std::string kind;     ///< "kernel", "memcpy", "memset", or "rest": all names beyond the maximum
                          ///< that is kept
    std::string name;     ///< demangled; of a copy its direction
    double launchesPerCall = 0.0;
    double deviceMsPerCall = 0.0; ///< summed over streams
    double share = 0.0;           ///< of the summed device time of all rows of the side, 0 to 1
    double bytesPerCall = 0.0;    ///< copied or set
    /// Configuration that took the most time; zeros if it is not a kernel.
    std::array<std::uint32_t, 3> grid = {};
    std::array<std::uint32_t, 3> block = {};
    std::uint32_t registers = 0; ///< per thread
    std::uint32_t staticSharedBytes = 0;
    std::uint32_t dynamicSharedBytes = 0;
    std::uint32_t localBytes = 0; ///< per thread
    int configurations = 0;       ///< number of different configurations
    int streams = 0;              ///< number of different streams

    /// Returns the shared memory of one block, static and dynamic together.
    std::int64_t sharedBytes() const
    {
        return std::int64_t{staticSharedBytes} + std::int64_t{dynamicSharedBytes};
    }
    friend bool operator==(const KernelActivity &, const KernelActivity &) = default;
};

/// Minimum work of a case and the capability of its device, the data of a roofline. Unknown values
/// are absent, never guessed.
struct WorkRecord {
    std::string caseName;
    /// Operations of one call, by the task's formula, or counted in the reference (without
    /// `bytes`).
    std::optional<double> flops;
    std::optional<double> bytes; ///< to and from memory, by the task's formula
    /// Inputs read once and outputs written once; no other traffic is compulsory.
    std::optional<double> compulsoryBytes;
    std::string peakName;                 ///< rate in `peakFlops`: "float32", "bfloat16"
    std::optional<double> peakFlops;      ///< operations per second, measured on this device
    std::optional<double> bandwidth;      ///< bytes per second, measured on this device
    std::optional<double> cacheBytes;     ///< of the last-level cache
    std::optional<double> cacheBandwidth; ///< bytes per second, measured on this device
    std::string evidence; ///< why the time is faster than physics allow; empty if it is not
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
    int launch = 0; ///< number within the profile
    std::array<std::uint32_t, 3> grid = {};
    std::array<std::uint32_t, 3> block = {};
    std::optional<double> durationMs = {};
    std::optional<double> dramReadBytes = {};
    std::optional<double> dramWriteBytes = {};
    std::optional<double> achievedOccupancy = {}; ///< active warps, as a share of those that fit
    std::optional<double> smThroughput = {};
    std::optional<double> memoryThroughput = {};
    std::optional<double> tensorUse = {};             ///< of the tensor pipes' cycles
    std::map<std::string, CounterValue> metrics = {}; ///< all numbers, by the profiler's name
    friend bool operator==(const KernelCounters &, const KernelCounters &) = default;
};

/// A larger count of samples is read as this one, so that the sum of many counts stays a number.
inline constexpr std::int64_t maxSampleCount = std::int64_t{1} << 40;

/// Samples of one instruction: how often a sampled warp was found there, for one reason. Without a
/// function: all samples of the instructions that are not listed.
struct InstructionSamples {
    std::string function;    ///< symbol, as in the machine code
    std::string module;      ///< checksum of the machine code; it separates functions of one name
    std::int64_t offset = 0; ///< of the instruction, in bytes from the start of the function
    std::string reason;      ///< "long_scoreboard"; "selected" if the warp was not waiting
    std::int64_t samples = 0;
    friend bool operator==(const InstructionSamples &, const InstructionSamples &) = default;
};

/// A profiler's measurements of one evaluation's candidate.
struct CounterProfile {
    std::string source;     ///< "cupti", "ncu", "import:ncu", "compute-sanitizer"
    std::string tool;       ///< version of the profiler, if it is reported; tool of the sanitizer
    std::string deviceName; ///< of the profiled launches
    std::string takenAt;    ///< ISO 8601 UTC; for imports the time of the import
    std::string note;       ///< remark for the reader; may be empty
    std::string original;   ///< imports and the sanitizer: the unchanged file or report
    std::vector<KernelCounters> kernels;
    std::vector<InstructionSamples> samples = {};
    friend bool operator==(const CounterProfile &, const CounterProfile &) = default;
};

} // namespace loupe
