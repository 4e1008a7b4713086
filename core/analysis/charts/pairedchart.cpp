// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/pairedchart.h"

#include "core/analysis/charts/chartgroups.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/comparison/groupspeeds.h"
#include "core/analysis/rows/grouping.h"
#include "core/base/counted.h"
#include "core/base/result.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr double decade = 10;

struct PairedNames {
    const std::string &first;
    const std::string &second;
};

bool isOfTimes(const RunComparison &comparison)
{
    return comparison.measure == SpeedMeasure::Times;
}

ChartTone toneOf(PairVerdict ofSecond)
{
    ChartTone tone;
    if (ofSecond == PairVerdict::Slower)
        tone.kind = ChartTone::Kind::Faster;
    else if (ofSecond == PairVerdict::Faster)
        tone.kind = ChartTone::Kind::Slower;
    else
        tone.isHollow = true;
    return tone;
}

std::string valueText(double value, SpeedMeasure measure)
{
    return measure == SpeedMeasure::Times ? chartNumber(value) + " ms" : chartSpeedup(value);
}

std::string dotText(const ComparedPair &pair, const ChartDot &dot, const RunComparison &comparison,
                    const PairedNames &names)
{
    const bool isFirst = *pair.ratio < 1;
    const double ratio = isFirst ? 1 / *pair.ratio : *pair.ratio;
    std::string out = fmt::format("{}: {} {}, {} {}; ", pair.task.text(), names.first,
                                  valueText(dot.x, comparison.measure), names.second,
                                  valueText(dot.y, comparison.measure));
    if (pair.verdict == PairVerdict::Unclear)
        return out + fmt::format("{} ahead, inside the noise band", ratioWords(ratio));
    out += fmt::format("{} {} ahead", isFirst ? names.first : names.second, ratioWords(ratio));
    if (dot.isFlagged)
        out += "; flagged, not reviewed";
    return out;
}

ChartDot dotOf(const ComparedPair &pair, const RunComparison &comparison, const PairedNames &names)
{
    ChartDot out;
    out.x = *measuredSpeed(*pair.baseline, comparison.measure);
    out.y = *measuredSpeed(*pair.other, comparison.measure);
    out.weight = 2; // an evaluation of each side
    out.tone = toneOf(pair.verdict);
    out.isFlagged = pair.baseline->isWithheld || pair.other->isWithheld;
    out.mark.text = dotText(pair, out, comparison, names);
    out.mark.members = {std::min(pair.baseline->id, pair.other->id),
                        std::max(pair.baseline->id, pair.other->id)};
    return out;
}

/// Returns one axis for both sides, so that the diagonal marks equality.
ChartAxis sharedAxis(const std::vector<ChartDot> &dots, const RunComparison &comparison)
{
    double least = dots.front().x;
    double most = least;
    for (const ChartDot &dot : dots) {
        least = std::min({least, dot.x, dot.y});
        most = std::max({most, dot.x, dot.y});
    }
    constexpr double widest = 64; // decades are easier to read above this ratio
    if (isOfTimes(comparison) || most / least > widest)
        return decadeAxis({}, least, most);
    return speedupAxis({}, std::floor(std::log2(least)),
                       std::max(std::ceil(std::log2(most)), std::floor(std::log2(least)) + 1));
}

ChartLine lineAt(const ChartAxis &axis, double factor, std::string name)
{
    ChartLine out;
    out.name = std::move(name);
    out.isDashed = true;
    const double from = std::max(axis.least, axis.least / factor);
    const double to = std::min(axis.most, axis.most / factor);
    for (const double x : {from, to})
        out.points.push_back({x, x * factor, {}, {}, {out.name, {}}});
    return out;
}

/// Returns the lines of equality, with the noise band, and of a factor of ten to either side.
std::vector<ChartLine> guides(const ChartAxis &axis, const NoiseFloor &floor)
{
    ChartLine equal = lineAt(
        axis, 1, fmt::format("equal, with the noise band of {:.3g} %", 100 * floor.relative));
    for (ChartPoint &point : equal.points) {
        point.low = point.y / (1 + floor.relative);
        point.high = point.y * (1 + floor.relative);
    }
    std::vector<ChartLine> out{std::move(equal)};
    if (axis.most / axis.least > decade) {
        out.push_back(lineAt(axis, decade, "ten times"));
        out.push_back(lineAt(axis, 1 / decade, "ten times"));
    }
    return out;
}

