// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace loupe {

/// What a call takes on inputs that never were before, and what such memory costs by itself,
/// measured on trusted code. Milliseconds for each call.
struct FreshTimes {
    double callMs = 0; ///< of the candidate
    double passMs = 0; ///< once over all that a call reads and writes, as fresh as the call's
    double repeatedPassMs = 0; ///< the same again and again at one place
};

/// The least that the same call can take where it is repeated on the same inputs, which then lie in
/// nearer caches, if it computes each time: fresh memory is allowed to explain twice what it
/// costs by itself. Pure.
double leastRepeatedMs(const FreshTimes &times);

/// Whether a repeated call is so much shorter that something was left out in it. Pure.
bool leavesOut(double repeatedMs, const FreshTimes &times);

} // namespace loupe
