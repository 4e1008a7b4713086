// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/heldrows.h"

namespace loupe::ui {

class CommandRegistry;
struct Command;

/// Commands of the window that match the typed text, best first; all commands in menu order without
/// a text.
class CommandModel final : public HeldRows<std::size_t>
{
    Q_OBJECT
public:
    enum Column { TextColumn, HelpColumn, KeysColumn, ColumnCount };

    /// `registry` must outlive the model.
    explicit CommandModel(const CommandRegistry &registry, QObject *parent = nullptr);

    void setTyped(const QString &typed);
    /// Returns the id of a row's command; empty if there is no such row.
    QString idAt(int row) const;
    int rowOf(const QString &id) const;
    /// Refreshes shortcuts and enabled states.
    void update() { announce(rowCount()); }

private:
    Columns columns() const;
    const Command &commandOf(std::size_t row) const;
    bool isEnabled(std::size_t row) const;

    const CommandRegistry &m_registry; ///< rows are indices into it
};

} // namespace loupe::ui
