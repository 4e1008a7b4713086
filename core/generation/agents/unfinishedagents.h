// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/generation/agents/agentrequest.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// Request of an agent run, saved next to its store until the run has ended by itself. An
/// interrupted run can be resumed from it. It holds no values of variables, and no command that may
/// contain a key.
class KeptAgentRequest
{
public:
    /// Saves the request. Busy while another process works on the same run.
    static Result<KeptAgentRequest> keep(const AgentRunRequest &request, const std::string &run);

    /// Deletes the request, because there is nothing to resume.
    Status drop();

private:
    KeptAgentRequest(std::filesystem::path folder, Fd lock);

    std::filesystem::path m_folder;
    Fd m_lock; ///< held while the run is active
};

/// Returns true if the run was started and has not ended, even if nothing of it is stored.
bool isAgentRequestKept(const AgentRunRequest &request, const std::string &run);

/// Returns the saved requests of a store that can be resumed, the newest first. A command that may
/// have held a key is empty. Invalid files are errors that name them.
Result<std::vector<AgentRunRequest>> unfinishedAgents(const std::filesystem::path &store);

} // namespace loupe
