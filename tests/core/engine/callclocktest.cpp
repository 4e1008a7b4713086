// SPDX-License-Identifier: Apache-2.0
//
// The engine's side of every clock, with a child that says what it is told to.
#include "core/engine/clocks/callclock.h"

#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/machine/gpustate.h"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "tests/core/engine/quietchild.h"

namespace loupe {

namespace {

/// Answers `time` with told device times; hostile where `body` or `damage` is set.
class ToldChild final : public QuietChild
{
public:
    double busyMs = 1.0; ///< of each call
    double eventMs = 1.0;
    int lateEvents = 0; ///< so many requests for events are answered with twice that
    double hostMs = 1.05;
    double wallMsPerCall = 1.2;
    bool records = true;
    std::string refusal;
    std::optional<Json> body; ///< said instead
    bool losesItsLastMarker = false;
    int strayBlocks = 1000;  ///< that have it
    std::uint64_t stray = 0; ///< nanoseconds of work outside the calls of each block
    bool numbersLaunches = false;
    Verdict whileRecorded = Verdict::Correct; ///< how a recorded call ends
    Verdict otherwise = Verdict::Correct;     ///< and any other
    bool isHeld = false;
    bool wasAskedWhileHeld = false;
    std::int64_t clockIsLateNs = 0; ///< the device's, of the second half of each block

    Answer ask(Json request, const Bundle * /*given*/, std::chrono::duration<double> /*deadline*/,
               const std::stop_token & /*stop*/) override
    {
        requests.push_back(request);
        wasAskedWhileHeld = wasAskedWhileHeld || isHeld;
        const int calls = request["calls"];
        const Verdict verdict = request["method"] == "cupti" ? whileRecorded : otherwise;
        Answer answer{{verdict, {}, wallMsPerCall * calls / 1e3}, Json::object(), {}};
        if (verdict != Verdict::Correct)
            return answer;
        if (body) {
            answer.body = *body;
        } else if (request["method"] == "cupti") {
            answer.body["recorded"] = records;
            answer.body["host_ms"] = std::vector<double>(static_cast<std::size_t>(calls), hostMs);
            if (records)
                record(calls);
        } else if (request["method"] != "host") {
            const double saidMs = lateEvents > 0 ? 2 * eventMs : eventMs;
            lateEvents -= lateEvents > 0 ? 1 : 0;
            answer.body["events_ms"] = std::vector<double>(static_cast<std::size_t>(calls), saidMs);
        }
        return answer;
    }
    void setHeld(bool isHeldNow) override { isHeld = isHeldNow; }
    Result<ActivityBatch> takeActivity() override
    {
        ActivityBatch batch;
        batch.state
            = refusal.empty() ? activityring::State::Recording : activityring::State::Refused;
        batch.reason = refusal;
        batch.records = std::exchange(m_records, {});
        return batch;
    }

    std::vector<Json> requests;

private:
    void add(ActivityKind kind, std::uint64_t length, ActivityMarker marker = {})
    {
        DeviceActivity record;
        record.kind = kind;
        record.startNs = m_now + (record.isWork() ? m_lateNs : 0);
        record.endNs = record.startNs + length;
        record.detail = static_cast<std::uint32_t>(marker);
        record.correlation = numbersLaunches ? ++m_number : 0;
        m_records.push_back(record);
        m_now += length + 10;
    }
    void mark(ActivityMarker marker)
    {
        if (numbersLaunches && marker != ActivityMarker::CallBegin)
            add(ActivityKind::Synchronisation, 5, ActivityMarker::CallEnd); // 4: of all streams
        add(ActivityKind::Marker, 0, marker);
    }
    void record(int calls)
    {
        m_lateNs = 0;
        mark(ActivityMarker::BlockBegin);
        for (int i = 0; i < calls; ++i) {
            mark(ActivityMarker::CallBegin);
            if (busyMs > 0)
                add(ActivityKind::Kernel, static_cast<std::uint64_t>(busyMs * 1e6));
            mark(ActivityMarker::CallEnd);
            m_lateNs = i * 2 >= calls ? static_cast<std::uint64_t>(clockIsLateNs) : 0;
        }
        if (stray > 0 && strayBlocks-- > 0)
            add(ActivityKind::Kernel, stray);
        if (!losesItsLastMarker)
            mark(ActivityMarker::BlockEnd);
    }

