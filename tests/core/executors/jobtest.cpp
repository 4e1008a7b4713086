// SPDX-License-Identifier: Apache-2.0
#include "core/executors/job.h"

#include "core/executors/shardmerge.h"
#include "core/store/file/storefile.h"

#include "tests/core/engine/unusualrequest.h"
#include "tests/core/store/storefixture.h"

namespace loupe {

using test::must;
using test::mustSucceed;

namespace {

class Jobs : public test::StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        m_folder.emplace(folder() / "job");
        mustSucceed(m_folder->create());
        m_job.id = std::string(32, 'a');
        m_job.name = "far away";
        m_job.shards = 3;
    }
    /// Makes the store that a shard returns after these samples.
    void handBack(int shard, int samples, Verdict verdict = Verdict::Correct)
    {
        const std::filesystem::path scratch
            = folder() / ("scratch-" + std::to_string(shard) + ".kloupe");
        std::filesystem::remove(scratch);
        {
            const auto writer = must(StoreWriter::open(scratch));
            loupe::Run run = test::sampleRun("far away");
            run.uuid = std::string(32, 'b');
            const RunId id = must(writer->beginRun(run));
            const TaskId task = must(writer->addTask(test::sampleTask("Math/add", "Math")));
            const MethodId method = must(writer->addMethod(test::sampleMethod("loop")));
            for (int i = 0; i < samples; ++i) {
                Evaluation evaluation = test::sampleEvaluation("Math/add", "loop");
                evaluation.candidate.sample = 100 * shard + i;
                evaluation.verdict = verdict;
                must(writer->record(id, task, method, evaluation));
            }
            mustSucceed(writer->setRunState(id, "finished", "now"));
        }
        mustSucceed(copyStore(scratch, m_folder->shardStore(shard)));
    }

    class Counting final : public RunObserver
    {
    public:
        void itemFinished(const ItemResult &, int done, int) override { last = done; }
        int last = 0;
    };
    std::optional<JobFolder> m_folder;
    NodeJob m_job;
    Counting m_observer;
};

} // namespace

TEST_F(Jobs, AreReadFromTheirFolder)
{
    m_job.preset = test::unusualPreset();
    m_job.store = "/home/x/r.kloupe";
    m_job.preset.request.partOf = {"all", {RunPrecision::Float32, RunPrecision::BFloat16}};
    mustSucceed(m_folder->writeJob(m_job));
    const NodeJob job = must(m_folder->readJob());
    EXPECT_EQ(job.preset.request.partOf, m_job.preset.request.partOf);
    EXPECT_EQ(job.name, "far away");
    EXPECT_EQ(job.store, m_job.store);
    EXPECT_EQ(job.shards, 3);
    EXPECT_EQ(toJson(job.preset), toJson(m_job.preset));
    EXPECT_FALSE(m_folder->readEnd(2));
    mustSucceed(m_folder->writeEnd(
        2, {"failed", 4, Error{Errc::Environment, "no compiler", "x", "install it", "d"}}));
    const auto end = m_folder->readEnd(2);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->infraErrors, 4);
    EXPECT_EQ(end->error->code, Errc::Environment);
    EXPECT_EQ(end->error->hint, "install it");
    EXPECT_EQ(std::filesystem::status(m_folder->path()).permissions(),
              std::filesystem::perms::owner_all);
    EXPECT_FALSE(isJobId("../../../../../../../../../etc/xx"));
    EXPECT_FALSE(isJobId(std::string(32, 'A')));
}

TEST_F(Jobs, FailureDuringAStopCountsAsStopped)
{
    m_job.preset.request.suite = folder() / "nowhere";
    mustSucceed(m_folder->writeJob(m_job));
    const auto stateOfOne = [&](std::stop_source stop) {
        EXPECT_FALSE(workOnJob(*m_folder, 1, {}, {}, m_observer, stop.get_token()));
        const auto end = m_folder->readEnd(1);
        EXPECT_TRUE(end && end->error);
        return end ? end->state : std::string();
    };
    EXPECT_EQ(stateOfOne({}), "failed");
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_EQ(stateOfOne(stopped), "cancelled");
}

TEST_F(Jobs, MergesShardsOnArrivalAndOnce)
{
    const auto merge = must(ShardMerge::open(storeFile(), *m_folder, m_job, m_observer, 9));
    mustSucceed(merge->takeNews());
    EXPECT_EQ(merge->done(), 0);
    handBack(1, 2);
    mustSucceed(merge->takeNews());
    EXPECT_EQ(merge->done(), 2);
    handBack(1, 3);
    handBack(2, 1, Verdict::InfraError);
    mustSucceed(m_folder->writeEnd(1, {"finished", 0, std::nullopt}));
    mustSucceed(merge->takeNews());
    mustSucceed(merge->takeNews());
    EXPECT_EQ(merge->done(), 5 - 1);
    EXPECT_EQ(m_observer.last, 4);
    EXPECT_TRUE(merge->isFinished(1));
    EXPECT_EQ(merge->unfinished(), (std::vector<int>{2, 3}));
    EXPECT_EQ(must(openReader()->runs()).at(0).state, "running");
    handBack(2, 3);
    handBack(3, 3);
    for (const int shard : {2, 3})
        mustSucceed(m_folder->writeEnd(shard, {"finished", 0, std::nullopt}));
    mustSucceed(merge->takeNews());
    EXPECT_TRUE(merge->isAllFinished());
    const RunOutcome outcome = must(merge->finish(false));
    EXPECT_FALSE(outcome.cancelled);
    const auto runs = must(openReader()->runs());
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs[0].state, "finished");
    EXPECT_EQ(runs[0].evaluations, 9);
    EXPECT_EQ(runs[0].correct, 9) << "the infra error gave way";
    EXPECT_TRUE(must(openReader()->check()).empty());
}

TEST_F(Jobs, ShardWithCancelledItemsLeavesTheRunUnfinished)
{
    const auto merge = must(ShardMerge::open(storeFile(), *m_folder, m_job, m_observer, 9));
    for (const int shard : {1, 2, 3}) {
        handBack(shard, shard == 2 ? 2 : 3);
        mustSucceed(
            m_folder->writeEnd(shard, {shard == 2 ? "left_out" : "finished", 0, std::nullopt}));
    }
    mustSucceed(merge->takeNews());
    EXPECT_TRUE(merge->isAllFinished()) << "nothing is to be submitted again";
    EXPECT_TRUE(must(merge->finish(false)).cancelled);
    EXPECT_EQ(must(openReader()->runs()).at(0).state, "cancelled");
    EXPECT_EQ(must(merge->stored()).size(), 8U);
}

TEST_F(Jobs, DoesNotMergeAnnotationsOfShards)
{
    handBack(1, 1);
    {
        const auto shard = must(StoreWriter::open(m_folder->shardStore(1)));
        Annotation note;
        note.uuid = std::string(32, 'd');
        note.evaluation = RowId{1};
        note.kind = AnnotationKind::Note;
        note.value = "look";
        note.person = "me";
        note.madeAt = "2026-11-22T13:00:00Z";
        must(shard->annotate(std::span(&note, 1)));
    }
    const auto absorbed = openWriter()->absorb(m_folder->shardStore(1));
    ASSERT_FALSE(absorbed);
    EXPECT_EQ(absorbed.error().code, Errc::Unsupported);
    EXPECT_EQ(must(openReader()->ids(Filter())).size(), 0U);
}

} // namespace loupe
