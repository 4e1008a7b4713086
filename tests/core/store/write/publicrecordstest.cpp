// SPDX-License-Identifier: Apache-2.0
// Tests public result files from the importers through the store. Expected numbers come from the
// specifications of the suites (kernelbench.md, kernelbenchx.md; each test names the section),
// which took them from the data and the papers, independently of this code.
#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/population/population.h"
#include "core/base/files.h"
#include "core/records/formats/recordtree.h"
#include "core/records/kernelbench/kernelbenchtasks.h"
#include "core/store/write/importbatch.h"
#include "core/store/write/originalfiles.h"

#include <array>
#include <cmath>
#include <map>
#include <set>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

namespace fs = std::filesystem;

fs::path publicData()
{
    return fs::path(LOUPE_SOURCE_DIR).parent_path() / "shared/data";
}

class PublicRecords : public StoreTest
{
protected:
    void SetUp() override
    {
        if (!fs::exists(publicData()))
            GTEST_SKIP() << "SKIPPED: the public records are not at " << publicData();
        StoreTest::SetUp();
    }

    std::vector<ImportSummary> import(const std::string &folder)
    {
        const RecordTree tree = must(readRecordTree(publicData() / folder, {}));
        auto summaries = must(importBatches(*openWriter(), tree.batches));
        reader = openReader();
        return summaries;
    }

    std::size_t count(const std::string &filter)
    {
        return must(reader->ids(must(parseFilter(filter)))).size();
    }

    std::unique_ptr<StoreReader> reader;
};

struct Speedups {
    int correct = 0;
    double geometric = 0;
    std::map<double, double> above; ///< share of the suite's tasks that exceed this speedup
};

} // namespace

// From KernelBench's own score.py: codex_gpt55_retime_l1 to l3 against H100_Modal eager, for 100,
// 100 and 50 tasks.
TEST_F(PublicRecords, KernelBenchRunsAgainstABaseline)
{
    import("kernelbench/runs");
    import("kernelbench/baselines");
    std::map<std::string, double> baseline;
    for (const StoredGoldenRecord &each : must(reader->goldenRecords(""))) {
        if (each.run == "kernelbench-baseline H100_Modal eager")
            baseline[each.record.task] = each.record.milliseconds;
    }
    ASSERT_EQ(baseline.size(), 250U);
    const auto speedups = [&](int level, int tasks) {
        Speedups out;
        const std::string run = "kernelbench codex_gpt55_retime_l" + std::to_string(level);
        for (const MetricRow &row : selected(must(
                 reader->metricRows(must(parseFilter("run:\"" + run + "\" status:correct")))))) {
            ++out.correct;
            const double speedup = baseline.at(row.task) / row.candidateMs.value_or(NAN);
            out.geometric += std::log(speedup);
            for (const double p : {0.0, 0.5, 0.8, 1.0, 1.5, 2.0})
                out.above[p] += speedup > p ? 1.0 / tasks : 0;
        }
        out.geometric = std::exp(out.geometric / out.correct);
        return out;
    };
    struct Expected {
        int level;
        int tasks;
        int correct;
        double geometric;
        std::array<double, 6> above;
    };
    for (const Expected &each : {Expected{1, 100, 42, 0.201379, {.42, .11, .07, .06, .03, .02}},
                                 Expected{2, 100, 73, 0.218914, {.73, .18, .06, .05, .05, .05}},
                                 Expected{3, 50, 27, 0.366154, {.54, .24, .20, .20, .10, .04}}}) {
        const Speedups found = speedups(each.level, each.tasks);
        EXPECT_EQ(found.correct, each.correct);
        EXPECT_NEAR(found.geometric, each.geometric, 5e-7);
        std::size_t i = 0;
        for (const auto &[p, share] : found.above)
            EXPECT_NEAR(share, each.above.at(i++), 1e-9) << each.level << " " << p;
    }
}

