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

/// Command of the window.
struct Command {
    QString id;                    ///< stable: "store.open"
    QString group;                 ///< menu that contains it
    QString text;                  ///< with mnemonic: "&Open store…"
    QString help;                  ///< one sentence for tooltip and status tip
    QList<QKeySequence> shortcuts; ///< initial ones; action() has the current ones
    std::function<void()> run;
    std::function<bool()> isEnabled = {}; ///< empty: always enabled
    QString needs = {}; ///< reason shown while isEnabled returns false: "no store is open"
    std::function<bool()> isChecked = {}; ///< empty: not checkable
    QString submenu = {}; ///< part of the group's menu, with mnemonic; empty: the menu itself
};

/// Returns menu and text of a command without mnemonics: "Go: Results".
QString fullText(const Command &command);

/// Registry of all commands of the window. Menus, shortcuts, buttons and the palette use its
/// actions. Shortcuts can be changed and are unique.
class CommandRegistry final : public QObject
{
    Q_OBJECT
public:
    /// Shortcuts are active while `window` is.
    explicit CommandRegistry(QWidget *window);

    void add(const Command &command);
    /// Returns the action of a command; the id must exist.
    QAction *action(const QString &id) const;
    const Command &command(const QString &id) const;
    bool contains(const QString &id) const { return placeOf(id) < m_commands.size(); }
    const std::vector<Command> &commands() const { return m_commands; }

    /// Sets the shortcuts and removes them from any other command.
    void setShortcuts(const QString &id, const QList<QKeySequence> &keys);
    /// Restores the initial shortcuts.
    void resetShortcuts(const QString &id) { setShortcuts(id, command(id).shortcuts); }
    void resetAllShortcuts();
    /// Returns the id of the command with these keys; empty if there is none.
    QString ownerOf(const QKeySequence &keys) const;
    /// Returns a text such as "U, Ctrl+F8".
    QString keysText(const QString &id) const;

    /// Updates the enabled and checked state of every command.
    void refresh();
    /// Returns a tooltip such as "Results (Ctrl+3)".
    QString toolTip(const QString &id) const;

signals:
    void shortcutsChanged();

private:
    std::size_t placeOf(const QString &id) const;

    QWidget *m_window;
    std::vector<Command> m_commands;
    std::vector<QAction *> m_actions; ///< in the order of m_commands
};

} // namespace loupe::ui
