// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/casereferences.h"

#include "core/base/median.h"
#include "core/model/record/recordedname.h"

#include <algorithm>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::string_view plainExecution = "eager";

bool hasRole(std::span<const TimingSeries> timings, std::string_view role)
{
    return std::ranges::find(timings, role, &TimingSeries::role) != timings.end();
}

} // namespace

CaseReferences::CaseReferences(std::span<const StoredGoldenRecord> records)
{
    for (const StoredGoldenRecord &each : records) {
        if (each.record.baseline != plainExecution || !isRecordedName(each.device))
            continue;
        Times &times = m_times[{each.suite, each.record.task, each.device}];
        const auto [known, isNew]
            = times.byCase.try_emplace(each.record.caseName, each.record.milliseconds);
        times.isDisputed
            = times.isDisputed || (!isNew && known->second != each.record.milliseconds);
    }
}

std::string CaseReferences::complete(const MetricRow &row, std::vector<TimingSeries> &timings) const
{
    if (timings.empty())
        return "no raw times";
    if (hasRole(timings, "baseline"))
        return {};
    const auto found = m_times.find({row.suite.text(), row.task.text(), row.device.text()});
    if (found == m_times.end())
        return fmt::format("raw times of the candidate alone, and no reference times on {}",
                           row.device.text());
    if (found->second.isDisputed)
        return fmt::format("reference times on {} disagree", row.device.text());
    const std::string clock = timings.front().clock;
    for (const auto &[caseName, milliseconds] : found->second.byCase) {
        TimingSeries series;
        series.role = "baseline";
        series.clock = clock;
        series.caseName = caseName;
        series.samplesMs = {milliseconds};
        series.callsPerSample = {1};
        timings.push_back(std::move(series));
    }
    return {};
}

std::vector<GoldenTimes> goldenTimes(std::span<const StoredGoldenRecord> records)
{
    std::map<std::tuple<std::string, std::string, std::string>, std::vector<double>> groups;
    for (const StoredGoldenRecord &each : records)
        groups[{each.suite, each.device, each.record.baseline}].push_back(each.record.milliseconds);
    std::vector<GoldenTimes> out;
    out.reserve(groups.size());
    for (auto &[key, times] : groups) {
        const auto [least, most] = std::ranges::minmax(times);
        const auto &[suite, device, baseline] = key;
        out.push_back({suite, device, baseline, static_cast<int>(times.size()), least,
                       medianInPlace(times), most});
    }
    return out;
}

} // namespace loupe
