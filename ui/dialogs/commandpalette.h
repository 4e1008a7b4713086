// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/commandmodel.h"

#include <QDialog>

#include <functional>
#include <vector>

class QLineEdit;

namespace loupe::ui {

class CommandRegistry;
class ResultTable;
class Theme;

/// Searches every command, run and view of the window by a few letters: ↑ ↓ select, Enter runs, Esc
/// closes. A disabled command shows its reason and keeps the palette open. The last row searches
/// the results for the text.
class CommandPalette final : public QDialog
{
    Q_OBJECT
public:
    struct Destinations {
        std::vector<Destination> named;
        std::function<void(const QString &typed)> search; ///< empty: there are no results
    };

    /// `commands` must outlive the palette.
    CommandPalette(const Theme &theme, CommandRegistry &commands, QWidget *parent = nullptr);

    QLineEdit *line() const { return m_line; }
    ResultTable *table() const { return m_table; }
    CommandModel *model() const { return m_model; }
    /// Shows the palette over its window, with an empty line.
    void appear(Destinations destinations = {});

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void choose(int row);
    void setTyped(const QString &typed);
    void runCurrent();

    CommandRegistry &m_commands;
    Destinations m_destinations;
    CommandModel *m_model;
    QLineEdit *m_line;
    ResultTable *m_table;
};

} // namespace loupe::ui
