// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runobserver.h"
#include "core/generation/agents/agentrun.h"

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe::ui {

/// Runs an agent's command on tasks and evaluates its programs. Blocks. The application uses
/// loupe::runAgents, tests use fakes.
using AgentLauncher = std::function<Result<AgentRunOutcome>(const AgentRunRequest &, RunObserver &,
                                                            const std::stop_token &)>;

/// Returns the unfinished agent runs of a store. Blocks.
using UnfinishedAgentsFinder
    = std::function<Result<std::vector<AgentRunRequest>>(const std::filesystem::path &store)>;

/// Functions for starting agents from the windows; all of them block.
struct AgentServices {
    AgentLauncher launch;
    /// Returns the names of the tasks that an agent would get.
    std::function<Result<std::vector<std::string>>(const AgentRunRequest &)> tasks;
    UnfinishedAgentsFinder findUnfinished = {};
};

} // namespace loupe::ui
