// SPDX-License-Identifier: Apache-2.0
//
// Tests the times of further baselines, with a reference whose calls take as long as the test says.
#include "core/engine/submissions/furthertimer.h"

#include "core/base/json.h"

#include <gtest/gtest.h>

#include "tests/core/engine/submissionparts.h"

namespace loupe {

namespace {

/// Work whose candidate has been timed, in a run with two further baselines.
class FurtherTimerTest : public testing::Test
{
protected:
    FurtherTimerTest()
    {
        parts.context.rules.device = "cpu";
        parts.context.settings.device = "cpu";
        parts.context.baselines = std::make_shared<BaselineLedger>(
            std::vector<FurtherBaseline>{{"compile", "compile reference (cpu)", "{}"},
                                         {"eager-ieee", "eager-ieee reference (cpu)", "{}"}});
        parts.reference.ends = [this](const Json &request) { return answer(request); };
        parts.answerWith();
        trial.given = test::bundleOf(16);
    }

    std::optional<CallOutcome> answer(const Json &request)
    {
        const std::string what = request.value("do", "");
        if (what == "baseline" && !canCompile)
            return CallOutcome{Verdict::Crashed, "no compiler", 0};
        if (what == "forward")
            tf32.push_back(request.value("tf32", true));
        if (what != "time")
            return std::nullopt;
        CallOutcome out;
        out.seconds = 2e-3 * request.value("calls", 1);
        return out;
    }

    Status time()
    {
        PythonServers servers(parts.shared);
        const BaselineForms forms(parts.context);
        return FurtherTimer(parts.shared, servers, forms).time(parts.work, phase, trial);
    }
    const std::vector<FurtherTime> &times() const { return parts.work.evaluation.furtherTimes; }

    test::SubmissionParts parts;
    PythonPhase phase;
    PythonTrial trial;
    bool canCompile = true;
    std::vector<bool> tf32;
};

} // namespace

TEST_F(FurtherTimerTest, EachBaselineIsTimedOnceForATask)
{
    ASSERT_TRUE(time());
    ASSERT_EQ(times().size(), 2U);
    EXPECT_EQ(times()[0].record.task, "level1/1_T");
    EXPECT_EQ(times()[0].record.baseline, "compile reference (cpu)");
    EXPECT_EQ(times()[0].missing, "");
    EXPECT_NEAR(times()[0].record.milliseconds, 2, 0.2);
    EXPECT_LE(*times()[0].record.minimumMs, times()[0].record.milliseconds);
    EXPECT_EQ(times()[1].record.baseline, "eager-ieee reference (cpu)");
    EXPECT_EQ(tf32, (std::vector<bool>{true, false})) << "each form has its own arithmetic";
    ASSERT_TRUE(time());
    EXPECT_EQ(times().size(), 2U) << "the next candidate of the task times none";
}

TEST_F(FurtherTimerTest, FailedBaselineGivesAMissingTime)
{
    parts.work.evaluation.verdict = Verdict::Correct;
    canCompile = false;
    ASSERT_TRUE(time());
    ASSERT_EQ(times().size(), 2U);
    EXPECT_NE(times()[0].missing.find("no compiler"), std::string::npos) << times()[0].missing;
    EXPECT_EQ(times()[0].record.baseline, "compile reference (cpu)");
    EXPECT_EQ(times()[1].missing, "");
    EXPECT_EQ(parts.work.evaluation.verdict, Verdict::Correct);
    EXPECT_NE(parts.work.notes.find("\"missing\""), std::string::npos);
}

TEST_F(FurtherTimerTest, LeavesACancelledTimeToAnotherCandidate)
{
    std::stop_source stopped;
    stopped.request_stop();
    parts.work.stop = stopped.get_token();
    const Status cancelled = time();
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().code, Errc::Cancelled);
    EXPECT_TRUE(times().empty());
    EXPECT_TRUE(parts.context.baselines->claim("compile reference (cpu)", "level1/1_T"));
}

TEST_F(FurtherTimerTest, ARunWithOneBaselineHasNone)
{
    parts.context.baselines = nullptr;
    ASSERT_TRUE(time());
    EXPECT_TRUE(times().empty());
    EXPECT_EQ(parts.servers, 0) << "nothing is started";
}

} // namespace loupe
