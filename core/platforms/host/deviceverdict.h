// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/platforms/host/hostprotocol.h"
#include "core/platforms/host/nativehost.h"

#include <optional>

namespace loupe {

/// Returns the verdict from a GPU subject's report after a call: a CUDA error, an out-of-bounds
/// write, a changed input (hostprotocol.h). nullopt if it reports none. The answer is untrusted.
/// Pure.
std::optional<CallOutcome> verdictOfDevice(const Json &answer, const HostTrial &trial);

} // namespace loupe
