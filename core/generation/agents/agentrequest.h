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

/// A command that searches for kernels itself, and the tasks that it gets.
struct AgentRunRequest {
    /// Store, suite, tasks (taskFilter), name, platform, whether a run is gone on with, and how
    /// candidates are evaluated. It has no candidates.
    RunRequest run;
    std::string method;
    int sample = 0;
    Strategy::Judge judge = Strategy::Judge::Strict;
    FeedbackRules feedback;
    AgentCommand command;
    AgentLimits limits;           ///< for each task
    int atOnce = 1;               ///< how many tasks are worked at at the same time
    std::filesystem::path folder; ///< in which each task gets one; empty: "<store>.agents"
};

} // namespace loupe
