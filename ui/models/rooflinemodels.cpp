// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/rooflinemodels.h"

#include "ui/text/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QString knownShare(std::optional<double> share)
{
    return share ? shareText(*share) : u"–"_s;
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
        tr("Drawn"), [](const RooflineGroup &group) { return countText(group.ids.size()); },
        tr("Results with a time and known operations and bytes")));
    const bool hasCeilings = std::ranges::any_of(
        groups, [](const RooflineGroup &group) { return group.known > 0 || group.above > 0; });
    if (hasCeilings)
        addShares(columns);
    beginResetModel();
    m_rows = std::move(groups);
    setColumns(std::move(columns));
    endResetModel();
}

void RooflineGroupModel::addShares(Columns &columns)
{
    columns.push_back(numbers(
        tr("Median"), [](const RooflineGroup &group) { return knownShare(group.median); },
        tr("Median share of the ceiling, without results above it")));
    columns.back().answers[Qt::ToolTipRole] = [](const RooflineGroup &group) {
        return counted(group.ids.size(), tr("Over %2 of %1 result"), tr("Over %2 of %1 results"))
            .arg(countText(group.known));
    };
    columns.push_back(numbers(
        tr("Best"), [](const RooflineGroup &group) { return knownShare(group.best); },
        tr("Largest share of the ceiling, without results above it")));
    columns.push_back(numbers(
        tr("Memory"), [](const RooflineGroup &group) { return countText(group.memoryBound); },
        tr("Results limited by memory; operations or an unknown ceiling limit the others")));
    columns.push_back(numbers(
        tr("Above"), [](const RooflineGroup &group) { return countText(group.above); },
        tr("Results above %1 of their ceiling").arg(shareText(maxShareOfCeiling))));
}

RooflineNoteModel::RooflineNoteModel(QObject *parent) : HeldRows(parent)
{
    setColumns({{tr("Reason"), CellKind::Text,
                 [](const RooflineNote &note) { return lineText(note.text); }},
                {tr("Results"), CellKind::Number,
                 [](const RooflineNote &note) { return countText(note.ids.size()); }}});
}

} // namespace loupe::ui
