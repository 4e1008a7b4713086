// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/run/runoutcome.h"
#include "core/generation/agents/agentbudget.h"

#include <filesystem>
#include <optional>
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

} // namespace loupe
