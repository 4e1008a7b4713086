// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rows/grouping.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace loupe {

namespace {
struct GroupingName {
    GroupBy groupBy;
    std::string_view text;
};
constexpr std::array groupings{GroupingName{GroupBy::All, "all"},
                               GroupingName{GroupBy::Category, "category"},
                               GroupingName{GroupBy::Method, "method"},
                               GroupingName{GroupBy::Round, "round"},
                               GroupingName{GroupBy::Level, "level"},
                               GroupingName{GroupBy::Suite, "suite"},
                               GroupingName{GroupBy::Task, "task"},
                               GroupingName{GroupBy::Precision, "precision"},
                               GroupingName{GroupBy::Device, "device"},
                               GroupingName{GroupBy::Run, "run"},
                               GroupingName{GroupBy::Baseline, "baseline"},
                               GroupingName{GroupBy::Protocol, "protocol"},
                               GroupingName{GroupBy::SuiteVersion, "suite_version"},
                               GroupingName{GroupBy::Clock, "clock"},
                               GroupingName{GroupBy::Shape, "shape"}};

std::string orNone(const std::string &text)
{
    return text.empty() ? "(none)" : text;
}
} // namespace

std::string groupName(const MetricRow &row, GroupBy groupBy)
{
    switch (groupBy) {
    case GroupBy::All:
        return "all";
    case GroupBy::Category:
        return orNone(row.category);
    case GroupBy::Method:
        return orNone(row.method);
    case GroupBy::Round:
        return "round " + std::to_string(row.round);
    case GroupBy::Level:
        return row.level ? "level " + std::to_string(*row.level) : "(none)";
    case GroupBy::Suite:
        return orNone(row.suite);
    case GroupBy::Task:
        return orNone(row.task);
    case GroupBy::Precision:
        return orNone(row.precision);
    case GroupBy::Device:
        return orNone(row.device);
    case GroupBy::Run:
        return orNone(row.run);
    case GroupBy::Baseline:
        return orNone(row.baseline);
    case GroupBy::Protocol:
        return orNone(row.protocol);
    case GroupBy::SuiteVersion:
        return orNone(row.suiteVersion);
    case GroupBy::Clock:
        return orNone(row.clock);
    case GroupBy::Shape:
        return row.shape.empty() ? "all shapes" : row.shape.text();
    }
    return "all";
}

std::optional<GroupBy> groupByFromName(std::string_view text)
{
    for (const GroupingName &each : groupings) {
        if (each.text == text)
            return each.groupBy;
    }
    return std::nullopt;
}

std::string_view name(GroupBy groupBy)
{
    return groupings[static_cast<std::size_t>(groupBy)].text;
}

std::string label(GroupBy groupBy)
{
    std::string out(name(groupBy));
    std::ranges::replace(out, '_', ' ');
    return out;
}

std::vector<std::string> groupingNames()
{
    std::vector<std::string> out;
    out.reserve(groupings.size());
    for (const GroupingName &each : groupings)
        out.emplace_back(each.text);
    return out;
}

bool isUsableTime(const std::optional<double> &milliseconds)
{
    return milliseconds && std::isfinite(*milliseconds) && *milliseconds > 0;
}

std::optional<double> usableSpeedup(const MetricRow &row)
{
    const bool usable = outcomeOf(row.verdict) == Outcome::Correct && row.speedup
        && std::isfinite(*row.speedup) && *row.speedup > 0;
    return usable ? row.speedup : std::nullopt;
}

} // namespace loupe
