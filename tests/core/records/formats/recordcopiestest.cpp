// SPDX-License-Identifier: Apache-2.0
#include "core/records/formats/recordcopies.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Returns a run from one place with the kernels of these numbers.
RecordBatch batchOf(const std::string &place, std::initializer_list<int> kernels)
{
    RecordBatch out;
    out.format = "made-up";
    out.source = place;
    out.run.name = "run of " + place;
    out.run.suite = "s";
    out.run.environment = {"Test GPU (recorded)", "cuda", "{}"};
    for (const int kernel : kernels) {
        Evaluation &each = out.evaluations.emplace_back();
        each.candidate.task = "t";
        each.candidate.method = "m";
        each.candidate.sample = static_cast<int>(out.evaluations.size());
        each.candidate.source = "kernel " + std::to_string(kernel);
        each.verdict = Verdict::Correct;
    }
    out.records = static_cast<int>(out.evaluations.size());
    out.files = {{place, "content"}};
    return out;
}

std::vector<std::string> left(std::vector<RecordBatch> batches)
{
    EXPECT_TRUE(leaveOutCopies(batches));
    std::vector<std::string> out;
    for (const RecordBatch &each : batches)
        out.push_back(each.source);
    return out;
}

using Places = std::vector<std::string>;

} // namespace

TEST(RecordCopies, ReadsPartsOfAnotherFileOnce)
{
    std::vector<RecordBatch> batches{batchOf("part", {1, 2}), batchOf("whole", {1, 2, 3})};
    EXPECT_TRUE(leaveOutCopies(batches));
    ASSERT_EQ(batches.size(), 1U);
    EXPECT_EQ(batches[0].source, "whole");
    EXPECT_EQ(batches[0].records, 3);
    EXPECT_EQ(batches[0].notes,
              std::vector<std::string>{"part repeats 2 of these records; counted once"});
    ASSERT_EQ(batches[0].files.size(), 2U) << "its file is kept all the same";
    EXPECT_EQ(batches[0].files[1].name, "part");
}

TEST(RecordCopies, KeepsTheFirstOfEqualSources)
{
    EXPECT_EQ(left({batchOf("b", {1, 2}), batchOf("a", {2, 1}), batchOf("c", {1, 2})}),
              Places{"b"});
}

TEST(RecordCopies, KeepsSourcesWithMoreRecords)
{
    EXPECT_EQ(left({batchOf("a", {1, 2}), batchOf("b", {1, 3})}), (Places{"a", "b"}));
    EXPECT_EQ(left({batchOf("a", {1, 1}), batchOf("b", {1})}), (Places{"a"}));
    EXPECT_EQ(left({batchOf("a", {1}), batchOf("b", {1, 1})}), (Places{"b"}))
        << "twice is more than once";
}

TEST(RecordCopies, KeepsEqualRecordsOfAnotherDevice)
{
    for (const auto &change : std::initializer_list<void (*)(RecordBatch &)>{
             [](RecordBatch &b) { b.run.environment.deviceName = "Other GPU (recorded)"; },
             [](RecordBatch &b) { b.run.environment.json = R"({"driver":"2"})"; },
             [](RecordBatch &b) { b.run.precision = "bf16"; },
             [](RecordBatch &b) { b.run.suite = "other"; },
             [](RecordBatch &b) { b.format = "other"; },
             [](RecordBatch &b) { b.evaluations[0].speedup = 2.0; },
             [](RecordBatch &b) { b.evaluations[0].candidate.round = 1; },
             [](RecordBatch &b) { b.evaluations[0].verdict = Verdict::WrongValue; },
             [](RecordBatch &b) { b.evaluations[0].baseline = "eager"; }}) {
        RecordBatch other = batchOf("b", {1});
        change(other);
        EXPECT_EQ(left({batchOf("a", {1}), other}), (Places{"a", "b"}));
    }
}

