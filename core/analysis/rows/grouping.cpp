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
    Name MetricRow::*value = nullptr; ///< null if groupName() has a case for it
};
constexpr std::array groupings{
    GroupingName{GroupBy::All, "all"},
    GroupingName{GroupBy::Category, "category", &MetricRow::category},
    GroupingName{GroupBy::Method, "method", &MetricRow::method},
    GroupingName{GroupBy::Round, "round"},
    GroupingName{GroupBy::Level, "level"},
    GroupingName{GroupBy::Suite, "suite", &MetricRow::suite},
    GroupingName{GroupBy::Task, "task", &MetricRow::task},
    GroupingName{GroupBy::Precision, "precision", &MetricRow::precision},
    GroupingName{GroupBy::Device, "device", &MetricRow::device},
    GroupingName{GroupBy::Run, "run", &MetricRow::run},
    GroupingName{GroupBy::Baseline, "baseline", &MetricRow::baseline},
    GroupingName{GroupBy::Protocol, "protocol", &MetricRow::protocol},
    GroupingName{GroupBy::SuiteVersion, "suite_version", &MetricRow::suiteVersion},
    GroupingName{GroupBy::Clock, "clock", &MetricRow::clock},
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
    case GroupBy::Round:
        return "round " + std::to_string(row.round);
    case GroupBy::Level:
        return row.level ? "level " + std::to_string(*row.level) : "(none)";
    case GroupBy::Shape:
        return row.shape.empty() ? "all shapes" : row.shape.text();
    default:
        return orNone(row.*groupings[static_cast<std::size_t>(groupBy)].value);
    }
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

Flagged flagWithheld(std::vector<MetricRow> &rows)
{
    Flagged out{0, rows.size()};
    for (MetricRow &row : rows) {
        if (row.isWithheld && outcomeOf(row.verdict) == Outcome::Correct)
            row.verdict = Verdict::Flagged;
        out.count += outcomeOf(row.verdict) == Outcome::Flagged ? 1 : 0;
    }
    return out;
}

} // namespace loupe
