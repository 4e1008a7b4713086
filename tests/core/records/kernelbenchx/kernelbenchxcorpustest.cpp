// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"
#include "core/records/formats/recordformats.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/core/records/kernelbenchxfixture.h"

namespace loupe::test {

namespace {

class KernelBenchXCorpus : public ::testing::Test
{
protected:
    void SetUp() override
    {
        auto folder = TemporaryFolder::create("loupe-records");
        ASSERT_TRUE(folder);
        m_folder = std::make_unique<TemporaryFolder>(std::move(folder).value());
    }

    std::filesystem::path file() const { return m_folder->path() / "corpus.jsonl"; }

    Result<RecordBatch> read(const std::string &text, const ReadOptions &options = {}) const
    {
        EXPECT_TRUE(writeFileAtomic(file(), text));
        auto batches = readRecords("kbx-corpus", file(), options);
        if (!batches)
            return std::move(batches).error();
        return std::move(batches->at(0));
    }

    /// Expects that the text is refused with `words` at `place` ("3:before.speedup").
    void expectRefused(const std::string &text, const std::string &place,
                       const std::string &words) const
    {
        const auto batch = read(text);
        ASSERT_FALSE(batch) << place;
        EXPECT_EQ(batch.error().code, Errc::InvalidInput);
        EXPECT_EQ(batch.error().where, file().string() + ":" + place) << batch.error().text();
        EXPECT_NE(batch.error().text().find(words), std::string::npos) << batch.error().text();
    }