TEST(RecordCopies, DoesNotCompareRunsOfOneSource)
{
    EXPECT_EQ(left({batchOf("a", {1, 2}), batchOf("a", {1})}), (Places{"a", "a"}));
}

TEST(RecordCopies, KeepsFailuresWithoutDetails)
{
    RecordBatch one = batchOf("a", {1});
    RecordBatch other = batchOf("b", {1});
    for (RecordBatch *each : {&one, &other}) {
        each->evaluations[0].candidate.source = {};
        each->evaluations[0].verdict = Verdict::BuildFailed;
    }
    EXPECT_EQ(left({one, other}), (Places{"a", "b"}));
    for (RecordBatch *each : {&one, &other})
        each->evaluations[0].buildLog = "error: expected ';'";
    EXPECT_EQ(left({one, other}), Places{"a"}) << "a log tells it from others";
}

TEST(RecordCopies, ComparesReferenceTimesAndSteps)
{
    const auto goldenBatch = [](const std::string &place, double ms) {
        RecordBatch out = batchOf(place, {});
        GoldenRecord &golden = out.golden.emplace_back();
        golden.task = "t";
        golden.baseline = "eager";
        golden.milliseconds = ms;
        out.records = 1;
        return out;
    };
    EXPECT_EQ(left({goldenBatch("a", 1.5), goldenBatch("b", 1.5)}), Places{"a"});
    EXPECT_EQ(left({goldenBatch("a", 1.5), goldenBatch("b", 1.25)}), (Places{"a", "b"}));
    const auto stepBatch = [](const std::string &place, const std::string &kind) {
        RecordBatch out = batchOf(place, {});
        Transition &step = out.transitions.emplace_back();
        step.task = "t";
        step.kind = kind;
        out.records = 1;
        return out;
    };
    EXPECT_EQ(left({stepBatch("a", "x"), stepBatch("b", "x")}), Places{"a"});
    EXPECT_EQ(left({stepBatch("a", "x"), stepBatch("b", "y")}), (Places{"a", "b"}));
}

TEST(RecordCopies, ListsSkippedRecordsOfACopy)
{
    std::vector<RecordBatch> batches{batchOf("whole", {1, 2}), batchOf("part", {1})};
    batches[1].skipped = {{"part:2:ms", "must be above 0"}};
    EXPECT_TRUE(leaveOutCopies(batches));
    ASSERT_EQ(batches.size(), 1U);
    ASSERT_EQ(batches[0].skipped.size(), 1U);
    EXPECT_EQ(batches[0].skipped[0].where, "part:2:ms");
}

TEST(RecordCopies, KeepsSingleSources)
{
    EXPECT_EQ(left({}), Places());
    EXPECT_EQ(left({batchOf("a", {})}), Places{"a"});
    EXPECT_EQ(left({batchOf("a", {}), batchOf("b", {})}), (Places{"a", "b"}))
        << "nothing is no part of nothing";
}

TEST(RecordCopies, KeepsTimesOfFoldersWithoutADevice)
{
    const auto timesOf = [](const std::string &place, const std::string &device,
                            const std::string &folder) {
        RecordBatch out = batchOf(place, {});
        out.run.environment.deviceName = device;
        out.golden.push_back({"t", "eager", {}, 2.0, {}, {}, {}, {}, {}, {}, folder + "/t.json:1"});
        out.records = 1;
        return out;
    };
    EXPECT_EQ(left({timesOf("a", "not recorded", "one"), timesOf("b", "not recorded", "two")}),
              (Places{"a", "b"}))
        << "the audit tells that they are copies";
    EXPECT_EQ(left({timesOf("a", "not recorded", "one"), timesOf("b", "not recorded", "one")}),
              Places{"a"});
    EXPECT_EQ(left({timesOf("a", "GPU (recorded)", "one"), timesOf("b", "GPU (recorded)", "two")}),
              Places{"a"});
}

} // namespace loupe
