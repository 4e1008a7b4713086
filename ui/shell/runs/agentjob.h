// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/runs/runjob.h"
#include "ui/shell/session/generationservices.h"

#include <memory>
#include <optional>

namespace loupe::ui {

/// Run whose candidates an agent's command submits while it is running. Its items are the
/// evaluations. Cancelling it loses no submitted candidate: it can be resumed.
class AgentJob final : public RunJob
{
    Q_OBJECT
public:
    AgentJob(AgentLauncher launcher, AgentRunRequest request, QObject *parent = nullptr);

    /// Returns the original request.
    const AgentRunRequest &agents() const { return m_agents; }
    /// Returns the outcome once it has ended without an error.
    std::optional<AgentRunOutcome> ended() const;
    /// Returns true if it has ended and some tasks are unfinished.
    bool canGoOn() const;
    /// Returns the request that resumes it.
    AgentRunRequest again() const;

    QString title() const override;
    QString progressText() const override;
    /// Returns the number of evaluated programs. The total is unknown, because the agent decides.
    int done() const override;
    int total() const override { return isRunning() ? 0 : done(); }
    QString remainingText() const override { return {}; }

private:
    struct Shared;
    AgentJob(AgentLauncher launcher, AgentRunRequest request, const std::shared_ptr<Shared> &shared,
             QObject *parent);

    AgentRunRequest m_agents;
    std::shared_ptr<Shared> m_shared; ///< with the thread that runs the agents
};

} // namespace loupe::ui