std::vector<ChartLegendEntry> legendOf(const RunComparison &comparison, const PairedNames &names)
{
    std::vector<ChartLegendEntry> out;
    const bool isGain = comparison.measure == SpeedMeasure::Gains;
    const auto add = [&](PairVerdict ofSecond, std::string text) {
        if (comparison.count(ofSecond) > 0)
            out.push_back({std::move(text), toneOf(ofSecond)});
    };
    const char *ahead = isGain ? "larger gain on {}" : "{} faster";
    add(PairVerdict::Slower, fmt::format(fmt::runtime(ahead), names.first));
    add(PairVerdict::Faster, fmt::format(fmt::runtime(ahead), names.second));
    add(PairVerdict::Unclear, "unclear: inside the noise band");
    return out;
}

/// Replaces groupings whose groups share no tasks, such as categories, by method.
GroupBy pairedBy(GroupBy groupBy)
{
    switch (groupBy) {
    case GroupBy::All:
    case GroupBy::Category:
    case GroupBy::Level:
    case GroupBy::Suite:
    case GroupBy::Task:
        return GroupBy::Method;
    default:
        return groupBy;
    }
}

/// Returns the rows of a group as one run of one sample, for use as a side.
std::vector<MetricRow> sideRows(std::span<const MetricRow> rows, const ChartGroup &group)
{
    std::vector<MetricRow> out;
    out.reserve(group.places.size());
    for (const std::uint32_t place : group.places) {
        out.push_back(rows[place]);
        out.back().run = group.name;
        out.back().sample = 0;
    }
    return out;
}

} // namespace

Result<Chart> pairedChart(const RunComparison &comparison, const std::string &first,
                          const std::string &second)
{
    const PairedNames names{first, second};
    ChartPanel panel;
    for (const ComparedPair &pair : comparison.pairs) {
        if (pair.ratio)
            panel.dots.push_back(dotOf(pair, comparison, names));
    }
    if (panel.dots.empty())
        return Error{.code = Errc::Unsupported,
                     .message = "no task is solved and timed on both sides",
                     .hint = "compare outcomes instead"};
    const ChartAxis axis = sharedAxis(panel.dots, comparison);
    const char *title = isOfTimes(comparison) ? "{}, ms per call" : "{}, speedup";
    panel.x = axis;
    panel.x.reference.reset();
    panel.y = panel.x;
    panel.x.title = fmt::format(fmt::runtime(title), first);
    panel.y.title = fmt::format(fmt::runtime(title), second);
    panel.lines = guides(axis, comparison.floor);
    Chart out;
    out.title = isOfTimes(comparison) ? "Time against time" : "Speedup, A vs B";
    out.n = static_cast<int>(panel.dots.size());
    out.legend = legendOf(comparison, names);
    out.definition = fmt::format(
        "{} tasks solved and timed on both sides, each counted once. Dashed: equal on both, with "
        "the noise band of {:.3g} % ({}), and ten times. Crossed: flagged and not reviewed.",
        groupedDigits(out.n), 100 * comparison.floor.relative, comparison.floor.source);
    out.panels.push_back(std::move(panel));
    return out;
}

Result<Chart> pairedScatterChart(std::span<const MetricRow> rows, const ChartRequest &request,
                                 const std::stop_token &stop)
{
    const GroupBy groupBy = pairedBy(request.groupBy);
    const ChartGroups groups = chartGroups(rows, groupBy, 2);
    if (groups.shown.size() < 2)
        return Error{.code = Errc::Unsupported,
                     .message = fmt::format("there are no two {}s to compare", name(groupBy)),
                     .hint = "widen the filter, or group by method, run, device or round"};
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "the chart was cancelled"};
    const std::string &first = groups.shown[0].name;
    const std::string &second = groups.shown[1].name;
    std::vector<MetricRow> before = sideRows(rows, groups.shown[0]);
    const std::vector<MetricRow> after = sideRows(rows, groups.shown[1]);
    ComparisonOptions how;
    how.areDevicesCompared = groupBy == GroupBy::Device || groupBy == GroupBy::Run;
    how.measure = usualMeasure(before, after, how.areDevicesCompared);
    how.floor.source = "assumed";
    how.bootstrap.resamples = 1; // the interval is not drawn
    before.insert(before.end(), after.begin(), after.end());
    const auto comparison = compareRuns(before, first, second, how);
    if (!comparison)
        return comparison.error();
    auto chart = pairedChart(*comparison, first, second);
    if (chart)
        chart->definition += groups.leftText();
    return chart;
}

} // namespace loupe
