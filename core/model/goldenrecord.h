// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sharedtext.h"

#include <cstddef>
#include <optional>
#include <string>

namespace loupe {

/// A recorded time of a task's reference: what other tools divide by to get a speedup. Belongs to
/// the run that imported it, whose environment names the device.
struct GoldenRecord {
    std::string task;     ///< Task::name
    std::string baseline; ///< "eager", "torch.compile (default)", "cuda graph" …
    std::string caseName; ///< the input of a task with several, as recorded; empty: the only one
    double milliseconds = 0.0;
    std::optional<double> minimumMs;
    std::optional<double> maximumMs;
    std::optional<double> deviationMs; ///< standard deviation
    std::optional<double> gigabytesPerSecond;
    std::optional<double> teraflops; ///< 10^12 operations per second
    SharedText originalRecord;       ///< as it was, for lossless export
    std::string source;              ///< file and place: "golden_results/l20/exp.json:3"

    /// The folder in `source`: "golden_results/l20"; empty where it names a file alone.
    std::string folder() const
    {
        const std::size_t slash = source.rfind('/');
        return slash == std::string::npos ? std::string() : source.substr(0, slash);
    }

    friend bool operator==(const GoldenRecord &, const GoldenRecord &) = default;
};

/// One as it is stored, beside what its run says of it.
struct StoredGoldenRecord {
    std::string run;
    std::string suite;
    std::string category; ///< of the task
    std::string device;   ///< that the run took place on, as recorded
    GoldenRecord record;
    std::string suiteVersion = {}; ///< of the run; empty: not recorded
};

} // namespace loupe
