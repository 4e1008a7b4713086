// SPDX-License-Identifier: Apache-2.0
#include "core/records/table/resulttable.h"

#include "core/model/verdict/verdict.h"

#include <set>

#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

class ResultTable : public RecordsTest
{
protected:
    /// Reads a CSV table of a single run.
    RecordBatch readOne(const std::string &text) const
    {
        write("mine.csv", text);
        auto batches = read("table", "mine.csv");
        EXPECT_EQ(batches.size(), 1U);
        return batches.empty() ? RecordBatch() : std::move(batches.front());
    }
};

} // namespace

TEST_F(ResultTable, ReadsEveryColumn)
{
    const RecordBatch batch = readOne(
        "task,correct,method,suite,category,level,round,sample,candidate_ms,baseline_ms,baseline,"
        "device,precision,source,language,reference\n"
        "add,True,agent,mine,math,2,1,3,2,5,eager,NVIDIA X,bf16,\"a, \"\"b\"\"\nc\",cuda,def f\n");
    ASSERT_EQ(batch.evaluations.size(), 1U);
    const Evaluation &each = batch.evaluations.front();
    EXPECT_EQ(each.verdict, Verdict::Correct);
    EXPECT_EQ(each.candidate.method, "agent");
    EXPECT_EQ(each.candidate.round, 1);
    EXPECT_EQ(each.candidate.sample, 3);
    EXPECT_EQ(each.candidate.source, "a, \"b\"\nc");
    EXPECT_EQ(each.candidate.language, "cuda");
    EXPECT_EQ(each.candidateMs, 2.0);
    EXPECT_EQ(each.baselineMs, 5.0);
    EXPECT_EQ(each.speedup, 2.5);
    EXPECT_EQ(each.baseline, "eager");
    EXPECT_EQ(batch.run.suite, "mine");
    EXPECT_EQ(batch.run.precision, "bf16");
    EXPECT_EQ(batch.run.environment.deviceName, "NVIDIA X (recorded)");
    ASSERT_EQ(batch.tasks.size(), 1U);
    EXPECT_EQ(batch.tasks.front().suite, "mine");
    EXPECT_EQ(batch.tasks.front().category, "math");
    EXPECT_EQ(batch.tasks.front().level, 2);
    EXPECT_EQ(batch.tasks.front().reference, "def f");
    EXPECT_TRUE(batch.notes.empty());
}

TEST_F(ResultTable, ReadsAnExportOfEvaluations)
{
    const RecordBatch batch = readOne(
        "id,run,task,method,verdict,strict_verdict,speedup,speedup_low,speedup_high,candidate_ms,"
        "device,message\n"
        "1,r,add,m,correct,wrong_value,2,1.5,2.5,3,RTX 4090 (recorded),as it was\n");
    const Evaluation &each = batch.evaluations.front();
    EXPECT_EQ(each.strictVerdict, Verdict::WrongValue);
    EXPECT_EQ(each.speedupLow, 1.5);
    EXPECT_EQ(each.speedupHigh, 2.5);
    EXPECT_EQ(each.message, "as it was");
    EXPECT_EQ(batch.run.environment.deviceName, "RTX 4090 (recorded)");
    EXPECT_TRUE(hasNote(batch, "not read: id."));
}

TEST_F(ResultTable, DemonstrationDataStaysMarked)
{
    write("mine.jsonl", R"({"task": "a", "correct": true, "method": "m", "demo": "yes"})");
    const auto batches = read("table", "mine.jsonl");
    ASSERT_EQ(batches.size(), 1U);
    ASSERT_EQ(batches.front().methods.size(), 1U);
    EXPECT_TRUE(batches.front().methods.front().isDemo);
}

TEST_F(ResultTable, VerdictsFollowFromWhatIsRecorded)
{
    const RecordBatch batch = readOne("task,correct,compiled,verdict\n"
                                      "a,1,,\n"
                                      "b,no,,\n"
                                      "c,false,true,\n"
                                      "d,FALSE,False,\n"
                                      "e,,,\n"
                                      "f,,0,\n"
                                      "g,,,wrong_value\n"
                                      "h,true,true,correct\n");
    std::vector<Verdict> verdicts;
    for (const Evaluation &each : batch.evaluations)
        verdicts.push_back(each.verdict);
    using enum Verdict;
    EXPECT_EQ(verdicts,
              (std::vector{Correct, WrongAnswer, WrongAnswer, BuildFailed, NotRecorded, BuildFailed,
                           WrongValue, Correct}));
}

