// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/judgedblocks.h"

#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

constexpr std::size_t slotCount = 8;

/// Fake sides whose results equal their inputs unless they cheat.
class JudgedBlocksTest : public testing::Test
{
protected:
    struct Fake {
        std::vector<int> results = std::vector<int>(slotCount);
        std::vector<CallRange> ranges;
        int poisons = 0;
        bool leavesOut = false; ///< writes nothing
        Verdict verdict = Verdict::Correct;
        double seconds = 1e-3; ///< per call
    };

    JudgedSide side(Fake &fake)
    {
        return {[&fake] {
                    ++fake.poisons;
                    std::ranges::fill(fake.results, -1);
                },
                [this, &fake](CallRange range) {
                    fake.ranges.push_back(range);
                    for (std::size_t i = 0; i < range.count && !fake.leavesOut; ++i)
                        fake.results[range.slot(i, slotCount)] = m_laid[range.slot(i, slotCount)];
                    CallOutcome outcome;
                    outcome.verdict = fake.verdict;
                    outcome.seconds = fake.seconds * static_cast<double>(range.count);
                    outcome.cpuSeconds = 2 * outcome.seconds;
                    return outcome;
                }};
    }

    JudgedBlocks blocks(LineCost cost = {}, std::uint64_t seed = 1)
    {
        return {side(m_baseline), side(m_candidate),
                [this]() -> Status {
                    for (int &input : m_laid)
                        input = ++m_inputs;
                    return {};
                },
                [this](std::size_t slot) -> Result<std::pair<Verdict, std::string>> {
                    m_judged.push_back(slot);
                    EXPECT_EQ(m_baseline.results[slot], m_laid[slot]); // written by the reference
                    const bool isEqual = m_baseline.results[slot] == m_candidate.results[slot];
                    return std::pair{isEqual ? Verdict::Correct : Verdict::WrongValue,
                                     std::string(isEqual ? "" : "it differs")};
                },
                JudgedBlocks::Settings{slotCount, cost, seed}};
    }

    std::vector<int> m_laid = std::vector<int>(slotCount);
    int m_inputs = 0;
    std::vector<std::size_t> m_judged;
    Fake m_baseline;
    Fake m_candidate;
};

/// Returns the index of the call of a range that used a slot.
std::size_t callOn(std::size_t slot, const CallRange &range)
{
    return (slot + slotCount - range.first) % slotCount;
}

} // namespace

TEST_F(JudgedBlocksTest, BothSidesOfAPairHaveInputsThatNeverWereBefore)
{
    JudgedBlocks judged = blocks();
    judged.begin();
    ASSERT_TRUE(judged.baseline()(2));
    EXPECT_EQ(m_inputs, 8);
    ASSERT_TRUE(judged.candidate()(8));
    EXPECT_EQ(m_inputs, 8);             // the same for both sides
    ASSERT_TRUE(judged.candidate()(8)); // the second pair begins with the candidate
    EXPECT_EQ(m_inputs, 16);
    ASSERT_TRUE(judged.baseline()(2));
    EXPECT_EQ(m_inputs, 16);
    EXPECT_EQ(m_baseline.poisons, 2);
    EXPECT_EQ(m_candidate.poisons, 2);
    EXPECT_EQ(judged.judgedCalls(), 2);
    EXPECT_EQ(judged.timedCalls(), 16);
}

TEST_F(JudgedBlocksTest, AnyCallOfEitherSideMayBeTheJudgedOne)
{
    std::set<std::size_t> ofBaseline;
    std::set<std::size_t> ofCandidate;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        m_baseline = m_candidate = Fake();
        JudgedBlocks judged = blocks({}, seed);
        judged.begin();
        ASSERT_TRUE(judged.baseline()(3));
        ASSERT_TRUE(judged.candidate()(6));
        ofBaseline.insert(callOn(m_judged.back(), m_baseline.ranges.back()));
        ofCandidate.insert(callOn(m_judged.back(), m_candidate.ranges.back()));
    }
    EXPECT_EQ(ofBaseline, (std::set<std::size_t>{0, 1, 2}));
    EXPECT_EQ(ofCandidate, (std::set<std::size_t>{0, 1, 2, 3, 4, 5}));
}

