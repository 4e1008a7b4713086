// SPDX-License-Identifier: Apache-2.0
#include "core/records/recordformats.h"
#include "core/store/importbatch.h"

#include "tests/core/records/kbxfixture.h"
#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

class Import : public StoreTest
{
protected:
    RecordBatch batchOf(const std::vector<Json> &records, const std::string &runName = {}) const
    {
        const std::filesystem::path file = folder() / "corpus.jsonl";
        mustSucceed(writeFileAtomic(file, kbxText(records)));
        return must(readRecords("kbx-corpus", file, {runName, false, {}, {}}));
    }
};

} // namespace

TEST_F(Import, ABatchBecomesOneFinishedRun)
{
    auto writer = openWriter();
    const ImportSummary summary = must(importBatch(*writer, batchOf(kbxSample())));
    EXPECT_FALSE(summary.alreadyImported);
    EXPECT_EQ(summary.run, "kbx-corpus corpus");
    EXPECT_EQ(summary.records, 5);
    EXPECT_EQ(summary.evaluations, 12);
    EXPECT_EQ(summary.transitions, 5);
    EXPECT_FALSE(summary.notes.empty());

    auto reader = openReader();
    const RunSummary run = must(reader->runs()).at(0);
    EXPECT_EQ(run.state, "finished");
    EXPECT_EQ(run.evaluations, 12);
    EXPECT_EQ(run.correct, 4);
    EXPECT_EQ(run.failed, 5);
    EXPECT_EQ(run.unknown, 3);
    EXPECT_EQ(must(reader->ids(must(parseFilter("flag:identical_code")))).size(), 2U);
    EXPECT_EQ(must(reader->ids(must(parseFilter("round:last status:correct")))).size(), 2U);
    EXPECT_EQ(must(reader->check()), std::vector<std::string>());
}

TEST_F(Import, TheRecordsComeOutAsTheyWentIn)
{
    auto writer = openWriter();
    must(importBatch(*writer, batchOf(kbxSample())));
    std::vector<std::string> lines;
    for (const Json &record : kbxSample())
        lines.push_back(record.dump());
    EXPECT_EQ(must(openReader()->originalRecords("kbx-corpus corpus")), lines);
}

TEST_F(Import, TheSameFileIsImportedOnce)
{
    auto writer = openWriter();
    must(importBatch(*writer, batchOf(kbxSample())));
    const ImportSummary again = must(importBatch(*writer, batchOf(kbxSample(), "another name")));
    EXPECT_TRUE(again.alreadyImported);
    EXPECT_EQ(again.run, "kbx-corpus corpus");
    EXPECT_EQ(must(openReader()->runs()).size(), 1U);
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), 12U);
}

TEST_F(Import, AnotherFileUnderATakenNameIsRefusedAndWritesNothing)
{
    auto writer = openWriter();
    must(importBatch(*writer, batchOf(kbxSample())));
    std::vector<Json> other = kbxSample();
    other.pop_back();
    const auto refused = importBatch(*writer, batchOf(other));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::InvalidInput);
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), 12U);
    EXPECT_TRUE(importBatch(*writer, batchOf(other, "second")));
    EXPECT_EQ(must(openReader()->tasks("kernelbench-x")).size(), 4U) << "tasks are shared";
}

TEST_F(Import, ACancelledImportLeavesNothing)
{
    auto writer = openWriter();
    std::stop_source stop;
    ImportControl control;
    control.stop = stop.get_token();
    int last = 0;
    control.progress = [&](int done, int total) {
        EXPECT_EQ(total, 17);
        last = done;
        if (done == 10)
            stop.request_stop();
    };
    const auto cancelled = importBatch(*writer, batchOf(kbxSample()), control);
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().code, Errc::Cancelled);
    EXPECT_EQ(last, 10);
    auto reader = openReader();
    EXPECT_TRUE(must(reader->runs()).empty());
    EXPECT_TRUE(must(reader->tasks("")).empty());
    EXPECT_TRUE(importBatch(*writer, batchOf(kbxSample())));
}

} // namespace loupe::test
