// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/agentform.h"

#include "ui/dialogs/agentfields.h"
#include "ui/dialogs/steps.h"
#include "ui/dialogs/taskfields.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QSignalBlocker>
#include <QTabWidget>

namespace loupe::ui {

AgentForm::AgentForm(const Theme &theme, const RunChoices &choices, QWidget *parent)
    : QWidget(parent)
    , m_steps(new QTabWidget)
    , m_tasks(new TaskFields(theme, choices))
    , m_agent(new AgentFields(theme))
{
    m_tasks->setNameHint(tr("suite and method"));
    makeSteps(theme, *m_steps, {{tr("1 Tasks"), m_tasks}, {tr("2 Agent"), m_agent}});
    makeColumn(0, this)->addWidget(m_steps);
    setRequest({});
    connect(m_tasks, &TaskFields::changed, this, &AgentForm::changed);
    connect(m_agent, &AgentFields::changed, this, &AgentForm::changed);
}

void AgentForm::setRequest(const AgentRunRequest &request)
{
    {
        const QSignalBlocker quiet(this);
        m_base = request;
        m_tasks->setRequest(request.run);
        m_agent->setRequest(request);
    }
    emit changed();
}

AgentRunRequest AgentForm::request() const
{
    AgentRunRequest request = m_base;
    m_tasks->fill(request.run);
    m_agent->fill(request);
    return request;
}

QString AgentForm::missing() const
{
    const QString missing = m_tasks->missing();
    return missing.isEmpty() ? m_agent->missing() : missing;
}

} // namespace loupe::ui
