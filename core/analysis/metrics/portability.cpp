// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/portability.h"

#include "core/analysis/metrics/speedupmeans.h"
#include "core/analysis/rows/grouping.h"
#include "core/base/median.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace loupe {

namespace {

/// The results of a task on one device.
struct OnDevice {
    bool isCorrect = false;
    std::vector<double> speedups;
    std::vector<RowId> rows;
    bool isWithheld = false;
};

using DeviceResults = std::map<Name, OnDevice>;

std::map<std::tuple<Name, Name, Name>, DeviceResults>
resultsByDevice(std::span<const MetricRow> pairs)
{
    std::map<std::tuple<Name, Name, Name>, DeviceResults> out;
    for (const MetricRow &row : pairs) {
        const Outcome outcome = outcomeOf(row.verdict);
        if (!isJudged(outcome) || !isRecordedName(row.device.text()))
            continue;
        OnDevice &here = out[{row.suite, row.task, row.method}][row.device];
        here.isCorrect = here.isCorrect || outcome == Outcome::Correct;
        const auto speedup = usableSpeedup(row);
        if (!speedup)
            continue;
        here.speedups.push_back(*speedup);
        here.rows.push_back(row.id);
        here.isWithheld = here.isWithheld || row.isWithheld;
    }
    return out;
}

TaskPortability portabilityOf(const DeviceResults &devices)
{
    TaskPortability out;
    std::vector<double> speedups;
    double largest = 0;
    double smallest = std::numeric_limits<double>::infinity();
    bool isComplete = true;
    for (const auto &[device, result] : devices) {
        ++out.devices;
        out.correctOn += result.isCorrect ? 1 : 0;
        const auto speedup = geometricMeanOf(result.speedups);
        isComplete = isComplete && (speedup || !result.isCorrect);
        if (!speedup)
            continue;
        speedups.push_back(*speedup);
        out.speedups.push_back({device, *speedup, result.rows, result.isWithheld});
        if (*speedup > largest) {
            largest = *speedup;
            out.fastest = device;
        }
        if (*speedup < smallest) {
            smallest = *speedup;
            out.slowest = device;
        }
    }
    if (speedups.size() >= 2) {
        out.ratio = largest / smallest;
    } else {
        out.fastest.clear();
        out.slowest.clear();
    }
    if (out.correctOn < out.devices)
        out.score = 0.0;
    else if (isComplete)
        out.score = harmonicMeanOf(speedups);
    return out;
}

} // namespace

PortabilityTable portabilityTable(std::span<const MetricRow> pairs)
{
    PortabilityTable out;
    std::map<Name, int> devices;
    std::vector<double> ratios;
    std::vector<double> scores;
    for (const auto &[key, results] : resultsByDevice(pairs)) {
        for (const auto &[device, result] : results)
            ++devices[device];
        if (results.size() < 2)
            continue;
        TaskPortability task = portabilityOf(results);
        std::tie(task.suite, task.task, task.method) = key;
        if (task.ratio)
            ratios.push_back(*task.ratio);
        if (task.score)
            scores.push_back(*task.score);
        out.tasks.push_back(std::move(task));
    }
    out.devices = static_cast<int>(devices.size());
    std::stable_sort(out.tasks.begin(), out.tasks.end(), [](const auto &a, const auto &b) {
        return a.ratio.value_or(0) > b.ratio.value_or(0);
    });
    out.withRatio = static_cast<int>(ratios.size());
    out.withScore = static_cast<int>(scores.size());
    out.meanScore = arithmeticMeanOf(scores);
    if (!ratios.empty()) {
        out.medianRatio = medianOf(ratios);
        out.maxRatio = *std::max_element(ratios.begin(), ratios.end());
    }
    return out;
}

} // namespace loupe
