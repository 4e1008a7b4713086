// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generation/agents/agentfolder.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace loupe {

/// A file that was left in candidates/.
struct LeftProgram {
    std::string name;
    std::string source;
    std::string refusal; ///< why it is not read; empty: it is
};

/// Programs that agents leave in candidates/ of their folder: each once, and again when it is
/// replaced. Meant for files that are written elsewhere and renamed; others are taken once they
/// have not changed between two looks. Names with a point in front, and without the ending of the
/// task's programs, are not theirs.
class CandidateWatch
{
public:
    /// `folder` must outlive it. `ending`: AgentTask::ending.
    CandidateWatch(const AgentFolder &folder, std::string ending)
        : m_folder(folder)
        , m_ending(std::move(ending))
    {
    }

    /// What is there since the last look, at most a few at a time.
    std::vector<LeftProgram> look();

private:
    using State = std::tuple<std::uint64_t, std::int64_t, std::int64_t, std::int64_t>;

    const AgentFolder &m_folder;
    std::string m_ending;
    std::map<std::string, State> m_seen;  ///< as of the last look
    std::map<std::string, State> m_taken; ///< as they were when they were taken
};

} // namespace loupe