    /// Expects a refusal at that field after `spoil` changes the sample's second record.
    void expectSpoiled(const std::function<void(Json &)> &spoil, const std::string &field,
                       const std::string &words) const
    {
        std::vector<Json> records = kernelBenchXSample();
        spoil(records[1]);
        expectRefused(kernelBenchXText(records), "2:" + field, words);
    }

private:
    std::unique_ptr<TemporaryFolder> m_folder;
};

const Evaluation &find(const RecordBatch &batch, const std::string &task, int round)
{
    const auto found = std::find_if(
        batch.evaluations.begin(), batch.evaluations.end(), [&](const Evaluation &each) {
            return each.candidate.task == task && each.candidate.round == round;
        });
    EXPECT_NE(found, batch.evaluations.end()) << task << " " << round;
    return *found;
}

using Flags = std::vector<std::string>;

} // namespace

TEST_F(KernelBenchXCorpus, StatesBecomeEvaluationsAndUnknownRoundsStayUnknown)
{
    const auto batch = read(kernelBenchXText(kernelBenchXSample()));
    ASSERT_TRUE(batch) << batch.error().text();
    EXPECT_EQ(batch->records, 5);
    EXPECT_EQ(batch->tasks.size(), 4U);
    EXPECT_EQ(batch->transitions.size(), 5U);
    ASSERT_EQ(batch->evaluations.size(), 12U) << "4 tasks, rounds 0 to 2";

    EXPECT_EQ(find(*batch, "Math/add", 0).verdict, Verdict::BuildFailed);
    EXPECT_EQ(find(*batch, "Math/add", 1).verdict, Verdict::Correct);
    EXPECT_EQ(find(*batch, "Math/add", 1).speedup, 0.5);
    EXPECT_EQ(find(*batch, "Math/add", 1).candidateMs, 20.0);
    EXPECT_FALSE(find(*batch, "Math/add", 1).baselineMs) << "the record does not give it";
    EXPECT_EQ(find(*batch, "Math/add", 1).baseline, "eager (5090 golden)");
    EXPECT_EQ(find(*batch, "Fusion/two", 0).verdict, Verdict::NotRecorded);
    EXPECT_EQ(find(*batch, "Fusion/two", 0).candidate.source, "");
    EXPECT_EQ(find(*batch, "Fusion/two", 2).verdict, Verdict::WrongAnswer);
    EXPECT_EQ(find(*batch, "Index/expand_where", 1).verdict, Verdict::WrongAnswer);
    EXPECT_EQ(find(*batch, "Index/expand_where", 2).verdict, Verdict::NotRecorded);
    for (const Evaluation &each : batch->evaluations)
        EXPECT_EQ(each.strictVerdict, Verdict::NotRecorded);
}

TEST_F(KernelBenchXCorpus, SourceIsTheTextAboveTheSeparator)
{
    const std::vector<Json> records = kernelBenchXSample();
    const auto batch = read(kernelBenchXText(records));
    ASSERT_TRUE(batch);
    EXPECT_EQ(find(*batch, "Math/add", 1).candidate.source, "v1\n");
    EXPECT_EQ(find(*batch, "Math/add", 1).originalRecord, records[0].dump());
    EXPECT_EQ(find(*batch, "Math/add", 2).originalRecord, records[1].dump());
    EXPECT_EQ(find(*batch, "Math/add", 1).runLog, "a warning about numpy");
    for (std::size_t i = 0; i < records.size(); ++i)
        EXPECT_EQ(batch->transitions[i].originalRecord, records[i].dump());
    EXPECT_EQ(batch->transitions[3].kind, "regression_exe,regression_perf");
    EXPECT_EQ(batch->transitions[2].task, "Index/expand_where");
    EXPECT_TRUE(batch->transitions[4].identicalCode);
}

TEST_F(KernelBenchXCorpus, FlagsUnusualRecords)
{
    std::vector<Json> records = kernelBenchXSample();
    records[3]["diff_stats"]["lines_a"] = 300;
    const auto batch = read(kernelBenchXText(records));
    ASSERT_TRUE(batch);
    EXPECT_EQ(find(*batch, "Math/add", 1).flags, Flags());
    EXPECT_EQ(find(*batch, "Math/add", 2).flags, Flags{"identical_code"});
    EXPECT_EQ(find(*batch, "Math/exp", 0).flags, Flags{"not_in_current_set"});
    EXPECT_EQ(find(*batch, "Math/exp", 2).flags, (Flags{"not_in_current_set", "identical_code"}));
    EXPECT_EQ(find(*batch, "Index/expand_where", 0).flags, Flags{"renamed_task"});
    EXPECT_EQ(find(*batch, "Fusion/two", 1).flags, Flags{"collapsed_whitespace"});
    EXPECT_EQ(batch->notes.size(), 4U);
}

TEST_F(KernelBenchXCorpus, RunNamesItsOrigin)
{
    const auto batch = read(kernelBenchXText(kernelBenchXSample()));
    const auto again = read(kernelBenchXText(kernelBenchXSample()), {"my name", false, {}, {}});
    ASSERT_TRUE(batch && again);
    EXPECT_EQ(batch->run.name, "kbx-corpus corpus");
    EXPECT_EQ(again->run.name, "my name");
    EXPECT_EQ(batch->run.uuid, again->run.uuid) << "the same content is the same run";
    EXPECT_EQ(batch->run.uuid.size(), 32U);
    EXPECT_EQ(batch->run.origin, "import:kbx-corpus");
    EXPECT_EQ(batch->run.environment.deviceName, "RTX 5090 (recorded)");
    EXPECT_EQ(batch->tasks[0].suite, "kernelbench-x");
    EXPECT_EQ(batch->methods.at(0).name, "GEAK");
    EXPECT_FALSE(batch->methods.at(0).isDemo);
    std::vector<Json> other = kernelBenchXSample();
    other.pop_back();
    EXPECT_NE(read(kernelBenchXText(other))->run.uuid, batch->run.uuid);
}

TEST_F(KernelBenchXCorpus, BadJsonIsRefusedAtLineAndColumn)
{
    std::vector<Json> records = kernelBenchXSample();
    const std::string good = kernelBenchXText({records[0]});
    expectRefused(good + "{\"task_id\": }\n", "2:13", "not valid JSON");
    expectRefused(good + "[1, 2]\n", "2", "must be an object");
    expectRefused(good + "\n" + good, "2", "empty");
    expectRefused(good + "{\"a\": 1, \"a\": 2}\n", "2", "occurs twice");
    expectRefused(std::string("\xff\xfe") + good, "1:1", "not UTF-8");
    expectRefused(good + "{\"a\": \"\xE9\"}\n", "2:8", "not UTF-8");
}

TEST_F(KernelBenchXCorpus, ACutOffLastLineIsRefusedWithTheLikelyReason)
{
    std::string text = kernelBenchXText(kernelBenchXSample());
    text.resize(text.size() - 200);
    const auto batch = read(text);
    ASSERT_FALSE(batch);
    EXPECT_EQ(batch.error().code, Errc::InvalidInput);
    EXPECT_NE(batch.error().where.find("corpus.jsonl:5:"), std::string::npos);
    EXPECT_NE(batch.error().hint.find("cut off"), std::string::npos);
    // A missing final line break alone is accepted.
    std::string whole = kernelBenchXText(kernelBenchXSample());
    whole.pop_back();
    EXPECT_TRUE(read(whole));
}

TEST_F(KernelBenchXCorpus, AMissingKeyIsNamed)
{
    for (const char *key : {"task_id", "transition", "from_round", "to_round", "kind",
                            "before_code_present", "after_code_present", "before_code",
                            "after_code", "unified_diff", "notes", "llm_fields", "before", "after"})
        expectSpoiled([&](Json &record) { record.erase(key); }, key, "is missing");
    for (const char *key : {"call_ok", "exe_ok", "perf_ok", "dtype", "runtime_ms", "gbs", "tflops",
                            "speedup", "maintainability", "error"})
        expectSpoiled([&](Json &record) { record["after"].erase(key); },
                      "after." + std::string(key), "is missing");
    expectSpoiled([&](Json &record) { record["diff_stats"].erase("lines_b"); },
                  "diff_stats.lines_b", "is missing");
}

TEST_F(KernelBenchXCorpus, AWrongTypeOrValueIsNamed)
{
    const auto set = [](const char *side, const char *key, const Json &value) {
        return [=](Json &record) { record[side][key] = value; };
    };
    expectSpoiled(set("before", "call_ok", 1), "before.call_ok", "true or false");
    expectSpoiled(set("after", "speedup", "fast"), "after.speedup", "number");
    expectSpoiled(set("after", "speedup", -1.0), "after.speedup", "above 0");
    expectSpoiled(set("after", "runtime_ms", 0), "after.runtime_ms", "above 0");
    expectSpoiled(set("after", "speedup", nullptr), "after.speedup", "perf_ok is true");
    expectSpoiled(set("before", "maintainability", "n/a"), "before.maintainability", "number");
    expectSpoiled(set("before", "call_ok", false), "before.exe_ok", "call_ok is false");
    expectSpoiled(set("before", "exe_ok", false), "before.perf_ok", "exe_ok is false");
    expectSpoiled(set("diff_stats", "lines_a", 1.5), "diff_stats.lines_a", "whole number");
    expectSpoiled([](Json &r) { r["before"] = "state"; }, "before", "must be an object");
    expectSpoiled([](Json &r) { r["before_code"] = 7; }, "before_code", "string");
    expectSpoiled([](Json &r) { r["task_id"] = "../../etc/passwd"; }, "task_id",
                  "Category/name.py");
    expectSpoiled([](Json &r) { r["task_id"] = "Math/.py"; }, "task_id", "Category/name.py");
    expectSpoiled([](Json &r) { r["kind"] = "got_better"; }, "kind", "speedup_increase");
    expectSpoiled([](Json &r) { r["kind"] = ""; }, "kind", "is not one of");
    expectSpoiled([](Json &r) { r["kind"] = "speedup_increase,"; }, "kind", "is not one of");
    expectSpoiled([](Json &r) { r["from_round"] = "round_one"; }, "from_round", "round_N");
    expectSpoiled([](Json &r) { r["to_round"] = "round_5"; }, "to_round", "round after");
    expectSpoiled([](Json &r) { r["transition"] = "round_0_to_round_9"; }, "transition",
                  "round_1_to_round_2");
    expectSpoiled([](Json &r) { r["after_code"] = "no separator"; }, "after_code", "146 #");
    expectSpoiled([](Json &r) { r["after_code"] = kernelBenchXCode(kernelBenchXCode("twice")); },
                  "after_code", "more than one");
    expectSpoiled([](Json &r) { r["after_code_present"] = false; }, "after_code", "must be empty");
}

TEST_F(KernelBenchXCorpus, ConflictingRecordsOfAStateAreRefused)
{
    std::vector<Json> records = kernelBenchXSample();
    records[1]["before"]["speedup"] = 0.6;
    expectRefused(kernelBenchXText(records), "2:before",
                  "speedup of Math/add in round 1 is not what line 1");
    records = kernelBenchXSample();
    records[1]["before_code"] = kernelBenchXCode("another");
    expectRefused(kernelBenchXText(records), "2:before", "code of Math/add");
}

TEST_F(KernelBenchXCorpus, TheSameStepTwiceIsRefused)
{
    std::vector<Json> records = kernelBenchXSample();
    records.push_back(records[2]);
    expectRefused(kernelBenchXText(records), "6:transition", "line 3");
    records.back()["task_id"] = "Index/expand_where.py";
    expectRefused(kernelBenchXText(records), "6:transition", "line 3");
}

TEST_F(KernelBenchXCorpus, AllProblemsAreListed)
{
    std::vector<Json> records = kernelBenchXSample();
    records[0]["kind"] = "x";
    records[4].erase("notes");
    const auto batch = read(kernelBenchXText(records));
    ASSERT_FALSE(batch);
    EXPECT_NE(batch.error().detail.find(":1:kind"), std::string::npos);
    EXPECT_NE(batch.error().detail.find(":5:notes"), std::string::npos);
}

TEST_F(KernelBenchXCorpus, BadRecordsCanBeSkippedOnRequest)
{
    std::vector<Json> records = kernelBenchXSample();
    records[0]["kind"] = "x";
    const std::string text = kernelBenchXText(records) + "{broken\n";
    const auto batch = read(text, {{}, true, {}, {}});
    ASSERT_TRUE(batch) << batch.error().text();
    EXPECT_EQ(batch->records, 4);
    EXPECT_EQ(batch->transitions.size(), 4U);
    ASSERT_EQ(batch->skipped.size(), 2U);
    EXPECT_NE(batch->skipped[1].where.find(":6:"), std::string::npos);
    EXPECT_EQ(find(*batch, "Math/add", 0).verdict, Verdict::NotRecorded)
        << "what only the bad record showed is unknown";
    EXPECT_EQ(find(*batch, "Math/add", 1).speedup, 0.5);
    EXPECT_FALSE(read("{broken\n", {{}, true, {}, {}})) << "nothing good is left";
}

TEST_F(KernelBenchXCorpus, EmptyMissingAndForeignFilesAreRefused)
{
    EXPECT_EQ(read("").error().code, Errc::InvalidInput);
    EXPECT_EQ(readRecords("kbx-corpus", file().string() + "x", {}).error().code, Errc::NotFound);
    EXPECT_EQ(readRecords("kbx-corpus", file().parent_path(), {}).error().code, Errc::InvalidInput);
    const auto unknown = readRecords("csv", file(), {});
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.error().hint.find("kbx-corpus"), std::string::npos);
}

