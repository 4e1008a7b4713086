// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/agents/agentrun.h"
#include "ui/shell/session/runlauncher.h"

#include <QWidget>

class QTabWidget;

namespace loupe::ui {

class AgentFields;
class TaskFields;
class Theme;

/// Form of an agent run in two steps: tasks and store, then the agent and its limits.
class AgentForm final : public QWidget
{
    Q_OBJECT
public:
    AgentForm(const Theme &theme, const RunChoices &choices, QWidget *parent = nullptr);

    void setRequest(const AgentRunRequest &request);
    AgentRunRequest request() const;
    /// Returns a sentence about the first field missing for a review; empty if there is none.
    QString missing() const;

    QTabWidget *steps() const { return m_steps; }
    TaskFields *tasks() const { return m_tasks; }
    AgentFields *agent() const { return m_agent; }

signals:
    void changed();

private:
    AgentRunRequest m_base; ///< settings without a field in the form
    QTabWidget *m_steps;
    TaskFields *m_tasks;
    AgentFields *m_agent;
};

} // namespace loupe::ui
