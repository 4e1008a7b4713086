// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/freshlook.h"

#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Returns a look measured by the engine's clock only.
FreshLook onHost(double baselineMs, double candidateMs, double repeatedBaselineMs,
                 double repeatedCandidateMs)
{
    FreshLook look;
    look.baseline = {baselineMs, baselineMs};
    look.candidate = {candidateMs, candidateMs};
    look.repeatedBaseline = {repeatedBaselineMs, repeatedBaselineMs};
    look.repeatedCandidate = {repeatedCandidateMs, repeatedCandidateMs};
    return look;
}

} // namespace

TEST(FreshLook, ConfirmsACandidateThatComputesEachTime)
{
    EXPECT_FALSE(showsLeftOut(onHost(10, 10, 10, 10)));
    EXPECT_FALSE(showsLeftOut(onHost(10, 5, 10, 5)));
    EXPECT_FALSE(showsLeftOut(onHost(14, 13, 10, 10))) << "both find their memory farther away";
}

TEST(FreshLook, FindsACachedResult)
{
    EXPECT_TRUE(showsLeftOut(onHost(10, 10, 10, 0.01)));
    EXPECT_TRUE(showsLeftOut(onHost(10, 10, 10, 5))) << "half of the calls do nothing";
    EXPECT_TRUE(showsLeftOut(onHost(60, 20, 20, 0.005))) << "though the reference was disturbed";
    // (10 - 0.3) / 5: the round trip is 0 here, and single calls vary by 0.3 ms.
    EXPECT_NEAR(onHost(10, 10, 10, 5).missingFactor(), 1.94, 1e-9);
}

TEST(FreshLook, IgnoresTheOverheadOfSingleCalls)
{
    EXPECT_FALSE(showsLeftOut(onHost(0.25, 0.28, 0.005, 0.004)));
    FreshLook waking = onHost(10, 10, 10, 5);
    waking.askingMs = 2; // only in the single call
    EXPECT_FALSE(showsLeftOut(waking));
}

TEST(FreshLook, DisturbedReferenceConfirmsNothing)
{
    const FreshLook disturbed = onHost(60, 45, 30, 13);
    EXPECT_FALSE(showsLeftOut(disturbed)) << "the reference took twice as long, too";
    EXPECT_FALSE(disturbed.bearsOut());
    EXPECT_TRUE(onHost(60, 13, 30, 13).bearsOut()) << "it was as short though others were there";
    EXPECT_TRUE(onHost(30, 13, 30, 13).bearsOut());
    EXPECT_FALSE(onHost(30, 43, 30, 13).bearsOut());
}

TEST(FreshLook, SlowedRepeatedCallsHideNothing)
{
    // A candidate that computes every fourth time, on a machine whose load ended before the look.
    EXPECT_TRUE(showsLeftOut(onHost(16, 16, 106, 18)));
    EXPECT_FALSE(showsLeftOut(onHost(16, 16, 106, 106)));
    EXPECT_FALSE(showsLeftOut(onHost(16, 8, 106, 53)));
    EXPECT_FALSE(showsLeftOut(onHost(16, 16, 106, 40))) << "it waited for others less, as may be";
    // Two causes look the same here: load that slowed only the reference, or work that the
    // candidate skipped. In both cases only the fresh calls are comparable.
    EXPECT_TRUE(showsOthersAlone(onHost(16, 16, 106, 18)));
    EXPECT_FALSE(showsOthersAlone(onHost(16, 16, 106, 4)));
    EXPECT_FALSE(showsOthersAlone(onHost(10, 10, 10, 5)));
    // 106 / (16 + 0.3) / 2 * (16 - 0.3) / 18
    EXPECT_NEAR(onHost(16, 16, 106, 18).missingFactor(), 2.836, 1e-3);
}

