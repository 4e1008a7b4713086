// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/commandmodel.h"

#include "ui/shell/session/commandregistry.h"
#include "ui/text/fuzzymatch.h"

#include <algorithm>
#include <utility>

namespace loupe::ui {

CommandModel::CommandModel(const CommandRegistry &registry, QObject *parent)
    : HeldRows(parent)
    , m_registry(registry)
{
    setColumns(columns(), {{KindRole, [this](std::size_t row) {
                                return isEnabled(row) ? QVariant() : asData(CellKind::Dim);
                            }}});
    setTyped({});
}

CommandModel::Columns CommandModel::columns() const
{
    return {
        {tr("Command"), CellKind::Text,
         [this](std::size_t row) { return fullText(commandOf(row)); }},
        {tr("What it does"), CellKind::Dim,
         [this](std::size_t row) {
             const Command &command = commandOf(row);
             return isEnabled(row) ? command.help : tr("Unavailable: %1").arg(command.needs);
         }},
        {tr("Keys"), CellKind::Text,
         [this](std::size_t row) { return m_registry.keysText(commandOf(row).id); }},
    };
}

bool CommandModel::isEnabled(std::size_t row) const
{
    return m_registry.action(commandOf(row).id)->isEnabled();
}

const Command &CommandModel::commandOf(std::size_t row) const
{
    return m_registry.commands()[row];
}

void CommandModel::setTyped(const QString &typed)
{
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t i = 0; i < m_registry.commands().size(); ++i) {
        if (const auto score = fuzzyScore(typed, fullText(m_registry.commands()[i])))
            found.emplace_back(*score, i);
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
    return commandOf(rowAt(row)).id;
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
