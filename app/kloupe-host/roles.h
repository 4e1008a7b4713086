// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe-host/kernel.h"
#include "core/platforms/hoststatus.h"
#include "core/sandbox/channel.h"

namespace loupe {

/// Answers requests until the engine closes the connection. Returns the exit code.
int serveAsSubject(Channel &channel, HostStatus &status, const Kernel &kernel);
int serveAsOracle(Channel &channel, HostStatus &status, const Kernel &kernel);

} // namespace loupe
