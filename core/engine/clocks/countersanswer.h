// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/device/kernelprofile.h"
#include "core/platforms/host/calloutcome.h"

namespace loupe {

/// Reads a child's hardware counters of one call ("counters", as in
/// core/gpu/injection/rangecounters.h), with shares and milliseconds in place of percent and
/// nanoseconds, and its samples of instructions ("samples", as in instructionsampler.h there). The
/// answer is untrusted: invalid parts give no launches or samples and a note with the reason.
CounterProfile countersFrom(const Json &answer);

/// Returns a request for one call under hardware counters and for samples of instructions.
Json counterRequest();

/// Reads the answer to counterRequest(). After a failed call, the note says how it ended.
CounterProfile countersOf(const CallOutcome &outcome, const Json &answer);

} // namespace loupe
