// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/asklanemodel.h"

#include "ui/text/words.h"

namespace loupe::ui {

namespace {

QString laneText(const AskLane &lane)
{
    if (!lane.isBusy)
        return AskLaneModel::tr("idle");
    switch (lane.state) {
    case RoundState::Answering:
        return counted(static_cast<std::int64_t>(lane.bytes),
                       AskLaneModel::tr("answering, %1 byte"),
                       AskLaneModel::tr("answering, %1 bytes"));
    case RoundState::Waiting:
        return AskLaneModel::tr("retries in %1").arg(durationText(lane.waitSeconds));
    default:
        return AskLaneModel::tr("asking");
    }
}

} // namespace

AskLaneModel::AskLaneModel(QObject *parent) : HeldRows(parent)
{
    setColumns(
        {{tr("Lane"), CellKind::Dim, [](const AskLane &) { return QVariant(); }},
         {tr("State"), CellKind::Text, laneText},
         {tr("Task"), CellKind::Code, [](const AskLane &lane) { return lineText(lane.task); }},
         {tr("Sample · round"), CellKind::Dim, [](const AskLane &lane) {
              return lane.isBusy
                  ? tr("%1 · %2 (%3)").arg(lane.sample).arg(lane.round).arg(lineText(lane.purpose))
                  : QString();
          }}});
}

void AskLaneModel::show(const std::vector<AskLane> &lanes)
{
    if (lanes != rows())
        updateRows(lanes);
}

QVariant AskLaneModel::data(const QModelIndex &index, int role) const
{
    const bool isText
        = role == Qt::DisplayRole || role == Qt::ToolTipRole || role == Qt::AccessibleTextRole;
    if (isText && index.column() == LaneColumn && checkIndex(index, CheckIndexOption::IndexIsValid))
        return countText(index.row() + 1);
    return HeldRows::data(index, role);
}

} // namespace loupe::ui
