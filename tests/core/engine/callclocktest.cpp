// SPDX-License-Identifier: Apache-2.0
//
// Tests the engine's side of every clock with a scripted child.
#include "core/engine/clocks/callclock.h"

#include <algorithm>
#include <utility>

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
    EXPECT_EQ(child.requests.back()["rotate"], 3);
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

TEST(CallClock, FreshCallUsesPlacedInputsAndKeepsSamples)
{
    for (const TimingMethod method : {TimingMethod::Host, TimingMethod::Cupti,
                                      TimingMethod::CudaEvent, TimingMethod::DoBench}) {
        ToldChild child;
        CallClock clock = clockOf(child, method);
        ASSERT_TRUE(clock.block(4));
        const auto samples = clock.samples().callsMs;
        clock.holdBetween(true);
        bool wasHeld = true;
        child.busyMs = child.eventMs = 3.0;
        const auto once = clock.freshCall([&] {
            wasHeld = child.isHeld;
            return CallOutcome{Verdict::Correct, {}, 5};
        });
        ASSERT_TRUE(once) << clockName(method);
        EXPECT_DOUBLE_EQ(once->placing.seconds, 5);
        EXPECT_DOUBLE_EQ(once->took.ms, method == TimingMethod::Host ? 1.2 : 3.0);
        EXPECT_DOUBLE_EQ(once->took.wallMs, 1.2) << "without what putting it there takes";
        EXPECT_FALSE(wasHeld);
        EXPECT_TRUE(child.isHeld);
        EXPECT_FALSE(child.wasAskedWhileHeld);
        EXPECT_EQ(clock.samples().callsMs, samples);
        EXPECT_EQ(child.requests.back()["places"].size(), once->glimpse.places.size());
        EXPECT_GT(once->glimpse.places.size(), 8U);
        EXPECT_EQ(child.requests.back()["separate"], Json(true));
        EXPECT_NE(child.requests.back()["method"], "do_bench") << "which repeats the call";
        child.isHeld = false;
        ASSERT_TRUE(clock.block(1));
        EXPECT_FALSE(child.requests.back().contains("separate"));
    }
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
    const auto call = clock.placedCall();
    ASSERT_TRUE(call) << clock.last().message;
    EXPECT_EQ(placed, 1);
    EXPECT_EQ(child.requests.size(), 2U) << "to settle, and the call";
    EXPECT_FALSE(child.requests.back().contains("separate"));
    EXPECT_NEAR(call->took.ms, 1.4, 1e-9) << "with the work beside it";
    clock.addAhead(0.5);
    ASSERT_EQ(clock.samples().callsMs.size(), 1U);
    EXPECT_NEAR(clock.samples().callsMs[0], 1.9, 1e-9);
    ASSERT_TRUE(clock.block(1));
    EXPECT_GT(child.requests.size(), 4U) << "any other block is";
    EXPECT_FALSE(clock.placeInputs([] { return CallOutcome{Verdict::Crashed, "gone", 0}; }));
    EXPECT_EQ(clock.last().message, "gone");
}

TEST(CallClock, HostClockMeasuresInputPlacement)
{
    for (const TimingMethod method : {TimingMethod::Host, TimingMethod::CudaEvent}) {
        TimedSides sides(method);
        ASSERT_TRUE(sides.haveBlocks());
        PairedClocks &clocks = sides.clocks;
        const auto placing = [](double seconds) {
            return [seconds] { return CallOutcome{Verdict::Correct, {}, seconds}; };
        };
        const auto seen = clocks.lookAfresh(placing(0.005), placing(0.025));
        ASSERT_TRUE(seen);
        const bool isHost = method == TimingMethod::Host;
        EXPECT_DOUBLE_EQ(seen->look.baselinePlacingMs, isHost ? 5 : 0);
        EXPECT_DOUBLE_EQ(seen->look.candidatePlacingMs, isHost ? 25 : 0);
        EXPECT_DOUBLE_EQ(seen->look.candidate.wallMs, 1.2) << "without it";
    }
}

