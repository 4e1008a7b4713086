// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/commandmodel.h"

#include "ui/models/roles.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/text/fuzzymatch.h"

#include <algorithm>
#include <utility>

namespace loupe::ui {

CommandModel::CommandModel(const CommandRegistry &registry, QObject *parent)
    : QAbstractTableModel(parent)
    , m_registry(registry)
{
    setTyped({});
}

void CommandModel::setTyped(const QString &typed)
{
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t i = 0; i < m_registry.commands().size(); ++i) {
        if (const auto score = fuzzyScore(typed, fullText(m_registry.commands()[i])))
            found.emplace_back(*score, i);
    }
    std::ranges::stable_sort(found, [](const auto &a, const auto &b) { return a.first > b.first; });
    beginResetModel();
    m_rows.clear();
    for (const auto &each : found)
        m_rows.push_back(each.second);
    endResetModel();
}

QString CommandModel::idAt(int row) const
{
    if (row < 0 || row >= rowCount())
        return {};
    return m_registry.commands()[m_rows[static_cast<std::size_t>(row)]].id;
}

int CommandModel::rowOf(const QString &id) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (idAt(row) == id)
            return row;
    }
    return -1;
}

void CommandModel::update()
{
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int CommandModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CommandModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString CommandModel::textOf(const QModelIndex &index) const
{
    const Command &command = m_registry.commands()[m_rows[static_cast<std::size_t>(index.row())]];
    switch (index.column()) {
    case TextColumn:
        return fullText(command);
    case KeysColumn:
        return m_registry.keysText(command.id);
    default:
        return m_registry.action(command.id)->isEnabled() ? command.help
                                                          : tr("Not now: %1").arg(command.needs);
    }
}

QVariant CommandModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const bool isEnabled = m_registry.action(idAt(index.row()))->isEnabled();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return textOf(index);
    case KindRole:
        return static_cast<int>(isEnabled && index.column() != HelpColumn ? CellKind::Text
                                                                          : CellKind::Dim);
    default:
        return {};
    }
}

QVariant CommandModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TextColumn:
        return tr("Command");
    case HelpColumn:
        return tr("What it does");
    case KeysColumn:
        return tr("Keys");
    default:
        return {};
    }
}

} // namespace loupe::ui
