// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generation/agents/agentsession.h"
#include "core/model/record/candidate.h"
#include "core/model/record/dialogue.h"

#include <optional>
#include <string>

namespace loupe {

/// Messages to an agent and programs from it, in the form of a stored conversation. Each program is
/// the answer of its round, with the usage reported for it.
class AgentDialogue
{
public:
    /// `stored` is the stored dialogue; nothing starts a new one.
    AgentDialogue(const AgentTask &task, const std::string &method, int sample,
                  std::optional<Dialogue> stored);

    const Dialogue &dialogue() const { return m_dialogue; }
    /// Returns the reported usage of all earlier programs.
    AgentSpent spent() const;
    bool hasEnded() const;
    /// Returns the round after the last submitted program.
    int nextRound() const;
    /// Returns the submitted program of a round as a candidate; nothing if there is none.
    std::optional<Candidate> candidate(int round) const;
    /// Returns the feedback on a round; empty if unknown.
    std::string toldOf(int round) const;

    /// Adds the program as the next round and returns the candidate to evaluate.
    Candidate hand(const AgentProgram &program);
    /// Sets the feedback on a round. It is saved with the next program.
    void tell(int round, std::string text);
    /// Ends the dialogue, finally unless it was interrupted. `usage` belongs to no program.
    void end(AgentEnd end, const AgentUsage &usage);

private:
    void add(int round, std::string role, std::string kind, SharedText body,
             std::string request = {});
    Request &addRequest(const AgentUsage &usage);

    Dialogue m_dialogue;
    std::string m_language;
    std::string m_fileName; ///< for programs without a file name
    std::optional<std::pair<int, std::string>> m_told;
};

} // namespace loupe
