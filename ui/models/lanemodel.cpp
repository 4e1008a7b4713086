// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/lanemodel.h"

#include "ui/models/queuemodel.h"
#include "ui/text/words.h"

#include <algorithm>
#include <map>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

struct Lane {
    int ended = 0;
    std::vector<const RunItem *> underWay;
};

/// Orders items being timed first, because they have the device exclusively; then by start time.
bool standsBefore(const RunItem *a, const RunItem *b)
{
    const bool isTimed = a->state == ItemState::Timing;
    const bool isOtherTimed = b->state == ItemState::Timing;
    return isTimed != isOtherTimed ? isTimed : a->begun < b->begun;
}

} // namespace

LaneModel::LaneModel(QObject *parent) : HeldRows(parent)
{
    const auto ofItem = [](CellKind kind) -> Answers {
        return {{KindRole,
                 [kind](const LaneRow &row) { return row.isDevice ? QVariant() : asData(kind); }}};
    };
    setColumns({
        {tr("Device"), CellKind::Text, [](const LaneRow &row) { return row.what; },
         ofItem(CellKind::Code)},
        {tr("State"), CellKind::Text, [](const LaneRow &row) { return row.state; },
         ofItem(CellKind::Dim)},
        {tr("Seconds"), CellKind::Number, [](const LaneRow &row) { return row.seconds; }},
    });
}

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
    std::vector<LaneRow> lines;
    for (auto &[device, lane] : lanes) {
        const bool isLost = std::find(lost.begin(), lost.end(), device) != lost.end();
        std::sort(lane.underWay.begin(), lane.underWay.end(), standsBefore);
        lines.push_back({true, device.empty() ? tr("unknown device") : lineText(device),
                         isLost ? tr("▲ not responding")
                                : tr("%1 running").arg(countText(std::ssize(lane.underWay))),
                         tr("%1 ended").arg(countText(lane.ended))});
        for (const RunItem *item : lane.underWay)
            lines.push_back(
                {false, tr("%1 · %2").arg(lineText(item->info.task), lineText(item->info.method)),
                 stateText(*item), QString::number(item->seconds, 'f', 1)});
    }
    updateRows(std::move(lines));
}

int LaneModel::lanes() const
{
    return static_cast<int>(std::ranges::count(rows(), true, &LaneRow::isDevice));
}

} // namespace loupe::ui
