// SPDX-License-Identifier: Apache-2.0
//
// Measures metrics and statistics on a million evaluations, and the coverage of bootstrap
// intervals.
//
// bench_metrics [<rows>]       times, the best of three
// bench_metrics coverage       share of 95 % intervals that contain the true value, by simulation
#include "core/analysis/metrics/deviance.h"
#include "core/analysis/metrics/groupintervals.h"
#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/metrics/successmetrics.h"
#include "core/analysis/rounds/roundcomposition.h"
#include "core/analysis/rounds/roundtable.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/samples.h"
#include "core/analysis/statistics/bootstrap.h"
#include "core/analysis/statistics/randomstream.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace {

using namespace loupe;

constexpr int categories = 15;
constexpr int methods = 20;
constexpr int tasks = 1000;
constexpr int rounds = 5;

/// Returns a nearly normal number: the sum of twelve uniform ones.
double normal(RandomStream &random)
{
    double sum = -6;
    for (int i = 0; i < 12; ++i)
        sum += random.uniform();
    return sum;
}

/// Returns rows of all methods, tasks, samples and rounds. Tasks and methods differ, and later
/// rounds are better.
std::vector<MetricRow> syntheticRows(std::size_t count)
{
    RandomStream random(1, 0);
    std::vector<MetricRow> rows;
    rows.reserve(count);
    std::vector<double> difficulty;
    for (int task = 0; task < tasks; ++task)
        difficulty.push_back(normal(random));
    for (int sample = 0; rows.size() < count; ++sample) {
        for (int task = 0; task < tasks && rows.size() < count; ++task) {
            MetricRow row;
            row.suite = "synthetic";
            row.task = fmt::format("task {}", task);
            row.category = fmt::format("category {}", task % categories);
            row.level = task % 3 + 1;
            row.device = "device";
            row.precision = task % 2 == 0 ? "fp32" : "bf16";
            row.sample = sample;
            for (int method = 0; method < methods; ++method) {
                row.run = fmt::format("run {}", method);
                row.method = fmt::format("method {}", method);
                const double ability
                    = method * 0.1 - 1.5 - difficulty[static_cast<std::size_t>(task)];
                for (int round = 0; round < rounds && rows.size() < count; ++round) {
                    const double chance = 1 / (1 + std::exp(-ability - 0.3 * round));
                    const bool correct = random.uniform() < chance;
                    row.id = {static_cast<std::int64_t>(rows.size() + 1)};
                    row.round = round;
                    row.verdict = correct        ? Verdict::Correct
                        : random.uniform() < 0.5 ? Verdict::WrongValue
                                                 : Verdict::CompileError;
                    row.speedup.reset();
                    if (correct)
                        row.speedup = std::exp(normal(random) * 0.5);
                    rows.push_back(row);
                }
            }
        }
    }
    return rows;
}

/// Prints elapsed seconds and processor seconds of all threads, because elapsed time is unreliable
/// on a shared machine.
void time(const std::string &what, const std::function<void()> &work)
{
    double best = 1e9;
    double computed = 1e9;
    for (int i = 0; i < 3; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        const std::clock_t computedBefore = std::clock();
        work();
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        best = std::min(best, taken.count());
        computed = std::min(computed,
                            static_cast<double>(std::clock() - computedBefore) / CLOCKS_PER_SEC);
    }
    fmt::print("{:<52} {:8.3f} s elapsed {:8.3f} s computed\n", what, best, computed);
}

int times(std::size_t count)
{
    const std::vector<MetricRow> rows = syntheticRows(count);
    fmt::print("{} rows: {} methods, {} tasks in {} categories, {} rounds\n", rows.size(), methods,
               tasks, categories, rounds);
    for (const GroupBy by : {GroupBy::Category, GroupBy::Method, GroupBy::Task})
        time("rates by " + std::string(name(by)), [&] { rateTable(rows, by); });
    time("pass@k and fast_p of every sample", [&] {
        const SampleTable table = sampleTable(rows, SampleRule::LastRound);
        fastP(table, 1, Threshold::Above);
        const auto counts
            = countSuccesses(table, [](const SampleResult &sample) { return sample.isCorrect; });
        meanPassAtK(counts, 1);
        meanPassAtK(counts, 5);
    });
    time("fast_1@N by round", [&] { fastPByRound(rows, 1, Threshold::Above); });
    time("round table", [&] { roundTable(rows); });
    time("round composition", [&] { roundChanges(rows); });
    const std::vector<FastPThreshold> thresholds{{1, Threshold::Above}};
    for (const GroupBy by : {GroupBy::All, GroupBy::Category, GroupBy::Method})
        time("bootstrap of 8 statistics, 10 000 resamples, " + std::string(name(by)),
             [&] { groupIntervals(rows, by, thresholds, {}); });
    time("deviance, 15 x 20 levels, permutations", [&] { devianceTable(rows); });
    return 0;
}

/// Counts of intervals that contain the true value. Tasks differ in difficulty and speedup, with
/// five samples each. The true values are known because the data are simulated.
struct Coverage {
    int rate = 0;
    int geometricMean = 0;
    int experiments = 0;
};

Coverage coverageOf(int clusters, IntervalKind kind)
{
    constexpr int experiments = 1000;
    constexpr double trueRate = 0.3;
    constexpr double trueLog = 0.1;
    BootstrapOptions options;
    options.resamples = 999;
    options.kind = kind;
    const std::vector<SumStatistic> statistics{
        [](std::span<const double> sums) { return sums[1] / sums[0]; },
        [](std::span<const double> sums) { return std::exp(sums[3] / sums[2]); }};
    Coverage out;
    for (int experiment = 0; experiment < experiments; ++experiment) {
        RandomStream random(7, static_cast<std::uint64_t>(experiment));
        ClusterSums sums(static_cast<std::size_t>(clusters), 4);
        for (std::size_t task = 0; task < sums.clusters(); ++task) {
            // Half of the tasks are hard. The mean probability is the true rate.
            const double chance = random.uniform() < 0.5 ? 0.05 : 2 * trueRate - 0.05;
            const double taskLog = trueLog + 0.4 * normal(random);
            for (int sample = 0; sample < 5; ++sample) {
                sums.add(task, 0, 1);
                sums.add(task, 1, random.uniform() < chance ? 1 : 0);
                sums.add(task, 2, 1);
                sums.add(task, 3, taskLog + 0.2 * normal(random));
            }
        }
        options.seed = static_cast<std::uint64_t>(experiment);
        const auto intervals = bootstrap(sums, statistics, options);
        ++out.experiments;
        out.rate += intervals[0] && intervals[0]->low <= trueRate && trueRate <= intervals[0]->high;
        out.geometricMean += intervals[1] && intervals[1]->low <= std::exp(trueLog)
            && std::exp(trueLog) <= intervals[1]->high;
    }
    return out;
}

int coverage()
{
    fmt::print("95 % intervals that hold the truth, of 1000 (a fair count is 950 +- 14)\n");
    for (const int clusters : {10, 30, 100, 250}) {
        for (const IntervalKind kind : {IntervalKind::Percentile, IntervalKind::Bca}) {
            const Coverage found = coverageOf(clusters, kind);
            fmt::print("{:4} tasks, {:<10}  rate {:4}  geometric mean {:4}\n", clusters, name(kind),
                       found.rate, found.geometricMean);
        }
    }
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    const std::string what = argc > 1 ? argv[1] : "1000000";
    if (what == "coverage")
        return coverage();
    return times(static_cast<std::size_t>(std::max(1L, std::atol(what.c_str()))));
}
