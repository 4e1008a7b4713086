// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/host/calloutcome.h"

#include <span>

namespace loupe {

/// What asking for a call costs besides the call, measured on trusted code. Seconds. Lower
/// quartiles: what is taken off too little makes two sides more alike, what is taken off too much
/// tells them apart where nothing does.
struct LineCost {
    double awake = 0;  ///< where the engine spins until the answer is there
    double asleep = 0; ///< where it sleeps and has to be woken
    double spread
        = 0; ///< interquartile range, the larger of both: what a single call may be off by
};

/// Of empty calls, each as long as it took besides what it was asked to wait. Pure; zeros of
/// nothing.
LineCost lineCost(std::span<const double> awake, std::span<const double> asleep);

/// What the call took without what asking for it costs; at least a twentieth of it. Pure.
double netSeconds(const CallOutcome &outcome, const LineCost &cost);

/// Whether calls of so many seconds are too short for single ones to be told apart: their time is
/// then mostly a difference of two nearly equal ones.
bool areTooShort(double seconds, const LineCost &cost);

} // namespace loupe
