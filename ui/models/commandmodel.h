// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/heldrows.h"

#include <functional>
#include <vector>

namespace loupe::ui {

class CommandRegistry;
struct Command;

/// Something to go to that is no command: a run, or a saved view.
struct Destination {
    QString text; ///< "Run: nightly"
    QString help; ///< one sentence
    std::function<void()> go;
    bool isFallback = false; ///< listed after all others
};

/// Commands of the window, and destinations, that match the typed text, best first. Without a text:
/// all commands in menu order, then the destinations.
class CommandModel final : public HeldRows<std::size_t>
{
    Q_OBJECT
public:
    enum Column { TextColumn, HelpColumn, KeysColumn, ColumnCount };

    /// `registry` must outlive the model.
    explicit CommandModel(const CommandRegistry &registry, QObject *parent = nullptr);

    void setTyped(const QString &typed);
    /// Replaces the destinations; setTyped() lists them.
    void setDestinations(std::vector<Destination> destinations);
    /// Returns the id of a row's command; empty if there is no such row, or it is a destination.
    QString idAt(int row) const;
    /// Returns a row's destination; null if there is no such row, or it is a command.
    const Destination *destinationAt(int row) const;
    int rowOf(const QString &id) const;
    /// Refreshes shortcuts and enabled states.
    void update() { announce(rowCount()); }

private:
    const Command *commandOf(std::size_t row) const;
    const Destination &destinationOf(std::size_t row) const;
    bool isFallback(std::size_t row) const;
    QString textOf(std::size_t row) const;
    bool isEnabled(std::size_t row) const;

    const CommandRegistry &m_registry; ///< rows are indices into it, and then into m_destinations
    std::vector<Destination> m_destinations;
};

} // namespace loupe::ui