// A run without baselines, joined with the published times of H100_Modal as if of the same device.
// A Python script over the two files gives: 42 of 54 records are correct and timed, 6 of them
// faster; geometric mean 0.201379.
TEST_F(PublicRecords, KernelBenchTimesOfTheSameDeviceAreJoined)
{
    const std::string published = must(
        readFile(publicData() / "kernelbench/baselines/H100_Modal/baseline_time_torch.json"));
    std::string renamed;
    const std::string from = "NVIDIA H100 80GB HBM3";
    std::size_t at = 0;
    for (std::size_t next = published.find(from); next != std::string::npos;
         next = published.find(from, at)) {
        renamed += published.substr(at, next - at) + "NVIDIA GeForce RTX 4090";
        at = next + from.size();
    }
    renamed += published.substr(at);
    fs::create_directories(folder() / "timing/4090");
    mustSucceed(writeFileAtomic(folder() / "timing/4090/baseline_time_torch.json", renamed));
    import("kernelbench/runs/codex_gpt55_retime_l1");
    EXPECT_EQ(populationOf(must(reader->metricRows({})), {}).joined.from.size(), 0U);
    must(importBatches(*openWriter(), must(readRecordTree(folder() / "timing", {})).batches));
    const Population population = populationOf(must(reader->metricRows({})), {});
    const RateRow rates = rateTable(population, GroupBy::All).back();
    EXPECT_EQ(rates.judged, 54);
    EXPECT_EQ(rates.timed, 42);
    EXPECT_EQ(rates.faster, 6);
    EXPECT_NEAR(rates.geometricMeanSpeedup.value_or(0), 0.201379, 5e-7);
    ASSERT_EQ(population.joined.from.size(), 1U);
    EXPECT_EQ(population.joined.from[0].run, "kernelbench-baseline 4090 eager");
    EXPECT_EQ(population.joined.from[0].results, 42U);
}

// Counted by a script: Codex GPT-5.5 has 190 compiled, 142 correct, 46 mismatches. Level 1, task 1
// has 26.3 and 57.5 ms in the older layout.
TEST_F(PublicRecords, KernelBenchOutcomes)
{
    const auto summaries = import("kernelbench/runs");
    ASSERT_EQ(summaries.size(), 8U);
    const std::string codex = "run:\"kernelbench codex_gpt55_retime_l1\","
                              "\"kernelbench codex_gpt55_retime_l2\","
                              "\"kernelbench codex_gpt55_retime_l3\"";
    EXPECT_EQ(count(codex + " status:correct"), 142U);
    EXPECT_EQ(count(codex + " verdict:wrong_value"), 46U);
    const auto rows = selected(
        must(reader->metricRows(must(parseFilter("run:\"kernelbench gemini_level1_run\" "
                                                 "task:level1/1_Square_matrix_multiplication_")))));
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].candidateMs, 26.3);
    // An agent loop that measured no time, so results are correct and untimed. Its summary.json has
    // 144.
    EXPECT_EQ(count("run:\"kernelbench-agent ralph_codex_cuda_all\""), 270U);
    EXPECT_EQ(count("run:\"kernelbench-agent ralph_codex_cuda_all\" status:correct"), 144U);
    for (const ImportSummary &summary : summaries) {
        for (const std::string &note : summary.notes)
            EXPECT_EQ(note.find("summary.json says"), std::string::npos) << note;
    }
    EXPECT_EQ(must(reader->check()), std::vector<std::string>());
}

// Counted with a Python script on the same files.
TEST_F(PublicRecords, KernelBenchBaselines)
{
    const auto summaries = import("kernelbench/baselines");
    ASSERT_EQ(summaries.size(), 4U);
    std::map<std::string, std::vector<double>> byLevel;
    for (const StoredGoldenRecord &each : must(reader->goldenRecords(""))) {
        EXPECT_EQ(each.suite, "kernelbench");
        const std::string stem = each.record.task.substr(7);
        EXPECT_EQ(stem,
                  kernelBenchStem(each.record.task[5] - '0', kernelBenchNumber(stem).value_or(0)))
            << "our table of names";
        byLevel[each.run + " " + each.record.task.substr(0, 6)].push_back(each.record.milliseconds);
        if (each.record.task != "level1/1_Square_matrix_multiplication_")
            continue;
        const std::map<std::string, std::pair<double, double>> expected{
            {"kernelbench-baseline H100_Modal eager", {2.66, .0199}},
            {"kernelbench-baseline H100_Modal torch.compile (default)", {2.67, .0519}},
            {"kernelbench-baseline H100_PCIe_LambdaLabs eager", {3.68, .011}},
            {"kernelbench-baseline H100_PCIe_LambdaLabs torch.compile (default)", {3.81, .0357}}};
        EXPECT_EQ(each.record.milliseconds, expected.at(each.run).first);
        EXPECT_EQ(each.record.deviationMs, expected.at(each.run).second);
    }
    const auto sum = [&](const std::string &key) {
        double out = 0;
        for (const double each : byLevel.at(key))
            out += each;
        return out;
    };
    EXPECT_EQ(byLevel.size(), 12U);
    EXPECT_NEAR(sum("kernelbench-baseline H100_Modal eager level1"), 583, 0.5);
    EXPECT_NEAR(sum("kernelbench-baseline H100_Modal eager level2"), 562, 0.5);
    EXPECT_NEAR(sum("kernelbench-baseline H100_Modal eager level3"), 697, 0.5);
    for (const auto &[key, times] : byLevel)
        EXPECT_EQ(times.size(), key.ends_with("3") ? 50U : 100U) << key;
}