TEST_F(ResultTable, AWrongResultHasNoSpeedup)
{
    const RecordBatch batch = readOne("task,correct,candidate_ms,baseline_ms,speedup\n"
                                      "a,false,1,2,2\n"
                                      "b,true,1,nan,\n"
                                      "c,true,2,4,1.5\n");
    EXPECT_EQ(evaluationOf(batch, "a").speedup, std::nullopt);
    EXPECT_EQ(evaluationOf(batch, "a").candidateMs, 1.0);
    EXPECT_EQ(evaluationOf(batch, "b").speedup, std::nullopt);
    EXPECT_EQ(evaluationOf(batch, "c").speedup, 1.5); // as recorded
    EXPECT_TRUE(hasNote(batch, "NaN or infinite"));
}

TEST_F(ResultTable, ConditionsSeparateRuns)
{
    write("mine.jsonl",
          R"({"task": "a", "correct": true, "speedup": 2, "baseline": "eager", "device": "cpu"}
{"task": "a", "correct": true, "speedup": 1, "baseline": "compile", "device": "cpu"}
{"task": "b", "correct": true, "speedup": 3, "baseline": "eager", "device": "cpu"}
)");
    EXPECT_EQ(detected("mine.jsonl"), "table");
    const auto batches = read("auto", "mine.jsonl");
    ASSERT_EQ(batches.size(), 2U);
    EXPECT_EQ(batches[0].evaluations.size(), 2U);
    EXPECT_EQ(batches[0].run.environment.deviceKind, "cpu");
    EXPECT_EQ(batches[0].evaluations[0].candidate.method, "mine"); // the file's name
    EXPECT_EQ(std::string_view(batches[0].evaluations[0].originalRecord).find("{\"task\": \"a\""),
              0U);
    const std::vector<std::string> names = runNames(batches);
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 2U);
}

TEST_F(ResultTable, AttemptsWithoutABaselineStayInTheirRun)
{
    const RecordBatch batch = readOne("task,correct,round,speedup,baseline\n"
                                      "a,false,0,,\n"
                                      "a,true,1,2,eager\n");
    EXPECT_EQ(batch.run.name, "table mine");
    EXPECT_EQ(evaluationOf(batch, "a", 0, 1).baseline, "eager");
}

TEST_F(ResultTable, RecordedRunsStaySeparate)
{
    write("mine.csv", "run,task,correct\nfirst,a,true\nsecond,a,false\n");
    const auto batches = read("auto", "mine.csv");
    EXPECT_EQ(runNames(batches),
              (std::vector<std::string>{"table mine (first)", "table mine (second)"}));
}

TEST_F(ResultTable, RunsThatLookAlikeLoseNothing)
{
    write("mine.csv",
          "task,correct,run,device,suite\n"
          "a,true,H100,,\n"
          "a,true,,H100,\n"
          "a,true,\"x, y\",,\n"
          "a,true,x,,y\n"
          "a,true,table,,\n"
          "a,true,,,\n");
    const auto batches = read("table", "mine.csv");
    std::set<std::string> uuids;
    std::set<std::string> names;
    for (const RecordBatch &batch : batches) {
        uuids.insert(batch.run.uuid);
        names.insert(batch.run.name);
    }
    EXPECT_EQ(uuids.size(), 6U);
    EXPECT_EQ(names.size(), 6U);
}

TEST_F(ResultTable, EachBaselineOfAnAttemptIsARunInAnyOrder)
{
    write("mine.csv",
          "task,correct,speedup,baseline\n"
          "a,true,1,eager\na,true,2,compile\nb,true,3,compile\nb,true,4,eager\n");
    const auto batches = read("table", "mine.csv");
    ASSERT_EQ(batches.size(), 2U);
    EXPECT_EQ(runNames(batches),
              (std::vector<std::string>{"table mine (eager)", "table mine (compile)"}));
    EXPECT_EQ(evaluationOf(batches[0], "b").speedup, 4.0);
    EXPECT_EQ(evaluationOf(batches[1], "b").speedup, 3.0);
}

