// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/channel.h"
#include "core/sandbox/childprocess.h"

#include <chrono>
#include <memory>
#include <stop_token>

namespace loupe {

/// A sandbox of bubblewrap's with nothing in it but its first process, which ends, and the sandbox
/// with it, when `output` is closed. Somebody else may enter its namespaces.
struct HeldSandbox {
    std::unique_ptr<ChildProcess> child; ///< prints what is written to `output`
    Fd process;                          ///< pid descriptor of the first process
    Fd output;
    unsigned user = 0;        ///< that nobody else is
    bool hasLandlock = false; ///< whoever enters restricts itself as the first process did
    int callFilter = -1;      ///< callFilter() for whoever enters; -1: none here
};

/// Starts `spec`, whose program gets the number of a socket behind its arguments and writes a byte
/// to it once it runs (resources/worker/hold.py). Bubblewrap mode only.
Result<HeldSandbox> holdSandbox(ChildSpec spec, std::chrono::steady_clock::time_point deadline,
                                const std::stop_token &stop);

} // namespace loupe