TEST_F(KernelBenchXCorpus, ReportsProgressAndStopsOnRequest)
{
    std::vector<int> seen;
    std::stop_source stop;
    ReadOptions options;
    options.stop = stop.get_token();
    options.progress = [&](int done, int total) {
        EXPECT_EQ(total, 5);
        seen.push_back(done);
        if (done == 3)
            stop.request_stop();
    };
    EXPECT_EQ(read(kernelBenchXText(kernelBenchXSample()), options).error().code, Errc::Cancelled);
    EXPECT_EQ(seen, (std::vector<int>{1, 2, 3}));
}

TEST_F(KernelBenchXCorpus, HostileLinesNeverCrashTheReader)
{
    const std::string good = kernelBenchXText({kernelBenchXSample()[0]});
    for (std::size_t cut = 0; cut < good.size(); cut += 7)
        static_cast<void>(read(good.substr(0, cut) + "\n"));
    for (std::size_t at = 0; at < good.size(); at += 5) {
        std::string mangled = good;
        mangled[at] = static_cast<char>(mangled[at] ^ 0x15);
        static_cast<void>(read(mangled));
    }
    static_cast<void>(read(std::string(100'000, '[') + "\n"));
    static_cast<void>(read("{\"diff_stats\":{\"lines_a\":99999999999999999999}}\n"));
}

} // namespace loupe::test
