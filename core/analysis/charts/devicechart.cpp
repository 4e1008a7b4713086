// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/charts.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/charts/dottiles.h"
#include "core/analysis/charts/histogramaxis.h"
#include "core/analysis/metrics/portability.h"
#include "core/base/counted.h"
#include "core/base/median.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::size_t maxOtherDevices = 8;

const DeviceSpeedup *onDevice(const TaskPortability &task, Name device)
{
    const auto found
        = std::find_if(task.speedups.begin(), task.speedups.end(),
                       [&](const DeviceSpeedup &each) { return each.device == device; });
    return found == task.speedups.end() ? nullptr : &*found;
}

/// Returns the devices by the number of tasks timed there, descending, then by name.
std::vector<Name> devicesByTasks(const PortabilityTable &table)
{
    std::map<Name, int> tasks;
    for (const TaskPortability &task : table.tasks) {
        for (const DeviceSpeedup &each : task.speedups)
            ++tasks[each.device];
    }
    std::vector<Name> out;
    out.reserve(tasks.size());
    for (const auto &[device, count] : tasks)
        out.push_back(device);
    std::stable_sort(out.begin(), out.end(),
                     [&](Name a, Name b) { return tasks.at(a) > tasks.at(b); });
    return out;
}

struct DevicePair {
    const TaskPortability *task;
    const DeviceSpeedup *first;
    const DeviceSpeedup *second;

    double ratio() const { return second->speedup / first->speedup; }
    std::vector<RowId> members() const
    {
        std::vector<RowId> out = first->rows;
        out.insert(out.end(), second->rows.begin(), second->rows.end());
        return out;
    }
};

std::vector<DevicePair> devicePairs(const PortabilityTable &table, Name first, Name second)
{
    std::vector<DevicePair> out;
    for (const TaskPortability &task : table.tasks) {
        const DeviceSpeedup *a = onDevice(task, first);
        const DeviceSpeedup *b = onDevice(task, second);
        if (a != nullptr && b != nullptr)
            out.push_back({&task, a, b});
    }
    return out;
}

ChartPanel scatterPanel(const std::vector<DevicePair> &pairs, Name first, Name second)
{
    double low = -1;
    double high = 1;
    for (const DevicePair &pair : pairs) {
        for (const double speedup : {pair.first->speedup, pair.second->speedup}) {
            low = std::min(low, std::floor(std::log2(speedup)));
            high = std::max(high, std::ceil(std::log2(speedup)));
        }
    }
    ChartPanel panel;
    panel.title = second.text();
    panel.note = groupedDigits(static_cast<std::int64_t>(pairs.size())) + " timed on both";
    panel.x = speedupAxis("speedup on " + first, low, high);
    panel.y = speedupAxis("speedup on " + second, low, high);
    ChartLine equal;
    equal.name = "the same on both";
    equal.isDashed = true;
    for (const double at : {panel.x.least, panel.x.most})
        equal.points.push_back({at, at, {}, {}, {equal.name, {}}});
    panel.lines.push_back(std::move(equal));
    for (const DevicePair &pair : pairs) {
        ChartDot dot;
        dot.x = pair.first->speedup;
        dot.y = pair.second->speedup;
        dot.tone = seriesTone(0);
        dot.tone.isHollow = pair.first->isWithheld || pair.second->isWithheld;
        dot.mark.text
            = fmt::format("{}, {}: {} and {}", pair.task->task.text(), pair.task->method.text(),
                          chartSpeedup(dot.x), chartSpeedup(dot.y));
        dot.mark.members = pair.members();
        panel.dots.push_back(std::move(dot));
    }
    gatherDots(panel, [](std::size_t count) {
        return groupedDigits(static_cast<std::int64_t>(count)) + " tasks about here";
    });
    return panel;
}

ChartPanel ratioPanel(const std::vector<DevicePair> &pairs, Name first, Name second)
{
    constexpr HistogramAxis axis{-3, 3, 4};
    std::vector<ChartBar> bars(static_cast<std::size_t>(axis.bins()));
    std::vector<double> ratios;
    for (const DevicePair &pair : pairs) {
        ratios.push_back(pair.ratio());
        ChartBar &bar = bars[axis.binOf(pair.ratio())];
        bar.value += 1;
        const std::vector<RowId> members = pair.members();
        bar.mark.members.insert(bar.mark.members.end(), members.begin(), members.end());
    }
    ChartPanel panel;
    panel.title = second + " : " + first;
    panel.note = "median " + (ratios.empty() ? "–" : chartSpeedup(medianOf(ratios)));
    double tallest = 0;
    for (std::size_t i = 0; i < bars.size(); ++i) {
        ChartBar &bar = bars[i];
        if (bar.value <= 0)
            continue;
        const int bin = static_cast<int>(i);
        placeInBin(bar, bin, axis);
        bar.tone.kind = isFasterBin(bin, axis) ? ChartTone::Kind::Faster : ChartTone::Kind::Slower;
        bar.mark.text = fmt::format(
            "ratio {}: {}", binText(bin, axis),
            chartCountOf(static_cast<int>(bar.value), static_cast<int>(pairs.size())));
        tallest = std::max(tallest, bar.value);
        panel.bars.push_back(std::move(bar));
    }
    panel.x = histogramAxis("ratio of speedups", axis);
    panel.y = countAxis("tasks", tallest);
    return panel;
}

} // namespace

Result<Chart> deviceChart(std::span<const MetricRow> rows, const ChartRequest & /*request*/,
                          const std::stop_token &stop)
{
    std::set<Name> named;
    for (const MetricRow &row : rows) {
        if (isRecordedName(row.device.text()))
            named.insert(row.device);
    }
    const bool hasSeveral = named.size() > 1;
    const Error refusal{Errc::Unsupported,
                        "no task of a method was timed on two devices",
                        {},
                        "import or run the same kernels on another device",
                        {}};
    if (!hasSeveral)
        return refusal;
    const PortabilityTable table = portabilityTable(rows);
    const std::vector<Name> devices = devicesByTasks(table);
    Chart chart;
    std::vector<ChartPanel> ratios;
    for (std::size_t i = 1; i < std::min(devices.size(), maxOtherDevices + 1); ++i) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "the chart was cancelled"};
        const auto pairs = devicePairs(table, devices.front(), devices[i]);
        if (pairs.empty())
            continue;
        chart.panels.push_back(scatterPanel(pairs, devices.front(), devices[i]));
        ratios.push_back(ratioPanel(pairs, devices.front(), devices[i]));
    }
    if (chart.panels.empty())
        return refusal;
    std::move(ratios.begin(), ratios.end(), std::back_inserter(chart.panels));
    chart.definition = fmt::format(
        "A dot is a task of a method: the geometric mean speedup of its correct, timed samples, "
        "each in its last judged round, on {} (the device with the most results) and on another "
        "device. Ratios are speedup on the other / speedup on {}. Tasks that are not timed on both "
        "are not drawn. More than {} dots are merged into tiles with areas as their numbers.",
        devices.front().text(), devices.front().text(),
        groupedDigits(static_cast<std::int64_t>(maxDots)));
    return chart;
}

} // namespace loupe
