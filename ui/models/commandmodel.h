// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/heldrows.h"

namespace loupe::ui {

class CommandRegistry;
struct Command;

/// The commands of the window that answer what was typed, the best first; without a word typed all
/// of them, in the order of the menus.
class CommandModel final : public HeldRows<std::size_t>
{
    Q_OBJECT
public:
    enum Column { TextColumn, HelpColumn, KeysColumn, ColumnCount };

    /// `registry` must outlive the model.
    explicit CommandModel(const CommandRegistry &registry, QObject *parent = nullptr);

    void setTyped(const QString &typed);
    /// The id of a row's command; empty where there is no such row.
    QString idAt(int row) const;
    int rowOf(const QString &id) const;
    /// Shortcuts or enablement changed.
    void update() { announce(rowCount()); }

private:
    Columns columns() const;
    const Command &commandOf(std::size_t row) const;
    bool isEnabled(std::size_t row) const;

    const CommandRegistry &m_registry; ///< rows are places in it
};

} // namespace loupe::ui
