// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/run/runoutcome.h"
#include "core/generation/agents/agentbudget.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// What became of one task.
struct AgentTaskOutcome {
    std::string task;
    AgentEnd end = AgentEnd::Done;
    std::string why; ///< in words
    AgentSpent spent;
    int judged = 0; ///< programs, in this call; `spent` counts those before as well
    int right = 0;  ///< of them
    std::optional<int> bestRound;
    std::optional<double> bestSpeedup;
    std::filesystem::path folder;
};

struct AgentRunOutcome {
    std::string run;
    std::vector<AgentTaskOutcome> tasks; ///< of this call, in the order of the suite
    int doneBefore = 0;                  ///< tasks that had come to their end
    bool isInterrupted = false;          ///< it can be gone on with
};

/// What was evaluated in this call, as that of a run.
RunOutcome runOutcomeOf(const AgentRunOutcome &agents);

/// "Math/gelu: it said that it is done; 3 verdicts, 900 tokens in; 2 right, the best in round 1".
std::string inWords(const AgentTaskOutcome &outcome);

} // namespace loupe
