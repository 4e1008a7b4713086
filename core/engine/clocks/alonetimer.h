// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/clocks/clockedcalls.h"
#include "core/timing/timingpolicy.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace loupe {

/// Makes one call outside the timing, as PairedClocks::settle() does. Unsupported if the chosen
/// clock cannot record the process: another clock would give times that cannot be compared.
Status settleAlone(CallClock &clock, TimingMethod method);

/// Calls of a process that is timed without a counterpart.
struct CallsAlone {
    /// Writes other inputs for so many calls; null if all calls have the same.
    std::function<CallOutcome(int calls)> place;
    int maxCalls = 1 << 16; ///< per block
    bool warmsUp = false;   ///< each block begins with one more call, which is not timed
};

/// Times a trusted process without a counterpart, by the protocol of timeInPairs(): its blocks are
/// compared with one another, so that the policy says how exactly the time is known. The clock must
/// be settled. Returns the milliseconds of a call, one for each block.
Result<std::vector<double>> timeAlone(CallClock &clock, const CallsAlone &calls,
                                      TimingMethod method, const TimingPolicy &policy,
                                      const std::stop_token &stop);

} // namespace loupe
