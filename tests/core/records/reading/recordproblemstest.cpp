// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/recordproblems.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

ReadOptions skipping()
{
    ReadOptions out;
    out.skipBad = true;
    return out;
}

/// Returns a run with this number of records.
BatchBuilder runOf(const std::string &name, int records)
{
    BatchSource source;
    source.format = "made-up";
    source.suite = "s";
    source.path = "/x/" + name;
    source.name = name;
    BatchBuilder out(source, "digest of " + name, {});
    for (int i = 0; i < records; ++i) {
        Evaluation evaluation;
        evaluation.candidate.task = "t";
        evaluation.candidate.method = "m";
        evaluation.candidate.sample = i;
        EXPECT_TRUE(out.add(evaluation));
    }
    return out;
}

std::vector<BatchBuilder> runs(int first, int second)
{
    std::vector<BatchBuilder> out;
    out.push_back(runOf("one", first));
    out.push_back(runOf("two", second));
    return out;
}

} // namespace

TEST(RecordProblems, OneProblemRefusesTheSource)
{
    const ReadOptions strict;
    RecordProblems problems("/x", strict);
    EXPECT_TRUE(problems.verdict(1));
    EXPECT_TRUE(problems.accept({}));
    EXPECT_FALSE(problems.accept({{"/x:3:ms", "must be above 0"}, {"/x:3:task", "is missing"}}));
    const auto refused = problems.finish(runs(5, 0), {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::InvalidInput);
    EXPECT_EQ(refused.error().where, "/x:3:ms");
    EXPECT_EQ(refused.error().message, "must be above 0 (and 1 more problem)");
    EXPECT_EQ(refused.error().detail, "/x:3:ms: must be above 0\n/x:3:task: is missing\n");
    EXPECT_EQ(refused.error().hint, "nothing was imported; correct the file, or skip bad records");
}

TEST(RecordProblems, ListsSkippedRecordsWithTheFirstRun)
{
    const ReadOptions options = skipping();
    RecordProblems problems("/x", options);
    problems.add({"/x:2", "not valid JSON"});
    const auto batches = problems.finish(runs(0, 3), {{"a.json", "text"}});
    ASSERT_TRUE(batches) << batches.error().text();
    ASSERT_EQ(batches->size(), 1U) << "a run without a record is none";
    EXPECT_EQ(batches->front().run.name, "two");
    ASSERT_EQ(batches->front().skipped.size(), 1U);
    EXPECT_EQ(batches->front().skipped[0].where, "/x:2");
    EXPECT_EQ(batches->front().notes,
              std::vector<std::string>{"1 problem in bad records, which were skipped"});
    ASSERT_EQ(batches->front().files.size(), 1U);
    EXPECT_EQ(batches->front().files[0].content, "text");
}

TEST(RecordProblems, RefusesSourcesWithOnlyProblems)
{
    const ReadOptions options = skipping();
    RecordProblems problems("/x", options);
    problems.add({"/x:2", "not valid JSON"});
    const auto none = problems.finish(runs(0, 0), {});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().where, "/x:2");
}

TEST(RecordProblems, ReportsEmptySources)
{
    const ReadOptions strict;
    const RecordProblems problems("/x", strict);
    const auto none = problems.finish(runs(0, 0), {});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message, noResultInSource);
    EXPECT_EQ(none.error().where, "/x");
    EXPECT_NE(none.error().hint, "");
}

TEST(RecordProblems, KeepsTheFirstHundredProblems)
{
    const ReadOptions strict;
    RecordProblems problems("/x", strict);
    for (int i = 0; i < 100'000; ++i)
        problems.add({"/x:" + std::to_string(i), "is missing"});
    EXPECT_EQ(problems.all().size(), 100U);
    EXPECT_EQ(problems.all().front().where, "/x:0");
}

TEST(RecordProblems, InvalidLineIsAProblemAtItsLocation)
{
    const ReadOptions strict;
    RecordProblems problems("/x", strict);
    EXPECT_TRUE(problems.parsed(R"({"a": NaN})", "/x/a.jsonl", 7)) << "as Python writes it";
    EXPECT_TRUE(problems.all().empty());
    EXPECT_FALSE(problems.parsed(R"({"a": })", "/x/a.jsonl", 7));
    ASSERT_EQ(problems.all().size(), 1U);
    EXPECT_EQ(problems.all()[0].where, "/x/a.jsonl:7:7");
}

TEST(RecordProblems, EachStepReportsProgressAndStops)
{
    std::stop_source source;
    ReadOptions options;
    options.stop = source.get_token();
    std::vector<std::pair<int, int>> told;
    options.progress = [&](int done, int total) { told.emplace_back(done, total); };
    const RecordProblems problems("/x", options);
    EXPECT_TRUE(problems.step(1, 3));
    source.request_stop();
    const Status stopped = problems.step(2, 3);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, Errc::Cancelled);
    EXPECT_EQ(stopped.error().where, "/x");
    EXPECT_EQ(told, (std::vector<std::pair<int, int>>{{1, 3}, {2, 3}}));
}

TEST(RecordProblems, CountsRecordsWithInvalidTimes)
{
    const auto notesOf = [](const std::vector<std::string> &records) {
        const ReadOptions options;
        RecordProblems problems("/x", options);
        for (const std::string &each : records)
            EXPECT_TRUE(problems.parsed(each, "/x"));
        const auto read = problems.finish(runs(1, 0), {});
        EXPECT_TRUE(read);
        std::string all;
        for (const std::string &note : read->front().notes)
            all += note;
        return all;
    };
    EXPECT_EQ(notesOf({R"({"runtime": NaN})", R"({"a": [{"latency_ms": Infinity, "ms": NaN}]})",
                       R"({"speedup": 2.0})"}),
              "2 records with times that are NaN or infinite, left out");
    EXPECT_EQ(notesOf({R"({"Speedup Compile": "inf"})"}),
              "1 record with times that are NaN or infinite, left out");
    EXPECT_EQ(notesOf({R"({"max_difference": [NaN], "std": NaN, "runtime": -1, "score": null})"}),
              "")
        << "an error or a deviation is no time";
}

} // namespace loupe
