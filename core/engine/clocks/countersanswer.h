// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/device/kernelprofile.h"

namespace loupe {

/// Reads a child's hardware counters of one call ("counters", as in
/// core/gpu/injection/rangecounters.h), with shares and milliseconds in place of percent and
/// nanoseconds. The answer is untrusted: an invalid one gives no launches and a note with the
/// reason.
CounterProfile countersFrom(const Json &answer);

} // namespace loupe