TEST(FreshLook, DetectsAChangedLoadByExtraCalls)
{
    // Two threads that had processors to themselves during the timing, and share them since then.
    // The reference needs one thread.
    std::vector<FreshLook> looks(3, onHost(10.5, 21, 10.5, 10.6));
    ASSERT_EQ(saidBy(looks), RepeatedCalls::LeftOut);
    EXPECT_FALSE(isBorneOutBeside(looks)) << "nobody looked";
    looks[1].repeatedBesideMs = 10.6;
    EXPECT_FALSE(isBorneOutBeside(looks)) << "a result that is kept is quick beside, too";
    looks[2].repeatedBesideMs = 20;
    EXPECT_TRUE(isBorneOutBeside(looks));
    EXPECT_EQ(saidBy(looks), RepeatedCalls::LeftOut)
        << "the fresh calls are its times all the same";
    // (21 - 0.3) / 12: more than a factor of 1.6 is still missing.
    looks[2].repeatedBesideMs = 12;
    EXPECT_FALSE(isBorneOutBeside(looks));
}

TEST(FreshLook, CachingAThirdIsDoubtful)
{
    const FreshLook third = onHost(20, 20, 20, 13);
    EXPECT_EQ(third.said(), RepeatedCalls::Doubtful);
    EXPECT_FALSE(third.bearsOut());
    EXPECT_EQ(onHost(20, 20, 20, 18).said(), RepeatedCalls::BorneOut);
    EXPECT_EQ(onHost(20, 20, 20, 10).said(), RepeatedCalls::LeftOut);
    // The machine became faster after the repeated calls.
    const FreshLook faster = onHost(14, 14, 20, 13);
    EXPECT_LE(faster.missingFactor(), 1.2);
    EXPECT_NEAR(faster.missingClosely(), 20 / 14.3 * 13.7 / 13, 1e-9);
    EXPECT_EQ(faster.said(), RepeatedCalls::Doubtful);
    FreshLook onDevice = third;
    onDevice.isOnDevice = true;
    EXPECT_EQ(onDevice.said(), RepeatedCalls::BorneOut) << "the host's part is in such a call";
}

TEST(FreshLook, IgnoresVariationOfInputPlacement)
{
    // Both sides need 3 or 6 ms to place the same inputs.
    FreshLook one = onHost(16, 17, 16, 16);
    one.baselinePlacingMs = 3;
    one.candidatePlacingMs = 6;
    FreshLook other = onHost(17, 17, 16, 16);
    other.baselinePlacingMs = other.candidatePlacingMs = 6;
    EXPECT_EQ(one.said(), RepeatedCalls::Doubtful);
    const std::vector both{one, other};
    EXPECT_EQ(minCallLook(both).said(), RepeatedCalls::Doubtful);
    EXPECT_EQ(saidBy(both), RepeatedCalls::BorneOut);
    EXPECT_EQ(timingOf(both).candidateMs, (std::vector<double>{20, 20}));
    EXPECT_EQ(timingOf(both, PlacedBy::TheSlowest).candidateMs, (std::vector<double>{17, 17}));
    // Slow placing does not excuse skipped work.
    FreshLook ahead = onHost(16, 2, 16, 2);
    ahead.baselinePlacingMs = 3;
    ahead.candidatePlacingMs = 20;
    EXPECT_EQ(saidBy(std::vector{ahead, other}), RepeatedCalls::LeftOut);
}

TEST(FreshLook, CountsWorkDuringInputPlacementAsDoneAhead)
{
    CallOutcome placing{Verdict::Correct, {}, 0.008};
    EXPECT_DOUBLE_EQ(placingMs(placing), 8);
    placing.cpuSeconds = 0.007;
    EXPECT_DOUBLE_EQ(placingMs(placing), 7) << "others had the rest";
    FreshLook look = onHost(20, 2, 20, 2);
    look.baselinePlacingMs = 8;
    look.candidatePlacingMs = 5;
    EXPECT_DOUBLE_EQ(look.aheadMs(), 0);
    EXPECT_FALSE(showsLeftOut(look));
    look.candidatePlacingMs = 28;
    EXPECT_DOUBLE_EQ(look.aheadMs(), 20);
    EXPECT_TRUE(showsLeftOut(look));
    EXPECT_DOUBLE_EQ(timingOf(std::vector{look}).candidateMs.front(), 22);
}

