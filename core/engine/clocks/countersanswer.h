// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/kernelprofile.h"

namespace loupe {

/// What a child says of hardware counters of one call (core/gpu/injection/rangecounters.h under
/// "counters"), with shares and milliseconds instead of percent and nanoseconds. It is untrusted:
/// what is not as it should be leaves no launches and a note that says what is wrong.
CounterProfile countersFrom(const Json &answer);

} // namespace loupe
