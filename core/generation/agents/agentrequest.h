// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/request/runrequest.h"
#include "core/generation/agents/agentbudget.h"
#include "core/generation/agents/agentprocess.h"
#include "core/generation/feedback/feedbackrules.h"
#include "core/generation/strategy/strategy.h"

#include <filesystem>
#include <string>

namespace loupe {

/// Request to run an agent's command on tasks.
struct AgentRunRequest {
    /// Store, suite, tasks (taskFilter), name, platform, resume flag and evaluation options. It has
    /// no candidates.
    RunRequest run;
    std::string method;
    int sample = 0;
    Strategy::Judge judge = Strategy::Judge::Strict;
    FeedbackRules feedback;
    AgentCommand command;
    AgentLimits limits;           ///< for each task
    int atOnce = 1;               ///< number of tasks worked on concurrently
    std::filesystem::path folder; ///< parent of the tasks' folders; empty: "<store>.agents"
};

} // namespace loupe
