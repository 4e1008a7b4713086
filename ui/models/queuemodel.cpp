// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/queuemodel.h"

#include "ui/shell/runs/runjob.h"
#include "ui/text/words.h"

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

CellKind kindOfQueueColumn(int column)
{
    switch (column) {
    case QueueModel::PlaceColumn:
    case QueueModel::SampleColumn:
    case QueueModel::RoundColumn:
    case QueueModel::SecondsColumn:
        return CellKind::Number;
    case QueueModel::TaskColumn:
        return CellKind::Code;
    case QueueModel::MessageColumn:
    case QueueModel::DeviceColumn:
        return CellKind::Dim;
    default:
        return CellKind::Text;
    }
}

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
    return QueueModel::tr("cancelled");
}

QString stateText(const RunItem &item)
{
    if (hasVerdict(item))
        return label(item.verdict);
    return item.isStopping ? QueueModel::tr("stopping") : stateText(item.state);
}

QueueModel::QueueModel(QObject *parent) : QAbstractTableModel(parent) { }

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
        if (item < m_places.size()) // else the news of it comes with the next tick
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
    if (before > 0)
        emit dataChanged(index(0, 0), index(before - 1, ColumnCount - 1));
}

int QueueModel::rowOf(std::size_t item) const
{
    return item < m_rowOf.size() ? m_rowOf[item] : -1;
}

int QueueModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_job ? 0 : static_cast<int>(m_rows.size());
}

int QueueModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString QueueModel::textOf(std::size_t place, int column) const
{
    const RunItem &item = m_job->items().at(place);
    switch (column) {
    case PlaceColumn:
        return m_places[place] > 0 ? countText(m_places[place]) : QString();
    case StateColumn:
        return stateText(item);
    case TaskColumn:
        return lineText(item.info.task);
    case MethodColumn:
        return lineText(item.info.method);
    case SampleColumn:
        return countText(item.info.sample);
    case RoundColumn:
        return countText(item.info.round);
    case DeviceColumn:
        return lineText(item.info.device);
    case SecondsColumn:
        return item.steps.empty() ? QString() : QString::number(item.seconds, 'f', 1);
    case MessageColumn:
        return toQt(item.message).simplified();
    default:
        return {};
    }
}

QVariant QueueModel::data(const QModelIndex &index, int role) const
{
    if (!m_job
        || !checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const std::size_t item = itemAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return textOf(item, index.column());
    case VerdictRole:
        if (index.column() == StateColumn && hasVerdict(m_job->items().at(item)))
            return static_cast<int>(m_job->items().at(item).verdict);
        return {};
    case KindRole: {
        const bool isQuiet
            = index.column() == StateColumn && m_job->items().at(item).state == ItemState::Waiting;
        return static_cast<int>(isQuiet ? CellKind::Dim : kindOfQueueColumn(index.column()));
    }
    case Qt::TextAlignmentRole: {
        const bool number = kindOfQueueColumn(index.column()) == CellKind::Number;
        return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    default:
        return {};
    }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool number = kindOfQueueColumn(section) == CellKind::Number;
        return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && section == PlaceColumn)
        return tr("Place in the line of those that wait");
    if (role == Qt::ToolTipRole && section == SecondsColumn)
        return tr("Seconds from its begin, waiting for its turn to be timed included");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case PlaceColumn:
        return tr("Next");
    case StateColumn:
        return tr("State");
    case TaskColumn:
        return tr("Task");
    case MethodColumn:
        return tr("Method");
    case SampleColumn:
        return tr("Sample");
    case RoundColumn:
        return tr("Round");
    case DeviceColumn:
        return tr("Device");
    case SecondsColumn:
        return tr("Seconds");
    default:
        return tr("Message");
    }
}

} // namespace loupe::ui
