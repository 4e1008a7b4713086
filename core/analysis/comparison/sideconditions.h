// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"
#include "core/model/record/metricrow.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Collects differences in the conditions of two sides, over the pairs whose speedups are divided.
class SideConditions
{
public:
    /// `conditions` must be equal on both sides; conditionsOf() returns those of a measure.
    explicit SideConditions(std::vector<GroupBy> conditions);

    /// Returns true if the two speeds may be divided. An unrecorded value differs from nothing.
    bool compare(const MetricRow &baseline, const MetricRow &other);

    bool areEqual() const { return m_differences.empty(); }
    /// Describes the most frequent difference of each condition: `device "A100" and "H100";
    /// baseline "eager" and "torch.compile"`.
    std::string text() const;

private:
    using Values = std::pair<Name, Name>;
    std::vector<GroupBy> m_conditions;
    std::map<GroupBy, std::map<Values, int>> m_differences; ///< pairs, by condition and its values
};

} // namespace loupe
