// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/host/calloutcome.h"
#include "core/platforms/host/callrange.h"
#include "core/timing/pairedtiming.h"

#include <optional>

namespace loupe {

/// After a pause, the first call takes up to half a millisecond longer than the next. Blocks of
/// calls below this have one before them that is not timed.
constexpr double warmedUpCallSeconds = 0.002;

/// One side of a timing. It works only during these functions.
class CallTimer
{
public:
    virtual ~CallTimer() = default;

    /// Gives the side the inputs that were laid, and overwrites its results with poison. Not
    /// timed. Returns false on failure; last() holds the reason.
    virtual bool makeReady() = 0;
    /// Makes calls that are not timed before the next block; false on failure.
    virtual bool warmUp(CallRange) { return true; }
    /// Times a block of calls, each on its own slot; null on failure.
    virtual std::optional<BlockTime> time(CallRange range) = 0;
    /// Drops the samples so far: the warm-up.
    virtual void keepFromHere() = 0;
    /// Returns how the last request ended.
    virtual const CallOutcome &last() const = 0;
};

} // namespace loupe
