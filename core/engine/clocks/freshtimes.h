// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace loupe {

/// Time of a call on unseen inputs and the cost of such memory, measured on trusted code.
/// Milliseconds per call.
struct FreshTimes {
    double callMs = 0;
    double passMs = 0;         ///< one pass over all that a call reads and writes, on unseen memory
    double repeatedPassMs = 0; ///< the same pass repeated on one buffer
};

/// Returns the minimum time of the same call repeated on the same inputs, then in nearer caches, if
/// it computes each time. Unseen memory may explain twice its own cost. Pure.
double minRepeatedMs(const FreshTimes &times);

/// Returns that minimum over the repeated call's time; above 1 there is a gap. Pure.
double missingFactor(double repeatedMs, const FreshTimes &times);

/// Verdict on repeated calls.
enum class RepeatedCalls {
    BorneOut,
    Doubtful, ///< a gap that a busy machine may cause; only calls on unseen inputs count
    LeftOut,  ///< the gap proves skipped work
};

/// Judges the candidate's gap. `closely`: the gap if others slowed all calls alike; it proves
/// nothing alone. Pure.
RepeatedCalls judgeRepeatedCalls(double gap, double closely);

} // namespace loupe
