// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/channel/channel.h"
#include "core/sandbox/child/childprocess.h"

#include <chrono>
#include <memory>
#include <stop_token>

namespace loupe {

/// Bubblewrap sandbox that contains only its first process. Closing `output` ends that process and
/// the sandbox. Other processes may enter its namespaces.
struct HeldSandbox {
    std::unique_ptr<ChildProcess> child; ///< prints what is written to `output`
    Fd process;                          ///< pid descriptor of the first process
    Fd output;
    unsigned user = 0;        ///< user number of the first process, used by no other sandbox
    bool hasLandlock = false; ///< an entering process must restrict itself with Landlock, too
    int callFilter = -1;      ///< filter for entering processes (callFilter()); -1: none
};

/// Starts `spec`, whose program (resources/worker/hold.py) gets the number of a socket as its last
/// argument and writes a byte to it once it runs. Bubblewrap mode only.
Result<HeldSandbox> holdSandbox(ChildSpec spec, std::chrono::steady_clock::time_point deadline,
                                const std::stop_token &stop);

} // namespace loupe
