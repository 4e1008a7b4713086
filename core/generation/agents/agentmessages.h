// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/generation/agents/agentbudget.h"
#include "core/model/verdict.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace loupe {

/// Of what is said between a host and an agent: one JSON object a line, `kind` says which.
inline constexpr int agentProtocol = 1;

/// A program that is handed in.
struct AgentCandidate {
    std::string id;     ///< the agent's own name of it, at most 200 bytes; the verdict bears it
    std::string parent; ///< id of the one that it was made from; empty: not said
    std::optional<std::string> source;
    std::string file; ///< path below the agent's folder, where `source` is not there
};

/// A line for people: also every line that is no message.
struct AgentLog {
    std::string text;
};

struct AgentDone {
    std::string reason;
};

/// A message of a kind that this version does not know.
struct AgentUnknown {
};

using AgentMessage = std::variant<AgentCandidate, AgentUsage, AgentLog, AgentDone, AgentUnknown>;

/// What a line of an agent says. InvalidInput where a message of a known kind is not as it has to
/// be, e.g. says of a negative number of tokens.
Result<AgentMessage> parseAgentMessage(std::string_view line);

/// What became of a program, as agents are told.
struct AgentVerdict {
    int round = 0;
    Verdict verdict = Verdict::NotRecorded;
    std::optional<double> speedup;
    std::string text;
};

/// The messages of the host.
Json helloMessage(const AgentLimits &limits);
Json verdictMessage(const std::string &id, const AgentVerdict &verdict, int verdictsLeft);
/// A program that was not judged: no verdict was taken for it.
Json refusalMessage(const std::string &id, const std::string &why, int verdictsLeft);
Json stopMessage(const std::string &reason);

} // namespace loupe
