// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generation/agents/agentsession.h"
#include "core/model/candidate.h"
#include "core/model/dialogue.h"

#include <optional>
#include <string>

namespace loupe {

/// What an agent was told of a task and handed in, as a store keeps conversations: each program is
/// the answer of its round, with what was reported as spent on it.
class AgentDialogue
{
public:
    /// `stored`: as the store has it already; nothing: it begins.
    AgentDialogue(const AgentTask &task, const std::string &method, int sample,
                  std::optional<Dialogue> stored);

    const Dialogue &dialogue() const { return m_dialogue; }
    /// What programs before took, as it was reported.
    AgentSpent spent() const;
    bool hasEnded() const;
    /// The round after the last that was handed in.
    int nextRound() const;
    /// The program of a round that was handed in, as a candidate; nothing where there is none.
    std::optional<Candidate> candidate(int round) const;
    /// What the agent was told of a round; empty where that is not known.
    std::string toldOf(int round) const;

    /// Adds the program as the next round: the candidate to be judged.
    Candidate hand(const AgentProgram &program);
    /// What the agent is told of the round; it is kept with the next program.
    void tell(int round, std::string text);
    /// It is over, for good unless it was interrupted; `usage` went to no program.
    void end(AgentEnd end, const AgentUsage &usage);

private:
    void add(int round, std::string role, std::string kind, std::string body,
             std::string request = {});
    Request &addRequest(const AgentUsage &usage);

    Dialogue m_dialogue;
    std::string m_language;
    std::string m_fileName; ///< of programs without one
    std::optional<std::pair<int, std::string>> m_told;
};

} // namespace loupe
