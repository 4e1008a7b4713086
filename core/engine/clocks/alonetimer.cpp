// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/alonetimer.h"

#include "core/engine/clocks/pairedclocks.h"
#include "core/engine/clocks/sidesinturn.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/timing/pairedtiming.h"

#include <optional>
#include <utility>

namespace loupe {

namespace {

Error failedAlone(const CallClock &clock)
{
    return Error{Errc::Unsupported,
                 "it failed while it was timed: " + clock.last().message,
                 "baseline",
                 {},
                 {}};
}

} // namespace

Status settleAlone(CallClock &clock, TimingMethod method)
{
    if (method == TimingMethod::Cupti) {
        const auto reason = clock.whyNotRecorded();
        return reason ? Status(Error{Errc::Unsupported,
                                     "the clock cupti cannot record it: " + *reason,
                                     "baseline",
                                     {},
                                     {}})
                      : Status();
    }
    return clock.callOnce() ? Status() : Status(failedAlone(clock));
}

Result<std::vector<double>> timeAlone(CallClock &clock, TimingMethod method,
                                      const TimingPolicy &policy, const std::stop_token &stop)
{
    std::optional<SidesInTurn> ahead;
    if (method == TimingMethod::Host) {
        ahead.emplace(clock, clock);
        clock.takeOff(askingCost(clock));
    }
    PairedStart start;
    start.baselineSeconds = clock.calledSeconds();
    start.candidateSeconds = clock.calledSeconds();
    const TimedBlock block = PairedClocks::block(clock);
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