    std::uint64_t m_lateNs = 0;
    std::uint32_t m_number = 0;
    std::uint64_t m_now = 1000;
    std::vector<DeviceActivity> m_records;
};

const Json timeRequest{{"do", "time"}};

ClockChoice chosen(TimingMethod method)
{
    ClockChoice choice;
    choice.method = method;
    choice.flushBytes = 7;
    choice.rotatedInputs = 3;
    return choice;
}

CallClock clockOf(ToldChild &child, TimingMethod method)
{
    return {child, timeRequest, chosen(method), std::chrono::seconds(1), {}};
}

bool hasFlag(const Evaluation &evaluation, const std::string &flag)
{
    return std::count(evaluation.flags.begin(), evaluation.flags.end(), flag) == 1;
}

/// Times two sides as the evaluator does and gives the evaluation.
Evaluation timed(ToldChild &baseline, ToldChild &candidate, TimingMethod method, std::string &notes)
{
    PairedClocks clocks(baseline, candidate, timeRequest, chosen(method), std::chrono::seconds(1),
                        {});
    clocks.settle();
    for (CallClock *side : {&clocks.baseline(), &clocks.candidate()}) {
        for (int warmUps = 0; warmUps < 2; ++warmUps)
            EXPECT_TRUE(PairedClocks::block(*side)(1));
    }
    clocks.keepFromHere();
    for (CallClock *side : {&clocks.baseline(), &clocks.candidate()}) {
        for (int blocks = 0; blocks < 2; ++blocks)
            EXPECT_TRUE(PairedClocks::block(*side)(4));
    }
    clocks.takeSecondOpinions();
    Evaluation evaluation;
    clocks.keep("trial 1", 0.5, evaluation);
    notes = clocks.describe("a case", {}, evaluation);
    return evaluation;
}

} // namespace

TEST(ClockChoice, IsWhatTheDeviceHas)
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

TEST(CallClock, ByTheHostsClockEachSideIsStoppedInTheOthersTurn)
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
    EXPECT_EQ(child.requests.size(), 13u); // it was asked again whether that is so
}

TEST(CallClock, ABlockWhoseWorkLiesBesideItsCallsIsRepeated)
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

TEST(CallClock, WhoseWorkItIsIsToldByItsLaunchWhereThatIsKnown)
{
    ToldChild child;
    child.numbersLaunches = true;
    child.clockIsLateNs = 3'000'000; // set within the block: three calls further
    CallClock clock = clockOf(child, TimingMethod::Cupti);
    ASSERT_TRUE(clock.block(8));
    EXPECT_EQ(clock.samples().callsMs, std::vector<double>(8, 1.0));
    EXPECT_EQ(clock.samples().strayMs, 0);
    EXPECT_EQ(clock.samples().idleCalls, 0);
    EXPECT_EQ(clock.samples().blocksByTime, 0);
    EXPECT_EQ(child.requests.size(), 1u);

    child.numbersLaunches = false; // the same by time alone
    CallClock byTime = clockOf(child, TimingMethod::Cupti);
    ASSERT_TRUE(byTime.block(8));
    EXPECT_GT(byTime.samples().strayMs, 0);
    EXPECT_EQ(byTime.samples().blocksByTime, 1);
    EXPECT_EQ(byTime.samples().repeats, 12);
}

TEST(CallClock, WorkThatWasLaunchedOutsideTheCallsIsNotForgiven)
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

TEST(CallClock, ACallWithoutWorkHasTheHostsTime)
{
    ToldChild child;
    child.busyMs = 0;
    child.hostMs = 0.03;
    CallClock clock = clockOf(child, TimingMethod::Cupti);
    ASSERT_TRUE(clock.block(2));
    EXPECT_EQ(clock.samples().callsMs, (std::vector<double>{0.03, 0.03}));
    EXPECT_EQ(clock.samples().idleCalls, 2);
}

TEST(CallClock, NoAnswerOfAChildIsBelievedUnread)
{
    const std::vector<Json> answers{
        Json::object(),
        {{"recorded", true}},
        {{"recorded", true}, {"host_ms", "soon"}},
        {{"recorded", true}, {"host_ms", {1, 2, 3}}},
        {{"recorded", true}, {"host_ms", {1, nullptr}}},
        {{"recorded", true}, {"host_ms", {1, -1}}},
        {{"recorded", true}, {"host_ms", {1, 1}}}, // and no records at all
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

TEST(CallClock, AFreshCallIsMadeOnWhatWasPutThereAndChangesNoSample)
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
        EXPECT_DOUBLE_EQ(once->took.ms, method == TimingMethod::Host ? 1.2 : 3.0);
        EXPECT_DOUBLE_EQ(once->took.wallMs, 1.2) << "without what putting it there takes";
        EXPECT_FALSE(wasHeld);
        EXPECT_TRUE(child.isHeld);
        EXPECT_FALSE(child.wasAskedWhileHeld);
        EXPECT_EQ(clock.samples().callsMs, samples);
        EXPECT_EQ(once->glimpse.places.empty(), method != TimingMethod::Host);
        EXPECT_EQ(child.requests.back()["beside"], Json(true));
        EXPECT_NE(child.requests.back()["method"], "do_bench") << "which repeats the call";
        child.isHeld = false;
        ASSERT_TRUE(clock.block(1));
        EXPECT_FALSE(child.requests.back().contains("beside"));
    }
}

