// SPDX-License-Identifier: Apache-2.0
//
// Tests the engine's side of every clock with a scripted child.
#include "core/engine/clocks/callclock.h"

#include "core/engine/clocks/clockedcalls.h"

#include <gtest/gtest.h>

#include "tests/core/engine/toldchild.h"

namespace loupe {

namespace {

using test::chosen;
using test::clockOf;
using test::timeRequest;
using test::ToldChild;

/// Two scripted children and their clocks.
struct TimedSides {
    explicit TimedSides(TimingMethod method)
        : clocks(baseline, candidate, timeRequest, chosen(method), std::chrono::seconds(1), {})
    {
    }
    bool haveBlocks() { return clocks.baseline().block(1) && clocks.candidate().block(1); }

    ToldChild baseline;
    ToldChild candidate;
    PairedClocks clocks;
};

} // namespace

TEST(ClockChoice, FollowsTheDevice)
{
    TimingPolicy policy;
    EXPECT_EQ(ClockChoice::make(policy, "cpu", true)->method, TimingMethod::Host);
    EXPECT_EQ(ClockChoice::make(policy, "cuda:0", true)->method, TimingMethod::Cupti);
    EXPECT_EQ(ClockChoice::make(policy, "cuda:0", true)->flushBytes, 256 << 20);
    const auto weaker = ClockChoice::make(policy, "cuda:0", false);
    ASSERT_TRUE(weaker);
    EXPECT_EQ(weaker->method, TimingMethod::CudaEvent);
    EXPECT_NE(weaker->weakerBecause, "");
    policy.cache = CacheState::Warm;
    EXPECT_EQ(ClockChoice::make(policy, "cuda:0", true)->flushBytes, 0);
    policy.method = TimingMethod::Cupti;
    EXPECT_EQ(ClockChoice::make(policy, "cuda:0", false).error().code, Errc::Environment);
    EXPECT_EQ(ClockChoice::make(policy, "cpu", true).error().code, Errc::Unsupported);
}

TEST(CallClock, HostClockStopsEachSideDuringTheOthersTurn)
{
    ToldChild baseline;
    ToldChild candidate;
    PairedClocks clocks(baseline, candidate, timeRequest, chosen(TimingMethod::Host),
                        std::chrono::seconds(1), {});
    {
        const auto alone = clocks.takeTurns();
        ASSERT_TRUE(alone);
        EXPECT_TRUE(baseline.isHeld && candidate.isHeld);
        EXPECT_TRUE(clocks.baseline().block(2));
        EXPECT_TRUE(clocks.candidate().block(2));
        EXPECT_TRUE(baseline.isHeld && candidate.isHeld);
    }
    EXPECT_FALSE(baseline.isHeld || candidate.isHeld);
    EXPECT_FALSE(baseline.wasAskedWhileHeld || candidate.wasAskedWhileHeld);
    EXPECT_FALSE(PairedClocks(baseline, candidate, timeRequest, chosen(TimingMethod::Cupti),
                              std::chrono::seconds(1), {})
                     .takeTurns());
}

TEST(CallClock, TakesTheDevicesTimeFromItsRecord)
{
    ToldChild child;
    CallClock clock = clockOf(child, TimingMethod::Cupti);
    const auto time = clock.block(4);
    ASSERT_TRUE(time) << clock.last().message;
    EXPECT_NEAR(time->measuredSeconds, 0.004, 1e-9);
    EXPECT_NEAR(time->wallSeconds, 0.0048, 1e-9);
    EXPECT_EQ(clock.samples().callsMs.size(), 4u);
    EXPECT_EQ(clock.samples().kernels, 4);
    EXPECT_EQ(child.requests.back()["flush_bytes"], 7);
}

TEST(CallClock, SharesStrayWorkAmongTheCalls)
{
    ToldChild child;
    child.stray = 400'000;
    CallClock clock = clockOf(child, TimingMethod::Cupti);
    ASSERT_TRUE(clock.block(4));
    EXPECT_NEAR(clock.samples().callsMs[2], 1.1, 1e-9);
    EXPECT_NEAR(clock.samples().strayMs, 0.4, 1e-9);
    EXPECT_EQ(child.requests.size(), 13u); // the engine repeats the block to confirm it
}

TEST(CallClock, RepeatsBlocksWithWorkOutsideCalls)
{
    ToldChild child;
    child.stray = 400'000;
    child.strayBlocks = 2;
    CallClock clock = clockOf(child, TimingMethod::Cupti);
    ASSERT_TRUE(clock.block(4));
    EXPECT_EQ(child.requests.size(), 3u);
    EXPECT_EQ(clock.samples().callsMs.size(), 4u);
    EXPECT_EQ(clock.samples().engineMs.size(), 1u);
    EXPECT_EQ(clock.samples().strayMs, 0);
}

TEST(CallClock, AKnownLaunchAssignsDeviceWorkToItsCall)
{
    ToldChild child;
    child.numbersLaunches = true;
    child.clockIsLateNs = 3'000'000; // set within the block: three calls late
    CallClock clock = clockOf(child, TimingMethod::Cupti);
    ASSERT_TRUE(clock.block(8));
    EXPECT_EQ(clock.samples().callsMs, std::vector<double>(8, 1.0));
    EXPECT_EQ(clock.samples().strayMs, 0);
    EXPECT_EQ(clock.samples().idleCalls, 0);
    EXPECT_EQ(clock.samples().blocksByTime, 0);
    EXPECT_EQ(child.requests.size(), 1u);

    child.numbersLaunches = false; // the same, but attributed by time alone
    CallClock byTime = clockOf(child, TimingMethod::Cupti);
    ASSERT_TRUE(byTime.block(8));
    EXPECT_GT(byTime.samples().strayMs, 0);
    EXPECT_EQ(byTime.samples().blocksByTime, 1);
    EXPECT_EQ(byTime.samples().repeats, 12);
}

TEST(CallClock, ChargesWorkLaunchedOutsideCalls)
{
    ToldChild child;
    child.numbersLaunches = true;
    child.stray = 400'000;
    CallClock clock = clockOf(child, TimingMethod::Cupti);
    ASSERT_TRUE(clock.block(4));
    EXPECT_EQ(child.requests.size(), 1u);
    EXPECT_NEAR(clock.samples().callsMs[2], 1.1, 1e-9);
    EXPECT_NEAR(clock.samples().strayMs, 0.4, 1e-9);
}

TEST(CallClock, UsesHostTimeForCallsWithoutDeviceWork)
{
    ToldChild child;
    child.busyMs = 0;
    child.hostMs = 0.03;
    CallClock clock = clockOf(child, TimingMethod::Cupti);
    ASSERT_TRUE(clock.block(2));
    EXPECT_EQ(clock.samples().callsMs, (std::vector<double>{0.03, 0.03}));
    EXPECT_EQ(clock.samples().idleCalls, 2);
}

TEST(CallClock, ValidatesEveryAnswer)
{
    const std::vector<Json> answers{
        Json::object(),
        {{"recorded", true}},
        {{"recorded", true}, {"host_ms", "soon"}},
        {{"recorded", true}, {"host_ms", {1, 2, 3}}},
        {{"recorded", true}, {"host_ms", {1, nullptr}}},
        {{"recorded", true}, {"host_ms", {1, -1}}},
        {{"recorded", true}, {"host_ms", {1, 1}}}, // and no activity records
        {{"events_ms", {1}}},
        {{"events_ms", {1, -1}}},
        {{"events_ms", Json::array()}},
        {{"events_ms", std::vector<int>(200'000, 1)}}};
    for (const Json &answer : answers) {
        for (const TimingMethod method : {TimingMethod::Cupti, TimingMethod::CudaEvent}) {
            ToldChild child;
            child.body = answer;
            CallClock clock = clockOf(child, method);
            EXPECT_FALSE(clock.block(2)) << answer.dump().substr(0, 80);
            EXPECT_EQ(clock.last().verdict, Verdict::BrokeProtocol);
        }
    }
    ToldChild child;
    child.losesItsLastMarker = true;
    CallClock clock = clockOf(child, TimingMethod::Cupti);
    EXPECT_FALSE(clock.block(2));
    EXPECT_EQ(clock.last().verdict, Verdict::BrokeProtocol);
}

TEST(CallClock, PlacesInputsWhileTheChildIsNotStopped)
{
    for (const TimingMethod method :
         {TimingMethod::Host, TimingMethod::Cupti, TimingMethod::CudaEvent}) {
        ToldChild child;
        CallClock clock = clockOf(child, method);
        clock.holdBetween(true);
        bool wasHeld = true;
        ASSERT_TRUE(clock.placeInputs([&] {
            wasHeld = child.isHeld;
            return CallOutcome{Verdict::Correct, {}, 5};
        }));
        EXPECT_FALSE(wasHeld);
        const bool isHost = method == TimingMethod::Host;
        EXPECT_EQ(child.isHeld, !isHost) << "threads that continue after a stop take longer";
        const auto calls = clock.placedCalls({7, 3});
        ASSERT_TRUE(calls) << clockName(method);
        EXPECT_TRUE(child.isHeld);
        EXPECT_FALSE(child.wasAskedWhileHeld);
        const Json &request = child.requests.back();
        EXPECT_EQ(request["calls"], 3);
        EXPECT_EQ(request["first"], 7);
        EXPECT_EQ(request["places"].size(), calls->glimpse.places.size());
        EXPECT_GT(calls->glimpse.places.size(), 8U);
        EXPECT_DOUBLE_EQ(calls->placingMs, isHost ? 5000 : 0) << "of processors, without a device";
        EXPECT_DOUBLE_EQ(calls->time.measuredSeconds, isHost ? 0.0036 : 0.003);
        ASSERT_TRUE(clock.block(1));
        EXPECT_FALSE(child.requests.back().contains("places"));
        EXPECT_FALSE(child.requests.back().contains("first"));
    }
}

TEST(CallClock, FirstCallIsNotTimedButCountsAsWorkAhead)
{
    ToldChild child;
    CallClock clock = clockOf(child, TimingMethod::Host);
    clock.holdBetween(true);
    const auto placingMs = [&](double msOfFirstCall) {
        EXPECT_TRUE(clock.placeInputs([] { return CallOutcome{Verdict::Correct, {}, 0.005}; }));
        child.wallMsPerCall = msOfFirstCall;
        EXPECT_TRUE(clock.warmUp({6, 1}));
        EXPECT_EQ(child.requests.back()["first"], 6);
        child.wallMsPerCall = 1.2;
        EXPECT_FALSE(child.isHeld);
        const auto calls = clock.placedCalls({7, 3});
        EXPECT_TRUE(calls && child.isHeld);
        EXPECT_DOUBLE_EQ(calls->time.measuredSeconds, 0.0036);
        return calls->placingMs;
    };
    EXPECT_NEAR(placingMs(1.2), 5, 1e-9);
    EXPECT_NEAR(placingMs(0.1), 5, 1e-9);
    EXPECT_NEAR(placingMs(2.3), 5, 1e-9);
    EXPECT_NEAR(placingMs(9.4), 12, 1e-9) << "what it took longer than two timed calls";
    EXPECT_EQ(clock.samples().calls, (std::vector<int>{3, 3, 3, 3}));

    clock.holdBetween(false);
    child.otherwise = Verdict::Crashed;
    EXPECT_FALSE(clock.warmUp({0, 1}));
    EXPECT_EQ(clock.last().verdict, Verdict::Crashed);
}

TEST(CallClock, MakesAndKeepsPlacedCallsOnce)
{
    ToldChild child;
    child.stray = 400'000; // another block would be measured again
    CallClock clock = clockOf(child, TimingMethod::Cupti);
    int placed = 0;
    ASSERT_TRUE(clock.placeInputs([&] {
        ++placed;
        return CallOutcome();
    }));
    const auto call = clock.placedCalls({});
    ASSERT_TRUE(call) << clock.last().message;
    EXPECT_EQ(placed, 1);
    EXPECT_EQ(child.requests.size(), 2U) << "to settle, and the call";
    EXPECT_NEAR(call->time.measuredSeconds, 0.0014, 1e-9) << "with the work beside it";
    clock.addAhead(0.5, 1);
    ASSERT_EQ(clock.samples().callsMs.size(), 1U);
    EXPECT_NEAR(clock.samples().callsMs[0], 1.9, 1e-9);
    ASSERT_TRUE(clock.block(1));
    EXPECT_GT(child.requests.size(), 4U) << "any other block is";
    EXPECT_FALSE(clock.placeInputs([] { return CallOutcome{Verdict::Crashed, "gone", 0}; }));
    EXPECT_EQ(clock.last().message, "gone");
}

TEST(CallClock, SharesWorkAheadAmongTheCallsOfABlock)
{
    ToldChild child;
    CallClock recorded = clockOf(child, TimingMethod::Cupti);
    ASSERT_TRUE(recorded.block(1) && recorded.block(4));
    recorded.addAhead(2, 4);
    EXPECT_EQ(recorded.samples().callsMs, (std::vector<double>{1, 1.5, 1.5, 1.5, 1.5}));
    CallClock byHost = clockOf(child, TimingMethod::Host);
    ASSERT_TRUE(byHost.block(4) && byHost.block(4));
    byHost.addAhead(2, 4);
    ASSERT_EQ(byHost.samples().callsMs.size(), 2U) << "one for each block";
    EXPECT_DOUBLE_EQ(byHost.samples().callsMs[0], 1.2);
    EXPECT_DOUBLE_EQ(byHost.samples().callsMs[1], 1.7);
}

TEST(CallClock, DeviceWorkBetweenCallsCountsAsDoneAhead)
{
    ToldChild child;
    CallClock clock = clockOf(child, TimingMethod::Cupti);
    child.workBetween(7, 7); // work before the inputs are written is not counted
    const auto placing = [&](double kernelMs, double transferMs) {
        return [&child, kernelMs, transferMs] {
            child.workBetween(kernelMs, transferMs);
            return CallOutcome{Verdict::Correct, {}, 0.005};
        };
    };
    // Transfers are due to the bus and do not count as work.
    ASSERT_TRUE(clock.placeInputs(placing(2.25, 5)));
    const auto seen = clock.placedCalls({});
    ASSERT_TRUE(seen);
    EXPECT_DOUBLE_EQ(seen->placingMs, 2.25);
    EXPECT_DOUBLE_EQ(seen->time.measuredSeconds, 0.001) << "elements that were read are no work";
    EXPECT_EQ(seen->glimpse.seen.size(), seen->glimpse.places.size());

    child.kernelMsBeforeBlocks = 3; // after the inputs arrive, before the next request
    ASSERT_TRUE(clock.placeInputs(placing(0.25, 1)));
    const auto waited = clock.placedCalls({});
    ASSERT_TRUE(waited);
    EXPECT_DOUBLE_EQ(waited->placingMs, 3.25);
}

TEST(ClockedCalls, AddWorkAheadBeyondThatOfTheReference)
{
    TimedSides sides(TimingMethod::Cupti);
    double ahead = 5;
    ClockedCalls trusted(sides.clocks.baseline(), [&] {
        sides.baseline.workBetween(0.5, 0);
        return CallOutcome();
    });
    ClockedCalls calls(sides.clocks.candidate(), [&] {
        sides.candidate.workBetween(ahead, 0);
        return CallOutcome();
    });
    calls.addWorkBeyond(trusted);
    for (int i = 0; i < 2; ++i) // the first writing allocates memory and tells nothing
        ASSERT_TRUE(trusted.makeReady() && trusted.time({}));
    ASSERT_TRUE(calls.makeReady());
    auto time = calls.time({});
    ASSERT_TRUE(time);
    EXPECT_DOUBLE_EQ(time->measuredSeconds, 0.0055);
    EXPECT_DOUBLE_EQ(sides.clocks.candidate().samples().callsMs.back(), 5.5);
    ahead = 0.25;
    ASSERT_TRUE(calls.makeReady());
    time = calls.time({});
    ASSERT_TRUE(time);
    EXPECT_DOUBLE_EQ(time->measuredSeconds, 0.001);
    EXPECT_TRUE(calls.isSeen());
}

TEST(ClockedCalls, AnOutlierOfTheReferenceHidesNoWorkOnAProcessor)
{
    TimedSides sides(TimingMethod::Host);
    double placingMs = 0;
    const auto place = [&] { return CallOutcome{Verdict::Correct, {}, placingMs / 1e3}; };
    ClockedCalls trusted(sides.clocks.baseline(), place);
    ClockedCalls calls(sides.clocks.candidate(), place);
    calls.addWorkBeyond(trusted);
    for (const double ms : {50.0, 1.0, 9.0, 1.0}) { // the first writing allocates memory
        placingMs = ms;
        ASSERT_TRUE(trusted.makeReady() && trusted.time({}));
    }
    placingMs = 5;
    ASSERT_TRUE(calls.makeReady());
    const auto time = calls.time({});
    ASSERT_TRUE(time);
    EXPECT_NEAR(time->measuredSeconds, 0.0012 + 0.004, 1e-9);
}

TEST(CallClock, SplitsBlocksThatExceedTheRecord)
{
    ToldChild child;
    child.maxRecordedCalls = 3;
    CallClock clock = clockOf(child, TimingMethod::Cupti);
    const auto time = clock.block(10);
    ASSERT_TRUE(time) << clock.last().message;
    EXPECT_NEAR(time->measuredSeconds, 0.010, 1e-6);
    EXPECT_EQ(clock.samples().callsMs.size(), 10U);
    for (std::size_t i = 2; i < child.requests.size(); ++i) // after attempts with 10 and 5 calls
        EXPECT_LE(child.requests[i]["calls"], 2) << i;
}

TEST(CallClock, SizesBlocksToTheRecord)
{
    ToldChild child;
    child.kernelsOfCall = 40'000;
    CallClock clock = clockOf(child, TimingMethod::Cupti);
    ASSERT_FALSE(clock.whyNotRecorded());
    ASSERT_TRUE(clock.block(10)) << clock.last().message;
    std::vector<int> asked;
    for (const Json &request : child.requests)
        asked.push_back(request["calls"]);
    EXPECT_EQ(asked, (std::vector<int>{1, 4, 4, 2}));
    EXPECT_EQ(clock.samples().callsMs.size(), 10U);
    EXPECT_EQ(clock.samples().dropped, 0U);
}

} // namespace loupe
