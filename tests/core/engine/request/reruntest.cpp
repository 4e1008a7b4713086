// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/rerun.h"

#include "tests/core/engine/runfixture.h"

namespace loupe {

namespace {

using test::must;
using test::mustSucceed;

class RerunTest : public test::RunTest
{
protected:
    void SetUp() override
    {
        RunTest::SetUp();
        writeSamples(3);
        RunRequest of = request();
        of.jobs = 5;
        of.timing.minimumBlocks = 7;
        engine.useSeed("5eed");
        recordRun(of, {Verdict::Correct, Verdict::WrongValue, Verdict::Crashed});
    }
    std::vector<RowId> ids(const std::string &filter = "") const
    {
        const auto reader = must(StoreReader::open(request().store));
        return must(reader->ids(must(parseFilter(filter))));
    }
    /// Adds another run with one evaluation, imported or by the engine.
    RowId addRun(const std::string &name, const std::string &origin, const std::string &source)
    {
        const auto writer = must(StoreWriter::open(request().store));
        loupe::Run run = test::sampleRun(name);
        run.origin = origin;
        const RunId id = must(writer->beginRun(run));
        const TaskId task = must(writer->addTask(test::sampleTask("Math/exp", "Math")));
        const MethodId method = must(writer->addMethod(test::sampleMethod("imported")));
        Evaluation evaluation = test::sampleEvaluation("Math/exp", "imported");
        evaluation.candidate.source = source;
        return must(writer->record(id, task, method, evaluation));
    }
    Result<RunRequest> again(const std::vector<RowId> &of, const std::filesystem::path &suite = {},
                             RerunSeeds seeds = RerunSeeds::New) const
    {
        return requestToRerun(request().store, of, suite, seeds);
    }
};

} // namespace

TEST_F(RerunTest, EvaluationsAreDoneAgainUnderTheOptionsOfTheirRun)
{
    const RunRequest found = must(again(ids("status:wrong,crash")));
    EXPECT_EQ(found.store, request().store);
    EXPECT_EQ(found.jobs, 5);
    EXPECT_EQ(found.timing.minimumBlocks, 7);
    EXPECT_EQ(found.suite, std::filesystem::absolute(root() / "suite"));
    EXPECT_TRUE(found.candidates.empty()) << "the stored sources are taken, not the files";
    EXPECT_EQ(found.seed, "") << "with inputs that nobody knows";
    EXPECT_EQ(found.fromFile.source, "the stored run \"the run\"");
    ASSERT_EQ(found.given.size(), 1U);
    EXPECT_EQ(found.given[0].method.name, "m");
    ASSERT_EQ(found.given[0].candidates.size(), 2U);
    EXPECT_EQ(found.given[0].candidates[0].sample, 1);
    EXPECT_EQ(found.given[0].candidates[0].source, "x");
    EXPECT_EQ(must(makePlan(found)).items.size(), 2U);
}

TEST_F(RerunTest, TheStoredSeedDrawsTheSameInputs)
{
    EXPECT_EQ(must(again(ids(), {}, RerunSeeds::Stored)).seed, "5eed");
}

TEST_F(RerunTest, ASuiteReplacesTheSuiteOfTheRun)
{
    EXPECT_EQ(must(again(ids(), "/elsewhere")).suite, "/elsewhere");
}

TEST_F(RerunTest, StoredSettingsCannotLeaveTheSandbox)
{
    RunRequest outside = request();
    outside.name = "outside";
    outside.sandbox = SandboxMode::None;
    recordRun(outside, {Verdict::Correct});
    const RunRequest found = must(again(ids("run:outside")));
    EXPECT_EQ(found.sandbox, SandboxMode::Bubblewrap);
    EXPECT_TRUE(found.fromFile.leavesSandbox) << "and is told of";
}

TEST_F(RerunTest, RefusesEvaluationsThatCannotBeRepeated)
{
    EXPECT_EQ(again({}).error().where, "evaluations");
    EXPECT_EQ(again({RowId{4711}}).error().code, Errc::NotFound);
    const RowId sourceless = addRun("bare", "import:x", "");
    const auto bare = again({sourceless}, root() / "suite");
    ASSERT_FALSE(bare);
    EXPECT_EQ(bare.error().where, "evaluation " + std::to_string(sourceless.value));
    EXPECT_EQ(bare.error().message, "its source is not in the store");
}

TEST_F(RerunTest, RefusesEvaluationsOfTwoRuns)
{
    std::vector<RowId> mixed = ids();
    mixed.push_back(addRun("other", "engine", "x"));
    const auto refused = again(mixed);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "it is of the run \"other\", others of \"the run\"");
    EXPECT_EQ(refused.error().code, Errc::InvalidInput);
}

TEST_F(RerunTest, AnImportedOneNeedsItsSuiteAndHasTheUsualOptions)
{
    const RowId imported = addRun("import", "import:x", "def f(): pass");
    const auto nowhere = again({imported});
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().where, "suite");
    EXPECT_EQ(nowhere.error().hint, "name the benchmark's checkout with --suite");
    const RunRequest found = must(again({imported}, root() / "suite"));
    EXPECT_EQ(found.suite, root() / "suite");
    EXPECT_EQ(found.jobs, RunRequest().jobs);
    ASSERT_EQ(found.given.size(), 1U);
    EXPECT_EQ(found.given[0].method.name, "imported");
}

TEST_F(RerunTest, AcceptsSingleEvaluationsOfEngineRunsOnly)
{
    const auto reader = must(StoreReader::open(request().store));
    const EvaluationDetail own = must(reader->detail(ids().front()));
    const RunRequest found = must(requestOf(own));
    EXPECT_TRUE(found.store.empty()) << "nothing is to be stored";
    EXPECT_EQ(found.given.at(0).candidates.size(), 1U);
    EvaluationDetail imported = own;
    imported.run.origin = "import:x";
    EXPECT_EQ(requestOf(imported).error().code, Errc::Unsupported);
    EvaluationDetail bare = own;
    bare.evaluation.candidate.source = {};
    EXPECT_EQ(requestOf(bare).error().code, Errc::InvalidInput);
    EvaluationDetail old = own;
    old.run.profileJson = R"({"suite": {"hash": "x"}, "seed": "00"})";
    EXPECT_EQ(requestOf(old).error().code, Errc::Unsupported) << "an older version says less";
}

} // namespace loupe