TEST(FreshLook, WorkDuringTheWritingOfInputsCounts)
{
    FreshLook ahead = onHost(20, 2, 20, 2);
    ahead.baselinePlacingMs = 8;
    ahead.candidatePlacingMs = 28;
    FreshLook then = onHost(20, 22, 20, 2);
    then.baselinePlacingMs = 30; // delayed by other load
    then.candidatePlacingMs = 8;
    const FreshLook least = minCallLook(std::vector{ahead, then});
    EXPECT_DOUBLE_EQ(least.candidate.ms, 22);
    EXPECT_DOUBLE_EQ(least.candidate.wallMs, 22);
    EXPECT_DOUBLE_EQ(least.aheadMs(), 0) << "it is in the call";
    EXPECT_TRUE(showsLeftOut(least));
}

TEST(FreshLook, UsesTheShortestCalls)
{
    const std::vector<FreshLook> looks{onHost(60, 45, 30, 13), onHost(31, 90, 30, 13)};
    const FreshLook least = minCallLook(looks);
    EXPECT_DOUBLE_EQ(least.baseline.ms, 31);
    EXPECT_DOUBLE_EQ(least.candidate.ms, 45);
    EXPECT_DOUBLE_EQ(least.candidate.wallMs, 45);
    EXPECT_DOUBLE_EQ(least.repeatedCandidate.ms, 13);
    EXPECT_TRUE(showsLeftOut(least));
}

/// A candidate that reuses a third of its rows.
TEST(FreshLook, DeviceRecordIsExactIfAllCallsHaveOne)
{
    FreshLook look = onHost(1, 1, 1, 0.7);
    EXPECT_FALSE(showsLeftOut(look));
    look.isOnDevice = true;
    EXPECT_FALSE(showsLeftOut(look)) << "by events, or of calls in which the device did nothing";
    EXPECT_FALSE(look.missingInRecord());
    for (CallClock::Once *once :
         {&look.baseline, &look.candidate, &look.repeatedBaseline, &look.repeatedCandidate})
        once->isRecorded = true;
    EXPECT_TRUE(showsLeftOut(look));
    EXPECT_NEAR(*look.missingInRecord(), 0.99 / 0.7, 1e-9); // 0.01 ms are within noise
    EXPECT_TRUE(minCallLook(std::vector{look, look}).missingInRecord());
    FreshLook idle = look;
    idle.candidate.isRecorded = false;
    EXPECT_FALSE(minCallLook(std::vector{look, idle}).missingInRecord());
    look.repeatedCandidate.ms = 0.95;
    EXPECT_FALSE(showsLeftOut(look));
    look.repeatedCandidate.ms = 0.7;
    look.baseline.ms = 1.4; // other inputs can cost that much, or distant memory
    EXPECT_FALSE(showsLeftOut(look));
}

TEST(FreshLook, OnADeviceEitherClockFindsIt)
{
    FreshLook onDevice = onHost(1.2, 1.2, 1.2, 1.2);
    onDevice.isOnDevice = true;
    onDevice.baseline.ms = onDevice.candidate.ms = onDevice.repeatedBaseline.ms = 1;
    onDevice.repeatedCandidate.ms = 1;
    EXPECT_FALSE(showsLeftOut(onDevice));
    onDevice.repeatedCandidate.ms = 0.1;
    EXPECT_TRUE(showsLeftOut(onDevice)) << "by the device's record";
    onDevice.repeatedCandidate.ms = 1;
    onDevice.candidate.wallMs = 9;
    EXPECT_TRUE(showsLeftOut(onDevice)) << "it computed where the device's record does not show it";
    onDevice.candidate.wallMs = 1.2;
    EXPECT_FALSE(showsLeftOut(onDevice));
    onDevice.baselinePlacingMs = 0.1; // kernels that convert the inputs
    onDevice.candidatePlacingMs = 1.1;
    EXPECT_TRUE(showsLeftOut(onDevice)) << "it computed while the inputs were put there";
}

} // namespace loupe
