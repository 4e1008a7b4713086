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

/// Working folder of an agent: task.json, PROMPT.md, the task's files, feedback/ and candidates/.
/// The agent may change anything in it. Therefore no later access follows a link in it.
class AgentFolder
{
public:
    /// Creates the first missing folder of `parent`/NAME, NAME-2 …, where NAME follows from the
    /// task. Creates `parent` if needed, accessible only to the user.
    static Result<AgentFolder> create(const std::filesystem::path &parent, const AgentTask &task,
                                      const AgentLimits &limits, int rounds);

    const std::filesystem::path &path() const { return m_path; }
    /// Returns the log file next to the folder, out of the agent's reach.
    std::filesystem::path logFile() const;
    /// Returns a path to the open folder, valid even if its name changes; it lives as long as this
    /// object.
    std::filesystem::path handle() const;

    /// Adds a file to feedback/. Io if the agent has made that impossible.
    Status addFeedback(const std::string &name, std::string_view text) const;
    /// Reads a program by its path relative to the folder. InvalidInput for links, anything but a
    /// regular file, and paths outside the folder; NotFound.
    Result<std::string> program(const std::filesystem::path &file) const;

private:
    AgentFolder(std::filesystem::path path, Fd folder);

    std::filesystem::path m_path;
    Fd m_folder;
};

} // namespace loupe
