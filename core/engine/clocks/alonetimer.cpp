// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/alonetimer.h"

#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/timing/pairedtiming.h"

#include <chrono>
#include <optional>
#include <utility>

namespace loupe {

namespace {

Error failedAlone(const CallClock &clock)
{
    return Error{Errc::Unsupported, "it failed while it was timed: " + clock.last().message,
                 "baseline"};
}

} // namespace

Status settleAlone(CallClock &clock, TimingMethod method)
{
    if (method == TimingMethod::Cupti) {
        const auto reason = clock.whyNotRecorded();
        return reason ? Status(Error{Errc::Unsupported,
                                     "the clock cupti cannot record it: " + *reason, "baseline"})
                      : Status();
    }
    return clock.callOnce() ? Status() : Status(failedAlone(clock));
}

Result<std::vector<double>> timeAlone(CallClock &clock, const CallsAlone &calls,
                                      TimingMethod method, const TimingPolicy &policy,
                                      const std::stop_token &stop)
{
    std::optional<SidesInTurn> ahead;
    if (method == TimingMethod::Host) {
        ahead.emplace(clock, clock);
        clock.takeOff(askingCost(clock));
    }
    PairedStart start;
    start.baselineSeconds = clock.calledSeconds();
    start.candidateSeconds = clock.calledSeconds();
    start.maxCalls = calls.maxCalls;
    const bool isShort = clock.calledSeconds() < warmedUpCallSeconds;
    const std::size_t warmUps = calls.warmsUp && isShort ? 1 : 0;
    int wanted = 1;
    ClockedCalls timer(clock,
                       calls.place ? [&] { return calls.place(wanted); } : ClockedCalls::Place());
    const TimedBlock block = [&](int count) -> std::optional<BlockTime> {
        const auto began = std::chrono::steady_clock::now();
        wanted = count + static_cast<int>(warmUps);
        if (!timer.makeReady() || (warmUps > 0 && !timer.warmUp({0, warmUps})))
            return std::nullopt;
        auto time = timer.time({warmUps, static_cast<std::size_t>(count)});
        const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began;
        if (time)
            time->wallSeconds = wall.count(); // the time limit includes making inputs
        return time;
    };
    PairedTiming timing = timeInPairs(
        block, block, policyFor(method, policy), stop, [&clock] { clock.keepFromHere(); }, start);
    if (timing.end == TimingEnd::Cancelled)
        return cancelledRun();
    if (timing.end == TimingEnd::BaselineFailed || timing.end == TimingEnd::CandidateFailed)
        return failedAlone(clock);
    std::vector<double> out = std::move(timing.baselineMs);
    out.insert(out.end(), timing.candidateMs.begin(), timing.candidateMs.end());
    return out;
}

} // namespace loupe
