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

/// A program to be judged, with what it took since the last one.
struct AgentProgram {
    std::string source;
    std::string fileName;
    std::optional<int> parent; ///< the round that it was made from, where the agent says so
    AgentUsage usage;          ///< reported since the last program; its model is the last named one
};

/// Judges a program as the next round. Called on a thread of its own, one program at a time.
using AgentJudge = std::function<Result<AgentVerdict>(const AgentProgram &)>;

/// One command with one task.
struct AgentSessionRequest {
    const AgentCommand &command;
    const AgentTask &task;
    const AgentFolder *folder = nullptr;
    AgentLimits limits;
    AgentSpent spent; ///< before, in a session that was interrupted; its time begins anew
};

struct AgentSessionEnd {
    AgentEnd end = AgentEnd::Done;
    std::string why;  ///< in words, with what the agent said of it
    AgentSpent spent; ///< that of before among it
    AgentUsage usage; ///< reported since the last program was judged
    std::string log;  ///< what it said to people
};

/// Starts the command in the folder, judges what it hands in, and ends it and all that it started
/// once it is done, a limit is reached or it misbehaves. What was handed in by then is judged as
/// long as verdicts are left. `say`: a line for people. `stop`: a person interrupts it; then
/// `judge` has to end, too. Errors: of the start, and those of `judge`, which say that nothing can
/// be judged.
Result<AgentSessionEnd> runAgentSession(const AgentSessionRequest &request, const AgentJudge &judge,
                                        const std::function<void(const std::string &)> &say,
                                        const std::stop_token &stop);

} // namespace loupe
