// SPDX-License-Identifier: Apache-2.0
#include "core/timing/pairedtiming.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {
/// Fake side with a fixed time per call that logs its calls.
struct FakeSide {
    double secondsPerCall;
    char letter;
    std::string *order;
    double jitter = 0; ///< alternates up and down by this share
    int failAfter = -1;
    int asked = 0;

    TimedBlock block()
    {
        return [this](int calls) -> std::optional<double> {
            *order += letter;
            if (failAfter >= 0 && asked >= failAfter)
                return std::nullopt;
            const double sign = asked++ % 2 == 0 ? 1.0 : -1.0;
            return calls * secondsPerCall * (1.0 + sign * jitter);
        };
    }
};
} // namespace

TEST(PairedTiming, InterleavesInAbbaOrderAndSizesBlocks)
{
    std::string order;
    FakeSide a{0.001, 'A', &order};
    FakeSide b{0.0001, 'B', &order};
    TimingPolicy policy;
    policy.minimumBlocks = 4;
    policy.minimumSeconds = 0;
    const PairedTiming timing = timeInPairs(a.block(), b.block(), policy, {});
    EXPECT_EQ(timing.end, TimingEnd::Precise);
    EXPECT_EQ(order, "AAABBBABBAABBA");
    EXPECT_EQ(timing.baselineCalls, 4);
    EXPECT_EQ(timing.candidateCalls, 40);
    ASSERT_EQ(timing.baselineMs.size(), 4u);
    EXPECT_NEAR(timing.baselineMs[0], 1.0, 1e-9);
    EXPECT_NEAR(timing.candidateMs[0], 0.1, 1e-9);
}

TEST(PairedTiming, BlocksAreSizedByTheirFurtherCalls)
{
    // The first call of a block wakes threads; 5 µs each, 500 µs once.
    std::vector<int> asked;
    const TimedBlock block = [&asked](int calls) {
        asked.push_back(calls);
        return 0.0005 + calls * 5e-6;
    };
    TimingPolicy policy;
    policy.maximumSeconds = 0.01;
    PairedStart start;
    start.maxCalls = 64;
    const PairedTiming timing = timeInPairs(block, block, policy, {}, {}, start);
    ASSERT_GE(asked.size(), 4u);
    EXPECT_EQ(std::vector<int>(asked.begin(), asked.begin() + 4), (std::vector{1, 1, 8, 60}));
    EXPECT_EQ(timing.baselineCalls, 64);
}

TEST(PairedTiming, ABlockThatWasDisturbedDoesNotShortenTheOthers)
{
    // Something else runs during the warm-up alone.
    int made = 0;
    const TimedBlock block
        = [&made](int calls) { return (++made <= 8 ? 0.003 : 0.0) + calls * 5e-6; };
    TimingPolicy policy;
    policy.maximumSeconds = 0.01;
    PairedStart start;
    start.maxCalls = 64;
    int begun = 0;
    const PairedTiming timing = timeInPairs(
        block, block, policy, {}, [&begun] { ++begun; }, start);
    EXPECT_EQ(timing.baselineCalls, 64);
    EXPECT_EQ(timing.candidateCalls, 64);
    EXPECT_GE(begun, 2) << "what was timed before does not count";
}

TEST(PairedTiming, CanStartWithTheCandidate)
{
    std::string order;
    FakeSide a{0.001, 'A', &order};
    FakeSide b{0.001, 'B', &order};
    TimingPolicy policy;
    policy.minimumBlocks = 4;
    policy.minimumSeconds = 0;
    PairedStart start;
    start.isCandidateFirst = true;
    const PairedTiming timing = timeInPairs(a.block(), b.block(), policy, {}, {}, start);
    EXPECT_EQ(order, "AAABBBBAABBAAB");
    EXPECT_EQ(timing.baselineMs.size(), 4u);
    EXPECT_EQ(timing.candidateMs.size(), 4u);
}

TEST(PairedTiming, TimeOfOthersDoesNotShortenBlocks)
{
    const auto side = [](double waited) -> TimedBlock {
        return [waited](int calls) {
            return BlockTime(calls * 1e-4, waited + calls * 1e-4, calls * 1e-4);
        };
    };
    TimingPolicy policy;
    policy.minimumBlocks = 2;
    const PairedTiming timing = timeInPairs(side(0.02), side(0), policy, {});
    EXPECT_EQ(timing.baselineCalls, 40);
    EXPECT_EQ(timing.candidateCalls, 40);
}

TEST(PairedTiming, ContinuesWhileTheIntervalIsWideUpToTheMaximum)
{
    std::string order;
    FakeSide a{0.01, 'A', &order, 0.5};
    FakeSide b{0.01, 'B', &order, 0.3};
    TimingPolicy policy;
    policy.minimumBlocks = 2;
    policy.maximumSeconds = 0.5;
    policy.relativeInterval = 1e-6;
    const PairedTiming timing = timeInPairs(a.block(), b.block(), policy, {});
    EXPECT_EQ(timing.end, TimingEnd::OutOfTime);
    double seconds = 0;
    for (const double ms : timing.baselineMs)
        seconds += ms * timing.baselineCalls / 1e3;
    EXPECT_GE(seconds, 0.4);
    EXPECT_LT(seconds, 0.7);
}

TEST(PairedTiming, ASlowSideTakesHalfTheBlocksAndLengthensTheOthers)
{
    std::string order;
    FakeSide fast{0.0125, 'A', &order};
    FakeSide slow{0.12, 'B', &order};
    std::string warm;
    const PairedTiming timing
        = timeInPairs(fast.block(), slow.block(), {}, {}, [&] { warm = order; });
    EXPECT_EQ(timing.end, TimingEnd::Precise);
    EXPECT_EQ(warm, "AAB"); // a long call needs no repetition to estimate its duration
    EXPECT_EQ(order, "AABABBAABBA");
    EXPECT_EQ(timing.baselineCalls, 2); // an eighth of 0.12 s
    EXPECT_EQ(timing.candidateCalls, 1);
    EXPECT_EQ(timing.candidateMs.size(), 4u);
}

