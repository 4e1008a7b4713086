// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/judgedblocks.h"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

constexpr std::size_t slotCount = 8;
constexpr std::size_t maxJudged = 4;

/// Fake side that returns its inputs, unless it cheats.
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
            const std::size_t slot = range.slot(i, m_laid.size());
            EXPECT_TRUE(m_seen.insert(m_laid[slot]).second) << "inputs that it has seen before";
            if (!leavesOut)
                results[slot] = m_laid[slot];
        }
        if (verdict != Verdict::Correct)
            return std::nullopt;
        const double seconds = callSeconds * static_cast<double>(range.count);
        return BlockTime(seconds, seconds, seconds);
    }
    bool warmUp(CallRange range) override
    {
        untimed.push_back(range);
        EXPECT_EQ(range.count, 1U);
        EXPECT_TRUE(m_seen.insert(m_laid[range.first]).second) << "inputs that it has seen before";
        return true;
    }
    void keepFromHere() override { ++warmUps; }
    const CallOutcome &last() const override { return m_last; }

    std::vector<int> results = std::vector<int>(slotCount);
    std::vector<CallRange> ranges;
    std::vector<CallRange> untimed; ///< before blocks
    double callSeconds = 1e-3;
    int warmUps = 0;
    bool isPlaceable = true;
    bool leavesOut = false; ///< writes nothing
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
            [this](std::size_t wanted) -> Result<std::size_t> {
                m_laid.resize(laysAll ? slotCount : wanted);
                for (int &input : m_laid)
                    input = ++m_inputs;
                return m_laid.size();
            },
            JudgedBlocks::Checks{
                [this](std::size_t slot, std::size_t place) -> JudgedBlocks::Judged {
                    EXPECT_LT(place, maxJudged);
                    EXPECT_EQ(m_baseline.results[slot], m_laid[slot]); // written by the reference
                    m_lastSlot = slot;
                    m_kept[place] = {m_candidate.ranges.size() - m_warm,
                                     m_candidate.results[slot] == m_laid[slot]};
                    return std::pair{atKeeping, std::string("it has gone")};
                },
                [this](std::size_t place) -> JudgedBlocks::Judged {
                    m_judged.push_back(m_kept[place].first);
                    const bool isRight = m_kept[place].second;
                    return std::pair{isRight ? Verdict::Correct : Verdict::WrongValue,
                                     std::string(isRight ? "" : "it differs")};
                }},
            JudgedBlocks::Settings{slotCount, maxJudged, seed, keepsLastCall, warmsUp});
        TimingPolicy policy;
        policy.minimumSeconds = 0;
        policy.slowSeconds = policy.maximumSeconds = 60; // also on a busy machine
        policy.minimumBlocks = blocks;
        m_judged.clear();
        m_warm = m_candidate.ranges.size() + 3;
        const PairedTiming timing = m_blocks->measure(policy, {}, start);
        if (hasTimes(timing.end))
            m_blocks->judge();
        return timing;
    }

    std::vector<int> m_laid = std::vector<int>(slotCount);
    int m_inputs = 0;
    int blocks = 8;
    bool keepsLastCall = false;
    bool warmsUp = false;
    bool laysAll = true; ///< even those that a pair does not use
    Verdict atKeeping = Verdict::Correct;
    std::size_t m_lastSlot = 0;
    std::size_t m_warm = 0; ///< blocks of the candidate until the first pair
    std::array<std::pair<std::size_t, bool>, maxJudged> m_kept = {}; ///< pair, is right
    std::vector<std::size_t> m_judged;                               ///< pairs
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

TEST_F(JudgedBlocksTest, EveryCallHasNewInputs)
{
    const PairedTiming timing = measure(); // the sides check it
    EXPECT_EQ(timing.end, TimingEnd::Precise);
    EXPECT_EQ(timing.candidateCalls, 4);
    EXPECT_EQ(timing.candidateMs, std::vector<double>(8, 1.0));
    EXPECT_EQ(m_blocks->judgedCalls(), maxJudged);
    EXPECT_EQ(m_judged.size(), maxJudged);
    EXPECT_EQ(m_blocks->timedCalls(), 32);
    EXPECT_EQ(m_candidate.ranges.size(), 11U) << "with the warm-up";
    EXPECT_EQ(m_inputs, static_cast<int>(13 * slotCount)) << "both sides of a pair have the same";
}

TEST_F(JudgedBlocksTest, ABlockEndsWithItsCheckedCallAtARandomLength)
{
    keepsLastCall = true;
    blocks = 40;
    const PairedTiming timing = measure();
    EXPECT_EQ(timing.end, TimingEnd::Precise);
    std::set<std::size_t> lengths;
    for (std::size_t i = 3; i < m_candidate.ranges.size(); ++i) // without the warm-up
        lengths.insert(m_candidate.ranges[i].count);
    EXPECT_EQ(lengths, (std::set<std::size_t>{1, 2, 3, 4}));
    for (const double each : timing.candidateMs)
        EXPECT_DOUBLE_EQ(each, 1) << "a call's time does not depend on it";
    EXPECT_FALSE(m_blocks->wrong());

    blocks = static_cast<int>(maxJudged); // so the last pair is kept
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        measure(seed);
        for (const FakeSide *side : {&m_baseline, &m_candidate})
            EXPECT_EQ(callOn(m_lastSlot, side->ranges.back()) + 1, side->ranges.back().count);
    }
}

