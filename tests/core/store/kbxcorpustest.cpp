// SPDX-License-Identifier: Apache-2.0
// The published KernelBench-X corpus through the importer and the store to the statistics. Numbers
// come from the project's specification of it (kernelbenchx.md, the section is named at each test),
// which recomputed them from the data and the paper, not from this code.
#include "core/analysis/roundtable.h"
#include "core/records/recordformats.h"
#include "core/store/importbatch.h"

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

std::filesystem::path corpusFile()
{
    return std::filesystem::path(LOUPE_SOURCE_DIR).parent_path()
        / "shared/data/kernelbenchx/all_records.jsonl";
}

class KbxPublished : public StoreTest
{
protected:
    void SetUp() override
    {
        if (!std::filesystem::exists(corpusFile()))
            GTEST_SKIP() << "SKIPPED: the published corpus is not at " << corpusFile();
        StoreTest::SetUp();
        const RecordBatch batch = must(readRecords("kbx-corpus", corpusFile(), {}));
        auto writer = openWriter();
        summary = must(importBatch(*writer, batch));
        writer.reset();
        reader = openReader();
    }

    std::size_t count(const std::string &filter)
    {
        return must(reader->ids(must(parseFilter(filter)))).size();
    }

    /// §6.2: "compile per round" and "correct per round": current set, round-0 bases of the paper.
    RoundTable paperRounds()
    {
        RoundTableOptions options;
        options.denominator = 176;
        options.denominatorSource = "tasks of the current set";
        options.base = {92, 32, "KernelBench-X paper, round 0"};
        return roundTable(must(reader->metricRows(must(parseFilter("-flag:not_in_current_set")))),
                          options);
    }

    ImportSummary summary;
    std::unique_ptr<StoreReader> reader;
};

} // namespace

TEST_F(KbxPublished, RecordsTasksAndRounds) // §5
{
    EXPECT_EQ(summary.records, 110);
    EXPECT_EQ(summary.tasks, 84);
    EXPECT_EQ(summary.transitions, 110);
    EXPECT_EQ(summary.evaluations, 84 * 3);
    // Rounds known per task: {0,1} 39, {1,2} 19, all three 26: one unknown for each of the 58.
    EXPECT_EQ(count("status:unknown"), 58U);
    EXPECT_EQ(count("status:unknown round:2"), 39U);
    EXPECT_EQ(count("status:unknown round:0"), 19U);
    // Current set: 66 tasks; the 18 dropped ones keep their rows, marked.
    EXPECT_EQ(count("flag:not_in_current_set"), 18U * 3);
    EXPECT_EQ(count("-flag:not_in_current_set"), 66U * 3);
    EXPECT_EQ(count("task:Index/expand_where"), 3U);
    EXPECT_EQ(count("task:Broadcast/expand_where"), 0U);
    EXPECT_EQ(must(reader->check()), std::vector<std::string>());
}

TEST_F(KbxPublished, KindsAreAsRecorded) // §5
{
    std::map<std::string, int> kinds;
    int identical = 0;
    int identicalIncreases = 0;
    for (const Transition &each : must(reader->transitions(summary.run))) {
        ++kinds[each.kind];
        identical += each.identicalCode ? 1 : 0;
        identicalIncreases += each.identicalCode && each.kind == "speedup_increase" ? 1 : 0;
    }
    const std::map<std::string, int> expected{
        {"speedup_increase", 57},
        {"call_fail_to_pass", 19},
        {"exe_fail_to_pass,perf_ok_newly", 17},
        {"exe_fail_to_pass,call_fail_to_pass,perf_ok_newly", 14},
        {"regression_exe,regression_perf", 2},
        {"exe_fail_to_pass", 1}};
    EXPECT_EQ(kinds, expected);
    EXPECT_EQ(identical, 38) << "empty diffs";
    EXPECT_EQ(identicalIncreases, 37);
    EXPECT_EQ(count("flag:identical_code"), 38U);
}

TEST_F(KbxPublished, SevenRecordsLostTheirLineBreaks) // §5
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

TEST_F(KbxPublished, RatesPerRound) // §6.2, §8
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

TEST_F(KbxPublished, StepsBetweenRounds) // §6.2, §8
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

TEST_F(KbxPublished, RescuedOverAllShippedRecords) // §6.2: "On all 20 shipped: 1.0474"
{
    const RoundTable table = roundTable(must(reader->metricRows(Filter())));
    EXPECT_EQ(table.steps.at(0).rescuedSpeedup.timed, 20);
    EXPECT_NEAR(table.steps.at(0).rescuedSpeedup.arithmetic.value_or(0), 1.0474, 0.00005);
}

TEST_F(KbxPublished, TheFileComesOutByteByByte)
{
    std::string text;
    for (const std::string &line : must(reader->originalRecords(summary.run)))
        text += line + "\n";
    EXPECT_EQ(text, must(readFile(corpusFile())));
}

TEST_F(KbxPublished, ImportingItAgainWritesNothing)
{
    const RecordBatch batch = must(readRecords("kbx-corpus", corpusFile(), {}));
    EXPECT_TRUE(must(importBatch(*openWriter(), batch)).alreadyImported);
    EXPECT_EQ(count(""), 252U);
}

} // namespace loupe::test
