// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/carriedmean.h"

#include "core/analysis/rows/grouping.h"

#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr double carries = 1.5;
constexpr std::size_t fewestTasks = 3;

struct LogSum {
    double sum = 0.0;
    double count = 0.0;

    double mean() const { return std::exp(sum / count); }
};

} // namespace

std::optional<CarriedMean> carriedBy(std::span<const MetricRow> rows)
{
    std::map<std::pair<std::string_view, std::string_view>, LogSum> tasks;
    LogSum all;
    for (const MetricRow &row : rows) {
        const auto speedup = usableSpeedup(row);
        if (!speedup)
            continue;
        LogSum &task = tasks[{row.suite.text(), row.task.text()}];
        for (LogSum *sum : {&task, &all}) {
            sum->sum += std::log(*speedup);
            sum->count += 1;
        }
    }
    if (tasks.size() < fewestTasks)
        return std::nullopt;
    std::optional<CarriedMean> out;
    double most = std::log(carries);
    for (const auto &[name, task] : tasks) {
        const LogSum others{all.sum - task.sum, all.count - task.count};
        const double change = std::abs(std::log(all.mean()) - std::log(others.mean()));
        if (change < most || (out && change == most))
            continue;
        most = change;
        out = CarriedMean{std::string(name.first), std::string(name.second), task.mean(),
                          all.mean(), others.mean()};
    }
    return out;
}

std::string text(const CarriedMean &carried)
{
    return fmt::format("{} alone carries the mean: {:.3g}× with it, {:.3g}× without", carried.task,
                       carried.mean, carried.without);
}

} // namespace loupe
