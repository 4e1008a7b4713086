// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/runestimate.h"

#include "core/base/processors.h"
#include "core/store/file/readonlyquery.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace loupe {

namespace {

/// Half-width of the central 80 % of a normal distribution, in standard deviations.
constexpr double centralEighty = 1.2815515655446004;
constexpr std::size_t maxEarlier = 200'000;

struct SecondsMoments {
    double mean = 0;
    double variance = 0;
    double count = 0;
};

/// Returns the moments of one evaluation's share of the wall clock.
SecondsMoments momentsOf(const std::vector<EvaluationSeconds> &earlier, int jobs)
{
    SecondsMoments out;
    out.count = static_cast<double>(earlier.size());
    const auto seconds
        = [&](const EvaluationSeconds &each) { return each.parallel / jobs + each.serial; };
    for (const EvaluationSeconds &each : earlier)
        out.mean += seconds(each) / out.count;
    for (const EvaluationSeconds &each : earlier)
        out.variance += std::pow(seconds(each) - out.mean, 2) / (out.count - 1);
    if (earlier.size() < 2)
        out.variance = out.mean * out.mean;
    return out;
}

double numberIn(const SqlCell &cell)
{
    if (const auto *real = std::get_if<double>(&cell))
        return *real;
    const auto *whole = std::get_if<std::int64_t>(&cell);
    return whole == nullptr ? 0 : static_cast<double>(*whole);
}

SecondsByTask earlierIn(const std::filesystem::path &store)
{
    SecondsByTask out;
    const auto answer = queryReadOnly(
        store,
        "SELECT t.name, (ifnull(x.build_ms, 0) + ifnull(x.verify_ms, 0)) / 1000.0, "
        "ifnull(x.time_ms, 0) / 1000.0 FROM evaluation e JOIN evaluation_extra x ON "
        "x.evaluation_id = e.id JOIN task t ON t.id = e.task_id JOIN run r ON r.id = e.run_id "
        "WHERE r.origin = 'engine' AND e.outcome <> 'infra_error' ORDER BY e.id DESC",
        SqlLimits{maxEarlier, std::chrono::milliseconds(5000)});
    if (!answer)
        return out; // a store that does not exist yet has no history
    for (const auto &row : answer->rows)
        out[std::get<std::string>(row[0])].push_back({numberIn(row[1]), numberIn(row[2])});
    return out;
}

} // namespace

RunEstimate estimateSeconds(const SecondsByTask &earlier, std::span<const std::string> tasks,
                            int jobs)
{
    RunEstimate out;
    out.jobs = jobs;
    std::vector<EvaluationSeconds> all;
    for (const auto &[task, seconds] : earlier)
        all.insert(all.end(), seconds.begin(), seconds.end());
    if (all.empty() || tasks.empty())
        return out;
    SecondsMoments anyTask = momentsOf(all, jobs);
    anyTask.variance = std::max(anyTask.variance, anyTask.mean * anyTask.mean);
    std::map<std::string, double> wanted;
    for (const std::string &task : tasks)
        ++wanted[task];
    double mean = 0;
    double variance = 0;
    for (const auto &[task, items] : wanted) {
        const auto known = earlier.find(task);
        const bool isKnown = known != earlier.end() && !known->second.empty();
        const SecondsMoments one = isKnown ? momentsOf(known->second, jobs) : anyTask;
        out.itemsWithHistory += isKnown ? static_cast<int>(items) : 0;
        mean += items * one.mean;
        variance
            += items * one.variance + items * items * one.variance / (isKnown ? one.count : 1.0);
    }
    const double spread = centralEighty * std::sqrt(variance);
    out.seconds = mean;
    out.secondsLow = std::max(0.0, mean - spread);
    out.secondsHigh = mean + spread;
    return out;
}

RunEstimate estimateRun(const RunRequest &request, const Plan &plan)
{
    std::vector<std::string> tasks;
    tasks.reserve(plan.items.size() * countOfRuns(plan));
    for (const PlanItem &item : plan.items)
        tasks.insert(tasks.end(), countOfRuns(plan), item.task->name);
    const int jobs = request.jobs > 0 ? request.jobs : usableProcessors();
    RunEstimate out = estimateSeconds(earlierIn(request.store), tasks, jobs);
    const SubjectLimits &limits = plan.isNative() ? request.limits : request.python.limits;
    const std::int64_t atOnce = std::min(jobs, std::max(1, static_cast<int>(plan.items.size())));
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    out.memoryBytes = limits.memoryBytes > most / atOnce ? most : limits.memoryBytes * atOnce;
    return out;
}

} // namespace loupe
