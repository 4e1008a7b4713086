// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/host/hoststatus.h"
#include "core/sandbox/channel/tensorarena.h"

namespace loupe {

/// Installs handlers that write deadly signals to the status page before they kill the process.
/// `status` must live as long as the process.
void watchFaults(HostStatus &status);
/// Sets the tensors whose guard areas identify out-of-bounds accesses, for `slots` consecutive
/// calls.
void watchTensors(const TensorArena &inputs, const TensorArena &outputs, std::size_t slots = 1);
/// Returns the status page of watchFaults(), or null.
HostStatus *watchedStatus();
/// Returns false in a child process that the candidate forked.
bool isHostProcess();

} // namespace loupe
