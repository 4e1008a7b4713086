// SPDX-License-Identifier: Apache-2.0
//
// Tests both sides of a timing with scripted children.
#include "core/engine/clocks/pairedclocks.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/core/engine/toldchild.h"

namespace loupe {

namespace {

using test::chosen;
using test::hasFlag;
using test::timed;
using test::timeRequest;
using test::ToldChild;

} // namespace

TEST(PairedClocks, KeepEverySampleExceptWarmUp)
{
    ToldChild baseline;
    ToldChild candidate;
    std::string notes;
    const Evaluation evaluation = timed(baseline, candidate, TimingMethod::Cupti, notes);
    ASSERT_EQ(evaluation.timings.size(), 6u);
    EXPECT_EQ(evaluation.timings[0].role, "baseline");
    EXPECT_EQ(evaluation.timings[1].role, "candidate");
    EXPECT_EQ(evaluation.timings[1].clock, "cupti");
    EXPECT_EQ(evaluation.timings[1].samplesMs.size(), 8u);
    EXPECT_EQ(evaluation.timings[3].clock, "engine_wall");
    EXPECT_EQ(evaluation.timings[3].callsPerSample, (std::vector<int>{4, 4}));
    EXPECT_EQ(evaluation.timings[5].clock, "cuda_event");
    EXPECT_EQ(evaluation.timings[5].samplesMs.size(), 13u) << "16 ms of calls of 1.2 ms";
    ASSERT_EQ(evaluation.kernels.size(), 2u) << "what ran on either side";
    EXPECT_EQ(evaluation.kernels[1].role, "candidate");
    EXPECT_EQ(evaluation.kernels[1].caseName, "trial 1");
    EXPECT_DOUBLE_EQ(evaluation.kernels[1].launchesPerCall, 1);
    EXPECT_DOUBLE_EQ(evaluation.kernels[1].deviceMsPerCall, 1);
    EXPECT_TRUE(evaluation.flags.empty()) << notes;
    EXPECT_NE(notes.find("\"clock\":\"cupti\""), std::string::npos);
}

TEST(PairedClocks, TheDevicesOwnClockNeedsHalfTheTime)
{
    TimingPolicy asked;
    asked.minimumSeconds = 0.05;
    asked.blockSeconds = 0.004;
    ToldChild baseline;
    ToldChild candidate;
    const auto policyBy = [&](TimingMethod method) {
        const PairedClocks clocks(baseline, candidate, timeRequest, chosen(method),
                                  std::chrono::seconds(1), {});
        return clocks.policy(asked);
    };
    EXPECT_DOUBLE_EQ(policyBy(TimingMethod::Cupti).minimumSeconds, 0.025);
    EXPECT_DOUBLE_EQ(policyBy(TimingMethod::Cupti).blockSeconds, 0.002);
    EXPECT_EQ(policyBy(TimingMethod::Cupti).minimumBlocks, asked.minimumBlocks);
    EXPECT_DOUBLE_EQ(policyBy(TimingMethod::CudaEvent).minimumSeconds, 0.05);
    EXPECT_DOUBLE_EQ(policyBy(TimingMethod::Host).blockSeconds, 0.004);
}

TEST(PairedClocks, RemeasureLongCallsOnceUnlessTheyDiffer)
{
    std::string notes;
    ToldChild baseline;
    ToldChild candidate;
    for (ToldChild *side : {&baseline, &candidate}) {
        side->busyMs = 50;
        side->hostMs = 50.1;
        side->wallMsPerCall = 51;
        side->eventMs = 50.05;
    }
    candidate.eventMs = 20; // less than the device was busy
    const Evaluation evaluation = timed(baseline, candidate, TimingMethod::Cupti, notes);
    const auto opinions = [](const ToldChild &side) {
        int calls = 0;
        for (const Json &request : side.requests)
            calls += request["method"] == "cuda_event" ? request["calls"].get<int>() : 0;
        return calls;
    };
    EXPECT_EQ(opinions(baseline), 1);
    EXPECT_EQ(opinions(candidate), 5);
    EXPECT_TRUE(hasFlag(evaluation, "clocks_disagree"));
}

TEST(PairedClocks, RetryLateEvents)
{
    const auto isDoubtedWhenLate = [](int requests) {
        ToldChild baseline;
        ToldChild candidate;
        candidate.lateEvents = requests;
        std::string notes;
        return hasFlag(timed(baseline, candidate, TimingMethod::Cupti, notes), "clocks_disagree");
    };
    EXPECT_FALSE(isDoubtedWhenLate(0));
    EXPECT_FALSE(isDoubtedWhenLate(1)) << "the processor was busy";
    EXPECT_FALSE(isDoubtedWhenLate(2));
    EXPECT_TRUE(isDoubtedWhenLate(3)) << "what is in every call is hidden work";
}

TEST(PairedClocks, DoNotRemeasureLongCallsByTheEngineClock)
{
    const auto opinionsWithWall = [](double wallMs) {
        ToldChild baseline;
        ToldChild candidate;
        candidate.busyMs = 200;
        candidate.hostMs = candidate.eventMs = 200.1;
        candidate.wallMsPerCall = wallMs;
        std::string notes;
        const Evaluation evaluation = timed(baseline, candidate, TimingMethod::Cupti, notes);
        EXPECT_TRUE(evaluation.flags.empty()) << notes;
        return std::ranges::count_if(candidate.requests, [](const Json &request) {
            return request["method"] == "cuda_event";
        });
    };
    EXPECT_EQ(opinionsWithWall(210), 0);
    EXPECT_EQ(opinionsWithWall(230), 1) << "more than a tenth is not accounted for";
}

TEST(PairedClocks, SettleByOneCallOfEachSideAndReturnItsTime)
{
    ToldChild baseline;
    ToldChild candidate;
    candidate.hostMs = 700;
    candidate.wallMsPerCall = 900; // starting the recording takes time, too
    PairedClocks clocks(baseline, candidate, timeRequest, chosen(TimingMethod::Cupti),
                        std::chrono::seconds(1), {});
    EXPECT_EQ(clocks.settle(), nullptr);
    EXPECT_EQ(baseline.requests.size(), 1u);
    ASSERT_EQ(candidate.requests.size(), 1u);
    EXPECT_EQ(candidate.requests[0]["calls"], 1);
    EXPECT_EQ(candidate.requests[0]["method"], "cupti");
    EXPECT_DOUBLE_EQ(clocks.start().candidateSeconds, 0.7);
    EXPECT_DOUBLE_EQ(clocks.start().baselineSeconds, 0.00105);
    candidate.hostMs = 2000; // a claim above the engine's own measurement is ignored
    PairedClocks again(baseline, candidate, timeRequest, chosen(TimingMethod::Cupti),
                       std::chrono::seconds(1), {});
    EXPECT_EQ(again.settle(), nullptr);
    EXPECT_DOUBLE_EQ(again.start().candidateSeconds, 0.9);

    PairedClocks byHost(baseline, candidate, timeRequest, chosen(TimingMethod::Host),
                        std::chrono::seconds(1), {});
    EXPECT_EQ(byHost.settle(), nullptr);
    EXPECT_EQ(candidate.requests.back()["method"], "host");
    EXPECT_EQ(candidate.requests.size(), 3u);
    EXPECT_DOUBLE_EQ(byHost.start().candidateSeconds, 0.9);
}

TEST(PairedClocks, UseEventsIfRecordingFails)
{
    ToldChild baseline;
    ToldChild candidate;
    candidate.whileRecorded = Verdict::Crashed;
    PairedClocks clocks(baseline, candidate, timeRequest, chosen(TimingMethod::Cupti),
                        std::chrono::seconds(1), {});
    EXPECT_EQ(clocks.settle(), nullptr);
    EXPECT_EQ(baseline.requests.back()["method"], "cuda_event");
    EXPECT_EQ(candidate.requests.back()["method"], "cuda_event");

    candidate.otherwise = Verdict::Crashed;
    PairedClocks failing(baseline, candidate, timeRequest, chosen(TimingMethod::Cupti),
                         std::chrono::seconds(1), {});
    EXPECT_EQ(failing.settle(), &failing.candidate());
    EXPECT_EQ(failing.candidate().last().verdict, Verdict::Crashed);
}

TEST(PairedClocks, LackOfMemoryDoesNotChangeTheClock)
{
    ToldChild baseline;
    ToldChild candidate;
    baseline.whileRecorded = Verdict::OutOfMemory;
    PairedClocks clocks(baseline, candidate, timeRequest, chosen(TimingMethod::Cupti),
                        std::chrono::seconds(1), {});
    EXPECT_EQ(clocks.settle(), &clocks.baseline());
    EXPECT_EQ(baseline.requests.size(), 1u);
    EXPECT_TRUE(candidate.requests.empty());
}

TEST(PairedClocks, FallBackToEventsOnBothSidesWithAReason)
{
    ToldChild baseline;
    ToldChild candidate;
    candidate.records = false;
    candidate.refusal = "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES";
    std::string notes;
    const Evaluation evaluation = timed(baseline, candidate, TimingMethod::Cupti, notes);
    EXPECT_EQ(evaluation.timings[0].clock, "cuda_event");
    EXPECT_EQ(evaluation.timings[1].clock, "cuda_event");
    EXPECT_TRUE(hasFlag(evaluation, "weaker_clock"));
    EXPECT_NE(notes.find("CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"), std::string::npos);
}

TEST(PairedClocks, FlagDisagreeingClocks)
{
    struct Case {
        const char *flag;
        void (*lie)(ToldChild &);
    };
    const Case cases[] = {
        {"clocks_disagree", [](ToldChild &child) { child.eventMs = 0.01; }},
        {"clocks_disagree", [](ToldChild &child) { child.hostMs = 3.0; }},
        {"clocks_disagree", [](ToldChild &child) { child.wallMsPerCall = 0.5; }},
        {"stray_activity", [](ToldChild &child) { child.stray = 1'000'000; }},
        {"no_device_activity", [](ToldChild &child) { child.busyMs = 0; }},
    };
    for (const Case &each : cases) {
        for (const bool numbersLaunches : {false, true}) {
            ToldChild baseline;
            ToldChild candidate;
            baseline.numbersLaunches = candidate.numbersLaunches = numbersLaunches;
            each.lie(candidate);
            std::string notes;
            EXPECT_TRUE(hasFlag(timed(baseline, candidate, TimingMethod::Cupti, notes), each.flag))
                << each.flag << notes;
        }
    }
}

TEST(PairedClocks, TolerateLatenessOfBothSides)
{
    ToldChild baseline;
    ToldChild candidate;
    // Launches wait for a processor. Events and the host's clock then show more time, on both
    // sides.
    for (ToldChild *child : {&baseline, &candidate}) {
        child->eventMs = 1.5;
        child->hostMs = 1.9;
        child->wallMsPerCall = 2.5;
    }
    candidate.stray = 1000; // offset between the device's clock and that of the markers
    std::string notes;
    EXPECT_TRUE(timed(baseline, candidate, TimingMethod::Cupti, notes).flags.empty()) << notes;
    // Such waits on the reference alone prove nothing either.
    candidate.eventMs = candidate.hostMs = 1.0;
    EXPECT_TRUE(timed(baseline, candidate, TimingMethod::Cupti, notes).flags.empty()) << notes;
}

TEST(PairedClocks, AllowLateCallsOfAnotherLibrary)
{
    ToldChild baseline;
    ToldChild candidate;
    const auto isDoubted = [&](double latenessMs) {
        std::string notes;
        return hasFlag(timed(baseline, candidate, TimingMethod::Cupti, notes, latenessMs),
                       "clocks_disagree");
    };
    candidate.eventMs = candidate.hostMs = 2.9;
    candidate.wallMsPerCall = 3.5;
    EXPECT_TRUE(isDoubted(0));
    EXPECT_FALSE(isDoubted(2));
    candidate.hostMs = 3.9;
    EXPECT_TRUE(isDoubted(2));
    candidate.hostMs = 2.9;
    candidate.eventMs = 0.01;
    EXPECT_TRUE(isDoubted(2)) << "less than the device worked";
}

TEST(PairedClocks, SubtractRequestOverheadOfTheReference)
{
    ToldChild baseline;
    ToldChild candidate;
    baseline.askingMs = 0.125;
    candidate.askingMs = 0.625; // claiming a higher overhead does not increase the deduction
    PairedClocks clocks(baseline, candidate, timeRequest, chosen(TimingMethod::Host),
                        std::chrono::seconds(1), {});
    EXPECT_NEAR(clocks.takeOffAsking(), 0.125, 1e-9);
    EXPECT_TRUE(candidate.requests.empty());
    const auto ofBaseline = PairedClocks::block(clocks.baseline())(4);
    const auto ofCandidate = PairedClocks::block(clocks.candidate())(2);
    ASSERT_TRUE(ofBaseline && ofCandidate);
    EXPECT_NEAR(ofBaseline->measuredSeconds, 4.8e-3, 1e-9);
    EXPECT_NEAR(ofBaseline->wallSeconds, 4.925e-3, 1e-9) << "what waiting for it cost";
    EXPECT_NEAR(clocks.baseline().samples().callsMs.back(), 1.2, 1e-9);
    EXPECT_NEAR(clocks.candidate().samples().callsMs.back(), 1.45, 1e-9);

    PairedClocks byDevice(baseline, candidate, timeRequest, chosen(TimingMethod::CudaEvent),
                          std::chrono::seconds(1), {});
    EXPECT_NEAR(byDevice.takeOffAsking(), 0.625, 1e-9);
}

TEST(PairedClocks, ReportTheFirstSide)
{
    ToldChild baseline;
    ToldChild candidate;
    PairedClocks clocks(baseline, candidate, timeRequest, chosen(TimingMethod::Host),
                        std::chrono::seconds(1), {});
    EXPECT_FALSE(clocks.start().isCandidateFirst);
    clocks.beginWithCandidate(true);
    EXPECT_TRUE(clocks.start().isCandidateFirst);
}

TEST(PairedClocks, KeepHostClockSamples)
{
    ToldChild baseline;
    ToldChild candidate;
    std::string notes;
    const Evaluation evaluation = timed(baseline, candidate, TimingMethod::Host, notes);
    ASSERT_EQ(evaluation.timings.size(), 2u);
    EXPECT_EQ(evaluation.timings[1].clock, "engine_wall");
    EXPECT_EQ(evaluation.timings[1].callsPerSample, (std::vector<int>{4, 4}));
    EXPECT_EQ(evaluation.timings[1].overheadMs, 0.5);
    EXPECT_EQ(notes, "");
}

TEST(PairedClocks, UseEventsIfACallExceedsTheRecord)
{
    ToldChild baseline;
    baseline.maxRecordedCalls = 0;
    ToldChild candidate;
    std::string notes;
    const Evaluation evaluation = timed(baseline, candidate, TimingMethod::Cupti, notes);
    EXPECT_TRUE(hasFlag(evaluation, "weaker_clock"));
    EXPECT_NE(notes.find("more than can be recorded"), std::string::npos) << notes;
}

TEST(PairedClocks, RemeasuredCallsMayHaveTheirOwnInputs)
{
    ToldChild baseline;
    ToldChild candidate;
    candidate.eventMs = 0.4; // disagrees, so that more calls follow
    PairedClocks clocks(baseline, candidate, timeRequest, chosen(TimingMethod::Cupti),
                        std::chrono::seconds(1), {});
    clocks.settle();
    for (CallClock *side : {&clocks.baseline(), &clocks.candidate()})
        ASSERT_TRUE(PairedClocks::block(*side)(4));
    const std::size_t before = candidate.requests.size();
    std::size_t ofBaseline = 0;
    std::size_t ofCandidate = 0;
    clocks.takeSecondOpinions([&](const CallClock &clock) {
        ++(&clock == &clocks.baseline() ? ofBaseline : ofCandidate);
        return true;
    });
    EXPECT_EQ(ofBaseline, 1U);
    EXPECT_GT(ofCandidate, ofBaseline);
    ASSERT_EQ(candidate.requests.size(), before + ofCandidate) << "each request has its inputs";
    for (std::size_t i = before; i < candidate.requests.size(); ++i)
        EXPECT_EQ(candidate.requests[i]["calls"], 1);
}

} // namespace loupe
