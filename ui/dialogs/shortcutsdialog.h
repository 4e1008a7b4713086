// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QKeySequenceEdit;
class QLabel;
class QPushButton;

namespace loupe::ui {

class CommandModel;
class CommandRegistry;
class ResultTable;
class Theme;

/// The keys of every command, to be changed. A key that another command has is named before it is
/// given; giving it takes it from the other.
class ShortcutsDialog final : public QDialog
{
    Q_OBJECT
public:
    /// `commands` must outlive the dialog.
    ShortcutsDialog(const Theme &theme, CommandRegistry &commands, QWidget *parent = nullptr);

    ResultTable *table() const { return m_table; }
    QKeySequenceEdit *keys() const { return m_keys; }
    QPushButton *assignButton() const { return m_assign; }
    /// What stands under the key: whose it is now.
    QString note() const;
    /// Makes a command the current one.
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
