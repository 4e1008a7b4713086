// SPDX-License-Identifier: Apache-2.0
// Tests the published KernelBench-X corpus from the importer through the store to the statistics.
// Expected numbers come from its specification (kernelbenchx.md; each test names the section),
// which computed them from the data and the paper, independently of this code.
#include "core/analysis/population/population.h"
#include "core/analysis/rounds/roundtable.h"
#include "core/analysis/rounds/stepgroups.h"
#include "core/analysis/rounds/trajectorystory.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/integrity/recordaudit.h"
#include "core/records/formats/recordformats.h"
#include "core/report/documents/claims.h"
#include "core/store/file/readonlyquery.h"
#include "core/store/write/importbatch.h"

#include <algorithm>
#include <set>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

std::filesystem::path corpusFile()
{
    return std::filesystem::path(LOUPE_SOURCE_DIR).parent_path()
        / "shared/data/kernelbenchx/all_records.jsonl";
}

class KernelBenchXPublished : public StoreTest
{
protected:
    void SetUp() override
    {
        if (!std::filesystem::exists(corpusFile()))
            GTEST_SKIP() << "SKIPPED: the published corpus is not at " << corpusFile();
        StoreTest::SetUp();
        const std::vector<RecordBatch> batch = must(readRecords("kbx-corpus", corpusFile(), {}));
        auto writer = openWriter();
        summary = must(importBatches(*writer, batch)).at(0);
        writer.reset();
        reader = openReader();
    }

    std::size_t count(const std::string &filter)
    {
        return must(reader->ids(must(parseFilter(filter)))).size();
    }

    /// Returns the paper's "compile per round" and "correct per round" for the current set, with
    /// its round-0 bases.
    RoundTable paperRounds()
    {
        RoundTableOptions options;
        options.denominator = 176;
        options.denominatorSource = "tasks of the current set";
        options.base = {92, 32, "KernelBench-X paper, round 0"};
        return roundTable(
            selected(must(reader->metricRows(must(parseFilter("-flag:not_in_current_set"))))),
            options);
    }

    ImportSummary summary;
    std::unique_ptr<StoreReader> reader;
};

} // namespace

TEST_F(KernelBenchXPublished, RecordsTasksAndRounds)
{
    EXPECT_EQ(summary.records, 110);
    EXPECT_EQ(summary.tasks, 84);
    EXPECT_EQ(summary.transitions, 110);
    EXPECT_EQ(summary.evaluations, 84 * 3);
    // Known rounds per task: {0,1} 39, {1,2} 19, all three 26. So 58 tasks have one unknown round.
    EXPECT_EQ(count("status:unknown"), 58U);
    EXPECT_EQ(count("status:unknown round:2"), 39U);
    EXPECT_EQ(count("status:unknown round:0"), 19U);
    // Current set: 66 tasks. The 18 dropped ones keep their rows, with a flag.
    EXPECT_EQ(count("flag:not_in_current_set"), 18U * 3);
    EXPECT_EQ(count("-flag:not_in_current_set"), 66U * 3);
    EXPECT_EQ(count("task:Index/expand_where"), 3U);
    EXPECT_EQ(count("task:Broadcast/expand_where"), 0U);
    EXPECT_EQ(must(reader->check()), std::vector<std::string>());
}

TEST_F(KernelBenchXPublished, KindsMatchTheRecords)
{
    // 37 of 38 empty diffs are speedup increases.
    using Row = std::vector<SqlCell>;
    EXPECT_EQ(must(queryReadOnly(storeFile(),
                                 "SELECT kind, count(*), sum(identical_code) FROM v_transition "
                                 "GROUP BY kind ORDER BY count(*) DESC"))
                  .rows,
              (std::vector<Row>{{"speedup_increase", 57, 37},
                                {"call_fail_to_pass", 19, 0},
                                {"exe_fail_to_pass,perf_ok_newly", 17, 1},
                                {"exe_fail_to_pass,call_fail_to_pass,perf_ok_newly", 14, 0},
                                {"regression_exe,regression_perf", 2, 0},
                                {"exe_fail_to_pass", 1, 0}}));
    EXPECT_EQ(count("flag:identical_code"), 38U);
}

