// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session/commandregistry.h"

#include <QWidget>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

QString fullText(const Command &command)
{
    return QString(command.group + u": "_s + command.text).remove(u'&');
}

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
    m_window->addAction(action); // makes shortcuts work without a visible menu
    m_commands.push_back(command);
    m_actions.push_back(action);
}

std::size_t CommandRegistry::placeOf(const QString &id) const
{
    const auto it = std::find_if(m_commands.begin(), m_commands.end(),
                                 [&](const Command &each) { return each.id == id; });
    return static_cast<std::size_t>(it - m_commands.begin());
}

QAction *CommandRegistry::action(const QString &id) const
{
    Q_ASSERT(contains(id));
    return m_actions[placeOf(id)];
}

const Command &CommandRegistry::command(const QString &id) const
{
    Q_ASSERT(contains(id));
    return m_commands[placeOf(id)];
}

void CommandRegistry::setShortcuts(const QString &id, const QList<QKeySequence> &keys)
{
    QAction *const taker = action(id);
    for (QAction *other : m_actions) {
        QList<QKeySequence> left = other->shortcuts();
        left.removeIf([&](const QKeySequence &each) { return keys.contains(each); });
        if (other != taker && left != other->shortcuts())
            other->setShortcuts(left);
    }
    taker->setShortcuts(keys);
    emit shortcutsChanged();
}

void CommandRegistry::resetAllShortcuts()
{
    for (std::size_t i = 0; i < m_commands.size(); ++i)
        m_actions[i]->setShortcuts(m_commands[i].shortcuts);
    emit shortcutsChanged();
}

QString CommandRegistry::ownerOf(const QKeySequence &keys) const
{
    const auto it = std::find_if(m_actions.begin(), m_actions.end(), [&](const QAction *each) {
        return !keys.isEmpty() && each->shortcuts().contains(keys);
    });
    return it == m_actions.end() ? QString() : (*it)->objectName();
}

QString CommandRegistry::keysText(const QString &id) const
{
    return QKeySequence::listToString(action(id)->shortcuts(), QKeySequence::NativeText)
        .replace(u"; "_s, u", "_s);
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
