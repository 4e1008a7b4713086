// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include <functional>
#include <vector>

class QWidget;

namespace loupe::ui {

/// One thing a person can make the window do.
struct Command {
    QString id;    ///< stable: "store.open"
    QString group; ///< the menu it stands in
    QString text;  ///< with mnemonic: "&Open store…"
    QList<QKeySequence> shortcuts;
    std::function<void()> run;
    std::function<bool()> isEnabled = {}; ///< empty: always
    std::function<bool()> isChecked = {}; ///< empty: not a switch
    QString help = {};                    ///< one sentence for tooltip and status tip
};

/// Every command of the window, once. Menus, shortcuts, buttons and (later) the palette take their
/// actions from here.
class CommandRegistry final : public QObject
{
    Q_OBJECT
public:
    /// Shortcuts act while `window` is active.
    explicit CommandRegistry(QWidget *window);

    void add(const Command &command);
    /// The action of a command; the id must exist.
    QAction *action(const QString &id) const;
    const std::vector<Command> &commands() const { return m_commands; }
    /// Asks every command anew whether it is enabled and checked.
    void refresh();
    /// "Results (Ctrl+3)" for tooltips.
    QString toolTip(const QString &id) const;

private:
    QWidget *m_window;
    std::vector<Command> m_commands;
    std::vector<QAction *> m_actions; ///< same order
};

} // namespace loupe::ui
