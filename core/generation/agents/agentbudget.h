// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Usage since the last report. An unreported value is unknown, never 0.
struct AgentUsage {
    std::string model;
    std::optional<std::int64_t> input;  ///< tokens
    std::optional<std::int64_t> cached; ///< cached input tokens
    std::optional<std::int64_t> output; ///< tokens
    std::optional<double> dollars;
};

/// Limits of an agent's work on one task.
struct AgentLimits {
    int verdicts = 20;
    double seconds = 1800;         ///< wall-clock time
    std::optional<double> dollars; ///< limit on the reported dollars
    double graceSeconds = 5;       ///< time between the stop message, SIGTERM and SIGKILL
};

/// Resources spent by an agent. Tokens and dollars are as reported; absent if never reported.
struct AgentSpent {
    int verdicts = 0;
    double seconds = 0;
    std::optional<std::int64_t> input;
    std::optional<std::int64_t> cached;
    std::optional<std::int64_t> output;
    std::optional<double> dollars;

    void add(const AgentUsage &usage);
};

/// Reason why an agent's work on a task ended.
enum class AgentEnd {
    Done,        ///< the agent reported that it is done
    Exited,      ///< its command exited
    Verdicts,    ///< no verdict left
    Time,        ///< no time left
    Dollars,     ///< its reported dollars reached the limit
    LongLine,    ///< its output has a line of more than 1 MiB
    Flood,       ///< its output exceeds the total limit
    Protocol,    ///< one of its messages was invalid
    Refusals,    ///< too many of its programs could not be read
    Interrupted, ///< the user stopped it; it can be resumed
};

std::string_view name(AgentEnd end);
/// Returns a description such as "its time is over".
std::string_view label(AgentEnd end);

/// Returns the limit that was reached; nothing if the agent may go on.
std::optional<AgentEnd> reachedLimit(const AgentLimits &limits, const AgentSpent &spent);

} // namespace loupe
