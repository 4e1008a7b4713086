// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/runs/runjob.h"
#include "ui/shell/session/agentservices.h"

#include <memory>
#include <optional>

namespace loupe::ui {

/// A run whose candidates a command hands in while it goes on. Its items are what is evaluated.
/// Cancelling it loses nothing that was handed in: it can be gone on with.
class AgentJob final : public RunJob
{
    Q_OBJECT
public:
    AgentJob(AgentLauncher launcher, AgentRunRequest request, QObject *parent = nullptr);

    /// What a person asked for.
    const AgentRunRequest &agents() const { return m_agents; }
    /// Once it has ended without an error.
    std::optional<AgentRunOutcome> ended() const;
    /// It has ended, and not all tasks have come to their end.
    bool canGoOn() const;
    /// The request that goes on with it.
    AgentRunRequest again() const;

    QString title() const override;
    QString progressText() const override;
    /// Programs that are judged. How many there will be the agent decides.
    int done() const override;
    int total() const override { return isRunning() ? 0 : done(); }
    QString remainingText() const override { return {}; }

private:
    struct Shared;
    AgentJob(AgentLauncher launcher, AgentRunRequest request, const std::shared_ptr<Shared> &shared,
             QObject *parent);

    AgentRunRequest m_agents;
    std::shared_ptr<Shared> m_shared; ///< with the thread that waits for the agents
};

} // namespace loupe::ui
