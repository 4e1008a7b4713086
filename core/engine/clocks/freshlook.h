// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/callclock.h"
#include "core/engine/clocks/freshtimes.h"

#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// Times of one call of baseline and candidate on unseen inputs, and of their repeated calls on the
/// same inputs, by the same clocks.
struct FreshLook {
    CallClock::Once baseline;
    CallClock::Once candidate;
    CallClock::Once repeatedBaseline; ///< medians
    CallClock::Once repeatedCandidate;
    double askingMs = 0;     ///< of a request without calls
    bool isOnDevice = false; ///< by a device's clock; the engine's clock is then used as well
    /// placingMs() of the inputs; on a device, the time of kernels while they were written; 0 if
    /// unknown.
    double baselinePlacingMs = 0;
    double candidatePlacingMs = 0;
    /// The candidate's repeated call right before the one on unseen inputs; 0 if none was made.
    double repeatedBesideMs = 0;

    /// Returns how much longer the candidate took than the reference to receive the same inputs. It
    /// is the time of a candidate that computes before the clock starts.
    double aheadMs() const;

    /// Returns loupe::missingFactor() of the candidate, by the clock with the largest. The cost of
    /// new inputs, and how much other processes slowed repeated calls, come from the reference.
    double missingFactor() const;
    /// Returns the factor by the engine's clock, assuming that other processes slowed baseline and
    /// candidate alike.
    double missingClosely() const;
    /// Returns the factor by the device's record; null if one of the calls has none.
    std::optional<double> missingInRecord() const;
    /// Judges the repeated calls. The device's record of calls from an empty cache is exact, so a
    /// smaller gap suffices there.
    RepeatedCalls said() const;
    /// Returns whether the repeated calls are confirmed: long enough, and the reference's call on
    /// unseen inputs was not so slow that other processes may have disturbed it.
    bool bearsOut() const;
};

/// Returns the processor time of writing the inputs, which other processes do not lengthen; the
/// wall time if the operating system does not count it. Milliseconds. Pure.
double placingMs(const CallOutcome &placing);

/// Selects the reference's time of writing inputs that the candidate's is compared with. It varies
/// from look to look.
enum class PlacedBy { TheQuickest, TheSlowest };
/// Adds the candidate's extra time of writing inputs to its call, compared with the reference's
/// time that `placedBy` selects among the looks. Pure.
std::vector<FreshLook> withWorkAhead(std::vector<FreshLook> looks, PlacedBy placedBy);
/// Returns a look of the shortest calls among at least one, which other processes disturbed least.
FreshLook minCallLook(std::span<const FreshLook> looks, PlacedBy placedBy = PlacedBy::TheQuickest);
/// Judges all looks together. Returns Doubtful only if this also follows with the reference's
/// slowest writing of inputs.
RepeatedCalls saidBy(std::span<const FreshLook> looks);
/// Returns whether the gap proves that the repeated calls skipped work.
bool showsLeftOut(const FreshLook &look);
/// Returns whether a look fulfils showsLeftOut() only because other processes slowed the
/// reference's repeated calls. Then repeated calls prove nothing.
bool showsOthersAlone(const FreshLook &look);

/// Returns whether, in looks that show a gap, calls repeated right before the unseen inputs were
/// long enough. If so, other processes slowed both, but not the timed calls, or the candidate
/// behaves differently when it is checked.
bool isBorneOutBeside(std::span<const FreshLook> looks);

/// Number of looks that must all show a gap, because other processes hardly slow every one.
inline constexpr int maxLooks = 5;
/// A speedup whose interval is below this is not worth skipping work for.
inline constexpr double gainsNothing = 0.1;

/// Returns the looks as a timing of single calls. Pure.
PairedTiming timingOf(std::span<const FreshLook> looks, PlacedBy placedBy = PlacedBy::TheQuickest);
/// Returns the look for the run log.
Json toJson(const FreshLook &look);

struct FreshCalls {
    FreshLook look;
    ElementGlimpse ofBaseline;
    ElementGlimpse ofCandidate;
};

} // namespace loupe
