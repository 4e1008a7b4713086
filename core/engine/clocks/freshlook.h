// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/callclock.h"
#include "core/engine/clocks/freshtimes.h"

#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// One call of each side on unseen inputs, and its repeated calls on the same inputs by the same
/// clocks.
struct FreshLook {
    CallClock::Once baseline;
    CallClock::Once candidate;
    CallClock::Once repeatedBaseline; ///< medians
    CallClock::Once repeatedCandidate;
    double askingMs = 0;     ///< of a request without calls
    bool isOnDevice = false; ///< by a device's clock; the engine's clock is then used as well
    /// placingMs() of the inputs; on a device, the kernel time meanwhile; 0 if unknown.
    double baselinePlacingMs = 0;
    double candidatePlacingMs = 0;
    /// Candidate's repeated call right before the unseen inputs; 0 if none was made.
    double repeatedBesideMs = 0;

    /// Returns how much longer the candidate took than the reference to receive the same inputs. A
    /// candidate that computes there does so before the clock starts.
    double aheadMs() const;

    /// Returns minRepeatedMs over the time of the candidate's repeated calls, by the clock where
    /// it is largest. The reference tells the cost of new inputs, and how much other processes
    /// slowed the repeated calls of both sides.
    double missingFactor() const;
    /// Returns the factor by the engine's clock if others slowed both sides alike.
    double missingClosely() const;
    /// Returns the factor by the device's record; null if one of the calls has none.
    std::optional<double> missingInRecord() const;
    /// Judges the repeated calls. The device's record of calls from an empty cache is exact, so a
    /// smaller gap suffices there.
    RepeatedCalls said() const;
    /// Returns whether the repeated calls are long enough. A reference call on unseen inputs that
    /// took much longer may have been disturbed, and then confirms nothing.
    bool bearsOut() const;
};

/// Returns the processor time of writing the inputs, which other processes do not lengthen; its
/// wall time if the kernel does not count it. Milliseconds. Pure.
double placingMs(const CallOutcome &placing);

/// Selects which writing of the reference's inputs the candidate's is compared with: its processor
/// time varies.
enum class PlacedBy { TheQuickest, TheSlowest };
/// Adds the candidate's extra time of writing inputs to its call, compared with the reference's
/// time that `placedBy` selects among the looks. Pure.
std::vector<FreshLook> withWorkAhead(std::vector<FreshLook> looks, PlacedBy placedBy);
/// Returns the shortest calls of at least one look, which others disturbed least.
FreshLook minCallLook(std::span<const FreshLook> looks, PlacedBy placedBy = PlacedBy::TheQuickest);
/// Judges all looks together. Doubtful only if the slowest writing of inputs gives it, too.
RepeatedCalls saidBy(std::span<const FreshLook> looks);
/// Returns whether the gap proves that the repeated calls skipped work.
bool showsLeftOut(const FreshLook &look);
/// Returns whether a look that showsLeftOut() does so only because others slowed the reference's
/// repeated calls. Then the repeated calls prove nothing about either side.
bool showsOthersAlone(const FreshLook &look);

/// Returns whether calls repeated right before the unseen inputs are long enough, for looks that
/// show a gap. Then others slowed both but not the timed calls, or the candidate behaves
/// differently once it is checked.
bool isBorneOutBeside(std::span<const FreshLook> looks);

/// Number of looks that must all show a gap: others on a busy machine do not slow each of them.
inline constexpr int maxLooks = 5;
/// A speedup below this, for sure, gains nothing from skipped work.
inline constexpr double gainsNothing = 0.1;

/// Returns the looks as a timing of single calls. Pure.
PairedTiming timingOf(std::span<const FreshLook> looks, PlacedBy placedBy = PlacedBy::TheQuickest);
/// For the run log.
Json toJson(const FreshLook &look);

struct FreshCalls {
    FreshLook look;
    ElementGlimpse ofBaseline;
    ElementGlimpse ofCandidate;
};

} // namespace loupe
