// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe-host/kernel.h"
#include "core/platforms/host/hoststatus.h"
#include "core/sandbox/channel.h"

namespace loupe {

/// Answers requests until the engine closes the connection. Returns the exit code.
int serveAsSubject(Channel &channel, HostStatus &status, const Kernel &kernel);
int serveAsOracle(Channel &channel, HostStatus &status, const Kernel &kernel);

/// As a subject whose tensors lie on a GPU ("cuda:0"): starts the device, which comes before any
/// code of the candidate so that its failures are not the candidate's, loads the library, and
/// serves: "call" makes one call, whose outputs arrive in the prepared memory, "time" makes many
/// that are only timed.
int serveOnDevice(Channel &channel, HostStatus &status, const char *library,
                  const std::string &device);

} // namespace loupe
