// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/unfinishedrun.h"

#include "tests/core/engine/runfixture.h"

namespace loupe {

namespace {

using test::must;
using test::mustSucceed;

class UnfinishedRunTest : public test::RunTest
{
protected:
    void SetUp() override
    {
        RunTest::SetUp();
        writeSamples(3);
    }
    std::optional<UnfinishedRun> found() const { return must(unfinishedRun(request().store)); }
    Error refusal() const
    {
        const auto unfinished = unfinishedRun(request().store);
        EXPECT_FALSE(unfinished);
        return unfinished ? Error() : unfinished.error();
    }
};

} // namespace

TEST_F(UnfinishedRunTest, FindsACancelledRunWithItsRemainingItems)
{
    RunRequest of = request();
    of.jobs = 3;
    recordRun(of, {Verdict::Correct, Verdict::InfraError});
    const auto unfinished = found();
    ASSERT_TRUE(unfinished);
    EXPECT_EQ(unfinished->name, "the run");
    EXPECT_EQ(unfinished->state, "cancelled");
    EXPECT_EQ(unfinished->total, 3);
    EXPECT_EQ(unfinished->left, 2) << "what the machinery failed at is tried again";
    EXPECT_TRUE(unfinished->request.resume);
    EXPECT_EQ(unfinished->request.jobs, 3);
    EXPECT_EQ(unfinished->request.name, "the run");
    EXPECT_EQ(unfinished->request.store, request().store);
    EXPECT_EQ(unfinished->request.fromFile.source, "the stored run \"the run\"");
    EXPECT_TRUE(open(unfinished->request)) << "and can be gone on with";
}

TEST_F(UnfinishedRunTest, KilledRunIsInterrupted)
{
    recordRun(request(), {Verdict::Correct}, false);
    const auto unfinished = found();
    ASSERT_TRUE(unfinished);
    EXPECT_EQ(unfinished->state, "interrupted");
    EXPECT_EQ(unfinished->left, 2);
}

TEST_F(UnfinishedRunTest, FinishedRunLeavesNothing)
{
    recordRun(request(), {Verdict::Correct, Verdict::Correct, Verdict::WrongValue});
    EXPECT_FALSE(found());
}

TEST_F(UnfinishedRunTest, OnlyTheEnginesNewestRunCounts)
{
    recordRun(request(), {Verdict::Correct});
    RunRequest newer = request();
    newer.name = "newer";
    recordRun(newer, std::vector<Verdict>(3, Verdict::Correct));
    EXPECT_FALSE(found()) << "an older one is past";
    {
        const auto writer = must(StoreWriter::open(request().store));
        loupe::Run imported = test::sampleRun("imported");
        imported.origin = "import:x";
        must(writer->beginRun(imported));
    }
    EXPECT_FALSE(found()) << "an import is no run of the engine";
}

TEST_F(UnfinishedRunTest, AStoreWithoutRunsHasNone)
{
    must(StoreWriter::open(request().store));
    EXPECT_FALSE(found());
    EXPECT_FALSE(unfinishedRun(root() / "none.kloupe")) << "no store is an error";
}

TEST_F(UnfinishedRunTest, RunningRunIsNotOffered)
{
    const auto recorder = must(open(request()));
    EXPECT_FALSE(found());
}

TEST_F(UnfinishedRunTest, ReportsMissingOrChangedFiles)
{
    recordRun(request(), {Verdict::Correct});
    Json task = doubleTask();
    task["title"] = "Another";
    writeTask(task, "suite/Math/double");
    EXPECT_EQ(refusal().message,
              "the run \"the run\" cannot be resumed: its suite has changed since it began");
    std::filesystem::remove_all(root() / "m");
    EXPECT_NE(refusal().text().find("m"), std::string::npos);
    std::filesystem::remove_all(root() / "suite");
    EXPECT_EQ(refusal().code, Errc::NotFound);
}

TEST_F(UnfinishedRunTest, CannotResumeARunOfStoredCandidates)
{
    RunRequest of = request();
    of.candidates.clear();
    Method method;
    method.name = "m";
    Candidate candidate;
    candidate.task = "Math/double";
    candidate.method = "m";
    candidate.source = "x";
    candidate.language = "cpp";
    of.given = {{method, {candidate}}};
    recordRun(of, {});
    const Error error = refusal();
    EXPECT_EQ(error.where, "run profile");
    EXPECT_EQ(error.hint, "evaluate the missing ones with kloupe rerun");
}

TEST_F(UnfinishedRunTest, RemainingCountIsNeverNegative)
{
    const Plan plan = must(makePlan(request()));
    EXPECT_EQ(unfinishedOf(plan, request(), "interrupted", 7).left, 0);
    EXPECT_EQ(unfinishedOf(plan, request(), "interrupted", 0).left, 3);
}

} // namespace loupe
