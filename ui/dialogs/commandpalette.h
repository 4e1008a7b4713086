// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;

namespace loupe::ui {

class CommandModel;
class CommandRegistry;
class ResultTable;
class Theme;

/// Every command of the window by a few of its letters: ↑ ↓ choose, Enter runs it, Esc leaves. A
/// command that is not possible now says why and keeps the palette open.
class CommandPalette final : public QDialog
{
    Q_OBJECT
public:
    /// `commands` must outlive the palette.
    CommandPalette(const Theme &theme, CommandRegistry &commands, QWidget *parent = nullptr);

    QLineEdit *line() const { return m_line; }
    ResultTable *table() const { return m_table; }
    CommandModel *model() const { return m_model; }
    /// Shows it over its window, with nothing typed.
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
