// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/runoverview.h"
#include "core/store/merge/mergestores.h"
#include "core/store/sqlite/sqlite.h"

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

namespace fs = std::filesystem;

/// Store with the runs "a" and "b" of one task.
class RunMarksTest : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        writer = openWriter();
        const TaskId task = must(writer->addTask(sampleTask("Math/add", "Math")));
        const MethodId method = must(writer->addMethod(sampleMethod("loop")));
        for (const char *name : {"a", "b"}) {
            runs.push_back(must(writer->beginRun(sampleRun(name))));
            Evaluation evaluation = sampleEvaluation("Math/add", "loop");
            if (name[0] == 'b')
                evaluation.verdict = Verdict::WrongValue;
            must(writer->record(runs.back(), task, method, evaluation));
        }
    }
    static RunMark mark(RunId run, RunMarkKind kind, const std::string &uuid,
                        const std::string &madeAt = "2026-11-21T10:00:00Z")
    {
        return {uuid, run, kind, "ada", madeAt};
    }
    void say(const RunMark &event) { mustSucceed(writer->markRuns(std::span(&event, 1))); }
    /// Returns the marks as "a★ b+": baseline and pinned runs.
    std::string marks(StoreReader &reader) const
    {
        std::string out;
        for (const RunSummary &run : must(reader.runs()))
            out += run.run.name + (run.isBaseline ? "*" : "") + (run.isPinned ? "+" : "") + " ";
        return out;
    }
    std::string marks() { return marks(*openReader()); }

    std::unique_ptr<StoreWriter> writer;
    std::vector<RunId> runs;
};

} // namespace

TEST_F(RunMarksTest, TheLastEventOfAKindCounts)
{
    EXPECT_EQ(marks(), "a b ");
    say(mark(runs[0], RunMarkKind::Baseline, "1"));
    say(mark(runs[0], RunMarkKind::Pin, "2"));
    EXPECT_EQ(marks(), "a*+ b ");
    say(mark(runs[1], RunMarkKind::Baseline, "3"));
    EXPECT_EQ(marks(), "a+ b* ") << "there is one baseline";
    say(mark(runs[0], RunMarkKind::Unpin, "4"));
    say(mark(runs[1], RunMarkKind::NoBaseline, "5"));
    EXPECT_EQ(marks(), "a b ");
    // An earlier event that arrives later, as from a merged store.
    say(mark(runs[0], RunMarkKind::Baseline, "6", "2026-11-21T09:00:00Z"));
    EXPECT_EQ(marks(), "a b ");
}

TEST_F(RunMarksTest, EventsAreAddedOnceAndNeverChanged)
{
    say(mark(runs[0], RunMarkKind::Pin, "1"));
    say(mark(runs[1], RunMarkKind::Pin, "1")); // the same event, by its uuid
    EXPECT_EQ(marks(), "a+ b ");
    const std::vector<RunMark> half{mark(runs[1], RunMarkKind::Pin, "2"),
                                    mark(RunId{99}, RunMarkKind::Pin, "3")};
    const Status refused = writer->markRuns(half);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::NotFound);
    EXPECT_EQ(marks(), "a+ b ") << "all or nothing";
    RunMark nobody = mark(runs[1], RunMarkKind::Pin, "4");
    nobody.person = " ";
    EXPECT_EQ(writer->markRuns(std::span(&nobody, 1)).error().code, Errc::InvalidInput);
    writer.reset();
    auto database = must(Database::open(storeFile(), Database::Mode::Create));
    EXPECT_FALSE(database->execute("UPDATE run_mark SET kind = 'unpin'"));
    EXPECT_FALSE(database->execute("DELETE FROM run_mark"));
    EXPECT_FALSE(database->execute(
        "INSERT OR REPLACE INTO run_mark VALUES (1, '1', 1, 'unpin', 'eve', '')"));
}

TEST_F(RunMarksTest, TwoStoresMergeByTheTimesOfTheirMarks)
{
    const fs::path copy = folder() / "copy.kloupe";
    writer.reset();                   // checkpoints the log into one file
    fs::copy_file(storeFile(), copy); // the same runs
    writer = openWriter();
    say(mark(runs[0], RunMarkKind::Baseline, "1", "2026-11-21T12:00:00Z"));
    say(mark(runs[0], RunMarkKind::Pin, "2"));
    writer.reset();
    {
        auto other = must(StoreWriter::open(copy));
        const std::vector<RunMark> events{
            mark(runs[1], RunMarkKind::Baseline, "3", "2026-11-21T11:00:00Z"),
            mark(runs[1], RunMarkKind::Pin, "4")};
        mustSucceed(other->markRuns(events));
    }
    must(mergeStores(std::vector{storeFile(), copy}, folder() / "ab.kloupe"));
    must(mergeStores(std::vector{copy, storeFile()}, folder() / "ba.kloupe"));
    for (const char *name : {"ab.kloupe", "ba.kloupe"}) {
        auto reader = must(StoreReader::open(folder() / name));
        EXPECT_EQ(marks(*reader), "a*+ b+ ") << name;
        EXPECT_TRUE(must(reader->check()).empty());
    }
}

TEST_F(RunMarksTest, OverviewSummarisesARun)
{
    const auto reader = openReader();
    const RunOverview overview = must(runOverview(*reader, "b", "a"));
    EXPECT_EQ(overview.baseline, "a");
    EXPECT_EQ(overview.outcomes, (std::map<Outcome, int>{{Outcome::Wrong, 1}}));
    EXPECT_EQ(overview.counted.judged, 1);
    EXPECT_TRUE(headlineText(overview.counted)
                    .starts_with("1 result of 1 task, 1 judged: 0 "
                                 "correct (0.0 %)"))
        << headlineText(overview.counted);
    EXPECT_EQ(must(runOverview(*reader, "a", "a")).baseline, "") << "it is its own";
    EXPECT_EQ(must(runOverview(*reader, "a", "gone")).baseline, "");
    EXPECT_EQ(runOverview(*reader, "gone", "a").error().code, Errc::NotFound);
}

} // namespace loupe::test
