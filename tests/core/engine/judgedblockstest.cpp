// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/judgedblocks.h"

#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

constexpr std::size_t slotCount = 8;

/// Fake side whose results equal the inputs unless it cheats. A call takes a millisecond.
class FakeSide final : public CallTimer
{
public:
    explicit FakeSide(const std::vector<int> &laid) : m_laid(laid) { }

    bool makeReady() override
    {
        std::ranges::fill(results, -1);
        return isPlaceable;
    }
    std::optional<BlockTime> time(CallRange range) override
    {
        ranges.push_back(range);
        m_last.verdict = verdict;
        for (std::size_t i = 0; i < range.count; ++i) {
            const std::size_t slot = range.slot(i, slotCount);
            EXPECT_TRUE(m_seen.insert(m_laid[slot]).second) << "inputs that it has seen before";
            if (!leavesOut)
                results[slot] = m_laid[slot];
        }
        if (verdict != Verdict::Correct)
            return std::nullopt;
        const double seconds = 1e-3 * static_cast<double>(range.count);
        return BlockTime(seconds, seconds, longestOwn.value_or(seconds));
    }
    void keepFromHere() override { ++warmUps; }
    const CallOutcome &last() const override { return m_last; }

    std::vector<int> results = std::vector<int>(slotCount);
    std::vector<CallRange> ranges;
    int warmUps = 0;
    bool isPlaceable = true;
    bool leavesOut = false; ///< writes nothing
    std::optional<double> longestOwn;
    Verdict verdict = Verdict::Correct;

private:
    const std::vector<int> &m_laid;
    std::set<int> m_seen;
    CallOutcome m_last;
};

class JudgedBlocksTest : public testing::Test
{
protected:
    PairedTiming measure(std::uint64_t seed = 1, PairedStart start = {})
    {
        m_blocks.emplace(
            m_baseline, m_candidate,
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
            JudgedBlocks::Settings{slotCount, seed});
        TimingPolicy policy;
        policy.minimumSeconds = 0;
        return m_blocks->measure(policy, {}, start);
    }

    std::vector<int> m_laid = std::vector<int>(slotCount);
    int m_inputs = 0;
    std::vector<std::size_t> m_judged;
    FakeSide m_baseline{m_laid};
    FakeSide m_candidate{m_laid};
    std::optional<JudgedBlocks> m_blocks;
};

/// Returns the index of the call of a range that used a slot.
std::size_t callOn(std::size_t slot, const CallRange &range)
{
    return (slot + slotCount - range.first) % slotCount;
}

} // namespace

TEST_F(JudgedBlocksTest, NoCallHasInputsThatItsSideHasSeen)
{
    const PairedTiming timing = measure(); // the sides check it
    EXPECT_EQ(timing.end, TimingEnd::Precise);
    EXPECT_EQ(timing.candidateCalls, 4);
    EXPECT_EQ(timing.candidateMs, std::vector<double>(8, 1.0));
    EXPECT_EQ(m_blocks->judgedCalls(), 8) << "one of each pair";
    EXPECT_EQ(m_blocks->timedCalls(), 32);
    EXPECT_EQ(m_candidate.ranges.size(), 10U) << "with the warm-up";
    EXPECT_EQ(m_inputs, static_cast<int>(11 * slotCount)) << "both sides of a pair have the same";
}

TEST_F(JudgedBlocksTest, NorWhenTheTimingBeginsAnew)
{
    // Both sides claim long calls, which turn out to be short.
    const PairedTiming timing = measure(1, {.baselineSeconds = 1, .candidateSeconds = 1});
    EXPECT_EQ(timing.end, TimingEnd::Precise);
    EXPECT_EQ(m_candidate.warmUps, 2);
    EXPECT_EQ(m_blocks->timedCalls(), 32);
    EXPECT_FALSE(m_blocks->wrong());
}

TEST_F(JudgedBlocksTest, AnyCallOfEitherSideMayBeTheJudgedOne)
{
    std::set<std::size_t> ofBaseline;
    std::set<std::size_t> ofCandidate;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        measure(seed, {.isCandidateFirst = true}); // so the reference ends the last pair
        ofBaseline.insert(callOn(m_judged.back(), m_baseline.ranges.back()));
        ofCandidate.insert(callOn(m_judged.back(), m_candidate.ranges.back()));
    }
    EXPECT_EQ(ofBaseline, (std::set<std::size_t>{0, 1, 2, 3}));
    EXPECT_EQ(ofCandidate, (std::set<std::size_t>{0, 1, 2, 3}));
}

TEST_F(JudgedBlocksTest, AWrongResultEndsTheTimingAndNamesItsCall)
{
    m_candidate.leavesOut = true;
    measure();
    ASSERT_TRUE(m_blocks->wrong());
    EXPECT_EQ(m_blocks->wrong()->verdict, Verdict::WrongValue);
    const std::size_t call = callOn(m_judged.back(), m_candidate.ranges.back()) + 1;
    EXPECT_EQ(m_blocks->wrong()->message,
              "call " + std::to_string(call) + " of timed block 1: it differs");
    EXPECT_EQ(m_judged.size(), 1U) << "the warm-up is not judged";
}

TEST_F(JudgedBlocksTest, ACallThatFailsEndsTheTiming)
{
    m_candidate.verdict = Verdict::Crashed;
    EXPECT_EQ(measure().end, TimingEnd::CandidateFailed);
    EXPECT_EQ(m_blocks->last().verdict, Verdict::Crashed);
    EXPECT_FALSE(m_blocks->wrong());
    EXPECT_FALSE(m_blocks->error());
}

TEST_F(JudgedBlocksTest, SoDoInputsThatCannotBePlaced)
{
    m_baseline.isPlaceable = false;
    EXPECT_EQ(measure().end, TimingEnd::BaselineFailed);
    EXPECT_TRUE(m_baseline.ranges.empty());
}

TEST_F(JudgedBlocksTest, ACallOutsideTheTimingHasNewInputs)
{
    measure();
    ASSERT_TRUE(m_blocks->renew(m_candidate));
    EXPECT_TRUE(m_candidate.time({0, slotCount}));
}

} // namespace loupe
