// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/run/runoutcome.h"
#include "core/generation/agents/agentbudget.h"
#include "core/generation/agents/agentrequest.h"
#include "core/generation/loop/generationtools.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Result of one task.
struct AgentTaskOutcome {
    std::string task;
    AgentEnd end = AgentEnd::Done;
    std::string why; ///< description of the end
    AgentSpent spent;
    int judged = 0; ///< programs evaluated in this call; `spent` also covers earlier calls
    int right = 0;  ///< correct ones of `judged`
    std::optional<int> bestRound;
    std::optional<double> bestSpeedup;
    std::filesystem::path folder;
};

struct AgentRunOutcome {
    std::string run;
    std::vector<AgentTaskOutcome> tasks; ///< tasks of this call, in the suite's order
    int doneBefore = 0;                  ///< tasks that had ended earlier
    bool isInterrupted = false;          ///< it can be resumed
};

/// Returns the outcome of this call's evaluations in the form of a run.
RunOutcome runOutcomeOf(const AgentRunOutcome &agents);

/// Returns "Math/gelu: it said that it is done; 3 verdicts, 900 tokens in; 2 right, the best in
/// round 1".
std::string inWords(const AgentTaskOutcome &outcome);

/// Runs the command on the tasks, one or several at once, each in its own folder. Evaluates its
/// programs one at a time, as rounds of one sample. A program is in the store before the agent gets
/// its result. With RunRequest::resume, the next call evaluates programs that are still missing a
/// result and continues unfinished tasks. Blocks.
/// Errors: InvalidInput if no task is selected, or the run exists without `resume`; NotFound if
/// there is nothing to resume; Environment if the command cannot be started or nothing can be
/// evaluated.
Result<AgentRunOutcome> runAgents(const AgentRunRequest &request, const GenerationTools &tools,
                                  const std::stop_token &stop);

} // namespace loupe