TEST(PairedTiming, TwoPairsSufficeFarBelowTheReference)
{
    std::string order;
    FakeSide fast{0.002, 'A', &order};
    FakeSide slow{0.2, 'B', &order};
    const PairedTiming timing = timeInPairs(fast.block(), slow.block(), {}, {});
    EXPECT_EQ(timing.end, TimingEnd::Precise);
    EXPECT_EQ(order, "AABABBA");
    EXPECT_EQ(timing.candidateMs.size(), 2u);
}

TEST(PairedTiming, WideIntervalNeedsMorePairsFarBelowTheReference)
{
    std::string order;
    FakeSide fast{0.002, 'A', &order};
    // Two pairs by hand: ratios ln(0.97/1.03) = 0.06 apart, times 12.7 / 2 is 38 %, above the limit
    // of 10 %. Four pairs: s = 0.035, times 3.18 / 2 is 5.5 %.
    FakeSide slow{0.2, 'B', &order, 0.03};
    const PairedTiming timing = timeInPairs(fast.block(), slow.block(), {}, {});
    EXPECT_EQ(timing.end, TimingEnd::Precise);
    EXPECT_EQ(timing.candidateMs.size(), 4u);
    // The requested interval is narrower: five times its width is 1 %.
    TimingPolicy exact;
    exact.relativeInterval = 0.002;
    order.clear();
    FakeSide again{0.2, 'B', &order, 0.03};
    EXPECT_GT(timeInPairs(fast.block(), again.block(), exact, {}).candidateMs.size(), 4u);
}

TEST(PairedTiming, ATenthOfTheReferenceIsNotFarBelow)
{
    std::string order;
    FakeSide fast{0.0205, 'A', &order};
    FakeSide slow{0.2, 'B', &order};
    EXPECT_EQ(timeInPairs(fast.block(), slow.block(), {}, {}).candidateMs.size(), 4u);
}

TEST(PairedTiming, EarlierLongCallCountsAsWarmUp)
{
    std::string order;
    FakeSide fast{0.002, 'A', &order};
    FakeSide slow{7, 'B', &order};
    std::string warm;
    const PairedTiming timing
        = timeInPairs(fast.block(), slow.block(), {}, {}, [&] { warm = order; },
                      {.baselineSeconds = 0.002, .candidateSeconds = 6.8});
    EXPECT_EQ(timing.end, TimingEnd::Precise);
    EXPECT_EQ(warm, "AA"); // the fast side still warms up
    EXPECT_EQ(order, "AAABBA");
    EXPECT_EQ(timing.baselineCalls, 425); // an eighth of 6.8 s
    EXPECT_EQ(timing.candidateCalls, 1);
}

TEST(PairedTiming, SingleLongCallIsNoWarmUp)
{
    std::string order;
    FakeSide fast{0.002, 'A', &order};
    FakeSide waited{0.001, 'B', &order}; // only its first call was long, because of a wait
    int begun = 0;
    const PairedTiming timing = timeInPairs(fast.block(), waited.block(), {}, {}, [&] { ++begun; },
                                            {.candidateSeconds = 0.6});
    EXPECT_EQ(begun, 2);
    EXPECT_EQ(order.substr(0, 11), "AAABBAAABBB");
    EXPECT_EQ(timing.end, TimingEnd::Precise);
    EXPECT_EQ(timing.candidateCalls, 4);
    EXPECT_EQ(timing.baselineCalls, 2);
    EXPECT_EQ(timing.candidateMs.size(), timing.baselineMs.size());
    EXPECT_GE(timing.candidateMs.size(), 8u) << "and nothing of what was timed before counts";
}

TEST(PairedTiming, NoBlockHasMoreCallsThanAllowed)
{
    std::string order;
    FakeSide a{0.002, 'A', &order};
    FakeSide b{0.0001, 'B', &order};
    const PairedTiming timing = timeInPairs(a.block(), b.block(), {}, {}, {}, {.maxCalls = 8});
    EXPECT_EQ(timing.end, TimingEnd::Precise);
    EXPECT_EQ(timing.baselineCalls, 2);
    EXPECT_EQ(timing.candidateCalls, 8);
    EXPECT_DOUBLE_EQ(timing.candidateMs.front(), 0.1);
}

TEST(PairedTiming, ReportsTheFailedSide)
{
    std::string order;
    FakeSide a{0.001, 'A', &order};
    FakeSide b{0.001, 'B', &order, 0, 3};
    EXPECT_EQ(timeInPairs(a.block(), b.block(), {}, {}).end, TimingEnd::CandidateFailed);
    FakeSide c{0.001, 'A', &order, 0, 0};
    FakeSide d{0.001, 'B', &order};
    EXPECT_EQ(timeInPairs(c.block(), d.block(), {}, {}).end, TimingEnd::BaselineFailed);
}

TEST(PairedTiming, StopsOnRequest)
{
    std::string order;
    std::stop_source stop;
    FakeSide a{0.001, 'A', &order, 0.5};
    FakeSide b{0.001, 'B', &order, 0.2};
    int left = 10;
    const TimedBlock counting = [&](int calls) {
        if (--left == 0)
            stop.request_stop();
        return b.block()(calls);
    };
    TimingPolicy policy;
    policy.relativeInterval = 0;
    EXPECT_EQ(timeInPairs(a.block(), counting, policy, stop.get_token()).end, TimingEnd::Cancelled);
}

} // namespace loupe