TEST_F(JudgedBlocksTest, AWrongResultEndsTheTimingAndNamesItsCall)
{
    m_candidate.leavesOut = true;
    JudgedBlocks judged = blocks();
    judged.begin();
    ASSERT_TRUE(judged.candidate()(6));
    EXPECT_FALSE(judged.baseline()(2)); // fails after the second side
    ASSERT_TRUE(judged.wrong());
    EXPECT_EQ(judged.wrong()->verdict, Verdict::WrongValue);
    const std::size_t call = callOn(m_judged.back(), m_candidate.ranges.back()) + 1;
    EXPECT_EQ(judged.wrong()->message,
              "call " + std::to_string(call) + " of timed block 1: it differs");
}

TEST_F(JudgedBlocksTest, TheWarmUpIsNeitherJudgedNorCounted)
{
    m_candidate.leavesOut = true;
    JudgedBlocks judged = blocks();
    ASSERT_TRUE(judged.baseline()(1));
    ASSERT_TRUE(judged.candidate()(1));
    judged.begin();
    EXPECT_TRUE(m_judged.empty());
    EXPECT_EQ(judged.timedCalls(), 0);
    EXPECT_EQ(judged.candidateCpuSeconds(), 0.0);
}

TEST_F(JudgedBlocksTest, TimesAreOfTheBlockWithoutTheLine)
{
    JudgedBlocks judged = blocks({0.5e-3, 0, 0});
    judged.begin();
    const auto time = judged.candidate()(4);
    ASSERT_TRUE(time);
    EXPECT_DOUBLE_EQ(time->measuredSeconds, 3.5e-3);
    EXPECT_DOUBLE_EQ(judged.candidateCpuSeconds(), 8e-3);
    ASSERT_EQ(judged.candidateTimes().size(), 1U);
    EXPECT_DOUBLE_EQ(judged.candidateTimes()[0].wallMs, 3.5 / 4);
    EXPECT_DOUBLE_EQ(judged.candidateTimes()[0].undisturbedMs, 3.5 / 4);
    m_candidate.seconds = 0.5e-3;
    ASSERT_TRUE(judged.baseline()(4));
    ASSERT_TRUE(judged.candidate()(2));
    EXPECT_EQ(judged.baselineTimes().size(), 1U);
    ASSERT_EQ(judged.candidateTimes().size(), 2U);
    EXPECT_DOUBLE_EQ(judged.candidateTimes()[1].undisturbedMs, 0.25);
    judged.forgetTimes();
    EXPECT_TRUE(judged.baselineTimes().empty());
    EXPECT_TRUE(judged.candidateTimes().empty());
    EXPECT_EQ(judged.judgedCalls(), 1);
    EXPECT_EQ(judged.timedCalls(), 6);
}

TEST_F(JudgedBlocksTest, ACallThatFailsEndsTheBlock)
{
    m_candidate.verdict = Verdict::Crashed;
    JudgedBlocks judged = blocks();
    judged.begin();
    EXPECT_FALSE(judged.candidate()(3));
    EXPECT_EQ(judged.last().verdict, Verdict::Crashed);
    EXPECT_FALSE(judged.wrong());
    EXPECT_FALSE(judged.error());
}

TEST_F(JudgedBlocksTest, MoreCallsThanSlotsAreRefused)
{
    JudgedBlocks judged = blocks();
    judged.begin();
    EXPECT_FALSE(judged.candidate()(9));
    ASSERT_TRUE(judged.error());
    EXPECT_EQ(judged.error()->code, Errc::Internal);
    EXPECT_TRUE(m_candidate.ranges.empty());
}

} // namespace loupe
