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

/// Returns the minimum time of the same call when it is repeated, if it computes each time. It may
/// be shorter than the call on unseen inputs by twice the cost of unseen memory, because repeated
/// inputs are in caches. Pure.
double minRepeatedMs(const FreshTimes &times);

/// Returns minRepeatedMs() / `repeatedMs`. Above 1 there is a gap: repeated calls are faster than
/// calls that compute can be. Pure.
double missingFactor(double repeatedMs, const FreshTimes &times);

/// Verdict on repeated calls.
enum class RepeatedCalls {
    BorneOut, ///< no gap: their times stand
    Doubtful, ///< a gap that a busy machine may cause; only calls on unseen inputs count
    LeftOut,  ///< the gap proves skipped work
};

/// Judges the candidate's gap. `closely` is the gap under the assumption that other processes
/// slowed all calls alike; alone it proves nothing. Pure.
RepeatedCalls judgeRepeatedCalls(double gap, double closely);

} // namespace loupe