TEST(CallClock, HostClockRepeatsCandidateCallsAfterAFreshCall)
{
    const auto place = [] { return CallOutcome(); };
    for (const TimingMethod method : {TimingMethod::Host, TimingMethod::CudaEvent}) {
        TimedSides sides(method);
        ASSERT_TRUE(sides.haveBlocks());
        PairedClocks &clocks = sides.clocks;
        const std::vector<double> samples = clocks.candidate().samples().callsMs;
        const auto first = clocks.lookAfresh(place, place);
        ASSERT_TRUE(first);
        EXPECT_EQ(first->look.repeatedBesideMs, 0) << "none was asked for";
        const std::size_t ofBaseline = sides.baseline.requests.size();
        const std::size_t ofCandidate = sides.candidate.requests.size();
        const auto again = clocks.lookAfresh(place, place, PairedClocks::Before::RepeatsFirst);
        ASSERT_TRUE(again);
        const bool isHost = method == TimingMethod::Host;
        EXPECT_DOUBLE_EQ(again->look.repeatedBesideMs, isHost ? 1.2 : 0);
        EXPECT_EQ(clocks.candidate().samples().callsMs, samples);
        // Each call is preceded by a settling call. The baseline gets no extra request to measure
        // the request's overhead.
        EXPECT_EQ(sides.candidate.requests.size() - ofCandidate, isHost ? 5U : 2U);
        EXPECT_EQ(sides.baseline.requests.size() - ofBaseline, ofBaseline - 1);
    }
}

TEST(CallClock, DeviceWorkBetweenCallsCountsAsDoneAhead)
{
    ToldChild baseline;
    ToldChild candidate;
    PairedClocks clocks(baseline, candidate, timeRequest, chosen(TimingMethod::Cupti),
                        std::chrono::seconds(1), {});
    ASSERT_TRUE(clocks.baseline().block(1) && clocks.candidate().block(1));
    for (ToldChild *child : {&baseline, &candidate})
        child->workBetween(7, 7); // work before the events is not counted
    const auto placing = [](ToldChild &child, double kernelMs, double transferMs) {
        return [&child, kernelMs, transferMs] {
            child.workBetween(kernelMs, transferMs);
            return CallOutcome{Verdict::Correct, {}, 0.005};
        };
    };
    // Longer transfers are due to the bus and do not count as work.
    const auto seen = clocks.lookAfresh(placing(baseline, 0.25, 1), placing(candidate, 2.25, 5));
    ASSERT_TRUE(seen);
    EXPECT_DOUBLE_EQ(seen->look.baselinePlacingMs, 0.25);
    EXPECT_DOUBLE_EQ(seen->look.candidatePlacingMs, 2.25);
    EXPECT_DOUBLE_EQ(seen->look.aheadMs(), 2);
    EXPECT_DOUBLE_EQ(seen->look.candidate.ms, 1) << "elements that were read are no work of its";
    EXPECT_EQ(seen->ofCandidate.seen.size(), seen->ofCandidate.places.size());
    EXPECT_TRUE(showsLeftOut(seen->look));
    EXPECT_TRUE(seen->look.missingInRecord());

    candidate.kernelMsBeforeBlocks = 3; // after the inputs arrive, before the next request
    const auto waited = clocks.lookAfresh(placing(baseline, 0.25, 1), placing(candidate, 0.25, 1));
    ASSERT_TRUE(waited);
    EXPECT_DOUBLE_EQ(waited->look.aheadMs(), 3);
}

TEST(CallClock, RecordIsExactForCallsFromAnEmptyCache)
{
    const auto place = [] { return CallOutcome(); };
    for (const bool isCold : {true, false}) {
        ToldChild baseline;
        ToldChild candidate;
        ClockChoice choice = chosen(TimingMethod::Cupti);
        choice.flushBytes = isCold ? choice.flushBytes : 0;
        PairedClocks clocks(baseline, candidate, timeRequest, choice, std::chrono::seconds(1), {});
        ASSERT_TRUE(clocks.baseline().block(1) && clocks.candidate().block(1));
        const auto seen = clocks.lookAfresh(place, place);
        ASSERT_TRUE(seen);
        EXPECT_EQ(seen->look.missingInRecord().has_value(), isCold);
        candidate.busyMs = 0; // only in the fresh call
        const auto idle = clocks.lookAfresh(place, place);
        ASSERT_TRUE(idle);
        EXPECT_FALSE(idle->look.missingInRecord());
    }
}

TEST(CallClock, NoFreshCallWithoutPlacedInputs)
{
    ToldChild child;
    CallClock clock = clockOf(child, TimingMethod::Host);
    EXPECT_FALSE(clock.freshCall([] { return CallOutcome{Verdict::Crashed, "gone", 0}; }));
    EXPECT_EQ(clock.last().message, "gone");
    EXPECT_EQ(child.requests.size(), 1u) << "nothing is called";
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
