// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/freshlook.h"

#include "core/engine/clocks/freshtimes.h"

#include <algorithm>

namespace loupe {

namespace {

/// Differences between single calls of the same work: waking a process, an empty queue.
/// Milliseconds.
constexpr double wallSlack = 0.3;
constexpr double deviceSlack = 0.01;

/// A reference call on unseen inputs that is longer by this factor was disturbed.
constexpr double undisturbed = 1.1;

/// Honest calls of more than 20 µs reached a factor of 1.03 in the device's record
/// (resources/help/reference/timing.md).
constexpr double maxMissingInRecord = 1.1;

/// Other processes slow two programs differently, by this factor at most.
constexpr double slowedAlike = 2;

/// Returns the minimum factor by which others slowed the reference's repeated calls; 1 on a machine
/// that was equally busy throughout. `alike`: the candidate may have been slowed by that much less.
double slowedFactor(double ofReference, double repeatedOfReference, double slack, double alike)
{
    return std::max(1.0, repeatedOfReference / (ofReference + slack) / alike);
}

double missing(double freshMs, double repeatedMs, double ofReference, double repeatedOfReference,
               double asking, double slack, double alike)
{
    const double reference = std::max(0.0, ofReference - asking);
    return slowedFactor(reference, repeatedOfReference, slack, alike)
        * missingFactor(repeatedMs,
                        {std::max(0.0, freshMs - asking - slack), reference, repeatedOfReference});
}

double onDevice(const FreshLook &look)
{
    return missing(look.candidate.ms + look.aheadMs(), look.repeatedCandidate.ms, look.baseline.ms,
                   look.repeatedBaseline.ms, 0, deviceSlack, slowedAlike);
}

double byWall(const FreshLook &look, double alike)
{
    return missing(look.candidate.wallMs + look.aheadMs(), look.repeatedCandidate.wallMs,
                   look.baseline.wallMs, look.repeatedBaseline.wallMs, look.askingMs, wallSlack,
                   alike);
}

} // namespace

double FreshLook::missingFactor() const
{
    const double ofWall = byWall(*this, slowedAlike);
    return isOnDevice ? std::max(ofWall, onDevice(*this)) : ofWall;
}

double FreshLook::missingClosely() const
{
    return byWall(*this, 1);
}

std::optional<double> FreshLook::missingInRecord() const
{
    const bool isRecorded = baseline.isRecorded && candidate.isRecorded
        && repeatedBaseline.isRecorded && repeatedCandidate.isRecorded;
    return isOnDevice && isRecorded ? std::optional(onDevice(*this)) : std::nullopt;
}

RepeatedCalls FreshLook::said() const
{
    if (missingInRecord().value_or(0) > maxMissingInRecord)
        return RepeatedCalls::LeftOut;
    const RepeatedCalls byClocks
        = judgeRepeatedCalls(missingFactor(), isOnDevice ? 0 : missingClosely());
    // The engine's clock around a device's call includes host work.
    return isOnDevice && byClocks == RepeatedCalls::Doubtful ? RepeatedCalls::BorneOut : byClocks;
}

bool FreshLook::bearsOut() const
{
    if (said() != RepeatedCalls::BorneOut)
        return false;
    const double ofBaseline
        = isOnDevice ? baseline.ms - deviceSlack : baseline.wallMs - askingMs - wallSlack;
    const bool isQuiet = ofBaseline <= undisturbed * repeatedBaseline.ms;
    FreshLook strictly = *this;
    strictly.baseline = {repeatedBaseline.ms + (isOnDevice ? 0 : askingMs),
                         repeatedBaseline.wallMs + askingMs, baseline.isRecorded};
    return isQuiet || !showsLeftOut(strictly);
}

double placingMs(const CallOutcome &placing)
{
    return 1e3 * (placing.cpuSeconds > 0 ? placing.cpuSeconds : placing.seconds);
}

double FreshLook::aheadMs() const
{
    return std::max(0.0, candidatePlacingMs - baselinePlacingMs);
}

std::vector<FreshLook> withWorkAhead(std::vector<FreshLook> looks, PlacedBy placedBy)
{
    const auto [quickest, slowest] = std::ranges::minmax(looks, {}, &FreshLook::baselinePlacingMs);
    const FreshLook &placed = placedBy == PlacedBy::TheQuickest ? quickest : slowest;
    const double placingMs = placed.baselinePlacingMs;
    for (FreshLook &look : looks) {
        look.baselinePlacingMs = placingMs;
        look.candidate.ms += look.aheadMs();
        look.candidate.wallMs += look.aheadMs();
        look.candidatePlacingMs = placingMs;
    }
    return looks;
}

FreshLook minCallLook(std::span<const FreshLook> looks, PlacedBy placedBy)
{
    // Early work stays with its own call: working ahead in some calls only gains nothing.
    const std::vector<FreshLook> whole = withWorkAhead({looks.begin(), looks.end()}, placedBy);
    FreshLook out = whole.front();
    for (const FreshLook &look : whole) {
        out.askingMs = std::min(out.askingMs, look.askingMs);
        for (const auto side : {&FreshLook::baseline, &FreshLook::candidate}) {
            (out.*side).isRecorded = (out.*side).isRecorded && (look.*side).isRecorded;
            (out.*side).ms = std::min((out.*side).ms, (look.*side).ms);
            (out.*side).wallMs = std::min((out.*side).wallMs, (look.*side).wallMs);
        }
    }
    return out;
}

RepeatedCalls saidBy(std::span<const FreshLook> looks)
{
    const RepeatedCalls strictly = minCallLook(looks).said();
    return strictly == RepeatedCalls::Doubtful ? minCallLook(looks, PlacedBy::TheSlowest).said()
                                               : strictly;
}

bool showsLeftOut(const FreshLook &look)
{
    return look.said() == RepeatedCalls::LeftOut;
}

bool showsOthersAlone(const FreshLook &look)
{
    FreshLook quiet = look;
    quiet.repeatedBaseline.ms = std::min(look.repeatedBaseline.ms, look.baseline.ms);
    quiet.repeatedBaseline.wallMs = std::min(look.repeatedBaseline.wallMs, look.baseline.wallMs);
    return !showsLeftOut(quiet);
}

bool isBorneOutBeside(std::span<const FreshLook> looks)
{
    FreshLook beside = minCallLook(looks);
    for (const FreshLook &look : looks) {
        for (double *const repeatedMs :
             {&beside.repeatedCandidate.ms, &beside.repeatedCandidate.wallMs})
            *repeatedMs = std::max(*repeatedMs, look.repeatedBesideMs);
    }
    return !showsLeftOut(beside);
}

PairedTiming timingOf(std::span<const FreshLook> looks, PlacedBy placedBy)
{
    PairedTiming timing;
    timing.baselineCalls = timing.candidateCalls = 1;
    for (const FreshLook &look : withWorkAhead({looks.begin(), looks.end()}, placedBy)) {
        timing.baselineMs.push_back(look.baseline.ms);
        timing.candidateMs.push_back(look.candidate.ms);
    }
    return timing;
}

Json toJson(const FreshLook &look)
{
    const auto once = [](const CallClock::Once &call) {
        return Json{{"ms", call.ms}, {"engine_ms", call.wallMs}};
    };
    Json json{{"baseline", once(look.baseline)},
              {"candidate", once(look.candidate)},
              {"repeated_baseline", once(look.repeatedBaseline)},
              {"repeated_candidate", once(look.repeatedCandidate)},
              {"asking_ms", look.askingMs},
              {"placing_baseline_ms", look.baselinePlacingMs},
              {"placing_candidate_ms", look.candidatePlacingMs},
              {"missing_factor", look.missingFactor()}};
    if (look.repeatedBesideMs > 0)
        json["repeated_beside_ms"] = look.repeatedBesideMs;
    if (!look.isOnDevice)
        json["missing_closely"] = look.missingClosely();
    if (const auto inRecord = look.missingInRecord())
        json["missing_in_record"] = *inRecord;
    return json;
}

} // namespace loupe
