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

/// Gives a command of the user's tasks, and judges what it hands in; blocks. The program gives
/// loupe::runAgents, tests give fakes.
using AgentLauncher = std::function<Result<AgentRunOutcome>(const AgentRunRequest &, RunObserver &,
                                                            const std::stop_token &)>;

/// The agents' runs of a store that did not end; blocking.
using UnfinishedAgentsFinder
    = std::function<Result<std::vector<AgentRunRequest>>(const std::filesystem::path &store)>;

/// What the windows need to start agents; all of it blocks.
struct AgentServices {
    AgentLauncher launch;
    /// The names of the tasks that an agent would get.
    std::function<Result<std::vector<std::string>>(const AgentRunRequest &)> tasks;
    UnfinishedAgentsFinder findUnfinished = {};
};

} // namespace loupe::ui
