// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe-host/kernel.h"
#include "core/platforms/host/hoststatus.h"
#include "core/sandbox/channel/channel.h"

namespace loupe {

/// Answer requests until the engine closes the connection. They return the exit code.
int serveAsSubject(Channel &channel, HostStatus &status, const Kernel &kernel);
int serveAsOracle(Channel &channel, HostStatus &status, const Kernel &kernel);

/// Serves as a subject whose tensors lie on a GPU ("cuda:0"). Starts the device before it loads the
/// library, so that device failures are not blamed on the candidate. "call" makes one call with
/// outputs in the prepared memory; "time" makes many calls that are only timed.
int serveOnDevice(Channel &channel, HostStatus &status, const char *library,
                  const std::string &device);

} // namespace loupe
