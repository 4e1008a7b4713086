// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/request/runrequest.h"
#include "core/generation/agents/agentbudget.h"
#include "core/model/dialogue.h"
#include "core/model/task.h"

#include <string>
#include <vector>

namespace loupe {

/// A file that an agent finds in its folder.
struct GivenFile {
    std::string name;
    std::string content;
};

/// One task as an agent gets it.
struct AgentTask {
    Task task;
    std::string suite;
    std::string platform;
    std::string language; ///< Candidate::language
    std::string entry;    ///< what a program shall define, in words
    PromptTemplate prompt;
    std::string text;             ///< the prompt, rendered
    std::vector<GivenFile> files; ///< the reference, and for native tasks the interface
    std::string ending;           ///< of the files of programs: ".cpp"

    /// What the program that is the example of a file's name is called: "candidate.cpp".
    std::string programName() const { return "candidate" + ending; }
};

/// The tasks that the request selects, in the suite's order. InvalidInput where none is.
Result<std::vector<AgentTask>> agentTasks(const RunRequest &run);

/// The message `task`, which is task.json as well. `rounds`: programs that were judged before, in a
/// session that was interrupted.
Json taskMessage(const AgentTask &task, int rounds);

/// PROMPT.md: the prompt, how to ask for a verdict, and what may be spent.
std::string promptPage(const AgentTask &task, const AgentLimits &limits);

} // namespace loupe
