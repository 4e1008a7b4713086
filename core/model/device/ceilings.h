// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Rate that was measured several times: bytes or operations per second.
struct MeasuredRate {
    /// Bytes: "copy" (read plus written), "read", "cache_read". Operations: "float64", "float32",
    /// "tf32", "bfloat16", "float16", "int8".
    std::string name;
    double median = 0.0;
    double low = 0.0; ///< the slowest of the samples
    double high = 0.0;
    int samples = 0;
    std::string how; ///< "cuBLAS 13.1, 8192 x 8192 x 8192", "own kernel, 1 GiB"
    friend bool operator==(const MeasuredRate &, const MeasuredRate &) = default;
};

/// Measured sustained rates of one device. Never used for another device.
struct DeviceCeilings {
    std::string device;     ///< "cuda:0", "cpu"
    std::string deviceName; ///< "NVIDIA H200"
    std::string uuid;       ///< empty for a processor
    std::string driver;     ///< version; of a processor the kernel's
    std::string takenAt;    ///< ISO 8601 UTC
    std::vector<MeasuredRate> rates;
    std::vector<std::string> missing; ///< rates that could not be measured, with the reason
    std::optional<double> cacheBytes; ///< of the last-level cache
    Json facts = Json::object();      ///< measuring conditions: clocks, power limit, threads

    /// Returns the median of a rate, if it was measured.
    std::optional<double> rate(std::string_view name) const;
    /// Returns the fastest rate of operations; null if none was measured.
    const MeasuredRate *fastestOperations() const;
    /// Returns the fastest rate of main memory, without caches; null if none was measured.
    const MeasuredRate *fastestMemory() const;
};

/// Returns the fastest rates: "41.2 GB/s of memory, 0.31 TFLOP/s in float32". Rates that were not
/// measured are left out.
std::string summary(const DeviceCeilings &ceilings);

/// Returns whether a rate counts operations rather than bytes.
bool countsOperations(const MeasuredRate &rate);

/// Returns the rate of samples, of which there must be at least one.
MeasuredRate rateFrom(std::string name, std::vector<double> samples, std::string how);

Json toJson(const DeviceCeilings &ceilings);
/// Reads the output of toJson(). InvalidInput for anything else; `source` names its origin.
Result<DeviceCeilings> ceilingsFromJson(const Json &json, const std::string &source);

} // namespace loupe
