// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/generation/agents/agenttask.h"
#include "core/generation/loop/submission.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace loupe {

/// The folder that an agent works in: task.json, PROMPT.md, the task's files, feedback/ and
/// candidates/. The agent may do with it what it likes, so that nothing is read from it or written
/// to it through a link, from the moment on that it is there.
class AgentFolder
{
public:
    /// Makes the first of `parent`/NAME, NAME-2 … that is not there, NAME after the task; `parent`,
    /// for nobody else to enter, where it is missing.
    static Result<AgentFolder> create(const std::filesystem::path &parent, const AgentTask &task,
                                      const AgentLimits &limits, int rounds);

    const std::filesystem::path &path() const { return m_path; }
    /// Beside it, out of the agent's reach: what the agent said.
    std::filesystem::path logFile() const;
    /// The folder itself, whatever its name leads to by now; valid as long as this.
    std::filesystem::path handle() const;

    /// Adds a file to feedback/. Io where the agent has made that impossible.
    Status addFeedback(const std::string &name, std::string_view text) const;
    /// The program in a file that the agent names by its path below the folder. InvalidInput for
    /// links, what is no file, and paths that lead out; NotFound.
    Result<std::string> program(const std::filesystem::path &file) const;

private:
    AgentFolder(std::filesystem::path path, Fd folder);

    std::filesystem::path m_path;
    Fd m_folder;
};

} // namespace loupe
