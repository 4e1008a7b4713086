// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/commandmodel.h"

#include "ui/shell/session/commandregistry.h"
#include "ui/text/fuzzymatch.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace loupe::ui {

CommandModel::CommandModel(const CommandRegistry &registry, QObject *parent)
    : HeldRows(parent)
    , m_registry(registry)
{
    setColumns({{tr("Command"), CellKind::Text, [this](std::size_t row) { return textOf(row); }},
                {tr("What it does"), CellKind::Dim,
                 [this](std::size_t row) {
                     const Command *command = commandOf(row);
                     if (command == nullptr)
                         return destinationOf(row).help;
                     return isEnabled(row) ? command->help
                                           : tr("Unavailable: %1").arg(command->needs);
                 }},
                {tr("Keys"), CellKind::Text,
                 [this](std::size_t row) {
                     const Command *command = commandOf(row);
                     return command == nullptr ? QString() : m_registry.keysText(command->id);
                 }}},
               {{KindRole, [this](std::size_t row) {
                     return isEnabled(row) ? QVariant() : asData(CellKind::Dim);
                 }}});
    setTyped({});
}

bool CommandModel::isEnabled(std::size_t row) const
{
    const Command *command = commandOf(row);
    return command == nullptr || m_registry.action(command->id)->isEnabled();
}

const Command *CommandModel::commandOf(std::size_t row) const
{
    const auto &commands = m_registry.commands();
    return row < commands.size() ? &commands[row] : nullptr;
}

const Destination &CommandModel::destinationOf(std::size_t row) const
{
    return m_destinations[row - m_registry.commands().size()];
}

bool CommandModel::isFallback(std::size_t row) const
{
    return commandOf(row) == nullptr && destinationOf(row).isFallback;
}

QString CommandModel::textOf(std::size_t row) const
{
    const Command *command = commandOf(row);
    return command == nullptr ? destinationOf(row).text : fullText(*command);
}

void CommandModel::setDestinations(std::vector<Destination> destinations)
{
    replaceRows({}); // Their indices are no longer valid.
    m_destinations = std::move(destinations);
}

void CommandModel::setTyped(const QString &typed)
{
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t i = 0; i < m_registry.commands().size() + m_destinations.size(); ++i) {
        if (const auto score = fuzzyScore(typed, textOf(i)))
            found.emplace_back(isFallback(i) ? std::numeric_limits<int>::min() : *score, i);
    }
    std::ranges::stable_sort(found, [](const auto &a, const auto &b) { return a.first > b.first; });
    std::vector<std::size_t> rows;
    rows.reserve(found.size());
    for (const auto &each : found)
        rows.push_back(each.second);
    replaceRows(std::move(rows));
}

QString CommandModel::idAt(int row) const
{
    if (row < 0 || row >= rowCount())
        return {};
    const Command *command = commandOf(rowAt(row));
    return command == nullptr ? QString() : command->id;
}

const Destination *CommandModel::destinationAt(int row) const
{
    if (row < 0 || row >= rowCount() || commandOf(rowAt(row)) != nullptr)
        return nullptr;
    return &destinationOf(rowAt(row));
}

int CommandModel::rowOf(const QString &id) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (idAt(row) == id)
            return row;
    }
    return -1;
}

} // namespace loupe::ui