TEST_F(KernelBenchXPublished, EveryStepIsPartOfAStory)
{
    const TrajectoryCohort cohort
        = trajectoryCohort(must(reader->metricRows(must(parseFilter("")))));
    EXPECT_EQ(cohort.stories.size(), 84U);
    EXPECT_EQ(cohort.rounds, (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(cohort.complete, 26);
    std::map<std::string, const TrajectoryStory *> byTask;
    for (const TrajectoryStory &story : cohort.stories)
        byTask[story.task] = &story;
    int steps = 0;
    int stepsOfComplete = 0;
    const std::vector<RecordBatch> batch = must(readRecords("kbx-corpus", corpusFile(), {}));
    for (const Transition &each : batch.at(0).transitions) {
        const TrajectoryStory &story = *byTask.at(each.task);
        const StoryRound &after = story.rounds.at(static_cast<std::size_t>(each.toRound));
        EXPECT_EQ(after.isIdenticalCode, each.identicalCode) << each.task;
        ++steps;
        stepsOfComplete += story.isComplete() ? 1 : 0;
    }
    EXPECT_EQ(steps, 110);
    EXPECT_EQ(stepsOfComplete, 2 * 26);
    EXPECT_EQ(storyText(*byTask.at("Math/exp")), "same code, other result");
    EXPECT_EQ(storyText(*byTask.at("Math/log1p")), "regressed in round 2");
    EXPECT_EQ(cohort.count(StoryKind::Unknown), 0);
}

// The paper: "Rescued vs visible persistent: permutation p = 0.098 one-sided, bootstrap 95 % CI
// 0.83..1.52 vs 1.18..1.98; medians 1.00 vs 1.03", current set, rounds 0 to 1.
TEST_F(KernelBenchXPublished, RescuedAgainstPersistentWithIntervals)
{
    const auto rows
        = selected(must(reader->metricRows(must(parseFilter("-flag:not_in_current_set")))));
    const std::vector<StepGroups> steps = stepGroups(trajectoriesOf(rows), RoundMean::Arithmetic);
    const StepGroups &first = steps.at(0);
    EXPECT_EQ(first.rescued.timed, 15);
    EXPECT_EQ(first.persistent.timed, 24);
    EXPECT_NEAR(first.rescued.median.value_or(0), 1.00, 0.005);
    EXPECT_NEAR(first.persistent.median.value_or(0), 1.03, 0.005);
    ASSERT_TRUE(first.rescued.interval && first.persistent.interval);
    EXPECT_NEAR(first.rescued.interval->low, 0.83, 0.02);
    EXPECT_NEAR(first.rescued.interval->high, 1.52, 0.03);
    EXPECT_NEAR(first.persistent.interval->low, 1.18, 0.02);
    EXPECT_NEAR(first.persistent.interval->high, 1.98, 0.03);
    EXPECT_NEAR(first.pSlower.value_or(0), 0.098, 0.01);
}

TEST_F(KernelBenchXPublished, SevenRecordsLostTheirLineBreaks)
{
    int records = 0;
    for (const std::string &note : summary.notes) {
        if (note.find("collapsed white space") != std::string::npos)
            records = std::stoi(note);
    }
    EXPECT_EQ(records, 7);
    EXPECT_GT(count("flag:collapsed_whitespace task:Activation/gelu_bf16"), 0U);
    EXPECT_GT(count("flag:collapsed_whitespace task:MatrixMultiply/tensordot"), 0U);
    EXPECT_EQ(count("flag:collapsed_whitespace -task:Activation/gelu_bf16,Math/erf,Math/mul_int8,"
                    "MatrixMultiply/tensordot"),
              0U);
}

TEST_F(KernelBenchXPublished, RatesPerRound)
{
    const RoundTable table = paperRounds();
    ASSERT_EQ(table.rounds.size(), 3U);
    EXPECT_EQ(table.rounds[0].built, 92);
    EXPECT_EQ(table.rounds[1].built, 114);
    EXPECT_EQ(table.rounds[2].built, 121);
    EXPECT_EQ(table.rounds[0].correct, 32);
    EXPECT_EQ(table.rounds[1].correct, 47);
    EXPECT_EQ(table.rounds[2].correct, 54);
    EXPECT_NEAR(table.rounds[0].builtRate, 0.523, 0.0005);
    EXPECT_NEAR(table.rounds[1].builtRate, 0.648, 0.0005);
    EXPECT_NEAR(table.rounds[2].builtRate, 0.688, 0.0005);
    EXPECT_NEAR(table.rounds[0].correctRate, 0.182, 0.0005);
    EXPECT_NEAR(table.rounds[1].correctRate, 0.267, 0.0005);
    EXPECT_NEAR(table.rounds[2].correctRate, 0.307, 0.0005);
    EXPECT_NE(table.definition.find("92 built, 32 correct (KernelBench-X paper"),
              std::string::npos);
    EXPECT_NE(table.definition.find("176"), std::string::npos);
}

TEST_F(KernelBenchXPublished, StepsBetweenRounds)
{
    const RoundTable table = paperRounds();
    ASSERT_EQ(table.steps.size(), 2U);
    const RoundStep &first = table.steps[0];
    const RoundStep &second = table.steps[1];
    EXPECT_EQ(first.buildGained, 22);
    EXPECT_EQ(first.buildLost, 0);
    EXPECT_EQ(first.rescued, 15);
    EXPECT_EQ(first.broken, 0);
    EXPECT_EQ(second.buildGained, 7);
    EXPECT_EQ(second.rescued, 8);
    EXPECT_EQ(second.broken, 1) << "log1p";

    EXPECT_EQ(first.rescuedSpeedup.timed, 15);
    EXPECT_NEAR(first.rescuedSpeedup.arithmetic.value_or(0), 1.1582, 0.00005);
    EXPECT_NEAR(first.rescuedSpeedup.median.value_or(0), 1.00, 0.005);
    EXPECT_NEAR(first.rescuedSpeedup.geometric.value_or(0), 0.89, 0.005);
    EXPECT_EQ(second.rescuedSpeedup.timed, 7);
    EXPECT_EQ(second.rescuedSpeedup.of, 8);
    EXPECT_NEAR(second.rescuedSpeedup.arithmetic.value_or(0), 1.3153, 0.00005);
    EXPECT_NEAR(second.rescuedSpeedup.median.value_or(0), 0.92, 0.005);

    EXPECT_EQ(first.persistentAfter.timed, 24);
    EXPECT_NEAR(first.persistentBefore.arithmetic.value_or(0), 1.5446, 0.00005);
    EXPECT_NEAR(first.persistentAfter.arithmetic.value_or(0), 1.5489, 0.00005);
    EXPECT_EQ(second.persistentAfter.timed, 19);
    EXPECT_NEAR(second.persistentBefore.arithmetic.value_or(0), 1.7651, 0.00005);
    EXPECT_NEAR(second.persistentAfter.arithmetic.value_or(0), 1.7720, 0.00005);
}

TEST_F(KernelBenchXPublished,
       RescuedOverAllShippedRecords) // the paper: "On all 20 shipped: 1.0474"
{
    const RoundTable table = roundTable(must(reader->metricRows(Filter())));
    EXPECT_EQ(table.steps.at(0).rescuedSpeedup.timed, 20);
    EXPECT_NEAR(table.steps.at(0).rescuedSpeedup.arithmetic.value_or(0), 1.0474, 0.00005);
}

TEST_F(KernelBenchXPublished, ExportsTheFileByteByByte)
{
    const std::vector<ImportedFile> files = must(reader->importedFiles(summary.run));
    ASSERT_EQ(files.size(), 1U);
    EXPECT_EQ(files[0].content.toString(), must(readFile(corpusFile())));
}

TEST_F(KernelBenchXPublished, ReimportWritesNothing)
{
    const std::vector<RecordBatch> batch = must(readRecords("kbx-corpus", corpusFile(), {}));
    EXPECT_TRUE(must(importBatches(*openWriter(), batch)).at(0).alreadyImported);
    EXPECT_EQ(count(""), 252U);
}

namespace {

std::vector<RecordFinding> foundBy(const std::string &rule, const std::vector<RecordFinding> &all)
{
    std::vector<RecordFinding> out;
    for (const RecordFinding &each : all) {
        if (each.finding.rule == rule)
            out.push_back(each);
    }
    return out;
}

double number(const RecordFinding &found, const std::string &name)
{
    for (const auto &[known, value] : found.numbers) {
        if (known == name)
            return value;
    }
    ADD_FAILURE() << found.finding.message << " has no number " << name;
    return 0;
}

} // namespace

// Compared by a script: 38 records have identical code. They include 37 of the 57 increases and one
// "rescue", Math/exp: right, wrong and right again. The GPU is an RTX 5090: the denominators agree.
TEST_F(KernelBenchXPublished, AuditFindsKnownProblems)
{
    const auto states = must(reader->recordedStates(Filter()));
    const std::vector<RecordFinding> all = auditRecords(states);
    const auto noise = foundBy("noise_increase", all);
    EXPECT_EQ(noise.size(), 37U);
    double most = 0;
    for (const RecordFinding &each : noise)
        most = std::max(most, number(each, "ratio"));
    EXPECT_NEAR(most, 1.018, 0.0005);

    const auto flaky = foundBy("flaky_outcome", all);
    ASSERT_EQ(flaky.size(), 1U);
    EXPECT_EQ(flaky[0].finding.severity, FindingSeverity::Suspicion);
    EXPECT_NE(flaky[0].finding.message.find("Math/exp"), std::string::npos);

    EXPECT_TRUE(foundBy("different_baseline", all).empty());
    EXPECT_TRUE(foundBy("foreign_baseline", all).empty());
    EXPECT_TRUE(foundBy("impossible_time", all).empty());

    const auto missing = foundBy("missing_time", all);
    ASSERT_EQ(missing.size(), 1U);
    EXPECT_EQ(number(missing[0], "without_candidate_time"), 0);
    EXPECT_EQ(number(missing[0], "without_baseline_time"), number(missing[0], "speedups"));

    // Outlying speedups of the corpus.
    std::string outliers;
    for (const RecordFinding &each : foundBy("outlying_speedup", all))
        outliers += each.finding.message + "\n";
    for (const char *task : {"Fusion/fused_silu_batch_norm", "Fusion/fused_softmax_mul",
                             "Reduce/max", "Reduce/logsumexp"})
        EXPECT_NE(outliers.find(std::string(task) + " "), std::string::npos) << outliers;
}

// Golden records of four machines, next to the corpus.
TEST_F(KernelBenchXPublished, AuditFindsProblemsOfGoldenRecords)
{
    const auto states = must(reader->recordedStates(Filter()));
    std::map<std::string, std::string> taskNames; // the golden files only have the last part
    for (const RecordedState &state : states) {
        const std::string name = state.row.task;
        taskNames[name.substr(name.find('/') + 1)] = name;
    }
    std::vector<StoredGoldenRecord> golden;
    for (const char *machine : {"4090", "5090", "a100", "l20"}) {
        for (const auto &file : std::filesystem::directory_iterator(corpusFile().parent_path()
                                                                    / "golden_results" / machine)) {
            const std::string stem = file.path().stem();
            for (const Json &row : must(parseJson(must(readFile(file.path())), stem))) {
                StoredGoldenRecord &one = golden.emplace_back();
                one.run = one.device = machine;
                one.suite = states.front().row.suite;
                one.record.task = taskNames.contains(stem) ? taskNames[stem] : stem;
                one.record.caseName = row.at("input_size").dump();
                one.record.milliseconds = row.at("ms");
                one.record.gigabytesPerSecond = row.at("GB/s");
                one.record.teraflops = row.at("TFLOPS");
            }
        }
    }
    const std::vector<RecordFinding> all = auditRecords(states, golden);
    const auto copied = foundBy("copied_golden", all);
    ASSERT_EQ(copied.size(), 1U); // 187 of 189 files
    EXPECT_EQ(number(copied[0], "equal_tasks"), 187);
    EXPECT_NE(copied[0].finding.message.find("l20"), std::string::npos);
    EXPECT_NE(copied[0].finding.message.find("5090"), std::string::npos);

    std::set<std::string> outliers;
    for (const RecordFinding &each : foundBy("outlying_golden", all)) {
        EXPECT_NE(each.finding.message.find("5090"), std::string::npos) << each.finding.message;
        for (const char *task : {"masked_select", "fused_cross_entropy_log_softmax"}) {
            if (each.finding.message.find(task) != std::string::npos)
                outliers.insert(task);
        }
    }
    EXPECT_EQ(foundBy("outlying_golden", all).size(), 2U);
    EXPECT_EQ(outliers.size(), 2U);

    bool hasImpossible = false; // 170 rows above 864 GB/s
    for (const RecordFinding &each : foundBy("impossible_bandwidth", all)) {
        if (each.finding.message.find("l20") != std::string::npos)
            hasImpossible = number(each, "records") == 170;
    }
    EXPECT_TRUE(hasImpossible);

    const auto dropped = foundBy("dropped_work", all); // 0.25 and 0.25, three states
    ASSERT_EQ(dropped.size(), 3U);
    for (const RecordFinding &each : dropped) {
        EXPECT_NE(each.finding.message.find("fused_relu_max_pool2d_conv2d"), std::string::npos);
        EXPECT_NEAR(number(each, "bytes_ratio"), 0.25, 0.001);
        EXPECT_NEAR(number(each, "operations_ratio"), 0.25, 0.001);
        EXPECT_NEAR(number(each, "equal_work_speedup"), 0.987, 0.003);
    }
}

// Current set: the 24 visible persistent kernels go from 1.5446 to 1.5489, and 15 rescued ones have
// a mean of 1.1582. So the falling average is a composition effect.
TEST_F(KernelBenchXPublished, TheDeclineOfTheAverageIsComposition)
{
    const auto states = must(reader->recordedStates(must(parseFilter("-flag:not_in_current_set"))));
    const auto found = foundBy("composition_effect", auditRecords(states));
    ASSERT_FALSE(found.empty());
    const RecordFinding &first = found.front();
    EXPECT_EQ(number(first, "from_round"), 0);
    EXPECT_EQ(number(first, "persistent"), 24);
    EXPECT_NEAR(number(first, "mean_before"), 1.5446, 0.00005);
    EXPECT_NEAR(number(first, "within"), 1.5489 - 1.5446, 0.0001);
    EXPECT_EQ(number(first, "rescued"), 15);
    const double after
        = number(first, "persistent") + number(first, "rescued") + number(first, "appeared");
    EXPECT_NEAR(number(first, "rescued_effect"), 15 * (1.1582 - 1.5489) / after, 0.0001);
    EXPECT_LT(number(first, "change"), 0);
    EXPECT_NEAR(number(first, "change"), number(first, "within") + number(first, "composition"),
                1e-12);
}

TEST_F(KernelBenchXPublished, ChecksClaimsOfTheAbstract) // the shipped file of claims
{
    const std::filesystem::path file
        = std::filesystem::path(LOUPE_SOURCE_DIR) / "resources/claims/kernelbench-x.json";
    const ClaimList list = must(parseClaims(must(readFile(file)), file.string()));
    const ReportSection section = must(claimSection(*reader, list, Filter()));
    const auto says = [&](const std::string &claim, const std::string &words) {
        return std::ranges::any_of(section.points, [&](const std::string &point) {
            return point.find(claim) != std::string::npos && point.find(words) != std::string::npos;
        });
    };
    EXPECT_TRUE(says("compile rate", ": supported, with a first round that is not recorded"));
    EXPECT_TRUE(says("compile rate", "claimed 68.8 %, recorded 68.75 % (n = 121 of 176)"));
    EXPECT_TRUE(says("average speedup falls", ": cannot be known whole"));
    EXPECT_TRUE(says("Newly rescued", ": supported as far as it is recorded"));
    EXPECT_TRUE(says("Newly rescued", "claimed 1.16, recorded 1.1582 (n = 15 of 15)"));
    EXPECT_TRUE(says("Newly rescued", "claimed 1.58, recorded 1.5489 (n = 24 of 32)"));
    EXPECT_TRUE(says("Newly rescued", "recorded 1.5446 (n = 24"));
    EXPECT_TRUE(says("deviance", ": cannot be known."));
    EXPECT_TRUE(says("slower than eager", ": cannot be known whole"));
    EXPECT_TRUE(says("between devices", ": cannot be known."));
}

// The published folder also holds three excerpts of the corpus. An older store has each as a
// separate run. The corpus alone has 110 records of 84 tasks (§5).
TEST_F(KernelBenchXPublished, CountsExcerptsOfTheCorpusOnce)
{
    const std::filesystem::path file
        = std::filesystem::path(LOUPE_SOURCE_DIR) / "resources/claims/kernelbench-x.json";
    const ClaimList list = must(parseClaims(must(readFile(file)), file.string()));
    const ReportSection alone = must(claimSection(*reader, list, Filter()));
    const std::string corpus = must(readFile(corpusFile()));
    std::vector<std::string> excerpts(3);
    std::size_t line = 0;
    for (std::size_t at = 0; at < corpus.size(); ++line) {
        const std::size_t end = std::min(corpus.find('\n', at), corpus.size() - 1) + 1;
        excerpts[line % 3] += corpus.substr(at, end - at);
        at = end;
    }
    for (std::size_t i = 0; i < excerpts.size(); ++i) {
        const auto excerpt = folder() / ("excerpt_" + std::to_string(i) + ".jsonl");
        mustSucceed(writeFileAtomic(excerpt, excerpts[i]));
        must(importBatches(*openWriter(), must(readRecords("kbx-corpus", excerpt, {}))));
    }
    ASSERT_EQ(must(reader->runs()).size(), 4U);
    const Population population = populationOf(must(reader->metricRows({})), {});
    const RoundTable rounds = roundTable(population.observations());
    EXPECT_EQ(rounds.trajectories, 84);
    int steps = 0;
    for (const RoundStep &step : rounds.steps)
        steps += step.trajectories;
    EXPECT_EQ(steps, 110);
    const ReportSection beside = must(claimSection(*reader, list, Filter()));
    EXPECT_EQ(beside.points, alone.points);
    EXPECT_TRUE(std::ranges::none_of(beside.points, [](const std::string &point) {
        return point.find("contradicted") != std::string::npos;
    }));
}

} // namespace loupe::test
