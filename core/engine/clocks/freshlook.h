// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/callclock.h"
#include "core/engine/clocks/freshtimes.h"

#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// One call of each side on inputs that never were before, beside what a call takes by the same
/// clocks where it is repeated on the same inputs.
struct FreshLook {
    CallClock::Once baseline;
    CallClock::Once candidate;
    CallClock::Once repeatedBaseline; ///< medians
    CallClock::Once repeatedCandidate;
    double askingMs = 0;     ///< of a request of no calls
    bool isOnDevice = false; ///< by a device's clock, beside which the engine's counts as well
    /// placingMs() of the inputs, on a device for how long kernels ran meanwhile; 0: not known.
    double baselinePlacingMs = 0;
    double candidatePlacingMs = 0;
    /// The candidate's repeated call right before its fresh one; 0: none was made.
    double repeatedBesideMs = 0;

    /// What a candidate's process did more than the reference's while the same inputs were put
    /// where the timed ones lie: whoever works on them there does so before the clock starts.
    double aheadMs() const;

    /// By the clock for which most is missing in the candidate's repeated calls: the least that
    /// they can take if they compute (leastRepeatedMs) over what they took. What a fresh call of
    /// the reference takes longer is what other inputs cost by themselves; where its repeated calls
    /// took much longer, others slowed them, and those of the candidate as well.
    double missingFactor() const;
    /// The same by the engine's clock, where others slowed both sides alike.
    double missingClosely() const;
    /// The same by the device's record alone; nothing where one of the calls has none.
    std::optional<double> missingInRecord() const;
    /// What the fresh calls say of the repeated ones. A device's record of calls that begin with an
    /// empty cache is exact: less has to be missing there.
    RepeatedCalls said() const;
    /// Whether the repeated calls are as long as the fresh one lets them be. A reference whose
    /// fresh call took much longer may have waited for others, and bears out nothing.
    bool bearsOut() const;
};

/// What putting inputs in their places took of the processors, which others do not make longer; by
/// the clock where the kernel does not count it. Milliseconds. Pure.
double placingMs(const CallOutcome &placing);

/// Whose placing of the inputs it is that the candidate's is held against: what it took of the
/// processors differs from look to look where nobody works ahead.
enum class PlacedBy { TheQuickest, TheSlowest };
/// What the candidate's process did more while inputs were placed than the reference's in one of
/// the looks belongs to its call; `placedBy` says which. Pure.
std::vector<FreshLook> withWorkAhead(std::vector<FreshLook> looks, PlacedBy placedBy);
/// Of at least one look at one timing: the shortest fresh calls, which others disturbed least.
FreshLook shortestOf(std::span<const FreshLook> looks, PlacedBy placedBy = PlacedBy::TheQuickest);
/// What all looks say. It is Doubtful only where it would be with the slowest placing, too.
RepeatedCalls saidBy(std::span<const FreshLook> looks);
/// Whether so much is missing that something was left out in the repeated calls.
bool showsLeftOut(const FreshLook &look);
/// Of one that shows it: whether only because others slowed the reference's repeated calls, and
/// should have slowed the candidate's. Then repeated calls say nothing of either side.
bool showsOthersAlone(const FreshLook &look);

/// Of looks that show it: whether calls that were repeated right beside the fresh ones are as long
/// as these let them be. Then others slowed the one and the other, but not what was timed before,
/// or the candidate works differently once it is looked at.
bool isBorneOutBeside(std::span<const FreshLook> looks);

/// Where something is missing in repeated calls, so many fresh ones have to say so, one after the
/// other: a machine that is not quiet does not slow each of them down.
inline constexpr int mostLooks = 5;
/// Who is that much slower than its reference, for sure, gains nothing by leaving something out.
inline constexpr double gainsNothing = 0.1;

/// What looks say took how long, as a timing of single calls. Pure.
PairedTiming timingOf(std::span<const FreshLook> looks, PlacedBy placedBy = PlacedBy::TheQuickest);
/// For the run log.
Json toJson(const FreshLook &look);

struct FreshCalls {
    FreshLook look;
    ElementGlimpse ofBaseline;
    ElementGlimpse ofCandidate;
};

} // namespace loupe
