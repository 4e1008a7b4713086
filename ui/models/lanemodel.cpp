// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/lanemodel.h"

#include "ui/models/queuemodel.h"
#include "ui/text/words.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

struct Lane {
    int ended = 0;
    std::vector<const RunItem *> underWay;
};

/// Whoever is timed has the device for itself: first. Then as they began.
bool standsBefore(const RunItem *a, const RunItem *b)
{
    const bool isTimed = a->state == ItemState::Timing;
    const bool isOtherTimed = b->state == ItemState::Timing;
    return isTimed != isOtherTimed ? isTimed : a->begun < b->begun;
}

} // namespace

void LaneModel::show(const RunItems &items, const std::vector<std::string> &lost)
{
    std::map<std::string, Lane> lanes;
    for (const RunItem &item : items.all()) {
        if (item.info.device.empty() && item.steps.empty())
            continue;
        Lane &lane = lanes[item.info.device];
        if (isUnderWay(item.state))
            lane.underWay.push_back(&item);
        else if (item.state != ItemState::Cancelled)
            ++lane.ended;
    }
    std::vector<Line> lines;
    for (auto &[device, lane] : lanes) {
        const bool isLost = std::find(lost.begin(), lost.end(), device) != lost.end();
        std::sort(lane.underWay.begin(), lane.underWay.end(), standsBefore);
        lines.push_back({true, device.empty() ? tr("device not told") : lineText(device),
                         isLost ? tr("▲ answers no more")
                                : tr("%1 under way").arg(countText(std::ssize(lane.underWay))),
                         tr("%1 ended").arg(countText(lane.ended))});
        for (const RunItem *item : lane.underWay)
            lines.push_back(
                {false, tr("%1 · %2").arg(lineText(item->info.task), lineText(item->info.method)),
                 stateText(*item), QString::number(item->seconds, 'f', 1)});
    }
    const auto before = static_cast<int>(m_lines.size());
    const auto now = static_cast<int>(lines.size());
    if (now > before)
        beginInsertRows({}, before, now - 1);
    else if (now < before)
        beginRemoveRows({}, now, before - 1);
    m_lines = std::move(lines);
    if (now > before)
        endInsertRows();
    else if (now < before)
        endRemoveRows();
    if (const int kept = std::min(before, now); kept > 0)
        emit dataChanged(index(0, 0), index(kept - 1, ColumnCount - 1));
}

int LaneModel::lanes() const
{
    return static_cast<int>(std::count_if(m_lines.begin(), m_lines.end(),
                                          [](const Line &line) { return line.isDevice; }));
}

int LaneModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int LaneModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LaneModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Line &line = m_lines[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return index.column() == WhatColumn ? line.what
            : index.column() == StateColumn ? line.state
                                            : line.seconds;
    case KindRole:
        if (index.column() == SecondsColumn)
            return static_cast<int>(CellKind::Number);
        if (line.isDevice)
            return static_cast<int>(CellKind::Text);
        return static_cast<int>(index.column() == WhatColumn ? CellKind::Code : CellKind::Dim);
    case BrushedRole:
        return {};
    case Qt::TextAlignmentRole: {
        const bool number = index.column() == SecondsColumn;
        return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    default:
        return {};
    }
}

QVariant LaneModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == SecondsColumn ? Qt::AlignRight : Qt::AlignLeft)
                                | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return section == WhatColumn ? tr("Device")
        : section == StateColumn ? tr("State")
                                 : tr("Seconds");
}

} // namespace loupe::ui
