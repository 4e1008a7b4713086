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

/// The fields of an agent's run, in two steps: tasks and store, the agent and what it may spend.
class AgentForm final : public QWidget
{
    Q_OBJECT
public:
    AgentForm(const Theme &theme, const RunChoices &choices, QWidget *parent = nullptr);

    void setRequest(const AgentRunRequest &request);
    AgentRunRequest request() const;
    /// What is still missing before the tasks can be looked at; empty when nothing is.
    QString missing() const;
    /// What this machine has to choose from, once that is known.
    void setChoices(const LaunchChoices &choices);

    QTabWidget *steps() const { return m_steps; }
    TaskFields *tasks() const { return m_tasks; }
    AgentFields *agent() const { return m_agent; }

signals:
    void changed();

private:
    AgentRunRequest m_base; ///< what the form has no field for
    QTabWidget *m_steps;
    TaskFields *m_tasks;
    AgentFields *m_agent;
};

} // namespace loupe::ui
