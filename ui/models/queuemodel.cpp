// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/queuemodel.h"

#include "ui/shell/runs/runjob.h"
#include "ui/text/windowwords.h"
#include "ui/text/words.h"

#include <algorithm>
#include <map>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

bool hasVerdict(const RunItem &item)
{
    return item.state == ItemState::Done || item.state == ItemState::Failed
        || item.state == ItemState::InfraError;
}

} // namespace

bool isChosen(ItemChoice choice, ItemState state)
{
    switch (choice) {
    case ItemChoice::All:
        return true;
    case ItemChoice::Waiting:
        return state == ItemState::Waiting;
    case ItemChoice::UnderWay:
        return isUnderWay(state);
    case ItemChoice::Done:
        return state == ItemState::Done;
    case ItemChoice::Failed:
        return state == ItemState::Failed;
    case ItemChoice::InfraErrors:
        return state == ItemState::InfraError;
    case ItemChoice::Cancelled:
        break;
    }
    return state == ItemState::Cancelled;
}

QString stateText(ItemState state)
{
    switch (state) {
    case ItemState::Waiting:
        return QueueModel::tr("waiting");
    case ItemState::Building:
        return QueueModel::tr("building");
    case ItemState::Verifying:
        return QueueModel::tr("verifying");
    case ItemState::Timing:
        return QueueModel::tr("timing");
    case ItemState::Done:
        return QueueModel::tr("done");
    case ItemState::Failed:
        return QueueModel::tr("failed");
    case ItemState::InfraError:
        return QueueModel::tr("infra error");
    case ItemState::Cancelled:
        break;
    }
    return QueueModel::tr("stopped");
}

QString stateText(const RunItem &item)
{
    if (hasVerdict(item))
        return label(item.verdict);
    return item.isStopping ? QueueModel::tr("stopping") : stateText(item.state);
}

QString messageText(const RunItem &item)
{
    // Only messages of the engine give advice; others quote the candidate's output.
    const QString text = toQt(item.message);
    return item.state == ItemState::InfraError ? inWindowWords(text) : text;
}

QueueModel::QueueModel(QObject *parent) : HeldRows(parent)
{
    const auto ofItem = [this](auto write) -> Answer {
        return [this, write](std::size_t item) { return write(m_job->items().at(item)); };
    };
    const auto line = [&](std::string ItemInfo::*part) {
        return ofItem([part](const RunItem &item) { return lineText(item.info.*part); });
    };
    const auto count = [&](int ItemInfo::*part) {
        return ofItem([part](const RunItem &item) { return countText(item.info.*part); });
    };
    const Answer verdict = ofItem(
        [](const RunItem &item) { return hasVerdict(item) ? asData(item.verdict) : QVariant(); });
    const Answer kind = ofItem([](const RunItem &item) {
        return item.state == ItemState::Waiting ? asData(CellKind::Dim) : QVariant();
    });
    Columns columns{
        {tr("Next"), CellKind::Number,
         [this](std::size_t item) {
             return m_places[item] > 0 ? countText(m_places[item]) : QString();
         }},
        {tr("State"),
         CellKind::Text,
         ofItem([](const RunItem &item) { return stateText(item); }),
         {{VerdictRole, verdict}, {KindRole, kind}}},
        {tr("Task"), CellKind::Code, line(&ItemInfo::task)},
        {tr("Method"), CellKind::Text, ofItem([](const RunItem &item) {
             const ItemInfo &info = item.info;
             return lineText(info.precision.empty() ? info.method
                                                    : info.method + ", " + info.precision);
         })},
        {tr("Sample"), CellKind::Number, count(&ItemInfo::sample)},
        {tr("Round"), CellKind::Number, count(&ItemInfo::round)},
        {tr("Device"), CellKind::Dim, line(&ItemInfo::device)},
        {tr("Seconds"), CellKind::Number, ofItem([](const RunItem &item) {
             return item.steps.empty() ? QString() : QString::number(item.seconds, 'f', 1);
         })},
        {tr("Message"), CellKind::Dim,
         ofItem([](const RunItem &item) { return messageText(item).simplified(); })},
    };
    columns[PlaceColumn].help = tr("Position in the queue");
    columns[SecondsColumn].help = tr("Seconds since it started, including the wait for timing");
    setColumns(std::move(columns));
}

void QueueModel::setRun(RunJob *job)
{
    m_job = job;
    m_choice = ItemChoice::All;
    rebuild();
}

void QueueModel::choose(ItemChoice choice)
{
    m_choice = choice;
    rebuild();
}

void QueueModel::readLine()
{
    m_line = m_job ? m_job->line() : std::vector<std::size_t>();
    m_places.assign(m_job ? m_job->items().size() : 0, 0);
    int place = 0;
    for (const std::size_t item : m_line) {
        if (item < m_places.size()) // else the next tick reports it
            m_places[item] = ++place;
    }
}

void QueueModel::rebuild()
{
    beginResetModel();
    readLine();
    m_rows.clear();
    const std::size_t count = m_job ? m_job->items().size() : 0;
    if (m_choice == ItemChoice::Waiting) {
        for (const std::size_t item : m_line) {
            if (item < count)
                m_rows.push_back(item);
        }
    } else {
        for (std::size_t item = 0; item < count; ++item) {
            if (isChosen(m_choice, m_job->items().at(item).state))
                m_rows.push_back(item);
        }
    }
    m_rowOf.assign(count, -1);
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        m_rowOf[m_rows[row]] = static_cast<int>(row);
    endResetModel();
}

void QueueModel::refresh()
{
    if (!m_job)
        return;
    readLine();
    const RunItems &items = m_job->items();
    m_rowOf.resize(items.size(), -1);
    std::vector<std::size_t> fresh;
    for (std::size_t item = 0; item < items.size(); ++item) {
        if (m_rowOf[item] < 0 && isChosen(m_choice, items.at(item).state))
            fresh.push_back(item);
    }
    const int before = rowCount();
    if (!fresh.empty()) {
        beginInsertRows({}, before, before + static_cast<int>(fresh.size()) - 1);
        for (const std::size_t item : fresh) {
            m_rowOf[item] = static_cast<int>(m_rows.size());
            m_rows.push_back(item);
        }
        endInsertRows();
    }
    announce(before);
}

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
