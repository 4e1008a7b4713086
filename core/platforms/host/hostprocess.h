// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/host/hoststatus.h"
#include "core/platforms/host/nativehost.h"
#include "core/sandbox/channel.h"
#include "core/sandbox/childprocess.h"

#include <memory>

namespace loupe {

enum class HostRole { Subject, Oracle };

/// A started kloupe-host: the process, the way to talk to it and the page with its last words.
struct HostProcess {
    Channel channel;
    std::unique_ptr<ChildProcess> child;
    HostStatusPage status;
    std::unique_ptr<ActivityReader> activity; ///< where an injection library records

    static Result<HostProcess> start(HostRole role, const std::filesystem::path &library,
                                     const HostSettings &settings);
    /// Kills it unless it ends by itself within `patience`.
    ChildEnd end(std::chrono::milliseconds patience);
    /// Sends `body` with a fresh id.
    Result<std::string> ask(Json body, const std::vector<int> &fds);
    /// True when something waits to be read.
    bool hasUnread() const;
    /// True when nobody is at the other end any more.
    bool hasHungUp() const;
};

} // namespace loupe
