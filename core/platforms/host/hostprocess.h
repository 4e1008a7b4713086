// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/host/hoststatus.h"
#include "core/platforms/host/nativehost.h"
#include "core/sandbox/channel/channel.h"
#include "core/sandbox/child/childprocess.h"

#include <memory>

namespace loupe {

enum class HostRole { Subject, Oracle };

/// Started kloupe-host: process, message channel and status page.
struct HostProcess {
    Channel channel;
    std::unique_ptr<ChildProcess> child;
    HostStatusPage status;
    std::unique_ptr<ActivityReader> activity; ///< null without an injection library

    static Result<HostProcess> start(HostRole role, const std::filesystem::path &library,
                                     const HostSettings &settings);
    /// Waits up to `patience` for the process to end, then kills it.
    ChildEnd end(std::chrono::milliseconds patience);
    /// Sends `body` with a new random id and returns the id.
    Result<std::string> ask(Json body, const std::vector<int> &fds);
    /// Returns true if there is something to read.
    bool hasUnread() const;
    /// Returns true if the other end is closed.
    bool hasHungUp() const;
};

} // namespace loupe
