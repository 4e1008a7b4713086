// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"
#include "core/model/metricrow.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// How the conditions of two sides differ, over the pairs whose speedups would be divided.
class SideConditions
{
public:
    /// Those of `conditions` must be equal: conditionsOf() a measure.
    explicit SideConditions(std::vector<GroupBy> conditions);

    /// Whether the two speeds may be divided. What is not recorded differs from nothing.
    bool compare(const MetricRow &baseline, const MetricRow &other);

    bool areEqual() const { return m_differences.empty(); }
    /// `device "A100" and "H100"; baseline "eager" and "torch.compile"`: of each the commonest.
    std::string text() const;

private:
    using Values = std::pair<Name, Name>;
    std::vector<GroupBy> m_conditions;
    std::map<GroupBy, std::map<Values, int>> m_differences; ///< pairs, by condition and its values
};

} // namespace loupe
