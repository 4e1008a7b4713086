// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/generation/agents/agentrequest.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// What an agent's run was asked to do, beside its store from before its first agent starts until
/// the run has ended by itself: so that it can be gone on with wherever it was broken off. It holds
/// no value of a variable, and no command in which there may be a key.
class KeptAgentRequest
{
public:
    /// Busy while another process is at the same run.
    static Result<KeptAgentRequest> keep(const AgentRunRequest &request, const std::string &run);

    /// There is nothing to go on with any more.
    Status drop();

private:
    KeptAgentRequest(std::filesystem::path folder, Fd lock);

    std::filesystem::path m_folder;
    Fd m_lock; ///< says that the run is at work
};

/// Whether the run was begun and has not ended, though nothing of it may be stored.
bool isAgentRequestKept(const AgentRunRequest &request, const std::string &run);

/// What was kept with the store, has not ended and is not at work, ready to go on, the one begun
/// last at the front. A command that may have held a key is empty. Files that are no such request
/// are errors with their names.
Result<std::vector<AgentRunRequest>> unfinishedAgents(const std::filesystem::path &store);

} // namespace loupe
