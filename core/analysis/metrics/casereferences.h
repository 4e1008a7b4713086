// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/evaluation.h"
#include "core/model/goldenrecord.h"
#include "core/model/metricrow.h"

#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace loupe {

/// Recorded times of references, input by input, for results whose records have times of the
/// candidate alone.
class CaseReferences
{
public:
    explicit CaseReferences(std::span<const StoredGoldenRecord> records);

    /// Adds the times of the reference of `row`'s task by plain execution, on a device of the same
    /// name, as the other side of its timings: of every input that was recorded, as the suites
    /// count them. Empty, or why nothing was added.
    std::string complete(const MetricRow &row, std::vector<TimingSeries> &timings) const;

private:
    using Place = std::tuple<std::string, std::string, std::string>; ///< suite, task, device
    struct Times {
        std::map<std::string, double> byCase;
        bool isDisputed = false; ///< two records of one input say two times
    };
    std::map<Place, Times> m_times;
};

} // namespace loupe
