// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/agents/agentoutcome.h"
#include "core/generation/agents/agentrequest.h"
#include "core/generation/loop/generationtools.h"

#include <stop_token>

namespace loupe {

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
