// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sharedtext.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

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

/// Recorded time of a task's reference on the device of a result. It is the baseline of the speedup
/// if the result's own record has none.
struct ReferenceTime {
    std::string baseline; ///< "eager"
    double milliseconds = 0.0;
    std::string run;    ///< run that holds it
    std::string source; ///< file and line: "H100/baseline_time_torch.json:3"
    /// Another record of the same kind differs by more than 5 %, so that none of them is used.
    bool isDisputed = false;

    friend bool operator==(const ReferenceTime &, const ReferenceTime &) = default;
};

/// One for each kind of baseline, in the order in which they were stored.
using ReferenceTimes = std::vector<ReferenceTime>;

} // namespace loupe
