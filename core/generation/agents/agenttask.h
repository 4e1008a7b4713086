// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/request/runrequest.h"
#include "core/generation/agents/agentbudget.h"
#include "core/model/record/dialogue.h"
#include "core/model/record/task.h"

#include <string>
#include <vector>

namespace loupe {

/// File in an agent's folder.
struct GivenFile {
    std::string name;
    std::string content;
};

/// Task as passed to an agent.
struct AgentTask {
    Task task;
    std::string suite;
    std::string platform;
    std::string language; ///< Candidate::language
    std::string entry;    ///< description of what a program must define
    PromptTemplate prompt;
    std::string text;             ///< rendered prompt
    std::vector<GivenFile> files; ///< the reference; for native tasks also the interface
    std::string ending;           ///< extension of program files: ".cpp"

    /// Returns an example of a program's file name: "candidate.cpp".
    std::string programName() const { return "candidate" + ending; }
};

/// Returns the selected tasks in the suite's order. InvalidInput if there are none.
Result<std::vector<AgentTask>> agentTasks(const RunRequest &run);

/// Builds the message `task`, also written to task.json. `rounds` is the number of programs
/// evaluated in interrupted sessions.
Json taskMessage(const AgentTask &task, int rounds);

/// Builds PROMPT.md: the prompt, the way to request a verdict, and the limits.
std::string promptPage(const AgentTask &task, const AgentLimits &limits);

} // namespace loupe
