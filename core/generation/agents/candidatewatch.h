// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generation/agents/agentfolder.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace loupe {

/// File found in candidates/.
struct LeftProgram {
    std::string name;
    std::string source;
    std::string refusal; ///< reason why it was not read; empty if it was
};

/// Finds programs that agents put into candidates/: each one once, and again after it changes. A
/// file is read once two scans have found it unchanged. Hidden names, and names without the
/// extension of the task's programs, are ignored.
class CandidateWatch
{
public:
    /// `folder` must outlive it. `ending` is AgentTask::ending.
    CandidateWatch(const AgentFolder &folder, std::string ending)
        : m_folder(folder)
        , m_ending(std::move(ending))
    {
    }

    /// Scans the folder and returns new programs, a few at a time.
    std::vector<LeftProgram> look();

private:
    using State = std::tuple<std::uint64_t, std::int64_t, std::int64_t, std::int64_t>;

    const AgentFolder &m_folder;
    std::string m_ending;
    std::map<std::string, State> m_seen;  ///< state at the last scan
    std::map<std::string, State> m_taken; ///< state when they were read
};

} // namespace loupe
