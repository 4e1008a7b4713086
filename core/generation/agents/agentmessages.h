// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/generation/agents/agentbudget.h"
#include "core/model/verdict/verdict.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace loupe {

/// Version of the protocol between host and agent: one JSON object per line; `kind` is its type.
inline constexpr int agentProtocol = 1;

/// Program submitted by an agent.
struct AgentCandidate {
    std::string id;     ///< the agent's id of it, at most 200 bytes; repeated in the verdict
    std::string parent; ///< id of the program it was made from; empty if unknown
    std::optional<std::string> source;
    std::string file; ///< path below the agent's folder, if `source` is absent
};

/// Line for the user, also any line that is not a message.
struct AgentLog {
    std::string text;
};

struct AgentDone {
    std::string reason;
};

/// Message of a kind that this version does not support.
struct AgentUnknown {
};

using AgentMessage = std::variant<AgentCandidate, AgentUsage, AgentLog, AgentDone, AgentUnknown>;

/// Parses a line of an agent. InvalidInput if a message of a known kind is invalid, e.g. with a
/// negative number of tokens.
Result<AgentMessage> parseAgentMessage(std::string_view line);

/// Result of a program, as reported to the agent.
struct AgentVerdict {
    int round = 0;
    Verdict verdict = Verdict::NotRecorded;
    std::optional<double> speedup;
    std::string text;
};

/// Build the messages of the host.
Json helloMessage(const AgentLimits &limits);
Json verdictMessage(const std::string &id, const AgentVerdict &verdict, int verdictsLeft);
/// Reports a program that was not evaluated and took no verdict.
Json refusalMessage(const std::string &id, const std::string &why, int verdictsLeft);
Json stopMessage(const std::string &reason);

} // namespace loupe
