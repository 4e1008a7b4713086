// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/agentbudget.h"

#include "core/model/record/dialogue.h"

#include <array>
#include <cstddef>

namespace loupe {

namespace {

struct EndFacts {
    std::string_view name;
    std::string_view label;
};

constexpr std::array<EndFacts, 10> endFacts{{
    {"done", "it says that it is done"},
    {"exited", "its command ended"},
    {"verdicts", "it has no verdict left"},
    {"time", "its time is over"},
    {"dollars", "it has spent its dollars"},
    {"long_line", "it wrote a line of more than 1 MiB"},
    {"flood", "it wrote more than 64 MiB or 262,144 lines"},
    {"protocol", "it sent a message that cannot be read"},
    {"refusals", "too many of its submissions could not be read"},
    {"interrupted", "it was stopped"},
}};

} // namespace

void AgentSpent::add(const AgentUsage &usage)
{
    addKnown(input, usage.input);
    addKnown(cached, usage.cached);
    addKnown(output, usage.output);
    addKnown(dollars, usage.dollars);
}

std::string_view name(AgentEnd end)
{
    return endFacts[static_cast<std::size_t>(end)].name;
}

std::string_view label(AgentEnd end)
{
    return endFacts[static_cast<std::size_t>(end)].label;
}

std::optional<AgentEnd> reachedLimit(const AgentLimits &limits, const AgentSpent &spent)
{
    if (spent.verdicts >= limits.verdicts)
        return AgentEnd::Verdicts;
    if (limits.dollars && spent.dollars && *spent.dollars >= *limits.dollars)
        return AgentEnd::Dollars;
    if (spent.seconds >= limits.seconds)
        return AgentEnd::Time;
    return std::nullopt;
}

} // namespace loupe
