// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/rooflinegroupmodel.h"

#include "ui/text/words.h"

#include <utility>

using namespace Qt::StringLiterals;

#include <algorithm>

namespace loupe::ui {

namespace {

QString knownShare(std::optional<double> share)
{
    return share ? shareText(*share) : u"–"_s;
}

QString countOf(std::size_t count)
{
    return countText(static_cast<std::int64_t>(count));
}

RooflineGroupModel::Definition numbers(const QString &heading, RooflineGroupModel::Answer text,
                                       const QString &help)
{
    RooflineGroupModel::Definition out(heading, CellKind::Number, std::move(text));
    out.help = help;
    return out;
}

} // namespace

void RooflineGroupModel::setGroups(std::vector<RooflineGroup> groups, const QString &heading)
{
    Columns columns;
    columns.emplace_back(heading, CellKind::Text,
                         [](const RooflineGroup &group) { return lineText(group.name); });
    columns.push_back(numbers(
        tr("Drawn"), [](const RooflineGroup &group) { return countOf(group.ids.size()); },
        tr("Results with a time and known operations and bytes")));
    const bool hasCeilings = std::ranges::any_of(
        groups, [](const RooflineGroup &group) { return group.known > 0 || group.above > 0; });
    if (hasCeilings)
        addShares(columns);
    beginResetModel();
    m_groups = std::move(groups);
    setColumns(std::move(columns));
    endResetModel();
}

void RooflineGroupModel::addShares(Columns &columns)
{
    columns.push_back(numbers(
        tr("Median"), [](const RooflineGroup &group) { return knownShare(group.median); },
        tr("Median share of the ceiling, without results above it")));
    columns.back().answers[Qt::ToolTipRole] = [](const RooflineGroup &group) {
        return counted(static_cast<std::int64_t>(group.ids.size()), tr("Over %2 of %1 result"),
                       tr("Over %2 of %1 results"))
            .arg(countOf(group.known));
    };
    columns.push_back(numbers(
        tr("Best"), [](const RooflineGroup &group) { return knownShare(group.best); },
        tr("Largest share of the ceiling, without results above it")));
    columns.push_back(numbers(
        tr("Memory"), [](const RooflineGroup &group) { return countOf(group.memoryBound); },
        tr("Results limited by memory; operations or an unknown ceiling limit the others")));
    columns.push_back(numbers(
        tr("Above"), [](const RooflineGroup &group) { return countOf(group.above); },
        tr("Results above %1 of their ceiling").arg(shareText(maxShareOfCeiling))));
}

int RooflineGroupModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_groups.size());
}

const RooflineGroup &RooflineGroupModel::rowAt(int row) const
{
    return m_groups[static_cast<std::size_t>(row)];
}

} // namespace loupe::ui
