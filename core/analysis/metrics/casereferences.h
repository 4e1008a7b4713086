// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/evaluation.h"
#include "core/model/record/goldenrecord.h"
#include "core/model/record/metricrow.h"

#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace loupe {

/// Recorded times of references, per input, for results whose records have only the candidate's
/// times.
class CaseReferences
{
public:
    explicit CaseReferences(std::span<const StoredGoldenRecord> records);

    /// Adds the reference's times by plain execution as the other side of `row`'s timings, for a
    /// device of the same name. All recorded inputs are added, as the suites count them. Returns an
    /// empty string, or the reason why nothing was added.
    std::string complete(const MetricRow &row, std::vector<TimingSeries> &timings) const;

private:
    using TaskOnDevice = std::tuple<std::string, std::string, std::string>; ///< suite, task, device
    struct Times {
        std::map<std::string, double> byCase;
        bool isDisputed = false; ///< two records of one input disagree
    };
    std::map<TaskOnDevice, Times> m_times;
};

/// Recorded reference times of one suite, device and baseline, over all tasks and inputs; in
/// milliseconds.
struct GoldenTimes {
    std::string suite;
    std::string device;
    std::string baseline;
    int records = 0;
    double minMs = 0.0;
    double medianMs = 0.0;
    double maxMs = 0.0;
};

/// Returns one entry per suite, device and baseline, sorted by name.
std::vector<GoldenTimes> goldenTimes(std::span<const StoredGoldenRecord> records);

} // namespace loupe
