// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// What was spent since the last time that it was reported. What is not said is not known, never 0.
struct AgentUsage {
    std::string model;
    std::optional<std::int64_t> input;  ///< tokens
    std::optional<std::int64_t> cached; ///< of the input
    std::optional<std::int64_t> output; ///< tokens
    std::optional<double> dollars;
};

/// What an agent may spend on one task.
struct AgentLimits {
    int verdicts = 20;
    double seconds = 1800;         ///< wall clock
    std::optional<double> dollars; ///< of those that it reports
    double graceSeconds = 5;       ///< between being told, SIGTERM and SIGKILL, each time
};

/// What it has spent. Tokens and dollars: as it reports; absent where it has reported none.
struct AgentSpent {
    int verdicts = 0;
    double seconds = 0;
    std::optional<std::int64_t> input;
    std::optional<std::int64_t> cached;
    std::optional<std::int64_t> output;
    std::optional<double> dollars;

    void add(const AgentUsage &usage);
};

/// Why an agent's work on a task has ended.
enum class AgentEnd {
    Done,        ///< it said so
    Exited,      ///< its command ended
    Verdicts,    ///< none is left
    Time,        ///< none is left
    Dollars,     ///< it reported as many as it may spend, or more
    LongLine,    ///< it wrote a line of more than 1 MiB
    Flood,       ///< it wrote more than is read of one
    Protocol,    ///< a message of it was not as it has to be
    Refusals,    ///< too much of what it handed in could not be read
    Interrupted, ///< a person stopped it: it can be gone on with
};

std::string_view name(AgentEnd end);
/// In words: "its time is over".
std::string_view label(AgentEnd end);

/// The limit that is reached; nothing: it may go on.
std::optional<AgentEnd> reachedLimit(const AgentLimits &limits, const AgentSpent &spent);

} // namespace loupe
