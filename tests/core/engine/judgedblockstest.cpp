// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/judgedblocks.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Sides that remember what they were given; a result is its inputs' secret unless one cheats.
class JudgedBlocksTest : public testing::Test
{
protected:
    struct Fake {
        std::vector<std::uint64_t> laid;
        std::vector<std::optional<std::size_t>> kept;
        std::map<std::size_t, std::uint64_t> results;
        std::function<std::uint64_t(std::uint64_t secret, std::size_t call)> computes;
        Verdict verdict = Verdict::Correct;
        double seconds = 1e-3;
    };

    JudgedSide side(Fake &fake)
    {
        return {[&fake](std::uint64_t secret) -> Status {
                    fake.laid.push_back(secret);
                    return {};
                },
                [&fake] {
                    CallOutcome outcome;
                    outcome.verdict = fake.verdict;
                    outcome.seconds = fake.seconds;
                    outcome.cpuSeconds = 2 * fake.seconds;
                    return outcome;
                },
                [&fake](std::optional<std::size_t> place) -> Status {
                    fake.kept.push_back(place);
                    const std::uint64_t secret = fake.laid.back();
                    if (place)
                        fake.results[*place]
                            = fake.computes ? fake.computes(secret, fake.kept.size()) : secret;
                    return {};
                }};
    }

    JudgedBlocks blocks(JudgedBlocks::Settings settings = {})
    {
        return {side(m_baseline), side(m_candidate),
                [this](std::size_t place) -> Result<std::pair<Verdict, std::string>> {
                    const bool isEqual
                        = m_baseline.results.at(place) == m_candidate.results.at(place);
                    return std::pair{isEqual ? Verdict::Correct : Verdict::WrongValue,
                                     std::string(isEqual ? "" : "it differs")};
                },
                [this]() -> Status {
                    ++m_renewals;
                    return {};
                },
                settings};
    }

    Fake m_baseline;
    Fake m_candidate;
    int m_renewals = 0;
};

std::size_t countKept(const std::vector<std::optional<std::size_t>> &kept)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(kept, [](auto place) { return place.has_value(); }));
}

} // namespace

TEST_F(JudgedBlocksTest, EveryCallHasInputsOfItsOwnAndTheJudgedOnesShareTheirs)
{
    JudgedBlocks judged = blocks();
    judged.begin();
    ASSERT_TRUE(judged.baseline()(5));
    ASSERT_TRUE(judged.candidate()(40));
    ASSERT_TRUE(judged.candidate()(40)); // the second pair begins with the candidate
    ASSERT_TRUE(judged.baseline()(5));
    const std::set<std::uint64_t> a(m_baseline.laid.begin(), m_baseline.laid.end());
    const std::set<std::uint64_t> b(m_candidate.laid.begin(), m_candidate.laid.end());
    EXPECT_EQ(a.size(), 10U);
    EXPECT_EQ(b.size(), 80U);
    std::set<std::uint64_t> both;
    std::ranges::set_intersection(a, b, std::inserter(both, both.end()));
    EXPECT_EQ(both.size(), 4U); // two of each pair
    EXPECT_EQ(judged.judgedCalls(), 4);
    EXPECT_EQ(judged.timedCalls(), 80);
    EXPECT_EQ(m_renewals, 2);
}

TEST_F(JudgedBlocksTest, AnyCallOfABlockMayBeJudged)
{
    constexpr int calls = 8;
    std::set<std::size_t> seen;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        m_candidate = m_baseline = Fake();
        JudgedBlocks judged = blocks({2, {}, seed});
        judged.begin();
        ASSERT_TRUE(judged.baseline()(calls));
        ASSERT_TRUE(judged.candidate()(calls));
        for (std::size_t i = 0; i < calls; ++i) {
            if (m_candidate.kept[i])
                seen.insert(i);
        }
    }
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(calls)); // the first and the last among them
}

TEST_F(JudgedBlocksTest, ASideWithOneCallJudgesOne)
{
    JudgedBlocks judged = blocks();
    judged.begin();
    ASSERT_TRUE(judged.candidate()(30));
    ASSERT_TRUE(judged.baseline()(1));
    EXPECT_EQ(judged.judgedCalls(), 1);
    ASSERT_TRUE(judged.baseline()(1));
    ASSERT_TRUE(judged.candidate()(30));
    EXPECT_EQ(judged.judgedCalls(), 2);
    EXPECT_EQ(countKept(m_candidate.kept), 3U); // two, before it was known that one is enough
}

TEST_F(JudgedBlocksTest, AWrongResultEndsTheTimingAndNamesItsCall)
{
    m_candidate.computes = [](std::uint64_t secret, std::size_t) { return secret + 1; };
    JudgedBlocks judged = blocks({1, {}, 7});
    judged.begin();
    ASSERT_TRUE(judged.candidate()(6));
    EXPECT_FALSE(judged.baseline()(2)); // whoever comes second
    ASSERT_TRUE(judged.wrong());
    EXPECT_EQ(judged.wrong()->verdict, Verdict::WrongValue);
    const auto kept
        = std::ranges::find_if(m_candidate.kept, [](auto place) { return place.has_value(); });
    const std::string call = std::to_string(kept - m_candidate.kept.begin() + 1);
    EXPECT_EQ(judged.wrong()->message, "call " + call + " of timed block 1: it differs");
}

TEST_F(JudgedBlocksTest, TheWarmUpIsNeitherJudgedNorCounted)
{
    m_candidate.computes = [](std::uint64_t secret, std::size_t) { return secret + 1; };
    JudgedBlocks judged = blocks();
    ASSERT_TRUE(judged.baseline()(1));
    ASSERT_TRUE(judged.candidate()(1));
    judged.begin();
    EXPECT_EQ(judged.judgedCalls(), 0);
    EXPECT_EQ(judged.timedCalls(), 0);
    EXPECT_EQ(countKept(m_candidate.kept), 0U);
    EXPECT_EQ(judged.candidateCpuSeconds(), 0.0);
}

TEST_F(JudgedBlocksTest, TimesAreOfTheCallsAloneAndWithoutTheLine)
{
    m_candidate.seconds = 1.5e-3;
    JudgedBlocks judged = blocks({2, {0.5e-3, 0, 0}, 1});
    judged.begin();
    const auto time = judged.candidate()(4);
    ASSERT_TRUE(time);
    EXPECT_DOUBLE_EQ(time->measuredSeconds, 4e-3);
    EXPECT_DOUBLE_EQ(judged.candidateCpuSeconds(), 4 * 3e-3);
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

} // namespace loupe
