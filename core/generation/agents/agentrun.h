// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runrequest.h"
#include "core/generation/agents/agentbudget.h"
#include "core/generation/agents/agentoutcome.h"
#include "core/generation/agents/agentprocess.h"
#include "core/generation/feedback/feedbackrules.h"
#include "core/generation/loop/generationtools.h"
#include "core/generation/strategy/strategy.h"

#include <filesystem>
#include <stop_token>
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

/// Gives the command one task after the other, or several at once, each in a folder of its own, and
/// evaluates what it hands in, one program at a time, as rounds of one attempt. All of a program is
/// in the store before the agent hears of it; with RunRequest::resume the next call judges what was
/// handed in and not judged, and goes on with the tasks that have not come to their end. Blocks.
/// Errors: InvalidInput where no task is selected, or the run is there and `resume` was not said;
/// NotFound where there is nothing to resume; Environment where the command cannot be started or
/// nothing can be judged.
Result<AgentRunOutcome> runAgents(const AgentRunRequest &request, const GenerationTools &tools,
                                  const std::stop_token &stop);

} // namespace loupe