TEST(CallClock, ThereIsNoFreshCallWhereNothingCouldBePutThere)
{
    ToldChild child;
    CallClock clock = clockOf(child, TimingMethod::Host);
    EXPECT_FALSE(clock.freshCall([] { return CallOutcome{Verdict::Crashed, "gone", 0}; }));
    EXPECT_EQ(clock.last().message, "gone");
    EXPECT_TRUE(child.requests.empty());
}

TEST(PairedClocks, KeepEverySampleOfEveryClockButTheWarmUp)
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

TEST(PairedClocks, ALongCallGetsOneSecondOpinionUnlessItDiffers)
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
    EXPECT_EQ(opinions(candidate), 3);
    EXPECT_TRUE(hasFlag(evaluation, "clocks_disagree"));
}

TEST(PairedClocks, EventsThatWereLateForAWhileAreAskedAgain)
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

TEST(PairedClocks, TheEnginesClockAroundALongCallLeavesNoRoomForAnotherOpinion)
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

TEST(PairedClocks, SettlingIsOneCallOfEachSideAndSaysHowLongItTook)
{
    ToldChild baseline;
    ToldChild candidate;
    candidate.hostMs = 700;
    candidate.wallMsPerCall = 900; // to start the recording takes time, too
    PairedClocks clocks(baseline, candidate, timeRequest, chosen(TimingMethod::Cupti),
                        std::chrono::seconds(1), {});
    EXPECT_EQ(clocks.settle(), nullptr);
    EXPECT_EQ(baseline.requests.size(), 1u);
    ASSERT_EQ(candidate.requests.size(), 1u);
    EXPECT_EQ(candidate.requests[0]["calls"], 1);
    EXPECT_EQ(candidate.requests[0]["method"], "cupti");
    EXPECT_DOUBLE_EQ(clocks.start().candidateSeconds, 0.7);
    EXPECT_DOUBLE_EQ(clocks.start().baselineSeconds, 0.00105);
    candidate.hostMs = 2000; // who claims more than the engine waited is not believed
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

TEST(PairedClocks, WhatFailsOnlyWhileItIsRecordedIsTimedByEvents)
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

TEST(PairedClocks, WhoLacksMemoryIsNotTimedInAnotherWay)
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

TEST(PairedClocks, FallBackToEventsOnBothSidesAndSayWhy)
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

TEST(PairedClocks, FlagWhatDoesNotFit)
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

TEST(PairedClocks, WhatABusyMachineDoesToBothSidesSaysNothingOfTheCandidate)
{
    ToldChild baseline;
    ToldChild candidate;
    // Launches that wait for a processor: events and the host's clock say more, of either side.
    for (ToldChild *child : {&baseline, &candidate}) {
        child->eventMs = 1.5;
        child->hostMs = 1.9;
        child->wallMsPerCall = 2.5;
    }
    candidate.stray = 1000; // the device's clock beside the markers'
    std::string notes;
    EXPECT_TRUE(timed(baseline, candidate, TimingMethod::Cupti, notes).flags.empty()) << notes;
    // Of the reference alone it says nothing either.
    candidate.eventMs = candidate.hostMs = 1.0;
    EXPECT_TRUE(timed(baseline, candidate, TimingMethod::Cupti, notes).flags.empty()) << notes;
}

TEST(PairedClocks, TheHostsClockIsKeptAsBefore)
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

TEST(GpuState, FindsTheDeviceThatTheEnvironmentShows)
{
    EXPECT_EQ(visibleDevice("cuda", ""), "0");
    EXPECT_EQ(visibleDevice("cuda:2", ""), "2");
    EXPECT_EQ(visibleDevice("cuda:1", "3,5"), "5");
    EXPECT_EQ(visibleDevice("cuda:0", "GPU-ab12"), "GPU-ab12");
    EXPECT_EQ(visibleDevice("cuda:2", "3,5"), "");
}

TEST(GpuState, TellsSlowingReasonsFromOthers)
{
    GpuState state;
    EXPECT_FALSE(state.isThrottled());
    state.throttleReasons = 0x1 | 0x2; // idle, clocks set by an application
    EXPECT_FALSE(state.isThrottled());
    state.throttleReasons = 0x4; // the power limit
    EXPECT_TRUE(state.isThrottled());
}

} // namespace loupe