// From a Python script: rows per folder, and sums of milliseconds over the 176 tasks.
TEST_F(PublicRecords, KernelBenchXGoldenResults)
{
    const auto summaries = import("kernelbenchx");
    ASSERT_EQ(summaries.size(), 5U) << "the corpus and four machines";
    std::map<std::string, int> rows;
    std::map<std::string, double> times;
    std::map<std::string, std::set<std::string>> cases;
    for (const StoredGoldenRecord &each : must(reader->goldenRecords(""))) {
        ++rows[each.device];
        if (each.category == "unknown")
            continue; // other files, and variants outside the 176
        times[each.device] += each.record.milliseconds;
        EXPECT_TRUE(cases[each.device].insert(each.record.task + each.record.caseName).second);
    }
    EXPECT_EQ(rows,
              (std::map<std::string, int>{{"RTX 4090 (recorded)", 2339},
                                          {"RTX 5090 (recorded)", 2393},
                                          {"A100 (recorded)", 2345},
                                          {"L20 (recorded)", 2393}}));
    EXPECT_NEAR(times.at("RTX 4090 (recorded)"), 3704, 0.5);
    EXPECT_NEAR(times.at("RTX 5090 (recorded)"), 6698, 0.5);
    EXPECT_NEAR(times.at("A100 (recorded)"), 6299, 0.5);
    // Equal rows have equal names for every machine.
    EXPECT_EQ(cases.at("RTX 5090 (recorded)"), cases.at("L20 (recorded)"));
}

// Read by hand: speedups of the six rounds. In the last two, the memory has pass_call: false, and
// the output repeats text and speedup of the round before.
TEST_F(PublicRecords, GeakRounds)
{
    const auto summaries = import("geak");
    ASSERT_EQ(summaries.size(), 1U);
    std::vector<double> speedups;
    for (const MetricRow &row : must(reader->metricRows(Filter())))
        speedups.push_back(row.speedup.value_or(0));
    EXPECT_EQ(speedups, (std::vector<double>{4.2068, 4.3017, 4.3017, 4.3293, 0, 0}));
    EXPECT_EQ(count("verdict:build_failed"), 2U);
    // A round without a higher speedup returned the same text again.
    EXPECT_EQ(count("flag:identical_code"), 1U);
}

TEST_F(PublicRecords, AllAtOnceAndBackByteByByte)
{
    const RecordTree tree = must(readRecordTree(publicData(), {}));
    auto summaries = must(importBatches(*openWriter(), tree.batches));
    for (const ImportSummary &summary : must(importBatches(*openWriter(), tree.batches)))
        EXPECT_TRUE(summary.alreadyImported) << summary.run;
    reader = openReader();
    int files = 0;
    for (const ImportSummary &summary : summaries) {
        const auto kept = must(reader->importedFiles(summary.run));
        if (kept.empty())
            continue; // another run of a source that already has its files
        const fs::path back = folder() / "back" / std::to_string(files);
        mustSucceed(writeOriginalFiles(kept, back));
        for (const ImportedFile &file : kept) {
            ++files;
            EXPECT_EQ(must(readFile(back / file.name)), must(readFile(publicData() / file.name)));
        }
    }
    // 8 results, 1 summary, 4 baselines, the corpus, 741 golden files, 12 of GEAK.
    EXPECT_GE(files, 8 + 1 + 4 + 1 + 741 + 12);
}

} // namespace loupe::test
