// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;

namespace loupe::ui {

class CommandModel;
class CommandRegistry;
class ResultTable;
class Theme;

/// Searches every command of the window by a few letters: ↑ ↓ select, Enter runs, Esc closes. A
/// disabled command shows its reason and keeps the palette open.
class CommandPalette final : public QDialog
{
    Q_OBJECT
public:
    /// `commands` must outlive the palette.
    CommandPalette(const Theme &theme, CommandRegistry &commands, QWidget *parent = nullptr);

    QLineEdit *line() const { return m_line; }
    ResultTable *table() const { return m_table; }
    CommandModel *model() const { return m_model; }
    /// Shows the palette over its window, with an empty line.
    void appear();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void choose(int row);
    void runCurrent();

    CommandRegistry &m_commands;
    CommandModel *m_model;
    QLineEdit *m_line;
    ResultTable *m_table;
};

} // namespace loupe::ui
