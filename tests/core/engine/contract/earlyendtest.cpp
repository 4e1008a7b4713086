// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/earlyend.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

const std::string submission = "```python\nclass ModelNew(:\n```";
const std::string cleaned = "class ModelNew(:";

class EarlyEnd : public ::testing::Test
{
protected:
    EarlyEnd()
    {
        m_item.benchmark = &m_task;
        m_item.candidate.source = cleaned;
    }
    /// Returns true if the evaluation ends early because the item's text did not load.
    bool ends(JudgedBy judgedBy, Verdict verdict = Verdict::CompileError) const
    {
        return endsUnbuilt({cleaned, {verdict, "SyntaxError"}}, m_item, m_suite, judgedBy);
    }

    BenchmarkTask m_task;
    PlanItem m_item;
    Protocol m_suite;
};

constexpr JudgedBy everyWay[] = {JudgedBy::Suite, JudgedBy::Strict, JudgedBy::Both};

} // namespace

TEST_F(EarlyEnd, BuildFailureEndsBeforeTheReference)
{
    for (const JudgedBy judgedBy : everyWay) {
        for (const Verdict verdict : {Verdict::CompileError, Verdict::LoadError, Verdict::Crashed})
            EXPECT_TRUE(ends(judgedBy, verdict));
    }
}

TEST_F(EarlyEnd, BuildTimeoutMayCountAsBuilt)
{
    for (const JudgedBy judgedBy : everyWay)
        EXPECT_FALSE(ends(judgedBy, Verdict::CompileTimeout));
}

TEST_F(EarlyEnd, JudgesTwoTextsIfTheSuiteCleansItsOwn)
{
    m_item.sourceAsSuite = cleaned;
    m_item.candidate.source = submission;
    EXPECT_TRUE(ends(JudgedBy::Suite));
    EXPECT_FALSE(ends(JudgedBy::Both)) << "our text may build";
    EXPECT_FALSE(ends(JudgedBy::Strict));
    EXPECT_TRUE(judgesTwoTexts(m_item, m_suite, JudgedBy::Both));
    EXPECT_FALSE(judgesTwoTexts(m_item, m_suite, JudgedBy::Suite));
    EXPECT_FALSE(judgesTwoTexts(m_item, m_suite, JudgedBy::Strict));
    m_item.sourceAsSuite = submission;
    EXPECT_FALSE(judgesTwoTexts(m_item, m_suite, JudgedBy::Both)) << "they are the same";
}

TEST_F(EarlyEnd, ContinuesIfTheSuiteDoesNotJudgeTheText)
{
    m_item.sourceAsSuite = cleaned;
    m_item.candidate.source = submission;
    m_suite.toggles = {{"fence_of_last_block", ToggleState::AsIntended, {}, {}}};
    EXPECT_FALSE(ends(JudgedBy::Suite)) << "as it is meant, the suite judges the submission";
    m_suite.toggles.front().state = ToggleState::AsShipped;
    EXPECT_TRUE(ends(JudgedBy::Suite));
}

TEST_F(EarlyEnd, AMissingEntryIsTheSuitesReason)
{
    m_task.entry = "relu";
    m_task.file = "relu.py";
    m_suite.toggles = {{"entry_check_wants_stem", ToggleState::AsShipped, {}, {}}};
    EXPECT_FALSE(ends(JudgedBy::Suite)) << "it is missing before anything is built";
    m_item.candidate.source = "def relu(x):\n    return (";
    EXPECT_TRUE(
        endsUnbuilt({m_item.candidate.source.toString(), {Verdict::CompileError, "SyntaxError"}},
                    m_item, m_suite, JudgedBy::Suite));
}

TEST_F(EarlyEnd, TheStrictPhaseJudgesTheSubmission)
{
    m_item.sourceAsSuite = cleaned;
    m_item.candidate.source = submission;
    EXPECT_EQ(judgedSource(m_item, m_suite, false), cleaned);
    EXPECT_EQ(judgedSource(m_item, m_suite, true), submission);
    m_item.sourceAsSuite = "";
    EXPECT_EQ(judgedSource(m_item, m_suite, false), "") << "nothing may be left of it";
    m_item.sourceAsSuite.reset();
    EXPECT_EQ(judgedSource(m_item, m_suite, false), submission);
}

TEST_F(EarlyEnd, FailingConstructorEndsTheOnlyPhase)
{
    const CallOutcome raised{Verdict::Crashed, "ValueError: no such kernel"};
    EXPECT_TRUE(endsInConstructor(raised, true, JudgedBy::Suite));
    EXPECT_TRUE(endsInConstructor(raised, true, JudgedBy::Strict));
    EXPECT_FALSE(endsInConstructor(raised, true, JudgedBy::Both)) << "another seed, another phase";
    EXPECT_FALSE(endsInConstructor({}, true, JudgedBy::Suite)) << "it did not fail";
}

TEST_F(EarlyEnd, AWrongAndSlowCandidateIsNotCalledAgain)
{
    EXPECT_TRUE(endsSlowAndWrong(Verdict::WrongValue, 7.4));
    EXPECT_FALSE(endsSlowAndWrong(Verdict::WrongValue, 0.5)) << "which fail explains it";
    EXPECT_FALSE(endsSlowAndWrong(Verdict::Correct, 100)) << "nothing is known of it";
}

TEST_F(EarlyEnd, AConstructorWhoseProcessDiedIsCalledAgain)
{
    EXPECT_FALSE(endsInConstructor({Verdict::Crashed, "died of SIGSEGV"}, false, JudgedBy::Suite));
}

} // namespace loupe
