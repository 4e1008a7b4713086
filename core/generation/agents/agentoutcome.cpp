// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/agentoutcome.h"

#include "core/base/counted.h"

#include <fmt/format.h>

namespace loupe {

namespace {

std::string spentText(const AgentSpent &spent)
{
    std::string text = counted(static_cast<std::size_t>(spent.verdicts), "verdict");
    if (spent.input)
        text += fmt::format(", {} tokens in", *spent.input);
    if (spent.output)
        text += fmt::format(", {} tokens out", *spent.output);
    if (spent.dollars)
        text += fmt::format(", ${:.4f}", *spent.dollars);
    return text;
}

std::string bestText(const AgentTaskOutcome &task)
{
    if (!task.bestRound)
        return "none right";
    std::string text = fmt::format("{} right, the best in round {}", task.right, *task.bestRound);
    if (task.bestSpeedup)
        text += fmt::format(" ({:.2f} times as fast)", *task.bestSpeedup);
    return text;
}

} // namespace

RunOutcome runOutcomeOf(const AgentRunOutcome &agents)
{
    RunOutcome out;
    out.run = agents.run;
    out.cancelled = agents.isInterrupted;
    for (const AgentTaskOutcome &task : agents.tasks) {
        out.evaluated += task.judged;
        out.correct += task.right;
    }
    return out;
}

std::string inWords(const AgentTaskOutcome &outcome)
{
    return fmt::format("{}: {}; {}; {}", outcome.task, outcome.why, spentText(outcome.spent),
                       bestText(outcome));
}

} // namespace loupe
