// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/platforms/host/hostprotocol.h"
#include "core/platforms/host/nativehost.h"

#include <optional>

namespace loupe {

/// The verdict in what a subject on a GPU says of the device after a call: an error of CUDA, a
/// write beside a tensor, a changed input (hostprotocol.h). nullopt where it says nothing of the
/// kind. The answer may be anything. Pure.
std::optional<CallOutcome> verdictOfDevice(const Json &answer, const HostTrial &trial);

} // namespace loupe
