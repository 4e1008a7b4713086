// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QLabel>

class QKeySequenceEdit;
class QPushButton;

namespace loupe::ui {

class CommandModel;
class CommandRegistry;
class ResultTable;
class Theme;

/// Editor of the keyboard shortcuts. A conflict is shown before a key is assigned; assigning it
/// removes it from the other command.
class ShortcutsDialog final : public QDialog
{
    Q_OBJECT
public:
    /// `commands` must outlive the dialog.
    ShortcutsDialog(const Theme &theme, CommandRegistry &commands, QWidget *parent = nullptr);

    ResultTable *table() const { return m_table; }
    QKeySequenceEdit *keys() const { return m_keys; }
    QPushButton *assignButton() const { return m_assign; }
    /// Returns the note below the key, with the command that uses it.
    QString note() const { return m_note->text(); }
    /// Selects a command.
    void choose(const QString &id);

private:
    QString currentId() const;
    void showCurrent();
    void sayClash();
    void assign();

    CommandRegistry &m_commands;
    CommandModel *m_model;
    ResultTable *m_table;
    QKeySequenceEdit *m_keys;
    QPushButton *m_assign;
    QPushButton *m_default;
    QLabel *m_note;
};

} // namespace loupe::ui
