// SPDX-License-Identifier: Apache-2.0
//
// Tests the metrics on real records (../shared/data), if present. KernelBench's own score.py
// computed the expected numbers from the same files.
#include "core/analysis/metrics/successmetrics.h"
#include "core/analysis/metrics/suitespeedup.h"
#include "core/base/json.h"

#include <filesystem>
#include <fstream>
#include <map>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

const std::filesystem::path published
    = std::filesystem::path(LOUPE_SOURCE_DIR).parent_path() / "shared/data/kernelbench";

Json jsonOf(const std::filesystem::path &file)
{
    std::ifstream stream(file);
    return Json::parse(stream);
}

/// Returns the mean baseline times by problem number.
std::map<int, double> baselinesOf(int level)
{
    std::map<int, double> out;
    const Json all = jsonOf(published / "baselines/H100_Modal/baseline_time_torch.json");
    for (const auto &[name, entry] : all.at("level" + std::to_string(level)).items())
        out[std::stoi(name)] = entry.at("mean").get<double>();
    return out;
}

/// Returns all tasks of the level. Tasks without a record are failures, as in score.py.
std::vector<MetricRow> rowsOf(int level)
{
    const auto baselines = baselinesOf(level);
    const Json results = jsonOf(published / ("runs/codex_gpt55_retime_l" + std::to_string(level))
                                / "eval_results.json");
    std::vector<MetricRow> rows;
    for (const auto &[problem, baseline] : baselines) {
        MetricRow row = metricRow("level", Verdict::CompileError);
        row.task = std::to_string(problem);
        const auto found = results.find(std::to_string(problem));
        if (found != results.end() && found->front().at("correctness").get<bool>()) {
            row.verdict = Verdict::Correct;
            row.speedup = baseline / found->front().at("runtime").get<double>();
        }
        rows.push_back(row);
    }
    return rows;
}

struct Expected {
    int level;
    int correct;
    double geometricMean;
    std::vector<double> fast; ///< thresholds 0, 0.5, 0.8, 1, 1.5, 2
};

} // namespace

TEST(PublishedRuns, KernelBenchsOwnNumbersOfAPublicRun)
{
    if (!std::filesystem::exists(published / "runs/codex_gpt55_retime_l1/eval_results.json"))
        GTEST_SKIP() << "shared/data/kernelbench is not beside the source tree";
    const std::vector<double> thresholds{0, 0.5, 0.8, 1, 1.5, 2};
    const std::vector<Expected> levels{
        {1, 42, 0.201379, {.42, .11, .07, .06, .03, .02}},
        {2, 73, 0.218914, {.73, .18, .06, .05, .05, .05}},
        {3, 27, 0.366154, {.54, .24, .20, .20, .10, .04}},
    };
    for (const Expected &each : levels) {
        const std::vector<MetricRow> rows = rowsOf(each.level);
        const SampleTable table = sampleTable(rows, SampleRule::LastRound);
        std::vector<double> speedups;
        for (const SampleResult &sample : table.samples) {
            if (sample.speedup)
                speedups.push_back(*sample.speedup);
        }
        EXPECT_EQ(static_cast<int>(speedups.size()), each.correct) << "level " << each.level;
        EXPECT_NEAR(*geometricMeanOf(speedups), each.geometricMean, 1e-6);
        for (std::size_t i = 0; i < thresholds.size(); ++i)
            EXPECT_NEAR(*fastP(table, thresholds[i], Threshold::Above).value, each.fast[i], 1e-9)
                << "level " << each.level << ", fast_" << thresholds[i];
    }
}

} // namespace loupe::test
