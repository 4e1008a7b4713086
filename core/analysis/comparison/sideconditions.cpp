// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/sideconditions.h"

#include "core/analysis/population/conditionvalues.h"
#include "core/analysis/rows/grouping.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

bool differ(Name a, Name b)
{
    return a != b && isRecordedName(a.text()) && isRecordedName(b.text());
}

} // namespace

SideConditions::SideConditions(std::vector<GroupBy> conditions)
    : m_conditions(std::move(conditions))
{
}

bool SideConditions::compare(const MetricRow &baseline, const MetricRow &other)
{
    bool areComparable = true;
    for (const GroupBy condition : m_conditions) {
        const Name before = conditionOf(baseline, condition);
        const Name after = conditionOf(other, condition);
        if (!differ(before, after))
            continue;
        ++m_differences[condition][{before, after}];
        areComparable = false;
    }
    return areComparable;
}

std::string SideConditions::text() const
{
    std::vector<std::string> out;
    for (const auto &[condition, values] : m_differences) {
        const auto most
            = std::ranges::max_element(values, {}, [](const auto &each) { return each.second; });
        out.push_back(fmt::format("{} \"{}\" and \"{}\"", name(condition), most->first.first,
                                  most->first.second));
    }
    return fmt::format("{}", fmt::join(out, "; "));
}

} // namespace loupe
