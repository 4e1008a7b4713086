// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/run/runner.h"
#include "core/executors/askedjobs.h"
#include "core/sandbox/system/linestream.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

/// Connection to a node that serves jobs. The destructor closes it.
class NodeConnection
{
public:
    virtual ~NodeConnection() = default;
    virtual LineStream &lines() = 0;
    /// Returns output outside the protocol, which explains a failed connection to the user.
    virtual std::string remarks() const = 0;
};

/// Access to a node.
struct NodeAccess {
    std::string place; ///< for messages and the run's profile: "ssh:node"
    std::function<Result<std::unique_ptr<NodeConnection>>()> connect;
    std::optional<AskedJobs> asked = {};       ///< the job is noted here before it is sent
    std::chrono::milliseconds firstPause{200}; ///< before a retry; doubled each time
    std::chrono::milliseconds maxPause{30'000};
};

/// Executes the run on the node and stores each evaluation in request.store as it arrives. A lost
/// connection is retried until the run is stopped; the node continues meanwhile. Fails if no
/// connection was ever made. The node is untrusted: it can only end the run with InvalidInput, or
/// add evaluations of the plan.
Result<RunOutcome> runOnNode(ResolvedRequest resolved, const NodeAccess &node,
                             RunObserver &observer, const std::stop_token &stopped);

} // namespace loupe
