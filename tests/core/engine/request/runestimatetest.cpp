// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/runestimate.h"

#include <cmath>
#include <limits>

#include "tests/core/store/storefixture.h"

namespace loupe {

TEST(RunEstimate, ReturnsNothingWithoutEarlierEvaluations)
{
    const std::vector<std::string> tasks{"a"};
    EXPECT_FALSE(estimateSeconds({}, tasks, 2).seconds);
    EXPECT_FALSE(estimateSeconds({{"a", {{1, 1}}}}, {}, 2).seconds);
}

TEST(RunEstimate, SumsEarlierTaskTimes)
{
    // Task a: 4 s on two processors and 1 s of timing: 3 s each time, without variation.
    const SecondsByTask earlier{{"a", {{4, 1}, {4, 1}}}};
    const std::vector<std::string> tasks{"a", "a", "a"};
    const RunEstimate estimate = estimateSeconds(earlier, tasks, 2);
    EXPECT_DOUBLE_EQ(*estimate.seconds, 9);
    EXPECT_DOUBLE_EQ(*estimate.secondsLow, 9);
    EXPECT_DOUBLE_EQ(*estimate.secondsHigh, 9);
    EXPECT_EQ(estimate.itemsWithHistory, 3);
}

TEST(RunEstimate, ItsSpreadIsThatOfTheSum)
{
    // Two times with mean 2 and variance 2, and four items: 4*2 for themselves and 16*2/2 for the
    // mean.
    const SecondsByTask earlier{{"a", {{0, 1}, {0, 3}}}};
    const std::vector<std::string> tasks(4, "a");
    const RunEstimate estimate = estimateSeconds(earlier, tasks, 1);
    EXPECT_DOUBLE_EQ(*estimate.seconds, 8);
    EXPECT_NEAR(*estimate.secondsHigh - 8, 1.2815515655446004 * std::sqrt(24.0), 1e-12);
    EXPECT_NEAR(8 - *estimate.secondsLow, 1.2815515655446004 * std::sqrt(24.0), 1e-12);
}

TEST(RunEstimate, EstimatesAndCountsNewTasks)
{
    const SecondsByTask earlier{{"a", {{0, 2}, {0, 2}}}};
    const std::vector<std::string> tasks{"a", "new"};
    const RunEstimate estimate = estimateSeconds(earlier, tasks, 1);
    EXPECT_EQ(estimate.itemsWithHistory, 1);
    EXPECT_DOUBLE_EQ(*estimate.seconds, 4);
    EXPECT_GT(*estimate.secondsHigh, 6) << "what is not known varies by itself";
    EXPECT_GE(*estimate.secondsLow, 0);
}

TEST(RunEstimate, AssumesASpreadForASingleEvaluation)
{
    // A single time of 2 s is assumed to vary: 4 for the item and 4 for the uncertain mean.
    const SecondsByTask earlier{{"a", {{0, 2}}}};
    const std::vector<std::string> tasks{"a"};
    const RunEstimate estimate = estimateSeconds(earlier, tasks, 1);
    EXPECT_DOUBLE_EQ(*estimate.seconds, 2);
    EXPECT_NEAR(*estimate.secondsHigh - 2, 1.2815515655446004 * std::sqrt(8.0), 1e-12);
    EXPECT_DOUBLE_EQ(*estimate.secondsLow, 0) << "and takes no less than no time";
}

namespace {

/// Plan of several evaluations of one task.
class EstimatedRun : public test::StoreTest
{
protected:
    Plan planOf(std::size_t items)
    {
        m_task = test::sampleTask("Math/add", "Math");
        Plan plan;
        plan.suite = NativeSuite();
        plan.items.resize(items);
        for (PlanItem &item : plan.items)
            item.task = &m_task;
        return plan;
    }
    RunRequest request() const
    {
        RunRequest out;
        out.store = storeFile();
        out.jobs = 2;
        return out;
    }
    void record(const std::string &origin, Verdict verdict, double buildMs, double timeMs)
    {
        const auto writer = openWriter();
        loupe::Run run = test::sampleRun("run " + std::to_string(m_runs++));
        run.origin = origin;
        const RunId id = test::must(writer->beginRun(run));
        const TaskId task = test::must(writer->addTask(test::sampleTask("Math/add", "Math")));
        const MethodId method = test::must(writer->addMethod(test::sampleMethod("m")));
        Evaluation evaluation = test::sampleEvaluation("Math/add", "m");
        evaluation.verdict = verdict;
        evaluation.buildMs = buildMs;
        evaluation.timeMs = timeMs;
        test::must(writer->record(id, task, method, evaluation));
    }

private:
    Task m_task;
    int m_runs = 0;
};

} // namespace

TEST_F(EstimatedRun, UsesOnlyEvaluationsOfTheEngine)
{
    EXPECT_FALSE(estimateRun(request(), planOf(3)).seconds) << "there is no store yet";
    record("import:x", Verdict::Correct, 9e6, 9e6);
    record("engine", Verdict::InfraError, 9e6, 9e6);
    EXPECT_FALSE(estimateRun(request(), planOf(3)).seconds);
    // 4 s on two processors and 1 s exclusively, twice: 3 s each.
    record("engine", Verdict::Correct, 4000, 1000);
    record("engine", Verdict::WrongValue, 4000, 1000);
    const RunEstimate estimate = estimateRun(request(), planOf(3));
    ASSERT_TRUE(estimate.seconds);
    EXPECT_DOUBLE_EQ(*estimate.seconds, 9);
    EXPECT_EQ(estimate.itemsWithHistory, 3);
    EXPECT_EQ(estimate.jobs, 2);
}

TEST_F(EstimatedRun, TotalLimitIsTheSumOfCandidateLimits)
{
    RunRequest of = request();
    of.limits.memoryBytes = 100;
    of.python.limits.memoryBytes = 7;
    of.jobs = 4;
    EXPECT_EQ(estimateRun(of, planOf(3)).memoryBytes, 300) << "no more than there are at once";
    EXPECT_EQ(estimateRun(of, planOf(9)).memoryBytes, 400);
    EXPECT_EQ(estimateRun(of, planOf(0)).memoryBytes, 100);
    Plan python = planOf(9);
    python.suite = Benchmark();
    EXPECT_EQ(estimateRun(of, python).memoryBytes, 28);
    of.limits.memoryBytes = std::numeric_limits<std::int64_t>::max() / 2;
    EXPECT_EQ(estimateRun(of, planOf(9)).memoryBytes, std::numeric_limits<std::int64_t>::max());
}

} // namespace loupe
