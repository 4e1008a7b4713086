// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/run/runner.h"
#include "core/executors/askedjobs.h"
#include "core/sandbox/linestream.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

/// A connection to a node that serves jobs. Closed when it dies.
class NodeConnection
{
public:
    virtual ~NodeConnection() = default;
    virtual LineStream &lines() = 0;
    /// What was said beside the protocol, for people: why it could not be made.
    virtual std::string remarks() const = 0;
};

/// How a node is reached.
struct NodeAccess {
    std::string place; ///< for people and the run's profile: "ssh:node"
    std::function<Result<std::unique_ptr<NodeConnection>>()> connect;
    std::optional<AskedJobs> asked = {}; ///< where the job is noted before the node hears of it
    std::chrono::milliseconds firstPause{200}; ///< before another try; doubled each time
    std::chrono::milliseconds longestPause{30'000};
};

/// Does the run on the node and keeps each evaluation in request.store as it ends there. A
/// connection that is lost is made again, for as long as nobody stops it: the node goes on
/// meanwhile. Where no connection was ever made, that is an error. Whatever a node sends can only
/// end the run with InvalidInput, or add evaluations that the plan asks for.
Result<RunOutcome> runOnNode(const RunRequest &given, const NodeAccess &node, RunObserver &observer,
                             const std::stop_token &stop);

} // namespace loupe