TEST_F(JudgedBlocksTest, ThereAreAsManyInputsAsThePairHasCalls)
{
    laysAll = false;
    m_candidate.callSeconds = 2e-3;
    const PairedTiming timing = measure(); // the sides check that each call has inputs of its own
    EXPECT_EQ(timing.end, TimingEnd::Precise);
    EXPECT_EQ(timing.baselineCalls, 4);
    EXPECT_EQ(timing.candidateCalls, 2);
    EXPECT_EQ(m_laid.size(), 4U) << "for the side with more calls";
    EXPECT_FALSE(m_blocks->wrong());
}

TEST_F(JudgedBlocksTest, BlocksOfShortCallsBeginWithOneThatIsNotTimed)
{
    laysAll = false;
    warmsUp = true;
    m_candidate.callSeconds = 0.02;
    measure(); // the sides check that each call has inputs of its own
    EXPECT_FALSE(m_blocks->wrong());
    EXPECT_EQ(m_baseline.ranges.size(), m_baseline.untimed.size() + 1)
        << "the first tells how short";
    for (std::size_t i = 0; i < m_baseline.untimed.size(); ++i)
        EXPECT_NE(m_baseline.untimed[i].first, m_baseline.ranges[i + 1].first);
    EXPECT_EQ(m_blocks->timedCalls(), static_cast<std::int64_t>(m_candidate.ranges.size()) - 1);
    EXPECT_TRUE(m_candidate.untimed.empty()) << "long calls need none";
}

TEST_F(JudgedBlocksTest, EveryCallHasNewInputsAfterARestart)
{
    // Both sides claim long calls, which turn out to be short.
    const PairedTiming timing = measure(1, {.baselineSeconds = 1, .candidateSeconds = 1});
    EXPECT_EQ(timing.end, TimingEnd::Precise);
    EXPECT_EQ(m_candidate.warmUps, 2);
    EXPECT_EQ(m_blocks->timedCalls(), 32);
    EXPECT_FALSE(m_blocks->wrong());
}

TEST_F(JudgedBlocksTest, AnyCallOfEitherSideMayBeJudged)
{
    std::set<std::size_t> ofBaseline;
    std::set<std::size_t> ofCandidate;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        blocks = static_cast<int>(maxJudged); // so the last pair is kept
        measure(seed);
        ofBaseline.insert(callOn(m_lastSlot, m_baseline.ranges.back()));
        ofCandidate.insert(callOn(m_lastSlot, m_candidate.ranges.back()));
    }
    EXPECT_EQ(ofBaseline, (std::set<std::size_t>{0, 1, 2, 3}));
    EXPECT_EQ(ofCandidate, (std::set<std::size_t>{0, 1, 2, 3}));
}

TEST_F(JudgedBlocksTest, AWrongResultIsFoundAndItsCallNamed)
{
    m_candidate.leavesOut = true;
    measure();
    ASSERT_TRUE(m_blocks->wrong());
    EXPECT_EQ(m_blocks->wrong()->verdict, Verdict::WrongValue);
    EXPECT_TRUE(m_blocks->wrong()->message.starts_with("call ")) << m_blocks->wrong()->message;
    EXPECT_TRUE(m_blocks->wrong()->message.ends_with(": it differs"));
    EXPECT_EQ(m_judged.size(), 1U);
}

TEST_F(JudgedBlocksTest, SelectsEachPairWithEqualProbability)
{
    blocks = 40;
    std::vector<int> times(40);
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        measure(seed);
        for (const std::size_t pair : m_judged)
            ++times[pair - 1];
    }
    // 50 times each, on average.
    EXPECT_GT(*std::ranges::min_element(times), 20);
    EXPECT_LT(*std::ranges::max_element(times), 90);
}

TEST_F(JudgedBlocksTest, UncopyableResultEndsTheTiming)
{
    atKeeping = Verdict::BrokeProtocol;
    EXPECT_EQ(m_candidate.ranges.size(), 0U);
    EXPECT_NE(measure().end, TimingEnd::Precise);
    ASSERT_TRUE(m_blocks->wrong());
    EXPECT_EQ(m_blocks->wrong()->verdict, Verdict::BrokeProtocol);
    EXPECT_TRUE(m_judged.empty());
}

TEST_F(JudgedBlocksTest, ACallThatFailsEndsTheTiming)
{
    m_candidate.verdict = Verdict::Crashed;
    EXPECT_EQ(measure().end, TimingEnd::CandidateFailed);
    EXPECT_EQ(m_blocks->last().verdict, Verdict::Crashed);
    EXPECT_FALSE(m_blocks->wrong());
    EXPECT_FALSE(m_blocks->error());
}

TEST_F(JudgedBlocksTest, FailedInputPlacementEndsTheTiming)
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
