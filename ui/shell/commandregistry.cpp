// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/commandregistry.h"

#include <QWidget>

#include <algorithm>

namespace loupe::ui {

CommandRegistry::CommandRegistry(QWidget *window) : QObject(window), m_window(window) { }

void CommandRegistry::add(const Command &command)
{
    auto *action = new QAction(command.text, this);
    action->setObjectName(command.id);
    action->setShortcuts(command.shortcuts);
    action->setStatusTip(command.help);
    action->setCheckable(static_cast<bool>(command.isChecked));
    connect(action, &QAction::triggered, this, [this, run = command.run] {
        run();
        refresh();
    });
    m_window->addAction(action); // so that shortcuts act without a visible menu
    m_commands.push_back(command);
    m_actions.push_back(action);
}

QAction *CommandRegistry::action(const QString &id) const
{
    const auto it = std::find_if(m_actions.begin(), m_actions.end(),
                                 [&](const QAction *each) { return each->objectName() == id; });
    Q_ASSERT(it != m_actions.end());
    return *it;
}

void CommandRegistry::refresh()
{
    for (std::size_t i = 0; i < m_commands.size(); ++i) {
        if (m_commands[i].isEnabled)
            m_actions[i]->setEnabled(m_commands[i].isEnabled());
        if (m_commands[i].isChecked)
            m_actions[i]->setChecked(m_commands[i].isChecked());
    }
}

QString CommandRegistry::toolTip(const QString &id) const
{
    const QAction *const each = action(id);
    const QString keys = each->shortcut().toString(QKeySequence::NativeText);
    const QString text = each->statusTip().isEmpty() ? each->toolTip() : each->statusTip();
    return keys.isEmpty() ? text : tr("%1 (%2)").arg(text, keys);
}

} // namespace loupe::ui
