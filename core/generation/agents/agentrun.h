// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/agents/agentoutcome.h"
#include "core/generation/agents/agentrequest.h"
#include "core/generation/loop/generationtools.h"

#include <stop_token>

namespace loupe {

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
