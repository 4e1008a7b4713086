// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/host/hoststatus.h"
#include "core/sandbox/tensorarena.h"

namespace loupe {

/// From now on a deadly signal leaves what it says in the status page before it kills the process.
/// `status` lives as long as the process.
void watchFaults(HostStatus &status);
/// The tensors whose neighbourhood tells an out-of-bounds access from any other fault; those of
/// so many calls one after the other.
void watchTensors(const TensorArena &inputs, const TensorArena &outputs, std::size_t slots = 1);
/// The status page given to watchFaults, or null.
HostStatus *watchedStatus();
/// Whether this is the process that called watchFaults, and not a child the candidate forked.
bool isHostProcess();

} // namespace loupe
