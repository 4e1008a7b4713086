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
    QString id;                    ///< stable: "store.open"
    QString group;                 ///< the menu it stands in
    QString text;                  ///< with mnemonic: "&Open store…"
    QList<QKeySequence> shortcuts; ///< at first; action() has those in force
    std::function<void()> run;
    std::function<bool()> isEnabled = {}; ///< empty: always
    std::function<bool()> isChecked = {}; ///< empty: not a switch
    QString help = {};                    ///< one sentence for tooltip and status tip
    QString needs = {}; ///< why it is not possible while isEnabled is false: "no store is open"
};

/// "Go: Results": menu and text of a command, without mnemonics.
QString fullText(const Command &command);

/// Every command of the window, once. Menus, shortcuts, buttons and the palette take their actions
/// from here. Shortcuts can be changed; no two commands ever have the same.
class CommandRegistry final : public QObject
{
    Q_OBJECT
public:
    /// Shortcuts act while `window` is active.
    explicit CommandRegistry(QWidget *window);

    void add(const Command &command);
    /// The action of a command; the id must exist.
    QAction *action(const QString &id) const;
    const Command &command(const QString &id) const;
    bool contains(const QString &id) const;
    const std::vector<Command> &commands() const { return m_commands; }

    /// Takes the keys from whatever command has them.
    void setShortcuts(const QString &id, const QList<QKeySequence> &keys);
    /// Back to the first shortcuts.
    void resetShortcuts(const QString &id);
    void resetAllShortcuts();
    /// The id of the command that has these keys; empty: none.
    QString ownerOf(const QKeySequence &keys) const;
    /// "U, Ctrl+F8".
    QString keysText(const QString &id) const;

    /// Asks every command anew whether it is enabled and checked.
    void refresh();
    /// "Results (Ctrl+3)" for tooltips.
    QString toolTip(const QString &id) const;

signals:
    void shortcutsChanged();

private:
    std::size_t placeOf(const QString &id) const;

    QWidget *m_window;
    std::vector<Command> m_commands;
    std::vector<QAction *> m_actions; ///< same order
};

} // namespace loupe::ui
