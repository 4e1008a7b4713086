// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sharedtext.h"

#include <cstddef>
#include <optional>
#include <string>

namespace loupe {

/// Recorded time of a task's reference, which other tools use to compute speedups. Belongs to the
/// run that imported it, whose environment names the device.
struct GoldenRecord {
    std::string task;     ///< Task::name
    std::string baseline; ///< "eager", "torch.compile (default)", "cuda graph" …
    std::string caseName; ///< input of a task with several, as recorded; empty: the only one
    double milliseconds = 0.0;
    std::optional<double> minimumMs;
    std::optional<double> maximumMs;
    std::optional<double> deviationMs; ///< standard deviation
    std::optional<double> gigabytesPerSecond;
    std::optional<double> teraflops; ///< 10^12 operations per second
    SharedText originalRecord;       ///< unchanged, for lossless export
    std::string source;              ///< file and line: "golden_results/l20/exp.json:3"

    /// Returns the folder in `source`: "golden_results/l20"; empty if it is a file name only.
    std::string folder() const
    {
        const std::size_t slash = source.rfind('/');
        return slash == std::string::npos ? std::string() : source.substr(0, slash);
    }

    friend bool operator==(const GoldenRecord &, const GoldenRecord &) = default;
};

/// Stored golden record, with data of its run.
struct StoredGoldenRecord {
    std::string run;
    std::string suite;
    std::string category; ///< of the task
    std::string device;   ///< of the run, as recorded
    GoldenRecord record;
    std::string suiteVersion = {}; ///< of the run; empty: not recorded
};

} // namespace loupe