TEST_F(ResultTable, NumbersAndFlagsMayBeThoseOfPandas)
{
    const RecordBatch batch = readOne("task,correct,round,sample\na,1.0,2.0,\nb, True,0,1.0\n");
    EXPECT_EQ(evaluationOf(batch, "a", 0, 2).verdict, Verdict::Correct);
    EXPECT_EQ(evaluationOf(batch, "b", 1, 0).verdict, Verdict::Correct);
    write("mine.jsonl", R"({"task": "a", "correct": 1, "round": 3.0})");
    EXPECT_EQ(evaluationOf(read("table", "mine.jsonl").front(), "a", 0, 3).verdict,
              Verdict::Correct);
}

TEST_F(ResultTable, AnInfiniteQuotientIsNoSpeedup)
{
    const RecordBatch batch
        = readOne("task,correct,candidate_ms,baseline_ms\na,true,1e-300,1e300\n");
    EXPECT_EQ(evaluationOf(batch, "a").speedup, std::nullopt);
}

TEST_F(ResultTable, ASkippedLineLeavesTheNextOne)
{
    write("mine.csv", "task,correct,candidate_ms\na,true,abc\na,true,2\n");
    const auto batches = read("table", "mine.csv", {{}, true, {}, {}});
    ASSERT_EQ(batches.size(), 1U);
    EXPECT_EQ(batches.front().evaluations.size(), 1U);
    EXPECT_EQ(batches.front().skipped.size(), 1U);
}

TEST_F(ResultTable, LinesThatDisagreeAboutATaskAreCounted)
{
    const RecordBatch batch = readOne("task,correct,method,reference\n"
                                      "a,true,m,one\na,true,n,two\nb,true,m,one\n");
    EXPECT_TRUE(hasNote(batch, "1 task"));
}

TEST_F(ResultTable, UnreadColumnsAreNamed)
{
    const RecordBatch batch = readOne("task,correct,runtime,score,source\nadd,true,3,0.5,def f\n");
    EXPECT_TRUE(hasNote(batch, "runtime, score"));
    EXPECT_NE(std::string_view(batch.evaluations.front().originalRecord).find("\"score\""),
              std::string_view::npos);
}

TEST_F(ResultTable, RefusesWithThePlace)
{
    const auto expect
        = [&](const std::string &text, const std::string &place, const std::string &words) {
              write("mine.csv", text);
              expectRefused("table", "mine.csv", "mine.csv:" + place, words);
          };
    expect("task,score\na,1\n", "1", "\"correct\" are missing");
    expect("task,correct,task\na,true,b\n", "1", "occurs twice");
    expect("task,correct\na,true\n,true\n", "3:task", "is missing");
    expect("task,correct\na,maybe\n", "2:correct", "must be true, false");
    expect("task,correct\na\n", "2", "has 1 field instead of 2");
    expect("task,correct,candidate_ms\na,true,fast\n", "2:candidate_ms", "must be a number");
    expect("task,correct,candidate_ms\na,true,-1\n", "2:candidate_ms", "must be above 0");
    expect("task,correct,round\na,true,1.5\n", "2:round", "must be a whole number");
    expect("task,correct,speedup,speedup_low\na,true,2,3\n", "2:speedup_low", "above the speedup");
    expect("task,verdict\na,fine\n", "2:verdict", "must be a verdict");
    expect("task,verdict\na,flagged\n", "2:verdict", "must be a verdict");
    expect("task,verdict,correct\na,crashed,true\n", "2:correct", "contradicts");
    expect("task,correct,compiled\na,true,false\n", "2:compiled", "is false");
    expect("task,correct\na,true\na,false\n", "3", "in a line above");
}

TEST_F(ResultTable, OtherTablesAreNotDetected)
{
    for (const char *text : {"task,score\na,1\n", "Task,Correct\na,1\n", "correct\n1\n", ""}) {
        write("mine.csv", text);
        EXPECT_EQ(detected("mine.csv"), "") << text;
    }
    for (const char *text :
         {"{\"task\": {\"correct\": true}}\n", "[\"task\", \"correct\"]\n", "task"}) {
        write("mine.jsonl", text);
        EXPECT_EQ(detected("mine.jsonl"), "") << text;
    }
}

TEST_F(ResultTable, ManyMangledTablesDoNoHarm)
{
    const std::string text
        = "task,correct,candidate_ms,source\nadd,true,2,\"x\ny\"\nmul,false,,z\n";
    mangle("table", "mine.csv", text, write("mine.csv", text));
}

} // namespace loupe::test
