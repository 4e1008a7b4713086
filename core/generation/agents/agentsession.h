// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/generation/agents/agentbudget.h"
#include "core/generation/agents/agentfolder.h"
#include "core/generation/agents/agentmessages.h"
#include "core/generation/agents/agentprocess.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

/// Program to evaluate, with the usage since the last one.
struct AgentProgram {
    std::string source;
    std::string fileName;
    std::optional<int> parent; ///< round it was made from, if the agent named it
    AgentUsage usage;          ///< since the last program; its model is the last reported one
};

/// Evaluates a program as the next round. Called on a separate thread, one program at a time.
using AgentJudge = std::function<Result<AgentVerdict>(const AgentProgram &)>;

/// One command with one task.
struct AgentSessionRequest {
    const AgentCommand &command;
    const AgentTask &task;
    const AgentFolder *folder = nullptr;
    AgentLimits limits;
    AgentSpent spent; ///< of an earlier, interrupted session; the time starts anew
};

struct AgentSessionEnd {
    AgentEnd end = AgentEnd::Done;
    std::string why;  ///< description with the agent's reason
    AgentSpent spent; ///< including earlier sessions
    AgentUsage usage; ///< reported since the last evaluated program
    std::string log;  ///< lines for the user
};

/// Starts the command in the folder, evaluates its programs, and ends all its processes once it is
/// done, reaches a limit or misbehaves. Programs submitted by then are evaluated while verdicts are
/// left. `say` receives lines for the user. `stop` interrupts it; `judge` must return then, too.
/// Errors: those of the start, and those of `judge`, which mean that nothing can be evaluated.
Result<AgentSessionEnd> runAgentSession(const AgentSessionRequest &request, const AgentJudge &judge,
                                        const std::function<void(const std::string &)> &say,
                                        const std::stop_token &stop);

} // namespace loupe
